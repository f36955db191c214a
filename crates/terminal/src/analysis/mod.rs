//! The analysis board: the engine's lines, variations, and the review of a whole game.

mod act;
mod draw;
mod engine;
mod explorer;
mod graph;
mod lines;
mod moves;
mod prompt;
mod state;

use strata_rules::Player;
use strata_table::wording::sentence;
use strata_table::{NodeId, SearchUpdate, Table};

use crate::board::{Chooser, Hits};
use crate::context::Context;
use crate::keys::{Action, Place, key_for};
use engine::{AnalysisEngine, Finding};
use prompt::Prompt;
use state::Analysis;

/// The analysis board.
pub(crate) struct AnalysisScreen {
    analysis: Analysis,
    engine: AnalysisEngine,
    chooser: Chooser,
    prompt: Option<Prompt>,
    message: Option<String>,
    /// The first visible row of the list of moves, if it was scrolled by hand.
    moves_top: Option<usize>,
    hits: Hits,
}

impl AnalysisScreen {
    /// The analysis of the game at a table, opened at one of its positions.
    pub(crate) fn new(table: &Table, at: NodeId, flip: bool, context: &Context) -> Self {
        let analysis = Analysis::new(table, at, context.now);
        Self {
            chooser: Chooser::new(analysis.position(), flip),
            analysis,
            engine: AnalysisEngine::default(),
            prompt: None,
            message: None,
            moves_top: None,
            hits: Hits::default(),
        }
    }

    /// Shows a message until the next key.
    pub(crate) fn show_message(&mut self, message: String) {
        self.message = Some(message);
    }

    /// Starts the search that is needed now, and stops any other.
    pub(crate) fn advance(&mut self, context: &mut Context) {
        if let Err(reason) = self.engine.advance(&self.analysis, context) {
            self.report_failure(&reason);
        }
    }

    /// Takes an update of an engine thread.
    pub(crate) fn search_update(&mut self, update: SearchUpdate) {
        match self.engine.update(update, &self.analysis) {
            Some(Finding::Explored { node, explored }) => {
                self.analysis.note_explored(node, explored);
            }
            Some(Finding::Report { node, report, is_reviewed }) => {
                self.analysis.note(node, report);
                if is_reviewed {
                    self.analysis.reviewed(node);
                    self.report_review();
                }
            }
            Some(Finding::Failure(reason)) => self.report_failure(&reason),
            None => {}
        }
    }

    /// Says why the engine found nothing, and switches it off.
    fn report_failure(&mut self, reason: &str) {
        self.engine.switch_off();
        self.analysis.stop_review();
        self.message = Some(sentence(&format!("the search failed: {reason}")));
    }

    /// Says what a review has found, once it is over.
    fn report_review(&mut self) {
        if self.analysis.review_progress().is_some() {
            return;
        }
        let [inaccuracies, mistakes, blunders] = self.analysis.count_mistakes();
        let names = [
            (inaccuracies, "inaccuracy", "inaccuracies"),
            (mistakes, "mistake", "mistakes"),
            (blunders, "blunder", "blunders"),
        ];
        let count = |(number, one, more): (usize, &str, &str)| match number {
            0 => None,
            1 => Some(format!("1 {one}")),
            _ => Some(format!("{number} {more}")),
        };
        let found: Vec<String> = names.into_iter().filter_map(count).collect();
        let found = match found.is_empty() {
            true => "The review found no mistakes.".to_owned(),
            false => {
                let next = key_for(Place::Analysis, Action::NextMistake);
                format!("The review found {}. {next} goes to the next one.", found.join(", "))
            }
        };
        self.message = Some(found + &self.accuracy_words());
    }

    /// The accuracy of each player as a sentence; empty if nothing is known.
    fn accuracy_words(&self) -> String {
        let position = self.analysis.position();
        let sides = Player::all(position.players()).zip(self.analysis.accuracies());
        let words = |(player, accuracy): (Player, Option<f64>)| {
            Some(format!("{} {:.0}%", position.side_name(player), accuracy?))
        };
        let words: Vec<String> = sides.filter_map(words).collect();
        if words.is_empty() { String::new() } else { format!(" Accuracy: {}.", words.join(", ")) }
    }

    /// Starts the entry of a move in the current position, after it has changed.
    fn settle(&mut self) {
        self.chooser.restart(self.analysis.position());
        self.moves_top = None;
    }
}
