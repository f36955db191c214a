//! The rules of the scoring phase.

use std::ops::ControlFlow;

use strata_rules::random::mix;
use strata_rules::{Family, Game, GameInfo, Options, Outcome, Player};

use super::super::Isaac;
use super::super::play::Move;
use super::super::position::{HIGHER_SCORE, Position, REACHED_100, WIN};
use super::super::tiles::TILES;
use super::{OWN, Scoring, State};

/// The rest of a game after a reference position in the scoring phase.
#[derive(Debug)]
pub(in super::super) struct ScoringGame {
    pub(super) scoring: Scoring,
    options: Options,
    /// Makes the hashes of different references differ.
    seed: u64,
}

impl ScoringGame {
    /// `None` in the placement phase.
    pub(in super::super) fn new(reference: &Position, options: &Options) -> Option<Self> {
        let scoring = Scoring::new(reference)?;
        Some(Self { scoring, options: options.clone(), seed: mix(reference.hash) })
    }
}

impl State {
    /// Lets a player who is not out move next.
    fn next_turn(&mut self) {
        let other = self.turn ^ 1;
        if !self.out[usize::from(other)] {
            self.turn = other;
        }
    }

    fn is_over(&self) -> bool {
        self.counters.contains(&WIN) || self.out == [true; 2]
    }

    /// The legal numbers of points for a removal worth `score`.
    fn points(&self, score: u32) -> impl Iterator<Item = u8> + use<> {
        let blocked = self.blocked_points();
        (0..=self.most_points(score)).filter(move |points| Some(*points) != blocked)
    }
}

impl Scoring {
    /// The move that removes a tile.
    pub(super) fn removal(&self, tile: usize, points: u8) -> Move {
        let tile = &self.tiles[tile];
        Move::Remove { kind: tile.kind as u8, place: tile.place.0, points }
    }

    /// The number of the tile that lies at a place.
    pub(super) fn tile_at(&self, player: usize, place: u8) -> Option<usize> {
        let tiles = player * TILES..(player + 1) * TILES;
        tiles.into_iter().find(|&tile| {
            self.all & OWN[player] & 1 << tile != 0 && self.tiles[tile].place.0 == place
        })
    }
}

impl Game for ScoringGame {
    type Position = State;
    type Move = Move;

    fn info(&self) -> &'static GameInfo {
        Isaac::INFO
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn start(&self) -> State {
        self.scoring.start
    }

    fn turn(&self, state: &State) -> Player {
        Player(state.turn)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        if !state.is_over() {
            return None;
        }
        let [dark, light] = state.counters;
        Some(match dark.cmp(&light) {
            std::cmp::Ordering::Equal => self.scoring.tie,
            order => {
                let rule = if dark.max(light) == WIN { REACHED_100 } else { HIGHER_SCORE };
                Outcome::win(Player(u8::from(order.is_lt())), rule)
            }
        })
    }

    fn visit_moves(
        &self,
        state: &State,
        mut visit: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if state.is_over() {
            return ControlFlow::Continue(());
        }
        let mut must_pass = true;
        for (tile, score) in self.scoring.removals(state) {
            must_pass = false;
            for points in state.points(score) {
                visit(self.scoring.removal(tile, points))?;
            }
        }
        if must_pass { visit(Move::Pass) } else { ControlFlow::Continue(()) }
    }

    fn play(&self, state: &mut State, mv: Move) {
        let player = state.player();
        match mv {
            Move::Remove { place, points, .. } => {
                if let Some(tile) = self.scoring.tile_at(player, place) {
                    state.left &= !(1 << tile);
                }
                state.counters[player] += points;
            }
            // Tiles are only placed in the placement phase.
            Move::Pass | Move::Place { .. } => state.out[player] = true,
        }
        state.next_turn();
    }

    fn hash(&self, state: &State) -> u64 {
        mix(self.seed ^ state.code())
    }
}
