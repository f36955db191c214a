//! What a move gave away.

use strata_rules::{AnyPosition, Player};

use crate::Value;

/// How much worse a move was than the best one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lapse {
    /// A tenth of the chances and more.
    Dubious,
    /// A fifth and more.
    Mistake,
    /// Two fifths and more.
    Blunder,
}

impl Lapse {
    /// What playing a move of the second value gave away where one of the first could be played.
    pub fn between(best: Value, played: Value) -> Option<Self> {
        match best.chance() - played.chance() {
            lost if lost >= 0.4 => Some(Self::Blunder),
            lost if lost >= 0.2 => Some(Self::Mistake),
            lost if lost >= 0.1 => Some(Self::Dubious),
            _ => None,
        }
    }

    /// The sign that is put behind such a move.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Dubious => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The number of that sign in records.
    pub const fn glyph(self) -> u8 {
        match self {
            Self::Dubious => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }
}

/// What a move that ended the game was worth to whoever made it; nothing while the game goes on.
pub fn final_value(end: &dyn AnyPosition, mover: Player) -> Option<Value> {
    Some(match end.outcome()? {
        outcome if outcome.is_draw(end.players()) => Value::Draw,
        outcome if outcome.winners.contains(mover) => Value::Win(1),
        _ => Value::Loss(1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_chances_have_names() {
        assert_eq!(Lapse::between(Value::Win(3), Value::Win(9)), None);
        assert_eq!(Lapse::between(Value::Win(3), Value::Loss(2)), Some(Lapse::Blunder));
        assert_eq!(Lapse::between(Value::Draw, Value::Loss(2)), Some(Lapse::Blunder));
        let a_bit_worse = Value::Estimate(-70);
        assert_eq!(Lapse::between(Value::Estimate(0), a_bit_worse), Some(Lapse::Dubious));
        assert_eq!(Lapse::between(a_bit_worse, Value::Estimate(0)), None);
    }
}
