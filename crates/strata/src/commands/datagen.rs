//! `strata datagen`

use std::fs::File;
use std::io::{BufWriter, Write};

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use strata_arena::Datagen;
use strata_engine::Catalogue;

use super::thread_count;
use crate::cli::DatagenArgs;
use crate::output::{Output, file_name};
use crate::setup;

pub(crate) fn run(catalogue: Catalogue, args: &DatagenArgs, out: &mut Output<'_>) -> Result<()> {
    let game = setup::open_game(catalogue.games, &args.game, &args.options)?;
    let planned = Datagen {
        games: args.games,
        nodes: args.nodes,
        opening_plies: [args.shortest_opening, args.longest_opening],
        threads: thread_count(args.threads),
        seed: args.seed,
    };
    planned.check(&*game)?;
    let name = file_name(&args.file);
    let file = File::create(&args.file).with_context(|| format!("cannot write {name}"))?;
    let mut file = BufWriter::new(file);
    let bar = ProgressBar::new(args.games as u64)
        .with_style(ProgressStyle::with_template("{elapsed} {wide_bar} {pos}/{len} games")?);
    let positions = planned.run(&*game, catalogue, &mut file, &|| bar.inc(1))?;
    file.flush().with_context(|| format!("cannot write {name}"))?;
    bar.finish_and_clear();
    out.line(&format!("{positions} positions of {} games in {name}", args.games))
}
