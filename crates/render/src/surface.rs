//! What boards look like in each material.

use crate::palette::{Ink, Rgb};
use crate::{Material, Theme};

/// The colour of a mark's lines, and the colour with which it tints its square.
pub(crate) type MarkColour = (Rgb, Rgb);

/// The colours of the marks on squares. Each mark also has a shape of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MarkColours {
    /// What can be chosen and what has been chosen.
    pub(crate) choice: MarkColour,
    /// The last move.
    pub(crate) last: MarkColour,
    /// A suggested move.
    pub(crate) hint: MarkColour,
    /// What won the game.
    pub(crate) winning: MarkColour,
}

const DARK_MARKS: MarkColours = MarkColours {
    choice: (rgb(0x0d47a8), rgb(0xeaf3ff)),
    last: (rgb(0x8a4500), rgb(0xffc81e)),
    hint: (rgb(0x741694), rgb(0xc86be8)),
    winning: (rgb(0x0b572a), rgb(0x53c46a)),
};

const BRIGHT_MARKS: MarkColours = MarkColours {
    choice: (rgb(0x9cccff), rgb(0x4f9dff)),
    last: (rgb(0xffc43d), rgb(0xffb400)),
    hint: (rgb(0xeebbff), rgb(0xc860f0)),
    winning: (rgb(0xa8ec8a), rgb(0x5fd040)),
};

/// Lines that look like the grain of a material, on a board of 100 by 100.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grain {
    /// The number of lines.
    pub(crate) lines: u32,
    /// How far a line leads to the right and down. Lines as long as the board are evenly spaced.
    pub(crate) reach: (u32, u32),
    /// The width of the lines and how opaque they are, in hundredths.
    pub(crate) width: u32,
    pub(crate) opacity: u32,
    pub(crate) colour: Rgb,
}

/// The colours of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surface {
    /// The frame, where the light falls on it and where it does not.
    pub(crate) frame: [Rgb; 2],
    /// The names of files and ranks on the frame.
    pub(crate) label: Rgb,
    /// The squares, likewise.
    pub(crate) square: [Rgb; 2],
    /// The lines between the squares.
    pub(crate) line: Rgb,
    pub(crate) grain: Grain,
    /// Whether the squares are so dark that marks and outlines of pieces must be bright.
    pub(crate) is_dark: bool,
}

const fn rgb(code: u32) -> Rgb {
    Rgb((code >> 16) as u8, (code >> 8) as u8, code as u8)
}

const fn surface(
    frame: [u32; 2],
    label: u32,
    square: [u32; 2],
    line: u32,
    grain: Grain,
    is_dark: bool,
) -> Surface {
    Surface {
        frame: [rgb(frame[0]), rgb(frame[1])],
        label: rgb(label),
        square: [rgb(square[0]), rgb(square[1])],
        line: rgb(line),
        grain,
        is_dark,
    }
}

const fn grain(lines: u32, reach: (u32, u32), width: u32, opacity: u32, colour: u32) -> Grain {
    Grain { lines, reach, width, opacity, colour: rgb(colour) }
}

const WOOD: Grain = grain(19, (100, 2), 50, 14, 0x7a4a1c);
const FELT: Grain = grain(150, (2, 2), 30, 14, 0x04160e);
const SLATE: Grain = grain(26, (14, 5), 22, 20, 0xffffff);
const PAPER: Grain = grain(60, (3, 1), 25, 22, 0x8a7448);

