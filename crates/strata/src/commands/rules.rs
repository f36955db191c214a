//! `strata rules`

use anyhow::{Error, Result};
use strata_render::View;
use strata_render::terminal::{TerminalStyle, rules};
use strata_rules::{GameEntry, find_game};

use crate::cli::RulesArgs;
use crate::output::Output;

pub(crate) fn run(
    games: &'static [GameEntry],
    args: &RulesArgs,
    out: &mut Output<'_>,
) -> Result<()> {
    let entry = find_game(games, &args.game)?;
    let style = TerminalStyle { unicode: out.unicode, roomy: false, width: out.width };
    let canvas = rules(entry, style, &View::default()).map_err(Error::msg)?;
    match args.no_pager {
        true => out.canvas(&canvas),
        false => out.paged_canvas(&canvas),
    }
}
