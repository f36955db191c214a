//! The result of every position with few checkers, computed when a long proof search starts.
//!
//! A position is a shape, the occupied squares up to symmetry and translation, and a colouring: the
//! squares of the shape that belong to the player to move, as the bits of a number. One bit for every
//! colouring of every shape says whether the player to move wins. Captures lead to smaller shapes, so the
//! table is computed in the order of the number of checkers.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::thread;

use foldhash::fast::RandomState;
use strata_rules::grid::{Grid, Word};

use super::play::{Board, Pie, Position};
use super::proof::{Checkers, MAX_KEY_SIDE};

/// Shapes are sets of squares of the 8×8 board, whatever the size of the board.
const GRID: Grid<8, u64> = Grid::new(8);

type Shapes = HashMap<u64, u32, RandomState>;

/// More checkers would take too long to compute.
const MAX_CHECKERS: usize = 14;

/// What a shape takes in the table of shapes, roughly.
const SHAPE_BYTES: usize = 32;

/// The shapes that a thread computes at a time.
const BATCH: usize = 64;

/// The results of all positions with at most a certain number of checkers.
#[derive(Debug, Default)]
pub(super) struct Endgames {
    /// By the number of checkers, starting with none.
    levels: Vec<Level>,
}

/// The results of all positions with the same number of checkers.
#[derive(Debug, Default)]
struct Level {
    /// The number of each shape.
    shapes: Shapes,
    /// The bits of all colourings, shape by shape.
    wins: Box<[u64]>,
}

/// The words for the colourings of a shape.
const fn words(checkers: usize) -> usize {
    (1_usize << checkers).div_ceil(u64::BITS as usize)
}

fn has_bit(words: &[u64], index: usize) -> bool {
    words[index / 64] >> (index % 64) & 1 == 1
}

/// The squares of a set in ascending order, each as a set.
fn squares(set: u64) -> impl Iterator<Item = u64> {
    set.iter().map(u64::bit)
}

/// The squares of `set` as bits in the order of the squares of `shape`, which contains it.
fn colouring(set: u64, shape: u64) -> usize {
    let mut index = 0;
    for (bit, square) in squares(shape).enumerate() {
        index |= usize::from(set & square != 0) << bit;
    }
    index
}

/// Whether a shape fits on a board with this side.
fn fits(shape: u64, side: usize) -> bool {
    let column = (1 << side) - 1;
    let board = (0..side).fold(0, |board, rank| board | column << (8 * rank));
    shape & !board == 0
}

/// The shapes that have one square more, on a board with this side.
fn larger_shapes(shapes: &Shapes, side: usize) -> Vec<u64> {
    let mut larger: HashSet<u64, RandomState> = HashSet::default();
    for shape in shapes.keys() {
        for image in Checkers::images(Checkers { own: *shape, enemy: 0 }) {
            // Every shape has an image that grows to the right or upwards.
            let added = GRID.neighbours(image.own) & !image.own;
            let grown = squares(added).map(|square| image.own | square);
            larger.extend(grown.filter(|grown| fits(*grown, side)).map(smallest_shape));
        }
    }
    larger.into_iter().collect()
}

fn smallest_shape(shape: u64) -> u64 {
    Checkers { own: shape, enemy: 0 }.smallest_shape_image().own
}

/// A capture in all positions of a shape in which it is possible.
struct Capture<'a> {
    /// The colouring must have this bit: the checker that captures.
    from: usize,
    /// The colouring must have none of these bits: the checkers that are detached.
    detached: usize,
    /// The results after the capture, for the opponent.
    after: &'a [u64],
    /// The colouring after the capture is the union of these numbers for the lower and the upper half of the
    /// colouring before it.
    low: Vec<u32>,
    high: Vec<u32>,
}

impl Capture<'_> {
    /// Whether the capture is legal with this colouring and wins.
    fn wins(&self, colouring: usize, half: usize) -> bool {
        if colouring & self.from == 0 || colouring & self.detached != 0 {
            return false;
        }
        let after = self.low[colouring & ((1 << half) - 1)] | self.high[colouring >> half];
        !has_bit(self.after, after as usize)
    }
}

