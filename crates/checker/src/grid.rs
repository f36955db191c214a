//! Square boards. Squares are numbered row by row: a1 is 0, b1 is 1.
//!
//! In a set of squares, the square on file f and rank r, both counted from 0, is bit 8r + f, whatever
//! the size of the board.

use std::iter;

pub(crate) struct Grid {
    pub(crate) size: usize,
    /// Each square as a set of its own.
    pub(crate) bits: Vec<u64>,
    /// For each of the eight symmetries, the square whose content it moves to each square.
    symmetries: Vec<Vec<usize>>,
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// The squares next to a set of squares.
pub(crate) fn neighbours(set: u64) -> u64 {
    set << 8 | set >> 8 | (set & !FILE_H) << 1 | (set & !FILE_A) >> 1
}

/// The squares of a set, each as a set of its own.
pub(crate) fn squares(mut set: u64) -> impl Iterator<Item = u64> {
    iter::from_fn(move || {
        let square = set & set.wrapping_neg();
        set ^= square;
        (square != 0).then_some(square)
    })
}

/// All squares of `set` that are connected to those of `start`.
pub(crate) fn group(start: u64, set: u64) -> u64 {
    let next = (start | neighbours(start)) & set;
    if next == start { start } else { group(next, set) }
}

impl Grid {
    pub(crate) fn new(size: usize) -> Self {
        let symmetry = |number: usize| {
            let (swap, flip_files, flip_ranks) = (number >= 4, number % 4 >= 2, number % 2 == 1);
            let source = |square: usize| {
                let (file, rank) = (square % size, square / size);
                let (file, rank) = if swap { (rank, file) } else { (file, rank) };
                let file = if flip_files { size - 1 - file } else { file };
                let rank = if flip_ranks { size - 1 - rank } else { rank };
                rank * size + file
            };
            (0..size * size).map(source).collect()
        };
        let bit = |square: usize| 1 << (square / size * 8 + square % size);
        let (bits, symmetries) = ((0..size * size).map(bit), (0..8).map(symmetry));
        Self { size, bits: bits.collect(), symmetries: symmetries.collect() }
    }

    /// The number of a square.
    pub(crate) fn number(&self, square: u64) -> usize {
        let bit = square.trailing_zeros() as usize;
        bit / 8 * self.size + bit % 8
    }

    /// The set of the chosen squares.
    pub(crate) fn set(&self, choose: impl Fn(usize) -> bool) -> u64 {
        self.bits.iter().enumerate().filter(|(square, _)| choose(*square)).map(|(_, bit)| bit).sum()
    }

    /// The square of the position that each square of its first image shows. The first image is the
    /// smallest of the eight, compared item by item.
    pub(crate) fn first_image<T: Ord>(&self, squares: &[T]) -> &[usize] {
        let compare = |a: &&Vec<usize>, b: &&Vec<usize>| {
            a.iter().map(|&from| &squares[from]).cmp(b.iter().map(|&from| &squares[from]))
        };
        self.symmetries.iter().min_by(compare).expect("eight symmetries")
    }

    /// The names of squares, one after the other: a1b1.
    pub(crate) fn names(&self, squares: &[usize]) -> String {
        let file = |square: usize| char::from(b'a' + (square % self.size) as u8);
        let name = |&square: &usize| format!("{}{}", file(square), square / self.size + 1);
        squares.iter().map(name).collect()
    }
}

/// Writes digits of a small base, several per byte, the first one most significant. The last byte
/// is filled up with zeros.
pub(crate) fn pack(digits: &[u8], base: u8, per_byte: usize) -> Vec<u8> {
    let digit = |chunk: &[u8], index: usize| chunk.get(index).copied().unwrap_or(0);
    let byte = |chunk: &[u8]| (0..per_byte).fold(0, |byte, i| byte * base + digit(chunk, i));
    digits.chunks(per_byte).map(byte).collect()
}

/// The digits of packed bytes, including the zeros at the end.
pub(crate) fn unpack(bytes: &[u8], base: u8, per_byte: usize) -> Vec<u8> {
    let places = || (0..per_byte as u32).rev();
    bytes.iter().flat_map(|byte| places().map(move |place| byte / base.pow(place) % base)).collect()
}
