//! Questions to the player, and the line in which a move is typed.

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use strata_engine::Level;
use strata_rules::Player;
use strata_table::wording::sentence;
use strata_table::{Seat, SeatKind, Table};

use super::AnalysisScreen;
use crate::context::Context;
use crate::screen::Transition;
use crate::text_line::TextLine;

/// The level of the bots to play against, if no other is known.
const DEFAULT_LEVEL: u8 = 3;

/// The maximum length of a comment, in characters.
const MAX_COMMENT_LENGTH: usize = 1_000;

/// The columns of a comment that are shown while it is typed.
const COMMENT_WIDTH: u16 = 60;

/// What the next keys answer.
#[derive(Debug)]
pub(super) enum Prompt {
    /// A move is being typed.
    Move(TextLine),
    /// A comment on the current move is being typed.
    Comment(TextLine),
    /// Whether to delete the current move and everything after it.
    Delete,
    /// Whether to play from here against bots of this level.
    Play(Level),
}

impl AnalysisScreen {
    /// Whether a move or a comment is being typed.
    pub(crate) const fn takes_text(&self) -> bool {
        matches!(self.prompt, Some(Prompt::Move(_) | Prompt::Comment(_)))
    }

    /// A question in words.
    pub(super) fn prompt_words(&self, prompt: &Prompt, caret: &str) -> String {
        let position = self.analysis.position();
        match prompt {
            Prompt::Move(line) => format!("Move: {}{caret}   (Enter plays, Esc cancels)", line.0),
            Prompt::Comment(line) => {
                format!("Comment: {}   (Enter saves, Esc cancels)", line.tail(caret, COMMENT_WIDTH))
            }
            Prompt::Delete => {
                let mv = &self.analysis.history()[self.analysis.current()].mv;
                format!("Delete {mv} and everything after it?  y/n")
            }
            Prompt::Play(level) => {
                let side = position.side_name(position.turn());
                let bots = if position.players() == 2 { "a bot" } else { "bots" };
                format!("Play from here as {side} against {bots} of level {}?  y/n", level.number())
            }
        }
    }

    /// Gives a key to the prompt.
    pub(super) fn answer_prompt(
        &mut self,
        prompt: Prompt,
        key: KeyEvent,
        context: &Context,
    ) -> Transition {
        let prompt = match prompt {
            Prompt::Move(line) => {
                self.type_move(line, key);
                return Transition::Stay;
            }
            Prompt::Comment(line) => {
                self.type_comment(line, key);
                return Transition::Stay;
            }
            prompt => prompt,
        };
        match (key.code, prompt) {
            (KeyCode::Char('y' | 'Y') | KeyCode::Enter, Prompt::Play(level)) => {
                return self.play_from_here(level, context);
            }
            (KeyCode::Char('y' | 'Y') | KeyCode::Enter, _) => self.delete(),
            (KeyCode::Char('n' | 'N' | 'q') | KeyCode::Esc | KeyCode::Backspace, _) => {}
            (_, prompt) => self.prompt = Some(prompt),
        }
        Transition::Stay
    }

    fn type_move(&mut self, mut line: TextLine, key: KeyEvent) {
        match key.code {
            KeyCode::Esc => return,
            KeyCode::Enter if line.0.trim().is_empty() => return,
            KeyCode::Enter => {
                if self.play(line.0.trim()) {
                    return;
                }
            }
            _ => {
                line.key(key);
            }
        }
        // A wrong move can be corrected.
        self.prompt = Some(Prompt::Move(line));
    }

    fn type_comment(&mut self, mut line: TextLine, key: KeyEvent) {
        match key.code {
            KeyCode::Esc => return,
            KeyCode::Enter => match self.analysis.set_comment(&line.0) {
                Ok(()) => return,
                Err(reason) => self.message = Some(sentence(&reason)),
            },
            _ => {
                line.key_up_to(key, MAX_COMMENT_LENGTH);
            }
        }
        self.prompt = Some(Prompt::Comment(line));
    }

    fn delete(&mut self) {
        self.engine.reset();
        self.analysis.delete();
        self.settle();
    }

    /// Asks whether to play from here.
    pub(super) fn ask_to_play(&mut self, context: &Context) {
        if self.analysis.position().outcome().is_some() {
            self.message = Some("The game is over in this position.".to_owned());
            return;
        }
        let last = context.last_setup.iter().flat_map(|setup| &setup.seats);
        let level = last.into_iter().find_map(|seat| match seat.kind {
            SeatKind::Bot(level) => Some(level),
            _ => None,
        });
        let default = Level::new(DEFAULT_LEVEL).unwrap_or(Level::LOWEST);
        self.prompt = Some(Prompt::Play(level.unwrap_or(default)));
    }

    /// Starts a game from the current position. The person gets the side to move.
    fn play_from_here(&mut self, level: Level, context: &Context) -> Transition {
        let position = self.analysis.position();
        let seat = |player: Player| match player == position.turn() {
            true => Seat::person(&*context.settings.name),
            false => Seat::bot(level),
        };
        let seats: Vec<Seat> = Player::all(position.players()).map(seat).collect();
        let record = self.analysis.record_up_to_here(&seats);
        match Table::from_record(context.catalogue.games, &record, context.now) {
            Ok(table) => Transition::Play(Box::new(table), None),
            Err(error) => {
                self.message = Some(sentence(&format!("cannot play from here: {error}")));
                Transition::Stay
            }
        }
    }
}
