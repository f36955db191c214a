//! Puzzles in text mode.

use std::io;

use strata_engine::Catalogue;
use strata_puzzles::{Puzzle, Refutation, Solving, Verdict, rating_text, refute, verdict_text};
use strata_table::wording::sentence;

use super::console::Console;
use super::input::Input;
use super::text;
use crate::Storage;

const HELP: &str = "Type a move, or one of these:
board: show the board; describe: the board in words; moves: list the legal moves
hint: the right move; the puzzle then counts as a loss
solution: show the solution
quit: leave the puzzle";

/// A puzzle in text mode.
pub(super) struct PuzzleSession<'a, 'out> {
    pub(super) catalogue: Catalogue,
    pub(super) storage: &'a mut dyn Storage,
    pub(super) console: &'a mut Console<'out>,
}

impl PuzzleSession<'_, '_> {
    /// Lets the player solve a puzzle.
    pub(super) fn run(mut self, puzzle: &Puzzle) -> io::Result<()> {
        let mut solving = Solving::new(puzzle);
        let name = puzzle.position.info().name;
        self.console.print(&format!("{name}, puzzle {}, rating {}.", puzzle.id, puzzle.rating))?;
        self.show(&solving)?;
        self.console.print(&puzzle.task)?;
        while !solving.attempt().is_solved() {
            let line = match self.console.ask("Your move?")? {
                Input::End => return Ok(()),
                Input::TooLong | Input::Timeout => {
                    self.console.print("This line is too long.")?;
                    continue;
                }
                Input::Line(line) => line,
            };
            match line.to_lowercase().as_str() {
                "quit" | "q" => return Ok(()),
                "" | "help" | "?" => self.console.print(HELP)?,
                "board" => self.show(&solving)?,
                "describe" => {
                    self.console.print(&text::description(solving.attempt().position()))?;
                }
                "moves" => self.console.print(&solving.attempt().position().moves().join(" "))?,
                "hint" => {
                    let hint = solving.hint().unwrap_or_default();
                    self.finish(&solving, &format!("Hint: {hint}."))?;
                }
                "solution" => {
                    solving.show_solution();
                    let line = puzzle.main_line().join(" ");
                    self.finish(&solving, &format!("The solution: {line}."))?;
                }
                mv => self.try_move(&mut solving, mv)?,
            }
        }
        self.console.print(&format!("Origin: {}.", puzzle.origin))
    }

    fn show(&mut self, solving: &Solving) -> io::Result<()> {
        self.console.print_raw(&text::board(solving.attempt().position(), false))
    }

    fn try_move(&mut self, solving: &mut Solving, mv: &str) -> io::Result<()> {
        let before = solving.attempt().position().boxed_clone();
        match solving.try_move(mv) {
            Err(error) => self
                .console
                .print(&format!("{} Type help for the commands.", sentence(&error.to_string()))),
            Ok(Verdict::Wrong) => {
                let Refutation { position, text: words } = refute(self.catalogue, &*before, mv);
                self.console.print_raw(&text::board(&*position, false))?;
                self.finish(solving, &format!("{words} Try again."))
            }
            Ok(verdict) => {
                self.show(solving)?;
                self.finish(solving, &verdict_text(solving, verdict))
            }
        }
    }

    /// Prints what happened, and the rating if the attempt counts now.
    fn finish(&mut self, solving: &Solving, words: &str) -> io::Result<()> {
        let before = self.storage.progress();
        let mut after = before.clone();
        if !solving.count(&mut after) {
            return self.console.print(words);
        }
        self.console.print(&format!("{words} {}", rating_text(&before, &after)))?;
        match self.storage.save_progress(&after) {
            Ok(()) => Ok(()),
            Err(reason) => self.console.print(&format!("The progress is not saved: {reason}.")),
        }
    }
}
