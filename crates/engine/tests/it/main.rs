//! Tests of the engine with the four games.

mod agreement;
mod playing;
mod tactics;
