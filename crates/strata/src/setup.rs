//! Games and positions from arguments.

use anyhow::{Result, anyhow, bail};
use std::sync::Arc;
use strata_rules::{AnyGame, AnyPosition, GameEntry, find_game, play_line, shorten};

use crate::cli::{PositionArgs, StartArgs};

/// Splits `key=value` options.
pub(crate) fn option_pairs(options: &[String]) -> Result<Vec<(&str, &str)>> {
    options.iter().map(|option| option_pair(option)).collect()
}

fn option_pair(option: &str) -> Result<(&str, &str)> {
    let pair = option.split_once('=').filter(|(key, _)| !key.is_empty());
    let expected = "expected KEY=VALUE, such as size=6";
    pair.ok_or_else(|| anyhow!("option {}: {expected}", shorten(option)))
}

/// Opens a game with its options.
pub(crate) fn open_game(
    games: &'static [GameEntry],
    name: &str,
    options: &[String],
) -> Result<Arc<dyn AnyGame>> {
    let entry = find_game(games, name)?;
    Ok(entry.open(option_pairs(options)?)?)
}

/// The position that the arguments describe.
pub(crate) fn position(
    games: &'static [GameEntry],
    args: &PositionArgs,
) -> Result<Box<dyn AnyPosition>> {
    start_position(games, &args.game, &args.start)
}

/// The position of a game that the arguments describe.
pub(crate) fn start_position(
    games: &'static [GameEntry],
    name: &str,
    args: &StartArgs,
) -> Result<Box<dyn AnyPosition>> {
    let game = open_game(games, name, &args.options)?;
    let mut position = game.start();
    if let Some(text) = &args.position {
        position = find_game(games, name)?.read_position(text.trim())?;
        if let Some(option) = game.options().first_conflict(position.options()) {
            let has = position.options().iter().find(|(spec, _)| spec.name == option.name);
            let value = has.map(|(_, value)| value).unwrap_or_default();
            bail!(
                "the option {name} contradicts the position, which has {name}={value}",
                name = option.name
            );
        }
    }
    if let Some(moves) = &args.moves {
        play_line(&mut *position, moves)?;
    }
    Ok(position)
}
