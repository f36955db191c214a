//! How the form looks.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use strata_table::SeatKind;

use super::{CLOCKS, Field, Form};
use crate::context::Context;
use crate::list::Row;
use crate::look::{bold, dim, row, sentence, write, write_at_end};

impl Form {
    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let look = context.look();
        let title = if self.is_for_bots { "Watch bots" } else { "New game" };
        let inside = look.frame(title, area, buffer);
        let body = Rect { height: inside.height.saturating_sub(1), ..inside };
        let caret = look.sign("▏", "_");
        let rows: Vec<Row> =
            self.fields().into_iter().map(|field| self.row(field, context, caret)).collect();
        self.list.draw(&rows, body, buffer, &look);
        let last = row(inside, inside.height.saturating_sub(1));
        match &self.message {
            Some(message) => write_at_end(buffer, inside, message, bold()),
            None => {
                write(buffer, last, " Enter plays   Left and Right change   Esc back", dim());
            }
        }
    }

    fn row(&self, field: Field, context: &Context, caret: &str) -> Row {
        let info = self.info(context);
        let caret = if self.field() == field { caret } else { "" };
        match field {
            Field::Play => Row::new("Play", "Enter starts the game, from every row."),
            Field::Game => Row::choice("Game", info.name, info.summary),
            Field::Option(index) => {
                let spec = &info.options[index];
                let value = spec.say(self.values[index].unwrap_or(spec.default));
                Row::choice(spec.label, value, sentence(spec.help))
            }
            Field::Seat(place) => {
                let (kind, typed) = &self.seats[place];
                let kind = match kind {
                    SeatKind::Bot(level) => format!("bot, level {}", level.number()),
                    kind => kind.to_string(),
                };
                let name = match (typed.0.is_empty(), self.name(place, context)) {
                    (true, usual) if !usual.is_empty() && self.field() != field => usual,
                    _ => typed.0.clone(),
                };
                Row {
                    // The name stands behind the arrows, for it is typed.
                    value: Some(format!("{kind:<13}")),
                    label: info.sides[place].name.to_owned(),
                    changes: true,
                    note: "Left and Right: a person or a bot from level 1 (random) to 8 (strongest). Letters: the name.".to_owned(),
                    more: format!("{name}{caret}"),
                }
            }
            Field::Starts => {
                let name = match self.name(0, context) {
                    name if name.is_empty() => self.seats[0].0.to_string(),
                    name => name,
                };
                Row::choice("First move", name, "Left and Right: everybody one seat further on.")
            }
            Field::Clock => {
                let value = CLOCKS.get(self.clock).copied().unwrap_or("own:");
                let typed = if self.clock < CLOCKS.len() { "" } else { &self.own_clock.0 };
                Row {
                    more: format!("{typed}{caret}"),
                    ..Row::choice(
                        "Clock",
                        value,
                        "5+3: minutes for the game and seconds a move. 30/turn: seconds a turn. Type your own, such as 3+2 or 5+3,30/turn.",
                    )
                }
            }
        }
    }
}