impl Endgames {
    /// Computes the results on a board with this side, for as many checkers as the memory allows.
    pub(super) fn compute(side: usize, megabytes: usize, threads: usize) -> Self {
        let single = Level { shapes: [(1, 0)].into_iter().collect(), wins: vec![0].into() };
        let mut endgames = Self { levels: vec![Level::default(), single] };
        let mut bytes_left = megabytes << 20;
        for checkers in 2..=MAX_CHECKERS.min(side * side) {
            let shapes = larger_shapes(&endgames.levels[checkers - 1].shapes, side);
            let bytes = shapes.len() * (8 * words(checkers) + SHAPE_BYTES);
            if bytes > bytes_left {
                break;
            }
            bytes_left -= bytes;
            let level = endgames.next_level(shapes, checkers, threads);
            endgames.levels.push(level);
        }
        endgames
    }

    fn bytes(&self) -> usize {
        self.levels
            .iter()
            .map(|level| 8 * level.wins.len() + SHAPE_BYTES * level.shapes.len())
            .sum()
    }

    /// The results of all positions with one checker more.
    fn next_level(&self, mut shapes: Vec<u64>, checkers: usize, threads: usize) -> Level {
        shapes.sort_unstable();
        let words = words(checkers);
        let mut wins = vec![0; shapes.len() * words].into_boxed_slice();
        let batches = shapes.chunks(BATCH).zip(wins.chunks_mut(BATCH * words));
        let batches = Mutex::new(batches);
        let next_batch = || batches.lock().ok()?.next();
        thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    while let Some((shapes, wins)) = next_batch() {
                        for (shape, wins) in shapes.iter().zip(wins.chunks_mut(words)) {
                            self.solve_shape(*shape, wins);
                        }
                    }
                });
            }
        });
        Level { shapes: shapes.into_iter().zip(0..).collect(), wins }
    }

    /// Sets the bits of the colourings with which the player to move wins.
    fn solve_shape(&self, shape: u64, wins: &mut [u64]) {
        let checkers = shape.count_ones() as usize;
        let half = checkers / 2;
        let mut captures = self.captures(shape, half);
        for colouring in 1..1 << checkers {
            if let Some(place) = captures.iter().position(|capture| capture.wins(colouring, half)) {
                wins[colouring / 64] |= 1 << (colouring % 64);
                // Captures that win often come first.
                captures.swap(place, place.saturating_sub(1));
            }
        }
    }

    fn captures(&self, shape: u64, half: usize) -> Vec<Capture<'_>> {
        let mut captures = Vec::new();
        for from in squares(shape) {
            let rest = shape ^ from;
            for to in squares(GRID.neighbours(from) & rest) {
                let left = GRID.flood(to, rest);
                captures.push(self.capture(shape, [from, to], left, half));
            }
        }
        captures
    }

    /// The capture after which the squares of `left` are occupied.
    fn capture(&self, shape: u64, [from, to]: [u64; 2], left: u64, half: usize) -> Capture<'_> {
        // Any image serves, as all colourings of the shape are in the table.
        let image_of = |own: u64| Checkers { own, enemy: left ^ own }.smallest_shape_image();
        let bits: Vec<u32> = squares(shape)
            .map(|square| {
                // Checkers of the player who captured are not the ones of the player to move then.
                let is_theirs = square & left != 0 && square != to;
                let image = image_of(if is_theirs { square } else { 0 });
                colouring(image.own, image.own | image.enemy) as u32
            })
            .collect();
        let union = |bits: &[u32], colouring: usize| {
            let chosen = bits.iter().enumerate().filter(|(bit, _)| colouring >> bit & 1 == 1);
            chosen.map(|(_, bit)| bit).sum::<u32>()
        };
        let half_table = |bits: &[u32]| {
            let own: u32 = bits.iter().sum();
            (0..1 << bits.len()).map(|colouring| own - union(bits, colouring)).collect()
        };
        Capture {
            from: colouring(from, shape),
            detached: colouring(shape & !left & !from, shape),
            after: self.wins(smallest_shape(left)).unwrap_or_default(),
            low: half_table(&bits[..half]),
            high: half_table(&bits[half..]),
        }
    }

    /// The bits of a shape.
    fn wins(&self, shape: u64) -> Option<&[u64]> {
        let checkers = shape.count_ones() as usize;
        let level = self.levels.get(checkers)?;
        let start = *level.shapes.get(&shape)? as usize * words(checkers);
        level.wins.get(start..start + words(checkers))
    }

    /// Whether the player to move wins; `None` if there are too many checkers.
    fn look_up(&self, checkers: Checkers) -> Option<bool> {
        if (checkers.own | checkers.enemy).count_ones() as usize >= self.levels.len() {
            return None;
        }
        let image = checkers.smallest_shape_image();
        let shape = image.own | image.enemy;
        Some(has_bit(self.wins(shape)?, colouring(image.own, shape)))
    }
}

