//! The move ordering of proof searches, learned from solved positions.
//!
//! A proof search should first try the move with the least ratio of expected work to the probability of
//! success. The logarithm of this ratio is estimated by a sum: a weight for every reply, and a weight
//! for every checker that depends on the eight squares around it.
//!
//! `proof_order.bin` contains the weights of these patterns up to symmetry.
//! `cargo run --release -p strata-games --example clusterfuss_order -- FILE` computes such a file. The
//! stored one was made by the same method with other random openings; a new file has other weights of
//! similar quality on 6×6. It was chosen among several because it solves 5×5 with the fewest nodes.

use std::sync::LazyLock;

use strata_rules::Game;
use strata_rules::grid::Word;

use super::play::{Board, Position};
use super::proof::{BASE_3, MAX_KEY_SIDE};

/// The number of ways to fill 3×3 squares; each is empty or has a checker of either player.
pub const PATTERNS: usize = 27 * 27 * 27;
/// The unit of the weights: this many make one natural logarithm.
pub const SCALE: f32 = 64.0;
/// The weight of a reply.
pub const REPLY_WEIGHT: i32 = 32;

/// The weight of every pattern class, in the order of `pattern_classes`.
static WEIGHTS: &[u8] = include_bytes!("proof_order.bin");

/// The files of a rank, from the left.
type Files<T> = [T; MAX_KEY_SIDE];

struct Tables {
    /// For every rank as a base-3 number: for every file, the digits of three adjacent files.
    triples: Vec<Files<u16>>,
    /// The weight of every pattern.
    weights: Vec<i8>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let weight = |class: Option<usize>| class.map_or(0, |class| WEIGHTS[class] as i8);
    Tables {
        triples: (0..3_u16.pow(MAX_KEY_SIDE as u32)).map(triples).collect(),
        weights: pattern_classes().into_iter().map(weight).collect(),
    }
});

/// For every file of a rank, the digits of that file and its two neighbours.
fn triples(rank: u16) -> Files<u16> {
    std::array::from_fn(|file| (3 * u32::from(rank) / 3_u32.pow(file as u32) % 27) as u16)
}

/// The class of every pattern under the symmetries of the square; `None` if its centre is empty. The
/// digits of a pattern's number in base 3 are its squares, rank by rank.
pub fn pattern_classes() -> Vec<Option<usize>> {
    const CENTRE: usize = 4;
    let mut classes = vec![None; PATTERNS];
    let mut count = 0;
    for pattern in 0..PATTERNS {
        let squares: [usize; 9] =
            std::array::from_fn(|square| pattern / 3_usize.pow(square as u32) % 3);
        if squares[CENTRE] == 0 || classes[pattern].is_some() {
            continue;
        }
        let mut image = squares;
        for _ in 0..2 {
            for _ in 0..4 {
                image = std::array::from_fn(|square| image[(2 - square % 3) * 3 + square / 3]);
                classes[image.iter().rev().fold(0, |number, digit| 3 * number + digit)] =
                    Some(count);
            }
            image = std::array::from_fn(|square| squares[square % 3 * 3 + square / 3]);
        }
        count += 1;
    }
    classes
}

impl<const N: usize, W: Word> Board<N, W> {
    /// Calls `visit` with the pattern around every square, rank by rank, on boards of up to 8×8. The
    /// digit 1 stands for the player to move, 2 for the opponent.
    #[inline]
    pub fn for_each_pattern(&self, position: &Position<W>, mut visit: impl FnMut(u16)) {
        let tables = &*TABLES;
        let own = usize::from(position.colour);
        let [own, enemy] = [own, own ^ 1].map(|colour| position.checkers[colour].widen());
        let digits = |set: u128, rank: usize| {
            BASE_3[(set >> (rank * self.grid.side())) as usize & ((1 << self.grid.side()) - 1)]
        };
        let rank =
            |rank: usize| tables.triples[usize::from(digits(own, rank) + 2 * digits(enemy, rank))];
        let mut below = [0; MAX_KEY_SIDE];
        let mut middle = rank(0);
        for next in 1..=self.grid.side() {
            let above = if next < self.grid.side() { rank(next) } else { [0; MAX_KEY_SIDE] };
            let patterns: Files<u16> =
                std::array::from_fn(|file| below[file] + 27 * middle[file] + 729 * above[file]);
            patterns[..self.grid.side()].iter().for_each(|pattern| visit(*pattern));
            (below, middle) = (middle, above);
        }
    }

