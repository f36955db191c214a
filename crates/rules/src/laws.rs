//! Property tests that every game must pass, over random play.
//!
//! The tests of a game call [`check`] for each interesting set of options.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use crate::perft::{LastPly, perft};
use crate::text::tidy;
use crate::{
    Edit, Evaluator, ForcedResult, Game, MAX_ESTIMATE, MOVE_INDEX_COUNT, Player, Random, Show,
    Square, Step, Symmetry, Text, Values, follow_moves,
};

/// The number of moves from other positions that are tried in each position.
const FOREIGN_MOVES: usize = 40;

/// Slow checks run on one of this many positions.
const SAMPLE_INTERVAL: u64 = 16;

/// Plays `games` random games from `seed` and checks all properties at every position.
///
/// # Panics
/// If a property does not hold; the message names the property, the position and the move.
pub fn check<G: Edit + Evaluator>(game: &G, seed: u64, games: u64) {
    check_options(game);
    let mut random = Random::new(seed);
    let mut codes = HashMap::new();
    let mut texts_seen: Vec<String> = Vec::new();
    for _ in 0..games {
        let mut position = game.start();
        check_editing(game, &mut random);
        loop {
            let text = game.position_text(&position);
            check_position_text(game, &position, &text);
            check_code(game, &position, &text, &mut codes);
            let moves = check_moves(game, &position, &text);
            check_foreign_moves(game, &position, &moves, &texts_seen, &mut random);
            check_symmetry(game, &position, &text, &mut random);
            check_scene(game, &position, &text);
            check_prompts(game, &position, &text, &mut random);
            check_evaluator(game, &position, &text);
            check_forced_result(game, &position);
            if random.below(SAMPLE_INTERVAL) == 0 {
                check_random_moves(game, &position, &text, &mut random);
            }
            let Some(mv) = game.random_move(&position, &mut random) else {
                assert!(
                    game.outcome(&position).is_some(),
                    "{text}: the game is not over but there is no move"
                );
                break;
            };
            let notation = game.move_text(mv);
            assert!(moves.contains(&notation), "{text}: random move {notation} is not legal");
            texts_seen.push(notation);
            game.play(&mut position, mv);
            if game.players() > 2 && random.below(SAMPLE_INTERVAL) == 0 {
                check_elimination(game, &mut position, &mut random);
            }
        }
    }
}

/// A player who leaves a game of three or more is never to move again and does not win; the
/// last player left does.
fn check_elimination<G: Text>(game: &G, position: &mut G::Position, random: &mut Random) {
    let remaining = |position: &G::Position| {
        let eliminated = game.eliminated(position);
        Player::all(game.players()).filter(move |player| !eliminated.contains(*player))
    };
    if game.outcome(position).is_some() {
        return;
    }
    let text = game.position_text(position);
    let choice = random.below(remaining(position).count() as u64) as usize;
    let Some(player) = remaining(position).nth(choice) else { return };
    game.eliminate(position, player);
    assert!(game.eliminated(position).contains(player), "{text}: {player:?} did not leave");
    let left: Vec<Player> = remaining(position).collect();
    match game.outcome(position) {
        Some(outcome) => assert!(
            outcome.winners.iter().all(|winner| left.contains(&winner)),
            "{text}: a player who left wins"
        ),
        None => assert!(left.len() > 1, "{text}: the last player left has not won"),
    }
    assert!(left.contains(&game.turn(position)), "{text}: a player who left is to move");
}

/// Every option and every word of a choice has a label.
fn check_options<G: Game>(game: &G) {
    for option in game.info().options {
        let words = match option.values {
            Values::Range(..) => 0,
            Values::Choice(words) => words.len(),
        };
        assert!(!option.label.is_empty() && option.labels.len() == words, "{}", option.name);
    }
}

/// Position text round-trips, and the incremental hash equals the hash of the parsed position.
fn check_position_text<G: Text>(game: &G, position: &G::Position, text: &str) {
    let safe = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_');
    assert!(text.chars().all(safe), "{text}: not safe in a URL");
    let (_, state) = text.split_once('_').expect("options and position are joined by _");
    let again = game
        .read_position(state)
        .unwrap_or_else(|reason| panic!("{text}: does not read back: {reason}"));
    assert_eq!(*position, again, "{text}: reads back as another position");
    assert_eq!(game.hash(position), game.hash(&again), "{text}: the incremental hash is wrong");
    assert_eq!(game.position_text(&again), text, "{text}: has a second notation");
}

