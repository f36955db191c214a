//! Texts for values, results and events, shared by all interfaces.

use strata_engine::solver::Wdl;
use strata_engine::{Distance, Line, Value};
use strata_rules::text::capitalise;
use strata_rules::{AnyPosition, Player};

use crate::{Event, History, NodeId, Table};

/// Turns a phrase into a sentence, with a capital letter and a full stop. A move or square at the
/// start is not capitalised.
pub fn sentence(phrase: &str) -> String {
    let is_word = phrase.split([' ', ',', ':', ';']).next().is_some_and(|word| {
        word.chars().all(char::is_alphabetic) && !phrase[word.len()..].starts_with(':')
    });
    let mut text = if is_word { capitalise(phrase) } else { phrase.to_owned() };
    if !text.is_empty() && !text.ends_with(['.', '!', '?']) {
        text.push('.');
    }
    text
}

/// The value of a position: "Blue wins in 3 plies (proven)", "Blue wins (proven)", "draw (proven)",
/// "Blue 64%".
///
/// `value` is from the point of view of the player to move, `mover`. With two players, an estimate is
/// shown as the winning chance of the first player, as on an evaluation bar; with more, as that of
/// the mover. A distance is shown only if it is exact.
pub fn value_text(position: &dyn AnyPosition, mover: Player, value: Value) -> String {
    let name = |player: Player| position.side_name(player);
    let is_duel = position.players() == 2;
    let ends = |player: Player, past: &str, present: &str, distance: Distance| {
        let name = name(player);
        match distance.exact() {
            Some(0) => format!("{name} has {past}"),
            Some(1) => format!("{name} {present} in 1 ply (proven)"),
            Some(plies) => format!("{name} {present} in {plies} plies (proven)"),
            None => format!("{name} {present} (proven)"),
        }
    };
    match value {
        Value::Win(distance) => ends(mover, "won", "wins", distance),
        Value::Loss(distance) if is_duel => ends(mover.other(), "won", "wins", distance),
        Value::Loss(distance) => ends(mover, "lost", "loses", distance),
        Value::Draw => "draw (proven)".to_owned(),
        Value::Estimate(_) => {
            let (player, chance) = shown_chance(is_duel, mover, value);
            format!("{} {}", name(player), percent(chance))
        }
    }
}

/// A value in a few characters: "B wins", "B wins in 7", "draw", "B 64%". Sides are shown by their first
/// letters.
pub fn short_value_text(position: &dyn AnyPosition, mover: Player, value: Value) -> String {
    let letter = |player: Player| position.side_name(player).chars().next().unwrap_or('?');
    let is_duel = position.players() == 2;
    let ends = |player: Player, present: &str, distance: Distance| {
        let letter = letter(player);
        match distance.exact() {
            Some(plies @ 1..) => format!("{letter} {present} in {plies}"),
            _ => format!("{letter} {present}"),
        }
    };
    match value {
        Value::Win(distance) => ends(mover, "wins", distance),
        Value::Loss(distance) if is_duel => ends(mover.other(), "wins", distance),
        Value::Loss(distance) => ends(mover, "loses", distance),
        Value::Draw => "draw".to_owned(),
        Value::Estimate(_) => {
            let (player, chance) = shown_chance(is_duel, mover, value);
            format!("{} {}", letter(player), percent(chance))
        }
    }
}

/// The winning chance to show and whose it is.
fn shown_chance(is_duel: bool, mover: Player, value: Value) -> (Player, f64) {
    match (is_duel, mover) {
        (true, Player(1)) => (Player(0), 1.0 - value.winning_chance()),
        _ => (mover, value.winning_chance()),
    }
}

/// A value on a square, for the player to move: W, D or L if it is proven, otherwise a winning chance.
pub fn square_value_text(value: Value) -> String {
    match value {
        Value::Win(_) => "W".to_owned(),
        Value::Draw => "D".to_owned(),
        Value::Loss(_) => "L".to_owned(),
        Value::Estimate(_) => percent(value.winning_chance()),
    }
}

/// The first move of a line with the number of its mirror images: "b2 and 3 mirror images".
pub fn line_move_text(line: &Line) -> String {
    mirrored_move_text(line.moves.first().map_or("", String::as_str), &line.mirrors)
}

