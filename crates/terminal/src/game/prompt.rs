//! Prompts: yes-or-no questions, and the line for typing a move.

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use strata_rules::Player;
use strata_table::wording::sentence;
use strata_table::{Command, NodeId};

use super::GameScreen;
use crate::context::Context;
use crate::form::Form;
use crate::screen::{Screen, Transition};
use crate::text_line::TextLine;

/// The prompt that receives the next keys.
pub(super) enum Prompt {
    /// The player types a move.
    Move(TextLine),
    /// A yes-or-no question.
    Ask(Ask),
}

/// A yes-or-no question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ask {
    Resign(Player),
    Leave,
    NewGame,
    PlayOn(NodeId),
    /// Whether this player accepts the draw offer.
    Draw(Player),
}

impl GameScreen {
    /// Whether the player is typing a move.
    pub(crate) const fn takes_text(&self) -> bool {
        matches!(self.prompt, Some(Prompt::Move(_)))
    }

    /// The text of a question.
    pub(super) fn ask_words(&self, ask: Ask) -> String {
        match ask {
            Ask::Resign(player) => format!("{}: resign?", self.table.name_of(player)),
            Ask::Leave if self.is_watched() => {
                "Leave the game? It is saved: Load in the menu opens it.".to_owned()
            }
            Ask::Leave => "Leave the game? It is saved: Continue resumes it.".to_owned(),
            Ask::NewGame => "Start another game? This one is saved.".to_owned(),
            Ask::PlayOn(_) => "Continue the game from here?".to_owned(),
            Ask::Draw(player) => {
                let by = self.table.draw_offer().map(|by| self.table.name_of(by));
                let (by, name) = (by.unwrap_or_default(), self.table.name_of(player));
                format!("{by} offers a draw. {name}: accept?")
            }
        }
    }

    /// Passes a key to the prompt.
    pub(super) fn answer_prompt(
        &mut self,
        prompt: Prompt,
        key: KeyEvent,
        context: &mut Context,
    ) -> Transition {
        match prompt {
            Prompt::Move(line) => {
                self.type_move(line, key, context);
                Transition::Stay
            }
            Prompt::Ask(ask) => match key.code {
                KeyCode::Char('y' | 'Y') | KeyCode::Enter => self.answer_yes(ask, context),
                KeyCode::Char('n' | 'N' | 'q') | KeyCode::Esc | KeyCode::Backspace => {
                    if let Ask::Draw(by) = ask {
                        self.command(Command::DeclineDraw { by }, context);
                    }
                    Transition::Stay
                }
                _ => {
                    self.prompt = Some(prompt);
                    Transition::Stay
                }
            },
        }
    }

    fn answer_yes(&mut self, ask: Ask, context: &mut Context) -> Transition {
        let command = match ask {
            Ask::Leave => return Transition::Menu,
            Ask::NewGame => {
                return Transition::Open(Screen::Form(Box::new(Form::new(
                    context,
                    self.is_watched(),
                ))));
            }
            Ask::Resign(by) => Command::Resign { by },
            Ask::PlayOn(node) => Command::GoTo { node },
            Ask::Draw(by) => Command::AcceptDraw { by },
        };
        self.command(command, context);
        Transition::Stay
    }

    fn type_move(&mut self, mut line: TextLine, key: KeyEvent, context: &mut Context) {
        match key.code {
            KeyCode::Esc => return,
            KeyCode::Enter if line.0.trim().is_empty() => return,
            KeyCode::Enter => {
                // If the game is over, the table gives the reason for the refusal.
                let by = self.table.position().turn();
                let is_turn = self.table.turn().is_none() || self.is_person(by);
                let mv = line.0.trim().to_owned();
                if !is_turn {
                    let name = self.table.name_of(by);
                    self.message = Some(sentence(&format!("it is {name}'s turn")));
                } else if self.command(Command::Play { by, mv }, context) {
                    return;
                }
            }
            _ => {
                line.key(key);
            }
        }
        // A refused move stays in the line for correction.
        self.prompt = Some(Prompt::Move(line));
    }
}
