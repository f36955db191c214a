//! Comments, glyphs and evaluations of moves, as a person or the engine adds them on an analysis board.

use strata_engine::Value;
use strata_records::Record;

use crate::restore::clean_comment;
use crate::{History, NodeId};

/// The longest comment in characters.
const MAX_COMMENT: usize = 2_000;

/// The most bytes that all comments may have together. A record may be 4 MiB long.
const MAX_COMMENTS: usize = 1 << 20;

/// The tags that only matter at a table.
const TABLE_TAGS: [&str; 4] = ["Current", "Paused", "Offer", "TurnTime"];

/// The signs of the numeric annotation glyphs 1 to 6.
const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// The sign of a glyph: `!` for 1, `?` for 2 and so on; `None` for glyphs without a sign.
pub fn glyph_sign(glyph: u8) -> Option<&'static str> {
    SIGNS.get(usize::from(glyph).checked_sub(1)?).copied()
}

/// The glyph of a sign such as `!?`.
pub fn glyph_of(sign: &str) -> Option<u8> {
    (1..).zip(SIGNS).find(|(_, known)| *known == sign).map(|(glyph, _)| glyph)
}

/// Removes the tags that only matter at a table.
pub fn remove_table_tags(record: &mut Record) {
    record.tags.retain(|(name, _)| !TABLE_TAGS.contains(&name.as_str()));
}

impl History {
    /// Replaces the comments on a move, or at the root those on the game. What a record would read as
    /// a clock or an evaluation is removed. A blank text removes the comments.
    pub fn set_comment(&mut self, id: NodeId, text: &str) -> Result<(), String> {
        if self.get(id).is_none() {
            return Err("this move is not in the game".to_owned());
        }
        if text.chars().count() > MAX_COMMENT {
            return Err(format!("a comment can have at most {MAX_COMMENT} characters"));
        }
        let length = |id: NodeId| self[id].comments.iter().map(String::len).sum::<usize>();
        let others: usize = self.ids().filter(|other| *other != id).map(length).sum();
        if others + text.len() > MAX_COMMENTS {
            return Err("the comments of this game are too long for a record".to_owned());
        }
        let text = clean_comment(text);
        self.node_mut(id).comments =
            Some(text).filter(|text| !text.is_empty()).into_iter().collect();
        Ok(())
    }

    /// Replaces the glyph with a sign (1 to 6) of a move; other glyphs stay.
    pub fn set_glyph(&mut self, id: NodeId, glyph: Option<u8>) {
        if self.get(id).is_some_and(|node| node.parent.is_some()) {
            let glyphs = &mut self.node_mut(id).glyphs;
            glyphs.retain(|known| glyph_sign(*known).is_none());
            glyphs.extend(glyph.filter(|glyph| glyph_sign(*glyph).is_some()));
        }
    }

    /// Notes the value of a position, which is for the player to move, as the evaluation of the move
    /// that led to it. With more than two players that is known only if the same player moves again.
    pub fn set_value(&mut self, id: NodeId, value: Value) {
        let Some(node) = self.get(id).filter(|node| node.parent.is_some()) else { return };
        let next = node.position.turn();
        let value = match node.position.players() {
            _ if next == node.player => value.one_ply_earlier(),
            2 => value.before_the_move(),
            _ => return,
        };
        self.node_mut(id).evaluation = Some(value.to_string());
    }

    /// The record of the game with all variations, comments, glyphs and evaluations. The tags and the
    /// result are those of `record`, unless the main line ends by the rules.
    pub fn record_text(&self, record: Record) -> String {
        let comments = self[Self::ROOT].comments.clone();
        let mut record = Record { moves: self.to_moves(), comments, ..record };
        let end = self.main_line().last().map(|end| &*self[*end].position);
        if let Some((end, outcome)) = end.and_then(|end| Some((end, end.outcome()?))) {
            let result = outcome.result(end.players());
            record.set_tag("Result", result.as_str());
            record.result = Some(result);
            record.tags.retain(|(name, _)| name != "Termination");
        }
        record.write(&*self[Self::ROOT].position)
    }
}