/// Different positions have different codes.
fn check_code<G: Text>(
    game: &G,
    position: &G::Position,
    text: &str,
    codes: &mut HashMap<u128, G::Position>,
) {
    if let Some(code) = game.code(position) {
        let first = codes.entry(code).or_insert(*position);
        assert_eq!(first, position, "{text}: shares its code with another position");
    }
}

/// Moves have unique notations and steps, parse back, and agree with `count_moves` and `nth_move`.
fn check_moves<G: Text + Show>(game: &G, position: &G::Position, text: &str) -> HashSet<String> {
    let over = game.outcome(position).is_some();
    let mut texts = HashSet::new();
    let mut all_steps: Vec<Vec<Step>> = Vec::new();
    game.for_each_move(position, |mv| {
        let notation = game.move_text(mv);
        assert_eq!(
            tidy(&notation).as_deref(),
            Ok(notation.as_str()),
            "{text}: {notation} changes when normalised"
        );
        assert_eq!(
            game.parse_move(position, &notation),
            Ok(mv),
            "{text}: {notation} does not parse back"
        );
        all_steps.push(game.steps(position, mv));
        assert!(texts.insert(notation.clone()), "{text}: {notation} is generated twice");
    });
    assert_eq!(
        texts.is_empty(),
        over,
        "{text}: moves in a finished game, or none in a running one"
    );
    assert_eq!(texts.len() as u64, game.count_moves(position), "{text}: count_moves is wrong");
    assert_eq!(perft(game, position, 1, LastPly::Played), texts.len() as u64, "{text}");
    if texts.contains("pass") {
        assert_eq!(texts.len(), 1, "{text}: pass is legal although there are other moves");
    }
    all_steps.sort();
    for pair in all_steps.windows(2) {
        assert!(
            !pair[1].starts_with(&pair[0]),
            "{text}: {:?} is a prefix of {:?}",
            pair[0],
            pair[1]
        );
    }
    let hash = game.hash(position);
    if let Some(mv) = game.nth_move(position, (hash / SAMPLE_INTERVAL) % texts.len().max(1) as u64)
        && hash.is_multiple_of(SAMPLE_INTERVAL)
    {
        check_steps(game, position, mv, text);
    }
    let numbered: HashSet<String> = (0..texts.len() as u64)
        .map(|n| {
            game.move_text(
                game.nth_move(position, n).expect("nth_move returns a move for every index"),
            )
        })
        .collect();
    assert_eq!(numbered, texts, "{text}: nth_move does not enumerate the legal moves");
    texts
}

/// `follow` offers every step of a move, and the last step completes it.
fn check_steps<G: Text + Show>(game: &G, position: &G::Position, mv: G::Move, text: &str) {
    let steps = game.steps(position, mv);
    for made in 0..steps.len() {
        let (next, complete) = game.follow(position, &steps[..made]);
        assert!(next.is_sorted() && complete.is_none(), "{text}: {steps:?}");
        assert!(next.contains(&steps[made]), "{text}: {steps:?} is not offered");
        let (on_the_way, _) =
            follow_moves(game, position, &steps[..made], |mv| [game.steps(position, mv)]);
        assert!(on_the_way.iter().all(|step| next.contains(step)), "{text}: {steps:?}");
        if let Some(step) = next.last() {
            let further = [&steps[..made], &[*step]].concat();
            let (next, complete) = game.follow(position, &further);
            assert!(complete.is_some() == next.is_empty(), "{text}: {further:?} is a dead end");
        }
    }
    assert_eq!(game.follow(position, &steps), (Vec::new(), Some(mv)), "{text}: {steps:?}");
}

/// There is a prompt at the start of a move and after each of its steps.
fn check_prompts<G: Text + Show>(
    game: &G,
    position: &G::Position,
    text: &str,
    random: &mut Random,
) {
    let Some(mv) = game.random_move(position, random) else { return };
    let steps = game.steps(position, mv);
    for made in 0..steps.len() {
        let prompt = game.prompt(position, &steps[..made]);
        let is_sentence = prompt.starts_with(char::is_uppercase) && !prompt.ends_with('.');
        assert!(is_sentence, "{text}: {:?} are followed by the prompt {prompt:?}", &steps[..made]);
    }
}

