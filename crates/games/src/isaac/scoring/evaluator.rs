//! Evaluation and move ordering in the scoring phase.

use strata_rules::{Evaluator, ForcedResult, Game, Player};

use super::super::evaluator::move_index;
use super::super::play::Move;
use super::super::tiles::{KINDS, SIDE, VALUES};
use super::super::weights::{BEST, POINT, POTENTIAL, SCORING_TEMPO, TILE, TILE_VALUE};
use super::points::PointChoices;
use super::{OWN, SQUARES, Scoring, ScoringGame, State, each, square_of};

/// What a tile with this score is worth in the evaluation.
fn tile_worth(kind: usize, score: u32) -> i32 {
    POTENTIAL * score as i32 + TILE + TILE_VALUE * VALUES[kind] as i32
}

impl Scoring {
    /// The static evaluation for `player`.
    pub(in super::super) fn evaluate(&self, state: &State, player: usize) -> i32 {
        let tempo = if state.player() == player { SCORING_TEMPO } else { -SCORING_TEMPO };
        (self.player_score(state, player) - self.player_score(state, player ^ 1)) / 10 + tempo
    }

    /// The evaluation of one player, in tenths.
    fn player_score(&self, state: &State, player: usize) -> i32 {
        let [mut best, mut sum] = [0; 2];
        let doubled = [0, 1].map(|player| self.doubled_by(state, player));
        for tile in each(self.removable(state, player)) {
            let doublings = (doubled[0] >> tile & 1) + (doubled[1] >> tile & 1);
            let score = self.single_score(state, tile) << doublings;
            best = best.max(score as i32);
            sum += tile_worth(self.tiles[tile].kind, score);
        }
        POINT * i32::from(state.counters[player]) + sum + BEST * best
    }

    /// The tiles whose line the counter of a player stands on.
    fn doubled_by(&self, state: &State, player: usize) -> u32 {
        let square = state.counter_square(player);
        self.doubled[square] | self.locked[square]
    }

    /// A removal that reaches 100.
    pub(in super::super) fn winning_removal(&self, state: &State) -> Option<Move> {
        let to_go = 100 - u32::from(state.counters[state.player()]);
        let (tile, score) = self.removals(state).find(|(_, score)| *score >= to_go)?;
        Some(self.removal(tile, state.most_points(score)))
    }

    /// Calls `visit` with the moves worth considering in an unfinished state.
    pub(in super::super) fn for_each_candidate(
        &self,
        state: &State,
        visit: &mut impl FnMut(Move, i32),
    ) {
        if let Some(mv) = self.winning_removal(state) {
            return visit(mv, 0);
        }
        let choices = PointChoices::new(self, state);
        let order = RemovalOrder::new(self, state);
        let mut any = false;
        for (tile, score) in self.removals(state) {
            any = true;
            let cost = order.cost(self.tiles[tile].kind, score);
            choices.for_each(tile, score, |points| {
                visit(self.removal(tile, points), (order.gain(points) - cost) / 10);
            });
        }
        if !any {
            visit(Move::Pass, 0);
        }
    }
}

/// Ordering scores of removals: how they change the evaluation, in tenths.
struct RemovalOrder {
    player: usize,
    counter: usize,
    /// What a counter on each line is worth: it doubles own tiles and those of the opponent.
    lines: [i32; 2 * SIDE],
    /// What the tiles of each kind are worth that could still be removed.
    kinds: [i32; KINDS],
}

impl RemovalOrder {
    fn new(scoring: &Scoring, state: &State) -> Self {
        let player = state.player();
        let mut order = Self {
            player,
            counter: state.counters[player].into(),
            lines: [0; 2 * SIDE],
            kinds: [0; KINDS],
        };
        let doubled = [0, 1].map(|player| scoring.doubled_by(state, player));
        let removable = scoring.removable(state, 0) | scoring.removable(state, 1);
        for number in each(removable) {
            let tile = &scoring.tiles[number];
            let single = scoring.single_score(state, number);
            let is_own = OWN[player] >> number & 1 == 1;
            let worth = POTENTIAL * single as i32;
            order.lines[tile.place.line_index()] += if is_own { worth } else { -worth };
            if is_own {
                let doublings = (doubled[0] >> number & 1) + (doubled[1] >> number & 1);
                order.kinds[tile.kind] += tile_worth(tile.kind, single << doublings);
            }
        }
        order
    }

    /// What is lost with a tile of this kind and score: the tile and all shorter ones.
    fn cost(&self, kind: usize, score: u32) -> i32 {
        tile_worth(kind, score) + self.kinds[..kind].iter().sum::<i32>()
    }

    /// What the points and the new square of the counter are worth.
    fn gain(&self, points: u8) -> i32 {
        let square = square_of(self.player, self.counter + usize::from(points));
        let doubled = self.lines[square / SIDE] + self.lines[SIDE + square % SIDE];
        POINT * i32::from(points) + doubled
    }
}

impl Evaluator for ScoringGame {
    fn evaluate(&self, state: &State, player: Player) -> i32 {
        self.scoring.evaluate(state, player.index())
    }

    fn greedy_value(&self, _state: &State, mv: Move) -> i64 {
        match mv {
            Move::Remove { points, .. } => points.into(),
            Move::Pass | Move::Place { .. } => 0,
        }
    }

    fn move_index(&self, mv: Move) -> u16 {
        move_index(mv)
    }

    fn for_each_candidate(&self, state: &State, mut visit: impl FnMut(Move, i32)) {
        if self.outcome(state).is_none() {
            self.scoring.for_each_candidate(state, &mut visit);
        }
    }

    fn winning_move(&self, state: &State) -> Option<Move> {
        self.scoring.winning_removal(state)
    }

    fn forced_result(&self, state: &State) -> Option<ForcedResult> {
        self.scoring.decided(state)
    }

    fn can_force_win(&self, state: &State) -> Option<bool> {
        if self.scoring.winning_removal(state).is_some() {
            return Some(true);
        }
        match self.scoring.decided(state)? {
            ForcedResult::Win { player, .. } => Some(player == self.turn(state)),
            ForcedResult::Draw => None,
        }
    }

    /// There are no draws.
    fn can_force_draw(&self, state: &State) -> Option<bool> {
        self.can_force_win(state)
    }

    fn is_endgame(&self, _state: &State) -> bool {
        true
    }

    /// The tile and the square where the counter lands.
    fn history_index(&self, state: &State, mv: Move) -> Option<u16> {
        let Move::Remove { place, points, .. } = mv else { return None };
        let player = state.player();
        let tile = self.scoring.tile_at(player, place)?;
        let landing = usize::from(state.counters[player] + points);
        Some((tile * SQUARES + landing) as u16)
    }

    fn proof_key(&self, state: &State) -> Option<u128> {
        Some(state.code().into())
    }

    fn proof_key_bits(&self) -> u32 {
        47
    }

    fn relative_code(&self, _reference: &State, state: &State) -> Option<u64> {
        Some(state.code())
    }
}
