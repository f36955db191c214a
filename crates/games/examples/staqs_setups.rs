//! Computes `src/staqs/setups.bin`: the result of every completed setup of STAQS on 5×5.
//!
//! `cargo run --release -p strata-games --example staqs_setups -- DIRECTORY [THREADS]` writes one
//! part per symmetry class of Blue's squares to DIRECTORY, skips parts that exist, and joins all
//! parts at the end. It takes about six and a half hours on one core.
//!
//! The solver only distinguishes win, draw and loss and supports only this board, which makes it
//! several times faster than the engine. Table entries are identified by a unique code of the
//! position, so every result is proven; a test of the engine checks samples.

use std::cmp::Ordering;
use std::fs;
use std::path::Path;
use std::sync::atomic::{self, AtomicUsize};
use std::time::Instant;

use strata_games::staqs::setups::{
    BlueResult, Classes, PIECES, RESULTS_PER_BYTE, WHITES, sets_of_four, stretch,
};
use strata_rules::grid::{Grid, Word};

const GRID: Grid<5, u32> = Grid::new(5);
const SQUARES: usize = 25;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let directory = args.next().ok_or("expected a directory for the parts")?;
    let threads = match args.next() {
        Some(text) => text.parse()?,
        None => std::thread::available_parallelism()?.get(),
    };
    let directory = Path::new(&directory);
    fs::create_dir_all(directory)?;
    let part = |class: usize| directory.join(format!("{class:04}.part"));
    let classes = Classes::get();
    let missing: Vec<usize> =
        (0..classes.representatives.len()).filter(|class| !part(*class).exists()).collect();
    let next = AtomicUsize::new(0);
    let started = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut solver = Solver::new();
                while let Some(&class) = missing.get(next.fetch_add(1, atomic::Ordering::Relaxed)) {
                    let bytes = solve_class(&mut solver, classes.representatives[class]);
                    let unfinished = part(class).with_extension("unfinished");
                    fs::write(&unfinished, bytes).expect("the part can be written");
                    fs::rename(&unfinished, part(class)).expect("the part can be renamed");
                    eprintln!("class {class}, {:.0} s", started.elapsed().as_secs_f64());
                }
            });
        }
    });
    let mut whole = Vec::new();
    for class in 0..classes.representatives.len() {
        whole.extend(fs::read(part(class))?);
    }
    fs::write(directory.join("setups.bin"), whole)?;
    Ok(())
}

/// The packed results of all White setups for Blue's squares.
fn solve_class(solver: &mut Solver, blue: u32) -> Vec<u8> {
    solver.history = [[0; MOVE_INDICES]; 2];
    let whites: Vec<u32> = sets_of_four(SQUARES - PIECES).map(|set| stretch(set, blue)).collect();
    assert_eq!(whites.len(), WHITES);
    let pack = |whites: &[u32]| {
        let digits = whites.iter().map(|&white| match solver.solve(&Position::new(blue, white)) {
            LOSS => BlueResult::Loss as u8,
            DRAW => BlueResult::Draw as u8,
            _ => BlueResult::Win as u8,
        });
        digits.collect::<Vec<u8>>().into_iter().rev().fold(0, |byte, digit| byte * 3 + digit)
    };
    whites.chunks(RESULTS_PER_BYTE).map(pack).collect()
}

type Heights = [u8; PIECES];

#[derive(Clone, Copy)]
struct Position {
    neutral: u32,
    stacks: [u32; 2],
    heights: [u8; SQUARES],
    turn: usize,
}

fn around(square: usize) -> u32 {
    GRID.neighbours(u32::bit(square))
}

impl Position {
    fn new(blue: u32, white: u32) -> Self {
        let mut heights = [0; SQUARES];
        (blue | white).iter().for_each(|square| heights[square] = 2);
        Self { neutral: GRID.full() & !blue & !white, stacks: [blue, white], heights, turn: 0 }
    }

    fn exits(&self, square: usize) -> u32 {
        around(square) & self.neutral
    }

