//! Evaluation and move ordering for Clusterfuss.

use strata_rules::grid::Word;
use strata_rules::{Evaluator, ForcedResult, Game, Player, Show, step_from_index, step_index};

use super::play::{Board, Move, Pie, Position};
use super::proof::MAX_KEY_SIDE;

// Weights from a regression on the results of self-play games on 6×6 and 8×8.
/// For a checker, as a share of all checkers on the board.
const MATERIAL: i32 = 520;
/// For a capture of an enemy by a checker that is free to move, as a share of all checkers.
const ATTACK: i32 = 300;
/// For a checker that is free to move, as a share of all checkers.
const FREEDOM: i32 = 50;
/// For a checker with fewer than two neighbours.
const LOOSE: i32 = -14;
/// For the player to move.
const TEMPO: i32 = 9;

/// Ordering scores: for capturing an enemy, and for leaving a square that may cut the group.
const ENEMY_ORDER: i32 = 100;
const CUT_ORDER: i32 = 60;

impl<const N: usize, W: Word> Board<N, W> {
    /// The number of enemies next to each checker, 0 to 4, in binary: the first set contains the
    /// checkers with an odd number, the second those with 2 or 3, the third those with 4.
    fn enemy_neighbours(&self, position: &Position<W>) -> [W; 3] {
        let [red, blue] = position.checkers;
        let grid = &self.grid;
        let enemies_at = |[reds, blues]: [W; 2]| (red & blues) | (blue & reds);
        let north = enemies_at([grid.south(red), grid.south(blue)]);
        let south = enemies_at([grid.north(red), grid.north(blue)]);
        let east = enemies_at([grid.west(red), grid.west(blue)]);
        let west = enemies_at([grid.east(red), grid.east(blue)]);
        let (vertical, both_vertical) = (north ^ south, north & south);
        let (horizontal, both_horizontal) = (east ^ west, east & west);
        let carry = vertical & horizontal;
        [
            vertical ^ horizontal,
            both_vertical ^ both_horizontal ^ carry,
            both_vertical & both_horizontal,
        ]
    }
}

impl<const N: usize, W: Word> Evaluator for Board<N, W> {
    fn evaluate(&self, position: &Position<W>, player: Player) -> i32 {
        let own = usize::from(self.side_of(position, player).0);
        if let Some(estimate) = self.learned_estimate(position) {
            return if usize::from(position.colour) == own { estimate } else { -estimate };
        }
        let occupied = position.occupied();
        let safe = self.locally_safe(occupied);
        let attached = self.grid.with_two_neighbours(occupied);
        let [mine, theirs] = [position.checkers[own], position.checkers[own ^ 1]];
        // The difference between the numbers of both players' checkers in a set.
        let lead = |set: W| (set & mine).count() as i32 - (set & theirs).count() as i32;
        let [ones, twos, fours] = self.enemy_neighbours(position).map(|set| lead(set & safe));
        let attacks = ones + 2 * twos + 4 * fours;
        let shares = MATERIAL * lead(occupied) + ATTACK * attacks + FREEDOM * lead(safe);
        let loose = LOOSE * lead(!attached);
        let tempo = if usize::from(position.colour) == own { TEMPO } else { -TEMPO };
        shares / occupied.count().max(1) as i32 + loose + tempo
    }

    fn is_endgame(&self, position: &Position<W>) -> bool {
        // On 8×8, nine of ten positions with 30 checkers are solved within 0.1 s.
        const MAX_CHECKERS: u32 = 32;
        position.occupied().count() <= MAX_CHECKERS
    }

    fn has_many_moves(&self, position: &Position<W>) -> bool {
        // More checkers than the 8×8 board holds.
        const MANY_CHECKERS: u32 = 64;
        position.occupied().count() > MANY_CHECKERS
    }

