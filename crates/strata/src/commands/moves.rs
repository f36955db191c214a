//! `strata moves`

use anyhow::Result;
use serde_json::json;
use strata_rules::GameEntry;

use crate::cli::MovesArgs;
use crate::output::Output;
use crate::setup;

pub(crate) fn run(
    games: &'static [GameEntry],
    args: &MovesArgs,
    out: &mut Output<'_>,
) -> Result<()> {
    let position = setup::position(games, &args.position)?;
    let moves = position.moves();
    if args.json {
        out.json(&json!({
            "game": position.info().id,
            "position": position.text(),
            "turn": position.outcome().is_none().then(|| position.turn()),
            "count": moves.len(),
            "moves": moves,
        }))?;
    } else {
        for mv in &moves {
            out.line(mv)?;
        }
    }
    Ok(())
}
