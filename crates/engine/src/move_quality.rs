//! What a move gave away.

use strata_rules::{AnyPosition, Player};

use crate::{Line, Value};

/// How much worse a move was than the best one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveQuality {
    /// A tenth of the chances and more.
    Inaccuracy,
    /// A fifth and more.
    Mistake,
    /// Two fifths and more.
    Blunder,
}

impl MoveQuality {
    /// What playing a move of the second value gave away where one of the first could be played.
    pub fn between(best: Value, played: Value) -> Option<Self> {
        match best.winning_chance() - played.winning_chance() {
            lost if lost >= 0.4 => Some(Self::Blunder),
            lost if lost >= 0.2 => Some(Self::Mistake),
            lost if lost >= 0.1 => Some(Self::Inaccuracy),
            _ => None,
        }
    }

    /// The sign that is put behind such a move.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The number of that sign in records.
    pub const fn glyph(self) -> u8 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }
}

/// What a move gave away, in words.
pub fn verdict(best: Value, played: Value, better: &str) -> String {
    // Proven values say so, estimates how likely the win is.
    let words = |value: Value| match value {
        Value::Estimate(_) => format!("{:.0} %", value.winning_chance() * 100.0),
        _ => format!("a proven {}", value.words()),
    };
    format!("from {} to {}; better was {better}", words(best), words(played))
}

/// What a move was worth to whoever made it, by the best lines of the position before it and of the
/// one after it, with whose line that is; nothing where these do not say.
pub fn played_value(
    before: &dyn AnyPosition,
    mv: &str,
    best: Option<&Line>,
    after: Option<(Player, &Line)>,
) -> Option<Value> {
    let mover = before.turn();
    let mut end = before.boxed_clone();
    end.play(mv).ok()?;
    if let Some(outcome) = end.outcome() {
        return Some(match outcome {
            outcome if outcome.is_draw(end.players()) => Value::Draw,
            outcome if outcome.winners.contains(mover) => Value::Win(1),
            _ => Value::Loss(1),
        });
    }
    match after {
        Some((next, line)) if next == mover => Some(line.value),
        Some((_, line)) if before.players() == 2 => Some(line.value.before_the_move()),
        // What the next of several players gets says little about what is left for this one.
        _ => best
            .filter(|line| line.moves.first().is_some_and(|best| best == mv))
            .map(|line| line.value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_call_proven_what_is() {
        let words = verdict(Value::Win(7), Value::Estimate(0), "a1b1");
        assert_eq!(words, "from a proven win within 7 to 50 %; better was a1b1");
    }

    #[test]
    fn lost_chances_have_names() {
        assert_eq!(MoveQuality::between(Value::Win(3), Value::Win(9)), None);
        assert_eq!(MoveQuality::between(Value::Win(3), Value::Loss(2)), Some(MoveQuality::Blunder));
        assert_eq!(MoveQuality::between(Value::Draw, Value::Loss(2)), Some(MoveQuality::Blunder));
        let a_bit_worse = Value::Estimate(-70);
        assert_eq!(
            MoveQuality::between(Value::Estimate(0), a_bit_worse),
            Some(MoveQuality::Inaccuracy)
        );
        assert_eq!(MoveQuality::between(a_bit_worse, Value::Estimate(0)), None);
        let worse = Value::Estimate(-120);
        assert_eq!(MoveQuality::between(Value::Estimate(0), worse), Some(MoveQuality::Mistake));
        let signs = [MoveQuality::Inaccuracy, MoveQuality::Mistake, MoveQuality::Blunder]
            .map(|l| (l.sign(), l.glyph()));
        assert_eq!(signs, [("?!", 6), ("?", 2), ("??", 4)]);
    }
}
