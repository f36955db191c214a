//! Bounds on final scores, which decide many games before their end.
//!
//! A player's score never decreases, and what a tile scores is limited by the tiles on its line and by
//! the lines that the counters can still reach. If one player cannot reach the score that the other
//! has for certain, the game is decided.

use strata_rules::{ForcedResult, Player};

use super::position::{Phase, Position, WIN};
use super::tiles::{KINDS, LENGTHS, Placement, SIDE, TILES, VALUES};

/// A set of squares, by index.
pub(super) type Squares = u128;

/// The squares of each line: ranks first, then files.
pub(super) static LINES: [Squares; 2 * SIDE] = lines();

const fn lines() -> [Squares; 2 * SIDE] {
    let mut lines = [0; 2 * SIDE];
    let mut index = 0;
    while index < SIDE * SIDE {
        lines[index / SIDE] |= 1 << index;
        lines[SIDE + index % SIDE] |= 1 << index;
        index += 1;
    }
    lines
}

/// The squares that a tile covers.
pub(super) fn covered(kind: usize, place: Placement) -> Squares {
    const FILE: Squares = lines()[SIDE];
    let length = usize::from(LENGTHS[kind]);
    let first = place.from().index(SIDE);
    let shape =
        if place.is_upright() { FILE & ((1 << (SIDE * length)) - 1) } else { (1 << length) - 1 };
    shape << first
}

/// The squares on which a player's counter stands with a score from `least` to `most`.
fn counter_path(player: usize, least: u8, most: u8) -> Squares {
    let up_to = |score: u8| (1_u128 << (score + 1)) - 1;
    let path = up_to(most) & !(up_to(least) >> 1);
    if player == 0 { path } else { path.reverse_bits() >> (128 - SIDE * SIDE) }
}

/// A tile that may still be removed, and the most points it can score.
#[derive(Clone, Copy)]
struct Tile {
    kind: usize,
    /// The squares that it covers.
    squares: Squares,
    /// All squares of its line.
    line: Squares,
    points: u32,
    /// The points that it loses for each tile that leaves its line.
    points_per_tile: u32,
}

/// The shortest kind of tile that a player may still remove; `KINDS` if the player is out.
pub(super) fn shortest_kind(position: &Position, player: usize) -> usize {
    match position.phase {
        Phase::Scoring { out } if out[player] => KINDS,
        _ => position.racks[player].longest_removed().unwrap_or(0),
    }
}

/// The highest score that a player can still reach if the counters stay on these paths.
fn highest_score(position: &Position, player: usize, paths: [Squares; 2]) -> u32 {
    let mut tiles = [Tile { kind: 0, squares: 0, line: 0, points: 0, points_per_tile: 0 }; TILES];
    let mut count = 0;
    let least = shortest_kind(position, player);
    for (kind, place) in position.racks[player].on_board_from(least) {
        let (squares, line) = (covered(kind, place), LINES[place.line_index()]);
        // A counter on the tile would lock it.
        let doubling = line & !squares;
        let doublings = paths.iter().filter(|path| *path & doubling != 0).count();
        let points_per_tile = VALUES[kind] << doublings;
        let points = points_per_tile * (position.tiles_along(place) - 1);
        tiles[count] = Tile { kind, squares, line, points, points_per_tile };
        count += 1;
    }
    u32::from(position.counters[player]) + most_points(&mut tiles[..count])
}

/// An upper bound on the points of a player's tiles together.
///
/// If two tiles are removed and the first one lies on the line of the second, the second one scores
/// less. So for such a pair the sum is too high by the difference `loss`, unless one of the two is not
/// removed at all; then it is too high by that tile's points. Subtracting the least of the three is
/// correct for any number of pairs if the points of both tiles are reduced as well.
fn most_points(tiles: &mut [Tile]) -> u32 {
    let mut sum = 0;
    for second in 0..tiles.len() {
        for first in 0..second {
            let (one, other) = (tiles[first], tiles[second]);
            let loss = certain_loss(one, other).min(one.points).min(other.points);
            tiles[first].points -= loss;
            tiles[second].points -= loss;
            sum += loss;
        }
    }
    sum + tiles.iter().map(|tile| tile.points).sum::<u32>()
}

/// How many points a player who removes both tiles loses, because shorter tiles come first. Tiles of
/// the same length can be removed in any order. `one` is not longer than `other`.
fn certain_loss(one: Tile, other: Tile) -> u32 {
    if !one.lies_on_line_of(other) {
        0
    } else if one.kind < other.kind {
        other.points_per_tile
    } else if other.lies_on_line_of(one) {
        one.points_per_tile.min(other.points_per_tile)
    } else {
        0
    }
}

impl Tile {
    /// Whether this tile covers a square of the rank or file along which another one lies.
    const fn lies_on_line_of(self, other: Self) -> bool {
        self.squares & other.line != 0
    }
}

/// The score that the player to move has after the best removal.
fn score_after_move(position: &Position) -> u32 {
    let counter = u32::from(position.counters[usize::from(position.turn)]);
    let best = position.removals().map(|(_, _, score)| position.most_points(score)).max();
    let points = best.unwrap_or(0);
    // The counter may not stop on the opponent's square.
    counter + u32::from(points - u8::from(points > 0 && position.blocked_points() == Some(points)))
}

