//! The moves on the analysis board, with all variations.

use serde::Deserialize;
use strata_api::positions::{open_position, plain};
use strata_api::tables::history;
use strata_api::types::positions::OptionsRequest;
use strata_api::{Refusal, ViewParams};
use strata_games::smallest::GAMES;
use strata_records::{Reader, Variation, start_position, verify};
use strata_table::{History, MOST_MOVES, NodeId};

use crate::answers::game;
use crate::{read, write};

/// The start of a tree.
#[derive(Deserialize)]
struct Start {
    game: String,
    #[serde(default)]
    options: OptionsRequest,
    position: Option<String>,
}

/// The moves on the analysis board.
#[derive(Debug)]
pub struct Tree {
    history: History,
}

impl Tree {
    /// A tree without moves.
    pub fn new(start: &str) -> Result<Self, Refusal> {
        let start: Start = read(start)?;
        let position =
            open_position(game(&start.game)?, &start.options, start.position.as_deref())?;
        Ok(Self { history: History::new(position) })
    }

    /// The first game of a record.
    pub fn from_record(text: &str) -> Result<Self, Refusal> {
        let refuse = |reason: &dyn ToString| Refusal(reason.to_string());
        let mut records = Reader::new(text.as_bytes()).with_at_most(MOST_MOVES);
        let record = match records.next() {
            Some(record) => record.map_err(|error| refuse(&error))?,
            None => return Err(refuse(&"the text contains no game record")),
        };
        if records.next().is_some() {
            return Err(refuse(&"the text contains several games; paste one of them"));
        }
        let start = start_position(&record, GAMES).map_err(|error| refuse(&error))?;
        if let Some(fault) = verify(&record, GAMES).faults.first() {
            return Err(refuse(fault));
        }
        let mut tree = Self { history: History::new(start) };
        tree.add_line(History::ROOT, &Variation { moves: record.moves, ..Variation::default() })?;
        Ok(tree)
    }

    fn add_line(&mut self, mut parent: NodeId, line: &Variation) -> Result<(), Refusal> {
        for played in &line.moves {
            let next = self.history.add_recorded(parent, &played.text).map_err(Refusal)?;
            for variation in &played.variations {
                self.add_line(parent, variation)?;
            }
            parent = next;
        }
        Ok(())
    }

    fn node(&self, number: usize) -> Result<NodeId, Refusal> {
        let node = self.history.ids().nth(number);
        node.ok_or_else(|| Refusal(format!("there is no position {number}")))
    }

    /// The id of the game.
    pub fn game(&self) -> &'static str {
        self.history[History::ROOT].position.info().id
    }

    /// Plays a move after a node, unless it is there already; returns the number of the node after it.
    pub fn play(&mut self, parent: usize, mv: &str) -> Result<usize, Refusal> {
        let parent = self.node(parent)?;
        let added = self.history.add_recorded(parent, mv).map_err(Refusal)?;
        Ok(self.history.ids().position(|id| id == added).unwrap_or(0))
    }

    /// All nodes, in the order of their numbers.
    pub fn nodes(&self) -> Result<String, Refusal> {
        write(&history(&self.history))
    }

    /// The position of a node.
    pub fn position(&self, node: usize, view: &str) -> Result<String, Refusal> {
        let view: ViewParams = read(view)?;
        write(&plain(&*self.history[self.node(node)?].position, view))
    }
}
