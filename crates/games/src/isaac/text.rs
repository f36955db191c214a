//! Notation of moves and positions of Isaac.

use std::fmt::Write;

use strata_rules::text::{
    PASS_REFUSED, counted, fields, read_two_squares, split_number, split_square,
};
use strata_rules::{Family, Square, Text, shorten};

use super::Isaac;
use super::play::{Board, Move};
use super::position::{Phase, Position, WIN};
use super::tiles::{KINDS, LENGTHS, Placement, SIDE, SUPPLY, TILES};

const LETTERS: [&str; 2] = ["d", "l"];
const NOBODY: &str = "n";
const BOTH: &str = "b";

pub(super) fn name(player: usize) -> &'static str {
    Isaac::INFO.sides[player].name
}

/// The kind and placement of a tile between two squares, in either order.
pub(super) fn tile_between(a: Square, b: Square) -> Result<(usize, Placement), String> {
    let (from, to) = (a.min(b), a.max(b));
    let (length, upright) = match (to.file - from.file, to.rank.abs_diff(from.rank)) {
        (files, 0) => (files + 1, false),
        (0, ranks) => (ranks + 1, true),
        _ => return Err(format!("{a} and {b} are not on one line")),
    };
    let kind = LENGTHS.iter().position(|known| *known == length).ok_or_else(|| {
        format!("a tile from {from} to {to} would be {length} long; tiles are 3 to 7 long")
    })?;
    Ok((kind, Placement::new(from.file.into(), from.rank.into(), upright)))
}

fn read_ends(text: &str) -> Result<(usize, Placement), String> {
    let (a, b) = read_two_squares(text, SIDE, "the two ends of a tile such as a1c1")?;
    tile_between(a, b)
}

impl Position {
    /// The first occupied square under a tile.
    pub(super) fn first_occupied(&self, kind: usize, place: Placement) -> Option<Square> {
        let lines = if place.is_upright() { &self.files } else { &self.ranks };
        let covered = ((1 << LENGTHS[kind]) - 1) << place.start();
        let occupied = lines[place.line()] & covered;
        let cell = (occupied != 0).then(|| occupied.trailing_zeros() as usize)?;
        Some(Placement::on_line(place.line(), cell, place.is_upright()).from())
    }

    fn read_placement(&self, text: &str) -> Result<Move, String> {
        if text.contains('=') {
            return Err("tiles can be removed only after the placement phase".to_owned());
        }
        let (kind, place) = read_ends(text)?;
        let player = usize::from(self.turn);
        if !self.racks[player].has_unplaced(kind) {
            return Err(format!("{} has no tile of length {} left", name(player), LENGTHS[kind]));
        }
        match self.first_occupied(kind, place) {
            Some(square) => Err(format!("{square} is taken")),
            None => Ok(Move::Place { kind: kind as u8, place: place.0 }),
        }
    }

    fn read_removal(&self, text: &str) -> Result<Move, String> {
        let player = usize::from(self.turn);
        let (square, rest) = split_square(text, SIDE)?;
        let points = rest
            .strip_prefix('=')
            .and_then(split_number)
            .filter(|(_, rest)| rest.is_empty())
            .map(|(points, _)| points)
            .ok_or_else(|| {
                format!(
                    "expected a tile's lower or left end and the points to score, such as {square}=12"
                )
            })?;
        let lies_on = |(kind, place): &(usize, Placement)| place.covers(LENGTHS[*kind], square);
        let Some((kind, place)) = self.racks[player].on_board().find(lies_on) else {
            let enemy = self.racks[player ^ 1].on_board().find(lies_on).is_some();
            return Err(if enemy {
                format!("the tile on {square} is {}'s", name(player ^ 1))
            } else {
                format!("{square} is empty")
            });
        };
        if place.from() != square {
            return Err(format!("name the tile by its lower or left end, {}", place.from()));
        }
        if self.holds_counter(kind, place) {
            return Err(format!("a counter stands on the tile {square}"));
        }
        if !self.is_long_enough(kind) {
            let longest = self.racks[player].longest_removed().map_or(0, |kind| LENGTHS[kind]);
            let length = LENGTHS[kind];
            return Err(format!(
                "the tile is {length} long, but one of length {longest} was removed before"
            ));
        }
        self.check_points(points, self.removal_score(kind, place))?;
        Ok(Move::Remove { kind: kind as u8, place: place.0, points: points as u8 })
    }

