//! A game on this device: against bots, between people at one screen, or between bots.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use strata_api::Refusal;
use strata_api::commands::table_command;
use strata_api::positions::{non_blank, open_position, option_pairs};
use strata_api::tables::{Surroundings, clock, history_part, millis, status, table_state};
use strata_api::types::commands::{Action, Arguments, CommandRequest};
use strata_api::types::tables::{
    ClientPart, HistoryPart, Seat as SeatView, SeatKind, SeatRequest, TableRequest, TableState,
};
use strata_engine::{Level, Line, Report, check_searchable};
use strata_games::smallest::GAMES;
use strata_records::Reader;
use strata_rules::{Player, PlayerSet};
use strata_table::{
    BotAction, BotBudget, Bots, Event, NodeId, Seat, SeatKind as TableSeatKind, Setup, Table,
    clean_name,
};

use crate::answers::game;
use crate::{read, write};

/// The level of a bot, if the request does not say.
const DEFAULT_LEVEL: u8 = 3;

/// A game on this device.
#[derive(Debug)]
pub struct Game {
    id: String,
    table: Table,
    bots: Bots,
    revision: u64,
    events: Vec<Event>,
    rematch: Option<String>,
}

/// A table as the page sees it.
#[derive(Serialize)]
struct WholeTable<'a> {
    #[serde(flatten)]
    client: ClientPart,
    #[serde(flatten)]
    history: HistoryPart<'a>,
    #[serde(flatten)]
    state: TableState<'a>,
}

/// A search for a bot's move.
#[derive(Serialize)]
struct Search<'a> {
    node: NodeId,
    game: &'a str,
    position: String,
    level: Option<u8>,
    ms: Option<u64>,
    seed: u64,
}

/// A command of a person. Nobody here listens to phrases.
#[derive(Deserialize)]
struct LocalCommand {
    command: Action,
    mv: Option<String>,
    name: Option<String>,
    node: Option<NodeId>,
    player: Option<Player>,
    ply: Option<u64>,
}

fn refuse(reason: impl ToString) -> Refusal {
    Refusal(reason.to_string())
}

fn time(ms: f64) -> Duration {
    Duration::try_from_secs_f64(ms / 1000.0).unwrap_or_default()
}

fn seat(request: &SeatRequest) -> Result<Seat, Refusal> {
    let name = clean_name(&request.name);
    match request.kind {
        SeatKind::Person => Ok(Seat::person(name)),
        SeatKind::Bot => {
            let level = request.level.unwrap_or(DEFAULT_LEVEL);
            let level = Level::new(level)
                .ok_or_else(|| Refusal(format!("level {level}: expected 1 to 8")))?;
            Ok(Seat::bot(level))
        }
        SeatKind::Remote | SeatKind::Open => {
            Err(refuse("games with people elsewhere need a server"))
        }
    }
}

impl Game {
    /// Starts a game.
    pub fn new(id: String, request: &str, now: f64) -> Result<Self, Refusal> {
        let request: TableRequest = read(request)?;
        let start =
            open_position(game(&request.game)?, &request.options, request.position.as_deref())?;
        let seats: Vec<Seat> = request.seats.iter().map(seat).collect::<Result<_, _>>()?;
        if seats.iter().any(Seat::is_bot) {
            check_searchable(&*start).map_err(refuse)?;
        }
        let clock = non_blank(request.clock.as_deref()).map(str::parse).transpose();
        let setup = Setup {
            options: option_pairs(&request.options),
            position: non_blank(request.position.as_deref()).map(str::to_owned),
            clock: clock.map_err(refuse)?,
            ..Setup::new(request.game, seats)
        };
        Self::start(id, setup, now)
    }

    fn start(id: String, setup: Setup, now: f64) -> Result<Self, Refusal> {
        let mut table = Table::new(GAMES, setup, time(now)).map_err(refuse)?;
        table.set_date(time(now));
        Ok(Self::with_table(id, table))
    }

    fn with_table(id: String, table: Table) -> Self {
        let (bots, events) = (Bots::default(), Vec::new());
        Self { id, table, bots, revision: 0, events, rematch: None }
    }

    /// Continues a game from its record.
    pub fn restore(id: String, record: &str, now: f64) -> Result<Self, Refusal> {
        let mut records = Reader::new(record.as_bytes());
        let record = records.next().ok_or_else(|| refuse("the record is empty"))?;
        let record = record.map_err(refuse)?;
        let table = Table::from_record(GAMES, &record, time(now)).map_err(refuse)?;
        Ok(Self::with_table(id, table))
    }

    /// The next game, with the players one seat further.
    pub fn rematch(&mut self, id: String, now: f64) -> Result<Self, Refusal> {
        self.rematch = Some(id.clone());
        self.revision += 1;
        Self::start(id, self.table.rematch(), now)
    }

    /// The record, from which the game can be continued.
    pub fn record(&self, now: f64) -> String {
        self.table.record_text(time(now))
    }

    /// The players at this device.
    fn people(&self) -> PlayerSet {
        let is_person = |player: &Player| !self.table.seats()[player.index()].is_bot();
        let players = Player::all(self.table.players()).filter(is_person);
        players.fold(PlayerSet::EMPTY, PlayerSet::with)
    }

