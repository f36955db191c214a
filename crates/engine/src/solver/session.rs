//! A part in the proof of a position on which several processes work: it answers questions about
//! positions that can follow, and passes on what it has proven.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use strata_rules::{Evaluator, Text};

use super::log::{from_bytes, to_bytes};
use super::search::{Search, table_for};
use super::shared::{LoggedProof, Shared};
use super::solve::solve;
use super::table::Table;
use super::wdl::{Bounds, Goal};
use super::worker::key;
use super::{GameProof, GameSolver, Progress, Proof, Request, Solution, SolveError, Wdl};
use crate::engine::parse_position;

/// Does the player to move get at least this much?
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The same for questions with the same answer, such as those about symmetric positions.
    pub id: String,
    /// The position as text.
    pub position: String,
    /// A win or a draw.
    pub goal: Wdl,
}

/// What a search has found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The answer to the question; `None` if it was not found within the limits.
    pub is_reached: Option<bool>,
    /// The nodes searched.
    pub nodes: u64,
    /// The proofs that took the most work, for [`Session::restore`].
    pub proofs: Vec<u8>,
}

/// What decides a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Split {
    /// The answer is obvious.
    Answered(bool),
    /// The answers to these questions decide it. The goal is reached if the same player reaches it after
    /// a move, or if the opponent does not reach theirs.
    Next(Vec<NextQuestion>),
}

/// The question after a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NextQuestion {
    /// The question.
    pub question: Question,
    /// Whether the player who has moved moves again.
    pub is_same_player: bool,
    /// The number of moves in the position.
    pub moves: u32,
    /// The answer, if it was found at once.
    pub answer: Option<bool>,
}

/// A part in the proof of one position. Several threads can use it; they share a table.
pub trait Session: Proof + Send {
    /// What is proven: the position, and a number that changes if keys do.
    fn title(&self) -> &str;

    /// The question about the position to prove.
    fn root(&self, goal: Wdl) -> Question;

    /// Answers a question by a search of at most about `nodes` nodes.
    fn ask(&self, question: &Question, nodes: u64, stop: &AtomicBool)
    -> Result<Answer, SolveError>;

    /// Splits a question into smaller ones. Those that take less than about `nodes` nodes are answered.
    /// Also returns the nodes searched.
    fn split(
        &self,
        question: &Question,
        nodes: u64,
        stop: &AtomicBool,
    ) -> Result<(Split, u64), SolveError>;

    /// Stores proofs of other sessions with the same title. Returns false if they are damaged.
    fn restore(&self, proofs: &[u8]) -> bool;

    /// Solves the position, with what is known.
    fn solve(
        &self,
        request: &Request,
        stop: &AtomicBool,
        show: &mut dyn FnMut(&Progress),
    ) -> Result<Solution, SolveError>;
}

pub(super) struct GameSession<G: Evaluator> {
    solver: GameSolver<G>,
    title: String,
    position: String,
    root: G::Position,
    table: Arc<Table>,
}

impl<G: Text + Evaluator> GameSession<G> {
    pub(super) fn new(
        solver: GameSolver<G>,
        position: &str,
        megabytes: usize,
    ) -> Result<Self, SolveError> {
        let root = solver.read_root(position)?;
        // Preparations are for one long search, not for many short ones.
        let request = Request { megabytes, prepare: false, ..Request::default() };
        let (title, table) = (solver.title(position), table_for(&solver.game, &root, &request));
        Ok(Self { solver, title, position: position.to_owned(), root, table })
    }

    fn key(&self, position: &G::Position) -> Option<u128> {
        key(&self.solver.game, &self.root, position)
    }

    fn question(&self, position: &G::Position, text: String, goal: Goal) -> Question {
        let (letter, goal) = match goal {
            Goal::Win => ('w', Wdl::Win),
            Goal::Draw => ('d', Wdl::Draw),
        };
        let id = match self.key(position) {
            Some(key) => format!("{letter}-{key:x}"),
            None => format!("{letter}-{text}"),
        };
        Question { id, position: text, goal }
    }

