//! Bounds on final scores, which decide many games before their end.
//!
//! A player may always take zero points, so a counter can stay where it is for the rest of the game. If
//! the opponent cannot reach its score, the game is decided. The opponent's highest score is limited by
//! the tiles on each line, by the order of removals, and by the squares from which the counters double.

use strata_rules::{ForcedResult, Player};

use super::super::position::WIN;
use super::super::tiles::TILES;
use super::{SQUARES, Scoring, Squares, State, Tiles, each, numbers, square_of};

/// The numbers from 0 to `most`.
const fn up_to(most: u32) -> Squares {
    (1 << (most + 1)) - 1
}

/// The squares on which a player's counter stands with a score from `least` to `most`.
const fn counter_path(player: usize, least: u32, most: u32) -> Squares {
    // The numbering of either player is the reverse of the other's.
    numbers(player, up_to(most) & !(up_to(least) >> 1))
}

/// A tile that may still be removed.
#[derive(Clone, Copy, Default)]
struct Removal {
    kind: usize,
    /// Its score, except for the own counter.
    score: u32,
    /// Its score without any counter.
    single: u32,
    /// The part of `single` that counts as scored in advance, see [`Removals::share_losses`].
    shared: u32,
    /// The own scores with which it is doubled.
    doubling_numbers: Squares,
}

/// The tiles that a player may still remove, shortest first.
struct Removals {
    list: [Removal; TILES],
    count: usize,
    /// The score in advance.
    shared: u32,
}

impl Removals {
    /// `others` are the squares on which the other counter may stand.
    fn new(scoring: &Scoring, state: &State, tiles: Tiles, others: Squares) -> Self {
        let mut removals = Self { list: [Removal::default(); TILES], count: 0, shared: 0 };
        let mut numbers = [0; TILES];
        for number in each(tiles) {
            let tile = &scoring.tiles[number];
            let single = scoring.single_score(state, number);
            numbers[removals.count] = number;
            removals.list[removals.count] = Removal {
                kind: tile.kind,
                score: single << u32::from(tile.doubling & others != 0),
                single,
                shared: 0,
                doubling_numbers: tile.doubling_numbers,
            };
            removals.count += 1;
        }
        removals.share_losses(scoring, &numbers);
        removals
    }

    /// If two tiles are removed and the first one lies on the line of the second, the second one scores
    /// less by its value: a loss. If only one of the two is removed, the points of the other are lost. So
    /// the sum of both scores is too high by the least of the three. It is subtracted from both scores
    /// and added in advance once, which is correct for any number of pairs if no score becomes negative.
    fn share_losses(&mut self, scoring: &Scoring, numbers: &[usize; TILES]) {
        for second in 0..self.count {
            let tile = &scoring.tiles[numbers[second]];
            for first in 0..second {
                let other = &scoring.tiles[numbers[first]];
                let is_on_line = tile.others >> numbers[first] & 1 == 1;
                // Tiles of the same length can be removed in any order.
                let is_certain = other.kind < tile.kind || other.others >> numbers[second] & 1 == 1;
                if is_on_line && is_certain {
                    let rest = |removal: &Removal| removal.single - removal.shared;
                    let [one, two] = [first, second].map(|place| rest(&self.list[place]));
                    let loss = tile.value.min(one).min(two);
                    self.list[first].shared += loss;
                    self.list[second].shared += loss;
                    self.shared += loss;
                }
            }
        }
    }

    /// The highest score that can be reached from `counter`, at most 100.
    ///
    /// Tiles are removed kind by kind. Let `reached` be the highest score before a kind. A tile is doubled
    /// by the own counter only if that stands on its line. If no such square is at `reached` or above,
    /// the player has to give up the points from the square to `reached` for the doubling, except for
    /// those counted in advance, which later removals may still need.
    fn highest_score(&self, counter: u32) -> u32 {
        let mut reached = counter + self.shared;
        for group in self.list[..self.count].chunk_by(|one, other| one.kind == other.kind) {
            let most: u32 = group.iter().map(|removal| 2 * removal.score).sum();
            let gain = |removal: &Removal| {
                let before = (reached + most - 2 * removal.score).min(SQUARES as u32 - 1);
                let path = up_to(before) & !(up_to(counter) >> 1);
                let points = match (removal.doubling_numbers & path).checked_ilog2() {
                    None => removal.score,
                    Some(number) => {
                        let given_up = (reached - self.shared).saturating_sub(number);
                        removal.score.max((2 * removal.score).saturating_sub(given_up))
                    }
                };
                points - removal.shared
            };
            reached += group.iter().map(gain).sum::<u32>();
            if reached >= u32::from(WIN) {
                return WIN.into();
            }
        }
        reached
    }
}

