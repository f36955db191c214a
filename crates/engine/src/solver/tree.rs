//! Which questions a shared proof has to answer next: proof-number search whose leaves are jobs.
//!
//! A question that was too large for a job was split into one question per move. How hard it is to
//! show that the answer is yes or no is estimated by proof numbers: for a question without a result by
//! its number of moves, otherwise from the questions after the moves. In place of the sum over all moves
//! stands the largest number plus one for each other move (weak proof-number search), because different
//! moves often lead to the same positions.

use std::collections::{HashMap, HashSet};

use super::session::{NextQuestion, Question};

/// The result of a job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The question is answered.
    Answered(bool),
    /// The job was too large, and was split.
    Split(Vec<NextQuestion>),
    /// The job cannot be done.
    SetAside,
}

/// A question to answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// The question.
    pub question: Question,
    /// 0 if the proof needs the answer, as far as is known. Larger numbers are more speculative.
    pub priority: u32,
}

/// The results of all jobs for the question at the root.
#[derive(Debug)]
pub struct Tree {
    root: Question,
    outcomes: HashMap<String, Outcome>,
}

/// How hard it is to show that the answer to a question is yes, and that it is no.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    yes: u64,
    no: u64,
}

/// The number of what is impossible, and the smallest number of what depends on a job that was set
/// aside.
const IMPOSSIBLE: u64 = 1 << 60;
const STUCK: u64 = 1 << 40;

impl Numbers {
    const fn answered(answer: bool) -> Self {
        if answer { Self { yes: 0, no: IMPOSSIBLE } } else { Self { yes: IMPOSSIBLE, no: 0 } }
    }

    /// The number for an answer.
    const fn of(self, answer: bool) -> u64 {
        if answer { self.yes } else { self.no }
    }

    const fn answer(self) -> Option<bool> {
        match (self.yes, self.no) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }
}

impl NextQuestion {
    /// The answer that makes the answer of the question before this one yes.
    const fn answer_for_yes(&self) -> bool {
        self.is_same_player
    }
}

impl Tree {
    /// A tree without results.
    pub fn new(root: Question) -> Self {
        Self { root, outcomes: HashMap::new() }
    }

    /// Goes on to another question. Results stay.
    pub fn ask(&mut self, root: Question) {
        self.root = root;
    }

    /// Adds the result of the job for a question. An answer is never replaced.
    pub fn add(&mut self, id: String, outcome: Outcome) {
        if let Outcome::Split(next) = &outcome {
            for NextQuestion { question, answer, .. } in next {
                if let Some(answer) = answer {
                    self.outcomes.insert(question.id.clone(), Outcome::Answered(*answer));
                }
            }
        }
        let known = self.outcomes.entry(id).or_insert_with(|| outcome.clone());
        if !matches!(known, Outcome::Answered(_)) {
            *known = outcome;
        }
    }

    /// Whether there is a result for a question.
    pub fn contains(&self, id: &str) -> bool {
        self.outcomes.contains_key(id)
    }

    /// What the results say.
    pub fn survey(&self) -> Survey<'_> {
        let mut survey = Survey { tree: self, numbers: HashMap::new() };
        survey.count(&self.root.id, 1);
        survey
    }
}

/// What the results of a tree say.
#[derive(Debug)]
pub struct Survey<'a> {
    tree: &'a Tree,
    numbers: HashMap<&'a str, Numbers>,
}

impl<'a> Survey<'a> {
    /// The answer at the root.
    pub fn answer(&self) -> Option<bool> {
        self.numbers(&self.tree.root.id).answer()
    }

    /// Whether the answer depends on jobs that were set aside.
    pub fn is_stuck(&self) -> bool {
        let Numbers { yes, no } = self.numbers(&self.tree.root.id);
        yes.min(no) >= STUCK
    }

    /// The answer at the root that seems to be easier to show.
    fn expected(&self) -> bool {
        let Numbers { yes, no } = self.numbers(&self.tree.root.id);
        yes <= no
    }

    fn numbers(&self, id: &str) -> Numbers {
        // All questions of the tree are counted.
        self.numbers.get(id).copied().unwrap_or(Numbers { yes: STUCK, no: STUCK })
    }

    /// Counts the numbers of a question and of all that follow it.
    fn count(&mut self, id: &'a str, moves: u32) -> Numbers {
        if let Some(numbers) = self.numbers.get(id) {
            return *numbers;
        }
        let numbers = match self.tree.outcomes.get(id) {
            Some(Outcome::Answered(answer)) => Numbers::answered(*answer),
            Some(Outcome::SetAside) => Numbers { yes: STUCK, no: STUCK },
            Some(Outcome::Split(next)) => self.count_split(next),
            None => Numbers { yes: 1, no: u64::from(moves.max(1)) },
        };
        self.numbers.insert(id, numbers);
        numbers
    }

