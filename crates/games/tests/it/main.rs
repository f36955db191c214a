//! Tests of the four games.

mod agreement;
mod clusterfuss;
mod common;
mod compact;
mod editing;
mod isaac;
mod isaac_search;
mod laws;
mod node_counts;
mod parsers;
mod playthroughs;
mod prompts;
mod qawale;
mod reference;
mod staqs;
