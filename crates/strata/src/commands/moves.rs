//! `strata moves`

use anyhow::{Result, bail};
use serde_json::json;
use strata_engine::MOST_MOVES_SEARCHED;
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
    let count = position.count_moves();
    if count > MOST_MOVES_SEARCHED {
        bail!("the position has {count} moves; at most {MOST_MOVES_SEARCHED} are listed");
    }
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