    fn count_split(&mut self, next: &'a [NextQuestion]) -> Numbers {
        let (mut yes, mut hardest, mut open) = (IMPOSSIBLE, 0, 0);
        for next in next {
            let numbers = self.count(&next.question.id, next.moves);
            let answer = next.answer_for_yes();
            yes = yes.min(numbers.of(answer));
            let no = numbers.of(!answer);
            hardest = hardest.max(no);
            open += u64::from(no > 0);
        }
        let no = (hardest + open.saturating_sub(1)).min(IMPOSSIBLE);
        Numbers { yes, no }
    }

    /// The questions after the moves, if the question was split and has no answer yet.
    fn open_split(&self, id: &str) -> Option<&'a [NextQuestion]> {
        match self.tree.outcomes.get(id) {
            Some(Outcome::Split(next)) if self.numbers(id).answer().is_none() => Some(next),
            _ => None,
        }
    }

    /// The next jobs, most important first. There may be more than `enough`.
    pub fn jobs(&self, enough: usize) -> Vec<Job> {
        let (mut jobs, mut ids) = (Vec::new(), HashSet::new());
        let most_moves = self.tree.outcomes.values().map(|outcome| match outcome {
            Outcome::Split(next) => next.len(),
            _ => 1,
        });
        let widest = most_moves.max().unwrap_or(1);
        let (mut width, mut priority) = (1, 0);
        loop {
            let mut found = Vec::new();
            self.find_jobs(
                &self.tree.root,
                self.expected(),
                width,
                &mut found,
                &mut HashSet::new(),
            );
            let new = found.into_iter().filter(|question| ids.insert(question.id.as_str()));
            jobs.extend(new.map(|question| Job { question: question.clone(), priority }));
            if jobs.len() >= enough || width >= widest {
                return jobs;
            }
            width *= 2;
            priority += 1;
        }
    }

    /// Finds questions without a result that help to show an answer. If one move suffices, only the
    /// `width` most promising moves are considered; otherwise all, and those most likely to fail first.
    fn find_jobs(
        &self,
        question: &'a Question,
        answer: bool,
        width: usize,
        found: &mut Vec<&'a Question>,
        visited: &mut HashSet<(&'a str, bool)>,
    ) {
        if !visited.insert((&question.id, answer)) {
            return;
        }
        let Some(next) = self.open_split(&question.id) else {
            if self.numbers(&question.id).answer().is_none() && !self.tree.contains(&question.id) {
                found.push(question);
            }
            return;
        };
        let mut next: Vec<_> = next
            .iter()
            .map(|next| {
                let answer = next.answer_for_yes() == answer;
                (self.numbers(&next.question.id), answer, next)
            })
            .filter(|(numbers, ..)| numbers.answer().is_none())
            .collect();
        if answer {
            next.sort_by_key(|(numbers, answer, _)| numbers.of(*answer));
            next.truncate(width);
        } else {
            next.sort_by_key(|(numbers, answer, _)| numbers.of(!*answer));
        }
        for (_, answer, next) in next {
            self.find_jobs(&next.question, answer, width, found, visited);
        }
    }

    /// The ids of all questions without a result that may still matter.
    pub fn relevant(&self) -> HashSet<&'a str> {
        let (mut relevant, mut visited) = (HashSet::new(), HashSet::new());
        let mut stack = vec![self.tree.root.id.as_str()];
        while let Some(id) = stack.pop() {
            if !visited.insert(id) || self.numbers(id).answer().is_some() {
                continue;
            }
            match self.tree.outcomes.get(id) {
                Some(Outcome::Split(next)) => {
                    stack.extend(next.iter().map(|next| next.question.id.as_str()));
                }
                Some(_) => {}
                None => {
                    relevant.insert(id);
                }
            }
        }
        relevant
    }

    /// A rough estimate of the share of the work that is done: where all moves are needed, each counts
    /// the same; where one suffices, the most promising one counts.
    pub fn progress(&self) -> f64 {
        self.progress_of(&self.tree.root.id, self.expected(), &mut HashMap::new())
    }

    fn progress_of(
        &self,
        id: &'a str,
        answer: bool,
        known: &mut HashMap<(&'a str, bool), f64>,
    ) -> f64 {
        if self.numbers(id).answer().is_some() {
            return 1.0;
        }
        let Some(next) = self.open_split(id) else { return 0.0 };
        if let Some(progress) = known.get(&(id, answer)) {
            return *progress;
        }
        let child =
            |next: &'a NextQuestion| (next.question.id.as_str(), next.answer_for_yes() == answer);
        let progress = if answer {
            let best =
                next.iter().map(child).min_by_key(|(id, answer)| self.numbers(id).of(*answer));
            best.map_or(0.0, |(id, answer)| self.progress_of(id, answer, known))
        } else {
            let all = next.iter().map(child);
            let sum: f64 = all.map(|(id, answer)| self.progress_of(id, answer, known)).sum();
            sum / next.len().max(1) as f64
        };
        known.insert((id, answer), progress);
        progress
    }
}