    fn greedy_value(&self, position: &Position<W>, mv: Move) -> i64 {
        let own = usize::from(position.colour);
        let mut next = *position;
        self.play(&mut next, mv);
        let [mine, theirs] = [own, own ^ 1].map(|colour| i64::from(next.checkers[colour].count()));
        if theirs == 0 { i64::MAX } else { mine - theirs }
    }

    fn move_index(&self, mv: Move) -> u16 {
        match mv {
            Move::Capture { from, to } => step_index(from, to),
            Move::Pass => 4000,
            Move::Swap => 4001,
        }
    }

    fn for_each_candidate(&self, position: &Position<W>, mut visit: impl FnMut(Move, i32)) {
        if position.pie == Pie::Offered || !position.connected || Self::is_over(position) {
            return self.for_each_move(position, |mv| visit(mv, 0));
        }
        let own = position.checkers[usize::from(position.colour)];
        let enemy = position.checkers[usize::from(position.colour ^ 1)];
        let free = self.free_checkers(position);
        let [ones, twos, fours] = self.enemy_neighbours(position);
        let mut must_pass = true;
        for from in own.iter() {
            let is_free = free.has(from);
            let targets = if is_free {
                self.grid.neighbours(W::bit(from)) & position.occupied()
            } else {
                self.targets(position, from)
            };
            let enemies = i32::from(ones.has(from))
                + 2 * i32::from(twos.has(from))
                + 4 * i32::from(fours.has(from));
            // Moving away from a cut square may detach enemy checkers.
            let score = if is_free { 0 } else { CUT_ORDER } + enemies;
            let mut capture = |to: usize, score: i32| {
                must_pass = false;
                visit(Move::Capture { from: from as u8, to: to as u8 }, score);
            };
            for to in (targets & enemy).iter() {
                capture(to, ENEMY_ORDER + score);
            }
            // All captures of own checkers by the same checker lead to the same position.
            if let Some(to) = (targets & own).iter().next() {
                capture(to, score);
            }
        }
        if must_pass {
            visit(Move::Pass, 0);
        }
    }

    fn indexed_move(&self, position: &Position<W>, index: u16) -> Option<Move> {
        let (from, to) = step_from_index(index, self.grid.side())?;
        let neighbours = self.grid.neighbours(W::bit(from)) & position.occupied();
        let own = position.checkers[usize::from(position.colour)];
        if !own.has(from) || !neighbours.has(to) || !position.connected {
            return None;
        }
        let is_free = self.free_checkers(position).has(from);
        let targets = if is_free { neighbours } else { self.targets(position, from) };
        let is_candidate = targets.has(to) && (!own.has(to) || (targets & own).first() == to);
        is_candidate.then_some(Move::Capture { from: from as u8, to: to as u8 })
    }

    fn solved(&self, position: &Position<W>) -> Option<ForcedResult> {
        let mover = self.turn(position);
        let wins = self.known_to_win(position).or_else(|| self.endgame_result(position))?;
        let player = if wins { mover } else { mover.other() };
        // Every move removes a checker.
        Some(ForcedResult::Win { player, plies: position.occupied().count() as u16 })
    }

    fn solved_by(&self) -> &'static str {
        "table of all positions"
    }

    fn prepare_proof(&self, root: &Position<W>, megabytes: usize, threads: usize) -> usize {
        self.compute_endgames(root, megabytes, threads)
    }

    fn proof_key(&self, position: &Position<W>) -> Option<u128> {
        self.canonical_key(position)
    }

    fn proof_key_bits(&self) -> u32 {
        if self.grid.side() > MAX_KEY_SIDE {
            0
        } else {
            3_u128.pow((self.grid.squares()) as u32).ilog2() + 1
        }
    }

    fn looks_up_moves(&self, position: &Position<W>) -> bool {
        const MIN_CHECKERS: u32 = 19;
        position.occupied().count() >= MIN_CHECKERS
    }

    fn proof_effort(&self, next: &Position<W>, _score: i32) -> i32 {
        self.estimated_effort(next)
    }
}
