//! The board and everything around it.

mod act;
mod bots;
mod choosing;
mod clocks;
mod draws;
mod evaluation;
mod layout;
mod looking;
mod moves;
mod over;
mod playback;
mod prompt;
mod saving;
mod side;
mod status;

use std::time::Duration;

use strata_rules::{AnyPosition, Player};
use strata_table::wording::{event_sentence, sentence};
use strata_table::{Command, Event, NodeId, SeatKind, Table};

use crate::board::{Chooser, Hits};
use crate::context::Context;
use bots::BotPlayers;
use evaluation::HintEngine;
use playback::Playback;
use prompt::{Ask, Prompt};

/// A game that is being played or reviewed.
pub(crate) struct GameScreen {
    table: Table,
    /// The id under which it is saved.
    id: String,
    chooser: Chooser,
    /// The history node that is shown, if it is not the current one.
    looking: Option<NodeId>,
    prompt: Option<Prompt>,
    message: Option<String>,
    bots: BotPlayers,
    playback: Option<Playback>,
    hints: HintEngine,
    /// Whether the result and what to do next are shown over the board.
    announces_end: bool,
    /// How far the list of moves is scrolled, if by hand.
    moves_top: Option<usize>,
    hits: Hits,
    told_of_failure: bool,
    /// Whether the storage has the game as it is, apart from the clocks.
    is_stored: bool,
    /// Whether no move has been played and no key pressed yet.
    greets: bool,
}

impl GameScreen {
    pub(crate) fn new(table: Table, id: Option<String>, context: &mut Context) -> Self {
        let mut screen = Self {
            // A finished game that is only reviewed need not be saved.
            is_stored: id.is_some() || table.result().is_some(),
            id: id.unwrap_or_else(|| context.storage.new_id()),
            chooser: Chooser::new(table.position(), plays_second(&table)),
            looking: None,
            prompt: None,
            message: None,
            bots: BotPlayers::default(),
            playback: None,
            hints: HintEngine::default(),
            announces_end: table.result().is_some(),
            moves_top: None,
            hits: Hits::default(),
            told_of_failure: false,
            greets: table.history().count_moves() == 0,
            table,
        };
        screen.greets &= !screen.is_watched();
        screen
    }

    pub(crate) const fn table(&self) -> &Table {
        &self.table
    }

    fn is_person(&self, player: Player) -> bool {
        self.table.seats()[player.index()].kind == SeatKind::Person
    }

    /// Whether only bots play.
    fn is_watched(&self) -> bool {
        !Player::all(self.table.players()).any(|player| self.is_person(player))
    }

    /// The person for whom a command acts: the player to move, or else the first person.
    fn person(&self) -> Option<Player> {
        let mover = self.table.turn().filter(|player| self.is_person(*player));
        mover.or_else(|| Player::all(self.table.players()).find(|player| self.is_person(*player)))
    }

    /// The history node that is shown.
    fn seen(&self) -> NodeId {
        self.looking.unwrap_or(self.table.history().current())
    }

    fn seen_position(&self) -> &dyn AnyPosition {
        &*self.table.history()[self.seen()].position
    }

    /// Whether a person at this screen can enter a move now.
    fn is_entering(&self) -> bool {
        self.looking.is_none()
            && self.playback.is_none()
            && self.table.turn().is_some_and(|player| self.is_person(player))
    }

    /// Applies a command to the table and returns whether it was accepted. If not, shows the
    /// reason.
    fn command(&mut self, command: Command, context: &mut Context) -> bool {
        match self.table.apply(command, context.now) {
            Ok(events) => {
                self.hear(&events, context);
                true
            }
            Err(refusal) => {
                self.hear(&refusal.events, context);
                self.message = Some(sentence(&refusal.reason));
                false
            }
        }
    }

    /// Shows what happened at the table, and saves the game.
    fn hear(&mut self, events: &[Event], context: &mut Context) {
        if events.is_empty() {
            return;
        }
        let mut has_moved = false;
        let mut news = Vec::new();
        for event in events {
            if is_news(event) {
                news.extend(event_sentence(&self.table, event));
            }
            match event {
                Event::Moved { player, node, .. } => {
                    has_moved = true;
                    self.bots.note_move();
                    if !self.is_person(*player) {
                        self.show_move(*node, context);
                    }
                }
                Event::Eliminated { .. } => has_moved = true,
                Event::TookBack { .. } | Event::Redone { .. } | Event::WentTo { .. } => {
                    has_moved = true;
                    self.playback = None;
                }
                Event::Finished(_) => self.announces_end = true,
                _ => {}
            }
        }
        if has_moved {
            self.looking = None;
            self.moves_top = None;
        }
        if has_moved || self.table.result().is_some() {
            self.bots.stop();
            self.hints.stop();
            // The message was about the previous position, unless it is a warning that is shown
            // only once.
            if !self.told_of_failure {
                self.message = None;
            }
            // The prompt stays open, unless it was about the previous position.
            let is_about_past = match self.prompt {
                Some(Prompt::Ask(Ask::PlayOn(_) | Ask::Draw(_))) => true,
                _ => self.table.result().is_some(),
            };
            self.prompt = self.prompt.take().filter(|_| !is_about_past);
            self.chooser.restart(self.table.position());
        }
        if !news.is_empty() {
            self.message = Some(news.join(" "));
        }
        self.autosave(context);
    }

    /// Saves the game, unless it has no moves yet.
    fn autosave(&mut self, context: &mut Context) {
        if self.table.history().count_moves() == 0 {
            return;
        }
        let kept = context.storage.save(&self.id, &self.table.record_text(context.now));
        self.is_stored = kept.is_ok();
        match kept {
            Ok(()) => self.told_of_failure = false,
            // Shown once, not after every move.
            Err(_) if self.told_of_failure => {}
            Err(reason) => {
                self.told_of_failure = true;
                self.message = Some(sentence(&format!("the game is not saved: {reason}")));
            }
        }
    }

    /// Saves the clocks, which change without an event.
    pub(crate) fn save_clocks(&mut self, context: &mut Context) {
        let runs = self.table.setup().clock.is_some() && self.table.result().is_none();
        if runs || self.told_of_failure {
            self.autosave(context);
        }
    }

    /// Does what is due by now: flags, animation, bots, offers, evaluation.
    pub(crate) fn advance(&mut self, context: &mut Context) {
        let events = self.table.tick(context.now);
        self.hear(&events, context);
        self.advance_playback(context);
        self.advance_bots(context);
        self.ask_about_draw();
        self.advance_hints(context);
    }

    /// When something next happens by itself.
    pub(crate) fn next_wake(&self, context: &Context) -> Option<Duration> {
        let playback = self.playback.as_ref().map(|playback| playback.until);
        let times = [playback, self.bot_wake(), self.table.deadline(), self.clock_change(context)];
        times.into_iter().flatten().min()
    }
}

/// Whether to show a message about an event, because the board does not show it.
const fn is_news(event: &Event) -> bool {
    matches!(
        event,
        Event::Moved { forced: true, .. }
            | Event::Eliminated { .. }
            | Event::DrawDeclined { .. }
            | Event::FlagFell { .. }
            | Event::Resigned { .. }
    )
}

/// Whether the only person at a table of two moves second, so that their side belongs below.
fn plays_second(table: &Table) -> bool {
    let kinds: Vec<SeatKind> = table.seats().iter().map(|seat| seat.kind).collect();
    matches!(kinds[..], [first, SeatKind::Person] if first != SeatKind::Person)
}