/// A move with the number of its mirror images: "b2 and 3 mirror images".
pub fn mirrored_move_text(mv: &str, mirrors: &[String]) -> String {
    match mirrors.len() {
        0 => mv.to_owned(),
        1 => format!("{mv} and 1 mirror image"),
        count => format!("{mv} and {count} mirror images"),
    }
}

/// Joins moves that differ only in a number at their end: "a1=0" to "a1=4" become "a1=0–4". Every move
/// has a number, and the last one stands for all.
pub fn join_numbers(words: &[(usize, String)], dash: &str) -> Vec<(usize, String)> {
    let follows = |(_, one): &(usize, String), (_, next): &(usize, String)| {
        let pair = split_number(one).zip(split_number(next));
        pair.is_some_and(|((head, one), (other, next))| head == other && one + 1 == next)
    };
    let join = |run: &[(usize, String)]| match run {
        [(_, first), .., (place, last)] => {
            let number = split_number(last).map_or(0, |(_, number)| number);
            (*place, format!("{first}{dash}{number}"))
        }
        _ => run[0].clone(),
    };
    words.chunk_by(follows).map(join).collect()
}

/// The number after a sign at the end of a move, and what is before it.
fn split_number(word: &str) -> Option<(&str, u32)> {
    let head = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let is_number = head.ends_with(|letter: char| !letter.is_alphanumeric());
    is_number.then(|| word[head.len()..].parse().ok()).flatten().map(|number| (head, number))
}

/// The letter for the value of a move: W, D or L for its player, and ? if it is not proven.
pub const fn value_letter(value: Option<Wdl>) -> char {
    match value {
        Some(Wdl::Win) => 'W',
        Some(Wdl::Draw) => 'D',
        Some(Wdl::Loss) => 'L',
        None => '?',
    }
}

/// A probability in whole per cent, from 1% to 99%: only proven values are certain.
pub fn percent(chance: f64) -> String {
    format!("{}%", ((chance * 100.0).round() as u8).clamp(1, 99))
}

/// The cost of a mistake: "was a proven win, now 50%; a1b1 was better".
pub fn mistake_text(best: Value, played: Value, better: &str) -> String {
    let words = |value: Value| match value {
        Value::Win(_) => "a proven win".to_owned(),
        Value::Loss(_) => "a proven loss".to_owned(),
        Value::Draw => "a proven draw".to_owned(),
        Value::Estimate(_) => percent(value.winning_chance()),
    };
    format!("was {}, now {}; {better} was better", words(best), words(played))
}

/// A move that gave something away only against perfect play: "loses against perfect play, where a1b1
/// wins; in practice 48% rather than 51%". The last two values are those that a strong player would see.
pub fn theory_text(best: Value, played: Value, better: &str, seen: (Value, Value)) -> String {
    let (practical, best_practical) =
        (percent(seen.1.winning_chance()), percent(seen.0.winning_chance()));
    let theory = against_perfect_play(best, played, better);
    format!("{theory}; in practice {practical} rather than {best_practical}")
}

/// The same if the values of all replies are proven: "loses against perfect play, where a1b1 wins; only 1
/// of 9 replies wins". The last two numbers are the replies that get the most out of the move, and all.
pub fn reply_text(
    best: Value,
    played: Value,
    better: &str,
    (right, all): (usize, usize),
) -> String {
    let theory = against_perfect_play(best, played, better);
    let only = if 2 * right < all { "only " } else { "" };
    let replies = if all == 1 { "reply" } else { "replies" };
    let verb = match (played, right) {
        (Value::Loss(_), 1) => "wins",
        (Value::Loss(_), _) => "win",
        (_, 1) => "holds the draw",
        _ => "hold the draw",
    };
    format!("{theory}; {only}{right} of {all} {replies} {verb}")
}

/// "loses against perfect play, where a1b1 wins"
fn against_perfect_play(best: Value, played: Value, better: &str) -> String {
    let verb = |value: Value| match value {
        Value::Win(_) => "wins",
        Value::Draw => "draws",
        _ => "loses",
    };
    format!("{} against perfect play, where {better} {}", verb(played), verb(best))
}

/// A move, with its steps if there are several.
pub fn move_text(before: &dyn AnyPosition, mv: &str) -> String {
    let steps = before.steps(mv).unwrap_or_default();
    let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
    match steps.len() {
        0 | 1 => mv.to_owned(),
        _ => format!("{mv} ({})", steps.join(", ")),
    }
}

