//! `strata play`, `strata watch`, the analysis board, and `strata` alone

use std::env;
use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, anyhow, bail};
use strata_engine::{Catalogue, Level};
use strata_records::Record;
use strata_rules::{AnyPosition, GameEntry, Player, Random, find_game, play_line, shorten};
use strata_table::{Command, Seat, SeatKind, Setup, Table, TimeControl};
use strata_terminal::{FileStorage, Plain, StartScreen, Storage, read_record};

use crate::cli::{LearnArgs, PlayArgs, Side, StartArgs, TableArgs, WatchArgs};
use crate::environment::Input;
use crate::output::{Output, file_name};
use crate::setup::{option_pairs, start_position};

/// The level of bots to play against, if none is given.
const OPPONENT_LEVEL: u8 = 3;

/// The level of bots to watch, if none is given.
const WATCHED_LEVEL: u8 = 5;

/// How to open the interface.
struct Interface {
    plain: bool,
    seed: u64,
}

impl Interface {
    fn new(plain: bool, seed: Option<u64>) -> Self {
        Self { plain, seed: seed.unwrap_or_else(random_seed) }
    }
}

/// The players of a new game: the seats that are given, and what the others get.
struct Players<'a> {
    given: &'a [SeatKind],
    /// The seat of the only person, if no seats are given.
    person: Option<Side>,
    level: Level,
}

/// Plays a game. Without a game, opens the menu.
pub(crate) fn play(
    catalogue: Catalogue,
    args: &PlayArgs,
    input: Input,
    out: &mut Output<'_>,
) -> Result<()> {
    let table = &args.table;
    if table.game.is_none() && table.load.is_none() {
        refuse_without_game(args)?;
        let interface = Interface::new(table.plain, table.seed);
        let store = FileStorage::new(catalogue.games, input.directories.clone());
        return open(catalogue, store, StartScreen::Menu, &interface, input, out);
    }
    let players = Players {
        given: &args.seats,
        person: Some(args.side.unwrap_or(Side::First)),
        level: level(OPPONENT_LEVEL),
    };
    open_table(catalogue, table, &players, input, out)
}

/// Watches bots.
pub(crate) fn watch(
    catalogue: Catalogue,
    args: &WatchArgs,
    input: Input,
    out: &mut Output<'_>,
) -> Result<()> {
    if args.table.game.is_none() && args.table.load.is_none() {
        bail!("missing GAME or --load (see strata watch --help)");
    }
    let players = Players { given: &args.seats, person: None, level: level(WATCHED_LEVEL) };
    open_table(catalogue, &args.table, &players, input, out)
}

/// Teaches a game.
pub(crate) fn learn(
    catalogue: Catalogue,
    args: &LearnArgs,
    input: Input,
    out: &mut Output<'_>,
) -> Result<()> {
    let game = find_game(catalogue.games, &args.game)?;
    if game.info.lesson.is_empty() {
        bail!("{} has no lesson (see strata rules {})", game.info.name, game.info.id);
    }
    let store = FileStorage::new(catalogue.games, input.directories.clone());
    let interface = Interface::new(args.plain, None);
    open(catalogue, store, StartScreen::Lesson(game), &interface, input, out)
}

/// Opens the analysis board on a position.
pub(crate) fn analyse(
    catalogue: Catalogue,
    game: &str,
    start: &StartArgs,
    input: Input,
    out: &mut Output<'_>,
) -> Result<()> {
    let players = start_position(catalogue.games, game, start)?.players();
    let table = table_at(catalogue.games, game, start, vec![Seat::person(""); players], None)?;
    let store = FileStorage::new(catalogue.games, input.directories.clone());
    let opening = StartScreen::Analysis(Box::new(table));
    open(catalogue, store, opening, &Interface::new(false, None), input, out)
}

/// Opens the interface on a screen that needs no seed.
pub(super) fn open_screen(
    catalogue: Catalogue,
    store: FileStorage,
    screen: StartScreen,
    plain: bool,
    input: Input,
    out: &mut Output<'_>,
) -> Result<()> {
    open(catalogue, store, screen, &Interface::new(plain, None), input, out)
}

/// Opens the menu.
pub(crate) fn menu(
    catalogue: Catalogue,
    plain: bool,
    input: Input,
    out: &mut Output<'_>,
) -> Result<()> {
    let store = FileStorage::new(catalogue.games, input.directories.clone());
    open(catalogue, store, StartScreen::Menu, &Interface::new(plain, None), input, out)
}

