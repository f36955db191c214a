//! The arguments of `strata play` and `strata watch`.

use std::path::PathBuf;

use clap::Args;
use strata_engine::Level;
use strata_table::{SeatKind, TimeControl};

use super::{StartArgs, values};

/// The examples and the levels of bots, for the help of `strata play`.
pub(super) fn after_help() -> String {
    const EXAMPLES: &str = "Examples:
  strata play qawale --side random
  strata play staqs -o players=3 --seat person --seat bot:5 --seat person --name Ann
  strata play isaac --seat bot:8 --clock 10+5
  strata play --load game.pgn --seat bot:4";
    let levels = (1..).map_while(Level::new).map(|level| {
        format!("\n  bot:{} {:<14} {}", level.number(), level.name(), level.description())
    });
    format!("Levels:{}\n\n{EXAMPLES}", levels.collect::<String>())
}

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// Player of the next seat, in the order of play: person, or bot:1 to bot:8; can be repeated
    /// [default: one person, then bots of level 3]
    #[arg(long = "seat", value_name = "SEAT", value_parser = values::seat)]
    pub(crate) seats: Vec<SeatKind>,
    /// Your side against bots: first, second or random [default: first]
    #[arg(long, value_name = "SIDE", conflicts_with_all = ["seats", "load"], value_parser = values::side)]
    pub(crate) side: Option<Side>,
    #[command(flatten)]
    pub(crate) table: TableArgs,
}

/// The seat of the person in a game against bots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// Moves first.
    First,
    /// Moves second.
    Second,
    /// A random seat.
    Random,
}

#[derive(Debug, Args)]
pub(crate) struct WatchArgs {
    /// Bot of the next seat, in the order of play: bot:1 to bot:8; can be repeated
    /// [default: bots of level 5]
    #[arg(long = "seat", value_name = "SEAT", value_parser = values::bot_seat)]
    pub(crate) seats: Vec<SeatKind>,
    #[command(flatten)]
    pub(crate) table: TableArgs,
}

/// The arguments that `play` and `watch` share.
#[derive(Debug, Args)]
pub(crate) struct TableArgs {
    /// Name of the game (strata games lists them)
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// Name of the player on the next seat; can be repeated
    #[arg(long = "name", value_name = "NAME", allow_hyphen_values = true)]
    pub(crate) names: Vec<String>,
    /// Clock: 5+3 (minutes per player, seconds added per move), 30/turn (seconds per turn), or both
    /// as 5+3,30/turn
    #[arg(long, value_name = "CLOCK", value_parser = values::time_control)]
    pub(crate) clock: Option<TimeControl>,
    /// Resume the first game of a record file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["options", "position", "moves"])]
    pub(crate) load: Option<PathBuf>,
    /// Text mode, for screen readers and scripts; automatic without a terminal
    #[arg(long)]
    pub(crate) plain: bool,
    /// Random seed of the bots; up to level 7 and without a clock, the same seed repeats a game
    #[arg(long, value_name = "N", value_parser = values::whole_number(0_u64, u64::MAX))]
    pub(crate) seed: Option<u64>,
}
