//! Solving a position: questions to the proof search until the value is known.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use strata_rules::{Evaluator, ForcedResult, Player};

use super::log::LogError;
use super::search::Search;
use super::wdl::{Goal, Wdl};
use crate::distance::measure_distance;
use crate::root::{RootClass, merged_moves};

/// How to solve a position.
#[derive(Clone, Debug)]
pub struct Request {
    /// The time limit.
    pub time: Option<Duration>,
    /// The node limit; it may be exceeded by some thousand nodes.
    pub nodes: Option<u64>,
    /// The size of the table in megabytes.
    pub megabytes: usize,
    /// The number of threads.
    pub threads: usize,
    /// Whether to solve every move, not only find one that is best. Easy moves come first.
    pub each_move: bool,
    /// With `each_move`, the time after which to give up if no move is solved by then.
    pub patience: Option<Duration>,
    /// Whether to measure the distance to the end, for which the time limit does not count.
    pub distance: bool,
    /// The file from which an interrupted search resumes; it is created if it does not exist.
    pub log: Option<PathBuf>,
    /// Whether the search may begin with computing endgames, which can take minutes.
    pub prepare: bool,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            time: None,
            nodes: None,
            megabytes: 1024,
            threads: 1,
            each_move: false,
            patience: None,
            distance: true,
            log: None,
            prepare: false,
        }
    }
}

/// How far a search has got.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// The nodes searched so far, by all threads.
    pub nodes: u64,
    /// The time since the start.
    pub time: Duration,
    /// With `each_move`, the number of moves solved, and of all moves.
    pub moves: Option<(usize, usize)>,
    /// For each of the first plies on the path of the first thread, the number of moves done and of all
    /// moves.
    pub path: Vec<(u32, u32)>,
}

/// What was proven.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution<M = String> {
    /// The value for the player to move; `None` if it was not proven within the limits.
    pub value: Option<Wdl>,
    /// The number of plies to the end if the winner wants it soon and the loser late; `None` for draws,
    /// and if it is not known.
    pub plies: Option<u16>,
    /// A best move, or with `each_move` every move, best first.
    pub moves: Vec<SolvedMove<M>>,
    /// The precomputed results, such as "table of all setups", if the values of all moves come from them.
    pub table: Option<&'static str>,
    /// The nodes searched.
    pub nodes: u64,
    /// The time used.
    pub time: Duration,
}

impl<M> Solution<M> {
    pub(super) fn map<N>(self, text: impl Fn(M) -> N) -> Solution<N> {
        let Self { value, plies, moves, table, nodes, time } = self;
        let moves = moves.into_iter().map(|solved| solved.map(&text)).collect();
        Solution { value, plies, moves, table, nodes, time }
    }
}

/// A move and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolvedMove<M = String> {
    /// The move.
    pub mv: M,
    /// The mirror images of the move, which have the same value.
    pub mirrors: Vec<M>,
    /// The value for the player who makes the move; `None` if it was not proven within the limits.
    pub value: Option<Wdl>,
}

impl<M> SolvedMove<M> {
    /// The move and its mirror images.
    pub fn all_moves(&self) -> impl Iterator<Item = &M> {
        [&self.mv].into_iter().chain(&self.mirrors)
    }

    pub(super) fn new(class: RootClass<M>, value: Option<Wdl>) -> Self {
        Self { mv: class.mv, mirrors: class.mirrors, value }
    }

    pub(super) fn map<N>(self, text: impl Fn(M) -> N) -> SolvedMove<N> {
        let mirrors = self.mirrors.into_iter().map(&text).collect();
        SolvedMove { mv: text(self.mv), mirrors, value: self.value }
    }
}

/// Easy moves are those that are solved in this fraction of the time limit, divided by the number of moves.
const TASKS_PER_MOVE: u32 = 8;

/// The least and the most nodes for measuring the distance to the end; between them it is a tenth of
/// the search.
const MIN_DISTANCE_NODES: u64 = 20_000;
const MAX_DISTANCE_NODES: u64 = 2_000_000;

/// Solves the root of a search.
pub(super) fn solve<G: Evaluator>(
    search: &mut Search<'_, G>,
    request: &Request,
) -> Result<Solution<G::Move>, LogError> {
    let classes = merged_moves(search.game, &search.root);
    let (mut moves, mut table) = (Vec::new(), None);
    if request.each_move {
        moves = look_up_moves(search, classes);
        table = table_of_all(search, &moves);
        search_moves(search, &mut moves, request)?;
        moves.sort_by_key(|solved| Reverse(solved.value));
    } else {
        moves.extend(find_best_move(search, classes)?);
    }
    let value = value_of_root(&moves);
    let measured = value.filter(|_| request.distance);
    let plies = measured.and_then(|value| distance_of_root(search, value));
    let (nodes, time) = (search.nodes(), search.elapsed());
    Ok(Solution { value, plies, moves, table, nodes, time })
}

/// The value of the best move, if no move without a value can be better.
fn value_of_root<M>(moves: &[SolvedMove<M>]) -> Option<Wdl> {
    let best = moves.iter().filter_map(|solved| solved.value).max()?;
    let is_complete = moves.iter().all(|solved| solved.value.is_some());
    (is_complete || best == Wdl::Win).then_some(best)
}

fn distance_of_root<G: Evaluator>(search: &Search<'_, G>, value: Wdl) -> Option<u16> {
    let mover = search.game.turn(&search.root);
    let winner = match value {
        Wdl::Win => mover,
        Wdl::Draw => return None,
        Wdl::Loss => mover.other(),
    };
    let nodes = (search.nodes() / 10).clamp(MIN_DISTANCE_NODES, MAX_DISTANCE_NODES);
    measure_distance(search.game, &search.root, winner, nodes)
}

