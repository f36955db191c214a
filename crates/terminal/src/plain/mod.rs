//! Text mode: games as lines of text, for screen readers, scripts and any kind of terminal.

mod bots;
mod commands;
mod console;
mod engine;
mod execute;
mod input;
mod lesson;
mod menu;
mod puzzle;
mod session;
mod text;

use std::io::{self, Read, Write};
use std::time::Instant;

use strata_engine::Catalogue;

use crate::{StartScreen, Storage};
use console::{Console, ConsoleOptions};
use input::LineReader;
use menu::Menu;
use puzzle::PuzzleSession;
use session::Session;

/// Text mode.
pub struct Plain<'a> {
    /// The games.
    pub catalogue: Catalogue,
    /// Where games are saved.
    pub storage: &'a mut dyn Storage,
    /// The lines typed by the player.
    pub input: Box<dyn Read + Send>,
    /// Where text is printed.
    pub output: &'a mut dyn Write,
    /// Whether to repeat input lines in the output, because no terminal echoes them.
    pub echo: bool,
    /// The columns of the output, if it is a terminal.
    pub width: Option<usize>,
    /// The random seed of bots.
    pub seed: u64,
}

impl Plain<'_> {
    /// Plays the game on a table, teaches a game, or shows the menu. The error is that of the output.
    pub fn run(self, opening: StartScreen) -> io::Result<()> {
        let started = Instant::now();
        let Self { catalogue, storage, input, output, echo, width, seed } = self;
        let mut console =
            Console::new(output, LineReader::new(input), ConsoleOptions { echo, width });
        match opening {
            // Text mode has no analysis board.
            StartScreen::Table(table) | StartScreen::Analysis(table) => {
                Session::new(catalogue, storage, &mut console, (*table, started), None, seed)
                    .run()?;
            }
            StartScreen::Lesson(game) => {
                Menu { catalogue, storage, console: &mut console, seed }.learn(game)?;
            }
            StartScreen::Puzzle(puzzle) => {
                PuzzleSession { catalogue, storage, console: &mut console }.run(&puzzle)?;
            }
            StartScreen::Menu => Menu { catalogue, storage, console: &mut console, seed }.run()?,
        }
        console.flush()
    }
}
