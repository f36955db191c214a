//! Checks what clients have seen of a game while servers were failing, in the manner of Jepsen: the
//! history goes in, and what is wrong with it comes out.
//!
//! The moves of a game must be one sequence for everybody. A move that a server has accepted is in it
//! once; a refused one is not; one without an answer may be. Moves are in the order in which clients
//! made them, and what a client is shown is a beginning of the sequence.

use std::collections::HashSet;
use std::time::Instant;

/// What the clients of a game have done and seen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct History {
    /// Every attempt to play a move.
    pub attempts: Vec<Attempt>,
    /// Everything that clients were shown, in order for each connection.
    pub sights: Vec<Sight>,
    /// The moves of the game at the end.
    pub moves: Vec<String>,
    /// The plies at which no client has moved, but a bot, or the server for a player who had to pass.
    pub unattended: HashSet<usize>,
}

/// An attempt to play a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// The number of moves before it.
    pub ply: usize,
    /// The move.
    pub mv: String,
    /// When it was sent.
    pub sent: Instant,
    /// When the answer came, or the client gave up.
    pub done: Instant,
    /// The answer.
    pub outcome: Outcome,
}

/// The answer to an attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The move was played.
    Accepted,
    /// The move was not played.
    Refused,
    /// The server did not answer or could not say.
    Unknown,
}

/// What a client was shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sight {
    /// The connection on which it was shown.
    pub connection: usize,
    /// The moves of the game.
    pub moves: Vec<String>,
}

/// Something that must not happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Violation {
    /// An accepted move is not in the game.
    Lost(usize, String),
    /// Two attempts at the same ply were accepted.
    Doubled(usize),
    /// A move is in the game that nobody has made, or that was refused.
    Invented(usize, String),
    /// A move was accepted before a later one was sent, but comes after it.
    Reordered(usize, usize),
    /// A client was shown moves that are not a beginning of the game.
    Diverged(usize),
    /// A client was shown fewer moves than before on the same connection.
    Backwards(usize),
}

/// Everything that is wrong with a history.
pub fn check(history: &History) -> Vec<Violation> {
    let History { attempts, sights, moves, unattended } = history;
    let mut wrong = Vec::new();
    let accepted: Vec<&Attempt> =
        attempts.iter().filter(|attempt| attempt.outcome == Outcome::Accepted).collect();
    let mut plies = HashSet::new();
    for attempt in &accepted {
        if moves.get(attempt.ply) != Some(&attempt.mv) {
            wrong.push(Violation::Lost(attempt.ply, attempt.mv.clone()));
        }
        if !plies.insert(attempt.ply) {
            wrong.push(Violation::Doubled(attempt.ply));
        }
    }
    for (ply, mv) in moves.iter().enumerate().filter(|(ply, _)| !unattended.contains(ply)) {
        let may_be = |attempt: &&Attempt| {
            attempt.ply == ply && attempt.mv == *mv && attempt.outcome != Outcome::Refused
        };
        if !attempts.iter().any(|attempt| may_be(&attempt)) {
            wrong.push(Violation::Invented(ply, mv.clone()));
        }
    }
    for first in &accepted {
        let is_later = |later: &&&Attempt| first.done < later.sent && later.ply <= first.ply;
        if let Some(later) = accepted.iter().find(is_later) {
            wrong.push(Violation::Reordered(first.ply, later.ply));
        }
    }
    wrong.extend(check_sights(sights, moves));
    wrong
}

fn check_sights(sights: &[Sight], moves: &[String]) -> Vec<Violation> {
    let mut wrong = Vec::new();
    let mut last: Option<&Sight> = None;
    for (number, sight) in sights.iter().enumerate() {
        if !moves.starts_with(&sight.moves) {
            wrong.push(Violation::Diverged(number));
        }
        let is_shorter = |before: &Sight| {
            before.connection == sight.connection && before.moves.len() > sight.moves.len()
        };
        if last.is_some_and(is_shorter) {
            wrong.push(Violation::Backwards(number));
        }
        last = Some(sight);
    }
    wrong
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    /// A game in which the attempts follow one another, a second each.
    fn game(attempts: &[(usize, &str, Outcome)], moves: &str) -> History {
        let start = Instant::now();
        let attempt = |(number, (ply, mv, outcome)): (u32, &(usize, &str, Outcome))| {
            let sent = start + Duration::from_secs(1) * number;
            let done = sent + Duration::from_millis(500);
            Attempt { ply: *ply, mv: (*mv).to_owned(), sent, done, outcome: *outcome }
        };
        let attempts = (0..).zip(attempts).map(attempt).collect();
        History { attempts, moves: words(moves), ..History::default() }
    }

    const YES: Outcome = Outcome::Accepted;
    const NO: Outcome = Outcome::Refused;
    const MAYBE: Outcome = Outcome::Unknown;

    #[test]
    fn good_histories_pass() {
        for (attempts, moves) in [
            (vec![], ""),
            (vec![(0, "a", YES), (1, "b", YES)], "a b"),
            (vec![(0, "a", YES), (0, "a", NO), (1, "b", MAYBE)], "a b"),
            (vec![(0, "a", YES), (1, "b", MAYBE), (1, "c", YES)], "a c"),
            (vec![(0, "a", MAYBE), (0, "a", NO)], "a"),
        ] {
            assert_eq!(check(&game(&attempts, moves)), [], "{attempts:?} {moves}");
        }
    }

    #[test]
    fn each_fault_is_found() {
        let lost = |ply, mv: &str| Violation::Lost(ply, mv.to_owned());
        let invented = |ply, mv: &str| Violation::Invented(ply, mv.to_owned());
        for (attempts, moves, fault) in [
            (vec![(0, "a", YES), (1, "b", YES)], "a", lost(1, "b")),
            (vec![(0, "a", YES), (0, "b", MAYBE)], "b", lost(0, "a")),
            (vec![(0, "a", YES), (0, "a", YES)], "a", Violation::Doubled(0)),
            (vec![(0, "a", YES)], "a a", invented(1, "a")),
            (vec![(0, "a", YES), (1, "b", NO)], "a b", invented(1, "b")),
            (vec![(1, "b", YES), (0, "a", YES)], "a b", Violation::Reordered(1, 0)),
        ] {
            let found = check(&game(&attempts, moves));
            assert!(found.contains(&fault), "{attempts:?} {moves}: {found:?}");
        }
    }

    #[test]
    fn sights_are_beginnings_of_the_game_and_grow() {
        let sight = |connection, text| Sight { connection, moves: words(text) };
        let found = |sights: &[Sight]| check_sights(sights, &words("a b c"));
        assert_eq!(found(&[sight(0, ""), sight(0, "a b"), sight(1, "a"), sight(1, "a b c")]), []);
        assert_eq!(found(&[sight(0, "a"), sight(0, "b")]), [Violation::Diverged(1)]);
        assert_eq!(found(&[sight(0, "a b c d")]), [Violation::Diverged(0)]);
        assert_eq!(found(&[sight(0, "a b"), sight(0, "a")]), [Violation::Backwards(1)]);
    }

    #[test]
    fn moves_of_bots_need_no_attempt() {
        let mut history = game(&[(0, "a", YES)], "a b");
        history.unattended = HashSet::from([1]);
        assert_eq!(check(&history), []);
    }
}
