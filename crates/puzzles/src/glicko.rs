//! Glicko-2: ratings with a deviation and a volatility.
//!
//! The steps are those of Mark Glickman's paper "Example of the Glicko-2 system".

use serde::{Deserialize, Serialize};

/// A rating. It is stored in millionths.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub struct Rating {
    /// The strength.
    pub rating: f64,
    /// How uncertain it is.
    pub deviation: f64,
    /// How much it is expected to change.
    pub volatility: f64,
}

/// A rating in whole millionths: code that writes fractions would make the page's core larger.
#[derive(Serialize, Deserialize)]
struct Stored {
    rating: i64,
    deviation: i64,
    volatility: i64,
}

const MILLION: f64 = 1e6;

impl From<Rating> for Stored {
    fn from(rating: Rating) -> Self {
        let millionths = |number: f64| (number * MILLION).round() as i64;
        Self {
            rating: millionths(rating.rating),
            deviation: millionths(rating.deviation),
            volatility: millionths(rating.volatility),
        }
    }
}

impl From<Stored> for Rating {
    fn from(stored: Stored) -> Self {
        let number = |millionths: i64| millionths as f64 / MILLION;
        Self {
            rating: number(stored.rating),
            deviation: number(stored.deviation),
            volatility: number(stored.volatility),
        }
    }
}

/// A game against an opponent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Game {
    /// The opponent's rating.
    pub rating: f64,
    /// The opponent's deviation.
    pub deviation: f64,
    /// The player's score: 1 for a win, 0 for a loss.
    pub score: f64,
}

/// The size of a Glicko-2 unit, and the rating that is 0 on its scale.
const SCALE: f64 = 173.7178;
const MIDDLE: f64 = 1500.0;

/// How much volatilities may change.
const TAU: f64 = 0.5;

/// How exact the volatility is.
const EPSILON: f64 = 1e-6;

impl Rating {
    /// The rating after a period with these games.
    #[must_use]
    pub fn after(self, games: &[Game]) -> Self {
        let (mu, phi) = ((self.rating - MIDDLE) / SCALE, self.deviation / SCALE);
        let (mut information, mut gain) = (0.0, 0.0);
        for game in games {
            let (other, spread) = ((game.rating - MIDDLE) / SCALE, game.deviation / SCALE);
            let g = 1.0
                / (1.0 + 3.0 * spread * spread / (std::f64::consts::PI * std::f64::consts::PI))
                    .sqrt();
            let expected = 1.0 / (1.0 + (-g * (mu - other)).exp());
            information += g * g * expected * (1.0 - expected);
            gain += g * (game.score - expected);
        }
        if information == 0.0 {
            let deviation = (phi * phi + self.volatility * self.volatility).sqrt() * SCALE;
            return Self { deviation, ..self };
        }
        let variance = 1.0 / information;
        let volatility = new_volatility(self.volatility, phi, variance, variance * gain);
        let before = phi * phi + volatility * volatility;
        let phi = 1.0 / (1.0 / before + information).sqrt();
        Self {
            rating: (mu + phi * phi * gain) * SCALE + MIDDLE,
            deviation: phi * SCALE,
            volatility,
        }
    }
}

/// Step 5 of the paper: the root of `f`, by the Illinois algorithm.
fn new_volatility(volatility: f64, phi: f64, variance: f64, delta: f64) -> f64 {
    let start = (volatility * volatility).ln();
    let f = |x: f64| {
        let e = x.exp();
        let sum = phi * phi + variance + e;
        e * (delta * delta - sum) / (2.0 * sum * sum) - (x - start) / (TAU * TAU)
    };
    let mut a = start;
    let mut b = (delta * delta - phi * phi - variance).ln();
    if b.is_nan() {
        b = start - TAU;
        while f(b) < 0.0 {
            b -= TAU;
        }
    }
    let (mut fa, mut fb) = (f(a), f(b));
    // A few steps are enough; the limit is for numbers that nobody has.
    for _ in 0..100 {
        if (b - a).abs() <= EPSILON {
            break;
        }
        let c = a + (a - b) * fa / (fb - fa);
        let fc = f(c);
        if fc * fb <= 0.0 {
            (a, fa) = (b, fb);
        } else {
            fa /= 2.0;
        }
        (b, fb) = (c, fc);
    }
    (a / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() < within, "{found} is not near {expected}");
    }

    #[test]
    fn the_example_of_the_paper_is_reproduced() {
        let player = Rating { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let games = [(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)];
        let games = games.map(|(rating, deviation, score)| Game { rating, deviation, score });
        let after = player.after(&games);
        near(after.rating, 1464.06, 0.01);
        near(after.deviation, 151.52, 0.01);
        near(after.volatility, 0.05999, 0.00001);
    }

    #[test]
    fn without_games_only_the_deviation_grows() {
        let player = Rating { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let after = player.after(&[]);
        near(after.deviation, 200.2714, 0.0001);
        assert_eq!((after.rating, after.volatility), (1500.0, 0.06));
    }

    #[test]
    fn surprising_results_raise_the_volatility() {
        let player = Rating { rating: 1500.0, deviation: 50.0, volatility: 0.06 };
        let lost = Game { rating: 800.0, deviation: 30.0, score: 0.0 };
        assert!(player.after(&[lost; 4]).volatility > player.volatility);
    }
}
