//! Time management: how long to search for a move.
//!
//! Everything here is a function of the clock and the history of best moves; nothing reads the time.

use std::time::Duration;

use strata_rules::{Game, Random};

use crate::{Clock, Limits};

/// Time that is never planned for searching, for the way to the interface and back.
const RESERVE: Duration = Duration::from_millis(30);
/// The number of moves to plan for if the length of the game is unknown.
const DEFAULT_MOVES_LEFT: u32 = 18;
/// Plan for at least this many moves, since the estimate may be too low.
const MIN_MOVES_LEFT: u32 = 3;

/// When to stop searching for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct TimeLimits {
    /// After this time, scaled by the [`Stability`], no new iteration starts.
    pub(crate) soft: Option<Duration>,
    /// At this time the search stops.
    pub(crate) hard: Option<Duration>,
}

impl TimeLimits {
    pub(crate) fn new(limits: &Limits) -> Self {
        let Some(clock) = limits.clock else {
            return Self { soft: None, hard: limits.movetime };
        };
        let (soft, hard) = divide_clock(clock, limits.moves_left.unwrap_or(DEFAULT_MOVES_LEFT));
        let hard = limits.movetime.map_or(hard, |time| time.min(hard));
        Self { soft: Some(soft.min(hard)), hard: Some(hard) }
    }
}

/// The soft and the hard limit for a move if this many moves are left to play.
fn divide_clock(clock: Clock, moves_left: u32) -> (Duration, Duration) {
    let left = clock.left.saturating_sub(RESERVE);
    // The last third of a game needs little time, because its positions are usually proven.
    let share = left / (moves_left * 2 / 3).max(MIN_MOVES_LEFT) + clock.increment * 3 / 4;
    let hard = (share * 3).min(left * 2 / 5).max(Duration::from_millis(1));
    ((share * 4 / 5).min(hard), hard)
}

/// How often the best move has changed in recent iterations. Recent changes count more: the number
/// is halved with every iteration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Stability {
    recent_changes: f32,
}

impl Default for Stability {
    fn default() -> Self {
        Self { recent_changes: 0.5 }
    }
}

impl Stability {
    /// The stability after one more iteration.
    #[must_use]
    pub(crate) fn after_iteration(self, best_move_changed: bool) -> Self {
        let change = if best_move_changed { 1.0 } else { 0.0 };
        Self { recent_changes: self.recent_changes / 2.0 + change }
    }

    /// Scales a soft limit: down to half if the best move is stable, up to 2.5 times if it changes in
    /// every iteration.
    pub(crate) fn scale(self, soft: Duration) -> Duration {
        soft.mul_f32(0.5 + self.recent_changes.min(2.0))
    }

    /// For storing in an atomic.
    pub(crate) fn to_bits(self) -> u32 {
        self.recent_changes.to_bits()
    }

    pub(crate) fn from_bits(bits: u32) -> Self {
        Self { recent_changes: f32::from_bits(bits) }
    }
}

/// The number of nodes that a search visits in `time` if it has visited `nodes` in `elapsed`.
pub(crate) fn estimate_nodes(time: Duration, elapsed: Duration, nodes: u64) -> u64 {
    // The speed is unknown during the first millisecond.
    if !time.is_zero() && elapsed < Duration::from_millis(1) {
        return u64::MAX;
    }
    (nodes as f64 * time.as_secs_f64() / elapsed.as_secs_f64().max(f64::MIN_POSITIVE)) as u64
}

/// An estimate of how many more moves the player to move has to make: that of the longest of a few
/// random games.
pub(crate) fn estimate_moves_left<G: Game>(game: &G, position: &G::Position) -> u32 {
    const RANDOM_GAMES: usize = 12;
    let mut random = Random::new(game.hash(position));
    let longest = (0..RANDOM_GAMES).map(|_| random_game_length(game, *position, &mut random)).max();
    let players = game.players().max(1) as u32;
    longest.unwrap_or_default().div_ceil(players)
}