    fn check_points(&self, points: u32, score: u32) -> Result<(), String> {
        let most = self.most_points(score);
        if points > score {
            return Err(format!("the tile scores only {score}"));
        }
        if points > most.into() {
            let points = counted(most.into(), "point");
            return Err(format!("only {points} can be scored, to reach {WIN}"));
        }
        if self.blocked_points().is_some_and(|blocked| points == u32::from(blocked)) {
            return Err("the counter would land on the other counter".to_owned());
        }
        Ok(())
    }
}

fn read_player(text: &str) -> Option<usize> {
    LETTERS.iter().position(|letter| *letter == text)
}

/// Parses the two values of a field joined by a dash.
fn read_pair<T>(
    text: &str,
    read: impl Fn(&str) -> Option<T>,
    expected: &str,
) -> Result<[T; 2], String> {
    text.split_once('-')
        .and_then(|(dark, light)| Some([read(dark)?, read(light)?]))
        .ok_or_else(|| format!("expected {expected}, found {}", shorten(text)))
}

/// Parses the numbers of unplaced tiles, one digit per kind.
fn read_unplaced(text: &str) -> Option<[u8; KINDS]> {
    let digits: Option<Vec<u8>> = text
        .chars()
        .take(KINDS + 1)
        .zip(SUPPLY.into_iter().chain([0]))
        .map(|(digit, most)| digit.to_digit(10).map(|n| n as u8).filter(|n| *n <= most))
        .collect();
    digits?.try_into().ok()
}

fn read_counter(text: &str) -> Option<u8> {
    let (number, rest) = split_number(text)?;
    (rest.is_empty() && number <= WIN.into()).then_some(number as u8)
}

/// Parses a field of tiles and puts them on the board.
fn read_tiles(position: &mut Position, player: usize, text: &str) -> Result<(), String> {
    if text == "0" {
        return Ok(());
    }
    for tile in text.split('.').take(TILES + 1) {
        let (kind, place) =
            read_ends(tile).map_err(|reason| format!("{}: {reason}", shorten(tile)))?;
        if !position.racks[player].has_unplaced(kind) {
            let (name, length, supply) = (name(player), LENGTHS[kind], SUPPLY[kind]);
            return Err(format!("{name} has more than {supply} tiles of length {length}"));
        }
        if let Some(square) = position.first_occupied(kind, place) {
            return Err(format!("{tile}: {square} is covered by two tiles"));
        }
        position.place(player, kind, place);
    }
    Ok(())
}

fn read_placing(text: &str) -> Result<Position, String> {
    let [_, turn, dark, light, passer] =
        fields(text, "place, turn, Dark's tiles, Light's tiles, first to pass")?;
    let turn = read_turn(&turn)?;
    let first_passer = match read_player(&passer) {
        None if passer != NOBODY => {
            return Err(format!(
                "expected d, l or n as the first to pass, found {}",
                shorten(&passer)
            ));
        }
        found => found.map(|player| player as u8),
    };
    let mut position = Position::empty(Phase::Placing { first_passer }, turn, [0; 2]);
    read_tiles(&mut position, 0, &dark)?;
    read_tiles(&mut position, 1, &light)?;
    Ok(position)
}

fn check_placing(position: &Position, first_passer: Option<u8>) -> Result<(), String> {
    if let Some(passer) = first_passer.map(usize::from) {
        if position.can_place(passer) {
            return Err(format!("{} has passed but still has room for a tile", name(passer)));
        }
        let turn = usize::from(position.turn);
        if passer != turn && !position.can_place(turn) {
            return Err(
                "neither player has room for a tile: the placement phase is over".to_owned()
            );
        }
    }
    Ok(())
}

fn read_scoring(text: &str) -> Result<Position, String> {
    let [_, turn, dark, light, unplaced, counters, out] =
        fields(text, "score, turn, Dark's tiles, Light's tiles, unplaced, counters, out")?;
    let turn = read_turn(&turn)?;
    let out = match (out.as_str(), read_player(&out)) {
        (NOBODY, _) => [false; 2],
        (BOTH, _) => [true; 2],
        (_, Some(player)) => [player == 0, player == 1],
        _ => {
            return Err(format!(
                "expected d, l, b or n for the players who are out, found {}",
                shorten(&out)
            ));
        }
    };
    let counters = read_pair(&counters, read_counter, "two scores from 0 to 100 such as 12-40")?;
    let unplaced = read_pair(
        &unplaced,
        read_unplaced,
        "the unplaced tiles of both players, lengths 3 to 7, at most 54321 each, such as 00210-01000",
    )?;
    let mut position = Position::empty(Phase::Scoring { out }, turn, counters);
    read_tiles(&mut position, 0, &dark)?;
    read_tiles(&mut position, 1, &light)?;
    for (player, unplaced) in unplaced.into_iter().enumerate() {
        for (kind, unplaced) in unplaced.into_iter().enumerate() {
            let not_on_board = position.racks[player].unplaced(kind);
            let removed = not_on_board.checked_sub(unplaced).ok_or_else(|| {
                let (name, length) = (name(player), LENGTHS[kind]);
                format!("{name} has more than {} tiles of length {length}", SUPPLY[kind])
            })?;
            (0..removed).for_each(|_| position.mark_removed(player, kind));
        }
    }
    Ok(position)
}

