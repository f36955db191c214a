//! The rules of STAQS on bitboards.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use strata_rules::grid::{Grid, Word};
use strata_rules::random::{HashKeys, mix};
use strata_rules::{
    Family, Game, GameInfo, MAX_PLAYERS, Options, Outcome, Player, PlayerSet, Symmetry,
};

use super::{MAX_PIECES, Staqs};

/// STAQS on a board whose squares are the bits of `W`, with `N` squares per side and `SQUARES` in all.
/// If `N` is 0, the side is chosen at run time, and there are at most `SQUARES` squares.
#[derive(Debug)]
pub struct Board<const N: usize, const SQUARES: usize, W> {
    options: Options,
    pub(super) players: usize,
    pub(super) pieces: u8,
    pub(super) blockades: u8,
    /// Whether pieces may be placed at any time: there is no setup phase.
    pub(super) anytime: bool,
    pub(super) grid: Grid<N, W>,
}

/// The board, the hands and the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<W, const SQUARES: usize> {
    pub(super) neutral: W,
    pub(super) blocked: W,
    pub(super) stacks: [W; MAX_PLAYERS],
    pub(super) heights: [u8; SQUARES],
    pub(super) hands: [u8; MAX_PLAYERS],
    pub(super) blockades: [u8; MAX_PLAYERS],
    pub(super) turn: u8,
    /// Players who left a game of three or more. Their hands are empty.
    pub(super) eliminated: PlayerSet,
    pub(super) over: bool,
    pub(super) hash: u64,
}

/// A move of STAQS.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// A piece from the hand goes onto the neutral piece of this square.
    Place(u8),
    /// A stack moves onto an adjacent neutral piece.
    Shift {
        /// The square it leaves.
        from: u8,
        /// The square it moves to.
        to: u8,
    },
    /// A blockade goes onto the neutral piece of this square.
    Block(u8),
    /// There is no other legal move.
    Pass,
}

static NEUTRAL_KEYS: HashKeys<100> = HashKeys::new(0x57A0);
static BLOCKED_KEYS: HashKeys<100> = HashKeys::new(0x57A1);
static TURN_KEYS: HashKeys<MAX_PLAYERS> = HashKeys::new(0x57A2);
static ELIMINATED_KEYS: HashKeys<MAX_PLAYERS> = HashKeys::new(0x57A5);

const fn stack_key(player: usize, square: usize, height: u8) -> u64 {
    mix((0x57A3 << 32) | ((player * 128 + square) << 8) as u64 | height as u64)
}

const fn hand_key(player: usize, pieces: u8, blockades: u8) -> u64 {
    mix((0x57A4 << 32) | (player << 16) as u64 | (pieces as u64) << 8 | blockades as u64)
}

/// Stack heights in descending order, padded with zeros.
pub(super) type Heights = [u8; MAX_PIECES as usize];

impl<const N: usize, const SQUARES: usize, W: Word> Board<N, SQUARES, W> {
    pub(super) fn new(options: Options) -> Self {
        Self {
            players: options.value("players") as usize,
            pieces: options.value("pieces") as u8,
            blockades: options.value("blockades") as u8,
            anytime: options.value("placement") == 1,
            grid: Grid::new(options.value("size") as usize),
            options,
        }
    }

    /// Computes the hash and the end of the game for a position with board, hands and turn set.
    pub(super) fn finish(&self, mut position: Position<W, SQUARES>) -> Position<W, SQUARES> {
        let mut hash = TURN_KEYS[usize::from(position.turn)];
        for square in position.neutral.iter() {
            hash ^= NEUTRAL_KEYS[square];
        }
        for square in position.blocked.iter() {
            hash ^= BLOCKED_KEYS[square];
        }
        for player in 0..self.players {
            hash ^= hand_key(player, position.hands[player], position.blockades[player]);
            for square in position.stacks[player].iter() {
                hash ^= stack_key(player, square, position.heights[square]);
            }
        }
        for player in position.eliminated.iter() {
            hash ^= ELIMINATED_KEYS[player.index()];
        }
        position.hash = hash;
        position.over = self.is_game_over(&position);
        position
    }

    /// Whether the position is in the setup phase, in which no stack may move.
    pub(super) fn in_setup(&self, position: &Position<W, SQUARES>) -> bool {
        !self.anytime && position.hands != [0; MAX_PLAYERS]
    }

    /// Whether `player` has a legal move other than a pass.
    pub(super) fn can_move(&self, position: &Position<W, SQUARES>, player: usize) -> bool {
        let steps = self.grid.neighbours(position.stacks[player]) & position.neutral;
        if self.in_setup(position) {
            position.hands[player] > 0 && !position.neutral.is_empty()
        } else {
            !steps.is_empty()
                || (position.hands[player] + position.blockades[player] > 0
                    && !position.neutral.is_empty())
        }
    }

