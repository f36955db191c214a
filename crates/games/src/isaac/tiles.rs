//! Tiles and their placements.

use strata_rules::Square;

pub(super) const SIDE: usize = 10;

/// The kinds of tile, shortest first.
pub(super) const KINDS: usize = 5;
pub(super) const LENGTHS: [u8; KINDS] = [3, 4, 5, 6, 7];
pub(super) const VALUES: [u32; KINDS] = [1, 2, 3, 4, 6];
pub(super) const SUPPLY: [u8; KINDS] = [5, 4, 3, 2, 1];
/// The number of tiles of a player.
pub(super) const TILES: usize = 15;

/// The placement of a tile: its left or lower square, and whether it is vertical.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Placement(pub(super) u8);

impl Placement {
    pub(super) const fn new(file: usize, rank: usize, upright: bool) -> Self {
        Self((2 * (rank * SIDE + file)) as u8 + upright as u8)
    }

    /// A placement on the rank or file with index `line`, starting at `start`.
    pub(super) const fn on_line(line: usize, start: usize, upright: bool) -> Self {
        if upright { Self::new(line, start, true) } else { Self::new(start, line, false) }
    }

    pub(super) const fn is_upright(self) -> bool {
        self.0 & 1 == 1
    }

    const fn file(self) -> usize {
        self.0 as usize / 2 % SIDE
    }

    const fn rank(self) -> usize {
        self.0 as usize / 2 / SIDE
    }

    /// The rank or file it lies along.
    pub(super) const fn line(self) -> usize {
        if self.is_upright() { self.file() } else { self.rank() }
    }

    /// The index of that rank or file among all lines: ranks first, then files.
    pub(super) const fn line_index(self) -> usize {
        if self.is_upright() { SIDE + self.file() } else { self.rank() }
    }

    /// The start on that line.
    pub(super) const fn start(self) -> usize {
        if self.is_upright() { self.rank() } else { self.file() }
    }

    /// Its left or lower end.
    pub(super) const fn from(self) -> Square {
        Square::new(self.file() as u8, self.rank() as u8)
    }

    /// The distance between the indices of neighbouring squares.
    pub(super) const fn step(self) -> usize {
        if self.is_upright() { SIDE } else { 1 }
    }

    /// The other end of a tile of this length.
    pub(super) const fn to(self, length: u8) -> Square {
        let Square { file, rank } = self.from();
        if self.is_upright() {
            Square::new(file, rank + length - 1)
        } else {
            Square::new(file + length - 1, rank)
        }
    }

    /// Whether a tile of this length covers `square`.
    pub(super) const fn covers(self, length: u8, square: Square) -> bool {
        let (across, along) =
            if self.is_upright() { (square.file, square.rank) } else { (square.rank, square.file) };
        let start = self.start() as u8;
        across as usize == self.line() && start <= along && along < start + length
    }
}

/// A player's tiles: one slot per tile, grouped by kind and sorted within each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rack([u8; TILES]);

/// Slots without a tile on the board; they sort after those with one.
const REMOVED: u8 = 254;
const UNPLACED: u8 = 255;

const FIRST_SLOT: [usize; KINDS + 1] = [0, 5, 9, 12, 14, 15];

impl Rack {
    /// All tiles in the hand.
    pub(super) const FULL: Self = Self([UNPLACED; TILES]);

    fn slots(&self, kind: usize) -> &[u8] {
        &self.0[FIRST_SLOT[kind]..FIRST_SLOT[kind + 1]]
    }

    fn replace(&mut self, kind: usize, old: u8, new: u8) {
        let slots = &mut self.0[FIRST_SLOT[kind]..FIRST_SLOT[kind + 1]];
        let Some(mut slot) = slots.iter().position(|slot| *slot == old) else { return };
        slots[slot] = new;
        // Only one slot is out of order: an insertion step is faster than sorting.
        while slot > 0 && slots[slot - 1] > new {
            slots.swap(slot - 1, slot);
            slot -= 1;
        }
        while slot + 1 < slots.len() && slots[slot + 1] < new {
            slots.swap(slot, slot + 1);
            slot += 1;
        }
    }

    /// Puts an unplaced tile of `kind` on the board.
    pub(super) fn place(&mut self, kind: usize, place: Placement) {
        self.replace(kind, UNPLACED, place.0);
    }

    /// Removes a tile from the board.
    pub(super) fn remove(&mut self, kind: usize, place: Placement) {
        self.replace(kind, place.0, REMOVED);
    }

    /// Marks an unplaced tile as removed, for parsed and edited positions.
    pub(super) fn mark_removed(&mut self, kind: usize) {
        self.replace(kind, UNPLACED, REMOVED);
    }

    /// Puts a removed tile back into the hand.
    pub(super) fn restore(&mut self, kind: usize) {
        self.replace(kind, REMOVED, UNPLACED);
    }

    /// The number of tiles of `kind` never placed.
    pub(super) fn unplaced(&self, kind: usize) -> u8 {
        self.slots(kind).iter().filter(|slot| **slot == UNPLACED).count() as u8
    }

