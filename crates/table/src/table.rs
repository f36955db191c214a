//! A game in progress.

use std::time::Duration;

use strata_records::Elimination;
use strata_rules::{AnyPosition, GameEntry, Player, PlayerSet, Scene, Step};

use crate::clock::{MOST_TIME, TurnClock, whole_millis};
use crate::{
    Command, Event, Finish, FinishKind, History, NodeId, Offer, Proposal, Refusal, Seat, Setup,
    SetupError, TimeLeft,
};

/// A game in progress: position, history, seats, clock and offers.
///
/// It changes only through [`Table::apply`] and [`Table::tick`], which return events. It never
/// reads the system clock: callers pass in the current time, as the duration since any fixed
/// moment.
#[derive(Clone, Debug)]
pub struct Table {
    pub(crate) setup: Setup,
    pub(crate) history: History,
    pub(crate) clock: TurnClock,
    /// The latest time passed in; time never runs backwards.
    pub(crate) latest: Duration,
    pub(crate) paused: bool,
    pub(crate) offer: Option<Offer>,
    /// The offers made since the last move; each can be made only once. Records do not store this:
    /// repeating an offer after a restart does no harm.
    pub(crate) offered: Vec<(Proposal, Player)>,
    pub(crate) finish: Option<Finish>,
    /// Tags of the original record that the table does not use.
    pub(crate) tags: Vec<(String, String)>,
}

impl Table {
    /// Sets up a game and starts the clock.
    pub fn new(games: &[GameEntry], mut setup: Setup, now: Duration) -> Result<Self, SetupError> {
        let start = setup.open(games)?;
        let now = whole_millis(now);
        let mut table = Self {
            setup,
            history: History::new(start),
            clock: TurnClock::started(now),
            latest: now,
            paused: false,
            offer: None,
            offered: Vec::new(),
            finish: None,
            tags: Vec::new(),
        };
        table.finish_by_rules();
        table.play_forced_passes();
        Ok(table)
    }

    /// The setup in its normal form, with the current names.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The seats in player order.
    pub fn seats(&self) -> &[Seat] {
        &self.setup.seats
    }

    /// The move tree.
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// Gives the nodes of a restored table the ids that they had before; see
    /// [`History::restore_ids`].
    pub fn restore_ids(&mut self, order: &[NodeId]) -> bool {
        self.history.restore_ids(order)
    }

    /// The current position.
    pub fn position(&self) -> &dyn AnyPosition {
        &*self.history[self.history.current()].position
    }

    /// The scene to draw for a node. The last one of a finished game shows the result.
    pub fn scene_at(&self, node: NodeId) -> Option<Scene> {
        let mut scene = self.history.position(node)?.scene();
        if let Some(finish) = self.finish.as_ref().filter(|_| node == self.history.current()) {
            scene.caption.clone_from(&finish.sentence);
            scene.panels.iter_mut().for_each(|panel| panel.to_move = false);
        }
        Some(scene)
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.setup.seats.len()
    }

    /// The players who left a game of three or more that the others continue.
    pub fn eliminated(&self) -> PlayerSet {
        self.position().eliminated()
    }

    /// The players who are still in the game.
    pub fn remaining(&self) -> PlayerSet {
        let eliminated = self.eliminated();
        Player::all(self.players()).filter(|player| !eliminated.contains(*player)).collect()
    }

    /// The player to move; `None` when the game is over.
    pub fn turn(&self) -> Option<Player> {
        self.finish.is_none().then(|| self.position().turn())
    }

    /// The seat of the player to move.
    pub fn seat_to_move(&self) -> Option<&Seat> {
        self.turn().map(|player| &self.setup.seats[player.index()])
    }

    /// The result, once the game is over.
    pub const fn result(&self) -> Option<&Finish> {
        self.finish.as_ref()
    }

    /// Whether the game is paused.
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// The open offer.
    pub const fn offer(&self) -> Option<&Offer> {
        self.offer.as_ref()
    }

    /// The player who is offering a draw.
    pub fn draw_offer(&self) -> Option<Player> {
        self.offer.filter(|offer| offer.proposal == Proposal::Draw).map(|offer| offer.by)
    }

    /// Whether people on several devices play each other.
    pub fn is_shared(&self) -> bool {
        let people = self.setup.seats.iter().filter(|seat| !seat.is_bot());
        let remote = |seat: &Seat| seat.kind == crate::SeatKind::Remote;
        people.clone().count() > 1 && people.into_iter().any(remote)
    }

