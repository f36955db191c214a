//! The lines above and below the board.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::{Clear, Widget};
use strata_render::describe_square;

use super::GameScreen;
use super::over::end_actions;
use super::prompt::Prompt;
use crate::board::{draw_choices, draw_keys};
use crate::context::Context;
use crate::keys::{Action, Place, key_for};
use crate::look::{Look, after, below, bold, row, selected, wrapped_rows, write, write_wrapped};

impl GameScreen {
    pub(super) fn draw_title(&self, area: Rect, buffer: &mut Buffer, look: &Look) {
        let position = self.table.position();
        let mut title = position.info().name.to_owned();
        for (name, value) in &self.table.setup().options {
            title += &format!(" {name}={value}");
        }
        if let Some(phase) = self.seen_position().scene().phase {
            title += &format!("{}{phase}", look.sign(" · ", ", "));
        }
        let taken = write(buffer, area, &title, bold());
        let history = self.table.history();
        let last = self.line().len() - 1;
        let place = match self.looking {
            Some(node) => format!("looking at move {} of {last}", history[node].ply),
            None if self.table.is_paused() => "paused".to_owned(),
            None => String::new(),
        };
        let rest = after(area, taken + 2);
        write(buffer, rest, &place, selected());
    }

    /// Draws the prompt, the choices, and a message or the square under the cursor.
    pub(super) fn draw_status(&mut self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let look = context.look();
        let has_choices = u16::from(self.has_choices());
        let prompt = Rect { height: area.height.saturating_sub(has_choices), ..area };
        let rows = write_wrapped(buffer, prompt, &self.turn_words(&look), bold());
        let rest = below(area, rows.min(prompt.height));
        self.draw_choices(row(rest, 0), buffer, &look);
        let rest = below(rest, has_choices);
        if let Some(message) = &self.message {
            return write_message(buffer, area, rest, message);
        }
        let greeting = self.greeting().filter(|text| wrapped_rows(text, rest.width) <= rest.height);
        match greeting {
            Some(greeting) => write_message(buffer, area, rest, &greeting),
            None => {
                write_wrapped(buffer, rest, &self.cursor_words(), Style::new());
            }
        }
    }

    /// What the game is about, until the first key is pressed.
    fn greeting(&self) -> Option<String> {
        let summary = self.table.position().info().summary;
        let key = key_for(Place::Board, Action::Rules);
        self.greets.then(|| format!("{summary} {key} shows the rules."))
    }

    /// The prompt: what the player to move has to do, or what is happening.
    fn turn_words(&self, look: &Look) -> String {
        match &self.prompt {
            Some(Prompt::Move(line)) => {
                return format!(
                    "Move: {}{}   (Enter plays, Esc cancels)",
                    line.0,
                    look.sign("▏", "_")
                );
            }
            Some(Prompt::Ask(ask)) => return format!("{}  y/n", self.ask_words(*ask)),
            None => {}
        }
        if self.looking.is_some() {
            return match self.table.result() {
                Some(_) => "Left and Right step through the moves, G goes to the end, A analyses.",
                None => {
                    "[ and ] step through the moves, G returns to the game, Enter plays from here."
                }
            }
            .to_owned();
        }
        if self.playback.is_some() {
            let history = self.table.history();
            let moved = &history[history.current()];
            return format!("{} plays {}", self.table.name_of(moved.player), moved.mv);
        }
        if let Some(finish) = self.table.result() {
            return format!("{}  {}.", finish.result, finish.sentence);
        }
        let Some(player) = self.table.turn() else { return String::new() };
        let name = self.table.name_of(player);
        if self.table.is_paused() {
            return match self.is_watched() {
                true => "Paused. Space plays one move, p resumes.".to_owned(),
                false => "Paused. p resumes.".to_owned(),
            };
        }
        match self.is_person(player) {
            true => self.chooser.prompt(&name, look),
            false if self.bots.is_searching() => self.thinking_words(&name, look),
            false if self.is_remote(player) => format!("Waiting for {name}."),
            false => format!("{name} is to move."),
        }
    }

    /// Says that a bot is thinking, and how deep it has searched.
    fn thinking_words(&self, name: &str, look: &Look) -> String {
        let thinking = format!("{name} is thinking{}", look.sign("…", "..."));
        let now = key_for(Place::Board, Action::MoveNow);
        match self.bots.report() {
            Some(report) => {
                format!("{thinking} {}. Press {now} to move now.", report.progress_text())
            }
            None => thinking,
        }
    }

    /// Whether something other than a square can be chosen.
    fn has_choices(&self) -> bool {
        self.prompt.is_none() && !self.choices().is_empty()
    }

    /// Draws what can be chosen other than squares: pieces, numbers and words.
    fn draw_choices(&mut self, area: Rect, buffer: &mut Buffer, look: &Look) {
        if !self.has_choices() {
            return;
        }
        draw_choices(&self.chooser, true, area, buffer, look, &mut self.hits);
    }

    /// The square under the cursor in words.
    fn cursor_words(&self) -> String {
        let scene = self.scene();
        describe_square(&scene, self.table.position().info(), self.chooser.cursor)
    }

    pub(super) fn draw_hints(&mut self, area: Rect, buffer: &mut Buffer) {
        let hints: Vec<(String, &str, Action)> = match self.place() {
            Place::Over => end_actions().collect(),
            _ => self.hint_actions(),
        };
        draw_keys(&hints, area, buffer, &mut self.hits);
    }

    /// The keys that are useful now, the most important first: not all fit into a small terminal.
    fn hint_actions(&self) -> Vec<(String, &'static str, Action)> {
        let key = |action| key_for(Place::Board, action);
        let watched = [
            (key(Action::Pause), "pause", Action::Pause),
            (key(Action::Faster), "faster", Action::Faster),
            (key(Action::Slower), "slower", Action::Slower),
        ];
        let entering = [
            (key(Action::Choose), "choose", Action::Choose),
            (key(Action::StepBack), "back", Action::StepBack),
            (key(Action::NextChoice), "next", Action::NextChoice),
            (key(Action::Hint), "hint", Action::Hint),
        ];
        let first: &[_] = if self.is_watched() { &watched } else { &entering };
        let always = [
            (key(Action::Help), "keys", Action::Help),
            (key(Action::Leave), "leave", Action::Leave),
            (key(Action::Rules), "rules", Action::Rules),
            (key(Action::Undo), "undo", Action::Undo),
            (key(Action::Evaluation), "eval", Action::Evaluation),
            (key(Action::TypeMove), "type", Action::TypeMove),
        ];
        first.iter().cloned().chain(always).collect()
    }
}

/// Writes a message into the part of the status lines that is left. A longer one covers the others.
fn write_message(buffer: &mut Buffer, area: Rect, rest: Rect, message: &str) {
    let rows = wrapped_rows(message, area.width).min(area.height);
    let place = match rows <= rest.height {
        true => rest,
        false => Rect { y: area.bottom() - rows, height: rows, ..area },
    };
    Clear.render(Rect { height: rows, ..place }, buffer);
    write_wrapped(buffer, place, message, bold());
}
