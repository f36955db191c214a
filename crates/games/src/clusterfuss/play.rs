//! The rules of Clusterfuss on bitboards.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use strata_rules::grid::{Grid, Word};
use strata_rules::random::{HashKeys, mix};
use strata_rules::{Family, Game, GameInfo, Options, Outcome, Player, Random, Symmetry};

use super::Clusterfuss;
use super::endgames::Endgames;

/// Clusterfuss on a board whose squares are the bits of `W`, with `N` squares per side. If `N` is 0,
/// the side is chosen at run time.
#[derive(Debug)]
pub struct Board<const N: usize, W> {
    options: Options,
    pub(super) pie: bool,
    /// Computed when it is first needed.
    pub(super) endgames: OnceLock<Endgames>,
    pub(super) grid: Grid<N, W>,
}

/// The two colours, as indices; Red moves first.
pub(super) const RED: usize = 0;
pub(super) const BLUE: usize = 1;

/// Checkers, the colour to move, and the state of the pie rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<W> {
    pub(super) checkers: [W; 2],
    /// The colour to move.
    pub(super) colour: u8,
    pub(super) pie: Pie,
    /// Whether all checkers form one group. Always true after a move; an edited position may differ.
    pub(super) connected: bool,
    pub(super) hash: u64,
}

/// The state of the pie rule. Without the pie rule it is always `Declined`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pie {
    /// Red has not moved yet.
    First,
    /// Red has just made the first move: Blue may swap.
    Offered,
    /// Blue declined to swap.
    Declined,
    /// Player 0 now plays Blue and player 1 Red.
    Swapped,
}

/// A move of Clusterfuss.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// A checker captures its neighbour.
    Capture {
        /// The square it leaves.
        from: u8,
        /// The square it captures on.
        to: u8,
    },
    /// There is no legal capture.
    Pass,
    /// The players swap colours.
    Swap,
}

static SQUARE_KEYS: [HashKeys<100>; 2] = [HashKeys::new(0xC1A5), HashKeys::new(0xC1A6)];
const TURN_KEY: u64 = mix(mix(0xC1A7));
static PIE_KEYS: HashKeys<4> = HashKeys::new(0xC1A8);

impl<W: Word> Position<W> {
    /// The squares of all checkers.
    pub fn occupied(&self) -> W {
        self.checkers[RED] | self.checkers[BLUE]
    }

    fn own(&self) -> W {
        self.checkers[usize::from(self.colour)]
    }
}

impl<const N: usize, W: Word> Board<N, W> {
    /// A board with these options.
    pub fn new(options: Options) -> Self {
        let pie = options.value("pie") == 1;
        let grid = Grid::new(options.value("size") as usize);
        Self { options, pie, endgames: OnceLock::new(), grid }
    }

    /// A position from its parts.
    pub(super) fn assemble(&self, checkers: [W; 2], colour: usize, pie: Pie) -> Position<W> {
        let occupied = checkers[RED] | checkers[BLUE];
        let connected =
            occupied.is_empty() || self.grid.flood(W::bit(occupied.first()), occupied) == occupied;
        let mut hash = PIE_KEYS[pie as usize] ^ if colour == BLUE { TURN_KEY } else { 0 };
        for (colour, set) in checkers.into_iter().enumerate() {
            hash ^= set.iter().fold(0, |keys, square| keys ^ SQUARE_KEYS[colour][square]);
        }
        Position { checkers, colour: colour as u8, pie, connected, hash }
    }

    /// The squares whose checker can leave without disconnecting its neighbours, judged only by the
    /// eight surrounding squares. Neighbours connected by a longer way round count as disconnected.
    pub(super) fn locally_safe(&self, occupied: W) -> W {
        let (north, south) = (self.grid.south(occupied), self.grid.north(occupied));
        let (east, west) = (self.grid.west(occupied), self.grid.east(occupied));
        // A neighbour that is not connected to the next one clockwise through the corner square ends
        // an arc of connected neighbours. With at most one such end there is at most one arc.
        let end_n = north & !(self.grid.west(north) & east);
        let end_e = east & !(self.grid.west(south) & south);
        let end_s = south & !(self.grid.east(south) & west);
        let end_w = west & !(self.grid.east(north) & north);
        !((end_n & end_e) | (end_s & end_w) | ((end_n | end_e) & (end_s | end_w)))
    }

    /// The checkers of the player to move that may capture any neighbour.
    pub(super) fn free_checkers(&self, position: &Position<W>) -> W {
        if position.connected {
            position.own() & self.locally_safe(position.occupied())
        } else {
            W::EMPTY
        }
    }

