//! A learned evaluation.
//!
//! Every square stands for the pattern of 3×3 squares around it, seen by the player to move; squares
//! beyond the edge count as empty. Each pattern has a row of numbers, the same for its mirror images,
//! and the rows of all squares are summed. The first four sums are estimates for different numbers of
//! checkers, between which the evaluation interpolates. The others go through a clipped ReLU and a layer
//! whose weights depend on the number of checkers.
//!
//! A move changes up to 15 patterns, and all of them change sides. So the sums are computed afresh: that
//! takes fewer steps than an update for both sides. `training/` computes the file.

use std::sync::OnceLock;

use strata_rules::grid::Word;

use super::play::{Board, Position};
use super::proof_order::PATTERNS;
use crate::tables::{TableFile, embedded};

/// The weights.
pub(crate) static FILE: TableFile =
    TableFile::new("clusterfuss", "network.bin", embedded!("network.bin"));

/// The largest side whose ranks fit a word with a byte for each square.
const MAX_SIDE: usize = 8;
/// The numbers of each pattern.
const LANES: usize = 16;
/// The first of them are estimates.
const KNOTS: usize = 4;
const HIDDEN: usize = LANES - KNOTS;
/// The estimates belong to this number of checkers, and this many more each.
const FIRST_KNOT: i32 = 12;
const KNOT_DISTANCE: i32 = 16;
/// The layers of weights, each for this many checkers.
const PHASES: usize = 8;
const PHASE_LENGTH: i32 = 8;
/// The limit of the clipped ReLU.
const MAX_HIDDEN: i16 = 255;
/// How many units of the estimates make a hundredth of a natural logarithm.
const ESTIMATE_UNIT: i32 = 4;
/// The same for the output of the hidden layer.
const OUTPUT_UNIT: i32 = MAX_HIDDEN as i32 * 8;
/// No sum over the squares of the board overflows if no number exceeds this.
const MAX_WEIGHT: i16 = i16::MAX / (MAX_SIDE * MAX_SIDE) as i16;

/// For every byte, its bits as bytes.
static SPREAD: [u64; 256] = spread();

const fn spread() -> [u64; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= (byte as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
}

type Row = [i16; LANES];

/// Every number of 16 bits, so that the compiler need not check that a pattern is in the table.
const MAX_PATTERNS: usize = 1 << 16;
/// The number of classes of patterns under the symmetries of the square.
const CLASSES: usize = 2862;
/// A power of two above it.
const MAX_CLASSES: usize = 4096;

struct Network {
    /// The class of every pattern: they are few, so that their rows stay in the cache.
    classes: Box<[u16; MAX_PATTERNS]>,
    rows: Box<[Row; MAX_CLASSES]>,
    /// The start of every sum.
    bias: Row,
    output: [[i16; HIDDEN]; PHASES],
    constants: [i16; PHASES],
}

/// The network; `None` until the file is loaded.
fn network() -> Option<&'static Network> {
    static NETWORK: OnceLock<Option<Network>> = OnceLock::new();
    let data = FILE.data()?;
    NETWORK.get_or_init(|| Network::read(data)).as_ref()
}

impl Network {
    /// Reads a file: the numbers as little-endian `i16`, the rows in the order of the first patterns of
    /// their classes. `None` if its size is wrong or a sum could overflow.
    fn read(file: &[u8]) -> Option<Self> {
        let (numbers, []) = file.as_chunks::<2>() else { return None };
        let mut numbers = numbers.iter().map(|bytes| i16::from_le_bytes(*bytes));
        fn take<const COUNT: usize>(
            numbers: &mut impl Iterator<Item = i16>,
        ) -> Option<[i16; COUNT]> {
            let mut taken = [0; COUNT];
            for number in &mut taken {
                *number = numbers.next()?;
            }
            Some(taken)
        }
        let mut output = [[0; HIDDEN]; PHASES];
        let bias: Row = take(&mut numbers)?;
        for weights in &mut output {
            *weights = take(&mut numbers)?;
        }
        let constants = take(&mut numbers)?;
        let mut rows = Box::new([[0; LANES]; MAX_CLASSES]);
        for row in &mut rows[..CLASSES] {
            *row = take(&mut numbers)?;
        }
        let classes = pattern_classes();
        let is_small = |number: &i16| number.unsigned_abs() < MAX_WEIGHT.unsigned_abs();
        let fits = rows.as_flattened().iter().all(is_small) && bias.iter().all(is_small);
        (numbers.next().is_none() && fits).then_some(Self {
            classes,
            rows,
            bias,
            output,
            constants,
        })
    }

