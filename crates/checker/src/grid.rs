//! Square boards. Squares are numbered row by row: a1 is 0, b1 is 1.

pub(crate) struct Grid {
    pub(crate) size: usize,
    /// The orthogonal neighbours of each square, in ascending order.
    pub(crate) neighbours: Vec<Vec<usize>>,
    /// For each of the eight symmetries, the square whose content it moves to each square.
    symmetries: Vec<Vec<usize>>,
}

impl Grid {
    pub(crate) fn new(size: usize) -> Self {
        let neighbours = |square: usize| {
            let (file, rank) = (square % size, square / size);
            let south = (rank > 0).then(|| square - size);
            let west = (file > 0).then(|| square - 1);
            let east = (file + 1 < size).then(|| square + 1);
            let north = (rank + 1 < size).then(|| square + size);
            [south, west, east, north].into_iter().flatten().collect()
        };
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
        Self {
            size,
            neighbours: (0..size * size).map(neighbours).collect(),
            symmetries: (0..8).map(symmetry).collect(),
        }
    }

    /// The smallest of the eight images, compared item by item.
    pub(crate) fn smallest_image<T: Copy + Ord>(&self, squares: &[T]) -> Vec<T> {
        let compare = |a: &&Vec<usize>, b: &&Vec<usize>| {
            a.iter().map(|&from| squares[from]).cmp(b.iter().map(|&from| squares[from]))
        };
        let sources = self.symmetries.iter().min_by(compare).expect("eight symmetries");
        sources.iter().map(|&from| squares[from]).collect()
    }

    /// The names of squares, one after the other: a1b1.
    pub(crate) fn names(&self, squares: &[usize]) -> String {
        let file = |square: usize| char::from(b'a' + (square % self.size) as u8);
        squares
            .iter()
            .map(|square| format!("{}{}", file(*square), square / self.size + 1))
            .collect()
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