#[cfg(test)]
mod tests {
    use super::super::wdl::Wdl;
    use super::*;

    fn question(id: &str) -> Question {
        Question { id: id.to_owned(), position: id.to_owned(), goal: Wdl::Win }
    }

    fn split(ids: &[&str]) -> Outcome {
        let next = |id: &&str| NextQuestion {
            question: question(id),
            is_same_player: false,
            moves: 5,
            answer: None,
        };
        Outcome::Split(ids.iter().map(next).collect())
    }

    fn tree(outcomes: &[(&str, Outcome)]) -> Tree {
        let mut tree = Tree::new(question("root"));
        for (id, outcome) in outcomes {
            tree.add((*id).to_owned(), outcome.clone());
        }
        tree
    }

    fn ids(jobs: &[Job]) -> Vec<(&str, u32)> {
        jobs.iter().map(|job| (job.question.id.as_str(), job.priority)).collect()
    }

    #[test]
    fn answers_follow_from_the_answers_after_the_moves() {
        let [yes, no] = [true, false].map(Outcome::Answered);
        for (a, b, answer) in [
            (None, None, None),
            (Some(&yes), None, None),
            (Some(&no), None, Some(true)),
            (Some(&yes), Some(&no), Some(true)),
            (Some(&yes), Some(&yes), Some(false)),
        ] {
            let mut tree = tree(&[("root", split(&["a", "b"]))]);
            for (id, outcome) in [("a", a), ("b", b)] {
                if let Some(outcome) = outcome {
                    tree.add(id.to_owned(), outcome.clone());
                }
            }
            assert_eq!(tree.survey().answer(), answer, "{a:?} {b:?}");
        }
    }

    #[test]
    fn player_who_moves_again_has_the_same_goal() {
        let mut outcome = split(&["a"]);
        if let Outcome::Split(next) = &mut outcome {
            next[0].is_same_player = true;
        }
        for answer in [true, false] {
            let tree = tree(&[("root", outcome.clone()), ("a", Outcome::Answered(answer))]);
            assert_eq!(tree.survey().answer(), Some(answer));
        }
    }

    #[test]
    fn needed_jobs_come_before_speculative_ones() {
        // One of a and b must fail for the player there; a has the fewest replies to refute.
        let tree = tree(&[
            ("root", split(&["a", "b"])),
            ("a", split(&["a1", "a2"])),
            ("b", split(&["b1", "b2", "b3"])),
        ]);
        let survey = tree.survey();
        assert_eq!(ids(&survey.jobs(1)), [("a1", 0), ("a2", 0)]);
        let all = survey.jobs(99);
        assert_eq!(ids(&all), [("a1", 0), ("a2", 0), ("b1", 1), ("b2", 1), ("b3", 1)]);
    }

    #[test]
    fn jobs_after_an_answered_question_are_irrelevant() {
        let outcomes = [("root", split(&["a", "b"])), ("a", split(&["a1", "c"]))];
        let mut tree = tree(&outcomes);
        tree.add("b".to_owned(), split(&["b1", "c"]));
        let relevant = |tree: &Tree| {
            let mut ids: Vec<String> =
                tree.survey().relevant().into_iter().map(str::to_owned).collect();
            ids.sort();
            ids
        };
        assert_eq!(relevant(&tree), ["a1", "b1", "c"]);
        // The player at a reaches the goal, so only b is left.
        tree.add("a1".to_owned(), Outcome::Answered(false));
        assert_eq!(relevant(&tree), ["b1", "c"]);
        tree.add("c".to_owned(), Outcome::Answered(false));
        assert_eq!(tree.survey().answer(), Some(false));
        assert!(relevant(&tree).is_empty());
    }

    #[test]
    fn job_that_was_set_aside_matters_only_if_there_is_no_other_way() {
        let mut tree = tree(&[("root", split(&["a", "b"])), ("a", Outcome::SetAside)]);
        assert!(!tree.survey().is_stuck());
        assert_eq!(ids(&tree.survey().jobs(9)), [("b", 0)]);
        tree.add("b".to_owned(), Outcome::Answered(true));
        assert!(tree.survey().is_stuck());
        assert!(tree.survey().jobs(9).is_empty());
    }

    #[test]
    fn progress_counts_what_is_needed() {
        let mut tree = tree(&[("root", split(&["a", "b"])), ("a", split(&["a1", "a2"]))]);
        tree.add("b".to_owned(), Outcome::Answered(true));
        assert_eq!(tree.survey().progress(), 0.0);
        tree.add("a1".to_owned(), Outcome::Answered(true));
        assert_eq!(tree.survey().progress(), 0.5);
        tree.add("a2".to_owned(), Outcome::Answered(true));
        assert_eq!((tree.survey().progress(), tree.survey().answer()), (1.0, Some(true)));
    }
}