    /// The players who have not left the game.
    pub(super) fn remaining(
        &self,
        position: &Position<W, SQUARES>,
    ) -> impl Iterator<Item = Player> {
        let eliminated = position.eliminated;
        Player::all(self.players).filter(move |player| !eliminated.contains(*player))
    }

    /// Whether no remaining player can move, or only one remains.
    fn is_game_over(&self, position: &Position<W, SQUARES>) -> bool {
        if self.players > 2 && self.remaining(position).count() == 1 {
            return true;
        }
        !self.remaining(position).any(|player| self.can_move(position, player.index()))
    }

    /// The player after `player` who has not left the game.
    fn next_player(&self, position: &Position<W, SQUARES>, player: Player) -> Player {
        let mut next = player.next(self.players);
        while position.eliminated.contains(next) && next != player {
            next = next.next(self.players);
        }
        next
    }

    pub(super) fn set_turn(position: &mut Position<W, SQUARES>, next: Player) {
        position.hash ^= TURN_KEYS[usize::from(position.turn)] ^ TURN_KEYS[next.index()];
        position.turn = next.0;
    }

    /// The squares where the player to move may put a piece, and where a blockade.
    pub(super) fn drops(&self, position: &Position<W, SQUARES>) -> (W, W) {
        let player = usize::from(position.turn);
        let squares = |allowed: bool| if allowed { position.neutral } else { W::EMPTY };
        (
            squares(position.hands[player] > 0),
            squares(position.blockades[player] > 0 && !self.in_setup(position)),
        )
    }

    /// The stacks of the player to move that may move in this phase.
    pub(super) fn movers(&self, position: &Position<W, SQUARES>) -> W {
        if self.in_setup(position) { W::EMPTY } else { position.stacks[usize::from(position.turn)] }
    }

    /// The heights of a player's stacks, tallest first.
    pub(super) fn sorted_heights(position: &Position<W, SQUARES>, player: usize) -> Heights {
        let mut heights = Heights::default();
        for (height, square) in heights.iter_mut().zip(position.stacks[player].iter()) {
            *height = position.heights[square];
        }
        heights.sort_unstable_by_key(|height| Reverse(*height));
        heights
    }

    fn remove_neutral(position: &mut Position<W, SQUARES>, square: usize) {
        position.neutral &= !W::bit(square);
        position.hash ^= NEUTRAL_KEYS[square];
    }

    fn put_stack(position: &mut Position<W, SQUARES>, player: usize, square: usize, height: u8) {
        position.stacks[player] |= W::bit(square);
        position.heights[square] = height;
        position.hash ^= stack_key(player, square, height);
    }

    fn take_from_hand(
        position: &mut Position<W, SQUARES>,
        player: usize,
        pieces: u8,
        blockades: u8,
    ) {
        position.hash ^= hand_key(player, position.hands[player], position.blockades[player]);
        position.hands[player] -= pieces;
        position.blockades[player] -= blockades;
        position.hash ^= hand_key(player, position.hands[player], position.blockades[player]);
    }
}

/// The index of the first difference between two lists of heights.
pub(super) fn deciding_place(best: &Heights, runner_up: &Heights) -> usize {
    best.iter().zip(runner_up).take_while(|(a, b)| a == b).count()
}

impl<const N: usize, const SQUARES: usize, W: Word> Game for Board<N, SQUARES, W> {
    type Position = Position<W, SQUARES>;
    type Move = Move;

