//! Saving a table as a record.

use std::time::Duration;

use strata_records::{Played, Record, Variation, clock_text, date_text};
use strata_rules::Player;

use crate::{History, Node, NodeId, Table};

/// Tags for state that has no standard tag.
pub(crate) const TURN_TIME: &str = "TurnTime";
pub(crate) const PAUSED: &str = "Paused";
pub(crate) const OFFER: &str = "Offer";
const DATE: &str = "Date";

/// The tag with a player's name.
pub(crate) fn name_tag(player: usize) -> String {
    format!("Player{player}")
}

/// The tag with the kind of a player's seat.
pub(crate) fn seat_tag(player: usize) -> String {
    format!("Seat{player}")
}

impl Table {
    /// Records the date of the game, given as the time since 1970. A date from a record stays.
    pub fn set_date(&mut self, since_1970: Duration) {
        if self.tags.iter().all(|(name, _)| name != DATE) {
            self.tags.insert(0, (DATE.to_owned(), date_text(since_1970)));
        }
    }

    /// The complete table as a record. [`Table::from_record`] restores it.
    pub fn to_record(&self, now: Duration) -> Record {
        let mut record = self.tags(now, true);
        record.comments.clone_from(&self.history[History::ROOT].comments);
        record.moves = self.history.to_moves();
        record
    }

    /// Everything but the history, as a record without moves. Together with the log of the history,
    /// [`Table::from_log`] restores the table.
    pub fn head_text(&self, now: Duration) -> String {
        self.tags(now, false).write_knowing([])
    }

    fn tags(&self, now: Duration, with_current: bool) -> Record {
        let mut record = Record::default();
        let setup = &self.setup;
        record.set_tag("Game", setup.game.as_str());
        if let Some(position) = &setup.position {
            record.set_tag("Position", position.as_str());
        } else if !setup.options.is_empty() {
            let pairs: Vec<String> =
                setup.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
            record.set_tag("Options", pairs.join(" "));
        }
        for (player, seat) in setup.seats.iter().enumerate() {
            record.set_tag(&name_tag(player), seat.name.as_str());
            record.set_tag(&seat_tag(player), seat.kind.to_string());
        }
        if let Some(control) = setup.clock {
            record.set_tag("TimeControl", control.to_string());
        }
        self.write_state(&mut record, now, with_current);
        record.tags.extend(self.tags.iter().cloned());
        record
    }

    /// The text of [`Table::to_record`].
    pub fn record_text(&self, now: Duration) -> String {
        let mut players = Vec::with_capacity(self.history.count_moves());
        if let Some(first) = self.history[History::ROOT].children.first() {
            push_players(&self.history, *first, &mut players);
        }
        self.to_record(now).write_knowing(players)
    }

    fn write_state(&self, record: &mut Record, now: Duration, with_current: bool) {
        let result = self.finish.as_ref().map(|finish| finish.result.clone());
        record.set_tag("Result", result.as_deref().unwrap_or("*"));
        record.result = result.filter(|result| result != "*");
        if let Some(termination) = self.finish.as_ref().and_then(|end| end.how.termination()) {
            record.set_tag("Termination", termination);
        }
        let ply = self.history[self.history.current()].ply;
        if with_current && ply + 1 < self.history.main_line().len() {
            record.set_tag("Current", ply.to_string());
        }
        let elapsed = self.elapsed(now);
        if !elapsed.is_zero() {
            record.set_tag(TURN_TIME, clock_text(elapsed));
        }
        if self.paused {
            record.set_tag(PAUSED, "yes");
        }
        if let Some(offer) = self.offer {
            record.set_tag(OFFER, offer.text());
        }
    }
}

impl History {
    /// The moves of a record: the main line with all variations.
    pub fn to_moves(&self) -> Vec<Played> {
        line(self, self[Self::ROOT].children.first().copied())
    }
}

/// Adds the players of a line that starts at a node, in the order in which [`played`] nests its moves.
fn push_players(history: &History, first: NodeId, players: &mut Vec<Player>) {
    for id in history.line_from(first) {
        players.push(history[id].player);
        variations(history, id).iter().for_each(|other| push_players(history, *other, players));
    }
}

/// The other moves in place of this one, if it is the first of them.
fn variations(history: &History, id: NodeId) -> &[NodeId] {
    let siblings = history[id].parent.map_or(&[][..], |parent| &history[parent].children);
    match siblings.split_first() {
        Some((main, others)) if *main == id => others,
        _ => &[],
    }
}

/// The main line starting at a node, with all variations.
fn line(history: &History, first: Option<NodeId>) -> Vec<Played> {
    let Some(first) = first else { return Vec::new() };
    history.line_from(first).into_iter().map(|id| played(history, id)).collect()
}

/// A move. The first of several siblings has the others as its variations.
fn played(history: &History, id: NodeId) -> Played {
    let node = &history[id];
    let variation =
        |first: &NodeId| Variation { comments: Vec::new(), moves: line(history, Some(*first)) };
    Played {
        text: node.mv.clone(),
        glyphs: node.glyphs.clone(),
        comments: comments(node),
        variations: variations(history, id).iter().map(variation).collect(),
    }
}

/// The comments of a move: clock and evaluation first, then text.
fn comments(node: &Node) -> Vec<String> {
    let clock = node.clock.map(|clock| format!("[%clk {}]", clock_text(clock)));
    let evaluation = node.evaluation.as_ref().map(|value| format!("[%eval {value}]"));
    let commands: Vec<String> = clock.into_iter().chain(evaluation).collect();
    let commands = (!commands.is_empty()).then(|| commands.join(" "));
    commands.into_iter().chain(node.comments.iter().cloned()).collect()
}
