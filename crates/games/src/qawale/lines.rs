//! The ten lines of the board.

/// The winning lines.
pub(super) const LINES: [u16; 10] =
    [0x000F, 0x00F0, 0x0F00, 0xF000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248];

/// Four sets of squares.
pub(super) type Lanes = u64;
pub(super) const LANES: usize = 4;

/// Four copies of a set.
#[inline]
pub(super) const fn splat(set: u16) -> Lanes {
    set as u64 * 0x0001_0001_0001_0001
}

/// Marks each of four sets that holds a whole row, column or long diagonal: some bits of its lane
/// are set.
#[inline]
pub(super) const fn line_bits(sets: Lanes) -> Lanes {
    let rows = sets & sets >> 1;
    let columns = sets & sets >> 4;
    let rising = sets & sets >> 5;
    let falling = sets & sets >> 3;
    (rows & rows >> 2 & splat(0x1111))
        | (columns & columns >> 8 & splat(0x000F))
        | (rising & rising >> 10 & splat(0x0001))
        | (falling & falling >> 6 & splat(0x0008))
}

/// Whether a set of squares holds a whole row, column or long diagonal.
#[inline]
pub(super) const fn has_line(set: u16) -> bool {
    SETS_WITH_LINE[(set >> 6) as usize] >> (set & 63) & 1 == 1
}

static SETS_WITH_LINE: [u64; 1 << 10] = {
    let mut table = [0; 1 << 10];
    let mut set = 0;
    while set < 1 << 16 {
        table[set >> 6] |= ((line_bits(set as Lanes) != 0) as u64) << (set & 63);
        set += 1;
    }
    table
};

/// The squares of a set in each line, four bits per line.
#[inline]
pub(super) const fn squares_by_line(set: u16) -> u64 {
    LOW_HALF[(set & 0xFF) as usize] | HIGH_HALF[(set >> 8) as usize]
}

static LOW_HALF: [u64; 256] = lines_of_half(0);
static HIGH_HALF: [u64; 256] = lines_of_half(8);

/// The squares by line for each set among the eight squares from `first` on.
const fn lines_of_half(first: u32) -> [u64; 256] {
    let mut table = [0; 256];
    let mut set = 0;
    while set < 256 {
        let squares = (set as u16) << first;
        let mut line = 0;
        while line < LINES.len() {
            // The number of squares of the line that were looked at.
            let mut place = 0;
            let mut square = 0;
            while square < 16 {
                if LINES[line] >> square & 1 == 1 {
                    table[set] |= ((squares >> square & 1) as u64) << (4 * line + place);
                    place += 1;
                }
                square += 1;
            }
            line += 1;
        }
        set += 1;
    }
    table
}

/// The lines in which at most 1, 2, 3 and 4 squares are missing, for sets of squares without a whole
/// line: the lowest of the four bits of each line is set.
#[inline]
pub(super) const fn lines_by_missing_squares(squares_by_line: u64) -> [u64; 4] {
    const ONES: u64 = 0x11_1111_1111;
    const THREES: u64 = 3 * ONES;
    const FIVES: u64 = 5 * ONES;
    let lines = squares_by_line;
    // Adds the bits of each line: first those next to each other, then the two sums.
    let pairs = (lines & FIVES) + (lines >> 1 & FIVES);
    let counts = (pairs & THREES) + (pairs >> 2 & THREES);
    let (low, high) = (counts, counts >> 1);
    [low & high & ONES, high & ONES, (low | high) & ONES, ONES]
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
    fn line_bits_of_four_sets_do_not_mix() {
        for set in 0..=u16::MAX {
            for others in [0, u16::MAX, !set] {
                for lane in 0..LANES {
                    let mask = u64::from(u16::MAX) << (16 * lane);
                    let lanes = splat(set) & mask | splat(others) & !mask;
                    assert_eq!(line_bits(lanes) & mask != 0, has_line(set), "{lanes:#x}");
                }
            }
        }
    }

    #[test]
    fn missing_squares_are_counted_in_each_line() {
        for set in (0..=u16::MAX).filter(|set| !has_line(*set)) {
            let lines = lines_by_missing_squares(squares_by_line(set));
            for (line, squares) in LINES.iter().enumerate() {
                let missing = (squares & !set).count_ones() as usize;
                for most in 1..=4 {
                    let is_listed = lines[most - 1] >> (4 * line) & 1 == 1;
                    assert_eq!(is_listed, missing <= most, "{set:#x}, line {line}");
                }
            }
        }
    }
}
