//! The values of all moves of a position, where they are known or can be proven quickly.

use std::cmp::Reverse;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use strata_rules::AnyPosition;

use crate::solver::{Request, Solution, SolvedMove, Solver, Wdl};
use crate::{Distance, Line, Report, Value};

/// If nothing is proven by then, the position is too hard.
const PATIENCE: Duration = Duration::from_millis(100);

/// The time for a position.
const TIME: Duration = Duration::from_millis(300);

/// The size of the table.
const MEGABYTES: usize = 8;

/// The node limit in browsers, where a search cannot be interrupted: about as long as the time limit.
const BROWSER_NODES: u64 = 100_000;

/// Positions with more moves are too hard.
const MAX_MOVES: u64 = 400;

/// The values of the moves of a position. At least one of them is proven.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explored {
    /// The value of the position for the player to move; `None` if it is not proven.
    pub value: Option<Wdl>,
    /// All moves, best first, with mirror images merged. Moves without a value are not proven.
    pub moves: Vec<SolvedMove>,
    /// Where the values come from.
    pub source: Source,
}

/// Where values come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// All of them from precomputed results, such as the "table of all setups".
    Table(&'static str),
    /// Some or all of them from a search that took this long.
    Search(Duration),
}

impl fmt::Display for Source {
    /// Writes "solved: table of all setups" or "searched: 0.3 s".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table(name) => write!(f, "solved: {name}"),
            Self::Search(time) => match time.as_secs_f64() {
                0.1.. => write!(f, "searched: {:.1} s", time.as_secs_f64()),
                0.01.. => write!(f, "searched: {:.2} s", time.as_secs_f64()),
                _ => f.write_str("searched: less than 0.01 s"),
            },
        }
    }
}

impl From<Wdl> for Value {
    fn from(value: Wdl) -> Self {
        match value {
            Wdl::Win => Self::Win(Distance::UNKNOWN),
            Wdl::Draw => Self::Draw,
            Wdl::Loss => Self::Loss(Distance::UNKNOWN),
        }
    }
}

/// Proves the values of as many moves as possible in a fraction of a second. Returns `None` if none is
/// proven, and for positions that cannot be solved, such as those of more than two players.
pub fn explore(
    solver: &dyn Solver,
    position: &dyn AnyPosition,
    stop: &AtomicBool,
) -> Option<Explored> {
    let nodes = cfg!(target_family = "wasm").then_some(BROWSER_NODES);
    let request =
        Request { time: Some(TIME), patience: Some(PATIENCE), nodes, ..Request::default() };
    explore_within(solver, position, request, stop)
}

fn explore_within(
    solver: &dyn Solver,
    position: &dyn AnyPosition,
    limits: Request,
    stop: &AtomicBool,
) -> Option<Explored> {
    let is_open = position.outcome().is_none() && position.count_moves() <= MAX_MOVES;
    if !is_open {
        return None;
    }
    let request = Request { megabytes: MEGABYTES, each_move: true, distance: false, ..limits };
    Explored::new(solver.solve(&position.text(), &request, stop, &mut |_| {}).ok()?)
}

impl Explored {
    /// The values of a solution; `None` if no move has one.
    fn new(solution: Solution) -> Option<Self> {
        let Solution { value, moves, table, time, .. } = solution;
        let is_proven = moves.iter().any(|solved| solved.value.is_some());
        let source = table.map_or(Source::Search(time), Source::Table);
        is_proven.then_some(Self { value, moves, source })
    }

    /// The proven value of a move for the player who makes it.
    pub fn value_of(&self, mv: &str) -> Option<Wdl> {
        let is_move = |solved: &&SolvedMove| solved.all_moves().any(|known| known == mv);
        self.moves.iter().find(is_move)?.value
    }

    /// The moves by value: wins, draws, losses, and those that are not proven. No group is empty.
    pub fn groups(&self) -> Vec<(Option<Wdl>, Vec<&SolvedMove>)> {
        let values = [Some(Wdl::Win), Some(Wdl::Draw), Some(Wdl::Loss), None];
        let groups = values.map(|value| {
            (value, self.moves.iter().filter(|solved| solved.value == value).collect::<Vec<_>>())
        });
        groups.into_iter().filter(|(_, moves)| !moves.is_empty()).collect()
    }

    /// Replaces the estimates of a report by proven values. The value of the first line is also that of
    /// the position: a draw or loss of one move does not prove it while others are open.
    pub fn refine(&self, report: &mut Report) {
        let Some(before) = report.lines.first().map(|line| line.value) else { return };
        for line in report.lines.iter_mut().filter(|line| !line.value.is_proven()) {
            let value = line.moves.first().and_then(|mv| self.value_of(mv));
            line.value = value.map_or(line.value, Value::from);
        }
        report.lines.sort_by_key(|line| match line.value {
            Value::Win(_) => Reverse(2),
            Value::Draw | Value::Estimate(_) => Reverse(1),
            Value::Loss(_) => Reverse(0),
        });
        let first = &mut report.lines[0];
        let position = match self.value {
            Some(value) => Value::from(value),
            None if before.is_proven() || !matches!(first.value, Value::Draw | Value::Loss(_)) => {
                return;
            }
            None if first.value == Value::Draw => {
                first.value = Value::Estimate(0);
                return;
            }
            None => before,
        };
        // The best move, or one that is not proven.
        if wdl(first.value) != self.value
            && let Some(best) = self.moves.iter().find(|solved| solved.value == self.value)
        {
            let line = Line {
                moves: vec![best.mv.clone()],
                value: position,
                mirrors: best.mirrors.clone(),
            };
            report.lines.pop();
            report.lines.insert(0, line);
        }
    }
}

fn wdl(value: Value) -> Option<Wdl> {
    match value {
        Value::Win(_) => Some(Wdl::Win),
        Value::Draw => Some(Wdl::Draw),
        Value::Loss(_) => Some(Wdl::Loss),
        Value::Estimate(_) => None,
    }
}

#[cfg(test)]
mod tests;