fn check_scoring(position: &Position, out: [bool; 2]) -> Result<(), String> {
    match position.counters[0] + position.counters[1] {
        200 => return Err("both scores are 100".to_owned()),
        99 => return Err("both counters stand on the same square".to_owned()),
        _ => {}
    }
    let turn = usize::from(position.turn);
    if out[turn] && !position.is_over() {
        return Err(format!("{} is out and cannot be to move", name(turn)));
    }
    Ok(())
}

fn read_turn(text: &str) -> Result<u8, String> {
    let player = read_player(text);
    player
        .map(|player| player as u8)
        .ok_or_else(|| format!("expected d or l as the turn, found {}", shorten(text)))
}

fn write_tiles(position: &Position, player: usize, out: &mut String) {
    let mut separator = "_";
    for (kind, place) in position.racks[player].on_board() {
        let _ = write!(out, "{separator}{}{}", place.from(), place.to(LENGTHS[kind]));
        separator = ".";
    }
    if separator == "_" {
        out.push_str("_0");
    }
}

impl Text for Board {
    fn write_move(&self, mv: Move, out: &mut String) {
        let _ = match mv {
            Move::Place { kind, place } => {
                let place = Placement(place);
                write!(out, "{}{}", place.from(), place.to(LENGTHS[usize::from(kind)]))
            }
            Move::Remove { place, points, .. } => {
                write!(out, "{}={points}", Placement(place).from())
            }
            Move::Pass => write!(out, "pass"),
        };
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, String> {
        let placing = matches!(position.phase, Phase::Placing { .. });
        if text == "pass" {
            let player = position.turn.into();
            let can_move = if placing {
                position.can_place(player)
            } else {
                position.removals().next().is_some()
            };
            return if can_move { Err(PASS_REFUSED.to_owned()) } else { Ok(Move::Pass) };
        }
        if placing { position.read_placement(text) } else { position.read_removal(text) }
    }

    fn write_position(&self, position: &Position, out: &mut String) {
        let phase = match position.phase {
            Phase::Placing { .. } => "place",
            Phase::Scoring { .. } => "score",
        };
        let _ = write!(out, "{phase}_{}", LETTERS[usize::from(position.turn)]);
        write_tiles(position, 0, out);
        write_tiles(position, 1, out);
        match position.phase {
            Phase::Placing { first_passer } => {
                let passer = first_passer.map_or(NOBODY, |player| LETTERS[usize::from(player)]);
                let _ = write!(out, "_{passer}");
            }
            Phase::Scoring { out: players_out } => {
                for (player, separator) in ["_", "-"].into_iter().enumerate() {
                    out.push_str(separator);
                    out.extend(
                        (0..KINDS)
                            .map(|kind| char::from(b'0' + position.racks[player].unplaced(kind))),
                    );
                }
                let [dark, light] = position.counters;
                let who = match players_out {
                    [false, false] => NOBODY,
                    [true, false] => LETTERS[0],
                    [false, true] => LETTERS[1],
                    [true, true] => BOTH,
                };
                let _ = write!(out, "_{dark}-{light}_{who}");
            }
        }
    }

    fn read_draft(&self, text: &str) -> Result<Position, String> {
        match text.split('_').next() {
            Some("place") => read_placing(text),
            Some("score") => read_scoring(text),
            _ => Err("expected place or score first".to_owned()),
        }
    }

    fn accept(&self, draft: Position) -> Result<Position, String> {
        match draft.phase {
            Phase::Placing { first_passer } => check_placing(&draft, first_passer)?,
            Phase::Scoring { out } => check_scoring(&draft, out)?,
        }
        Ok(draft)
    }
}