/// The score that the player who is not to move has for certain after their next turn, if the
/// opponent's counter stays on `path`.
fn score_after_reply(position: &Position, path: Squares) -> u32 {
    let player = usize::from(position.turn) ^ 1;
    let counter = position.counters[player];
    let own_square = counter_path(player, counter, counter);
    // The opponent can lock one tile.
    let (mut best, mut second, mut best_unlockable) = (0, 0, 0);
    for (kind, place) in position.racks[player].on_board_from(shortest_kind(position, player)) {
        let (tile, line) = (covered(kind, place), LINES[place.line_index()]);
        if tile & own_square != 0 {
            continue;
        }
        // The opponent may remove one tile from the line.
        let others = (position.tiles_along(place) - 1).saturating_sub(1);
        let points = (VALUES[kind] * others) << u32::from(line & own_square != 0);
        if tile & path == 0 {
            best_unlockable = best_unlockable.max(points);
        }
        second = second.max(points.min(best));
        best = best.max(points);
    }
    // One point less if the opponent stands on the square where the counter would stop.
    u32::from(counter) + second.max(best_unlockable).saturating_sub(1)
}

/// What both players can still reach in the scoring phase.
pub(super) struct Bounds {
    /// The highest score of each player; more than 99 if the player may win at once.
    pub(super) highest: [u32; 2],
    /// The squares that each counter can still reach.
    paths: [Squares; 2],
}

impl Bounds {
    pub(super) fn new(position: &Position) -> Self {
        let counters = position.counters;
        let mut highest = [u32::from(WIN) - 1; 2];
        let mut paths = [0; 2];
        // A lower score keeps the counters off some lines, so the second round is better.
        for _ in 0..2 {
            for player in 0..2 {
                let most = highest[player].min(u32::from(WIN) - 1) as u8;
                paths[player] = counter_path(player, counters[player], most);
            }
            highest = [0, 1].map(|player| highest_score(position, player, paths));
            if highest.iter().all(|score| *score >= u32::from(WIN)) {
                break;
            }
        }
        Self { highest, paths }
    }
}

/// The winner of a game in the scoring phase, if the bounds decide it.
pub(super) fn decided(position: &Position) -> Option<ForcedResult> {
    let Phase::Scoring { .. } = position.phase else { return None };
    let Bounds { highest, paths } = Bounds::new(position);
    if highest.iter().all(|score| *score >= u32::from(WIN)) {
        return None;
    }
    let winner = (0..2).find(|&player| {
        let loser = player ^ 1;
        let certain = if usize::from(position.turn) == player {
            score_after_move(position)
        } else {
            score_after_reply(position, paths[loser])
        };
        highest[loser] < u32::from(WIN)
            && (certain > highest[loser]
                || (certain == highest[loser] && wins_ties(position, player)))
    })?;
    let tiles = |player: usize| {
        position.racks[player].on_board_from(shortest_kind(position, player)).count() as u16
    };
    // Both players pass at the end.
    Some(ForcedResult::Win { player: Player(winner as u8), plies: tiles(0) + tiles(1) + 2 })
}

/// Whether a player wins if the scores are equal at the end.
fn wins_ties(position: &Position, player: usize) -> bool {
    let equal = Position { counters: [0; 2], ..*position };
    equal.compare().winners.contains(Player(player as u8))
}

#[cfg(test)]
mod tests {
    use strata_rules::{Family, Game, Options, Random};

    use super::super::Isaac;
    use super::super::play::Board;
    use super::*;

    fn board() -> Board {
        Board::new(Options::from_pairs("isaac", Isaac::INFO.options, []).expect("no options"))
    }

    /// The positions of a random game, the last one first.
    fn random_game(board: &Board, random: &mut Random) -> Vec<Position> {
        let mut positions = vec![board.start()];
        while let Some(mv) = board.random_move(&positions[positions.len() - 1], random) {
            let mut next = positions[positions.len() - 1];
            board.play(&mut next, mv);
            positions.push(next);
        }
        positions.reverse();
        positions
    }

    fn is_scoring(position: &Position) -> bool {
        matches!(position.phase, Phase::Scoring { .. })
    }

    /// The winner of best play; `None` if more than `left` positions would have to be visited.
    fn winner(board: &Board, position: &Position, left: &mut u32) -> Option<Player> {
        *left = left.checked_sub(1)?;
        if let Some(outcome) = board.outcome(position) {
            return outcome.winner();
        }
        let (mover, mut best) = (board.turn(position), None);
        let mut moves = Vec::new();
        board.for_each_move(position, |mv| moves.push(mv));
        for mv in moves {
            let mut next = *position;
            board.play(&mut next, mv);
            best = Some(winner(board, &next, left)?);
            if best == Some(mover) {
                break;
            }
        }
        best
    }

    #[test]
    fn no_random_game_exceeds_the_highest_scores() {
        let (board, mut random) = (board(), Random::new(1));
        let mut reached = 0;
        for _ in 0..2_000 {
            let positions = random_game(&board, &mut random);
            let last = positions[0].counters;
            for position in positions.iter().filter(|position| is_scoring(position)) {
                let highest = Bounds::new(position).highest;
                for player in 0..2 {
                    assert!(u32::from(last[player]) <= highest[player], "{position:?} {last:?}");
                    let scored = last[player] > position.counters[player];
                    reached += usize::from(scored && u32::from(last[player]) == highest[player]);
                }
            }
        }
        assert!(reached > 100, "the bound was reached only {reached} times");
    }

    #[test]
    fn decided_games_are_won_by_best_play() {
        let (board, mut random) = (board(), Random::new(2));
        let [mut decided_games, mut open_games] = [0; 2];
        for _ in 0..300 {
            let positions = random_game(&board, &mut random);
            let scoring = positions.iter().skip(1).take_while(|position| is_scoring(position));
            for position in scoring {
                let Some(best) = winner(&board, position, &mut 20_000) else { break };
                match decided(position) {
                    Some(ForcedResult::Win { player, .. }) => {
                        assert_eq!(player, best, "{position:?}");
                        decided_games += 1;
                    }
                    _ => open_games += 1,
                }
            }
        }
        assert!(decided_games > 500 && open_games > 50, "{decided_games} and {open_games}");
    }
}