/// Every move, with its value if it ends the game or if the value is precomputed. No limit matters.
fn look_up_moves<G: Evaluator>(
    search: &Search<'_, G>,
    classes: Vec<RootClass<G::Move>>,
) -> Vec<SolvedMove<G::Move>> {
    let game = search.game;
    let mover = game.turn(&search.root);
    let look_up = |class: RootClass<G::Move>| {
        let value = known_value(game, &search.after(class.mv), mover);
        SolvedMove::new(class, value)
    };
    classes.into_iter().map(look_up).collect()
}

/// The precomputed results, if they decide all moves that do not end the game.
fn table_of_all<G: Evaluator>(
    search: &Search<'_, G>,
    moves: &[SolvedMove<G::Move>],
) -> Option<&'static str> {
    let game = search.game;
    let is_precomputed =
        |solved: &SolvedMove<G::Move>| precomputed_result(game, &search.after(solved.mv)).is_some();
    let is_known = moves.iter().all(|solved| solved.value.is_some());
    (is_known && moves.iter().any(is_precomputed)).then(|| game.solved_by())
}

/// Searches the moves without a value. If there is a time limit, easy moves are solved first.
fn search_moves<G: Evaluator>(
    search: &mut Search<'_, G>,
    moves: &mut [SolvedMove<G::Move>],
    request: &Request,
) -> Result<(), LogError> {
    let count = moves.len();
    let mut open = moves.iter().filter(|solved| solved.value.is_none()).count();
    let share = request.time.map(|time| time / (TASKS_PER_MOVE * count as u32));
    for is_first_pass in [true, false] {
        for solved in moves.iter_mut().filter(|solved| solved.value.is_none()) {
            search.moves = Some((count - open, count));
            let end = share.filter(|_| is_first_pass).map(|share| search.elapsed() + share);
            let patience = request.patience.filter(|_| open == count);
            search.limit_task([end, patience].into_iter().flatten().min());
            solved.value = value_of_move(search, solved.mv)?;
            open -= usize::from(solved.value.is_some());
        }
    }
    Ok(())
}

/// A best move with its value; if the limits are reached, a move without a value.
fn find_best_move<G: Evaluator>(
    search: &mut Search<'_, G>,
    mut classes: Vec<RootClass<G::Move>>,
) -> Result<Option<SolvedMove<G::Move>>, LogError> {
    let (game, root) = (search.game, search.root);
    let mut value = Some(Wdl::Loss);
    for (goal, reached) in [(Goal::Win, Wdl::Win), (Goal::Draw, Wdl::Draw)] {
        if goal == Goal::Draw && !game.info().draws {
            break;
        }
        match search.run(&|worker| worker.find_move(&root, goal, 0))? {
            Some(None) => {}
            Some(Some(next)) => {
                let best = find_move_to(game, &root, &next);
                let is_best = |mv: &G::Move| Some(*mv) == best;
                classes.retain(|class| is_best(&class.mv) || class.mirrors.iter().any(is_best));
                value = Some(reached);
                break;
            }
            None => {
                value = None;
                break;
            }
        }
    }
    Ok(classes.into_iter().next().map(|class| SolvedMove::new(class, value)))
}

/// A move that leads from one position to another.
pub(super) fn find_move_to<G: Evaluator>(
    game: &G,
    position: &G::Position,
    next: &G::Position,
) -> Option<G::Move> {
    let mut found = None;
    let _ = game.visit_moves(position, |mv| {
        let mut child = *position;
        game.play(&mut child, mv);
        if child != *next {
            return ControlFlow::Continue(());
        }
        found = Some(mv);
        ControlFlow::Break(())
    });
    found
}

/// The result of an unfinished position, looked up in the precomputed results of the game.
pub(super) fn precomputed_result<G: Evaluator>(
    game: &G,
    position: &G::Position,
) -> Option<ForcedResult> {
    game.solved(position).or_else(|| game.solved_opening(position))
}

/// The value of a position for a player, if the game is over or the result is precomputed.
pub(super) fn known_value<G: Evaluator>(
    game: &G,
    position: &G::Position,
    player: Player,
) -> Option<Wdl> {
    match game.outcome(position) {
        Some(outcome) => Some(Wdl::of_outcome(&outcome, player)),
        None => Some(Wdl::of_forced_result(precomputed_result(game, position)?, player)),
    }
}

/// The value of a move at the root that does not end the game, for the player who makes it.
fn value_of_move<G: Evaluator>(
    search: &mut Search<'_, G>,
    mv: G::Move,
) -> Result<Option<Wdl>, LogError> {
    let (game, root, next) = (search.game, search.root, search.after(mv));
    let value = value_of(search, &next)?;
    let changes_sides = game.turn(&next) != game.turn(&root);
    Ok(value.map(|value| if changes_sides { value.opposite() } else { value }))
}

/// The value of an unfinished position for the player to move.
fn value_of<G: Evaluator>(
    search: &mut Search<'_, G>,
    position: &G::Position,
) -> Result<Option<Wdl>, LogError> {
    let Some(wins) = search.run(&|worker| worker.reaches(position, Goal::Win, 0))? else {
        return Ok(None);
    };
    if wins || !search.game.info().draws {
        return Ok(Some(if wins { Wdl::Win } else { Wdl::Loss }));
    }
    let draws = search.run(&|worker| worker.reaches(position, Goal::Draw, 0))?;
    Ok(draws.map(|draws| if draws { Wdl::Draw } else { Wdl::Loss }))
}
