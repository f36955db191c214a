//! The ten lines of the board.

/// The winning lines.
pub(super) const LINES: [u16; 10] =
    [0x000F, 0x00F0, 0x0F00, 0xF000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248];

/// A number that is not 0 if a set of squares holds a whole row, column or long diagonal.
#[inline]
pub(super) const fn line_bits(set: u16) -> u16 {
    let rows = set & set >> 1;
    let columns = set & set >> 4;
    let rising = set & set >> 5;
    let falling = set & set >> 3;
    (rows & rows >> 2 & 0x1111)
        | (columns & columns >> 8)
        | (rising & rising >> 10)
        | (falling & falling >> 6 & 8)
}

/// Whether a set of squares holds a whole row, column or long diagonal.
#[inline]
pub(super) const fn has_line(set: u16) -> bool {
    line_bits(set) != 0
}

/// The four rows and the four columns of a set of squares: a byte each, of which the low four bits
/// are used.
#[inline]
pub(super) fn rows_and_columns(set: u16) -> u64 {
    let [low, high] = set.to_le_bytes();
    LOW_HALF[usize::from(low)] | HIGH_HALF[usize::from(high)]
}

/// The squares of the rising and of the falling diagonal: a byte each, as above.
#[inline]
pub(super) const fn diagonals(set: u16) -> u16 {
    // Multiplying by 0x1111 adds up the four bits of a diagonal in the highest four.
    const GATHER: u16 = 0x1111;
    let rising = (set & 0x8421).wrapping_mul(GATHER) >> 12;
    let falling = (set & 0x1248).wrapping_mul(GATHER) >> 12;
    rising | falling << 8
}

static LOW_HALF: [u64; 256] = rows_and_columns_of_half(0);
static HIGH_HALF: [u64; 256] = rows_and_columns_of_half(2);

/// The rows and columns of all sets of squares in the two ranks from `rank` on.
const fn rows_and_columns_of_half(rank: usize) -> [u64; 256] {
    let mut table = [0; 256];
    let mut set = 0;
    while set < 256 {
        let mut bit = 0;
        while bit < 8 {
            if set >> bit & 1 == 1 {
                let (file, rank) = (bit % 4, rank + bit / 4);
                table[set] |= 1 << (8 * rank + file) | 1 << (32 + 8 * file + rank);
            }
            bit += 1;
        }
        set += 1;
    }
    table
}

/// The greatest number of squares of a set in one line, if it is below 4.
#[inline]
pub(super) fn most_in_line(set: u16) -> u32 {
    const PAIRS: u64 = 0x0505_0505_0505_0505;
    const QUADS: u64 = 0x0303_0303_0303_0303;
    let count = |lines: u64| {
        let pairs = (lines & PAIRS) + (lines >> 1 & PAIRS);
        (pairs & QUADS) + (pairs >> 2 & QUADS)
    };
    let straight = count(rows_and_columns(set));
    let diagonal = count(diagonals(set).into());
    let any = |bits: u64| u32::from(bits & 0x0101_0101_0101_0101 != 0);
    let twos = straight >> 1 | diagonal >> 1;
    let threes = (straight & straight >> 1) | (diagonal & diagonal >> 1);
    let some = u32::from(set != 0);
    some + any(twos) + any(threes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_line_accepts_sets_that_contain_one_of_the_ten_lines() {
        for set in 0..=u16::MAX {
            let contains_one = LINES.iter().any(|line| set & line == *line);
            assert_eq!(has_line(set), contains_one, "{set:#x}");
        }
    }

    #[test]
    fn most_in_line_is_the_maximum_over_the_lines() {
        for set in (0..=u16::MAX).filter(|set| !has_line(*set)) {
            let most = LINES.iter().map(|line| (set & line).count_ones()).max();
            assert_eq!(Some(most_in_line(set)), most, "{set:#x}");
        }
    }
}
