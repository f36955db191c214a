//! The position editor: drafts that are set up piece by piece.

use std::fmt::{self, Debug};
use std::sync::Arc;

use serde::Serialize;

use crate::any::boxed_position;
use crate::{AnyPosition, GameInfo, Options, Owner, Scene, Show, Square, Text, shorten};

/// A game whose positions can be edited.
///
/// While a position is being edited, the board may be one that no game can reach. Such a board is a
/// draft: it has the same type and the same text as a position, but only [`Text::accept`] turns it
/// into a position to play from. The hash of a draft is meaningless.
pub trait Edit: Text + Show {
    /// The pieces that can be put on squares.
    fn brushes(&self, draft: &Self::Position) -> Vec<Brush>;

    /// The parts of a position that are not on the board: the turn, hands, scores.
    fn settings(&self, draft: &Self::Position) -> Vec<Setting>;

    /// Puts the piece of a brush on the given squares, whose number is the one that the brush
    /// needs; or returns the reason why not, as a phrase.
    fn put(
        &self,
        draft: &mut Self::Position,
        brush: usize,
        squares: &[Square],
    ) -> Result<(), String>;

    /// Removes the topmost piece from a square, if there is one.
    fn take(&self, draft: &mut Self::Position, square: Square);

    /// Sets a setting to one of its values.
    fn set(&self, draft: &mut Self::Position, setting: usize, value: u32);

    /// Removes everything from the board. Where pieces come from a hand, the hands become empty;
    /// where the number of pieces is fixed, as with tiles, they return to the hand.
    fn clear(&self, draft: &mut Self::Position);
}

/// A piece that can be put on squares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Brush {
    /// The name: "Blue piece". Unique among the brushes.
    pub name: String,
    /// The owner.
    pub owner: Owner,
    /// The number of squares to choose: one, or two for the ends of a tile.
    pub squares: usize,
}

/// A part of a position that is not on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Setting {
    /// The name: "Turn". Unique among the settings.
    pub name: String,
    /// The current value: a number, or an index into `words`.
    pub value: u32,
    /// The maximum value.
    pub most: u32,
    /// The words that the values stand for; empty for a number.
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
pub trait AnyDraft: Send {
    /// The game's name, author, sides and options.
    fn info(&self) -> &'static GameInfo;
    /// The options of the game.
    fn options(&self) -> &Options;
    /// The pieces that can be put on squares.
    fn brushes(&self) -> Vec<Brush>;
    /// The parts of the position that are not on the board.
    fn settings(&self) -> Vec<Setting>;
    /// Puts the piece with this name on squares.
    fn put(&mut self, brush: &str, squares: &[Square]) -> Result<(), String>;
    /// Removes the topmost piece from a square.
    fn take(&mut self, square: Square) -> Result<(), String>;
    /// Sets the setting with this name.
    fn set(&mut self, setting: &str, value: u32) -> Result<(), String>;
    /// Removes everything from the board.
    fn clear(&mut self);
    /// The draft with its options, on one line.
    fn text(&self) -> String;
    /// The draft as data.
    fn scene(&self) -> Scene;
    /// The position to play from, or the reason why the draft is not playable, as a phrase.
    fn finish(&self) -> Result<Box<dyn AnyPosition>, String>;
}

impl Debug for dyn AnyDraft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.info().id, self.text())
    }
}

/// A draft with its game.
pub(crate) struct TypedDraft<G: Edit> {
    pub(crate) game: Arc<G>,
    pub(crate) draft: G::Position,
}

impl<G: Edit> TypedDraft<G> {
    fn check_on_board(&self, square: Square) -> Result<(), String> {
        let Scene { width, height, .. } = self.game.scene(&self.draft);
        match square.is_on(width.into(), height.into()) {
            true => Ok(()),
            false => Err(format!("{square} is not on the {width}×{height} board")),
        }
    }
}

impl<G: Edit> AnyDraft for TypedDraft<G> {
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
            return Err(format!("unknown piece {brush}; choose {names}"));
        };
        let expected = brushes[number].squares;
        if squares.len() != expected {
            let expected = if expected == 1 { "one square" } else { "two squares" };
            return Err(format!("a {brush} needs {expected}, not {}", squares.len()));
        }
        squares.iter().try_for_each(|square| self.check_on_board(*square))?;
        self.game.put(&mut self.draft, number, squares)
    }

    fn take(&mut self, square: Square) -> Result<(), String> {
        self.check_on_board(square)?;
        self.game.take(&mut self.draft, square);
        Ok(())
    }

    fn set(&mut self, setting: &str, value: u32) -> Result<(), String> {
        let settings = self.settings();
        let number = settings.iter().position(|known| known.name == setting);
        let Some(number) = number else {
            let names: Vec<String> = settings.into_iter().map(|setting| setting.name).collect();
            return Err(match names.join(", ") {
                names if names.is_empty() => {
                    "this game has no settings besides the board".to_owned()
                }
                names => format!("unknown setting {}; choose {names}", shorten(setting)),
            });
        };
        let most = settings[number].most;
        if value > most {
            return Err(format!("{setting} must be 0 to {most}, not {value}"));
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
        Ok(boxed_position(&self.game, self.game.read_position(&text)?))
    }
}