    fn search<'a>(
        &'a self,
        request: &Request,
        stop: &'a AtomicBool,
        show: &'a mut dyn FnMut(&Progress),
    ) -> Result<Search<'a, G>, SolveError> {
        let table = Arc::clone(&self.table);
        let game = &self.solver.game;
        Ok(Search::new(game, self.root, table, request, &self.title, stop, show)?)
    }

    fn answer(
        &self,
        position: &G::Position,
        goal: Goal,
        nodes: u64,
        stop: &AtomicBool,
    ) -> Result<Answer, SolveError> {
        let request = Request { nodes: Some(nodes), ..Request::default() };
        let mut show = |_: &Progress| {};
        let mut search = self.search(&request, stop, &mut show)?;
        search.collect_proofs();
        let is_reached = search.run(&|worker| worker.reaches(position, goal, 0))?;
        let nodes = search.nodes();
        let mut proofs = search.into_shared().take_log();
        if let (Some(key), Some(answer)) = (self.key(position), is_reached) {
            proofs.push(LoggedProof { key, bounds: Bounds::from_answer(goal, answer) });
        }
        Ok(Answer { is_reached, nodes, proofs: to_bytes(&proofs) })
    }

    fn proof(&self) -> GameProof<'_, G> {
        let shared = Shared::new(Arc::clone(&self.table), &Request::default());
        GameProof { game: &self.solver.game, root: self.root, shared: Arc::new(shared) }
    }
}

impl<G: Text + Evaluator> Session for GameSession<G> {
    fn title(&self) -> &str {
        &self.title
    }

    fn root(&self, goal: Wdl) -> Question {
        self.question(&self.root, self.position.clone(), Goal::at_least(goal))
    }

    fn ask(
        &self,
        question: &Question,
        nodes: u64,
        stop: &AtomicBool,
    ) -> Result<Answer, SolveError> {
        let position = parse_position(&self.solver.game, &question.position)?;
        self.answer(&position, Goal::at_least(question.goal), nodes, stop)
    }

    fn split(
        &self,
        question: &Question,
        nodes: u64,
        stop: &AtomicBool,
    ) -> Result<(Split, u64), SolveError> {
        let game = &self.solver.game;
        let position = parse_position(game, &question.position)?;
        let goal = Goal::at_least(question.goal);
        let mover = game.turn(&position);
        let (mut children, mut is_reached) = (Vec::new(), false);
        game.for_each_candidate(&position, |mv, _| {
            let mut child = position;
            game.play(&mut child, mv);
            match game.outcome(&child) {
                Some(outcome) => is_reached |= goal.is_met_by(Wdl::of_outcome(&outcome, mover)),
                None => children.push(child),
            }
        });
        if is_reached {
            return Ok((Split::Answered(true), 0));
        }
        let (mut next, mut ids, mut searched) = (Vec::new(), HashSet::new(), 0);
        for child in children {
            let is_same_player = game.turn(&child) == mover;
            let goal = if is_same_player { goal } else { goal.for_opponent() };
            let question = self.question(&child, game.position_text(&child), goal);
            if !ids.insert(question.id.clone()) {
                continue;
            }
            let found = self.answer(&child, goal, nodes, stop)?;
            searched += found.nodes;
            let answer = found.is_reached;
            if answer == Some(is_same_player) {
                return Ok((Split::Answered(true), searched));
            }
            let mut moves = 0;
            game.for_each_move(&child, |_| moves += 1);
            next.push(NextQuestion { question, is_same_player, moves, answer });
        }
        Ok((Split::Next(next), searched))
    }

    fn restore(&self, proofs: &[u8]) -> bool {
        let shared = Shared::new(Arc::clone(&self.table), &Request::default());
        from_bytes(proofs, |proof| shared.restore(proof))
    }

    fn solve(
        &self,
        request: &Request,
        stop: &AtomicBool,
        show: &mut dyn FnMut(&Progress),
    ) -> Result<Solution, SolveError> {
        let mut search = self.search(request, stop, show)?;
        Ok(solve(&mut search, request)?.map(|mv| self.solver.game.move_text(mv)))
    }
}

impl<G: Text + Evaluator> Proof for GameSession<G> {
    fn find_move(&self, position: &str, value: Wdl) -> Option<String> {
        self.proof().find_move(position, value)
    }

    fn nodes(&self, position: &str) -> Option<u64> {
        self.proof().nodes(position)
    }
}