/// An event as a sentence.
pub fn event_sentence(table: &Table, event: &Event) -> Option<String> {
    let name = |player: &Player| table.name_of(*player);
    Some(match event {
        Event::Moved { player, forced: true, .. } => {
            format!("{} has no legal move and passes.", name(player))
        }
        Event::Moved { player, mv, node, .. } => {
            let before = table.history().get(*node).and_then(|node| node.parent);
            let before = before.and_then(|node| table.history().position(node))?;
            format!("{} plays {}.", name(player), move_text(before, mv))
        }
        Event::Eliminated { player, .. } => {
            format!("{} is out of the game. The others continue.", name(player))
        }
        Event::TookBack { node, .. } => {
            format!("Taken back. {}", last_move(table.history(), *node))
        }
        Event::Redone { node } => format!("Redone. {}", last_move(table.history(), *node)),
        Event::WentTo { node } => format!("Jumped. {}", last_move(table.history(), *node)),
        Event::DrawOffered { by } => format!("{} offers a draw.", name(by)),
        Event::DrawAccepted { by } => format!("{} accepts the draw.", name(by)),
        Event::DrawDeclined { by } => format!("{} declines the draw.", name(by)),
        Event::TakebackOffered { by } => format!("{} asks for a takeback.", name(by)),
        Event::TakebackAccepted { by } => format!("{} accepts the takeback.", name(by)),
        Event::TakebackDeclined { by } => format!("{} declines the takeback.", name(by)),
        Event::Resigned { player } => format!("{} resigns.", name(player)),
        Event::FlagFell { player } => format!("{} ran out of time.", name(player)),
        Event::Paused => "Paused.".to_owned(),
        Event::Resumed => "Resumed.".to_owned(),
        Event::Renamed { player, .. } => format!("Welcome, {}.", name(player)),
        Event::Finished(finish) => format!("{}. Result: {}.", finish.sentence, finish.result),
    })
}

/// The last move before a node, as a sentence.
fn last_move(history: &History, node: NodeId) -> String {
    match history.get(node) {
        Some(node) if node.ply > 0 => {
            let side = node.position.side_name(node.player);
            format!("The last move is {}, {side} {}.", node.ply, node.mv)
        }
        _ => "This is the starting position.".to_owned(),
    }
}

impl Table {
    /// Why the player at this device cannot enter a move now, as a sentence.
    pub fn why_closed(&self) -> Option<String> {
        let Some(player) = self.turn() else {
            return Some("The game is over.".to_owned());
        };
        if self.is_paused() {
            return Some("Paused. Resume the game to move.".to_owned());
        }
        match self.seats()[player.index()].kind == crate::SeatKind::Person {
            true => None,
            false => Some(format!("It is {}'s turn.", self.name_of(player))),
        }
    }
}

#[cfg(test)]
mod tests {
    use strata_games::GAMES;
    use strata_rules::find_game;

    use super::*;

    fn start(game: &str, options: &[(&str, &str)]) -> Box<dyn AnyPosition> {
        let entry = find_game(GAMES, game).expect("a game");
        entry.open(options.iter().copied()).expect("options").start()
    }

    #[test]
    fn proven_value_names_the_winner_and_only_exact_distances() {
        let duel = start("staqs", &[]);
        let text = |mover, value| value_text(&*duel, Player(mover), value);
        assert_eq!(text(0, Value::Win(Distance::Exact(0))), "Blue has won");
        assert_eq!(text(0, Value::Win(Distance::Exact(1))), "Blue wins in 1 ply (proven)");
        assert_eq!(text(0, Value::Win(Distance::Exact(7))), "Blue wins in 7 plies (proven)");
        assert_eq!(text(0, Value::Win(Distance::AtMost(7))), "Blue wins (proven)");
        assert_eq!(text(0, Value::Loss(Distance::Exact(8))), "White wins in 8 plies (proven)");
        assert_eq!(text(1, Value::Loss(Distance::AtMost(8))), "Blue wins (proven)");
        assert_eq!(text(1, Value::Draw), "draw (proven)");
    }