    /// The sums of the rows of these patterns, four in each word. A function of its own: the compiler
    /// vectorises it only then.
    #[inline(never)]
    fn sums(&self, patterns: &[[u64; 2]; MAX_SIDE]) -> Row {
        let mut sums = self.bias;
        for four in patterns.as_flattened() {
            for place in 0..4 {
                let pattern = (four >> (16 * place)) as u16;
                let class = usize::from(self.classes[usize::from(pattern)]);
                for (sum, number) in sums.iter_mut().zip(&self.rows[class % MAX_CLASSES]) {
                    *sum = sum.wrapping_add(*number);
                }
            }
        }
        sums
    }

    /// The estimate for the player to move from the sums, with this many checkers on the board.
    fn estimate(&self, sums: &Row, checkers: i32) -> i32 {
        let place = (checkers - FIRST_KNOT).clamp(0, KNOT_DISTANCE * (KNOTS as i32 - 1));
        let knot = (place / KNOT_DISTANCE).min(KNOTS as i32 - 2);
        let beyond = place - KNOT_DISTANCE * knot;
        let (low, high) = (i32::from(sums[knot as usize]), i32::from(sums[knot as usize + 1]));
        let linear = low * (KNOT_DISTANCE - beyond) + high * beyond;
        let phase = ((checkers - 1) / PHASE_LENGTH).clamp(0, PHASES as i32 - 1) as usize;
        let mut output = 0;
        for (sum, weight) in sums[KNOTS..].iter().zip(&self.output[phase]) {
            output += i32::from((*sum).clamp(0, MAX_HIDDEN)) * i32::from(*weight);
        }
        linear / (KNOT_DISTANCE * ESTIMATE_UNIT)
            + output / OUTPUT_UNIT
            + i32::from(self.constants[phase])
    }
}

/// The class of every pattern, in the order of their smallest patterns.
fn pattern_classes() -> Box<[u16; MAX_PATTERNS]> {
    let mut classes = Box::new([0; MAX_PATTERNS]);
    let mut count = 0;
    for pattern in 0..PATTERNS {
        let smallest = smallest_image(pattern);
        if smallest == pattern {
            classes[pattern] = count;
            count += 1;
        } else {
            classes[pattern] = classes[smallest];
        }
    }
    classes
}

/// The smallest number of a pattern's images under the symmetries of the square. The digits of a
/// pattern's number in base 3 are its squares, rank by rank.
fn smallest_image(pattern: usize) -> usize {
    let mut image: [usize; 9] =
        std::array::from_fn(|square| pattern / 3_usize.pow(square as u32) % 3);
    let mut smallest = pattern;
    for _ in 0..2 {
        for _ in 0..4 {
            image = std::array::from_fn(|square| image[(2 - square % 3) * 3 + square / 3]);
            smallest = smallest.min(image.iter().rev().fold(0, |number, digit| 3 * number + digit));
        }
        image = std::array::from_fn(|square| image[square % 3 * 3 + square / 3]);
    }
    smallest
}

