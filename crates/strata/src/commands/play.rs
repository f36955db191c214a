//! `strata play`, `strata watch`, and `strata` alone

use std::env;
use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, anyhow, bail};
use strata_engine::{Catalogue, Level};
use strata_records::Record;
use strata_rules::{AnyPosition, GameEntry, Player, find_game, play_line};
use strata_table::{Command, Seat, SeatKind, Setup, Table};
use strata_terminal::{Keeper, Opening, Plain, Store, read_record};

use crate::cli::{PlayArgs, StartArgs};
use crate::output::{Output, file_name};
use crate::setup::{option_pairs, start_position};
use crate::surroundings::Input;

/// Whether the seats that are not named are for somebody to play or to watch.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    Play,
    Watch,
}

impl Purpose {
    /// The level of bots that nobody has named.
    fn usual_level(self) -> Level {
        let number = if self == Self::Play { 3 } else { 5 };
        Level::new(number).unwrap_or(Level::HIGHEST)
    }
}

/// How to open the interface.
struct Manner {
    plain: bool,
    seed: Option<u64>,
}

/// Sits down at the board.
pub(crate) fn run(
    catalogue: Catalogue,
    args: &PlayArgs,
    purpose: Purpose,
    input: Input,
    out: &mut Output<'_>,
) -> Result<()> {
    let store = Store::new(catalogue.games, input.directories.clone());
    let table = table(catalogue.games, args, purpose, &store.settings().name)?;
    let manner = Manner { plain: args.plain, seed: args.seed };
    open(catalogue, store, Opening::Table(Box::new(table)), &manner, input, out)
}

/// Opens the menu.
pub(crate) fn menu(
    catalogue: Catalogue,
    plain: bool,
    input: Input,
    out: &mut Output<'_>,
) -> Result<()> {
    let store = Store::new(catalogue.games, input.directories.clone());
    open(catalogue, store, Opening::Menu, &Manner { plain, seed: None }, input, out)
}

fn open(
    catalogue: Catalogue,
    mut store: Store,
    opening: Opening,
    manner: &Manner,
    input: Input,
    out: &mut Output<'_>,
) -> Result<()> {
    if let Some(complaint) = store.complaint() {
        out.complain(&format!("strata: {complaint}"));
    }
    let seed = manner.seed.unwrap_or_else(any_seed);
    let has_screen = input.is_terminal && out.is_terminal && !is_dumb();
    if has_screen && !manner.plain {
        let store = Box::new(store);
        return strata_terminal::run(catalogue, store, opening, seed)
            .context("cannot use the terminal (try --plain)");
    }
    let width = out.is_terminal.then_some(out.width);
    let plain = Plain {
        catalogue,
        keeper: &mut store,
        echo: !input.is_terminal,
        input: input.stream,
        width,
        output: &mut *out.writer(),
        seed,
    };
    plain.run(opening).context("cannot write the output")
}

/// Whether the terminal shows nothing but lines of text.
fn is_dumb() -> bool {
    env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// A seed that is another one every time.
fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |time| u64::from(time.subsec_nanos()) << 20 ^ time.as_secs())
}

fn table(
    games: &'static [GameEntry],
    args: &PlayArgs,
    purpose: Purpose,
    own_name: &str,
) -> Result<Table> {
    if purpose == Purpose::Watch && args.seats.contains(&SeatKind::Person) {
        bail!("watch shows bots only; a person can sit down with strata play");
    }
    match &args.load {
        Some(path) => loaded(games, args, path),
        None => new_table(games, args, purpose, own_name),
    }
}

fn new_table(
    games: &'static [GameEntry],
    args: &PlayArgs,
    purpose: Purpose,
    own_name: &str,
) -> Result<Table> {
    let game = args.game.as_deref().unwrap_or_default();
    let start = StartArgs { moves: None, ..args.start.clone() };
    let mut position = start_position(games, game, &start)?;
    let options = option_pairs(&args.start.options)?.into_iter();
    let setup = Setup {
        game: game.to_owned(),
        options: options.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        position: args.start.position.clone(),
        seats: seats(args, purpose, &*position, own_name)?,
        clock: args.clock,
    };
    let mut table = Table::new(games, setup, Duration::ZERO)?;
    let moves = args.start.moves.as_deref().unwrap_or_default();
    for mv in play_line(&mut *position, moves)? {
        let by = table.turn().context("the game is over before all moves are played")?;
        table.apply(Command::Play { by, mv }, Duration::ZERO)?;
    }
    Ok(table)
}

/// Refuses more than one for each player.
fn refuse_more(given: usize, what: &str, position: &dyn AnyPosition) -> Result<()> {
    let players = position.players();
    if given > players {
        bail!("there are {given} {what}, but {} has {players} players", position.info().name);
    }
    Ok(())
}

fn seats(
    args: &PlayArgs,
    purpose: Purpose,
    position: &dyn AnyPosition,
    own_name: &str,
) -> Result<Vec<Seat>> {
    refuse_more(args.seats.len(), "seats", position)?;
    refuse_more(args.names.len(), "names", position)?;
    let mut kinds = args.seats.clone();
    while kinds.len() < position.players() {
        let wants_person = purpose == Purpose::Play && !kinds.contains(&SeatKind::Person);
        kinds.push(match wants_person {
            true => SeatKind::Person,
            false => SeatKind::Bot(purpose.usual_level()),
        });
    }
    let first_person = kinds.iter().position(|kind| *kind == SeatKind::Person);
    let seat = |(index, kind): (usize, SeatKind)| {
        let usual = match kind {
            SeatKind::Bot(level) => Seat::bot(level),
            _ if Some(index) == first_person => Seat::person(own_name),
            _ => Seat::person(""),
        };
        let name = args.names.get(index).cloned();
        Seat { name: name.unwrap_or(usual.name), kind }
    };
    Ok(kinds.into_iter().enumerate().map(seat).collect())
}

/// The table of a record, with whoever the arguments put on its seats.
fn loaded(games: &'static [GameEntry], args: &PlayArgs, path: &Path) -> Result<Table> {
    let name = file_name(path);
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let mut record = read_record(&text).map_err(|reason| anyhow!("{name}: {reason}"))?;
    if let (Some(wanted), Some(found)) = (&args.game, record.tag("Game"))
        && find_game(games, wanted)?.info.id != found
    {
        bail!("{name} is a game of {found}, not of {wanted}");
    }
    let restore = |record: &Record| {
        Table::from_record(games, record, Duration::ZERO)
            .map_err(|error| anyhow!("{name}: {error}"))
    };
    let table = restore(&record)?;
    refuse_more(args.seats.len(), "seats", table.position())?;
    refuse_more(args.names.len(), "names", table.position())?;
    for (player, kind) in Player::all(table.players()).zip(&args.seats) {
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
