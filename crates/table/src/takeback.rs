//! Takebacks, redo, jumps, and the offers that need consent.

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
            return Err(format!("{name} has no draws: every game has a winner").into());
        }
        self.make_offer(Proposal::Draw, by)
    }

    fn make_offer(&mut self, proposal: Proposal, by: Player) -> Result<Vec<Event>, Refusal> {
        if let Some(offer) = self.offer {
            let name = self.name_of(offer.by);
            return Err(format!("{name} has already {}", offer.proposal.past()).into());
        }
        if self.offered.contains(&(proposal, by)) {
            let past = proposal.past();
            return Err(format!("you have already {past}; wait for the next move").into());
        }
        self.offered.push((proposal, by));
        self.offer = Some(Offer::new(proposal, by));
        Ok(vec![match proposal {
            Proposal::Draw => Event::DrawOffered { by },
            Proposal::Takeback => Event::TakebackOffered { by },
        }])
    }

    /// The open offer, if it is of this kind.
    fn open_offer(&self, proposal: Proposal) -> Result<Offer, Refusal> {
        let offer = self.offer.filter(|offer| offer.proposal == proposal);
        offer.ok_or_else(|| format!("nobody has {}", proposal.past()).into())
    }

    pub(crate) fn accept(&mut self, proposal: Proposal, by: Player) -> Result<Vec<Event>, Refusal> {
        let mut offer = self.open_offer(proposal)?;
        if offer.by == by || offer.accepted.contains(by) {
            return Err("you have already agreed; the other players have to answer".into());
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
                self.jump_to(node)?;
                Ok(vec![Event::TookBack { by: offer.by, node }])
            }
        }
    }

    pub(crate) fn decline(
        &mut self,
        proposal: Proposal,
        by: Player,
    ) -> Result<Vec<Event>, Refusal> {
        let offer = self.open_offer(proposal)?;
        self.offer = None;
        Ok(vec![offer.declined(by)])
    }

    /// The players who have to accept an offer: all others who are still in the game. A takeback
    /// needs no consent of bots.
    fn must_agree(&self, offer: &Offer) -> PlayerSet {
        let is_asked = |player: &Player| {
            let seat = &self.seats()[player.index()];
            *player != offer.by && !(offer.proposal == Proposal::Takeback && seat.is_bot())
        };
        self.remaining().iter().filter(is_asked).collect()
    }

    /// The players who have not answered an offered draw yet.
    pub fn draw_awaits(&self) -> PlayerSet {
        let offer = self.offer.filter(|offer| offer.proposal == Proposal::Draw);
        offer.map_or(PlayerSet::EMPTY, |offer| {
            let is_open = |player: &Player| !offer.accepted.contains(*player);
            self.must_agree(&offer).iter().filter(is_open).collect()
        })
    }

    pub(crate) fn takeback(&mut self, by: Player) -> Result<Vec<Event>, Refusal> {
        if self.seats()[by.index()].is_bot() {
            return Err("bots cannot take moves back".into());
        }
        if self.is_shared() {
            self.own_last_turn(by)?;
            return self.make_offer(Proposal::Takeback, by);
        }
        let node = self.last_turn(|player| !self.seats()[player.index()].is_bot())?;
        self.jump_to(node)?;
        Ok(vec![Event::TookBack { by, node }])
    }

    fn own_last_turn(&self, by: Player) -> Result<NodeId, Refusal> {
        self.last_turn(|player| player == by)
    }

    /// The last node before the current one at which such a player was to move.
    fn last_turn(&self, is_wanted: impl Fn(Player) -> bool) -> Result<NodeId, Refusal> {
        let mut nodes = self.history.back_from(self.history.current()).skip(1);
        let found = nodes.find(|id| {
            let position = &*self.history[*id].position;
            is_wanted(position.turn()) && forced_pass(position).is_none()
        });
        found.ok_or_else(|| "there is no move to take back".into())
    }

    fn refuse_if_shared(&self) -> Result<(), Refusal> {
        match self.is_shared() {
            true => {
                Err("in a game against people on other devices, ask for a takeback instead".into())
            }
            false => Ok(()),
        }
    }

    pub(crate) fn redo(&mut self) -> Result<Vec<Event>, Refusal> {
        self.refuse_if_shared()?;
        let ahead = self.history.line_from(self.history.current()).split_off(1);
        let is_person = |player: Player| !self.seats()[player.index()].is_bot();
        let all_bots = !Player::all(self.players()).any(is_person);
        let is_stop = |id: &&NodeId| {
            let position = &*self.history[**id].position;
            all_bots || is_person(position.turn()) && forced_pass(position).is_none()
        };
        let node = ahead.iter().find(is_stop).or(ahead.last()).copied();
        let node = node.ok_or("there is no move to redo")?;
        self.jump_to(node)?;
        let mut events = vec![Event::Redone { node }];
        events.extend(self.finish_by_rules());
        Ok(events)
    }

    pub(crate) fn go_to(&mut self, node: NodeId) -> Result<Vec<Event>, Refusal> {
        self.refuse_if_shared()?;
        if self.history.get(node).is_none() {
            return Err("there is no such move in this game".into());
        }
        if node == self.history.current() {
            return Err("the game is already at this move".into());
        }
        self.jump_to(node)?;
        let mut events = vec![Event::WentTo { node }];
        events.extend(self.finish_by_rules());
        Ok(events)
    }
}
