//! Games as lines of text, for screen readers, scripts and terminals of any kind.

mod bots;
mod lines;
mod menu;
mod obey;
mod say;
mod sitting;
mod talk;
mod thinking;
mod words;

use std::io::{self, Read, Write};
use std::time::Instant;

use strata_engine::Catalogue;

use crate::{StartScreen, Storage};
use lines::Lines;
use menu::Menu;
use sitting::Sitting;
use talk::{Manner, Talk};

/// Everything that a conversation in plain text needs.
pub struct Plain<'a> {
    /// The games.
    pub catalogue: Catalogue,
    /// Where games are kept.
    pub storage: &'a mut dyn Storage,
    /// What is typed.
    pub input: Box<dyn Read + Send>,
    /// Where everything is said.
    pub output: &'a mut dyn Write,
    /// Whether to say again what was read, since no terminal shows it.
    pub echo: bool,
    /// The columns of the output, if it is a terminal.
    pub width: Option<usize>,
    /// What bots draw their chances from.
    pub seed: u64,
}

impl Plain<'_> {
    /// Plays at a table, or asks what to play. Fails only when nothing more can be said.
    pub fn run(self, opening: StartScreen) -> io::Result<()> {
        let started = Instant::now();
        let Self { catalogue, storage, input, output, echo, width, seed } = self;
        let mut talk = Talk::new(output, Lines::new(input), Manner { echo, width });
        match opening {
            // Text mode has no analysis board.
            StartScreen::Table(table) | StartScreen::Analysis(table) => {
                Sitting::new(catalogue, storage, &mut talk, (*table, started), None, seed).run()?;
            }
            StartScreen::Menu => Menu { catalogue, storage, talk: &mut talk, seed }.run()?,
        }
        talk.flush()
    }
}
