//! The rules of Clusterfuss without the pie rule.
//!
//! A board is two sets of squares of 8 bytes each, with the lowest byte first: the checkers of the player
//! to move, then those of the other player.

use crate::grid::{Grid, group, neighbours, pack, squares, unpack};
use crate::{Board, Rules, Visit, read_options};

pub(crate) struct Clusterfuss {
    grid: Grid,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Checkers {
    mine: u64,
    theirs: u64,
}

impl Checkers {
    fn read(board: &Board) -> Self {
        let set =
            |start| u64::from_le_bytes(board[start..start + 8].try_into().expect("eight bytes"));
        Self { mine: set(0), theirs: set(8) }
    }

    fn write(self) -> Board {
        let mut board = Board::from_slice(&self.mine.to_le_bytes());
        board.extend_from_slice(&self.theirs.to_le_bytes());
        board
    }

    fn all(self) -> u64 {
        self.mine | self.theirs
    }

    fn map(self, change: impl Fn(u64) -> u64) -> Self {
        Self { mine: change(self.mine), theirs: change(self.theirs) }
    }

    /// The position after a capture, seen from the other player; `None` if the capture would leave
    /// the player's checkers in two groups.
    fn capture(self, from: u64, to: u64) -> Option<Self> {
        let mine = self.mine & !from | to;
        let theirs = self.theirs & !to;
        let group = group(to, mine | theirs);
        (mine & !group == 0).then_some(Self { mine: theirs & group, theirs: mine })
    }

    /// The checkers moved left and down as far as possible.
    fn in_corner(self) -> Self {
        let all = self.all();
        let ranks = all.trailing_zeros() / 8;
        let on_any_rank = all.to_le_bytes().into_iter().fold(0, |files, rank| files | rank);
        let files = on_any_rank.trailing_zeros();
        self.map(|set| set >> (8 * ranks + files))
    }

    /// Whether this image comes before another one: the first square that differs decides, empty before
    /// mine before theirs.
    fn is_before(self, other: Self) -> bool {
        let differs = (self.mine ^ other.mine) | (self.theirs ^ other.theirs);
        let first = differs & differs.wrapping_neg();
        let content = |image: Self| (image.theirs & first, image.mine & first);
        content(self) < content(other)
    }

    /// The first one of the eight symmetric images.
    fn first_image(self) -> Self {
        let mut first = self.in_corner();
        for turned in [self, self.map(transpose)] {
            let flipped = turned.map(u64::swap_bytes);
            for image in [turned, flipped, turned.map(flip_files), flipped.map(flip_files)] {
                let image = image.in_corner();
                if image.is_before(first) {
                    first = image;
                }
            }
        }
        first
    }
}

fn flip_files(set: u64) -> u64 {
    set.reverse_bits().swap_bytes()
}

/// Exchanges files and ranks: first single squares, then blocks of 2×2, then of 4×4.
fn transpose(set: u64) -> u64 {
    let swap = |set: u64, distance: u32, upper_left: u64| {
        let differs = (set ^ set >> distance) & upper_left;
        set ^ differs ^ differs << distance
    };
    let set = swap(set, 7, 0x00AA_00AA_00AA_00AA);
    let set = swap(set, 14, 0x0000_CCCC_0000_CCCC);
    swap(set, 28, 0x0000_0000_F0F0_F0F0)
}

impl Clusterfuss {
    pub(crate) fn open(options: &str) -> Result<Self, String> {
        let sizes = &["8", "2", "3", "4", "5", "6", "7"];
        let [size, _] = read_options(options, [("size", sizes), ("pie", &["off"])])?;
        Ok(Self { grid: Grid::new(size) })
    }
}

impl Rules for Clusterfuss {
    fn start(&self) -> Board {
        let size = self.grid.size;
        let steps_from_top_left = |square: usize| square % size + (size - 1 - square / size);
        let is_mine = |square: usize| steps_from_top_left(square) % 2 == 0;
        let (mine, all) = (self.grid.set(is_mine), self.grid.set(|_| true));
        Checkers { mine, theirs: all & !mine }.write()
    }

    fn result(&self, board: &Board) -> Option<i8> {
        match Checkers::read(board) {
            Checkers { mine: 0, .. } => Some(-1),
            Checkers { theirs: 0, .. } => Some(1),
            _ => None,
        }
    }

    fn visit_moves(&self, board: &Board, visit: Visit) {
        let checkers = Checkers::read(board);
        for from in squares(checkers.mine) {
            for to in squares(neighbours(from) & checkers.all()) {
                let mv = [self.grid.number(from), self.grid.number(to)];
                if let Some(next) = checkers.capture(from, to)
                    && visit(&mv, next.write())
                {
                    return;
                }
            }
        }
    }

    fn name(&self, mv: &[usize]) -> String {
        self.grid.names(mv)
    }

    /// The number of checkers: every move captures one.
    fn resources(&self, board: &Board) -> usize {
        Checkers::read(board).all().count_ones() as usize
    }

    /// The search prefers positions in which the other player has few captures, legal or not.
    fn effort(&self, _board: &Board, _mv: &[usize], next: &Board) -> Option<i32> {
        let next = Checkers::read(next);
        let captures = |from| (neighbours(from) & next.all()).count_ones() as i32;
        Some(squares(next.mine).map(captures).sum())
    }

    fn first_image(&self, board: &Board) -> Board {
        Checkers::read(board).first_image().write()
    }

    fn encode(&self, board: &Board) -> Vec<u8> {
        let Checkers { mine, theirs } = Checkers::read(board);
        let digit =
            |square: &u64| u8::from(mine & square != 0) + 2 * u8::from(theirs & square != 0);
        pack(&self.grid.bits.iter().map(digit).collect::<Vec<u8>>(), 3, 5)
    }

    fn decode(&self, key: &[u8]) -> Result<Board, String> {
        let digits = unpack(key, 3, 5);
        let set = |digit| self.grid.set(|square| digits[square] == digit);
        let checkers = Checkers { mine: set(1), theirs: set(2) };
        let first = squares(checkers.all()).next().ok_or("the board is empty")?;
        match group(first, checkers.all()) == checkers.all() {
            true => Ok(checkers.write()),
            false => Err("the checkers are not in one group".to_owned()),
        }
    }
}
