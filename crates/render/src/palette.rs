//! The exact colours of each theme.

use std::fmt;

use strata_rules::Paint;

use crate::Theme;

/// A colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// This colour with `percent` of another one mixed in.
    pub(crate) const fn mixed(self, other: Self, percent: u16) -> Self {
        const fn channel(a: u8, b: u8, percent: u16) -> u8 {
            ((a as u16 * (100 - percent) + b as u16 * percent) / 100) as u8
        }
        Self(
            channel(self.0, other.0, percent),
            channel(self.1, other.1, percent),
            channel(self.2, other.2, percent),
        )
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// The colours of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ink {
    /// The piece itself.
    pub fill: Rgb,
    /// Letters, numbers and patterns on it.
    pub on: Rgb,
    /// Its outline.
    pub edge: Rgb,
}

const fn ink(fill: Rgb, on: Rgb, edge: Rgb) -> Ink {
    Ink { fill, on, edge }
}

pub(crate) const WHITE: Rgb = Rgb(0xff, 0xff, 0xff);
pub(crate) const BLACK: Rgb = Rgb(0x16, 0x16, 0x1a);

/// The colours of a theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Palette {
    /// The background around the board.
    pub page: Rgb,
    /// Text on the background.
    pub text: Rgb,
    /// Fainter text on the background.
    pub faint: Rgb,
    /// A square.
    pub square: Rgb,
    /// The lines between squares.
    pub line: Rgb,
    /// A square that is out of play.
    pub gone: Rgb,
    /// A square of the last move.
    pub last: Rgb,
    /// The outline of a square that won the game.
    pub winning: Rgb,
    /// A square that can be chosen first.
    pub source: Rgb,
    /// A square that has been chosen.
    pub chosen: Rgb,
    /// A square that can be chosen next.
    pub target: Rgb,
    /// Neutral pieces.
    pub neutral: Ink,
    pub(crate) dark: bool,
    colour_blind: bool,
}

const LIGHT: Palette = Palette {
    page: Rgb(0xfa, 0xf8, 0xf4),
    text: Rgb(0x22, 0x22, 0x26),
    faint: Rgb(0x62, 0x60, 0x66),
    square: Rgb(0xee, 0xe4, 0xd2),
    line: Rgb(0xc0, 0xae, 0x90),
    gone: Rgb(0x8f, 0x88, 0x80),
    last: Rgb(0xf2, 0xd0, 0x4e),
    winning: Rgb(0x1f, 0x7a, 0x2c),
    source: Rgb(0xc9, 0xdf, 0xa8),
    chosen: Rgb(0x8f, 0xc9, 0x6a),
    target: Rgb(0xa9, 0xd3, 0xe8),
    neutral: ink(Rgb(0xb0, 0xaa, 0xa2), BLACK, Rgb(0x6c, 0x66, 0x60)),
    dark: false,
    colour_blind: false,
};

const DARK: Palette = Palette {
    page: Rgb(0x1d, 0x1e, 0x22),
    text: Rgb(0xec, 0xea, 0xe4),
    faint: Rgb(0xa6, 0xa4, 0xa0),
    square: Rgb(0x4a, 0x45, 0x40),
    line: Rgb(0x2c, 0x29, 0x26),
    gone: Rgb(0x14, 0x14, 0x16),
    last: Rgb(0x9a, 0x7d, 0x1e),
    winning: Rgb(0xa6, 0xe0, 0x7c),
    source: Rgb(0x5d, 0x77, 0x3c),
    chosen: Rgb(0x6f, 0xa0, 0x3e),
    target: Rgb(0x3a, 0x6c, 0x86),
    neutral: ink(Rgb(0x9c, 0x97, 0x90), BLACK, Rgb(0x2a, 0x28, 0x26)),
    dark: true,
    colour_blind: false,
};

