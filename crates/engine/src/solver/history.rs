//! The history heuristic of a proof search: moves that decided other positions come first.

use strata_rules::MOVE_INDEX_COUNT;

/// How much a decisive move gains at most, and a useless one loses.
const GAIN: i32 = 300;
const LOSS: i32 = 20;

/// How well moves did, by [`strata_rules::Evaluator::history_index`], in tenths of an ordering score.
#[derive(Debug)]
pub(super) struct History(Vec<i32>);

impl History {
    pub(super) fn new() -> Self {
        Self(vec![0; MOVE_INDEX_COUNT])
    }

    /// What is added to the ordering score of a move.
    pub(super) fn score(&self, index: Option<u16>) -> i32 {
        index.map_or(0, |index| self.0[usize::from(index)] / 10)
    }

    /// Rewards the move that decided a position, and punishes those that were searched in vain before it.
    pub(super) fn update(
        &mut self,
        decisive: Option<u16>,
        vain: impl Iterator<Item = Option<u16>>,
    ) {
        let Some(decisive) = decisive else { return };
        let entry = &mut self.0[usize::from(decisive)];
        *entry += GAIN - *entry / 4;
        for index in vain.flatten() {
            let entry = &mut self.0[usize::from(index)];
            *entry -= LOSS + *entry / 64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisive_moves_gain_and_vain_ones_lose_within_limits() {
        let mut history = History::new();
        history.update(Some(3), [Some(5), None].into_iter());
        assert_eq!([3, 5, 7].map(|index| history.score(Some(index))), [30, -2, 0]);
        assert_eq!(history.score(None), 0);
        for _ in 0..10_000 {
            history.update(Some(3), [Some(5)].into_iter());
        }
        assert!(history.score(Some(3)) <= 120 && history.score(Some(5)) >= -130);
        history.update(None, [Some(7)].into_iter());
        assert_eq!(history.score(Some(7)), 0);
    }
}
