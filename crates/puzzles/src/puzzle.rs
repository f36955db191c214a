//! A puzzle, and its text as a record.

use strata_records::{Played, Reader, Record, Variation, start_position};
use strata_rules::{AnyPosition, GameEntry, Player, shorten};
use thiserror::Error;

/// What the solver has to reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// A win.
    Win,
    /// A draw, where everything else loses.
    Draw,
}

impl Goal {
    const fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
        }
    }
}

/// A move of the solution and what follows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The move.
    pub mv: String,
    /// The moves of the solver that keep the value, usually one, or the defences: the longest first. Empty at
    /// the end.
    pub next: Vec<Self>,
}

/// A puzzle.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// Identifies the puzzle: `staqs-12`.
    pub id: String,
    /// The position.
    pub position: Box<dyn AnyPosition>,
    /// The task in one sentence.
    pub task: String,
    /// What the solver has to reach.
    pub goal: Goal,
    /// How hard it is.
    pub rating: u16,
    /// What the solution is about.
    pub themes: Vec<String>,
    /// Where the position comes from.
    pub origin: String,
    /// The first moves that keep the value, usually one, with all that follows them.
    pub solution: Vec<Node>,
}

/// Why a record is not a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("puzzle {id}: {reason}")]
pub struct PuzzleError {
    /// The id, as far as it is known.
    pub id: String,
    /// What is wrong.
    pub reason: String,
}

/// The most moves of all lines of a solution.
const MAX_MOVES: usize = 500;

impl Puzzle {
    /// Reads all puzzles of a text.
    pub fn read_all(games: &[GameEntry], text: &str) -> Result<Vec<Self>, PuzzleError> {
        Reader::new(text.as_bytes())
            .map(|record| match record {
                Ok(record) => Self::from_record(games, &record),
                Err(error) => Err(PuzzleError { id: String::new(), reason: error.to_string() }),
            })
            .collect()
    }

    /// Reads a puzzle from a record. All moves of the solution are legal then.
    pub fn from_record(games: &[GameEntry], record: &Record) -> Result<Self, PuzzleError> {
        let tag = |name: &str| record.tag(name).unwrap_or_default();
        let id = shorten(tag("Puzzle"));
        let fail = |reason: String| PuzzleError { id: id.clone(), reason };
        let position = start_position(record, games).map_err(|fault| fail(fault.to_string()))?;
        let goal = [Goal::Win, Goal::Draw].into_iter().find(|goal| goal.word() == tag("Goal"));
        let mut moves = 0;
        let solution = read_nodes(&record.moves, &*position, &mut moves).map_err(fail)?;
        if solution.is_empty() {
            return Err(fail("there is no solution".to_owned()));
        }
        Ok(Self {
            goal: goal.ok_or_else(|| fail("the tag Goal is neither win nor draw".to_owned()))?,
            rating: tag("Rating")
                .parse()
                .map_err(|_| fail("the tag Rating is not a number".to_owned()))?,
            task: tag("Task").to_owned(),
            themes: tag("Themes")
                .split(", ")
                .filter(|theme| !theme.is_empty())
                .map(str::to_owned)
                .collect(),
            origin: tag("Origin").to_owned(),
            id: id.clone(),
            position,
            solution,
        })
    }

    /// The puzzle as a record, which reads back as the same puzzle.
    pub fn to_record(&self) -> Record {
        let mut record = Record { moves: write_nodes(&self.solution), ..Record::default() };
        let info = self.position.info();
        for (name, value) in [
            ("Game", info.id.to_owned()),
            ("Position", self.position.text()),
            ("Puzzle", self.id.clone()),
            ("Task", self.task.clone()),
            ("Goal", self.goal.word().to_owned()),
            ("Rating", self.rating.to_string()),
            ("Themes", self.themes.join(", ")),
            ("Origin", self.origin.clone()),
        ] {
            record.set_tag(name, value);
        }
        record
    }

    /// The text of the puzzle.
    pub fn text(&self) -> String {
        self.to_record().write(&*self.position)
    }

    /// The player who solves it.
    pub fn solver(&self) -> Player {
        self.position.turn()
    }

    /// The main line: the solution against the longest defence.
    pub fn main_line(&self) -> Vec<&str> {
        let mut line = Vec::new();
        let mut node = self.solution.first();
        while let Some(here) = node {
            line.push(here.mv.as_str());
            node = here.next.first();
        }
        line
    }

    /// The number of moves that the solver has to find in the main line.
    pub fn length(&self) -> usize {
        let mut position = self.position.clone();
        let mut length = 0;
        for mv in self.main_line() {
            length += usize::from(position.turn() == self.solver() && position.count_moves() > 1);
            if position.play(mv).is_err() {
                break;
            }
        }
        length
    }
}

/// Whether two positions are the same up to symmetry.
pub fn same_position(a: &dyn AnyPosition, b: &dyn AnyPosition) -> bool {
    a.text() == b.text() || a.symmetric_texts().contains(&b.text())
}

fn read_nodes(
    moves: &[Played],
    position: &dyn AnyPosition,
    count: &mut usize,
) -> Result<Vec<Node>, String> {
    let Some((first, rest)) = moves.split_first() else { return Ok(Vec::new()) };
    let mut nodes = vec![read_node(&first.text, rest, position, count)?];
    for Variation { moves, .. } in &first.variations {
        nodes.extend(read_nodes(moves, position, count)?);
    }
    Ok(nodes)
}

fn read_node(
    mv: &str,
    rest: &[Played],
    position: &dyn AnyPosition,
    count: &mut usize,
) -> Result<Node, String> {
    *count += 1;
    if *count > MAX_MOVES {
        return Err(format!("the solution has more than {MAX_MOVES} moves"));
    }
    let mut after = position.boxed_clone();
    let mv = after.play(mv).map_err(|error| error.to_string())?;
    Ok(Node { mv, next: read_nodes(rest, &*after, count)? })
}

/// The first node is the main line, the others are variations of its first move.
fn write_nodes(nodes: &[Node]) -> Vec<Played> {
    let Some((main, others)) = nodes.split_first() else { return Vec::new() };
    let line = |node: &Node| {
        let mut moves = vec![Played::new(node.mv.as_str())];
        moves.extend(write_nodes(&node.next));
        moves
    };
    let mut moves = line(main);
    let variations =
        others.iter().map(|node| Variation { comments: Vec::new(), moves: line(node) });
    moves[0].variations = variations.collect();
    moves
}
