//! `strata puzzle`

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use strata_engine::Catalogue;
use strata_puzzles::make::{self, make, make_of};
use strata_puzzles::{Library, Progress, Puzzle};
use strata_rules::find_game;
use strata_terminal::{FileStorage, StartScreen, Storage};

use super::play;
use crate::cli::{MakeArgs, PuzzleArgs, PuzzleCommand};
use crate::environment::Input;
use crate::output::{Output, file_name};
use crate::setup;

pub(crate) fn run(
    catalogue: Catalogue,
    args: &PuzzleArgs,
    input: Input,
    out: &mut Output<'_>,
) -> Result<()> {
    let library = Library::standard(catalogue.games);
    let store = FileStorage::new(catalogue.games, input.directories.clone());
    let progress = store.progress();
    let (puzzle, plain) = match &args.command {
        Some(PuzzleCommand::Make(args)) => return make_puzzles(catalogue, args, out),
        Some(PuzzleCommand::Rate { file }) => return rate(catalogue, file, out),
        Some(PuzzleCommand::List { game, json }) => {
            let game = known_game(catalogue, game.as_deref())?;
            return list(&library, &progress, game, *json, out);
        }
        Some(PuzzleCommand::Next { game, plain }) => {
            let game = known_game(catalogue, game.as_deref())?;
            (next(&library, &progress, game)?, *plain)
        }
        Some(PuzzleCommand::Daily { plain }) => {
            (library.daily(store.day()).context("there are no puzzles")?, *plain)
        }
        None => match &args.id {
            Some(id) => (library.find(id)?, args.plain),
            None => (next(&library, &progress, None)?, args.plain),
        },
    };
    play::open_screen(
        catalogue,
        store,
        StartScreen::Puzzle(Box::new(puzzle.clone())),
        plain,
        input,
        out,
    )
}

fn known_game(catalogue: Catalogue, name: Option<&str>) -> Result<Option<&'static str>> {
    Ok(match name {
        Some(name) => Some(find_game(catalogue.games, name)?.info.id),
        None => None,
    })
}

fn next<'a>(library: &'a Library, progress: &Progress, game: Option<&str>) -> Result<&'a Puzzle> {
    progress.next(library, game).context("you have solved all puzzles")
}

fn list(
    library: &Library,
    progress: &Progress,
    game: Option<&str>,
    as_json: bool,
    out: &mut Output<'_>,
) -> Result<()> {
    let is_shown = |puzzle: &&Puzzle| game.is_none_or(|game| puzzle.position.info().id == game);
    let puzzles: Vec<&Puzzle> = library.puzzles().iter().filter(is_shown).collect();
    if as_json {
        let describe = |puzzle: &&Puzzle| {
            json!({
                "id": puzzle.id,
                "game": puzzle.position.info().id,
                "position": puzzle.position.text(),
                "task": puzzle.task,
                "rating": puzzle.rating,
                "moves": puzzle.length(),
                "themes": puzzle.themes,
                "origin": puzzle.origin,
                "first_attempt": progress.puzzles.get(&puzzle.id),
            })
        };
        return out.json(&json!(puzzles.iter().map(describe).collect::<Vec<_>>()));
    }
    for puzzle in &puzzles {
        let mark = progress.puzzles.get(&puzzle.id).map_or(' ', |score| score.letter());
        let themes = puzzle.themes.join(", ");
        out.line(
            format!("{mark} {:<15} {:>4}  {}  {themes}", puzzle.id, puzzle.rating, puzzle.task)
                .trim_end(),
        )?;
    }
    Ok(())
}

fn make_puzzles(catalogue: Catalogue, args: &MakeArgs, out: &mut Output<'_>) -> Result<()> {
    let game = setup::open_game(catalogue.games, &args.game, &args.options)?;
    if game.players() != 2 {
        bail!("puzzles are for games of two players");
    }
    if let Some(text) = &args.position {
        let position = find_game(catalogue.games, &args.game)?.read_position(text)?;
        let made = make_of(catalogue, &*position, "new".to_owned(), String::new(), args.nodes);
        return out.text(&made.context("this position is lost, or too hard for --nodes")?.text());
    }
    let (mut text, known) = match &args.file {
        Some(path) => read_known(catalogue, path)?,
        None => (String::new(), Vec::new()),
    };
    let mut options: String = args.options.iter().map(|option| format!(" -o {option}")).collect();
    if args.visible {
        options += " --visible";
    }
    options += &format!(" --variations {} --nodes {}", args.variations, args.nodes);
    let request = make::Request {
        count: args.count,
        seed: args.seed,
        first: known.len() + 1,
        games: args.games,
        nodes: args.nodes,
        variations: args.variations,
        visible: args.visible,
        single: args.single.unwrap_or(args.count / 10),
        command: format!("strata puzzle make {}{options} --seed {}", game.info().id, args.seed),
    };
    // Drawn on standard error, if that is a terminal.
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} puzzles, {msg}")?;
    let bar = ProgressBar::new(args.count as u64).with_style(style);
    let made = make(catalogue, &game, &known, &request, &mut |progress| {
        bar.set_position(progress.found as u64);
        bar.set_message(format!("{} games", progress.games));
    });
    bar.finish_and_clear();
    text += &text_of(&made);
    match &args.file {
        Some(path) => {
            write(path, text)?;
            out.line(&format!("{} puzzles added to {}.", made.len(), file_name(path)))
        }
        None => out.text(&text),
    }
}

fn rate(catalogue: Catalogue, path: &Path, out: &mut Output<'_>) -> Result<()> {
    let (_, mut puzzles) = read_known(catalogue, path)?;
    for puzzle in &mut puzzles {
        make::rate(catalogue, puzzle);
    }
    write(path, text_of(&puzzles))?;
    out.line(&format!("{} puzzles rated in {}.", puzzles.len(), file_name(path)))
}

fn text_of(puzzles: &[Puzzle]) -> String {
    puzzles.iter().map(|puzzle| puzzle.text() + "\n").collect()
}

fn write(path: &Path, text: String) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", file_name(path)))
}

/// The text of a file and its puzzles; nothing if there is no such file.
fn read_known(catalogue: Catalogue, path: &Path) -> Result<(String, Vec<Puzzle>)> {
    if !path.exists() {
        return Ok((String::new(), Vec::new()));
    }
    let name = file_name(path);
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let known = Puzzle::read_all(catalogue.games, &text).with_context(|| name)?;
    Ok((text, known))
}
