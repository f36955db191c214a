//! Tests of the terminal interface: keys and mouse in, screen text out.

mod analysis;
mod common;
mod failures;
mod files;
mod first_screen;
mod full_games;
mod game_screen;
mod lessons;
mod pager;
mod paste;
mod puzzles;
mod random_input;
mod screens;
#[path = "../../../table/tests/it/scripted_solver.rs"]
mod scripted_solver;
mod stable_layout;
