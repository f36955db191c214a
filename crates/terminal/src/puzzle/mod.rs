//! Puzzles: the list, and the board on which they are solved.

mod act;
mod draw;
mod list;

use strata_puzzles::{
    Library, Puzzle, Refutation, Solving, Verdict, rating_text, refute, verdict_text,
};
use strata_rules::AnyPosition;
use strata_table::wording::sentence;

use crate::board::{Chooser, Hits};
use crate::context::Context;
use crate::text_line::TextLine;
pub(crate) use list::PuzzleList;

/// A puzzle that is being solved.
pub(crate) struct PuzzleScreen {
    library: Library,
    solving: Solving,
    chooser: Chooser,
    /// The position after a wrong move and its refutation, until the next key.
    refuted: Option<Box<dyn AnyPosition>>,
    /// The move that is being typed.
    typing: Option<TextLine>,
    message: String,
    hits: Hits,
}

impl PuzzleScreen {
    pub(crate) fn new(puzzle: &Puzzle, context: &Context) -> Self {
        let solving = Solving::new(puzzle);
        Self {
            library: Library::standard(context.catalogue.games),
            chooser: Chooser::new(solving.attempt().position(), false),
            solving,
            refuted: None,
            typing: None,
            message: String::new(),
            hits: Hits::default(),
        }
    }

    /// Shows a message until the next move.
    pub(crate) fn show_message(&mut self, message: String) {
        self.message = message;
    }

    pub(crate) const fn takes_text(&self) -> bool {
        self.typing.is_some()
    }

    fn puzzle(&self) -> &Puzzle {
        self.solving.attempt().puzzle()
    }

    fn is_over(&self) -> bool {
        self.solving.attempt().is_solved()
    }

    /// The position on the board.
    fn position(&self) -> &dyn AnyPosition {
        self.refuted.as_deref().unwrap_or_else(|| self.solving.attempt().position())
    }

    /// Tries a move.
    fn play(&mut self, mv: &str, context: &mut Context) {
        if self.is_over() {
            self.message = "The puzzle is over.".to_owned();
            return;
        }
        let before = self.solving.attempt().position().boxed_clone();
        match self.solving.try_move(mv) {
            Err(error) => self.message = sentence(&error.to_string()),
            Ok(Verdict::Wrong) => self.show_refutation(&*before, mv, context),
            Ok(verdict) => self.message = verdict_text(&self.solving, verdict),
        }
        self.finish(context);
    }

    fn show_refutation(&mut self, before: &dyn AnyPosition, mv: &str, context: &Context) {
        let Refutation { position, text } = refute(context.catalogue, before, mv);
        self.message = format!("{text} Press a key to try again.");
        self.refuted = Some(position);
    }

    /// Counts the attempt if it is decided, and starts the entry of the next move.
    fn finish(&mut self, context: &mut Context) {
        self.chooser.restart(self.solving.attempt().position());
        let before = context.storage.progress();
        let mut after = before.clone();
        if !self.solving.count(&mut after) {
            return;
        }
        self.message = format!("{} {}", self.message, rating_text(&before, &after));
        if let Err(reason) = context.storage.save_progress(&after) {
            self.message = format!("{} The progress is not saved: {reason}.", self.message);
        }
    }

    fn hint(&mut self, context: &mut Context) {
        if let Some(hint) = self.solving.hint() {
            self.message = format!("Hint: {hint}.");
            self.finish(context);
        }
    }

    fn show_solution(&mut self, context: &mut Context) {
        if !self.is_over() {
            self.solving.show_solution();
            self.message = format!("The solution: {}.", self.puzzle().main_line().join(" "));
            self.finish(context);
        }
    }

    /// The next puzzle of the same game.
    fn next(&self, context: &Context) -> Option<Self> {
        let progress = context.storage.progress();
        let game = self.puzzle().position.info().id;
        let here = &self.puzzle().id;
        let next = progress.next(&self.library, Some(game)).filter(|next| next.id != *here);
        next.or_else(|| progress.next(&self.library, None)).map(|puzzle| Self::new(puzzle, context))
    }
}