    fn can_move(&self, player: usize) -> bool {
        GRID.neighbours(self.stacks[player]) & self.neutral != 0
    }

    fn after(&self, from: usize, to: usize) -> Self {
        let mut next = *self;
        next.stacks[self.turn] ^= u32::bit(from) | u32::bit(to);
        next.neutral ^= u32::bit(to);
        next.heights[to] = self.heights[from] + 1;
        next.heights[from] = 0;
        next.turn ^= 1;
        next
    }

    fn stack_heights(&self, player: usize) -> Heights {
        let mut heights = Heights::default();
        for (height, square) in heights.iter_mut().zip(self.stacks[player].iter()) {
            *height = self.heights[square];
        }
        heights
    }

    /// A unique code of 116 bits.
    fn code(&self) -> u128 {
        let mut heights = 0_u64;
        for square in self.stacks[0].iter().chain(self.stacks[1].iter()) {
            heights = heights << 5 | u64::from(self.heights[square]);
        }
        u128::from(heights) << 76
            | u128::from(self.stacks[0]) << 51
            | u128::from(self.stacks[1]) << 26
            | u128::from(self.neutral) << 1
            | self.turn as u128
    }

    /// Upper bounds on the final heights of a player's stacks. Each step changes the chessboard
    /// colour, and a path visits at most two dead ends of a region.
    fn max_heights(&self, player: usize) -> Heights {
        let mut max_heights = Heights::default();
        let mut region = 0;
        let (mut dark, mut light, mut all) = (0, 0, 0);
        for (max_height, square) in max_heights.iter_mut().zip(self.stacks[player].iter()) {
            *max_height = self.heights[square];
            let exits = self.exits(square);
            if exits == 0 {
                continue;
            }
            if exits & !region != 0 {
                region = GRID.flood(exits, self.neutral);
                let ends = region & !GRID.with_two_neighbours(region);
                let dark_ends = (ends & GRID.dark()).count();
                let light_ends = ends.count() - dark_ends;
                dark = (region & GRID.dark()).count() - dark_ends.saturating_sub(2);
                light = (region & !GRID.dark()).count() - light_ends.saturating_sub(2);
                all = region.count() - (dark_ends + light_ends).saturating_sub(2);
            }
            let is_dark = GRID.dark().has(square);
            let (same, other) = if is_dark { (dark, light) } else { (light, dark) };
            *max_height += (2 * other).min(2 * same + 1).min(all) as u8;
        }
        max_heights
    }

    /// Whether `player` can force some stack above `height`.
    fn can_force_height_above(&self, player: usize, height: u8) -> bool {
        let moves_next = player == self.turn;
        self.stacks[player].iter().any(|square| {
            let exits = self.exits(square).count();
            let first = u8::from(exits > 1 || (exits == 1 && moves_next));
            let own = self.heights[square];
            own + first > height
                || (exits > 0
                    && u32::from(own) + self.neutral.count() / 2 + 1 > u32::from(height)
                    && own + self.safe_steps(player, square) > height)
        })
    }

    /// The length of a path on squares that the opponent cannot reach in time.
    fn safe_steps(&self, player: usize, square: usize) -> u8 {
        let mut free = self.neutral;
        let mut reached = self.stacks[player ^ 1];
        let widen = |reached: u32| reached | (GRID.neighbours(reached) & self.neutral);
        if player != self.turn {
            reached = widen(reached);
        }
        let mut here = square;
        for steps in 0.. {
            let open = free & !reached;
            let onward = |to: usize| match (around(to) & open).count() {
                0 => u32::MAX,
                count => count,
            };
            let next_squares = around(here) & open;
            let Some(next) = next_squares.iter().min_by_key(|to| onward(*to)) else { return steps };
            here = next;
            free &= !u32::bit(next);
            reached = widen(reached);
        }
        0
    }

