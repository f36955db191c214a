//! Proofs on which any number of workers work. A coordinator (`strata solve --database`) stores
//! questions as jobs in the database and merges their results; `worker` answers them.

mod coordinator;
mod worker;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use strata_engine::solver::{NextQuestion, Outcome, Question, Session, Split, Wdl};

pub use coordinator::{Coordinator, ProofError, ProofStatus};
pub(crate) use worker::work;

/// What is proven, and by which version: results of others are not used.
fn title(session: &dyn Session) -> String {
    format!("strata {} {}", env!("CARGO_PKG_VERSION"), session.title())
}

/// The id of the proof with this title.
fn proof_id(title: &str) -> String {
    to_hex(&Sha256::digest(title.as_bytes())[..16])
}

fn goal_name(goal: Wdl) -> &'static str {
    if goal == Wdl::Win { "win" } else { "draw" }
}

fn read_goal(name: &str) -> Option<Wdl> {
    match name {
        "win" => Some(Wdl::Win),
        "draw" => Some(Wdl::Draw),
        _ => None,
    }
}

/// The result of a job as it is stored.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredOutcome {
    Answer(bool),
    Split(Vec<StoredNext>),
}

#[derive(Serialize, Deserialize)]
struct StoredNext {
    id: String,
    position: String,
    goal: String,
    same_player: bool,
    moves: u32,
    answer: Option<bool>,
}

fn write_outcome(split: &Split) -> String {
    let next = |next: &NextQuestion| StoredNext {
        id: next.question.id.clone(),
        position: next.question.position.clone(),
        goal: goal_name(next.question.goal).to_owned(),
        same_player: next.is_same_player,
        moves: next.moves,
        answer: next.answer,
    };
    let outcome = match split {
        Split::Answered(answer) => StoredOutcome::Answer(*answer),
        Split::Next(all) => StoredOutcome::Split(all.iter().map(next).collect()),
    };
    // Numbers and texts always serialise.
    serde_json::to_string(&outcome).unwrap_or_default()
}

fn read_outcome(text: &str) -> Option<Outcome> {
    let next = |next: StoredNext| {
        let goal = read_goal(&next.goal)?;
        Some(NextQuestion {
            question: Question { id: next.id, position: next.position, goal },
            is_same_player: next.same_player,
            moves: next.moves,
            answer: next.answer,
        })
    };
    match serde_json::from_str(text).ok()? {
        StoredOutcome::Answer(answer) => Some(Outcome::Answered(answer)),
        StoredOutcome::Split(all) => {
            all.into_iter().map(next).collect::<Option<_>>().map(Outcome::Split)
        }
    }
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> =
        text.chars().map(|digit| Some(digit.to_digit(16)? as u8)).collect::<Option<_>>()?;
    let bytes = digits.chunks(2).map(|pair| match pair {
        [high, low] => Some(high << 4 | low),
        _ => None,
    });
    bytes.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_round_trip_through_text() {
        let question =
            Question { id: "d-1".to_owned(), position: "here".to_owned(), goal: Wdl::Draw };
        let next = NextQuestion { question, is_same_player: true, moves: 7, answer: Some(false) };
        let split = write_outcome(&Split::Next(vec![next.clone()]));
        assert_eq!(read_outcome(&split), Some(Outcome::Split(vec![next])));
        let answer = write_outcome(&Split::Answered(true));
        assert_eq!(read_outcome(&answer), Some(Outcome::Answered(true)));
        assert_eq!(read_outcome(&split.replace("draw", "loss")), None);
        assert_eq!(read_outcome(""), None);
    }

    #[test]
    fn bytes_round_trip_through_text() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(from_hex(&to_hex(&bytes)), Some(bytes));
        assert_eq!(from_hex("abc"), None);
        assert_eq!(from_hex("zz"), None);
    }
}