impl<const N: usize, W: Word> Board<N, W> {
    /// The learned estimate for the player to move; `None` if there is none for this board, or until
    /// the file is loaded.
    pub(super) fn learned_estimate(&self, position: &Position<W>) -> Option<i32> {
        if self.grid.side() != MAX_SIDE {
            return None;
        }
        let network = network()?;
        let sums = network.sums(&self.patterns(position));
        Some(network.estimate(&sums, position.occupied().count() as i32))
    }

    /// The patterns around the squares of every rank: those of every other file from the first in one
    /// word, the rest in another.
    fn patterns(&self, position: &Position<W>) -> [[u64; 2]; MAX_SIDE] {
        /// Every other byte.
        const EVEN: u64 = 0x00FF_00FF_00FF_00FF;
        let side = self.grid.side() as u32;
        let own = usize::from(position.colour);
        // A byte for every square: 1 is an own checker, 2 an enemy.
        let squares = |rank: u32| {
            let spread = |colour: usize| {
                let bits = (position.checkers[colour] >> (rank * side)).widen() as usize;
                SPREAD[bits & ((1 << side) - 1)]
            };
            spread(own) + 2 * spread(own ^ 1)
        };
        // Three files and then three ranks as digits of a number in base 3.
        let mut ranks = [[0; 2]; MAX_SIDE + 2];
        for (rank, place) in (0..side).zip(&mut ranks[1..]) {
            let middle = squares(rank);
            let files = (middle << 8) + 3 * middle + 9 * (middle >> 8);
            *place = [files & EVEN, files >> 8 & EVEN];
        }
        let mut patterns = [[0; 2]; MAX_SIDE];
        for (rank, words) in patterns.iter_mut().enumerate() {
            for (part, word) in words.iter_mut().enumerate() {
                *word =
                    ranks[rank][part] + 27 * ranks[rank + 1][part] + 729 * ranks[rank + 2][part];
            }
        }
        patterns
    }
}

#[cfg(test)]
mod tests {
    use strata_rules::{Evaluator, Family, Game, Options, Player, Random, Symmetry};

    use super::super::Clusterfuss;
    use super::*;

    type Usual = Board<8, u64>;

    fn board<const N: usize, W: Word>() -> Board<N, W> {
        let options = Options::from_pairs("clusterfuss", Clusterfuss::INFO.options, []);
        Board::new(options.expect("the usual board"))
    }

    /// Calls `visit` with the positions of random games.
    fn for_each_position(mut visit: impl FnMut(&Usual, &Position<u64>)) {
        let game: Usual = board();
        for seed in 0..40 {
            let mut random = Random::new(seed);
            let mut position = game.start();
            while game.outcome(&position).is_none() {
                visit(&game, &position);
                let Some(mv) = game.random_move(&position, &mut random) else { break };
                game.play(&mut position, mv);
            }
        }
    }

    /// The digit of a square as the player to move sees it; 0 beyond the edge.
    fn digit(position: &Position<u64>, rank: i32, file: i32) -> usize {
        if !(0..8).contains(&rank) || !(0..8).contains(&file) {
            return 0;
        }
        let (square, own) = ((8 * rank + file) as usize, usize::from(position.colour));
        usize::from(position.checkers[own].has(square))
            + 2 * usize::from(position.checkers[own ^ 1].has(square))
    }