    /// The legal targets of the checker on `from`: its neighbours in the group that contains all
    /// other checkers of its colour after it has left.
    pub(super) fn targets(&self, position: &Position<W>, from: usize) -> W {
        let vacated = W::bit(from);
        let rest = position.occupied() & !vacated;
        let neighbours = self.grid.neighbours(vacated) & rest;
        let others = position.own() & !vacated;
        if others.is_empty() {
            return neighbours;
        }
        let mut group = W::EMPTY;
        if position.connected {
            group = self.grid.flood_until(W::bit(neighbours.first()), rest, neighbours);
            if (neighbours & !group).is_empty() {
                // Everything is still connected.
                return neighbours;
            }
        }
        if (others & group).is_empty() {
            group = self.grid.flood(W::bit(others.first()), rest);
        }
        if (others & !group).is_empty() { neighbours & group } else { W::EMPTY }
    }

    /// For each direction, the checkers that have a neighbour there, and the index difference to that
    /// neighbour. These captures are pseudo-legal: they may split the player's checkers.
    fn pseudo_legal_captures(&self, position: &Position<W>) -> [(W, isize); 4] {
        let (own, occupied) = (position.own(), position.occupied());
        let rank = self.grid.side() as isize;
        [
            (own & self.grid.south(occupied), rank),
            (own & self.grid.north(occupied), -rank),
            (own & self.grid.west(occupied), 1),
            (own & self.grid.east(occupied), -1),
        ]
    }

    /// The number of legal captures; 0 if the player must pass.
    fn count_captures(&self, position: &Position<W>) -> u64 {
        let occupied = position.occupied();
        let free = self.free_checkers(position);
        let mut count = (self.grid.north(free) & occupied).count()
            + (self.grid.south(free) & occupied).count()
            + (self.grid.east(free) & occupied).count()
            + (self.grid.west(free) & occupied).count();
        for from in (position.own() & !free).iter() {
            count += self.targets(position, from).count();
        }
        count.into()
    }

    /// Whether the player to move can capture anything.
    pub(super) fn can_capture(&self, position: &Position<W>) -> bool {
        position.own().iter().any(|from| !self.targets(position, from).is_empty())
    }

    /// The position with the other colour to move.
    pub(super) fn other_turn(position: &Position<W>) -> Position<W> {
        Position { colour: position.colour ^ 1, hash: position.hash ^ TURN_KEY, ..*position }
    }

    pub(super) fn is_over(position: &Position<W>) -> bool {
        position.checkers[RED].is_empty() || position.checkers[BLUE].is_empty()
    }

    fn capture(&self, position: &mut Position<W>, from: usize, to: usize) {
        let own = usize::from(position.colour);
        let enemy = own ^ 1;
        let free = self.free_checkers(position).has(from);
        position.checkers[own] &= !W::bit(from);
        position.hash ^= SQUARE_KEYS[own][from];
        if !position.checkers[own].has(to) {
            position.checkers[own] |= W::bit(to);
            position.checkers[enemy] &= !W::bit(to);
            position.hash ^= SQUARE_KEYS[own][to] ^ SQUARE_KEYS[enemy][to];
        }
        if !free {
            self.remove_detached(position, from, to);
        }
    }

    /// Removes the enemy checkers that are not connected to `to` after a checker has left `from`.
    fn remove_detached(&self, position: &mut Position<W>, from: usize, to: usize) {
        let enemy = usize::from(position.colour) ^ 1;
        let occupied = position.occupied();
        let around = self.grid.neighbours(W::bit(from)) & occupied;
        let goal = if position.connected { around } else { occupied };
        let group = self.grid.flood_until(W::bit(to), occupied, goal);
        if position.connected && (around & !group).is_empty() {
            return;
        }
        for detached in (position.checkers[enemy] & !group).iter() {
            position.hash ^= SQUARE_KEYS[enemy][detached];
        }
        position.checkers[enemy] &= group;
        position.connected = true;
    }

    /// A code for positions with few checkers: a byte for each, and the rest in the top byte.
    fn sparse_code(position: &Position<W>) -> Option<u128> {
        const MAX_CHECKERS: u32 = 15;
        if position.occupied().count() > MAX_CHECKERS {
            return None;
        }
        let rest = u128::from(position.colour) << 2 | position.pie as u128;
        let checkers = position.occupied().iter().fold(0, |code, square| {
            let is_blue = u128::from(position.checkers[BLUE].has(square));
            code << 8 | (2 * square as u128 + is_blue + 1)
        });
        Some(rest << 120 | checkers)
    }

    pub(super) fn set_pie(position: &mut Position<W>, pie: Pie) {
        position.hash ^= PIE_KEYS[position.pie as usize] ^ PIE_KEYS[pie as usize];
        position.pie = pie;
    }
}

/// The `n`th capture as source and target square.
fn nth_capture<W: Word>(captures: &[(W, isize); 4], mut n: u32) -> Option<(usize, usize)> {
    for (from, distance) in captures {
        if n < from.count() {
            let from = from.nth(n);
            return Some((from, from.wrapping_add_signed(*distance)));
        }
        n -= from.count();
    }
    None
}

impl<const N: usize, W: Word> Game for Board<N, W> {
    type Position = Position<W>;
    type Move = Move;

