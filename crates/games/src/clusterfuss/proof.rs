//! Keys that identify positions of Clusterfuss up to symmetry, translation and colours.

use strata_rules::grid::Word;

use super::play::{Board, Pie, Position};

/// The largest board on which positions have keys.
pub(super) const MAX_KEY_SIDE: usize = 8;

/// The numbers whose base-3 digits are the bits of the index.
pub(super) const BASE_3: [u16; 256] = {
    let mut numbers = [0; 256];
    let mut bits = 1;
    while bits < 256 {
        numbers[bits] = 3 * numbers[bits / 2] + bits as u16 % 2;
        bits += 1;
    }
    numbers
};

/// The checkers of both players on an 8×8 board with one byte per rank; the player to move comes
/// first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Checkers {
    pub(super) own: u64,
    pub(super) enemy: u64,
}

impl Checkers {
    fn map(self, change: impl Fn(u64) -> u64) -> Self {
        Self { own: change(self.own), enemy: change(self.enemy) }
    }

    /// The checkers moved to the bottom left corner. Edges do not matter in Clusterfuss.
    fn in_corner(self) -> Self {
        let occupied = self.own | self.enemy;
        let ranks = occupied.trailing_zeros() / 8;
        let halves = occupied | occupied >> 32;
        let quarters = halves | halves >> 16;
        let files = (quarters | quarters >> 8).trailing_zeros();
        self.map(|set| set >> (8 * ranks + files))
    }

    /// The eight symmetric images in the corner.
    pub(super) fn images(self) -> [Self; 8] {
        let transposed = self.map(transpose);
        let [a, b, c, d] = [self, transposed, self.map(flip_ranks), transposed.map(flip_ranks)];
        [a, b, c, d, a.map(flip_files), b.map(flip_files), c.map(flip_files), d.map(flip_files)]
            .map(Self::in_corner)
    }

    /// The image whose occupied squares are smallest as a number.
    pub(super) fn smallest_shape_image(self) -> Self {
        let images = self.images();
        images.into_iter().min_by_key(|image| image.own | image.enemy).unwrap_or(self)
    }
}

fn flip_ranks(set: u64) -> u64 {
    set.swap_bytes()
}

fn flip_files(set: u64) -> u64 {
    set.reverse_bits().swap_bytes()
}

/// Exchanges ranks and files.
fn transpose(set: u64) -> u64 {
    let swap = |set: u64, distance: u32, mask: u64| {
        let changed = (set ^ set >> distance) & mask;
        set ^ changed ^ changed << distance
    };
    let set = swap(set, 7, 0x00AA_00AA_00AA_00AA);
    let set = swap(set, 14, 0x0000_CCCC_0000_CCCC);
    swap(set, 28, 0x0000_0000_F0F0_F0F0)
}

impl<const N: usize, W: Word> Board<N, W> {
    /// The checkers as the player to move sees them, on boards of up to 8×8.
    pub(super) fn player_view(&self, position: &Position<W>) -> Checkers {
        let own = usize::from(position.colour);
        let [own, enemy] = [own, own ^ 1].map(|colour| {
            let set = position.checkers[colour].widen();
            let rank = |rank: usize| {
                (set >> (rank * self.grid.side())) as u64 & ((1 << self.grid.side()) - 1)
            };
            (0..self.grid.side()).fold(0, |spread, r| spread | rank(r) << (8 * r))
        });
        Checkers { own, enemy }
    }

    /// A number that identifies the position up to symmetry, translation and an exchange of the
    /// colours: the squares as base-3 digits. `None` for positions that only occur on large boards,
    /// before the pie rule is settled, or by hand.
    pub(super) fn canonical_key(&self, position: &Position<W>) -> Option<u128> {
        let is_settled = matches!(position.pie, Pie::Declined | Pie::Swapped);
        if self.grid.side() > MAX_KEY_SIDE
            || !is_settled
            || !position.connected
            || Self::is_over(position)
        {
            return None;
        }
        let images = self.player_view(position).images();
        let image = images.into_iter().min()?;
        let digits = |set: u64, rank: usize| u128::from(BASE_3[(set >> (8 * rank)) as usize & 255]);
        Some((0..self.grid.side()).rev().fold(0, |key, rank| {
            key * 3_u128.pow(self.grid.side() as u32)
                + digits(image.own, rank)
                + 2 * digits(image.enemy, rank)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transpose_exchanges_ranks_and_files() {
        for rank in 0..8 {
            for file in 0..8 {
                assert_eq!(transpose(1 << (8 * rank + file)), 1 << (8 * file + rank));
            }
        }
    }

    #[test]
    fn flips_keep_the_other_coordinate() {
        assert_eq!(flip_files(0x0000_0000_0000_0103), 0x0000_0000_0000_80C0);
        assert_eq!(flip_ranks(0x0000_0000_0000_0103), 0x0301_0000_0000_0000);
    }
}
