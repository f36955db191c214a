//! Win, draw or loss, and bounds on it.

use strata_rules::{ForcedResult, Outcome, Player};

/// The result of a game of two players with best play, for one of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wdl {
    /// The opponent wins.
    Loss,
    /// Nobody wins.
    Draw,
    /// The player wins.
    Win,
}

impl Wdl {
    /// The same result for the opponent.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// The result of a finished game for `player`.
    pub fn of_outcome(outcome: &Outcome, player: Player) -> Self {
        match outcome.winner() {
            None => Self::Draw,
            Some(winner) if winner == player => Self::Win,
            Some(_) => Self::Loss,
        }
    }

    /// A result that is forced, for `player`.
    pub fn of_forced_result(result: ForcedResult, player: Player) -> Self {
        match result {
            ForcedResult::Draw => Self::Draw,
            ForcedResult::Win { player: winner, .. } if winner == player => Self::Win,
            ForcedResult::Win { .. } => Self::Loss,
        }
    }
}

/// A question about a position: does the player to move get at least this much?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    /// At least a draw.
    Draw,
    /// A win.
    Win,
}

impl Goal {
    /// To get at least this value; everybody gets at least a loss, so that counts as a draw.
    pub(super) const fn at_least(value: Wdl) -> Self {
        match value {
            Wdl::Win => Self::Win,
            Wdl::Draw | Wdl::Loss => Self::Draw,
        }
    }

    pub(super) fn is_met_by(self, value: Wdl) -> bool {
        match self {
            Self::Draw => value >= Wdl::Draw,
            Self::Win => value == Wdl::Win,
        }
    }

    /// The goal that the opponent must not reach.
    pub(super) const fn for_opponent(self) -> Self {
        match self {
            Self::Draw => Self::Win,
            Self::Win => Self::Draw,
        }
    }
}

/// What is known about the value of a position for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    lower: Wdl,
    upper: Wdl,
}

impl Bounds {
    pub(super) const fn exactly(value: Wdl) -> Self {
        Self { lower: value, upper: value }
    }

    /// What the answer to a question says.
    pub(super) const fn from_answer(goal: Goal, is_reached: bool) -> Self {
        match (goal, is_reached) {
            (Goal::Win, true) => Self::exactly(Wdl::Win),
            (Goal::Win, false) => Self { lower: Wdl::Loss, upper: Wdl::Draw },
            (Goal::Draw, true) => Self { lower: Wdl::Draw, upper: Wdl::Win },
            (Goal::Draw, false) => Self::exactly(Wdl::Loss),
        }
    }

    /// The answer to a question, if the bounds decide it.
    pub(super) fn answer(self, goal: Goal) -> Option<bool> {
        let (least, most) = (goal.is_met_by(self.lower), goal.is_met_by(self.upper));
        (least == most).then_some(least)
    }

    /// What both bounds say together. They must not contradict each other.
    pub(super) fn and(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// The bounds as a number from 1 to 5.
    pub(super) const fn to_bits(self) -> u64 {
        match (self.lower, self.upper) {
            (Wdl::Loss, Wdl::Loss) => 1,
            (Wdl::Draw, Wdl::Draw) => 2,
            (Wdl::Win, _) => 3,
            (Wdl::Loss, _) => 4,
            (Wdl::Draw, _) => 5,
        }
    }

    /// The bounds for a number; `None` for other numbers than 1 to 5.
    pub(super) const fn from_bits(bits: u64) -> Option<Self> {
        Some(match bits {
            1 => Self::exactly(Wdl::Loss),
            2 => Self::exactly(Wdl::Draw),
            3 => Self::exactly(Wdl::Win),
            4 => Self { lower: Wdl::Loss, upper: Wdl::Draw },
            5 => Self { lower: Wdl::Draw, upper: Wdl::Win },
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_round_trip_through_bits() {
        for bits in 1..=5 {
            assert_eq!(Bounds::from_bits(bits).map(Bounds::to_bits), Some(bits));
        }
        assert_eq!(Bounds::from_bits(0), None);
        assert_eq!(Bounds::from_bits(6), None);
    }

    #[test]
    fn two_answers_together_give_the_value() {
        for value in [Wdl::Loss, Wdl::Draw, Wdl::Win] {
            let [win, draw] = [Goal::Win, Goal::Draw]
                .map(|goal| Bounds::from_answer(goal, goal.is_met_by(value)));
            assert_eq!(win.and(draw), Bounds::exactly(value));
            assert_eq!(win.answer(Goal::Win), Some(value == Wdl::Win));
            assert_eq!(draw.answer(Goal::Draw), Some(value != Wdl::Loss));
        }
        assert_eq!(Bounds::from_answer(Goal::Win, false).answer(Goal::Draw), None);
        assert_eq!(Bounds::from_answer(Goal::Draw, true).answer(Goal::Win), None);
    }
}
