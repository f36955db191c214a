//! Tests of the terminal interface: keys and mouse in, screen text out.

mod common;
mod failures;
mod files;
mod first_screen;
mod full_games;
mod game_screen;
mod pager;
mod paste;
mod random_input;
mod screens;
mod stable_layout;
