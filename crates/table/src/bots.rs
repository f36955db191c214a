//! The bot driver: when bots search and for how long, and how they answer draw offers.
//!
//! An interface calls [`Bots::next`] after every change and at the time given by [`Bots::wake`], and
//! passes search results to [`Bots::progress`] and [`Bots::finish`]. It supplies the time, threads and
//! a random seed; every decision is made here.

use std::time::Duration;

use strata_engine::{Level, Limits, Report, Request, Value};
use strata_rules::{AnyPosition, Player, Random};

use crate::table::only_move;
use crate::{Command, NodeId, SeatKind, Table, TimeLeft};

/// The time for a move of the strongest bot without a clock, and for a hint.
pub const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// The longest time for a move, however much is left on the clock.
const LONGEST_MOVE_TIME: Duration = Duration::from_secs(5);

/// The time that a bot leaves on its clock, so that its move arrives before it runs out of time.
const RESERVE: Duration = Duration::from_millis(100);

/// If a search is late by this much, its best move so far is played.
const GRACE: Duration = Duration::from_millis(250);

/// The computing time that an interface can give its bots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotBudget {
    /// The longest time for a move.
    pub longest: Duration,
    /// The number of searches that share a thread, this one included.
    pub sharing: u32,
}

impl Default for BotBudget {
    fn default() -> Self {
        Self { longest: LONGEST_MOVE_TIME, sharing: 1 }
    }
}

/// A search for the move of a bot.
#[derive(Clone, Debug)]
pub struct BotSearch {
    /// The node at which the bot is to move.
    pub node: NodeId,
    /// The bot.
    pub player: Player,
    /// The position to search.
    pub position: Box<dyn AnyPosition>,
    /// Limits, level and seed of the search.
    pub request: Request,
}

/// What the interface has to do next for its bots.
#[derive(Clone, Debug)]
pub enum BotAction {
    /// Nothing, until the table changes or the time of [`Bots::wake`] comes.
    Wait,
    /// Stop the running search.
    Stop,
    /// Start this search in place of the running one.
    Search(Box<BotSearch>),
    /// Apply this command to the table.
    Apply(Command),
}

/// The move of a bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotMove {
    /// The command that plays it.
    pub command: Command,
    /// Why the search failed; the move is then a random one.
    pub failure: Option<String>,
}

/// The bots of one table.
#[derive(Clone, Debug, Default)]
pub struct Bots {
    search: Option<Running>,
    /// Each bot's value of its position when it last moved.
    values: Vec<Estimate>,
}

/// A search that has been started.
#[derive(Clone, Debug)]
struct Running {
    node: NodeId,
    player: Player,
    /// When it becomes overdue.
    due: Duration,
    /// The best move reported so far.
    best: Option<(String, Value)>,
}

/// A bot's value of its position at a node, from its own point of view.
#[derive(Clone, Copy, Debug)]
struct Estimate {
    player: Player,
    node: NodeId,
    value: Value,
}

impl Bots {
    /// What to do now. Different seeds make bots play different games.
    pub fn next(
        &mut self,
        table: &Table,
        now: Duration,
        budget: BotBudget,
        seed: u64,
    ) -> BotAction {
        if let Some(command) = self.answer_offer(table) {
            return BotAction::Apply(command);
        }
        let Some((player, level)) = bot_to_move(table) else { return self.stop() };
        let node = table.history().current();
        if let Some(running) = self.search.as_mut().filter(|running| running.node == node) {
            return match running.best.take_if(|_| running.due <= now) {
                Some((mv, value)) => BotAction::Apply(self.play(player, node, mv, Some(value))),
                None => BotAction::Wait,
            };
        }
        if let Some(mv) = only_move(table.position()) {
            return BotAction::Apply(self.play(player, node, mv, None));
        }
        let time = move_time(table.time_left(player, now), budget);
        self.search = Some(Running { node, player, due: now + 2 * time + GRACE, best: None });
        let request = Request {
            limits: Limits::movetime(time),
            level: Some(level),
            seed,
            ..Request::default()
        };
        let position = table.position().boxed_clone();
        BotAction::Search(Box::new(BotSearch { node, player, position, request }))
    }

