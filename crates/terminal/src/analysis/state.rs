//! The analysis of a game: its moves and variations, what is known of its positions, its mistakes.
//! Nothing here draws or searches.

mod review;

use std::collections::HashMap;
use std::time::Duration;

use strata_engine::{Distance, Explored, Line, MoveQuality, Report, Value, played_value};
use strata_records::{Played, Record};
use strata_rules::{AnyPosition, Player};
use strata_table::wording::mistake_text;
use strata_table::{History, NodeId, Seat, Table, glyph_of, glyph_sign, remove_table_tags};

pub(crate) use review::REVIEW_TIME;
use review::Review;

use crate::board::Toward;

/// The tags that describe a game before its first move.
const START_TAGS: [&str; 3] = ["Game", "Options", "Position"];

/// The qualities of moves that are worse than the best one, from good to bad.
const QUALITIES: [MoveQuality; 3] =
    [MoveQuality::Inaccuracy, MoveQuality::Mistake, MoveQuality::Blunder];

/// The signs of moves in the order in which a key offers them.
const SIGNS: [&str; 6] = ["!", "!!", "!?", "?!", "?", "??"];

/// A move that was worse than the best one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Mistake {
    pub(crate) quality: MoveQuality,
    /// What the move gave away, as the end of a sentence; empty if only its glyph is known.
    pub(crate) text: String,
}

/// The analysis of a game.
pub(crate) struct Analysis {
    history: History,
    current: NodeId,
    /// The tags and the result of the game, without moves.
    record: Record,
    /// How the game ended at the table, if it did.
    ending: Option<String>,
    /// The best report on each position, by the text of the position.
    reports: HashMap<String, Report>,
    /// The values of all moves of positions that were explored, by the text of the position; `None` if
    /// nothing was proven.
    explored: HashMap<String, Option<Explored>>,
    review: Option<Review>,
}

impl Analysis {
    /// The analysis of the game at a table, opened at one of its positions.
    pub(crate) fn new(table: &Table, at: NodeId, now: Duration) -> Self {
        let mut record = table.to_record(now);
        remove_table_tags(&mut record);
        record.moves.clear();
        Self {
            history: table.history().clone(),
            current: at,
            record,
            ending: table.result().map(|end| format!("{}  {}.", end.result, end.sentence)),
            reports: HashMap::new(),
            explored: HashMap::new(),
            review: None,
        }
    }

    pub(crate) const fn history(&self) -> &History {
        &self.history
    }

    pub(crate) const fn current(&self) -> NodeId {
        self.current
    }

    pub(crate) fn position(&self) -> &dyn AnyPosition {
        &*self.history[self.current].position
    }

    /// The moves that lead to the current position, and those that follow it.
    pub(crate) fn line(&self) -> Vec<NodeId> {
        let mut line = self.history.path_to(self.current);
        line.extend(self.history.line_from(self.current).drain(1..));
        line
    }

    /// How the game ended in the current position, if it did.
    pub(crate) fn result(&self) -> Option<String> {
        let position = self.position();
        let by_rules = position.outcome().map(|_| position.status());
        let at_table = self.ending.clone().filter(|_| self.current == self.history.current());
        at_table.or(by_rules)
    }

    pub(crate) fn go_to(&mut self, node: NodeId) {
        if self.history.get(node).is_some() {
            self.current = node;
        }
    }

    /// Goes to another position of the line. Returns whether there is one.
    pub(crate) fn step(&mut self, toward: Toward) -> bool {
        let node = &self.history[self.current];
        let next = match toward {
            Toward::First => Some(History::ROOT),
            Toward::Earlier => node.parent,
            Toward::Later => node.children.first().copied(),
            Toward::Last => self.history.line_from(self.current).last().copied(),
        };
        let next = next.filter(|next| *next != self.current);
        self.current = next.unwrap_or(self.current);
        next.is_some()
    }

    /// Goes to the next variation in place of the current move. Returns whether there is one.
    pub(crate) fn next_variation(&mut self) -> bool {
        let parent = self.history[self.current].parent;
        let siblings = parent.map_or(&[][..], |parent| &self.history[parent].children);
        let place = siblings.iter().position(|node| *node == self.current).unwrap_or(0);
        let next = siblings.get((place + 1) % siblings.len().max(1)).copied();
        let next = next.filter(|next| *next != self.current);
        self.current = next.unwrap_or(self.current);
        next.is_some()
    }

