//! Positions of Isaac: tiles, counters, phase and player to move.

use strata_rules::random::{HashKeys, mix};
use strata_rules::{Outcome, Player, Square};

use super::tiles::{FITS, KINDS, LENGTHS, Placement, Rack, SIDE};

/// The score that wins immediately.
pub(super) const WIN: u8 = 100;

/// The rules that can decide a game.
pub(super) const REACHED_100: &str = "reached 100";
pub(super) const HIGHER_SCORE: &str = "higher score";
pub(super) const LONGER_LINE: &str = "longer line of unplaced tiles";
pub(super) const FEWER_TILES: &str = "fewer tiles in an equal line";
pub(super) const DARK_STARTED: &str = "equal in all, Dark started";

/// Tiles, counters, phase and player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) racks: [Rack; 2],
    /// The occupied squares of each rank and of each file.
    pub(super) ranks: [u16; SIDE],
    pub(super) files: [u16; SIDE],
    /// The number of tiles that cover a square of each rank and of each file.
    pub(super) tiles_on_rank: [u8; SIDE],
    pub(super) tiles_on_file: [u8; SIDE],
    pub(super) counters: [u8; 2],
    pub(super) phase: Phase,
    pub(super) turn: u8,
    pub(super) hash: u64,
}

/// The two phases, each with its own state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// Tiles are placed.
    Placing {
        /// The player who passed first, if any.
        first_passer: Option<u8>,
    },
    /// Tiles are removed; a player who cannot remove any is out.
    Scoring {
        /// Whether each player is out.
        out: [bool; 2],
    },
}

const fn tile_key(player: usize, kind: usize, place: Placement) -> u64 {
    mix((0x15AA << 32) | ((player * KINDS + kind) << 8) as u64 | place.0 as u64)
}

/// The hash key that distinguishes a removed tile from one never placed.
const fn removed_key(player: usize, kind: usize, removed: u8) -> u64 {
    mix((0x15AB << 32) | ((player * KINDS + kind) << 8) as u64 | removed as u64)
}

static COUNTER_KEYS: [HashKeys<{ WIN as usize + 1 }>; 2] =
    [HashKeys::new(0x15AC), HashKeys::new(0x15AD)];
const LIGHT_TURN_KEY: u64 = mix(0x15AE);

impl Phase {
    const fn key(self) -> u64 {
        match self {
            Self::Placing { first_passer: None } => 0,
            Self::Placing { first_passer: Some(player) } => mix(0x15AF + player as u64),
            Self::Scoring { out } => mix(0x15B1 + out[0] as u64 + 2 * out[1] as u64),
        }
    }
}

impl Position {
    /// An empty board.
    pub(super) fn empty(phase: Phase, turn: u8, counters: [u8; 2]) -> Self {
        let turn_key = if turn == 1 { LIGHT_TURN_KEY } else { 0 };
        let counter_keys =
            COUNTER_KEYS[0][usize::from(counters[0])] ^ COUNTER_KEYS[1][usize::from(counters[1])];
        Self {
            racks: [Rack::FULL; 2],
            ranks: [0; SIDE],
            files: [0; SIDE],
            tiles_on_rank: [0; SIDE],
            tiles_on_file: [0; SIDE],
            counters,
            phase,
            turn,
            hash: turn_key ^ counter_keys ^ phase.key(),
        }
    }

    /// Puts a tile on free squares of the board.
    pub(super) fn place(&mut self, player: usize, kind: usize, place: Placement) {
        self.racks[player].place(kind, place);
        self.change_lines(kind, place, 1);
        self.hash ^= tile_key(player, kind, place);
    }

    /// Removes a tile from the board.
    pub(super) fn remove(&mut self, player: usize, kind: usize, place: Placement) {
        self.racks[player].remove(kind, place);
        self.change_lines(kind, place, -1);
        self.hash ^= tile_key(player, kind, place) ^ self.removed_key(player, kind);
    }

    /// Marks an unplaced tile as placed and removed earlier.
    pub(super) fn mark_removed(&mut self, player: usize, kind: usize) {
        self.racks[player].mark_removed(kind);
        self.hash ^= self.removed_key(player, kind);
    }

    /// The key of the latest removal among tiles of one kind.
    fn removed_key(&self, player: usize, kind: usize) -> u64 {
        removed_key(player, kind, self.racks[player].removed(kind))
    }

