//! The quality of moves: inaccuracies, mistakes and blunders.

use strata_rules::{AnyPosition, Player};

use crate::{Distance, Line, Value};

/// How much worse a move is than the best one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveQuality {
    /// Loses 10% or more of the winning chance.
    Inaccuracy,
    /// Loses 20% or more.
    Mistake,
    /// Loses 40% or more.
    Blunder,
}

impl MoveQuality {
    /// The quality of a move with value `played` if the best move has value `best`; `None` if it is
    /// good enough.
    pub fn between(best: Value, played: Value) -> Option<Self> {
        match best.winning_chance() - played.winning_chance() {
            lost if lost >= 0.4 => Some(Self::Blunder),
            lost if lost >= 0.2 => Some(Self::Mistake),
            lost if lost >= 0.1 => Some(Self::Inaccuracy),
            _ => None,
        }
    }

    /// The annotation sign.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The numeric annotation glyph (NAG).
    pub const fn glyph(self) -> u8 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }
}

/// How fast the accuracy of a move falls with the winning chance that it loses.
const ACCURACY_FALLOFF: f64 = 4.0;

/// The accuracy of a move in percent: 100 · e^(−4 · lost), where `lost` is the part of the winning chance
/// (0 to 1) that the move gives away. The best move has 100, a mistake of 20 points 45.
pub fn accuracy(best: Value, played: Value) -> f64 {
    let lost = (best.winning_chance() - played.winning_chance()).max(0.0);
    100.0 * libm::exp(-ACCURACY_FALLOFF * lost)
}

/// The value of a move for the player who made it.
///
/// It is derived from `best`, the best line before the move, and `after`, the best line after the
/// move with the player it belongs to; `None` if these do not determine it.
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
            outcome if outcome.winners.contains(mover) => Value::Win(Distance::Exact(1)),
            _ => Value::Loss(Distance::Exact(1)),
        });
    }
    match after {
        Some((next, line)) if next == mover => Some(line.value.one_ply_earlier()),
        Some((_, line)) if before.players() == 2 => Some(line.value.before_the_move()),
        // With more than two players, the value for the next player says little about this one.
        _ => best.filter(|line| line.first_moves().any(|best| best == mv)).map(|line| line.value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accuracy_falls_with_the_lost_winning_chance_and_never_rises_above_100() {
        let (win, loss) = (Value::Win(Distance::Exact(3)), Value::Loss(Distance::AtMost(2)));
        let rounded = |best, played| accuracy(best, played).round() as u32;
        assert_eq!(rounded(win, Value::Win(Distance::AtMost(9))), 100);
        assert_eq!(rounded(Value::Estimate(0), Value::Estimate(80)), 100);
        assert_eq!(rounded(Value::Draw, loss), 14);
        assert_eq!(rounded(win, loss), 2);
        let (even, worse) = (Value::Estimate(0), Value::Estimate(-85));
        assert!((44..=46).contains(&rounded(even, worse)), "{}", rounded(even, worse));
    }

    #[test]
    fn move_quality_follows_the_lost_winning_chance() {
        let (win, loss) = (Value::Win(Distance::Exact(3)), Value::Loss(Distance::AtMost(2)));
        assert_eq!(MoveQuality::between(win, Value::Win(Distance::AtMost(9))), None);
        assert_eq!(MoveQuality::between(win, loss), Some(MoveQuality::Blunder));
        assert_eq!(MoveQuality::between(Value::Draw, loss), Some(MoveQuality::Blunder));
        let a_bit_worse = Value::Estimate(-70);
        assert_eq!(
            MoveQuality::between(Value::Estimate(0), a_bit_worse),
            Some(MoveQuality::Inaccuracy)
        );
        assert_eq!(MoveQuality::between(a_bit_worse, Value::Estimate(0)), None);
        let worse = Value::Estimate(-120);
        assert_eq!(MoveQuality::between(Value::Estimate(0), worse), Some(MoveQuality::Mistake));
        let signs = [MoveQuality::Inaccuracy, MoveQuality::Mistake, MoveQuality::Blunder]
            .map(|quality| (quality.sign(), quality.glyph()));
        assert_eq!(signs, [("?!", 6), ("?", 2), ("??", 4)]);
    }
}