    /// An upper bound on the result of `player`.
    fn at_most(&self, player: usize) -> i8 {
        let max_heights = self.max_heights(player);
        let opponent = self.stack_heights(player ^ 1);
        let highest = |heights: Heights| heights.into_iter().max().unwrap_or(0);
        match highest(max_heights).cmp(&highest(opponent)) {
            Ordering::Less => LOSS,
            _ if self.can_force_height_above(player ^ 1, highest(max_heights)) => LOSS,
            Ordering::Greater => WIN,
            Ordering::Equal => compare(max_heights, opponent),
        }
    }
}

const LOSS: i8 = -1;
const DRAW: i8 = 0;
const WIN: i8 = 1;

/// The result for the first player if the game ends with these heights.
fn compare(mut own: Heights, mut opponent: Heights) -> i8 {
    own.sort_unstable_by(|a, b| b.cmp(a));
    opponent.sort_unstable_by(|a, b| b.cmp(a));
    own.cmp(&opponent) as i8
}

/// A position's code, the bounds on the result for the player to move, and the best move.
#[derive(Clone, Copy, Default)]
struct Entry(u128);

impl Entry {
    fn new(code: u128, least: i8, most: i8, move_index: u8) -> Self {
        Self(
            code << 11
                | ((least + 1) as u128) << 9
                | ((most + 1) as u128) << 7
                | u128::from(move_index),
        )
    }

    fn bounds(self, code: u128) -> Option<(i8, i8)> {
        let digit = |shift: u32| (self.0 >> shift & 3) as i8 - 1;
        (self.0 >> 11 == code).then(|| (digit(9), digit(7)))
    }

    fn move_index(self) -> u8 {
        (self.0 & 127) as u8
    }
}

const MOVE_INDICES: usize = 128;
const NO_MOVE: u8 = 127;
const TABLE_BITS: u32 = 15;
const MAX_PLIES: usize = 40;

#[derive(Clone, Copy, Default)]
struct ScoredMove {
    order: i32,
    move_index: u8,
    from: u8,
    to: u8,
}

struct Solver {
    table: Vec<Entry>,
    history: [[i32; MOVE_INDICES]; 2],
    killers: [[u8; 2]; MAX_PLIES],
}

impl Solver {
    fn new() -> Self {
        Self {
            table: vec![Entry::default(); 1 << TABLE_BITS],
            history: [[0; MOVE_INDICES]; 2],
            killers: [[NO_MOVE; 2]; MAX_PLIES],
        }
    }

    fn solve(&mut self, position: &Position) -> i8 {
        self.search(position, LOSS, WIN, 0)
    }

    fn table_index(code: u128) -> usize {
        const FIRST: u64 = 0x9E37_79B9_7F4A_7C15;
        const SECOND: u64 = 0xBF58_476D_1CE4_E5B9;
        let folded = code as u64 ^ ((code >> 64) as u64).wrapping_mul(FIRST);
        (folded.wrapping_mul(SECOND) >> (64 - TABLE_BITS)) as usize
    }

    /// The result for the player to move, or a bound on it beyond `alpha` or `beta`.
    fn search(&mut self, position: &Position, mut alpha: i8, mut beta: i8, ply: usize) -> i8 {
        let turn = position.turn;
        let mut most = position.at_most(turn);
        if most <= alpha {
            return most;
        }
        let mut least = -position.at_most(turn ^ 1);
        if least >= beta || least == most {
            return least;
        }
        if !position.can_move(turn) {
            if !position.can_move(turn ^ 1) {
                return compare(position.stack_heights(turn), position.stack_heights(turn ^ 1));
            }
            let passed = Position { turn: turn ^ 1, ..*position };
            return -self.search(&passed, -beta, -alpha, ply + 1);
        }
        let code = position.code();
        let entry = self.table[Self::table_index(code)];
        let mut table_move = NO_MOVE;
        if let Some((at_least, at_most)) = entry.bounds(code) {
            (least, most) = (least.max(at_least), most.min(at_most));
            table_move = entry.move_index();
            if least >= beta || least == most {
                return least;
            }
            if most <= alpha {
                return most;
            }
        }
        (alpha, beta) = (alpha.max(least), beta.min(most));
        let mut moves = [ScoredMove::default(); 4 * PIECES];
        let count = self.generate_moves(position, ply, table_move, &mut moves);
        if let Some(result) = self.transposition_cutoff(position, &moves[..count], beta) {
            return result;
        }
        let lowest = alpha;
        let mut best = (i8::MIN, NO_MOVE);
        for index in 0..count {
            let rest = &mut moves[index..count];
            let (first, _) =
                rest.iter().enumerate().max_by_key(|(_, mv)| mv.order).unwrap_or((0, &rest[0]));
            rest.swap(0, first);
            let ScoredMove { move_index, from, to, .. } = moves[index];
            let next = position.after(from.into(), to.into());
            let result = -self.search(&next, -beta, -alpha, ply + 1);
            if result > best.0 {
                best = (result, move_index);
            }
            alpha = alpha.max(result);
            if alpha >= beta {
                self.record_cutoff(position, ply, &moves[..=index]);
                break;
            }
        }
        let (least, most) = match best.0 {
            result if result >= beta => (result, most),
            result if result <= lowest => (least, result.max(least)),
            result => (result, result),
        };
        self.table[Self::table_index(code)] = Entry::new(code, least, most, best.1);
        best.0.clamp(least, most)
    }