    /// The estimated effort to prove that the player to move loses.
    pub(super) fn estimated_effort(&self, position: &Position<W>) -> i32 {
        let mut effort = REPLY_WEIGHT * self.count_moves(position) as i32;
        if self.grid.side() <= MAX_KEY_SIDE {
            let weights = &TABLES.weights[..PATTERNS];
            self.for_each_pattern(position, |pattern| {
                effort += i32::from(weights[usize::from(pattern)]);
            });
        }
        effort
    }
}

#[cfg(test)]
mod tests {
    use strata_rules::{Family, Options, Random, Symmetry};

    use super::super::Clusterfuss;
    use super::*;

    fn random_position<const N: usize, W: Word>(game: &Board<N, W>, seed: u64) -> Position<W> {
        let mut random = Random::new(seed);
        let mut position = game.start();
        for _ in 0..random.below((N * N / 2) as u64) {
            let Some(mv) = game.random_move(&position, &mut random) else { break };
            game.play(&mut position, mv);
        }
        position
    }

    fn board<const N: usize, W: Word>() -> Board<N, W> {
        let (info, size) = (Clusterfuss::INFO, N.to_string());
        let options = Options::from_pairs(info.id, info.options, [("size", size.as_str())]);
        Board::new(options.expect("the size exists"))
    }

    #[test]
    fn file_has_a_weight_for_every_pattern_class() {
        let last = pattern_classes().into_iter().flatten().max();
        assert_eq!(last.map(|last| last + 1), Some(WEIGHTS.len()));
    }

    /// The pattern around a square, square by square.
    fn slow_pattern<const N: usize, W: Word>(position: &Position<W>, centre: usize) -> u16 {
        let own = usize::from(position.colour);
        let mut pattern = 0;
        for (power, (rank, file)) in (0..3).flat_map(|r| (0..3).map(move |f| (r, f))).enumerate() {
            let (rank, file) = (centre / N + rank, centre % N + file);
            if !(1..=N).contains(&rank) || !(1..=N).contains(&file) {
                continue;
            }
            let square = (rank - 1) * N + file - 1;
            let is_own = u16::from(position.checkers[own].has(square));
            let is_enemy = u16::from(position.checkers[own ^ 1].has(square));
            pattern += (is_own + 2 * is_enemy) * 3_u16.pow(power as u32);
        }
        pattern
    }

    fn check_patterns<const N: usize, W: Word>() {
        let game = board::<N, W>();
        for seed in 0..50 {
            let position = random_position(&game, seed);
            let mut patterns = Vec::new();
            game.for_each_pattern(&position, |pattern| patterns.push(pattern));
            let expected: Vec<u16> =
                (0..N * N).map(|square| slow_pattern::<N, W>(&position, square)).collect();
            assert_eq!(patterns, expected, "size {N}, seed {seed}");
        }
    }

    #[test]
    fn patterns_are_the_squares_around_each_square() {
        check_patterns::<2, u32>();
        check_patterns::<5, u32>();
        check_patterns::<6, u64>();
        check_patterns::<8, u64>();
    }

    #[test]
    fn effort_does_not_depend_on_symmetry() {
        let game = board::<6, u64>();
        for seed in 0..50 {
            let position = random_position(&game, seed);
            for symmetry in Symmetry::SQUARE {
                let image = game.transform(&position, *symmetry);
                assert_eq!(game.estimated_effort(&image), game.estimated_effort(&position));
            }
        }
    }

    #[test]
    fn weights_distinguish_positions_with_equally_many_replies() {
        let game = board::<6, u64>();
        let mut efforts = std::collections::HashMap::<u64, i32>::new();
        let differs = (0..200).any(|seed| {
            let position = random_position(&game, seed);
            let effort = game.estimated_effort(&position);
            *efforts.entry(game.count_moves(&position)).or_insert(effort) != effort
        });
        assert!(differs, "patterns have no influence");
    }
}
