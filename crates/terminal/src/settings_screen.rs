//! The settings screen.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::layout::Rect;

use crate::context::Context;
use crate::keys::{Action, Place, action};
use crate::list::{List, Row};
use crate::look::{bold, dim, row, write, write_at_end};
use crate::pager::Pager;
use crate::screen::{Screen, Transition};
use crate::text_line::TextLine;
use crate::{Animation, ColourChoice, Settings};

const COLOURS: [(ColourChoice, &str); 5] = [
    (ColourChoice::Auto, "automatic"),
    (ColourChoice::All, "all (truecolor)"),
    (ColourChoice::Many, "256"),
    (ColourChoice::Sixteen, "16"),
    (ColourChoice::None, "none"),
];

const SPEEDS: [(Animation, &str); 4] = [
    (Animation::Off, "off"),
    (Animation::Slow, "slow"),
    (Animation::Normal, "normal"),
    (Animation::Fast, "fast"),
];

/// The number of rows. The last one is the name.
const ROWS: usize = 8;
const NAME: usize = ROWS - 1;

/// The value `by` places after `value`, wrapping around.
fn turned<T: Copy + PartialEq>(choices: &[(T, &str)], value: T, by: isize) -> T {
    let place = choices.iter().position(|(choice, _)| *choice == value).unwrap_or(0);
    let next = (place as isize + by).rem_euclid(choices.len() as isize);
    choices[next as usize].0
}

fn word<T: PartialEq>(choices: &[(T, &'static str)], value: T) -> &'static str {
    choices.iter().find(|(choice, _)| *choice == value).map_or("", |(_, word)| *word)
}

/// The settings screen.
#[derive(Default)]
pub(crate) struct SettingsScreen {
    list: List,
    message: Option<String>,
}

impl SettingsScreen {
    pub(crate) fn key(&mut self, key: KeyEvent, context: &mut Context) -> Transition {
        if self.takes_text() && self.type_name(key, context) {
            return Transition::Stay;
        }
        action(Place::List, key).map_or(Transition::Stay, |action| self.act(action, context))
    }

    pub(crate) const fn takes_text(&self) -> bool {
        self.list.selected == NAME
    }

    /// While the name is selected, letters are typed into it.
    fn type_name(&mut self, key: KeyEvent, context: &mut Context) -> bool {
        let mut line = TextLine(context.settings.name.clone());
        if key.code == KeyCode::Backspace && line.0.is_empty() {
            return true;
        }
        let typed = line.key(key);
        if typed {
            let settings = Settings { name: line.0, ..context.settings.clone() };
            self.message = context.set(settings);
        }
        typed
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Transition {
        self.list.mouse(mouse, ROWS).map_or(Transition::Stay, |action| self.act(action, context))
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Transition {
        if self.list.act(action, ROWS) {
            return Transition::Stay;
        }
        match action {
            Action::Choose | Action::Right => self.change(1, context),
            Action::Left => self.change(-1, context),
            Action::Help => return Transition::Open(Screen::Pager(Pager::keys())),
            Action::Leave => return Transition::Back,
            _ => {}
        }
        Transition::Stay
    }

    fn change(&mut self, by: isize, context: &mut Context) {
        let mut settings = context.settings.clone();
        match self.list.selected {
            0 => settings.colours = turned(&COLOURS, settings.colours, by),
            1 => settings.dark = !settings.dark,
            2 => settings.colour_blind = !settings.colour_blind,
            3 => settings.ascii = !settings.ascii,
            4 => settings.animation = turned(&SPEEDS, settings.animation, by),
            5 => settings.evaluation = !settings.evaluation,
            6 => settings.confirm_moves = !settings.confirm_moves,
            _ => return,
        }
        self.message = context.set(settings);
    }

    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let look = context.look();
        let inside = look.frame("Settings", area, buffer);
        let body = Rect { height: inside.height.saturating_sub(1), ..inside };
        self.list.draw(&rows(&context.settings, look.sign("▏", "_")), body, buffer, &look);
        let last = row(inside, inside.height.saturating_sub(1));
        match &self.message {
            Some(message) => write_at_end(buffer, inside, message, bold()),
            None => {
                let arrows = look.sign("←→", "Left/Right");
                write(buffer, last, &format!(" {arrows} change  Esc back"), dim());
            }
        }
    }
}

fn rows(settings: &Settings, caret: &str) -> [Row; ROWS] {
    let on = |on: bool| if on { "on" } else { "off" };
    let ground = if settings.dark { "dark" } else { "light" };
    let name = Row {
        value: Some(format!("{}{caret}", settings.name)),
        ..Row::new("Your name", "Type your name. It is used for the first human seat.")
    };
    [
        Row::choice("Colours", word(&COLOURS, settings.colours), "Number of colours to use."),
        Row::choice("Background", ground, "Background of your terminal."),
        Row::choice(
            "Colour-blind palette",
            on(settings.colour_blind),
            "Colours that colour-blind players can tell apart.",
        ),
        Row::choice("ASCII only", on(settings.ascii), "No box drawing characters or symbols."),
        Row::choice("Animations", word(&SPEEDS, settings.animation), "Speed of the bots' moves."),
        Row::choice(
            "Evaluation bar",
            on(settings.evaluation),
            "Shows who is ahead. The key e toggles it during a game.",
        ),
        Row::choice(
            "Confirm moves",
            on(settings.confirm_moves),
            "A whole move waits for Enter before it is played.",
        ),
        name,
    ]
}