impl<const N: usize, W: Word> Board<N, W> {
    /// Computes the results of positions with few checkers, if `root` has many. Returns how many
    /// megabytes they take.
    pub(super) fn compute_endgames(
        &self,
        root: &Position<W>,
        megabytes: usize,
        threads: usize,
    ) -> usize {
        // Other positions are usually solved sooner than the table is computed.
        const MIN_SIDE: usize = 6;
        const MAX_CAPTURED: usize = 4;
        let captured = self.grid.squares() - root.occupied().count() as usize;
        if !(MIN_SIDE..=MAX_KEY_SIDE).contains(&self.grid.side()) || captured > MAX_CAPTURED {
            return 0;
        }
        let endgames =
            self.endgames.get_or_init(|| Endgames::compute(self.grid.side(), megabytes, threads));
        endgames.bytes().div_ceil(1 << 20)
    }

    /// Whether the player to move wins, if that was computed.
    pub(super) fn endgame_result(&self, position: &Position<W>) -> Option<bool> {
        let endgames = self.endgames.get()?;
        let is_settled = matches!(position.pie, Pie::Declined | Pie::Swapped);
        if !is_settled || !position.connected || Self::is_over(position) {
            return None;
        }
        endgames.look_up(self.player_view(position))
    }
}

#[cfg(test)]
mod tests {
    use strata_rules::{Evaluator, Family, Game, Options, Random};

    use super::super::Clusterfuss;
    use super::*;

    type Board6 = Board<6, u64>;

    fn board() -> Board6 {
        let info = Clusterfuss::INFO;
        let options = Options::from_pairs(info.id, info.options, [("size", "6")]);
        Board6::new(options.expect("the size exists"))
    }

    /// Plain minimax without a table.
    fn wins(game: &Board6, position: &Position<u64>) -> bool {
        let mut found = false;
        game.for_each_move(position, |mv| {
            let mut next = *position;
            game.play(&mut next, mv);
            found = found || game.outcome(&next).is_some() || !wins(game, &next);
        });
        found
    }

    /// A position of a random game with at most this many checkers.
    fn late_position(game: &Board6, checkers: u32, random: &mut Random) -> Option<Position<u64>> {
        let mut position = game.start();
        while position.occupied().count_ones() > checkers {
            let mv = game.random_move(&position, random)?;
            game.play(&mut position, mv);
        }
        game.outcome(&position).is_none().then_some(position)
    }

    #[test]
    fn results_agree_with_minimax() {
        let (game, plain) = (board(), board());
        let megabytes = game.prepare_proof(&game.start(), 4, 2);
        assert!((1..=4).contains(&megabytes), "{megabytes}");
        let mut random = Random::new(6);
        let mut seen = [0; 2];
        for _ in 0..400 {
            let Some(position) = late_position(&game, 9, &mut random) else { continue };
            let expected = wins(&plain, &position);
            assert_eq!(game.endgame_result(&position), Some(expected), "{position:?}");
            seen[usize::from(expected)] += 1;
        }
        assert!(seen.iter().all(|count| *count > 50), "{seen:?}");
    }

    #[test]
    fn positions_with_more_checkers_are_not_in_the_table() {
        let game = board();
        game.prepare_proof(&game.start(), 1, 1);
        assert_eq!(game.endgame_result(&game.start()), None);
        assert_eq!(game.solved(&game.start()), None);
    }

    #[test]
    fn all_shapes_of_the_board_are_counted_once() {
        // The numbers of free polyominoes; from seven squares on, the longest ones do not fit.
        let counts = [1, 1, 2, 5, 12, 35, 107, 361];
        let endgames = Endgames::compute(6, 1, 1);
        let levels = endgames.levels[1..].iter().map(|level| level.shapes.len());
        assert_eq!(levels.take(counts.len()).collect::<Vec<_>>(), counts);
    }

    #[test]
    fn nothing_is_computed_for_late_positions() {
        let game = board();
        let position = late_position(&game, 20, &mut Random::new(1)).expect("an unfinished game");
        assert_eq!(game.prepare_proof(&position, 100, 1), 0);
        assert!(game.endgames.get().is_none());
    }
}
