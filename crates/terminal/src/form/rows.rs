//! The rows of the form.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use strata_engine::Level;
use strata_rules::GameInfo;
use strata_table::SeatKind;
use strata_table::wording::sentence;

use super::{CLOCKS, Field, Form};
use crate::Settings;
use crate::context::Context;
use crate::list::Row;
use crate::look::{Look, bold, dim, row, write, write_at_end};

/// From this width on, the description of a level is shown in its row.
const WIDE: u16 = 64;

impl Form {
    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let look = context.look();
        let title = if self.is_for_bots { "Watch bots" } else { "New game" };
        let inside = look.frame(title, area, buffer);
        let body = Rect { height: inside.height.saturating_sub(1), ..inside };
        let fields = self.fields().into_iter();
        let rows: Vec<Row> =
            fields.map(|field| self.row(field, inside.width >= WIDE, context, &look)).collect();
        self.list.draw(&rows, body, buffer, &look);
        let last = row(inside, inside.height.saturating_sub(1));
        match &self.message {
            Some(message) => write_at_end(buffer, inside, message, bold()),
            None => {
                let arrows = look.sign("←→", "Left/Right");
                write(buffer, last, &format!(" Enter play  {arrows} change  Esc back"), dim());
            }
        }
    }

    fn row(&self, field: Field, is_wide: bool, context: &Context, look: &Look) -> Row {
        let info = self.info(context);
        match field {
            Field::Play => Row::new("Play", "Enter starts the game from any row."),
            Field::Game => Row::choice("Game", info.name, game_note(info, &context.settings)),
            Field::Option(index) => {
                let spec = &info.options[index];
                let value = spec.say(self.values[index].unwrap_or(spec.default));
                Row::choice(spec.label, value, sentence(spec.help))
            }
            Field::Seat(place) => self.seat_row(place, is_wide, context, look),
            Field::FirstMove => self.first_move_row(context),
            Field::Clock => self.clock_row(look),
        }
    }

    /// The caret, if this field is selected.
    fn caret(&self, field: Field, look: &Look) -> &'static str {
        if self.field() == field { look.sign("▏", "_") } else { "" }
    }

    fn seat_row(&self, place: usize, is_wide: bool, context: &Context, look: &Look) -> Row {
        let field = Field::Seat(place);
        let (kind, typed) = &self.seats[place];
        let (value, description) = match kind {
            SeatKind::Bot(level) => (level_text(*level, is_wide, look), level_note(*level)),
            _ => ("human".to_owned(), String::new()),
        };
        // The name follows the arrows, because it is typed.
        let name = match (typed.0.is_empty(), self.name(place, context)) {
            (true, default) if !default.is_empty() && self.field() != field => default,
            _ => typed.0.clone(),
        };
        let is_repeated = matches!(kind, SeatKind::Bot(_)) && typed.0.is_empty();
        let name = if is_repeated { String::new() } else { name };
        let width = if is_wide { 23 } else { 7 };
        Row {
            more: format!("{name}{}", self.caret(field, look)),
            ..Row::choice(
                self.side_name(place, context),
                format!("{value:<width$}"),
                format!("{description}Left/Right: human or bot. Type to enter a name."),
            )
        }
    }

    /// The label of a seat: its side, unless sides are assigned at random.
    fn side_name(&self, place: usize, context: &Context) -> String {
        match self.is_random() {
            true => format!("Player {}", place + 1),
            false => self.info(context).sides[place].name.to_owned(),
        }
    }

    fn first_move_row(&self, context: &Context) -> Row {
        let humans = |(kind, _): &&(SeatKind, _)| *kind == SeatKind::Person;
        let seats = &self.seats[..self.players];
        let has_one_human = seats.iter().filter(humans).count() == 1;
        let place = seats.iter().position(|(kind, _)| *kind == SeatKind::Person).unwrap_or(0);
        if has_one_human {
            const ORDER: [&str; 4] = ["first", "second", "third", "fourth"];
            let value = ORDER.get(place).filter(|_| !self.is_random()).unwrap_or(&"random");
            return Row::choice("You play", *value, "Left/Right: who moves first, or random.");
        }
        let value = match (self.is_random(), self.name(0, context)) {
            (true, _) => "random".to_owned(),
            (false, name) if name.is_empty() => "human".to_owned(),
            (false, name) => name,
        };
        Row::choice("First move", value, "Left/Right: who moves first, or random.")
    }

    fn clock_row(&self, look: &Look) -> Row {
        let value = CLOCKS.get(self.clock).copied().unwrap_or("custom");
        let typed = if self.clock < CLOCKS.len() { "" } else { &self.typed_clock.0 };
        Row {
            more: format!("{typed}{}", self.caret(Field::Clock, look)),
            ..Row::choice(
                "Clock",
                value,
                "5+3: minutes for the game + seconds per move. 30/turn: seconds per turn. Type \
                 your own, such as 3+2 or 5+3,30/turn.",
            )
        }
    }
}

/// The game in one sentence, and where to learn it.
fn game_note(info: &GameInfo, settings: &Settings) -> String {
    match settings.has_learned(info.id) || info.lesson.is_empty() {
        true => info.summary.to_owned(),
        false => format!("{} New to it? Learn in the menu teaches it.", info.summary),
    }
}

fn level_text(level: Level, is_wide: bool, look: &Look) -> String {
    match is_wide {
        true => {
            let separator = look.sign(" · ", ": ");
            format!("level {}{separator}{}", level.number(), level.name())
        }
        false => format!("level {}", level.number()),
    }
}

fn level_note(level: Level) -> String {
    format!("Level {}, {}. {} ", level.number(), level.name(), level.description())
}