/// A move from another position is accepted exactly if it is legal here.
fn check_foreign_moves<G: Text>(
    game: &G,
    position: &G::Position,
    legal: &HashSet<String>,
    seen: &[String],
    random: &mut Random,
) {
    for _ in 0..FOREIGN_MOVES.min(seen.len()) {
        let foreign = &seen[random.below(seen.len() as u64) as usize];
        let accepted = game.parse_move(position, foreign);
        let text = game.position_text(position);
        assert_eq!(accepted.is_ok(), legal.contains(foreign), "{text}: {foreign}: {accepted:?}");
    }
}

/// Symmetries commute with `play` and preserve the outcome and the number of moves.
fn check_symmetry<G: Text>(game: &G, position: &G::Position, text: &str, random: &mut Random) {
    assert_eq!(game.symmetries().first(), Some(&Symmetry::IDENTITY));
    let mv = game.random_move(position, random);
    for &symmetry in game.symmetries() {
        let image = game.transform(position, symmetry);
        check_position_text(game, &image, &game.position_text(&image));
        assert_eq!(game.transform(&image, symmetry.inverse()), *position, "{text}: {symmetry:?}");
        assert_eq!(game.outcome(&image), game.outcome(position), "{text}: {symmetry:?}");
        assert_eq!(game.count_moves(&image), game.count_moves(position), "{text}: {symmetry:?}");
        if let Some(mv) = mv {
            let mut played_first = *position;
            game.play(&mut played_first, mv);
            let mut turned_first = image;
            game.play(&mut turned_first, game.transform_move(mv, symmetry));
            let played_first = game.transform(&played_first, symmetry);
            assert_eq!(played_first, turned_first, "{text}: {symmetry:?} {}", game.move_text(mv));
        }
    }
}

/// Random moves are uniform over the legal ones.
fn check_random_moves<G: Text>(game: &G, position: &G::Position, text: &str, random: &mut Random) {
    const EACH: u64 = 200;
    // More than six standard deviations of an expected count of 200.
    const MAX_DEVIATION: u64 = 90;
    let moves = game.count_moves(position);
    if moves > 60 {
        return;
    }
    let mut counts: HashMap<String, u64> = HashMap::new();
    for _ in 0..moves * EACH {
        if let Some(mv) = game.random_move(position, random) {
            *counts.entry(game.move_text(mv)).or_default() += 1;
        }
    }
    assert_eq!(counts.len() as u64, moves, "{text}: some moves are never chosen");
    for (mv, count) in counts {
        assert!(
            count.abs_diff(EACH) <= MAX_DEVIATION,
            "{text}: {mv} is chosen {count} times, expected {EACH}"
        );
    }
}

/// Evaluations are in range and symmetric for two players, move indices are in range, and a winning
/// move wins.
fn check_evaluator<G: Text + Evaluator>(game: &G, position: &G::Position, text: &str) {
    if game.outcome(position).is_some() {
        return;
    }
    let estimates: Vec<i32> =
        Player::all(game.players()).map(|player| game.evaluate(position, player)).collect();
    assert!(estimates.iter().all(|e| e.abs() <= MAX_ESTIMATE), "{text}: {estimates:?}");
    if let [first, second] = estimates[..] {
        assert_eq!(first, -second, "{text}: the players' estimates do not cancel out");
    }
    game.for_each_move(position, |mv| {
        assert!(
            usize::from(game.move_index(mv)) < MOVE_INDEX_COUNT,
            "{text}: {}",
            game.move_text(mv)
        );
    });
    if let Some(mv) = game.winning_move(position) {
        let mut next = *position;
        game.play(&mut next, mv);
        let winner = game.outcome(&next).and_then(|outcome| outcome.winner());
        assert_eq!(winner, Some(game.turn(position)), "{text}: {}", game.move_text(mv));
    }
}

/// A forced or precomputed result is correct, wherever an exhaustive search is feasible.
fn check_forced_result<G: Text + Evaluator>(game: &G, position: &G::Position) {
    const MAX_POSITIONS: u32 = 3_000;
    if game.outcome(position).is_some() {
        return;
    }
    let wins =
        |player, plies| wins_within(game, position, player, plies, &mut MAX_POSITIONS.clone());
    let text = game.position_text(position);
    match game.forced_result(position).or_else(|| game.solved(position)) {
        Some(ForcedResult::Win { player, plies }) => {
            assert_ne!(wins(player, plies), Some(false), "{text}: {player:?} does not win");
        }
        Some(ForcedResult::Draw) => {
            for player in Player::all(2) {
                assert_ne!(wins(player, u16::MAX), Some(true), "{text}: {player:?} wins");
            }
        }
        None => {}
    }
}