impl Palette {
    /// The colours of `theme`.
    pub const fn of(theme: Theme) -> Self {
        let colours = if theme.dark { DARK } else { LIGHT };
        Self { colour_blind: theme.colour_blind, ..colours }
    }

    /// The colours of a side's pieces on the background.
    pub const fn ink(&self, paint: Paint) -> Ink {
        self.ink_on(paint, self.dark)
    }

    /// The colours of a side's pieces on a dark or a light ground.
    pub(crate) const fn ink_on(&self, paint: Paint, dark: bool) -> Ink {
        let usual = self.ink_on_light(paint);
        if !dark {
            return usual;
        }
        // Dark pieces need a light outline on a dark background.
        let edge = match paint {
            Paint::Blue => Rgb(0x9d, 0xbf, 0xf2),
            Paint::Red if self.colour_blind => Rgb(0xff, 0xd5, 0x94),
            Paint::Red => Rgb(0xf2, 0xaa, 0xa4),
            Paint::Green if !self.colour_blind => Rgb(0x98, 0xd6, 0xaa),
            Paint::Dark => Rgb(0xe0, 0xb8, 0x92),
            _ => usual.edge,
        };
        Ink { edge, ..usual }
    }

    const fn ink_on_light(&self, paint: Paint) -> Ink {
        match paint {
            // Blue, orange and bluish green are distinct in every common kind of colour blindness; the
            // usual red and green are not.
            Paint::Blue if self.colour_blind => {
                ink(Rgb(0x00, 0x5a, 0x9c), WHITE, Rgb(0x00, 0x2c, 0x50))
            }
            Paint::Red if self.colour_blind => {
                ink(Rgb(0xe6, 0x8a, 0x00), BLACK, Rgb(0x7a, 0x48, 0x00))
            }
            Paint::Green if self.colour_blind => {
                ink(Rgb(0x7f, 0xd8, 0xbe), BLACK, Rgb(0x15, 0x5c, 0x48))
            }
            Paint::Blue => ink(Rgb(0x2b, 0x62, 0xb8), WHITE, Rgb(0x14, 0x33, 0x66)),
            Paint::Red => ink(Rgb(0xc4, 0x36, 0x2f), WHITE, Rgb(0x6b, 0x17, 0x13)),
            Paint::Green => ink(Rgb(0x2e, 0x7d, 0x46), WHITE, Rgb(0x12, 0x3f, 0x20)),
            Paint::White => ink(WHITE, BLACK, Rgb(0x55, 0x55, 0x5a)),
            Paint::Light => ink(Rgb(0xf6, 0xe0, 0xae), BLACK, Rgb(0x6b, 0x4f, 0x1c)),
            Paint::Dark => ink(Rgb(0x4a, 0x2c, 0x1a), WHITE, Rgb(0x1e, 0x10, 0x08)),
        }
    }

    /// Whether every piece shows the letter of its side.
    pub const fn shows_letters(&self) -> bool {
        self.colour_blind
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) const PAINTS: [Paint; 6] =
        [Paint::Blue, Paint::White, Paint::Red, Paint::Green, Paint::Light, Paint::Dark];

    /// The contrast ratio of the Web Content Accessibility Guidelines.
    pub(crate) fn contrast(a: Rgb, b: Rgb) -> f64 {
        let channel = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        let luminance = |colour: Rgb| {
            0.2126 * channel(colour.0) + 0.7152 * channel(colour.1) + 0.0722 * channel(colour.2)
        };
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn text_has_enough_contrast_in_every_theme() {
        for (name, theme) in Theme::ALL {
            let palette = Palette::of(theme);
            for (on, under) in [(palette.text, palette.page), (palette.faint, palette.page)] {
                assert!(contrast(on, under) >= 4.5, "{name}: {on} on {under}");
            }
            for paint in PAINTS {
                let ink = palette.ink(paint);
                assert!(contrast(ink.on, ink.fill) >= 4.5, "{name}: {paint:?}");
            }
        }
    }
}
