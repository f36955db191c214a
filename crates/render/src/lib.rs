//! Draws any [`Scene`](strata_rules::Scene): as terminal text, as SVG, as PNG. It does not depend
//! on any game.

mod palette;
#[cfg(feature = "png")]
mod png;
mod surface;
pub mod svg;
#[cfg(feature = "terminal")]
pub mod terminal;
mod theme;
mod view;
mod words;

pub use palette::{Palette, Rgb};
#[cfg(feature = "png")]
pub use png::{PngError, png};
pub use theme::{Material, Theme, UnknownTheme};
pub use view::{Mark, View};
pub use words::{describe_contents, describe_square, held_words};
