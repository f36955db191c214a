//! How bots answer draw offers: one list of cases for the tests of every interface.
//!
//! The human plays first. The test engine plays the first legal move in alphabetical order, and
//! the level of the bot decides how it values every position.

use std::time::Duration;

use strata_engine::{Level, Line, Report, SearchError, Value};
use strata_rules::AnyPosition;
use strata_table::{Seat, Setup};

/// A draw offer to a bot.
pub(crate) struct DrawOffer {
    /// The level of the bot.
    pub(crate) level: u8,
    /// The moves of the human before the offer.
    pub(crate) moves: &'static [&'static str],
    /// Whether the bot accepts.
    pub(crate) is_accepted: bool,
}

/// A few moves and nearly a whole game on a small board.
const EARLY: &[&str] = &["b2"];
const LATE: &[&str] = &["b2", "b2b3", "b3c3", "c3c2", "c2c1"];

/// Every case: losing bots accept, even ones only late in the game, winning ones never.
pub(crate) const DRAW_OFFERS: [DrawOffer; 9] = [
    DrawOffer { level: LOSING, moves: &[], is_accepted: false },
    DrawOffer { level: LOSING, moves: EARLY, is_accepted: true },
    DrawOffer { level: EVEN, moves: EARLY, is_accepted: false },
    DrawOffer { level: EVEN, moves: LATE, is_accepted: true },
    DrawOffer { level: WINNING, moves: EARLY, is_accepted: false },
    DrawOffer { level: WINNING, moves: LATE, is_accepted: false },
    DrawOffer { level: DRAWN, moves: EARLY, is_accepted: true },
    DrawOffer { level: FAILING, moves: EARLY, is_accepted: false },
    DrawOffer { level: FAILING, moves: &[], is_accepted: false },
];

const LOSING: u8 = 3;
const EVEN: u8 = 4;
const WINNING: u8 = 5;
const DRAWN: u8 = 6;
/// At this level every search fails, and the bot plays random moves.
const FAILING: u8 = 7;

impl DrawOffer {
    /// A human against the bot of this case.
    pub(crate) fn setup(&self) -> Setup {
        let bot = Seat::bot(Level::new(self.level).expect("a level"));
        let mut setup = Setup::new("staqs", [Seat::person("Ann"), bot]);
        let options = [("size", "3"), ("pieces", "1")];
        setup.options = options.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        setup
    }

    /// The case in words, for failing tests.
    pub(crate) fn name(&self) -> String {
        format!("level {} after {:?}", self.level, self.moves)
    }
}

/// What the test engine finds at the levels of the cases; nothing at other levels.
pub(crate) fn search(
    position: &dyn AnyPosition,
    level: Option<Level>,
) -> Option<Result<Report, SearchError>> {
    let value = match level?.number() {
        LOSING => Value::Estimate(-100),
        EVEN => Value::Estimate(0),
        WINNING => Value::Estimate(100),
        DRAWN => Value::Draw,
        FAILING => {
            let (text, reason) = (position.text(), "on purpose".to_owned());
            return Some(Err(SearchError::Position { text, reason }));
        }
        _ => return None,
    };
    let lines = vec![Line::new(vec![position.moves().remove(0)], value)];
    Some(Ok(Report { depth: 1, nodes: 1, time: Duration::ZERO, lines }))
}