    /// Generates moves; prefers tall stacks, open space and squares next to tall opposing stacks.
    fn generate_moves(
        &self,
        position: &Position,
        ply: usize,
        table_move: u8,
        moves: &mut [ScoredMove],
    ) -> usize {
        let turn = position.turn;
        let mut count = 0;
        for from in position.stacks[turn].iter() {
            for to in position.exits(from).iter() {
                let direction = match to as i32 - from as i32 {
                    1 => 0,
                    -1 => 1,
                    5 => 2,
                    _ => 3,
                };
                let move_index = (from * 4 + direction) as u8;
                let mut blocked_height = 0;
                for square in (around(to) & position.stacks[turn ^ 1]).iter() {
                    let has_one_exit = position.exits(square).count() == 1;
                    blocked_height +=
                        i32::from(position.heights[square]) + 5 * i32::from(has_one_exit);
                }
                let onward = position.exits(to).count() as i32;
                let ordering_score =
                    10 * i32::from(position.heights[from]) + 6 * onward + 4 * blocked_height;
                let order = match self.killers[ply] {
                    _ if move_index == table_move => i32::MAX / 2,
                    [first, _] if move_index == first => 3000,
                    [_, second] if move_index == second => 1500,
                    _ => 0,
                } + 100 * ordering_score
                    + self.history[turn][usize::from(move_index)];
                moves[count] = ScoredMove { order, move_index, from: from as u8, to: to as u8 };
                count += 1;
            }
        }
        count
    }

    /// A beta cutoff by a move to a position with a good enough bound in the table.
    fn transposition_cutoff(
        &self,
        position: &Position,
        moves: &[ScoredMove],
        beta: i8,
    ) -> Option<i8> {
        const LEAST_NEUTRAL: u32 = 8;
        if position.neutral.count() < LEAST_NEUTRAL {
            return None;
        }
        moves.iter().find_map(|mv| {
            let code = position.after(mv.from.into(), mv.to.into()).code();
            let (_, most) = self.table[Self::table_index(code)].bounds(code)?;
            (-most >= beta).then_some(-most)
        })
    }

    /// Updates history and killer moves: the last of the moves caused a cutoff.
    fn record_cutoff(&mut self, position: &Position, ply: usize, moves: &[ScoredMove]) {
        const MAX_HISTORY: i32 = 8192;
        let Some((good, others)) = moves.split_last() else { return };
        let bonus = position.neutral.count().pow(2) as i32;
        let history = &mut self.history[position.turn];
        let mut change = |move_index: u8, by: i32| {
            let entry = &mut history[usize::from(move_index)];
            *entry += by - *entry * bonus / MAX_HISTORY;
        };
        change(good.move_index, bonus);
        others.iter().for_each(|mv| change(mv.move_index, -bonus));
        let killers = &mut self.killers[ply];
        if killers[0] != good.move_index {
            *killers = [good.move_index, killers[0]];
        }
    }
}