    fn info(&self) -> &'static GameInfo {
        Clusterfuss::INFO
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn start(&self) -> Position<W> {
        let is_red = |index: &usize| {
            (index % self.grid.side() + (self.grid.side() - 1 - index / self.grid.side()))
                .is_multiple_of(2)
        };
        let red = (0..self.grid.squares())
            .filter(is_red)
            .fold(W::EMPTY, |set, index| set | W::bit(index));
        let pie = if self.pie { Pie::First } else { Pie::Declined };
        self.assemble([red, self.grid.full() & !red], RED, pie)
    }

    fn turn(&self, position: &Position<W>) -> Player {
        Player(position.colour ^ u8::from(position.pie == Pie::Swapped))
    }

    fn outcome(&self, position: &Position<W>) -> Option<Outcome> {
        if !Self::is_over(position) {
            return None;
        }
        let colour = u8::from(position.checkers[RED].is_empty());
        let winner = Player(colour ^ u8::from(position.pie == Pie::Swapped));
        Some(Outcome::win(winner, "no enemy checker left"))
    }

    fn visit_moves(
        &self,
        position: &Position<W>,
        mut visit: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if Self::is_over(position) {
            return ControlFlow::Continue(());
        }
        let occupied = position.occupied();
        let free = self.free_checkers(position);
        let mut must_pass = true;
        for from in position.own().iter() {
            let targets = if free.has(from) {
                self.grid.neighbours(W::bit(from)) & occupied
            } else {
                self.targets(position, from)
            };
            for to in targets.iter() {
                must_pass = false;
                visit(Move::Capture { from: from as u8, to: to as u8 })?;
            }
        }
        if position.pie == Pie::Offered {
            visit(Move::Swap)
        } else if must_pass {
            visit(Move::Pass)
        } else {
            ControlFlow::Continue(())
        }
    }

    fn count_moves(&self, position: &Position<W>) -> u64 {
        if Self::is_over(position) {
            return 0;
        }
        let swap = u64::from(position.pie == Pie::Offered);
        (self.count_captures(position) + swap).max(1)
    }

    fn random_move(&self, position: &Position<W>, random: &mut Random) -> Option<Move> {
        // Rejection sampling: draw pseudo-legal captures until one is legal. Most are, so this is
        // much faster than counting all legal captures.
        const ATTEMPTS: usize = 16;
        if position.pie == Pie::Offered || Self::is_over(position) {
            return self.random_counted_move(position, random);
        }
        let free = self.free_checkers(position);
        let captures = self.pseudo_legal_captures(position);
        let count: u32 = captures.iter().map(|(from, _)| from.count()).sum();
        for _ in 0..ATTEMPTS {
            let n = random.below(u64::from(count).max(1)) as u32;
            let Some((from, to)) = nth_capture(&captures, n) else { break };
            if free.has(from) || self.targets(position, from).has(to) {
                return Some(Move::Capture { from: from as u8, to: to as u8 });
            }
        }
        self.random_counted_move(position, random)
    }

    fn play(&self, position: &mut Position<W>, mv: Move) {
        match mv {
            Move::Capture { from, to } => self.capture(position, from.into(), to.into()),
            Move::Pass => {}
            Move::Swap => {
                // The player who had Red now has Blue and is to move: the colour to move stays.
                Self::set_pie(position, Pie::Swapped);
                return;
            }
        }
        *position = Self::other_turn(position);
        match position.pie {
            Pie::First => Self::set_pie(position, Pie::Offered),
            Pie::Offered => Self::set_pie(position, Pie::Declined),
            Pie::Declined | Pie::Swapped => {}
        }
    }

    fn hash(&self, position: &Position<W>) -> u64 {
        position.hash
    }

    fn code(&self, position: &Position<W>) -> Option<u128> {
        let rest = u128::from(position.colour) << 2 | position.pie as u128;
        let [red, blue] = position.checkers.map(W::widen);
        if 2 * self.grid.squares() + 3 <= 128 {
            return Some((rest << (self.grid.squares()) | red) << (self.grid.squares()) | blue);
        }
        if self.grid.side() > 8 {
            return Self::sparse_code(position);
        }
        // On 8×8 the two sets fill the word. They never overlap, but their complements do unless the
        // board is full, so the complements can encode Blue's turn.
        let full = red | blue == self.grid.full().widen();
        if full || position.pie != Pie::Declined {
            return None;
        }
        let sets = red << 64 | blue;
        Some(if usize::from(position.colour) == RED { sets } else { !sets })
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        Symmetry::SQUARE
    }

    fn transform(&self, position: &Position<W>, symmetry: Symmetry) -> Position<W> {
        let checkers = position.checkers.map(|set| self.grid.transform(set, symmetry));
        self.assemble(checkers, position.colour.into(), position.pie)
    }

    fn transform_move(&self, mv: Move, symmetry: Symmetry) -> Move {
        let image = |index: u8| symmetry.apply_index(index.into(), self.grid.side()) as u8;
        match mv {
            Move::Capture { from, to } => Move::Capture { from: image(from), to: image(to) },
            Move::Pass | Move::Swap => mv,
        }
    }
}
