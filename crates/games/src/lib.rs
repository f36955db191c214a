//! The games, one folder each, and the list of them.

pub mod clusterfuss;
pub mod isaac;
pub mod qawale;
pub mod staqs;

strata_rules::game_list![staqs::Staqs, clusterfuss::Clusterfuss, qawale::Qawale, isaac::Isaac];