fn random_game_length<G: Game>(game: &G, mut position: G::Position, random: &mut Random) -> u32 {
    const MAX_PLIES: u32 = 200;
    let mut plies = 0;
    while plies < MAX_PLIES && game.outcome(&position).is_none() {
        let Some(mv) = game.random_move(&position, random) else { break };
        game.play(&mut position, mv);
        plies += 1;
    }
    plies
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn millis(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    fn clock(left: u64, increment: u64) -> Clock {
        Clock { left: millis(left), increment: millis(increment) }
    }

    fn stability(history: &[bool]) -> Stability {
        history
            .iter()
            .fold(Stability::default(), |so_far, changed| so_far.after_iteration(*changed))
    }

    #[test]
    fn limits_never_exceed_the_clock() {
        for (left, increment) in [(0, 0), (5, 0), (100, 0), (1000, 50), (60_000, 1000)] {
            for moves_left in [0, 1, 5, 18, 100] {
                let (soft, hard) = divide_clock(clock(left, increment), moves_left);
                assert!(soft <= hard && hard <= millis(left.max(1)), "{left} {moves_left}");
            }
        }
    }

    #[test]
    fn time_remains_even_if_every_move_takes_its_hard_limit() {
        for moves_left in [0, 3, 10, 20] {
            let mut left = millis(1000);
            for played in 0..20 {
                let now = Clock { left, increment: Duration::ZERO };
                left -= divide_clock(now, u32::saturating_sub(moves_left, played)).1;
            }
            assert!(left >= RESERVE - millis(20), "{moves_left}: {left:?}");
        }
    }

    #[test]
    fn most_of_the_clock_is_used() {
        for moves_left in [3, 10, 20] {
            let mut left = millis(10_000);
            for played in 0..moves_left {
                let now = Clock { left, increment: Duration::ZERO };
                left -= divide_clock(now, moves_left - played).0;
            }
            assert!(left < millis(5_000), "{moves_left}: {left:?}");
        }
    }

    #[test]
    fn fewer_remaining_moves_get_more_time_each() {
        let soft = |moves_left| divide_clock(clock(60_000, 0), moves_left).0;
        assert!(soft(40) < soft(20) && soft(20) < soft(6));
    }

    #[test]
    fn a_movetime_limits_the_clock() {
        let limits = Limits {
            movetime: Some(millis(7)),
            clock: Some(clock(60_000, 0)),
            ..Limits::default()
        };
        assert_eq!(
            TimeLimits::new(&limits),
            TimeLimits { soft: Some(millis(7)), hard: Some(millis(7)) }
        );
        let movetime = TimeLimits::new(&Limits::movetime(millis(50)));
        assert_eq!(movetime, TimeLimits { soft: None, hard: Some(millis(50)) });
    }

    #[test]
    fn a_stable_best_move_shortens_the_search_and_a_changed_one_extends_it() {
        let scaled = |history: &[bool]| stability(history).scale(millis(1000));
        assert_eq!(scaled(&[]), millis(1000));
        assert!(scaled(&[false; 2]) < scaled(&[false]));
        assert!((millis(500)..millis(510)).contains(&scaled(&[false; 9])));
        assert!(scaled(&[false, false, true]) > millis(1400));
        assert!(scaled(&[true, false, false]) < scaled(&[false, false, true]));
        assert!((millis(2400)..=millis(2500)).contains(&scaled(&[true; 9])));
    }

    #[test]
    fn node_estimates_follow_from_the_speed_so_far() {
        assert_eq!(estimate_nodes(millis(75), millis(25), 1000), 3000);
        assert_eq!(estimate_nodes(Duration::ZERO, millis(25), 1000), 0);
        assert_eq!(estimate_nodes(Duration::ZERO, Duration::ZERO, 0), 0);
        assert_eq!(estimate_nodes(millis(75), Duration::ZERO, 0), u64::MAX);
    }
}