    /// The table as the page sees it.
    pub fn table(&self, now: f64) -> Result<String, Refusal> {
        let now = time(now);
        let status = status(&self.table);
        let left = |player| Some(clock(self.table.time_left(player, now)?, Duration::ZERO));
        let client = ClientPart {
            you: self.people().iter().collect(),
            server_time_ms: millis(now),
            clocks: Player::all(self.table.players()).map(left).collect(),
        };
        let around = Surroundings {
            id: &self.id,
            status: &status,
            seats: Player::all(self.table.players()).map(|player| self.seat(player)).collect(),
            waiting: false,
            spectators: 0,
            listed: false,
            said: &[],
            claim_at_ms: None,
            want_rematch: PlayerSet::EMPTY,
            rematch: self.rematch.as_deref(),
            revision: self.revision,
            events: &self.events,
        };
        let history = history_part(self.table.history());
        write(&WholeTable { client, history, state: table_state(&self.table, around) })
    }

    fn seat(&self, player: Player) -> SeatView<'_> {
        let seat = &self.table.seats()[player.index()];
        let (kind, level) = match seat.kind {
            TableSeatKind::Bot(level) => (SeatKind::Bot, Some(level.number())),
            _ => (SeatKind::Person, None),
        };
        SeatView {
            name: &seat.name,
            side: self.table.position().side_name(player).to_owned(),
            kind,
            level,
            connected: true,
            taken: true,
            out: self.table.eliminated().contains(player),
        }
    }

    fn changed(&mut self, events: Vec<Event>) {
        if !events.is_empty() {
            self.revision += 1;
            self.events = events;
        }
    }

    /// Executes a command of a person; bots answer offers immediately.
    pub fn command(&mut self, request: &str, now: f64) -> Result<(), Refusal> {
        let LocalCommand { command, mv, name, node, player, ply } = read(request)?;
        let arguments = Arguments { mv, name, node, phrase: None, player, ply };
        let request = CommandRequest { command, arguments };
        match request.command {
            Action::Claim => return Err(refuse("nobody here is away")),
            Action::Say => return Err(refuse("nobody plays from another device")),
            _ => {}
        }
        let command = table_command(&self.table, self.people(), &request).map_err(refuse)?;
        let command = command.ok_or_else(|| refuse("start the rematch as a new game"))?;
        let applied = self.table.apply(command, time(now));
        let (mut events, refusal) = match applied {
            Ok(events) => (events, None),
            Err(refusal) => (refusal.events, Some(refusal.reason)),
        };
        while let Some(answer) = self.bots.answer_offer(&self.table) {
            match self.table.apply(answer, time(now)) {
                Ok(more) => events.extend(more),
                Err(_) => break,
            }
        }
        self.changed(events);
        refusal.map_or(Ok(()), |reason| Err(Refusal(reason)))
    }

    /// Lets the clocks run until now; returns whether that changed the game.
    pub fn tick(&mut self, now: f64) -> bool {
        let events = self.table.tick(time(now));
        let is_changed = !events.is_empty();
        self.changed(events);
        is_changed
    }

    /// When a clock runs out.
    pub fn deadline(&self) -> Option<f64> {
        self.table.deadline().map(|time| time.as_secs_f64() * 1000.0)
    }

    /// The search that the bot to move needs; `None` if nothing has to be searched. Moves that need no
    /// search are played.
    pub fn next_search(&mut self, now: f64, seed: u32) -> Result<Option<String>, Refusal> {
        let budget = BotBudget::default();
        loop {
            match self.bots.next(&self.table, time(now), budget, seed.into()) {
                BotAction::Wait | BotAction::Stop => return Ok(None),
                BotAction::Apply(command) => {
                    let events = self.table.apply(command, time(now)).map_err(refuse_command)?;
                    self.changed(events);
                }
                BotAction::Search(search) => {
                    let limits = search.request.limits;
                    let to_ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(0);
                    return write(&Search {
                        node: search.node,
                        game: search.position.info().id,
                        position: search.position.text(),
                        level: search.request.level.map(Level::number),
                        ms: limits.movetime.map(to_ms),
                        seed: search.request.seed,
                    })
                    .map(Some);
                }
            }
        }
    }

    /// Forgets the running search, for example because its worker was stopped.
    pub fn stop_search(&mut self) {
        self.bots.stop();
    }

    /// Plays the move that a search has found, unless the game has moved on since.
    pub fn finish_search(
        &mut self,
        node: usize,
        mv: Option<String>,
        value: Option<String>,
        now: f64,
        seed: u32,
    ) -> Result<(), Refusal> {
        let node = self.table.history().ids().nth(node);
        let node = node.ok_or_else(|| refuse("there is no such position"))?;
        let value = value.and_then(|value| value.parse().ok());
        let result = match (mv, value) {
            (Some(mv), Some(value)) => Ok(Report {
                depth: 0,
                nodes: 0,
                time: Duration::ZERO,
                lines: vec![Line::new(vec![mv], value)],
            }),
            _ => Err("the search failed".to_owned()),
        };
        if let Some(played) = self.bots.finish(&self.table, node, result, seed.into()) {
            let events = self.table.apply(played.command, time(now)).map_err(refuse_command)?;
            self.changed(events);
        }
        Ok(())
    }
}

fn refuse_command(refusal: strata_table::Refusal) -> Refusal {
    Refusal(refusal.reason)
}
