//! `strata games`

use anyhow::Result;
use serde_json::{Value, json};
use strata_rules::{GameEntry, GameInfo, OptionSpec, Values};

use crate::cli::GamesArgs;
use crate::output::Output;

pub(crate) fn run(
    games: &'static [GameEntry],
    args: &GamesArgs,
    out: &mut Output<'_>,
) -> Result<()> {
    if args.json {
        out.json(&games.iter().map(|entry| as_json(entry.info)).collect())?;
    } else {
        for (place, entry) in games.iter().enumerate() {
            if place > 0 {
                out.line("")?;
            }
            list(entry.info, out)?;
        }
    }
    Ok(())
}

fn players(info: &GameInfo) -> String {
    let (least, most) = (info.least_players, info.sides.len());
    if least == most { format!("{most} players") } else { format!("{least} to {most} players") }
}

fn list(info: &GameInfo, out: &mut Output<'_>) -> Result<()> {
    let sides: Vec<&str> = info.sides.iter().map(|side| side.name).collect();
    out.line(&format!("{}  {} by {}, {}", info.id, info.name, info.author, info.year))?;
    for line in textwrap::wrap(info.summary, out.width.saturating_sub(4)) {
        out.line(&format!("    {line}"))?;
    }
    out.line(&format!("    {}: {}", players(info), sides.join(", ")))?;
    for option in info.options {
        let values = format!("{} (default {})", option.expected(), option.spell(option.default));
        out.line(&format!("    -o {}={values}", option.name))?;
        for line in textwrap::wrap(option.help, out.width.saturating_sub(8)) {
            out.line(&format!("        {line}"))?;
        }
    }
    Ok(())
}

fn as_json(info: &GameInfo) -> Value {
    json!({
        "id": info.id,
        "name": info.name,
        "author": info.author,
        "year": info.year,
        "summary": info.summary,
        "players": { "least": info.least_players, "most": info.sides.len() },
        "sides": info.sides,
        "draws": info.draws,
        "options": info.options.iter().map(option_json).collect::<Vec<_>>(),
    })
}

fn option_json(option: &OptionSpec) -> Value {
    let (values, default) = match option.values {
        Values::Range(least, most) => {
            (json!({ "least": least, "most": most }), json!(option.default))
        }
        Values::Choice(words) => (json!(words), json!(words[option.default as usize])),
    };
    json!({
        "name": option.name,
        "label": option.label,
        "help": option.help,
        "values": values,
        "labels": option.labels,
        "default": default,
    })
}
