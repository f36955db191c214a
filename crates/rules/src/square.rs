//! Squares by file and rank.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// A square of a board, named as in chess: file `a` is on the left, rank `1` at the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Square {
    /// The file, 0 for `a`.
    pub file: u8,
    /// The rank, 0 for `1`.
    pub rank: u8,
}

impl Square {
    /// The square on `file` and `rank`, both counted from 0.
    pub const fn new(file: u8, rank: u8) -> Self {
        Self { file, rank }
    }

    /// The square with this index on a board of this width, counted from `a1` along the ranks.
    pub const fn from_index(index: usize, width: usize) -> Self {
        Self::new((index % width) as u8, (index / width) as u8)
    }

    /// The index of the square on a board of this width.
    pub const fn index(self, width: usize) -> usize {
        self.rank as usize * width + self.file as usize
    }

    /// Parses a square at the start of `text`; returns it and the rest.
    pub fn split_from(text: &str) -> Option<(Self, &str)> {
        let bytes = text.as_bytes();
        let file = bytes.first()?.checked_sub(b'a').filter(|file| *file < 26)?;
        let digits = bytes[1..].iter().take(2).take_while(|byte| byte.is_ascii_digit()).count();
        let rank: u8 = text[1..=digits].parse().ok().filter(|rank| *rank > 0)?;
        // No leading zero: every square has exactly one name.
        (bytes[1] != b'0').then(|| (Self::new(file, rank - 1), &text[1 + digits..]))
    }

    /// Whether the square is on a board of this width and height.
    pub const fn is_on(self, width: usize, height: usize) -> bool {
        (self.file as usize) < width && (self.rank as usize) < height
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file), self.rank + 1)
    }
}

impl FromStr for Square {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match Self::split_from(text) {
            Some((square, "")) => Ok(square),
            _ => Err(format!("{} is not a square such as c3", crate::shorten(text))),
        }
    }
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn square_names_round_trip() {
        for index in 0..100 {
            let square = Square::from_index(index, 10);
            assert_eq!(square.index(10), index);
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        assert_eq!(Square::new(2, 9).to_string(), "c10");
    }

    #[test]
    fn split_from_returns_the_square_and_the_rest() {
        assert_eq!(Square::split_from("c10b2"), Some((Square::new(2, 9), "b2")));
        for bad in ["", "3", "c", "c0", "c03", "C3", "é3", "{1"] {
            assert_eq!(Square::split_from(bad), None, "{bad}");
        }
    }
}
