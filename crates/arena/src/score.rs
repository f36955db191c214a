//! Match scores, Elo differences and sequential tests.

use serde::Serialize;

/// The score of one player, in pairs of games from the same opening.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The number of pairs with 0, ½, 1, 1½ and 2 points (pentanomial).
    pub pairs: [u64; 5],
}

impl Score {
    /// Adds the two games of an opening, given in half points.
    pub fn add_pair(&mut self, halves: [u8; 2]) {
        for half in halves {
            match half {
                0 => self.losses += 1,
                1 => self.draws += 1,
                _ => self.wins += 1,
            }
        }
        self.pairs[usize::from((halves[0] + halves[1]).min(4))] += 1;
    }

    /// The number of games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points, 0 to 1.
    pub fn share(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games().max(1) as f64
    }

    /// The number of pairs, and the mean and variance of their shares of the points.
    fn pair_statistics(&self) -> (f64, f64, f64) {
        let count = self.pairs.iter().sum::<u64>() as f64;
        let shares = || self.pairs.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]);
        let mean = shares().map(|(n, share)| *n as f64 * share).sum::<f64>() / count.max(1.0);
        let square = |share: f64| (share - mean) * (share - mean);
        let variance =
            shares().map(|(n, share)| *n as f64 * square(share)).sum::<f64>() / count.max(1.0);
        (count, mean, variance)
    }

    /// The Elo difference and half the width of its 95% confidence interval; infinite if all or no
    /// points were won.
    pub fn elo(&self) -> (f64, f64) {
        let (count, mean, variance) = self.pair_statistics();
        let error = 1.96 * (variance / count.max(1.0)).sqrt();
        let (low, high) = (elo(mean - error), elo(mean + error));
        (elo(mean), (high - low) / 2.0)
    }
}

/// The Elo difference that corresponds to a share of the points.
fn elo(share: f64) -> f64 {
    if share <= 0.0 {
        f64::NEG_INFINITY
    } else if share >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (share / (1.0 - share)).log10()
    }
}

/// The expected share of the points for an Elo difference.
fn share(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// A sequential probability ratio test (SPRT) of two Elo differences, with error rates of 5%.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The Elo difference of the null hypothesis.
    pub low: f64,
    /// The Elo difference of the alternative hypothesis.
    pub high: f64,
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The alternative hypothesis is accepted.
    Passed,
    /// The null hypothesis is accepted.
    Failed,
    /// Neither is accepted yet.
    Open,
}

impl Sprt {
    /// The log-likelihood ratio at which a test ends: ln(0.95 / 0.05).
    const BOUND: f64 = 2.944_438_979_166_44;

    /// The log-likelihood ratio of the two hypotheses.
    pub fn ratio(&self, score: &Score) -> f64 {
        let (count, mean, variance) = score.pair_statistics();
        if variance <= 0.0 {
            return 0.0;
        }
        let (low, high) = (share(self.low), share(self.high));
        count * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    /// The state of the test after this score.
    pub fn verdict(&self, score: &Score) -> Verdict {
        match self.ratio(score) {
            ratio if ratio >= Self::BOUND => Verdict::Passed,
            ratio if ratio <= -Self::BOUND => Verdict::Failed,
            _ => Verdict::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(pairs: &[[u8; 2]], times: u64) -> Score {
        let mut score = Score::default();
        for _ in 0..times {
            pairs.iter().for_each(|pair| score.add_pair(*pair));
        }
        score
    }

    #[test]
    fn elo_follows_the_share_of_the_points() {
        let even = score(&[[2, 0], [0, 2]], 50);
        assert_eq!((even.games(), even.share()), (200, 0.5));
        assert_eq!(even.elo(), (0.0, 0.0), "pairs that cancel out have no variance");
        assert!(even.elo().0.is_sign_positive(), "-0.0 must not appear in output");
        let better = score(&[[2, 2], [2, 0], [2, 1], [0, 0]], 25);
        let (elo, error) = better.elo();
        assert!((43.0..45.0).contains(&elo) && (50.0..60.0).contains(&error), "{elo} {error}");
    }

    #[test]
    fn sprt_passes_fails_or_stays_open() {
        let sprt = Sprt { low: 0.0, high: 5.0 };
        assert_eq!(sprt.verdict(&Score::default()), Verdict::Open);
        assert_eq!(sprt.verdict(&score(&[[2, 2], [2, 2], [2, 0]], 400)), Verdict::Passed);
        assert_eq!(sprt.verdict(&score(&[[0, 0], [0, 0], [2, 0]], 400)), Verdict::Failed);
    }
}
