//! Tests of the engine with the four games.

mod agreement;
mod common;
mod distances;
mod minimax;
mod playing;
mod shared_proof;
mod solved;
mod solver;
mod tactics;
mod tree_search;
