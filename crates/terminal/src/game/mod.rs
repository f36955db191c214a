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
mod plan;
mod prompt;
mod side;
mod status;

use std::time::Duration;

use strata_rules::{AnyPosition, Player, Square};
use strata_table::{Command, Entry, Event, NodeId, SeatKind, Table};

use crate::home::Home;
use crate::look::sentence;
use bots::{Pace, Showing};
use choosing::Focus;
use evaluation::Advice;
use layout::Hits;
use prompt::{Ask, Prompt};

/// A game that is played or looked through.
pub(crate) struct GameScreen {
    table: Table,
    /// What it is kept under.
    id: String,
    /// The move that is being entered.
    entry: Entry,
    cursor: Square,
    focus: Focus,
    /// The digits typed so far where a number is asked for.
    number: String,
    flip: bool,
    /// The place in the history that is looked at, if not the current one.
    looking: Option<NodeId>,
    prompt: Option<Prompt>,
    message: Option<String>,
    pace: Pace,
    showing: Option<Showing>,
    advice: Advice,
    /// Whether the result and what to do next are shown over the board.
    announces_end: bool,
    /// How far the list of moves is scrolled, if by hand.
    moves_top: Option<usize>,
    hits: Hits,
    told_of_failure: bool,
    /// Whether nothing has been played or pressed yet.
    greets: bool,
}

impl GameScreen {
    pub(crate) fn new(table: Table, id: Option<String>, home: &mut Home) -> Self {
        let scene = table.position().scene();
        let mut screen = Self {
            id: id.unwrap_or_else(|| home.keeper.new_id()),
            entry: Entry::new(table.position()),
            cursor: Square::new(scene.width / 2, scene.height / 2),
            focus: Focus::Board,
            number: String::new(),
            flip: false,
            looking: None,
            prompt: None,
            message: None,
            pace: Pace::default(),
            showing: None,
            advice: Advice::default(),
            announces_end: table.result().is_some(),
            moves_top: None,
            hits: Hits::default(),
            told_of_failure: false,
            greets: table.history().count_moves() == 0,
            table,
        };
        screen.greets &= !screen.is_watched();
        screen.settle();
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

    /// The person who is meant by a command: whose turn it is, or else the first one.
    fn person(&self) -> Option<Player> {
        let mover = self.table.turn().filter(|player| self.is_person(*player));
        mover.or_else(|| Player::all(self.table.players()).find(|player| self.is_person(*player)))
    }

    /// The place in the history that is seen.
    fn seen(&self) -> NodeId {
        self.looking.unwrap_or(self.table.history().current())
    }

    fn seen_position(&self) -> &dyn AnyPosition {
        &*self.table.history()[self.seen()].position
    }

    /// Whether a person at this screen can enter a move now.
    fn is_entering(&self) -> bool {
        self.looking.is_none()
            && self.showing.is_none()
            && self.table.turn().is_some_and(|player| self.is_person(player))
    }

    /// Gives the table a command; says what came of it. A refusal is told to the player.
    fn command(&mut self, command: Command, home: &mut Home) -> bool {
        match self.table.apply(command, home.now) {
            Ok(events) => {
                self.hear(&events, home);
                true
            }
            Err(refusal) => {
                self.hear(&refusal.events, home);
                self.message = Some(sentence(&refusal.reason));
                false
            }
        }
    }

    /// Takes in what happened at the table, and keeps the game.
    fn hear(&mut self, events: &[Event], home: &mut Home) {
        if events.is_empty() {
            return;
        }
        let mut has_moved = false;
        for event in events {
            match event {
                Event::Moved { player, node, .. } => {
                    has_moved = true;
                    self.pace.moved();
                    if !self.is_person(*player) {
                        self.show_move(*node, home);
                    }
                }
                Event::TookBack { .. } | Event::Redone { .. } | Event::WentTo { .. } => {
                    has_moved = true;
                    self.showing = None;
                }
                Event::DrawDeclined { by } => {
                    self.message = Some(format!("{} declines the draw.", self.table.name_of(*by)));
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
            self.forget_questions();
            // What was said was about the position before, but for what is told only once.
            if !self.told_of_failure {
                self.message = None;
            }
            // What is being typed or asked goes on, unless it was about the position before.
            let is_about_past = match self.prompt {
                Some(Prompt::Ask(Ask::PlayOn(_) | Ask::Draw(_))) => true,
                _ => self.table.result().is_some(),
            };
            self.prompt = self.prompt.take().filter(|_| !is_about_past);
            self.entry = Entry::new(self.table.position());
            self.settle();
        }
        self.keep(home);
    }

    /// Keeps the game; one in which nothing has happened is not worth it.
    fn keep(&mut self, home: &mut Home) {
        if self.table.history().count_moves() == 0 {
            return;
        }
        let kept = home.keeper.keep(&self.id, &self.table.record_text(home.now));
        match kept {
            Ok(()) => self.told_of_failure = false,
            // Told once, and not after every move.
            Err(_) if self.told_of_failure => {}
            Err(reason) => {
                self.told_of_failure = true;
                self.message = Some(sentence(&format!("the game is not kept: {reason}")));
            }
        }
    }

    /// Keeps what may have changed without an event: the clocks.
    pub(crate) fn keep_clocks(&mut self, home: &mut Home) {
        let runs = self.table.setup().clock.is_some() && self.table.result().is_none();
        if runs || self.told_of_failure {
            self.keep(home);
        }
    }

    /// Does what is due by now: flags, animation, bots, offers, evaluation.
    pub(crate) fn advance(&mut self, home: &mut Home) {
        let events = self.table.tick(home.now);
        self.hear(&events, home);
        self.advance_showing(home);
        self.ask_bot(home);
        self.pursue_draw(home);
        self.ask_adviser(home);
    }

    /// When something next happens by itself.
    pub(crate) fn next_wake(&self, home: &Home) -> Option<Duration> {
        let showing = self.showing.as_ref().map(|showing| showing.until);
        let times = [showing, self.bot_due(), self.table.deadline(), self.clock_change(home)];
        times.into_iter().flatten().min()
    }
}
