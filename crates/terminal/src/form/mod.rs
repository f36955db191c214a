//! The form for a new game.

mod rows;

use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use strata_engine::Level;
use strata_rules::{GameInfo, MAX_PLAYERS, Random, Values};
use strata_table::wording::sentence;
use strata_table::{Seat, SeatKind, Setup, Table};

use crate::context::Context;
use crate::keys::{Action, Place, action};
use crate::list::List;
use crate::pager::Pager;
use crate::screen::{Screen, Transition};
use crate::text_line::TextLine;

/// The time controls to choose from. After them comes one that the player types.
const CLOCKS: [&str; 4] = ["none", "5+3", "10+0", "30/turn"];

/// The default levels of bots.
const OPPONENT: u8 = 3;
const WATCHED: u8 = 5;

/// A row of the form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    Play,
    Game,
    Option(usize),
    Seat(usize),
    FirstMove,
    Clock,
}

/// The form for a new game.
pub(crate) struct Form {
    list: List,
    is_for_bots: bool,
    game: usize,
    /// The values of the game's options, `None` for the default.
    values: Vec<Option<u32>>,
    /// Seats for the maximum number of players, of which the first are used.
    seats: Vec<(SeatKind, TextLine)>,
    players: usize,
    /// How often the seats have been rotated; `players` means a random order.
    first_move: usize,
    clock: usize,
    typed_clock: TextLine,
    message: Option<String>,
}

fn bot(level: u8) -> SeatKind {
    SeatKind::Bot(Level::new(level).unwrap_or(Level::HIGHEST))
}

impl Form {
    pub(crate) fn new(context: &Context, is_for_bots: bool) -> Self {
        let kind = |place| match (is_for_bots, place) {
            (true, _) => bot(WATCHED),
            (false, 0) => SeatKind::Person,
            (false, _) => bot(OPPONENT),
        };
        let mut form = Self {
            list: List::default(),
            is_for_bots,
            game: 0,
            values: Vec::new(),
            seats: (0..MAX_PLAYERS).map(|place| (kind(place), TextLine::default())).collect(),
            players: 2,
            first_move: 0,
            clock: 0,
            typed_clock: TextLine::default(),
            message: None,
        };
        let last = context.last_setup.as_ref();
        match last.filter(|setup| setup.seats.iter().all(Seat::is_bot) == is_for_bots) {
            Some(setup) => form.fill(setup, context),
            None => form.use_game(0, context),
        }
        if context.random_sides {
            form.first_move = form.players;
        }
        form
    }

    /// Shows a message until the next change.
    pub(crate) fn show_message(&mut self, message: String) {
        self.message = Some(message);
    }

    /// Fills the form with a setup.
    fn fill(&mut self, setup: &Setup, context: &Context) {
        let games = context.catalogue.games;
        self.use_game(
            games.iter().position(|entry| entry.info.id == setup.game).unwrap_or(0),
            context,
        );
        let options = self.info(context).options;
        for (spec, value) in options.iter().zip(&mut self.values) {
            let given = setup.options.iter().find(|(name, _)| name == spec.name);
            let matches =
                |number: &u32| given.is_some_and(|(_, text)| spec.spell(*number) == *text);
            *value = match spec.values {
                Values::Range(least, most) => (least..=most).find(matches),
                Values::Choice(words) => (0..words.len() as u32).find(matches),
            };
        }
        for (own, seat) in self.seats.iter_mut().zip(&setup.seats) {
            let is_default = match seat.kind {
                SeatKind::Bot(level) => seat.name == Seat::bot(level).name,
                _ => seat.name == context.settings.name,
            };
            let name = if is_default { String::new() } else { seat.name.clone() };
            *own = (seat.kind, TextLine(name));
        }
        if let Some(clock) = setup.clock {
            let text = clock.to_string();
            self.clock = CLOCKS.iter().position(|known| *known == text).unwrap_or(CLOCKS.len());
            self.typed_clock = TextLine(text);
        }
        self.check(context);
    }

    fn use_game(&mut self, game: usize, context: &Context) {
        self.game = game;
        self.values = vec![None; self.info(context).options.len()];
        self.check(context);
    }

