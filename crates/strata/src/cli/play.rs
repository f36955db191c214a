//! The arguments of `strata play` and `strata watch`.

use std::path::PathBuf;

use clap::Args;
use strata_table::{SeatKind, TimeControl};

use super::StartArgs;

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// The game: staqs, clusterfuss, qawale or isaac; a record names its own
    #[arg(required_unless_present = "load")]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// Who sits on the next seat: person, or bot:1 to bot:8; can be repeated. Seats that are not
    /// named get a person if there is none yet, then bots of level 3 (watch: level 5)
    #[arg(long = "seat", value_name = "SEAT", value_parser = read_seat)]
    pub(crate) seats: Vec<SeatKind>,
    /// The name on the next seat; can be repeated
    #[arg(long = "name", value_name = "NAME", allow_hyphen_values = true)]
    pub(crate) names: Vec<String>,
    /// The clock: 5+3 (minutes, and seconds for each move), 30/turn (seconds), or 5+3,30/turn
    #[arg(long, value_name = "CLOCK", value_parser = read_time_control)]
    pub(crate) clock: Option<TimeControl>,
    /// Go on with the first game of a record file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["options", "position", "moves"])]
    pub(crate) load: Option<PathBuf>,
    /// Lines of text, for screen readers and scripts; so it is without a terminal
    #[arg(long)]
    pub(crate) plain: bool,
    /// What bots draw their chances from; with a seed, games repeat
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

fn read_seat(text: &str) -> Result<SeatKind, String> {
    let kind = text.parse().ok().filter(|kind| *kind != SeatKind::Remote);
    kind.ok_or_else(|| "expected person, or bot:1 to bot:8".to_owned())
}

fn read_time_control(text: &str) -> Result<TimeControl, String> {
    text.parse().map_err(|error: strata_table::TimeControlError| error.reason().to_owned())
}
