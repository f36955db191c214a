//! `strata check`

use std::time::Instant;

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use strata_checker::{Claim, Header, PLAYERS, Refusal, check, hex};
use strata_rules::{GameEntry, find_game};

use super::thread_count;
use crate::cli::CheckArgs;
use crate::environment::Input;
use crate::output::{ExitStatus, Output, file_name, with_separators};

/// The exit status if the certificate is rejected or refuted.
const NOT_CONFIRMED: u8 = 1;

pub(crate) fn run(
    games: &'static [GameEntry],
    args: &CheckArgs,
    mut input: Input,
    out: &mut Output<'_>,
) -> Result<()> {
    let name = file_name(&args.file);
    let file = input.open_file(&args.file).with_context(|| format!("cannot open {name}"))?;
    let threads = thread_count(args.threads);
    // Drawn on standard error, and only if that is a terminal.
    let bar = ProgressBar::new(0).with_style(ProgressStyle::with_template(
        "{elapsed} {wide_bar} {human_pos}/{human_len} positions, {eta} left",
    )?);
    let progress = |done: usize, all: usize| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    };
    let started = Instant::now();
    let result = check(file, threads, &progress);
    let seconds = started.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let (verdict, sentence) = match &result {
        Ok(header) => ("confirmed", confirmation(games, header, seconds)),
        Err(Refusal::Rejected(reason)) => ("rejected", format!("Rejected: {reason}.")),
        Err(Refusal::Refuted(reason)) => ("refuted", format!("Refuted: {reason}.")),
    };
    if args.json {
        let header = result.as_ref().ok().map(header_json);
        let reason = result.as_ref().err().map(ToString::to_string);
        out.json(&json!({
            "verdict": verdict,
            "reason": reason,
            "certificate": header,
            "seconds": seconds,
        }))?;
    } else {
        out.line(&sentence)?;
    }
    result.map(|_| ()).map_err(|_| ExitStatus(NOT_CONFIRMED).into())
}

/// "Confirmed: Red wins Clusterfuss with size=6 (19 positions, 0.1 s)."
fn confirmation(games: &[GameEntry], header: &Header, seconds: f64) -> String {
    let info = find_game(games, &header.game).ok().map(|entry| entry.info);
    let game = info.map_or(header.game.as_str(), |info| info.name);
    let side = |player: usize| match info {
        Some(info) => info.sides[player].name.to_owned(),
        None => format!("the {} player", PLAYERS[player]),
    };
    let options = match header.options.as_str() {
        "std" => String::new(),
        options => format!(" with {}", options.replace('-', "=").replace('.', ", ")),
    };
    let start = match &header.position {
        None => String::new(),
        Some((key, turn)) => format!(" from position {}, {} to move,", hex(key), side(*turn)),
    };
    let claim = match header.claim {
        Claim::Win(player) => format!("{} wins {game}{options}{start}", side(player)),
        Claim::Draw => format!("{game}{options}{start} is a draw"),
    };
    let positions = match header.entries.iter().sum() {
        1 => "1 position".to_owned(),
        positions => format!("{} positions", with_separators(positions)),
    };
    let claim = claim.trim_end_matches(',');
    format!("Confirmed: {claim} ({positions}, {seconds:.1} s).")
}

fn header_json(header: &Header) -> serde_json::Value {
    let position = header.position.as_ref();
    let (claim, winner) = match header.claim {
        Claim::Win(player) => ("win", Some(player)),
        Claim::Draw => ("draw", None),
    };
    json!({
        "game": header.game,
        "options": header.options,
        "position": position.map(|(key, turn)| json!({ "key": hex(key), "turn": turn })),
        "claim": claim,
        "winner": winner,
        "entries": header.entries,
        "settle": header.settle,
    })
}