/// Refuses arguments that describe a game whose name is missing.
fn refuse_without_game(args: &PlayArgs) -> Result<()> {
    let TableArgs { start, names, clock, .. } = &args.table;
    let given = [
        ("--option", !start.options.is_empty()),
        ("--position", start.position.is_some()),
        ("--moves", start.moves.is_some()),
        ("--seat", !args.seats.is_empty()),
        ("--side", args.side.is_some()),
        ("--name", !names.is_empty()),
        ("--clock", clock.is_some()),
    ];
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((argument, _)) => bail!("{argument} needs a game (see strata play --help)"),
        None => Ok(()),
    }
}

fn level(number: u8) -> Level {
    Level::new(number).unwrap_or(Level::HIGHEST)
}

fn open_table(
    catalogue: Catalogue,
    args: &TableArgs,
    players: &Players<'_>,
    input: Input,
    out: &mut Output<'_>,
) -> Result<()> {
    let store = FileStorage::new(catalogue.games, input.directories.clone());
    let interface = Interface::new(args.plain, args.seed);
    let table = match &args.load {
        Some(path) => load_table(catalogue.games, args, players.given, path)?,
        None => {
            let own_name = store.settings().name;
            new_table(catalogue.games, args, players, &own_name, interface.seed)?
        }
    };
    open(catalogue, store, StartScreen::Table(Box::new(table)), &interface, input, out)
}

fn open(
    catalogue: Catalogue,
    mut store: FileStorage,
    opening: StartScreen,
    interface: &Interface,
    input: Input,
    out: &mut Output<'_>,
) -> Result<()> {
    if let Some(error) = store.settings_error() {
        out.report_error(&format!("strata: {error}"));
    }
    let seed = interface.seed;
    if has_screen(&input, out) && !interface.plain {
        let store = Box::new(store);
        return strata_terminal::run(catalogue, store, opening, seed)
            .context("cannot use the terminal (try --plain)");
    }
    let width = out.is_terminal.then_some(out.width);
    let plain = Plain {
        catalogue,
        storage: &mut store,
        echo: !input.is_terminal,
        input: input.stream,
        width,
        output: &mut *out.writer(),
        seed,
    };
    plain.run(opening).context("cannot write the output")
}

/// Whether there is a terminal that can show more than lines of text.
pub(super) fn has_screen(input: &Input, out: &Output<'_>) -> bool {
    let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    input.is_terminal && out.is_terminal && !is_dumb
}

/// A different seed every time.
fn random_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |time| u64::from(time.subsec_nanos()) << 20 ^ time.as_secs())
}

fn new_table(
    games: &'static [GameEntry],
    args: &TableArgs,
    players: &Players<'_>,
    own_name: &str,
    seed: u64,
) -> Result<Table> {
    let game = args.game.as_deref().unwrap_or_default();
    let start = StartArgs { moves: None, ..args.start.clone() };
    let position = start_position(games, game, &start)?;
    let seats = seats(args, players, &*position, own_name, seed)?;
    table_at(games, game, &args.start, seats, args.clock)
}

/// A table with the start and the moves of the arguments.
fn table_at(
    games: &'static [GameEntry],
    game: &str,
    start: &StartArgs,
    seats: Vec<Seat>,
    clock: Option<TimeControl>,
) -> Result<Table> {
    let mut position = start_position(games, game, &StartArgs { moves: None, ..start.clone() })?;
    let options = option_pairs(&start.options)?.into_iter();
    let setup = Setup {
        game: game.to_owned(),
        options: options.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        position: start.position.clone(),
        seats,
        clock,
    };
    let mut table = Table::new(games, setup, Duration::ZERO)?;
    let moves = start.moves.as_deref().unwrap_or_default();
    for mv in play_line(&mut *position, moves)? {
        let by = table.turn().context("the game is over before the last of the moves")?;
        table.apply(Command::Play { by, mv }, Duration::ZERO)?;
    }
    Ok(table)
}

/// Refuses more seats or names than there are players.
fn refuse_more(given: usize, what: &str, position: &dyn AnyPosition) -> Result<()> {
    let players = position.players();
    if given > players {
        bail!("there are {given} {what}, but {} has {players} players", position.info().name);
    }
    Ok(())
}