    /// A player's side and name: "White (Ann)".
    pub fn name_of(&self, player: Player) -> String {
        let side = self.position().side_name(player);
        match self.setup.seats[player.index()].name.as_str() {
            "" => side.to_owned(),
            name => format!("{side} ({name})"),
        }
    }

    /// The time a player has left; `None` without a clock.
    pub fn time_left(&self, player: Player, now: Duration) -> Option<TimeLeft> {
        let control = self.setup.clock?;
        // When the game is over, the last player's clock still shows the time used for that turn.
        let is_mover = self.position().turn() == player;
        let elapsed = if is_mover { self.elapsed(now) } else { Duration::ZERO };
        let left = |time: Duration| time.saturating_sub(elapsed);
        Some(TimeLeft {
            game: self.game_time(player).map(left),
            turn: control.turn.filter(|_| is_mover && self.finish.is_none()).map(left),
            increment: control.game.map_or(Duration::ZERO, |game| game.increment),
        })
    }

    /// When the player to move runs out of time, and `tick` should be called.
    pub fn deadline(&self) -> Option<Duration> {
        self.clock.reaches(self.limit()?)
    }

    /// The setup of a rematch: sides swapped, or every player moved one seat on.
    pub fn rematch(&self) -> Setup {
        self.setup.clone().rotated()
    }

    /// The players who have to ask for a rematch before there is one: all people. Bots agree to
    /// every rematch.
    pub fn rematch_needs(&self) -> PlayerSet {
        let is_person = |player: &Player| !self.setup.seats[player.index()].is_bot();
        Player::all(self.players()).filter(is_person).collect()
    }

    /// Advances the time. Players may run out of time.
    pub fn tick(&mut self, now: Duration) -> Vec<Event> {
        self.latest = self.latest.max(whole_millis(now));
        let mut events = Vec::new();
        while let Some(deadline) = self.deadline().filter(|deadline| *deadline <= self.latest)
            && let Some(player) = self.turn()
        {
            // The clock stops at zero, however late this call is.
            self.clock.stop(deadline);
            events.push(Event::FlagFell { player });
            events.extend(self.remove_player(player, Elimination::OutOfTime));
            if self.finish.is_none() {
                self.clock = TurnClock::started(deadline);
            }
        }
        events
    }

    /// Executes a command and returns what happened. A refused command changes nothing.
    ///
    /// The time advances first: a player who has run out of time cannot move any more.
    pub fn apply(&mut self, command: Command, now: Duration) -> Result<Vec<Event>, Refusal> {
        let mut events = self.tick(now);
        match self.check_and_execute(command) {
            Ok(more) => {
                events.extend(more);
                Ok(events)
            }
            Err(refusal) => Err(Refusal { events, ..refusal }),
        }
    }

    /// Executes a command of a player who is still in the game, then plays forced passes.
    fn check_and_execute(&mut self, command: Command) -> Result<Vec<Event>, Refusal> {
        if let Some(finish) = &self.finish {
            return Err(format!("the game is over: {}", finish.sentence).into());
        }
        if let Some(player) = command.player().filter(|player| player.index() >= self.players()) {
            return Err(format!("there is no player {}", player.0).into());
        }
        if let Some(player) = command.player().filter(|by| self.eliminated().contains(*by)) {
            return Err(format!("{} is out of the game", self.name_of(player)).into());
        }
        let mut events = self.execute(command)?;
        events.extend(self.play_forced_passes());
        Ok(events)
    }

    fn execute(&mut self, command: Command) -> Result<Vec<Event>, Refusal> {
        match command {
            Command::Play { by, mv } => self.play(by, &mv),
            Command::Resign { by } => {
                let mut events = vec![Event::Resigned { player: by }];
                events.extend(self.remove_player(by, Elimination::Resigned));
                Ok(events)
            }
            Command::OfferDraw { by } => self.offer_draw(by),
            Command::AcceptDraw { by } => self.accept(Proposal::Draw, by),
            Command::DeclineDraw { by } => self.decline(Proposal::Draw, by),
            Command::Takeback { by } => self.takeback(by),
            Command::AcceptTakeback { by } => self.accept(Proposal::Takeback, by),
            Command::DeclineTakeback { by } => self.decline(Proposal::Takeback, by),
            Command::Redo => self.redo(),
            Command::GoTo { node } => self.go_to(node),
            Command::Pause => self.pause(),
            Command::Resume => self.resume(),
            Command::Rename { player, name } => {
                let name = crate::clean_name(&name);
                self.setup.seats[player.index()].name.clone_from(&name);
                Ok(vec![Event::Renamed { player, name }])
            }
            Command::Forfeit { player } => Ok(self.remove_player(player, Elimination::Absent)),
            Command::Abandon => Ok(vec![self.end(FinishKind::Abandoned)]),
        }
    }