    fn change_lines(&mut self, kind: usize, place: Placement, change: i8) {
        let Self { ranks, files, tiles_on_rank, tiles_on_file, .. } = self;
        let (along, across, tiles_along, tiles_across) = if place.is_upright() {
            (files, ranks, tiles_on_file, tiles_on_rank)
        } else {
            (ranks, files, tiles_on_rank, tiles_on_file)
        };
        let (line, start, length) = (place.line(), place.start(), usize::from(LENGTHS[kind]));
        along[line] ^= ((1 << length) - 1) << start;
        tiles_along[line] = tiles_along[line].wrapping_add_signed(change);
        for cell in start..start + length {
            across[cell] ^= 1 << line;
            tiles_across[cell] = tiles_across[cell].wrapping_add_signed(change);
        }
    }

    /// The number of placements of `player`, one byte per kind.
    pub(super) fn placement_counts(&self, player: usize) -> u64 {
        let lines = self.ranks.iter().chain(&self.files);
        let placement_counts: u64 = lines.map(|occupied| FITS[usize::from(*occupied)]).sum();
        let rack = &self.racks[player];
        let in_hand = (0..KINDS).filter(|&kind| rack.has_unplaced(kind));
        placement_counts & in_hand.fold(0, |mask, kind| mask | 0xFF << (8 * kind))
    }

    /// Whether `player` can place a tile.
    pub(super) fn can_place(&self, player: usize) -> bool {
        self.placement_counts(player) != 0
    }

    /// The player's tiles that may be removed, with their scores.
    pub(super) fn removals(&self) -> impl Iterator<Item = (usize, Placement, u32)> {
        let rack = &self.racks[usize::from(self.turn)];
        let counters = self.counter_squares();
        let doublings = self.doublings();
        let is_free = move |kind: usize, place: Placement| {
            let holds = |square: &Square| place.covers(LENGTHS[kind], *square);
            !counters.iter().flatten().any(holds)
        };
        rack.on_board_from(rack.longest_removed().unwrap_or(0))
            .filter(move |(kind, place)| is_free(*kind, *place))
            .map(move |(kind, place)| {
                (kind, place, self.removal_score_doubled(kind, place, &doublings))
            })
    }

    pub(super) fn is_over(&self) -> bool {
        self.counters.contains(&WIN) || self.phase == Phase::Scoring { out: [true; 2] }
    }

    pub(super) fn set_turn(&mut self, turn: u8) {
        if turn != self.turn {
            self.hash ^= LIGHT_TURN_KEY;
            self.turn = turn;
        }
    }

    pub(super) fn set_phase(&mut self, phase: Phase) {
        self.hash ^= self.phase.key() ^ phase.key();
        self.phase = phase;
    }

    pub(super) fn pass(&mut self) {
        let other = self.turn ^ 1;
        match self.phase {
            Phase::Placing { first_passer } => {
                let first_passer = first_passer.unwrap_or(self.turn);
                if self.can_place(other.into()) {
                    self.set_phase(Phase::Placing { first_passer: Some(first_passer) });
                    self.set_turn(other);
                } else {
                    self.set_phase(Phase::Scoring { out: [false; 2] });
                    self.set_turn(first_passer);
                }
            }
            Phase::Scoring { mut out } => {
                out[usize::from(self.turn)] = true;
                self.set_phase(Phase::Scoring { out });
                self.next_turn();
            }
        }
    }

    /// Passes the turn to the other player, unless that player is out.
    pub(super) fn next_turn(&mut self) {
        let other = self.turn ^ 1;
        match self.phase {
            Phase::Scoring { out } if out[usize::from(other)] => {}
            _ => self.set_turn(other),
        }
    }

    pub(super) fn add_points(&mut self, points: u8) {
        let player = usize::from(self.turn);
        let keys = &COUNTER_KEYS[player];
        let counter = &mut self.counters[player];
        self.hash ^= keys[usize::from(*counter)];
        *counter += points;
        self.hash ^= keys[usize::from(*counter)];
    }

    /// The total length and the number of a player's tiles never placed.
    pub(super) fn unplaced_line(&self, player: usize) -> (u32, u32) {
        (0..KINDS).fold((0, 0), |(length, count), kind| {
            let unplaced = u32::from(self.racks[player].unplaced(kind));
            (length + unplaced * u32::from(LENGTHS[kind]), count + unplaced)
        })
    }

    /// The outcome if neither player has reached 100.
    pub(super) fn compare(&self) -> Outcome {
        let [dark, light] = self.counters;
        let [dark_line, light_line] = [0, 1].map(|player| self.unplaced_line(player));
        let better = |dark_is_better: bool| Player(u8::from(!dark_is_better));
        if dark != light {
            Outcome::win(better(dark > light), HIGHER_SCORE)
        } else if dark_line.0 != light_line.0 {
            Outcome::win(better(dark_line.0 > light_line.0), LONGER_LINE)
        } else if dark_line.1 != light_line.1 {
            Outcome::win(better(dark_line.1 < light_line.1), FEWER_TILES)
        } else {
            Outcome::win(Player(0), DARK_STARTED)
        }
    }
}