    /// Each bot's value of its position when it last moved, as text, so that another process can
    /// answer draw offers as this one would.
    pub fn values(&self) -> Vec<(Player, NodeId, String)> {
        let value = |known: &Estimate| (known.player, known.node, known.value.to_string());
        self.values.iter().map(value).collect()
    }

    /// Bots with these values. Unreadable ones are left out.
    pub fn with_values(values: Vec<(Player, NodeId, String)>) -> Self {
        let read = |(player, node, value): (Player, NodeId, String)| {
            Some(Estimate { player, node, value: value.parse().ok()? })
        };
        Self { search: None, values: values.into_iter().filter_map(read).collect() }
    }

    /// Stops searching until the next call of [`Bots::next`].
    pub fn stop(&mut self) -> BotAction {
        match self.search.take() {
            Some(_) => BotAction::Stop,
            None => BotAction::Wait,
        }
    }

    /// Whether a search is running.
    pub const fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// When to call [`Bots::next`] even if nothing has changed.
    pub fn wake(&self) -> Option<Duration> {
        self.search.as_ref().filter(|running| running.best.is_some()).map(|running| running.due)
    }

    /// Stores the best move so far of the search at `node`.
    pub fn progress(&mut self, node: NodeId, report: &Report) {
        if let Some(running) = self.search.as_mut().filter(|running| running.node == node)
            && let Some(line) = report.lines.first()
            && let Some(mv) = line.moves.first()
        {
            running.best = Some((mv.clone(), line.value));
        }
    }

    /// The bot's move after the search at `node`; `None` if the game has moved on since. A bot whose
    /// search fails plays a random move, so that no game gets stuck.
    pub fn finish(
        &mut self,
        table: &Table,
        node: NodeId,
        result: Result<Report, String>,
        seed: u64,
    ) -> Option<BotMove> {
        let running = self.search.take_if(|running| running.node == node)?;
        if table.turn() != Some(running.player) || table.history().current() != node {
            return None;
        }
        let found = result.and_then(|report| {
            let line = report.lines.into_iter().next();
            let best = line.and_then(|line| Some((line.moves.into_iter().next()?, line.value)));
            best.ok_or_else(|| "the search returned no move".to_owned())
        });
        let (mv, value, failure) = match found {
            Ok((mv, value)) => (mv, Some(value), None),
            Err(reason) => {
                let mut position = table.position().boxed_clone();
                (position.play_random(&mut Random::new(seed))?, None, Some(reason))
            }
        };
        Some(BotMove { command: self.play(running.player, node, mv, value), failure })
    }

    fn play(&mut self, by: Player, node: NodeId, mv: String, value: Option<Value>) -> Command {
        self.search = None;
        if let Some(value) = value {
            self.values.retain(|known| known.player != by);
            self.values.push(Estimate { player: by, node, value });
        }
        Command::Play { by, mv }
    }

    /// The answer of the next bot that has not yet answered a draw offer.
    pub fn answer_offer(&self, table: &Table) -> Option<Command> {
        let is_bot = |player: &Player| table.seats()[player.index()].is_bot();
        let by = table.draw_awaits().iter().find(is_bot)?;
        let accepts = self.value(table, by).is_some_and(|value| accepts_draw(table, value));
        Some(if accepts { Command::AcceptDraw { by } } else { Command::DeclineDraw { by } })
    }

    /// A bot's value of its position when it last moved, if that move has not been taken back.
    fn value(&self, table: &Table, player: Player) -> Option<Value> {
        let path = table.history().path_to(table.history().current());
        let is_current = |known: &&Estimate| known.player == player && path.contains(&known.node);
        self.values.iter().find(is_current).map(|known| known.value)
    }
}

/// The search request for a hint or an evaluation: full strength for one second.
pub fn hint_request() -> Request {
    Request { limits: Limits::movetime(DEFAULT_MOVE_TIME), ..Request::default() }
}