    fn play(&mut self, by: Player, mv: &str) -> Result<Vec<Event>, Refusal> {
        let turn = self.position().turn();
        if by != turn {
            let side = self.position().side_name(turn);
            let name = match self.setup.seats[turn.index()].name.as_str() {
                "" => String::new(),
                name => format!(" ({name})"),
            };
            return Err(format!("it is {side}'s turn{name}").into());
        }
        if self.paused {
            return Err("the game is paused".into());
        }
        let left = self.time_left(by, self.latest);
        let time = left.and_then(|left| Some((left.game? + left.increment).min(MOST_TIME)));
        let node = self.history.play(mv)?;
        let new = self.history.node_mut(node);
        new.clock = time;
        let mv = new.mv.clone();
        self.clock.restart(self.latest);
        self.offered.clear();
        let mut events = vec![Event::Moved { player: by, mv, node, forced: false }];
        match self.offer {
            Some(Offer { proposal: Proposal::Draw, by: offering, .. }) if offering == by => {}
            Some(offer) => {
                self.offer = None;
                events.push(offer.declined(by));
            }
            None => {}
        }
        events.extend(self.finish_by_rules());
        Ok(events)
    }

    /// Plays passes while the player to move has no other legal move.
    pub(crate) fn play_forced_passes(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        while !self.paused
            && let Some(player) = self.turn()
            && let Some(mv) = forced_pass(self.position())
            && let Ok(mut played) = self.play(player, &mv)
        {
            if let Some(Event::Moved { forced, .. }) = played.first_mut() {
                *forced = true;
            }
            events.extend(played);
        }
        events
    }

    fn pause(&mut self) -> Result<Vec<Event>, Refusal> {
        if self.is_shared() {
            return Err("a game against people on other devices cannot be paused".into());
        }
        if self.paused {
            return Err("the game is already paused".into());
        }
        self.paused = true;
        self.clock.stop(self.latest);
        Ok(vec![Event::Paused])
    }

    fn resume(&mut self) -> Result<Vec<Event>, Refusal> {
        if !self.paused {
            return Err("the game is not paused".into());
        }
        self.paused = false;
        self.clock.start(self.latest);
        Ok(vec![Event::Resumed])
    }

    /// Makes another node the current one, with the clocks as they were there.
    pub(crate) fn jump_to(&mut self, node: NodeId) -> Result<(), Refusal> {
        self.history.go_to(node)?;
        self.clock.restart(self.latest);
        self.offer = None;
        self.offered.clear();
        Ok(())
    }

    /// The time used in the current turn; zero without a clock.
    pub(crate) fn elapsed(&self, now: Duration) -> Duration {
        let now = self.latest.max(whole_millis(now));
        self.limit().map_or(Duration::ZERO, |limit| self.clock.elapsed(now).min(limit))
    }

    /// The time limit of the current turn.
    fn limit(&self) -> Option<Duration> {
        let game = self.game_time(self.position().turn());
        game.into_iter().chain(self.setup.clock?.turn).min()
    }

    /// The time that a player had left for the game when the current turn started.
    fn game_time(&self, player: Player) -> Option<Duration> {
        let control = self.setup.clock?.game?;
        let mut before = self.history.back_from(self.history.current());
        let last = before.find_map(|id| {
            let node = &self.history[id];
            node.clock.filter(|_| node.player == player && node.parent.is_some())
        });
        Some(last.unwrap_or(control.time))
    }
}

/// The only legal move, if there is only one.
pub(crate) fn only_move(position: &dyn AnyPosition) -> Option<String> {
    (position.count_moves() == 1).then(|| position.moves().into_iter().next())?
}

/// The only legal move, if it is a word such as `pass`.
pub(crate) fn forced_pass(position: &dyn AnyPosition) -> Option<String> {
    let mv = only_move(position)?;
    matches!(position.steps(&mv).as_deref(), Ok([Step::Word(_)])).then_some(mv)
}
