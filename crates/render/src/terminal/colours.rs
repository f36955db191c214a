//! The colours a terminal can show.

use anstyle::{AnsiColor, Color, RgbColor};
use anstyle_lossy::rgb_to_xterm;

use crate::{Palette, Rgb, Theme};

/// The colours a terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colours {
    /// No colours.
    None,
    /// The 16 ANSI colours.
    Sixteen,
    /// The 256 colours of xterm.
    Many,
    /// 24-bit colours.
    All,
}

impl Colours {
    /// The colours by the environment variables `NO_COLOR`, `COLORTERM` and `TERM`.
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

    /// The colours of a character and of the background behind it, as near as the terminal shows them.
    pub fn pair(
        self,
        symbol: Option<Rgb>,
        background: Option<Rgb>,
    ) -> (Option<Color>, Option<Color>) {
        if self == Self::None {
            return (None, None);
        }
        let background = background.map(|rgb| self.nearest(rgb));
        let symbol = match background {
            // Terminals choose their own shades of the sixteen colours. Only black and white are
            // legible on all of them.
            Some(Color::Ansi(background)) => symbol.map(|_| legible_on(background).into()),
            _ => symbol.map(|rgb| self.nearest(rgb)),
        };
        (symbol, background)
    }

    fn nearest(self, Rgb(red, green, blue): Rgb) -> Color {
        let rgb = RgbColor(red, green, blue);
        match self {
            Self::All => rgb.into(),
            Self::Many => rgb_to_xterm(rgb).into(),
            Self::Sixteen | Self::None => one_of_sixteen(Rgb(red, green, blue)).into(),
        }
    }
}

/// Black or white, whichever is legible on a background.
const fn legible_on(background: AnsiColor) -> AnsiColor {
    match background {
        AnsiColor::Black | AnsiColor::Red | AnsiColor::Blue | AnsiColor::Magenta => {
            AnsiColor::BrightWhite
        }
        _ => AnsiColor::Black,
    }
}

/// Marked squares have colours that no piece has; everything else the colour of its hue.
fn one_of_sixteen(rgb: Rgb) -> AnsiColor {
    for dark in [false, true] {
        let palette = Palette::of(Theme { dark, ..Theme::default() });
        match rgb {
            _ if rgb == palette.last => return AnsiColor::Magenta,
            _ if rgb == palette.source || rgb == palette.target => return AnsiColor::Cyan,
            _ if rgb == palette.chosen => return AnsiColor::BrightGreen,
            _ => {}
        }
    }
    nearest_hue(rgb)
}

/// The one of the sixteen colours with the same hue. Terminals choose their own shades, so the hue
/// matters more than the distance.
fn nearest_hue(Rgb(red, green, blue): Rgb) -> AnsiColor {
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
        [true, true, _] if most > 0xF0 => AnsiColor::BrightYellow,
        [true, true, _] => AnsiColor::Yellow,
        [true, _, true] => AnsiColor::Magenta,
        [_, true, _] => AnsiColor::Green,
        [_, _, true] => AnsiColor::Blue,
        _ => AnsiColor::Red,
    }
}

#[cfg(test)]
mod tests {
    use strata_rules::Paint;

    use super::*;

    const PAINTS: [(Paint, AnsiColor); 6] = [
        (Paint::Red, AnsiColor::Red),
        (Paint::Blue, AnsiColor::Blue),
        (Paint::Green, AnsiColor::Green),
        (Paint::White, AnsiColor::BrightWhite),
        (Paint::Light, AnsiColor::BrightYellow),
        (Paint::Dark, AnsiColor::Black),
    ];

    #[test]
    fn sides_keep_the_colours_they_are_named_after_in_sixteen_colours() {
        let palette = Palette::of(Theme::default());
        for (paint, expected) in PAINTS {
            assert_eq!(one_of_sixteen(palette.ink(paint).fill), expected, "{paint:?}");
        }
    }

    #[test]
    fn marks_differ_from_all_pieces_and_from_each_other_in_sixteen_colours() {
        for (name, theme) in Theme::ALL {
            let palette = Palette::of(theme);
            let pieces = PAINTS.map(|(paint, _)| one_of_sixteen(palette.ink(paint).fill));
            let neutral = one_of_sixteen(palette.neutral.fill);
            let marks = [palette.last, palette.target, palette.chosen].map(one_of_sixteen);
            for (index, mark) in marks.iter().enumerate() {
                assert!(!pieces.contains(mark) && *mark != neutral, "{name}: {mark:?}");
                assert!(!marks[..index].contains(mark), "{name}: {mark:?}");
            }
            assert_eq!(one_of_sixteen(palette.source), one_of_sixteen(palette.target), "{name}");
        }
    }

    #[test]
    fn symbols_on_coloured_ground_are_black_or_white_in_sixteen_colours() {
        let palette = Palette::of(Theme::default());
        let pair = Colours::Sixteen.pair(Some(palette.text), Some(palette.last));
        assert_eq!(pair, (Some(AnsiColor::BrightWhite.into()), Some(AnsiColor::Magenta.into())));
        assert_eq!(Colours::None.pair(Some(palette.text), Some(palette.last)), (None, None));
    }

    #[test]
    fn environment_decides_on_colours() {
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
