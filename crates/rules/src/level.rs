//! How levels below full strength play.

/// How deeply a level searches, and the mistakes it makes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LevelSettings {
    /// The node limit.
    pub nodes: u64,
    /// The number of best moves to choose from.
    pub lines: usize,
    /// The softmax temperature of that choice, in evaluation units: a move that is worse by this much
    /// is chosen 1/e times as often.
    pub temperature: f64,
    /// How often per game the level overlooks the opponent's replies, on average.
    pub oversights: f64,
}