    /// The estimate from the numbers of the file, square by square and in floating point.
    fn slow_estimate(position: &Position<u64>) -> f64 {
        let data = FILE.data().expect("it is embedded");
        let number =
            |place: usize| f64::from(i16::from_le_bytes([data[2 * place], data[2 * place + 1]]));
        let first_row = LANES + PHASES * HIDDEN + PHASES;
        let mut members: Vec<usize> = (0..PATTERNS).map(smallest_image).collect();
        members.sort_unstable();
        members.dedup();
        let mut sums: Vec<f64> = (0..LANES).map(number).collect();
        for (rank, file) in (0..8).flat_map(|rank| (0..8).map(move |file| (rank, file))) {
            let around = (-1..2).flat_map(|up| (-1..2).map(move |right| (up, right)));
            let pattern = around.zip(0..).fold(0, |pattern, ((up, right), power)| {
                pattern + digit(position, rank + up, file + right) * 3_usize.pow(power)
            });
            let class = members.binary_search(&smallest_image(pattern)).expect("a class");
            for (lane, sum) in sums.iter_mut().enumerate() {
                *sum += number(first_row + class * LANES + lane);
            }
        }
        let checkers = f64::from(position.occupied().count());
        let place = ((checkers - 12.0) / 16.0).clamp(0.0, 3.0);
        let knot = (place as usize).min(2);
        let share = place - knot as f64;
        let linear = sums[knot] * (1.0 - share) + sums[knot + 1] * share;
        let phase = ((checkers - 1.0) / 8.0) as usize;
        let hidden: f64 = (0..HIDDEN)
            .map(|unit| {
                sums[KNOTS + unit].clamp(0.0, 255.0) * number(LANES + phase * HIDDEN + unit)
            })
            .sum();
        linear / 4.0 + hidden / 2040.0 + number(LANES + PHASES * HIDDEN + phase)
    }

    #[test]
    fn estimate_equals_a_slow_reference() {
        let mut count = 0;
        for_each_position(|game, position| {
            let found = game.learned_estimate(position).expect("the usual board");
            let slow = slow_estimate(position);
            // Two divisions round towards zero.
            assert!((f64::from(found) - slow).abs() < 2.0, "{found} {slow} {position:?}");
            count += 1;
        });
        assert!(count > 1000, "{count}");
    }

    #[test]
    fn estimate_does_not_depend_on_symmetry_colours_or_the_type_of_the_board() {
        let compact = board::<0, u128>();
        for_each_position(|game, position| {
            let expected = game.learned_estimate(position);
            for symmetry in Symmetry::SQUARE {
                let image = game.transform(position, *symmetry);
                assert_eq!(game.learned_estimate(&image), expected, "{position:?}");
            }
            let [red, blue] = position.checkers;
            let colour = usize::from(position.colour);
            let swapped = game.assemble([blue, red], colour ^ 1, position.pie);
            assert_eq!(game.learned_estimate(&swapped), expected, "{position:?}");
            let wide = compact.assemble([red.widen(), blue.widen()], colour, position.pie);
            assert_eq!(compact.learned_estimate(&wide), expected, "{position:?}");
            let estimates = [0, 1].map(|player| game.evaluate(position, Player(player)));
            assert_eq!(Some(estimates[colour]), expected);
            assert_eq!(estimates[colour ^ 1], -estimates[colour]);
        });
    }

    #[test]
    fn estimate_recognises_a_lead() {
        let game: Usual = board();
        let start = game.start();
        let [red, blue] = start.checkers;
        // Blue lacks a corner of four checkers.
        let ahead = game.assemble([red, blue & !0x0303], 0, start.pie);
        assert!(game.learned_estimate(&ahead) > game.learned_estimate(&start));
    }

    #[test]
    fn files_that_are_cut_off_or_could_overflow_are_refused() {
        let data = FILE.data().expect("it is embedded");
        assert!(Network::read(data).is_some());
        assert!(Network::read(&data[..data.len() - 2]).is_none());
        assert!(Network::read(&[data, &[0, 0]].concat()).is_none());
        let mut large = data.to_vec();
        large[..2].copy_from_slice(&MAX_WEIGHT.to_le_bytes());
        assert!(Network::read(&large).is_none());
    }

    #[test]
    fn other_sizes_have_no_learned_estimate() {
        let options =
            Options::from_pairs("clusterfuss", Clusterfuss::INFO.options, [("size", "6")]);
        let game = Board::<6, u64>::new(options.expect("a board"));
        assert_eq!(game.learned_estimate(&game.start()), None);
    }
}