/// Whether `player` can force a win within `plies`; `None` if `left` positions are not enough to tell.
fn wins_within<G: Game>(
    game: &G,
    position: &G::Position,
    player: Player,
    plies: u16,
    left: &mut u32,
) -> Option<bool> {
    *left = left.checked_sub(1)?;
    if let Some(outcome) = game.outcome(position) {
        return Some(outcome.winner() == Some(player));
    }
    let Some(plies) = plies.checked_sub(1) else { return Some(false) };
    let chooses = game.turn(position) == player;
    let mut answer = Some(!chooses);
    let _ = game.visit_moves(position, |mv| {
        let mut next = *position;
        game.play(&mut next, mv);
        match wins_within(game, &next, player, plies, left) {
            Some(wins) if wins != chooses => ControlFlow::Continue(()),
            settled => {
                answer = settled;
                ControlFlow::Break(())
            }
        }
    });
    answer
}

/// Drafts can be drawn and formatted after any edit, parse back, and are either playable to the end
/// or refused with a reason.
fn check_editing<G: Edit>(game: &G, random: &mut Random) {
    const CHANGES: usize = 60;
    let mut draft = game.start();
    if random.below(2) == 0 {
        game.clear(&mut draft);
    }
    for _ in 0..CHANGES {
        random_edit(game, &mut draft, random);
        let scene = game.scene(&draft);
        assert_eq!(scene.panels.len(), game.players(), "one panel per player");
        let mut text = String::new();
        game.write_position(&draft, &mut text);
        let again = game.read_draft(&text);
        let again = again.unwrap_or_else(|reason| panic!("{text}: does not read back: {reason}"));
        let mut written = String::new();
        game.write_position(&again, &mut written);
        assert_eq!(written, text, "the draft has a second notation");
        assert_eq!(game.scene(&again), scene, "{text}: reads back as another draft");
        match game.read_position(&text) {
            Ok(mut position) => {
                check_scene(game, &position, &text);
                game.playout(&mut position, random);
                assert!(game.outcome(&position).is_some(), "{text}: cannot be played to an end");
            }
            Err(reason) => assert!(!reason.is_empty(), "{text}: refused without a reason"),
        }
    }
}

/// Makes one random edit to a draft.
fn random_edit<G: Edit>(game: &G, draft: &mut G::Position, random: &mut Random) {
    let scene = game.scene(draft);
    let square = |random: &mut Random| {
        let index = random.below(scene.cells.len() as u64) as usize;
        Square::from_index(index, scene.width.into())
    };
    let settings = game.settings(draft);
    match random.below(4) {
        0 => game.take(draft, square(random)),
        1 if !settings.is_empty() => {
            let number = random.below(settings.len() as u64) as usize;
            let value = random.below(u64::from(settings[number].most) + 1) as u32;
            game.set(draft, number, value);
            let found = game.settings(draft).into_iter().find(|s| s.name == settings[number].name);
            assert_eq!(found.map(|setting| setting.value), Some(value), "{:?}", settings[number]);
        }
        _ => {
            let brushes = game.brushes(draft);
            let number = random.below(brushes.len() as u64) as usize;
            let squares: Vec<Square> =
                (0..brushes[number].squares).map(|_| square(random)).collect();
            let before = *draft;
            if game.put(draft, number, &squares).is_err() {
                assert!(
                    game.scene(draft) == game.scene(&before),
                    "a refused edit changed the draft"
                );
            }
        }
    }
}

/// The scene has a cell per square and a panel per player, and marks the side to move.
fn check_scene<G: Text + Show>(game: &G, position: &G::Position, text: &str) {
    let scene = game.scene(position);
    assert_eq!(scene.cells.len(), usize::from(scene.width) * usize::from(scene.height));
    assert_eq!(scene.panels.len(), game.players(), "{text}: one panel per player");
    let to_move: Vec<_> = scene.panels.iter().filter(|panel| panel.to_move).collect();
    match game.outcome(position) {
        Some(outcome) => {
            assert!(to_move.is_empty(), "{text}: a side is to move in a finished game");
            assert!(!outcome.winners.is_empty(), "{text}: no winners");
            let is_draw = outcome.is_draw(game.players());
            assert!(game.info().draws || !is_draw, "{text}: a draw in a game without draws");
            assert!(!game.reason(position, &outcome).is_empty(), "{text}: no reason");
        }
        None => {
            let side = game.side_of(position, game.turn(position));
            assert_eq!(to_move.iter().map(|panel| panel.side).collect::<Vec<_>>(), [side]);
        }
    }
}