impl Scoring {
    /// The highest score that a player can still reach, up to 100, if the other counter stands only on
    /// the squares `others`.
    fn highest_score(&self, state: &State, player: usize, tiles: Tiles, others: Squares) -> u32 {
        let removals = Removals::new(self, state, tiles, others);
        removals.highest_score(state.counters[player].into())
    }

    /// The highest score that a player can still reach, up to 100, whatever both play.
    pub(super) fn highest_of_all(&self, state: &State, player: usize) -> u32 {
        let other = player ^ 1;
        let others = counter_path(other, state.counters[other].into(), SQUARES as u32 - 1);
        self.highest_score(state, player, self.removable(state, player), others)
    }

    /// Whether a player who stays at `score`, and whose counter stands only on `squares`, wins against
    /// all replies with the tiles `replies`.
    fn holds(
        &self,
        state: &State,
        player: usize,
        score: u32,
        squares: Squares,
        replies: Tiles,
    ) -> bool {
        let highest = self.highest_score(state, player ^ 1, replies, squares);
        score > highest || (score == highest && self.wins_ties(player))
    }

    /// Whether a player wins by staying where the counter is now.
    fn wins_by_staying(&self, state: &State, player: usize) -> bool {
        let square = state.counter_square(player);
        let replies = self.removable(state, player ^ 1) & !self.locked[square];
        self.holds(state, player, state.counters[player].into(), 1 << square, replies)
    }

    /// Whether the player to move wins with the removal that scores most, and by staying there.
    fn wins_with_best_removal(&self, state: &State) -> bool {
        let Some((tile, score)) = self.removals(state).max_by_key(|(_, score)| *score) else {
            return false;
        };
        let mut points = state.most_points(score);
        points -= u8::from(points > 0 && state.blocked_points() == Some(points));
        let mut next = *state;
        next.left &= !(1 << tile);
        next.counters[state.player()] += points;
        points > 0 && self.wins_by_staying(&next, state.player())
    }

    /// Whether the player who is not to move wins with one more removal, and by staying after it.
    fn wins_with_reply(&self, state: &State) -> bool {
        let (player, opponent) = (state.player() ^ 1, state.player());
        let best = self.removals(state).map(|(_, score)| score).max().unwrap_or(0);
        let landing = u32::from(state.counters[opponent]) + u32::from(state.most_points(best));
        let landing = landing.min(SQUARES as u32 - 1);
        let path = counter_path(opponent, state.counters[opponent].into(), landing);
        let counter = u32::from(state.counters[player]);
        let certain = counter + self.certain_reply(state, player, path);
        // One point less if the opponent stands on the square where the counter would stop.
        if certain <= counter + 1 || certain >= u32::from(WIN) {
            return false;
        }
        let squares = [counter, certain - 1, certain]
            .map(|score| 1 << square_of(player, score as usize))
            .into_iter()
            .fold(0, |all, square: Squares| all | square);
        self.holds(state, player, certain - 1, squares, self.removable(state, opponent))
    }

    /// The points that the player who is not to move can take for certain with the next removal, if
    /// the opponent's counter stays on `path` until then.
    fn certain_reply(&self, state: &State, player: usize, path: Squares) -> u32 {
        let square = state.counter_square(player);
        // The opponent can lock one tile.
        let [mut best, mut second, mut best_unlockable] = [0; 3];
        for number in each(self.removable(state, player) & !self.locked[square]) {
            let tile = &self.tiles[number];
            // The opponent may remove one tile from the line.
            let others = (tile.others & state.left).count_ones().saturating_sub(1);
            let points = (tile.value * others) << (self.doubled[square] >> number & 1);
            if tile.squares & path == 0 {
                best_unlockable = best_unlockable.max(points);
            }
            second = second.max(points.min(best));
            best = best.max(points);
        }
        second.max(best_unlockable)
    }

    /// The winner of an unfinished game, if the bounds decide it.
    pub(in super::super) fn decided(&self, state: &State) -> Option<ForcedResult> {
        let (mover, opponent) = (state.player(), state.player() ^ 1);
        let winner = if self.wins_by_staying(state, opponent) || self.wins_with_reply(state) {
            opponent
        } else if self.wins_by_staying(state, mover) || self.wins_with_best_removal(state) {
            mover
        } else {
            return None;
        };
        let tiles = self.removable(state, 0) | self.removable(state, 1);
        // Both players pass at the end.
        let plies = tiles.count_ones() as u16 + 2;
        Some(ForcedResult::Win { player: Player(winner as u8), plies })
    }
}
