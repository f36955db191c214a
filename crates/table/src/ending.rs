//! Ending a game, and removing players from it.

use strata_records::Elimination;
use strata_rules::{Player, PlayerSet};

use crate::event::result_text;
use crate::{Event, Finish, FinishKind, NodeId, Table};

impl Table {
    pub(crate) fn finish_by_rules(&mut self) -> Option<Event> {
        self.position().outcome().map(|_| self.end(FinishKind::Rules))
    }

    /// Removes a player from the game. This ends a game of two. In larger games the others continue,
    /// and the last remaining player wins.
    pub(crate) fn remove_player(&mut self, player: Player, how: Elimination) -> Vec<Event> {
        let text = how.text(self.position(), player);
        let clock = self.time_left(player, self.latest).and_then(|left| left.game);
        let node = match self.players() {
            2 => None,
            // A game too long for another node ends like a game of two.
            _ => self.history.eliminate(&text).ok(),
        };
        let Some(node) = node else {
            return vec![self.end(match how {
                Elimination::Resigned => FinishKind::Resignation(player),
                Elimination::OutOfTime => FinishKind::Time(player),
                Elimination::Absent => FinishKind::Absence(player),
            })];
        };
        self.history.node_mut(node).clock = clock;
        if self.history[node].parent.is_some_and(|before| self.turn_at(before) == player) {
            self.clock.restart(self.latest);
        }
        let mut events = vec![Event::Eliminated { player, node }];
        events.extend(self.offer.take().map(|offer| offer.declined(player)));
        events.extend(self.finish_by_rules());
        events
    }

    fn turn_at(&self, node: NodeId) -> Player {
        self.history[node].position.turn()
    }

    /// Ends the game.
    pub(crate) fn end(&mut self, how: FinishKind) -> Event {
        let remaining = self.remaining();
        let others = |loser: Player| remaining.iter().filter(|player| *player != loser).collect();
        let winners = match how {
            FinishKind::Rules => self.position().outcome().map_or(PlayerSet::EMPTY, |o| o.winners),
            FinishKind::Resignation(loser)
            | FinishKind::Time(loser)
            | FinishKind::Absence(loser) => others(loser),
            FinishKind::Agreement => remaining,
            FinishKind::Abandoned | FinishKind::Recorded => PlayerSet::EMPTY,
        };
        let reason = match how {
            FinishKind::Rules => self.position().reason().unwrap_or_default(),
            FinishKind::Resignation(loser) => {
                format!("{} resigned", self.position().side_name(loser))
            }
            FinishKind::Time(loser) => {
                format!("{} ran out of time", self.position().side_name(loser))
            }
            FinishKind::Absence(loser) => {
                format!("{} left the game", self.position().side_name(loser))
            }
            FinishKind::Agreement => "by agreement".to_owned(),
            FinishKind::Abandoned | FinishKind::Recorded => "the game was abandoned".to_owned(),
        };
        self.end_with(how, winners, &reason)
    }

    pub(crate) fn end_with(&mut self, how: FinishKind, winners: PlayerSet, reason: &str) -> Event {
        let finish = Finish {
            winners,
            how,
            result: result_text(winners, self.players()),
            sentence: format!("{}: {reason}", self.position().verdict(winners)),
        };
        self.clock.stop(self.latest);
        self.paused = false;
        self.offer = None;
        self.finish = Some(finish.clone());
        Event::Finished(finish)
    }
}
