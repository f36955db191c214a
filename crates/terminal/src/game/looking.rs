//! Browsing the game without changing it.

use strata_table::NodeId;

use super::GameScreen;
use super::prompt::{Ask, Prompt};

/// The position to show next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Toward {
    First,
    Earlier,
    Later,
    Last,
}

impl GameScreen {
    pub(super) fn look(&mut self, toward: Toward) {
        self.playback = None;
        let line = self.line();
        let place = line.iter().position(|node| *node == self.seen()).unwrap_or(0);
        let last = line.len() - 1;
        let next = match toward {
            Toward::First => 0,
            Toward::Earlier if place == 0 => {
                self.message = Some("This is the first position.".to_owned());
                0
            }
            Toward::Earlier => place - 1,
            Toward::Later if place == last => {
                self.message = Some("This is the last position.".to_owned());
                last
            }
            Toward::Later => place + 1,
            // Moves that were taken back come after the current one.
            Toward::Last if self.seen() != self.table.history().current() => {
                return self.look_at(self.table.history().current());
            }
            Toward::Last => last,
        };
        self.look_at(line[next]);
    }

    /// The nodes of the move list: the path to the shown position, and the line after it.
    pub(super) fn line(&self) -> Vec<NodeId> {
        let history = self.table.history();
        let mut line = history.path_to(self.seen());
        line.extend(history.line_from(self.seen()).drain(1..));
        line
    }

    /// Shows the next variation: another move played in place of the shown one.
    pub(super) fn look_aside(&mut self) {
        let history = self.table.history();
        let seen = self.seen();
        let parent = history[seen].parent.map(|parent| &history[parent].children);
        let others = parent.map(Vec::as_slice).unwrap_or_default();
        let place = others.iter().position(|node| *node == seen).unwrap_or(0);
        match others.get((place + 1) % others.len().max(1)) {
            Some(next) if *next != seen => self.look_at(*next),
            _ => self.message = Some("There is no other variation here.".to_owned()),
        }
    }

    pub(super) fn look_at(&mut self, node: NodeId) {
        self.looking = Some(node).filter(|node| *node != self.table.history().current());
        self.moves_top = None;
        self.entry.clear();
        self.number.clear();
        self.hints.squares.clear();
    }

    /// Asks whether to continue the game from the shown position.
    pub(super) fn ask_to_play_on(&mut self, node: NodeId) {
        match self.table.result() {
            Some(_) => {
                self.message =
                    Some("The game is over. Press n for a new game, r for a rematch.".to_owned());
            }
            None => self.prompt = Some(Prompt::Ask(Ask::PlayOn(node))),
        }
    }
}