/// The surfaces: each material in a light and in a dark theme.
const SURFACES: [[Surface; 2]; 4] = [
    [
        surface([0x8f5e30, 0x754a22], 0xfff3dc, [0xe8cb9c, 0xd3ad74], 0x7a5428, WOOD, false),
        surface(
            [0x4a3122, 0x33211a],
            0xe6cfae,
            [0x6b4a33, 0x553826],
            0x2a1a10,
            Grain { colour: rgb(0x1a0e06), opacity: 30, ..WOOD },
            true,
        ),
    ],
    [
        surface([0x8a5a30, 0x6b431f], 0xfff0d8, [0x35705a, 0x2a5c49], 0x173a2c, FELT, true),
        surface([0x3d2a1c, 0x2a1c12], 0xe2cba8, [0x23513f, 0x1a4031], 0x0c2319, FELT, true),
    ],
    [
        surface([0x5f6b76, 0x47515a], 0xf6f8fa, [0xbcc6ce, 0xa6b1ba], 0x6d7984, SLATE, false),
        surface(
            [0x262c33, 0x1a1f25],
            0xc6cfd8,
            [0x414a54, 0x343c45],
            0x1c2229,
            Grain { opacity: 9, ..SLATE },
            true,
        ),
    ],
    [
        surface([0xf1e9d8, 0xe6dbc4], 0x4a3f2c, [0xfaf5ea, 0xf2eadb], 0xa08f6c, PAPER, false),
        surface(
            [0x2b2926, 0x232120],
            0xd8d0c0,
            [0x3a3733, 0x32302c],
            0x77706a,
            Grain { colour: rgb(0xc8bda8), opacity: 12, ..PAPER },
            true,
        ),
    ],
];

impl Surface {
    pub(crate) const fn of(theme: Theme) -> &'static Self {
        &SURFACES[theme.material as usize][theme.dark as usize]
    }

    pub(crate) const fn marks(&self) -> &'static MarkColours {
        if self.is_dark { &BRIGHT_MARKS } else { &DARK_MARKS }
    }

    /// Neutral pieces on the board.
    pub(crate) const fn neutral(&self) -> Ink {
        let edge = if self.is_dark { rgb(0xe9e4dc) } else { rgb(0x4c463f) };
        Ink { fill: rgb(0xa9a298), on: crate::palette::BLACK, edge }
    }
}

impl Material {
    /// The first letter, for the ids of a picture's definitions.
    pub(crate) const fn letter(self) -> char {
        match self {
            Self::Wood => 'w',
            Self::Felt => 'f',
            Self::Slate => 's',
            Self::Paper => 'p',
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Palette;
    use crate::palette::tests::{PAINTS, contrast};

    /// A colour seen through a tint of a quarter, as marks have it.
    fn tinted(under: Rgb, tint: Rgb) -> Rgb {
        under.mixed(tint, 25)
    }

    #[test]
    fn marks_stand_out_from_every_material() {
        for (name, theme) in Theme::ALL {
            let surface = Surface::of(theme);
            let MarkColours { choice, last, hint, winning } = *surface.marks();
            for (colour, tint) in [choice, last, hint, winning] {
                for square in surface.square {
                    let ratio = contrast(colour, square);
                    assert!(ratio >= 3.0, "{name}: {colour} on {square}: {ratio:.2}");
                    // The lines of a mark are seen against its own tint, too.
                    let ratio = contrast(colour, tinted(square, tint));
                    assert!(ratio >= 2.5, "{name}: {colour} on its tint: {ratio:.2}");
                }
            }
        }
    }

    #[test]
    fn pieces_stand_out_from_every_material() {
        for (name, theme) in Theme::ALL {
            let (surface, palette) = (Surface::of(theme), Palette::of(theme));
            let inks = PAINTS.map(|paint| palette.ink_on(paint, surface.is_dark));
            for ink in inks.into_iter().chain([surface.neutral()]) {
                for square in surface.square {
                    let seen = [ink.fill, ink.edge].map(|colour| contrast(colour, square));
                    assert!(
                        seen.into_iter().any(|ratio| ratio >= 3.0),
                        "{name}: {ink:?} on {square}: {seen:.2?}"
                    );
                }
            }
        }
    }

    #[test]
    fn labels_are_readable_on_every_frame() {
        for (name, theme) in Theme::ALL {
            let surface = Surface::of(theme);
            for frame in surface.frame {
                let ratio = contrast(surface.label, frame);
                assert!(ratio >= 4.5, "{name}: {ratio:.2}");
            }
        }
    }
}
