//! Positions that are put together by hand, piece by piece.

use std::fmt::Debug;
use std::sync::Arc;

use serde::Serialize;

use crate::any::erase;
use crate::{AnyPosition, GameInfo, Options, Owner, Scene, Show, Square, Text, shorten};

/// A game whose positions can be put together by hand.
///
/// On the way from one position to another lie boards that no game could reach. They are drafts:
/// the same values as positions, written in the same text, but only [`Text::accept`] makes a
/// position to play from out of one. A draft's hash means nothing.
pub trait Edit: Text + Show {
    /// What can be put on squares.
    fn brushes(&self, draft: &Self::Position) -> Vec<Brush>;

    /// What else belongs to a position: the turn, hands, scores.
    fn settings(&self, draft: &Self::Position) -> Vec<Setting>;

    /// Puts what a brush stands for on as many squares of the board as it takes, or says in a
    /// phrase why that cannot be.
    fn put(
        &self,
        draft: &mut Self::Position,
        brush: usize,
        squares: &[Square],
    ) -> Result<(), String>;

    /// Takes the topmost thing off a square, if there is one.
    fn take(&self, draft: &mut Self::Position, square: Square);

    /// Gives a setting one of its values.
    fn set(&self, draft: &mut Self::Position, setting: usize, value: u32);

    /// Takes everything off the board. Hands are left empty where pieces on the board came from
    /// them; tiles, of which there are so many and no more, go back.
    fn clear(&self, draft: &mut Self::Position);
}

/// Something that can be put on squares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Brush {
    /// What it is: "Blue piece". No two brushes share a name.
    pub name: String,
    /// Whose it is.
    pub owner: Owner,
    /// How many squares have to be chosen for it: one, or the two ends of a tile.
    pub squares: usize,
}

/// A part of a position that is not on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Setting {
    /// What it is: "Turn". No two settings share a name.
    pub name: String,
    /// The number it has now; of a word, its place among the words.
    pub value: u32,
    /// The greatest value it may have.
    pub most: u32,
    /// The words that its values stand for, where they are words.
    pub words: Vec<&'static str>,
}

impl Setting {
    /// A choice among words.
    pub fn word(name: impl Into<String>, words: Vec<&'static str>, value: usize) -> Self {
        let most = words.len().saturating_sub(1) as u32;
        Self { name: name.into(), value: value as u32, most, words }
    }

    /// A number from 0 to `most`.
    pub fn number(name: impl Into<String>, value: u8, most: u8) -> Self {
        Self { name: name.into(), value: value.into(), most: most.into(), words: Vec::new() }
    }
}

/// A draft of some game's position.
pub trait AnyDraft: Debug + Send {
    /// The game's card.
    fn info(&self) -> &'static GameInfo;
    /// The options it is played with.
    fn options(&self) -> &Options;
    /// What can be put on squares.
    fn brushes(&self) -> Vec<Brush>;
    /// What else belongs to the position.
    fn settings(&self) -> Vec<Setting>;
    /// Puts what the brush of this name stands for on squares.
    fn put(&mut self, brush: &str, squares: &[Square]) -> Result<(), String>;
    /// Takes the topmost thing off a square.
    fn take(&mut self, square: Square) -> Result<(), String>;
    /// Gives the setting of this name a value.
    fn set(&mut self, setting: &str, value: u32) -> Result<(), String>;
    /// Takes everything off the board.
    fn clear(&mut self);
    /// The draft with its options, on one line.
    fn text(&self) -> String;
    /// The draft as data.
    fn scene(&self) -> Scene;
    /// The position to play from, or why there is none, as a phrase.
    fn finish(&self) -> Result<Box<dyn AnyPosition>, String>;
}

/// A draft with its game.
#[derive(Debug)]
pub(crate) struct Drafted<G: Edit> {
    pub(crate) game: Arc<G>,
    pub(crate) draft: G::Position,
}

impl<G: Edit> Drafted<G> {
    fn on_board(&self, square: Square) -> Result<(), String> {
        let Scene { width, height, .. } = self.game.scene(&self.draft);
        match square.is_on(width.into(), height.into()) {
            true => Ok(()),
            false => Err(format!("{square} is not on the {width}×{height} board")),
        }
    }
}

impl<G: Edit> AnyDraft for Drafted<G> {
    fn info(&self) -> &'static GameInfo {
        self.game.info()
    }

    fn options(&self) -> &Options {
        self.game.options()
    }

    fn brushes(&self) -> Vec<Brush> {
        self.game.brushes(&self.draft)
    }

    fn settings(&self) -> Vec<Setting> {
        self.game.settings(&self.draft)
    }

    fn put(&mut self, brush: &str, squares: &[Square]) -> Result<(), String> {
        let brushes = self.brushes();
        let number = brushes.iter().position(|known| known.name == brush);
        let Some(number) = number else {
            let names: Vec<String> = brushes.into_iter().map(|brush| brush.name).collect();
            let (brush, names) = (shorten(brush), names.join(", "));
            return Err(format!("there is no {brush} to put on the board, only {names}"));
        };
        let expected = brushes[number].squares;
        if squares.len() != expected {
            let expected = if expected == 1 { "one square" } else { "two squares" };
            return Err(format!("a {brush} takes {expected}, not {}", squares.len()));
        }
        squares.iter().try_for_each(|square| self.on_board(*square))?;
        self.game.put(&mut self.draft, number, squares)
    }

    fn take(&mut self, square: Square) -> Result<(), String> {
        self.on_board(square)?;
        self.game.take(&mut self.draft, square);
        Ok(())
    }

    fn set(&mut self, setting: &str, value: u32) -> Result<(), String> {
        let settings = self.settings();
        let number = settings.iter().position(|known| known.name == setting);
        let Some(number) = number else {
            let names: Vec<String> = settings.into_iter().map(|setting| setting.name).collect();
            return Err(match names.join(", ") {
                names if names.is_empty() => "all of this position is on the board".to_owned(),
                names => format!("there is no setting {}, only {names}", shorten(setting)),
            });
        };
        let most = settings[number].most;
        if value > most {
            return Err(format!("{setting} is a number from 0 to {most}, not {value}"));
        }
        self.game.set(&mut self.draft, number, value);
        Ok(())
    }

    fn clear(&mut self) {
        self.game.clear(&mut self.draft);
    }

    fn text(&self) -> String {
        self.game.position_text(&self.draft)
    }

    fn scene(&self) -> Scene {
        self.game.scene(&self.draft)
    }

    fn finish(&self) -> Result<Box<dyn AnyPosition>, String> {
        let mut text = String::new();
        self.game.write_position(&self.draft, &mut text);
        Ok(erase(&self.game, self.game.read_position(&text)?))
    }
}
