//! The moves on the analysis board, with all variations and annotations.

use serde::Serialize;
use strata_api::positions::{open_position, plain};
use strata_api::tables::history;
use strata_api::types::analysis::Value as ValueView;
use strata_api::types::positions::OptionsRequest;
use strata_api::types::tables::HistoryEntry;
use strata_api::{Refusal, ViewParams};
use strata_engine::Value;
use strata_games::smallest::GAMES;
use strata_records::{Reader, Record, start_position, verify};
use strata_table::{History, MOST_MOVES, Node, NodeId, glyph_of, glyph_sign, remove_table_tags};

use crate::answers::game;
use crate::{read, write};

/// A node with its annotations.
#[derive(Serialize)]
struct TreeNode<'a> {
    #[serde(flatten)]
    entry: HistoryEntry<'a>,
    /// The comments as one text.
    comment: String,
    /// The sign of the move, such as `!?`.
    sign: &'static str,
    /// The evaluation of the move.
    value: Option<ValueView>,
}

/// The moves on the analysis board.
#[derive(Debug)]
pub struct Tree {
    history: History,
    /// The tags and the result of the game, without moves.
    record: Record,
}

fn refuse(reason: impl ToString) -> Refusal {
    Refusal(reason.to_string())
}

impl Tree {
    /// A tree without moves, by default from the start position.
    pub fn new(id: &str, position: Option<&str>) -> Result<Self, Refusal> {
        let entry = game(id)?;
        let position = open_position(entry, &OptionsRequest::default(), position)?;
        let mut record = Record::default();
        record.set_tag("Game", entry.info.id);
        let usual = open_position(entry, &OptionsRequest::default(), None)?;
        if usual.text() != position.text() {
            record.set_tag("Position", position.text());
        }
        record.set_tag("Result", "*");
        Ok(Self { history: History::new(position), record })
    }

    /// The only game of a text.
    pub fn from_record(text: &str) -> Result<Self, Refusal> {
        let mut records = Reader::new(text.as_bytes()).with_at_most(MOST_MOVES);
        let mut record = match records.next() {
            Some(record) => record.map_err(refuse)?,
            None => return Err(refuse("the text contains no game record")),
        };
        if records.next().is_some() {
            return Err(refuse("the text contains several games; paste one of them"));
        }
        let start = start_position(&record, GAMES).map_err(refuse)?;
        if let Some(fault) = verify(&record, GAMES).faults.first() {
            return Err(refuse(fault));
        }
        let history = History::from_record(&record, start).map_err(refuse)?;
        record.moves.clear();
        remove_table_tags(&mut record);
        Ok(Self { history, record })
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
        let added = self.history.add_variation(parent, mv).map_err(Refusal)?;
        Ok(self.history.ids().position(|id| id == added).unwrap_or(0))
    }

    /// Replaces the comment and the sign (such as `!?`) of a move; an empty text removes them. At the
    /// start, the comment is on the game.
    pub fn annotate(&mut self, node: usize, comment: &str, sign: &str) -> Result<(), Refusal> {
        let node = self.node(node)?;
        self.history.set_comment(node, comment).map_err(Refusal)?;
        self.history.set_glyph(node, glyph_of(sign));
        Ok(())
    }

    /// Notes the value of a position, for the player to move.
    pub fn evaluate(&mut self, node: usize, value: &str) -> Result<(), Refusal> {
        let node = self.node(node)?;
        self.history.set_value(node, value.parse().map_err(refuse)?);
        Ok(())
    }

    /// Notes the value of a move for its player, and its sign if it was a mistake.
    pub fn review(&mut self, node: usize, evaluation: &str, sign: &str) -> Result<(), Refusal> {
        let node = self.node(node)?;
        let value: Value = evaluation.parse().map_err(refuse)?;
        self.history.annotate(node, value.to_string(), glyph_of(sign));
        Ok(())
    }

    /// The record with all variations, comments, glyphs and evaluations.
    pub fn record(&self) -> String {
        self.history.record_text(self.record.clone())
    }

    /// All nodes, in the order of their numbers.
    pub fn nodes(&self) -> Result<String, Refusal> {
        let entries = history(&self.history).into_iter().zip(self.history.ids());
        let node = |(entry, id)| {
            let node: &Node = &self.history[id];
            TreeNode {
                entry,
                comment: node.comments.join(" "),
                sign: node.glyphs.iter().find_map(|glyph| glyph_sign(*glyph)).unwrap_or(""),
                value: self.value(node),
            }
        };
        write(&entries.map(node).collect::<Vec<_>>())
    }

    /// The evaluation of a move, which is for the player who made it.
    fn value(&self, node: &Node) -> Option<ValueView> {
        let before = self.history.position(node.parent?)?;
        let value = node.evaluation.as_deref()?.parse().ok()?;
        Some(ValueView::new(before, value))
    }

    /// The position of a node.
    pub fn position(&self, node: usize, view: &str) -> Result<String, Refusal> {
        let view: ViewParams = read(view)?;
        write(&plain(&*self.history[self.node(node)?].position, view))
    }
}