/// The bot to move, unless the game is paused.
fn bot_to_move(table: &Table) -> Option<(Player, Level)> {
    let player = table.turn().filter(|_| !table.is_paused())?;
    match table.seats()[player.index()].kind {
        SeatKind::Bot(level) => Some((player, level)),
        SeatKind::Person | SeatKind::Remote => None,
    }
}

/// The search time of a bot: a small share of the time left on its clock, at most 4%.
fn move_time(left: Option<TimeLeft>, budget: BotBudget) -> Duration {
    let left = left.unwrap_or_default();
    let mut time = match left.game {
        None => DEFAULT_MOVE_TIME,
        Some(game) => {
            let rest = game.saturating_sub(RESERVE);
            (rest / 40 + left.increment / 2).min(rest / 25).min(LONGEST_MOVE_TIME)
        }
    };
    if let Some(turn) = left.turn {
        time = time.min(turn.saturating_sub(RESERVE).max(turn / 2));
    }
    (time.min(budget.longest) / budget.sharing.max(1)).max(Duration::from_millis(1))
}

/// Bots accept a draw if their winning chance is below these multiples of an even chance: if they
/// are clearly worse, and late in the game if they are about even.
const WORSE: f64 = 0.7;
const EVEN: f64 = 1.1;

/// Whether a bot accepts a draw in a position of this value.
fn accepts_draw(table: &Table, value: Value) -> bool {
    let share = value.winning_chance() * table.remaining().len() as f64;
    value == Value::Draw || share < if is_late(table) { EVEN } else { WORSE }
}

/// Whether at least three quarters of the game are over, as estimated by random games from here.
fn is_late(table: &Table) -> bool {
    const GAMES: usize = 8;
    let mut random = Random::new(0);
    let mut plies = 0;
    for _ in 0..GAMES {
        let mut position = table.position().boxed_clone();
        while position.play_random(&mut random).is_some() {
            plies += 1;
        }
    }
    let played = table.history()[table.history().current()].ply;
    played * GAMES >= 3 * plies
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(game: Option<u64>, increment: u64, turn: Option<u64>) -> Duration {
        let [game, turn] = [game, turn].map(|millis| millis.map(Duration::from_millis));
        let left = TimeLeft { game, turn, increment: Duration::from_millis(increment) };
        move_time(Some(left), BotBudget::default())
    }

    #[test]
    fn bot_without_a_clock_searches_for_the_default_time() {
        assert_eq!(move_time(None, BotBudget::default()), DEFAULT_MOVE_TIME);
    }

    #[test]
    fn bot_never_uses_more_than_four_per_cent_of_its_clock() {
        for left in [1, 50, 500, 3_000, 20_000, 300_000, 3_600_000] {
            for increment in [0, 3_000, 600_000] {
                let most = Duration::from_millis(left) / 25;
                let used = time(Some(left), increment, None);
                assert!(used <= most.max(Duration::from_millis(1)), "{left}+{increment}: {used:?}");
            }
        }
        assert_eq!(time(Some(60_100), 0, None), Duration::from_millis(1_500));
    }

    #[test]
    fn bot_keeps_to_the_time_for_a_turn() {
        assert_eq!(time(None, 0, Some(30_000)), DEFAULT_MOVE_TIME);
        assert_eq!(time(None, 0, Some(500)), Duration::from_millis(400));
        assert_eq!(time(None, 0, Some(50)), Duration::from_millis(25));
    }

    #[test]
    fn budget_of_the_interface_bounds_the_time_and_is_shared() {
        let left = TimeLeft { game: Some(Duration::from_secs(36_000)), ..TimeLeft::default() };
        let budget = |sharing| BotBudget { longest: Duration::from_secs(3), sharing };
        assert_eq!(move_time(Some(left), budget(1)), Duration::from_secs(3));
        assert_eq!(move_time(Some(left), budget(3)), Duration::from_secs(1));
    }
}
