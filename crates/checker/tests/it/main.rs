//! Tests of the checker.

mod agreement;
mod broken;
mod certificates;
mod hostile;
mod keys;
mod minimax;
mod notation;
mod search;