    fn info(&self, context: &Context) -> &'static GameInfo {
        context.catalogue.games[self.game].info
    }

    /// The names and values of the options that were changed.
    fn options(&self, context: &Context) -> Vec<(String, String)> {
        let specs = self.info(context).options.iter().zip(&self.values);
        let changed = specs.filter_map(|(spec, value)| Some((spec, (*value)?)));
        changed.map(|(spec, value)| (spec.name.to_owned(), spec.spell(value))).collect()
    }

    /// Updates the number of players, or shows why the options do not fit together.
    fn check(&mut self, context: &Context) {
        let options = self.options(context);
        let pairs = options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        match context.catalogue.games[self.game].open(pairs) {
            Ok(game) => {
                if self.players != game.players() {
                    let is_random = self.is_random();
                    self.players = game.players();
                    self.first_move = if is_random { self.players } else { 0 };
                }
                self.message = None;
            }
            Err(error) => self.message = Some(sentence(&error.to_string())),
        }
    }

    /// Whether the seats are assigned at random when the game starts.
    const fn is_random(&self) -> bool {
        self.first_move >= self.players
    }

    fn fields(&self) -> Vec<Field> {
        let mut fields = vec![Field::Play, Field::Game];
        fields.extend((0..self.values.len()).map(Field::Option));
        fields.extend((0..self.players).map(Field::Seat));
        fields.extend([Field::FirstMove, Field::Clock]);
        fields
    }

    fn field(&self) -> Field {
        self.fields().get(self.list.selected).copied().unwrap_or(Field::Play)
    }

    pub(crate) fn key(&mut self, key: KeyEvent, context: &mut Context) -> Transition {
        // Letters are typed, so only other keys move the selection.
        let typed = match (self.field(), key.code) {
            (_, KeyCode::Char(' ' | '?')) if !self.takes_text() => false,
            (_, KeyCode::Char(_) | KeyCode::Backspace) if self.takes_text() => self.type_key(key),
            (_, KeyCode::Char('q') | KeyCode::Backspace) => return Transition::Back,
            (_, KeyCode::Char(_)) => true,
            _ => false,
        };
        if typed {
            return Transition::Stay;
        }
        action(Place::List, key).map_or(Transition::Stay, |action| self.act(action, context))
    }

    pub(crate) fn takes_text(&self) -> bool {
        matches!(self.field(), Field::Seat(_) | Field::Clock)
    }

    fn type_key(&mut self, key: KeyEvent) -> bool {
        self.message = None;
        match self.field() {
            Field::Seat(seat) => self.seats[seat].1.key(key),
            Field::Clock => {
                if self.clock < CLOCKS.len() {
                    self.typed_clock.0.clear();
                }
                self.clock = CLOCKS.len();
                self.typed_clock.key(key)
            }
            _ => false,
        }
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Transition {
        let done = self.list.mouse(mouse, self.fields().len());
        match done {
            // A click on a value changes it. A click on the first row starts the game.
            Some(Action::Choose) if self.field() != Field::Play => self.act(Action::Right, context),
            Some(action) => self.act(action, context),
            None => Transition::Stay,
        }
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Transition {
        if self.list.act(action, self.fields().len()) {
            return Transition::Stay;
        }
        match action {
            Action::Left => self.change(false, context),
            Action::Right => self.change(true, context),
            Action::Choose => return self.play(context),
            Action::Help => return Transition::Open(Screen::Pager(Pager::keys())),
            Action::Leave => return Transition::Back,
            _ => {}
        }
        Transition::Stay
    }

    fn change(&mut self, up: bool, context: &Context) {
        let turn = |place: usize, count: usize| (place + if up { 1 } else { count - 1 }) % count;
        match self.field() {
            Field::Play => {}
            Field::Game => self.use_game(turn(self.game, context.catalogue.games.len()), context),
            Field::Option(index) => {
                let spec = &self.info(context).options[index];
                let (least, count) = match spec.values {
                    Values::Range(least, most) => (least, most - least + 1),
                    Values::Choice(words) => (0, words.len() as u32),
                };
                let place = self.values[index].unwrap_or(spec.default) - least;
                self.values[index] = Some(least + turn(place as usize, count as usize) as u32);
                self.check(context);
            }
            Field::Seat(seat) => {
                let kinds: Vec<SeatKind> = std::iter::once(SeatKind::Person)
                    .chain((1..=Level::HIGHEST.number()).map(bot))
                    .collect();
                let kind = &mut self.seats[seat].0;
                let place = kinds.iter().position(|known| known == kind).unwrap_or(0);
                *kind = kinds[turn(place, kinds.len())];
            }
            Field::FirstMove => self.change_first_move(up),
            Field::Clock => {
                self.message = None;
                self.clock = turn(self.clock, CLOCKS.len() + 1);
            }
        }
    }

    /// Goes to the next or previous order of the seats: every rotation, then random.
    fn change_first_move(&mut self, up: bool) {
        let (players, old) = (self.players, self.first_move);
        self.first_move = (old + if up { 1 } else { players }) % (players + 1);
        // A random order shows the seats as they were at first.
        let rotation = |place: usize| place % players;
        let turns = (rotation(self.first_move) + players - rotation(old)) % players;
        self.seats[..players].rotate_left(turns);
    }

    /// The name of a seat: the typed one, or a default.
    fn name(&self, place: usize, context: &Context) -> String {
        let (kind, typed) = &self.seats[place];
        let first_person = self.seats.iter().position(|(kind, _)| *kind == SeatKind::Person);
        match kind {
            _ if !typed.0.trim().is_empty() => typed.0.clone(),
            SeatKind::Bot(level) => Seat::bot(*level).name,
            _ if first_person == Some(place) => context.settings.name.clone(),
            _ => String::new(),
        }
    }

    fn setup(&self, context: &Context) -> Result<Setup, String> {
        let seat = |place| Seat { name: self.name(place, context), kind: self.seats[place].0 };
        let seats: Vec<Seat> = (0..self.players).map(seat).collect();
        let clock = match CLOCKS.get(self.clock) {
            Some(&"none") => None,
            known => Some(known.copied().unwrap_or(&self.typed_clock.0)),
        };
        let clock = clock.map(str::parse).transpose();
        Ok(Setup {
            options: self.options(context),
            clock: clock.map_err(|error: strata_table::TimeControlError| error.to_string())?,
            ..Setup::new(self.info(context).id, seats)
        })
    }

    fn play(&mut self, context: &mut Context) -> Transition {
        let made = self.setup(context).and_then(|mut setup| {
            context.random_sides = self.is_random();
            if self.is_random() {
                context.next_request_id();
                let turns = Random::new(context.seed()).below(self.players as u64);
                setup.seats.rotate_left(turns as usize);
            }
            let table = Table::new(context.catalogue.games, setup, context.now);
            table.map_err(|error| error.to_string())
        });
        match made {
            Ok(table) => Transition::Play(Box::new(table), None),
            Err(reason) => {
                self.message = Some(sentence(&reason));
                Transition::Stay
            }
        }
    }
}
