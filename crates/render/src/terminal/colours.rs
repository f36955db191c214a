//! The colours a terminal can show.

use anstyle::{AnsiColor, Color, RgbColor};
use anstyle_lossy::rgb_to_xterm;

use crate::Rgb;

/// The colours a terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colours {
    /// None at all.
    None,
    /// The sixteen old ones.
    Sixteen,
    /// The table of 256.
    Many,
    /// Every one.
    All,
}

impl Colours {
    /// What the environment says, by the conventions of `NO_COLOR`, `COLORTERM` and `TERM`.
    pub fn from_environment(is_terminal: bool, get: impl Fn(&str) -> Option<String>) -> Self {
        let is_set = |name: &str| get(name).is_some_and(|value| !value.is_empty());
        let term = get("TERM").unwrap_or_default();
        if !is_terminal || is_set("NO_COLOR") || term == "dumb" {
            return Self::None;
        }
        match get("COLORTERM").as_deref() {
            Some("truecolor" | "24bit") => Self::All,
            _ if term.contains("256color") => Self::Many,
            _ => Self::Sixteen,
        }
    }

    /// The nearest colour there is.
    pub fn nearest(self, Rgb(red, green, blue): Rgb) -> Color {
        let rgb = RgbColor(red, green, blue);
        match self {
            Self::All => rgb.into(),
            Self::Many => rgb_to_xterm(rgb).into(),
            Self::Sixteen => nearest_of_sixteen(red, green, blue).into(),
            Self::None => AnsiColor::White.into(),
        }
    }
}

/// The old colour of the same hue. Terminals show these in shades of their own, so that the hue
/// says more than the distance.
fn nearest_of_sixteen(red: u8, green: u8, blue: u8) -> AnsiColor {
    let [red, green, blue] = [red, green, blue].map(i32::from);
    let (most, least) = (red.max(green).max(blue), red.min(green).min(blue));
    if most < 0x60 {
        return AnsiColor::Black;
    }
    if most - least < most / 4 {
        return if most > 0xC0 { AnsiColor::BrightWhite } else { AnsiColor::White };
    }
    // A channel belongs to the hue if it is nearer to the strongest than to the weakest.
    match [red, green, blue].map(|channel| 2 * channel > most + least) {
        [true, true, _] => AnsiColor::Yellow,
        [_, true, true] => AnsiColor::Cyan,
        [true, _, true] => AnsiColor::Magenta,
        [_, true, _] => AnsiColor::Green,
        [_, _, true] => AnsiColor::Blue,
        _ => AnsiColor::Red,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_colours_keep_their_names() {
        use crate::{Palette, Theme};
        use strata_rules::Paint;
        let palette = Palette::of(Theme::default());
        for (paint, expected) in [
            (Paint::Red, AnsiColor::Red),
            (Paint::Blue, AnsiColor::Blue),
            (Paint::Green, AnsiColor::Green),
            (Paint::White, AnsiColor::BrightWhite),
            (Paint::Light, AnsiColor::Yellow),
            (Paint::Dark, AnsiColor::Black),
        ] {
            let Rgb(red, green, blue) = palette.ink(paint).fill;
            assert_eq!(nearest_of_sixteen(red, green, blue), expected, "{paint:?}");
        }
    }

    #[test]
    fn the_environment_decides() {
        let with = |pairs: &'static [(&str, &str)]| {
            Colours::from_environment(true, |name| {
                pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(with(&[("TERM", "xterm"), ("COLORTERM", "truecolor")]), Colours::All);
        assert_eq!(with(&[("TERM", "xterm-256color")]), Colours::Many);
        assert_eq!(with(&[("TERM", "linux")]), Colours::Sixteen);
        assert_eq!(with(&[("TERM", "xterm"), ("NO_COLOR", "1")]), Colours::None);
        assert_eq!(Colours::from_environment(false, |_| None), Colours::None);
    }
}