fn seats(
    args: &TableArgs,
    players: &Players<'_>,
    position: &dyn AnyPosition,
    own_name: &str,
    seed: u64,
) -> Result<Vec<Seat>> {
    refuse_more(players.given.len(), "seats", position)?;
    refuse_more(args.names.len(), "names", position)?;
    let kinds = kinds(players, position.players(), seed);
    let first_person = kinds.iter().position(|kind| *kind == SeatKind::Person);
    let seat = |(index, kind): (usize, SeatKind)| {
        let default = match kind {
            SeatKind::Bot(level) => Seat::bot(level),
            _ if Some(index) == first_person => Seat::person(own_name),
            _ => Seat::person(""),
        };
        let name = args.names.get(index).cloned();
        Seat { name: name.unwrap_or(default.name), kind }
    };
    Ok(kinds.into_iter().enumerate().map(seat).collect())
}

/// The players: the given seats, then one person if there is none yet, then bots.
fn kinds(players: &Players<'_>, count: usize, seed: u64) -> Vec<SeatKind> {
    let mut kinds = players.given.to_vec();
    let given = kinds.len();
    kinds.resize(count, SeatKind::Bot(players.level));
    if let Some(side) = players.person
        && given < count
        && !kinds.contains(&SeatKind::Person)
    {
        let seat = match side {
            Side::First => given,
            Side::Second => 1,
            Side::Random => Random::new(seed).below(count as u64) as usize,
        };
        kinds[seat] = SeatKind::Person;
    }
    kinds
}

/// The table of a record, with the seats, names and clock that are given.
fn load_table(
    games: &'static [GameEntry],
    args: &TableArgs,
    seats: &[SeatKind],
    path: &Path,
) -> Result<Table> {
    let name = file_name(path);
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let mut record = read_record(&text).map_err(|reason| anyhow!("{name}: {reason}"))?;
    if let (Some(wanted), Some(found)) = (&args.game, record.tag("Game"))
        && !find_game(games, wanted)?.info.id.eq_ignore_ascii_case(found)
    {
        bail!("{name} contains a game of {}, not of {}", shorten(found), shorten(wanted));
    }
    let restore = |record: &Record| {
        Table::from_record(games, record, Duration::ZERO)
            .map_err(|error| anyhow!("{name}: {error}"))
    };
    let table = restore(&record)?;
    refuse_more(seats.len(), "seats", table.position())?;
    refuse_more(args.names.len(), "names", table.position())?;
    for (player, kind) in Player::all(table.players()).zip(seats) {
        record.set_tag(&format!("Seat{}", player.0), kind.to_string());
    }
    for (player, name) in Player::all(table.players()).zip(&args.names) {
        record.set_tag(&format!("Player{}", player.0), name.as_str());
    }
    if let Some(clock) = args.clock {
        record.set_tag("TimeControl", clock.to_string());
    }
    restore(&record)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn people(given: &[SeatKind], person: Option<Side>, seed: u64) -> Vec<bool> {
        let players = Players { given, person, level: Level::LOWEST };
        kinds(&players, 3, seed).iter().map(|kind| *kind == SeatKind::Person).collect()
    }

    #[test]
    fn the_person_gets_the_chosen_side() {
        assert_eq!(people(&[], Some(Side::First), 0), [true, false, false]);
        assert_eq!(people(&[], Some(Side::Second), 0), [false, true, false]);
        let seats: Vec<_> = (0..40).map(|seed| people(&[], Some(Side::Random), seed)).collect();
        for seat in 0..3 {
            assert!(seats.iter().any(|people| people[seat]), "seat {seat} is never chosen");
        }
        assert!(seats.iter().all(|people| people.iter().filter(|person| **person).count() == 1));
        assert_eq!(people(&[], None, 0), [false; 3]);
    }

    #[test]
    fn seats_without_an_argument_get_one_person_then_bots() {
        let bot = SeatKind::Bot(Level::HIGHEST);
        let first = Some(Side::First);
        assert_eq!(people(&[bot], first, 0), [false, true, false]);
        assert_eq!(people(&[SeatKind::Person], first, 0), [true, false, false]);
        assert_eq!(people(&[bot, bot, bot], first, 0), [false; 3]);
    }
}
