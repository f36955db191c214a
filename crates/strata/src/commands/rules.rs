//! `strata rules`

use anyhow::Result;
use strata_rules::{GameEntry, find_game};

use crate::cli::RulesArgs;
use crate::markdown;
use crate::output::Output;

pub(crate) fn run(
    games: &'static [GameEntry],
    args: &RulesArgs,
    out: &mut Output<'_>,
) -> Result<()> {
    let entry = find_game(games, &args.game)?;
    markdown::print(entry, out)?;
    Ok(())
}