    fn info(&self) -> &'static GameInfo {
        Staqs::INFO
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self) -> Self::Position {
        let each = |count: u8| -> [u8; MAX_PLAYERS] {
            std::array::from_fn(|player| if player < self.players { count } else { 0 })
        };
        self.finish(Position {
            neutral: self.grid.full(),
            blocked: W::EMPTY,
            stacks: [W::EMPTY; MAX_PLAYERS],
            heights: [0; SQUARES],
            hands: each(self.pieces),
            blockades: each(self.blockades),
            turn: 0,
            eliminated: PlayerSet::EMPTY,
            over: false,
            hash: 0,
        })
    }

    fn turn(&self, position: &Self::Position) -> Player {
        Player(position.turn)
    }

    fn outcome(&self, position: &Self::Position) -> Option<Outcome> {
        if !position.over {
            return None;
        }
        let lists: [Heights; MAX_PLAYERS] =
            std::array::from_fn(|player| Self::sorted_heights(position, player));
        let list = |player: Player| &lists[player.index()];
        let best = self.remaining(position).map(&list).max()?;
        let winners: PlayerSet =
            self.remaining(position).filter(|player| list(*player) == best).collect();
        let others = self.remaining(position).filter(|player| !winners.contains(*player));
        let decided_by = match others.map(list).max() {
            None if self.players > 2 && winners.len() == 1 => "last player left",
            None => "equal stacks",
            Some(runner_up) => match deciding_place(best, runner_up) {
                0 => "tallest stack",
                place if best[place] == best[place - 1] => "most stacks of the same height",
                _ => "next tallest stack",
            },
        };
        Some(Outcome { winners, decided_by })
    }

    fn visit_moves(
        &self,
        position: &Self::Position,
        mut visit: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if position.over {
            return ControlFlow::Continue(());
        }
        if !self.can_move(position, position.turn.into()) {
            return visit(Move::Pass);
        }
        for from in self.movers(position).iter() {
            for to in (self.grid.neighbours(W::bit(from)) & position.neutral).iter() {
                visit(Move::Shift { from: from as u8, to: to as u8 })?;
            }
        }
        let (places, blocks) = self.drops(position);
        for square in places.iter() {
            visit(Move::Place(square as u8))?;
        }
        for square in blocks.iter() {
            visit(Move::Block(square as u8))?;
        }
        ControlFlow::Continue(())
    }

    fn count_moves(&self, position: &Self::Position) -> u64 {
        if position.over {
            return 0;
        }
        let stacks = self.movers(position);
        let (places, blocks) = self.drops(position);
        let neutral = position.neutral;
        let count = (self.grid.north(stacks) & neutral).count()
            + (self.grid.south(stacks) & neutral).count()
            + (self.grid.east(stacks) & neutral).count()
            + (self.grid.west(stacks) & neutral).count()
            + places.count()
            + blocks.count();
        u64::from(count).max(1)
    }

    fn play(&self, position: &mut Self::Position, mv: Move) {
        let player = usize::from(position.turn);
        match mv {
            Move::Place(square) => {
                Self::remove_neutral(position, square.into());
                Self::put_stack(position, player, square.into(), 2);
                Self::take_from_hand(position, player, 1, 0);
            }
            Move::Shift { from, to } => {
                let height = position.heights[usize::from(from)];
                position.stacks[player] &= !W::bit(from.into());
                position.heights[usize::from(from)] = 0;
                position.hash ^= stack_key(player, from.into(), height);
                Self::remove_neutral(position, to.into());
                Self::put_stack(position, player, to.into(), height + 1);
            }
            Move::Block(square) => {
                Self::remove_neutral(position, square.into());
                position.blocked |= W::bit(square.into());
                position.hash ^= BLOCKED_KEYS[usize::from(square)];
                Self::take_from_hand(position, player, 0, 1);
            }
            Move::Pass => {}
        }
        let next = self.next_player(position, Player(position.turn));
        Self::set_turn(position, next);
        position.over = self.is_game_over(position);
    }

    fn eliminate(&self, position: &mut Self::Position, player: Player) {
        let (pieces, blockades) =
            (position.hands[player.index()], position.blockades[player.index()]);
        Self::take_from_hand(position, player.index(), pieces, blockades);
        position.eliminated = position.eliminated.with(player);
        position.hash ^= ELIMINATED_KEYS[player.index()];
        if position.turn == player.0 {
            let next = self.next_player(position, player);
            Self::set_turn(position, next);
        }
        position.over = self.is_game_over(position);
    }

    fn eliminated(&self, position: &Self::Position) -> PlayerSet {
        position.eliminated
    }

    fn hash(&self, position: &Self::Position) -> u64 {
        position.hash
    }

    fn code(&self, position: &Self::Position) -> Option<u128> {
        self.position_code(position)
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        Symmetry::SQUARE
    }

    fn transform(&self, position: &Self::Position, symmetry: Symmetry) -> Self::Position {
        let image = |set: W| self.grid.transform(set, symmetry);
        let mut heights = [0; SQUARES];
        for (square, &height) in position.heights[..self.grid.squares()].iter().enumerate() {
            heights[symmetry.apply_index(square, self.grid.side())] = height;
        }
        self.finish(Position {
            neutral: image(position.neutral),
            blocked: image(position.blocked),
            stacks: position.stacks.map(image),
            heights,
            ..*position
        })
    }

    fn transform_move(&self, mv: Move, symmetry: Symmetry) -> Move {
        let image = |index: u8| symmetry.apply_index(index.into(), self.grid.side()) as u8;
        match mv {
            Move::Place(square) => Move::Place(image(square)),
            Move::Shift { from, to } => Move::Shift { from: image(from), to: image(to) },
            Move::Block(square) => Move::Block(image(square)),
            Move::Pass => Move::Pass,
        }
    }
}
