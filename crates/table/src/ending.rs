//! How games end.

use strata_rules::{Player, PlayerSet};

use crate::event::result_text;
use crate::{Event, Finish, FinishKind, Table};

impl Table {
    pub(crate) fn finish_by_rules(&mut self) -> Option<Event> {
        self.position().outcome().map(|_| self.end(FinishKind::Rules))
    }

    /// Ends the game.
    pub(crate) fn end(&mut self, how: FinishKind) -> Event {
        let others =
            |loser: Player| Player::all(self.players()).filter(|player| *player != loser).collect();
        let winners = match how {
            FinishKind::Rules => self.position().outcome().map_or(PlayerSet::EMPTY, |o| o.winners),
            FinishKind::Resignation(loser)
            | FinishKind::Time(loser)
            | FinishKind::Absence(loser) => others(loser),
            FinishKind::Agreement => PlayerSet::everyone(self.players()),
            FinishKind::Abandoned | FinishKind::Recorded => PlayerSet::EMPTY,
        };
        let reason = match how {
            FinishKind::Rules => self.position().reason().unwrap_or_default(),
            FinishKind::Resignation(loser) => {
                format!("{} resigned", self.position().side_name(loser))
            }
            FinishKind::Time(loser) => {
                format!("{}'s time is up", self.position().side_name(loser))
            }
            FinishKind::Absence(loser) => {
                format!("{} left the game", self.position().side_name(loser))
            }
            FinishKind::Agreement => "all agreed".to_owned(),
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
