//! `strata engine`

use std::io;

use anyhow::{Context, Result};
use strata_engine::Catalogue;
use strata_rules::find_game;

use crate::cli::EngineArgs;
use crate::setup;

pub(crate) fn run(catalogue: Catalogue, args: &EngineArgs) -> Result<()> {
    let entry = find_game(catalogue.games, &args.game)?;
    let game = setup::open_game(catalogue.games, &args.game, &args.options)?;
    let engine = catalogue.engine_for(&*game.start());
    strata_ugi::serve(entry, game, engine, io::stdin().lock(), io::stdout())
        .context("cannot use the standard streams")
}
