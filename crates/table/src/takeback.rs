//! Taking back, redoing, going elsewhere; and the offers that some of it needs.

use strata_rules::{Player, PlayerSet};

use crate::table::forced_pass;
use crate::{Event, FinishKind, NodeId, Offer, Proposal, Refusal, Table};

impl Offer {
    pub(crate) const fn declined(self, by: Player) -> Event {
        match self.proposal {
            Proposal::Draw => Event::DrawDeclined { by },
            Proposal::Takeback => Event::TakebackDeclined { by },
        }
    }
}

impl Table {
    pub(crate) fn offer_draw(&mut self, by: Player) -> Result<Vec<Event>, Refusal> {
        let info = self.position().info();
        if !info.draws {
            let name = info.name;
            return Err(
                format!("every game of {name} has a winner: there is no draw to offer").into()
            );
        }
        self.make_offer(Proposal::Draw, by)
    }

    fn make_offer(&mut self, proposal: Proposal, by: Player) -> Result<Vec<Event>, Refusal> {
        if let Some(offer) = self.offer {
            let (what, who) = (offer.proposal.name(), self.name_of(offer.by));
            return Err(format!("{who} already offers a {what}").into());
        }
        if self.offered.contains(&(proposal, by)) {
            let what = proposal.name();
            return Err(format!("a {what} is offered only once before the next move").into());
        }
        self.offered.push((proposal, by));
        self.offer = Some(Offer::new(proposal, by));
        Ok(vec![match proposal {
            Proposal::Draw => Event::DrawOffered { by },
            Proposal::Takeback => Event::TakebackOffered { by },
        }])
    }

    /// The offer that `by` answers.
    fn offer_of(&self, proposal: Proposal) -> Result<Offer, Refusal> {
        let offer = self.offer.filter(|offer| offer.proposal == proposal);
        offer.ok_or_else(|| format!("nobody offers a {}", proposal.name()).into())
    }

    pub(crate) fn accept(&mut self, proposal: Proposal, by: Player) -> Result<Vec<Event>, Refusal> {
        let mut offer = self.offer_of(proposal)?;
        if offer.by == by || offer.accepted.contains(by) {
            return Err("others have to accept the offer".into());
        }
        offer.accepted = offer.accepted.with(by);
        if !self.must_agree(&offer).iter().all(|player| offer.accepted.contains(player)) {
            self.offer = Some(offer);
            return Ok(vec![match proposal {
                Proposal::Draw => Event::DrawAccepted { by },
                Proposal::Takeback => Event::TakebackAccepted { by },
            }]);
        }
        match proposal {
            Proposal::Draw => Ok(vec![self.end(FinishKind::Agreement)]),
            Proposal::Takeback => {
                let node = self.own_last_turn(offer.by)?;
                self.stand_at(node)?;
                Ok(vec![Event::TookBack { by: offer.by, node }])
            }
        }
    }

    pub(crate) fn decline(
        &mut self,
        proposal: Proposal,
        by: Player,
    ) -> Result<Vec<Event>, Refusal> {
        let offer = self.offer_of(proposal)?;
        self.offer = None;
        Ok(vec![offer.declined(by)])
    }

    /// The players who have to agree to an offer: all others who are still in the game. Bots
    /// agree to every takeback without being asked.
    pub(crate) fn must_agree(&self, offer: &Offer) -> PlayerSet {
        let has_a_say = |player: &Player| {
            let seat = &self.seats()[player.index()];
            *player != offer.by
                && !self.eliminated().contains(*player)
                && !(offer.proposal == Proposal::Takeback && seat.is_bot())
        };
        Player::all(self.players()).filter(has_a_say).collect()
    }

    pub(crate) fn takeback(&mut self, by: Player) -> Result<Vec<Event>, Refusal> {
        if self.seats()[by.index()].is_bot() {
            return Err("bots take nothing back".into());
        }
        if self.is_shared() {
            self.own_last_turn(by)?;
            return self.make_offer(Proposal::Takeback, by);
        }
        let node = self.last_turn(|player| !self.seats()[player.index()].is_bot())?;
        self.stand_at(node)?;
        Ok(vec![Event::TookBack { by, node }])
    }

    fn own_last_turn(&self, by: Player) -> Result<NodeId, Refusal> {
        self.last_turn(|player| player == by)
    }

    /// The last place before the current one where somebody of that kind had the move.
    fn last_turn(&self, is_meant: impl Fn(Player) -> bool) -> Result<NodeId, Refusal> {
        let mut places = self.history.back_from(self.history.current()).skip(1);
        let found = places.find(|id| {
            let position = &*self.history[*id].position;
            is_meant(position.turn()) && forced_pass(position).is_none()
        });
        found.ok_or_else(|| "there is no move to take back".into())
    }

    fn refuse_if_shared(&self) -> Result<(), Refusal> {
        match self.is_shared() {
            true => {
                Err("with somebody elsewhere, moves are only taken back, and by consent".into())
            }
            false => Ok(()),
        }
    }

    pub(crate) fn redo(&mut self) -> Result<Vec<Event>, Refusal> {
        self.refuse_if_shared()?;
        let ahead = self.history.line_from(self.history.current()).split_off(1);
        let is_person = |player: Player| !self.seats()[player.index()].is_bot();
        let all_bots = !Player::all(self.players()).any(is_person);
        let waits = |id: &&NodeId| {
            let position = &*self.history[**id].position;
            all_bots || is_person(position.turn()) && forced_pass(position).is_none()
        };
        let node = ahead.iter().find(waits).or(ahead.last()).copied();
        let node = node.ok_or("there is no move to play again")?;
        self.stand_at(node)?;
        let mut events = vec![Event::Redone { node }];
        events.extend(self.finish_by_rules());
        Ok(events)
    }

    pub(crate) fn go_on_from(&mut self, node: NodeId) -> Result<Vec<Event>, Refusal> {
        self.refuse_if_shared()?;
        if self.history.get(node).is_none() {
            return Err("there is no such place in the game".into());
        }
        if node == self.history.current() {
            return Err("that is where the game stands".into());
        }
        self.stand_at(node)?;
        let mut events = vec![Event::WentTo { node }];
        events.extend(self.finish_by_rules());
        Ok(events)
    }
}