    #[test]
    fn estimate_is_for_the_first_player_of_two_and_for_the_mover_of_more() {
        let duel = start("staqs", &[]);
        assert_eq!(value_text(&*duel, Player(0), Value::Estimate(100)), "Blue 73%");
        assert_eq!(value_text(&*duel, Player(1), Value::Estimate(100)), "Blue 27%");
        assert_eq!(value_text(&*duel, Player(1), Value::Estimate(9000)), "Blue 1%");
        let three = start("staqs", &[("players", "3")]);
        assert_eq!(value_text(&*three, Player(2), Value::Estimate(100)), "Red 73%");
        let loss = Value::Loss(Distance::AtMost(4));
        assert_eq!(value_text(&*three, Player(2), loss), "Red loses (proven)");
    }

    #[test]
    fn short_values_have_letters_for_sides_and_only_exact_distances() {
        let duel = start("staqs", &[]);
        let text = |mover, value| short_value_text(&*duel, Player(mover), value);
        assert_eq!(text(0, Value::Win(Distance::Exact(7))), "B wins in 7");
        assert_eq!(text(0, Value::Loss(Distance::AtMost(8))), "W wins");
        assert_eq!(text(1, Value::Draw), "draw");
        assert_eq!(text(1, Value::Estimate(100)), "B 27%");
        let three = start("staqs", &[("players", "3")]);
        let loss = Value::Loss(Distance::AtMost(4));
        assert_eq!(short_value_text(&*three, Player(2), loss), "R loses");
        let squares = [Value::Win(Distance::UNKNOWN), loss, Value::Draw, Value::Estimate(100)];
        assert_eq!(squares.map(square_value_text), ["W", "L", "D", "73%"]);
    }

    #[test]
    fn theory_text_says_what_a_player_would_see() {
        let (win, loss) = (Value::Win(Distance::UNKNOWN), Value::Loss(Distance::UNKNOWN));
        let seen = (Value::Estimate(4), Value::Estimate(-8));
        assert_eq!(
            theory_text(win, loss, "b2", seen),
            "loses against perfect play, where b2 wins; in practice 48% rather than 51%"
        );
    }

    #[test]
    fn reply_text_counts_the_replies_that_matter() {
        let (win, loss) = (Value::Win(Distance::UNKNOWN), Value::Loss(Distance::UNKNOWN));
        assert_eq!(
            reply_text(win, loss, "b2", (1, 9)),
            "loses against perfect play, where b2 wins; only 1 of 9 replies wins"
        );
        assert_eq!(
            reply_text(win, Value::Draw, "b2", (6, 9)),
            "draws against perfect play, where b2 wins; 6 of 9 replies hold the draw"
        );
        assert!(reply_text(Value::Draw, loss, "b2", (1, 1)).ends_with("1 of 1 reply wins"));
    }

    #[test]
    fn line_move_text_counts_mirror_images() {
        let mut line = Line::new(vec!["b2".to_owned(), "c3".to_owned()], Value::Draw);
        assert_eq!(line_move_text(&line), "b2");
        line.mirrors.push("b4".to_owned());
        assert_eq!(line_move_text(&line), "b2 and 1 mirror image");
        line.mirrors.push("d2".to_owned());
        assert_eq!(line_move_text(&line), "b2 and 2 mirror images");
    }

    #[test]
    fn moves_that_differ_only_in_a_number_are_joined() {
        let words = ["e10=0", "e10=1", "e10=2", "g3=2", "g3=4", "a1", "a2", "b2×4", "pass"];
        let words: Vec<(usize, String)> =
            words.into_iter().map(str::to_owned).enumerate().collect();
        let joined = join_numbers(&words, "–");
        let texts: Vec<&str> = joined.iter().map(|(_, word)| word.as_str()).collect();
        assert_eq!(texts, ["e10=0–2", "g3=2", "g3=4", "a1", "a2", "b2×4", "pass"]);
        assert_eq!(joined[0].0, 2, "the last one is played");
    }

    #[test]
    fn mistake_text_compares_the_values_and_names_the_better_move() {
        let text = mistake_text(Value::Win(Distance::AtMost(7)), Value::Estimate(0), "a1b1");
        assert_eq!(text, "was a proven win, now 50%; a1b1 was better");
    }

    #[test]
    fn sentence_is_capitalised_unless_it_starts_with_a_move() {
        assert_eq!(sentence("it is White's turn"), "It is White's turn.");
        assert_eq!(sentence("c3c4: c4 is empty"), "c3c4: c4 is empty.");
        assert_eq!(sentence("swap: too late"), "swap: too late.");
        assert_eq!(sentence("élan"), "Élan.");
        assert_eq!(sentence(""), "");
    }
}
