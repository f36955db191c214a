//! `strata best`

use std::sync::atomic::AtomicBool;

use anyhow::{Result, bail};
use serde_json::json;
use strata_engine::{Catalogue, check_searchable};

use super::search;
use crate::cli::BestArgs;
use crate::output::Output;
use crate::setup;

pub(crate) fn run(catalogue: Catalogue, args: &BestArgs, out: &mut Output<'_>) -> Result<()> {
    let position = setup::position(catalogue.games, &args.position)?;
    if position.outcome().is_some() {
        bail!("the game is over: {}", position.status());
    }
    check_searchable(&*position)?;
    let request = search::request(&args.search, 1);
    let mut engine = catalogue.engine_for(&*position);
    let stop = AtomicBool::new(false);
    let report = engine.search(&position.text(), &request, &stop, &mut |_| {})?;
    let Some(line) = report.lines.first() else { bail!("the engine found no move") };
    if args.json {
        let mut answer = search::line_json(line);
        answer["game"] = json!(position.info().id);
        answer["position"] = json!(position.text());
        answer["depth"] = json!(report.depth);
        answer["nodes"] = json!(report.nodes);
        answer["seconds"] = json!(report.time.as_secs_f64());
        return out.json(&answer);
    }
    out.line(&line.moves[0])
}