    /// The number of tiles of `kind` that were placed and removed.
    pub(super) fn removed(&self, kind: usize) -> u8 {
        self.slots(kind).iter().filter(|slot| **slot == REMOVED).count() as u8
    }

    /// Whether a tile of `kind` is still in the hand.
    pub(super) fn has_unplaced(&self, kind: usize) -> bool {
        self.0[FIRST_SLOT[kind + 1] - 1] == UNPLACED
    }

    /// The longest kind that has been removed.
    pub(super) fn longest_removed(&self) -> Option<usize> {
        (0..KINDS).rev().find(|&kind| self.slots(kind).contains(&REMOVED))
    }

    /// Whether a tile of this kind lies at this place.
    pub(super) fn has_on_board(&self, (kind, place): (usize, Placement)) -> bool {
        self.slots(kind).contains(&place.0)
    }

    /// Whether all tiles of `earlier` that are on the board are on the board here, too.
    pub(super) fn contains(&self, earlier: &Self) -> bool {
        earlier.on_board().all(|tile| self.has_on_board(tile))
    }

    /// The slots of `earlier` whose tiles are still on the board, as bits; `None` if this rack cannot
    /// result from that one by removals.
    pub(super) fn remaining_of(&self, earlier: &Self) -> Option<u16> {
        let mut left = 0;
        for kind in 0..KINDS {
            if self.unplaced(kind) != earlier.unplaced(kind) {
                return None;
            }
            let mut slot = FIRST_SLOT[kind];
            // Both lists are sorted, so one pass finds each tile of this rack in the other.
            for place in self.slots(kind).iter().take_while(|place| **place < REMOVED) {
                while slot < FIRST_SLOT[kind + 1] && earlier.0[slot] != *place {
                    slot += 1;
                }
                if slot == FIRST_SLOT[kind + 1] {
                    return None;
                }
                left |= 1 << slot;
                slot += 1;
            }
        }
        Some(left)
    }

    /// The slots with a tile on the board, their kinds and placements, shortest first.
    pub(super) fn slots_on_board(&self) -> impl Iterator<Item = (usize, usize, Placement)> {
        (0..KINDS).flat_map(move |kind| {
            let slots = (FIRST_SLOT[kind]..).zip(self.slots(kind));
            slots
                .take_while(|(_, place)| **place < REMOVED)
                .map(move |(slot, place)| (slot, kind, Placement(*place)))
        })
    }

    /// The tiles on the board of kind `least` or longer, shortest first.
    pub(super) fn on_board_from(&self, least: usize) -> impl Iterator<Item = (usize, Placement)> {
        (least..KINDS).flat_map(move |kind| {
            let placed = self.slots(kind).iter().take_while(|slot| **slot < REMOVED);
            placed.map(move |slot| (kind, Placement(*slot)))
        })
    }

    /// The tiles on the board, shortest first.
    pub(super) fn on_board(&self) -> impl Iterator<Item = (usize, Placement)> {
        self.on_board_from(0)
    }
}

/// The start squares on a line where a tile of each kind fits, as bit sets.
pub(super) const fn starts(occupied: u16) -> [u16; KINDS] {
    let free = !occupied & ((1 << SIDE) - 1);
    let three = free & free >> 1 & free >> 2;
    let four = three & free >> 3;
    let five = four & free >> 4;
    let six = five & free >> 5;
    [three, four, five, six, six & free >> 6]
}

const fn count_fits() -> [u64; 1 << SIDE] {
    let mut counts = [0; 1 << SIDE];
    let mut occupied = 0;
    while occupied < 1 << SIDE {
        let starts = starts(occupied as u16);
        let mut kind = 0;
        while kind < KINDS {
            counts[occupied] |= (starts[kind].count_ones() as u64) << (8 * kind);
            kind += 1;
        }
        occupied += 1;
    }
    counts
}

/// For each set of occupied squares of a line, the number of placements of each kind, one byte per
/// kind. Twenty lines add up to at most 160, so the sum over a board does not overflow a byte.
pub(super) static FITS: [u64; 1 << SIDE] = count_fits();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placements_on_empty_full_and_partly_occupied_lines() {
        assert_eq!(FITS[0].to_le_bytes()[..KINDS], [8, 7, 6, 5, 4]);
        assert_eq!(FITS[(1 << SIDE) - 1], 0);
        assert_eq!(starts(0b00_0010_0000)[0], 0b00_1100_0111);
        assert_eq!(starts(0b00_0000_0001)[4], 0b00_0000_1110);
    }

    #[test]
    fn rack_slots_stay_sorted() {
        let mut rack = Rack::FULL;
        let (a, b) = (Placement::new(0, 4, false), Placement::new(3, 1, true));
        rack.place(0, a);
        rack.place(0, b);
        assert_eq!(rack.on_board().collect::<Vec<_>>(), [(0, b), (0, a)]);
        rack.remove(0, b);
        assert_eq!((rack.unplaced(0), rack.longest_removed()), (3, Some(0)));
    }
}