    /// Plays a move in the current position. A new move becomes a variation. Says why a move
    /// cannot be played.
    pub(crate) fn play(&mut self, mv: &str) -> Result<(), String> {
        self.current = self.history.add_variation(self.current, mv)?;
        Ok(())
    }

    /// Deletes the current move and everything after it. Returns whether there was a move.
    pub(crate) fn delete(&mut self) -> bool {
        let removes_ending = self.history.path_to(self.history.current()).contains(&self.current);
        let Some(parent) = self.history.remove(self.current) else { return false };
        if removes_ending {
            self.ending = None;
            self.record.result = None;
            self.record.set_tag("Result", "*");
            self.record.tags.retain(|(name, _)| name != "Termination");
        }
        self.current = parent;
        // The ids of other nodes may have changed.
        self.review = None;
        true
    }

    /// The comment on the current move, or at the start on the game.
    pub(crate) fn comment(&self) -> String {
        self.history[self.current].comments.join(" ")
    }

    /// Replaces the comment on the current move; a blank text removes it. Says why a comment cannot
    /// be used.
    pub(crate) fn set_comment(&mut self, text: &str) -> Result<(), String> {
        self.history.set_comment(self.current, text)
    }

    /// Gives the current move the next sign, or none after the last one. Returns the sign.
    pub(crate) fn cycle_sign(&mut self) -> Option<&'static str> {
        let glyphs = &self.history[self.current].glyphs;
        let sign = glyphs.iter().find_map(|glyph| glyph_sign(*glyph));
        let place = sign.and_then(|sign| SIGNS.iter().position(|known| *known == sign));
        let next = SIGNS.get(place.map_or(0, |place| place + 1)).copied();
        self.history.set_glyph(self.current, next.and_then(glyph_of));
        next
    }

    /// The sign of a move: one that praises it, the mistake that is known, or another of the record.
    pub(crate) fn sign(&self, node: NodeId) -> Option<&'static str> {
        let glyphs = &self.history[node].glyphs;
        let recorded = glyphs.iter().find_map(|glyph| glyph_sign(*glyph));
        let is_praise = |sign: &&str| sign.starts_with('!');
        let found = || self.mistake(node).map(|mistake| mistake.quality.sign());
        recorded.filter(is_praise).or_else(found).or(recorded)
    }

    /// What is known of a position.
    pub(crate) fn report(&self, node: NodeId) -> Option<&Report> {
        self.reports.get(&self.history[node].position.text())
    }

    /// Notes a report on a position, unless a better one is known.
    pub(crate) fn note(&mut self, node: NodeId, report: Report) {
        let Some(line) = report.lines.first() else { return };
        let text = self.history[node].position.text();
        let is_better = self.reports.get(&text).is_none_or(|known| {
            let is_proven = |report: &Report| report.lines[0].value.is_proven();
            (line.value.is_proven(), report.nodes) >= (is_proven(known), known.nodes)
        });
        if is_better {
            self.reports.insert(text, report);
        }
    }

    /// The values of the moves of a position, if any is proven.
    pub(crate) fn explored(&self, node: NodeId) -> Option<&Explored> {
        self.explored.get(&self.history[node].position.text())?.as_ref()
    }

    /// Whether a position was explored, even if nothing was proven.
    pub(crate) fn is_explored(&self, node: NodeId) -> bool {
        self.explored.contains_key(&self.history[node].position.text())
    }

    /// Notes the values of the moves of a position.
    pub(crate) fn note_explored(&mut self, node: NodeId, explored: Option<Explored>) {
        let text = self.history[node].position.text();
        if let (Some(explored), Some(report)) = (&explored, self.reports.get_mut(&text)) {
            explored.refine(report);
        }
        self.explored.insert(text, explored);
    }

    fn best_line(&self, node: NodeId) -> Option<&Line> {
        self.report(node)?.lines.first()
    }

    /// The value of a position for the player to move, if it is known.
    pub(crate) fn value(&self, node: NodeId) -> Option<Value> {
        let position = &*self.history[node].position;
        match position.outcome() {
            Some(outcome) if outcome.is_draw(position.players()) => Some(Value::Draw),
            Some(outcome) if outcome.winners.contains(position.turn()) => {
                Some(Value::Win(Distance::Exact(0)))
            }
            Some(_) => Some(Value::Loss(Distance::Exact(0))),
            None => {
                let explored = || self.explored(node)?.value.map(Value::from);
                self.best_line(node).map(|line| line.value).or_else(explored)
            }
        }
    }

    /// The winning chance of the first player. With more than two players it is known only where
    /// the first player is to move.
    pub(crate) fn first_players_chance(&self, node: NodeId) -> Option<f64> {
        let after = &self.history[node];
        let position = &*after.position;
        let (player, value) = match self.value(node) {
            Some(value) => (position.turn(), value),
            // An evaluation in a record is for the player who made the move.
            None => (after.player, after.evaluation.as_deref()?.parse().ok()?),
        };
        match (player, position.players()) {
            (Player(0), _) => Some(value.winning_chance()),
            (_, 2) => Some(1.0 - value.winning_chance()),
            _ => None,
        }
    }

    /// The value of the move that leads to a node, for the player who made it.
    fn move_value(&self, node: NodeId) -> Option<Value> {
        let after = &self.history[node];
        let parent = after.parent?;
        let best = self.best_line(parent);
        let next = self.best_line(node).map(|line| (after.position.turn(), line));
        played_value(&*self.history[parent].position, &after.mv, best, next)
    }

    /// What was wrong with the move that leads to a node, if anything is known. Where there are no
    /// reports, the glyphs of the record count.
    pub(crate) fn mistake(&self, node: NodeId) -> Option<Mistake> {
        let after = &self.history[node];
        let (Some(best), Some(played)) = (self.best_line(after.parent?), self.move_value(node))
        else {
            let quality = QUALITIES.into_iter().find(|known| after.glyphs.contains(&known.glyph()));
            return quality.map(|quality| Mistake { quality, text: String::new() });
        };
        if best.first_moves().any(|best| *best == after.mv) {
            return None;
        }
        let better = best.moves.first()?;
        let quality = MoveQuality::between(best.value, played)?;
        let text = format!("{}.", mistake_text(best.value, played, better));
        Some(Mistake { quality, text })
    }

    /// Goes to the next or previous mistake of the line. Returns whether there is one.
    pub(crate) fn go_to_mistake(&mut self, forward: bool) -> bool {
        let line = self.line();
        let here = line.iter().position(|node| *node == self.current).unwrap_or(0);
        let is_mistake = |node: &&NodeId| self.mistake(**node).is_some();
        let found = match forward {
            true => line[here + 1..].iter().find(is_mistake),
            false => line[..here].iter().rev().find(is_mistake),
        };
        self.current = found.copied().unwrap_or(self.current);
        found.is_some()
    }

    /// The game as a record with variations, evaluations and glyphs for mistakes.
    pub(crate) fn record_text(&self) -> String {
        let mut history = self.history.clone();
        for node in self.history.ids() {
            if let Some(value) = self.move_value(node) {
                let glyph = self.mistake(node).map(|mistake| mistake.quality.glyph());
                history.annotate(node, value.to_string(), glyph);
            }
        }
        history.record_text(self.record.clone())
    }

    /// A record that ends in the current position, with these players.
    pub(crate) fn record_up_to_here(&self, seats: &[Seat]) -> Record {
        let is_start = |(name, _): &&(String, String)| START_TAGS.contains(&name.as_str());
        let tags = self.record.tags.iter().filter(is_start).cloned().collect();
        let path = self.history.path_to(self.current);
        let moves = path.iter().skip(1).map(|node| Played::new(&*self.history[*node].mv)).collect();
        let mut record = Record { tags, moves, ..Record::default() };
        for (player, seat) in seats.iter().enumerate() {
            record.set_tag(&format!("Player{player}"), seat.name.as_str());
            record.set_tag(&format!("Seat{player}"), seat.kind.to_string());
        }
        record
    }
}

#[cfg(test)]
mod tests;
