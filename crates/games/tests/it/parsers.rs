//! Property tests of the parsers: no text makes them panic, and accepted text round-trips.

use proptest::prelude::*;
use strata_rules::{GameEntry, Random, find_game};

fn entry(game: &str) -> &'static GameEntry {
    find_game(strata_games::GAMES, game).expect("a known game")
}

/// Text that resembles moves and positions.
fn near_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-k0-9x=nesw_.-]{0,40}",
        "[a-j](10|[0-9])[a-j](10|[0-9])",
        "[a-d][1-4][nesw]{1,24}",
        "[a-j](10|[1-9])=[0-9]{1,4}",
        "\\PC{0,60}",
        any::<String>(),
    ]
}

/// A position text with a few of its characters replaced, removed or doubled.
fn damaged_position(game: &'static str) -> impl Strategy<Value = String> {
    (
        any::<u64>(),
        0..40_usize,
        proptest::collection::vec((any::<u64>(), 0..3_u8, any::<char>()), 0..4),
    )
        .prop_map(move |(seed, plies, damages)| {
            let mut random = Random::new(seed);
            let mut position = entry(game).open([]).expect("defaults").start();
            for _ in 0..plies {
                let moves = position.moves();
                if moves.is_empty() {
                    break;
                }
                let mv = &moves[random.below(moves.len() as u64) as usize];
                position.play(mv).expect("legal");
            }
            let mut text: Vec<char> = position.text().chars().collect();
            let alphabet: Vec<char> = "rbnewx0123456789-._ld".chars().collect();
            for (place, kind, other) in damages {
                let at = (place % text.len() as u64) as usize;
                match kind {
                    0 => text[at] = alphabet[place as usize / 7 % alphabet.len()],
                    1 => drop(text.remove(at)),
                    _ => text.insert(at, other),
                }
                if text.is_empty() {
                    break;
                }
            }
            text.into_iter().collect()
        })
}

fn check_position(game: &'static str, text: &str) {
    if let Ok(position) = entry(game).read_position(text) {
        let printed = position.text();
        let again = entry(game).read_position(&printed).expect("what is printed reads back");
        assert_eq!(again.text(), printed, "{text}");
        assert_eq!(position.moves().is_empty(), position.outcome().is_some(), "{text}");
        assert_eq!(position.moves().len() as u64, position.count_moves(), "{text}");
        let scene = position.scene();
        assert_eq!(scene.cells.len(), usize::from(scene.width) * usize::from(scene.height));
    }
}

/// Any accepted position can be played to the end.
fn check_playout(game: &'static str, text: &str) {
    if let Ok(mut position) = entry(game).read_position(text) {
        let mut random = Random::new(1);
        for _ in 0..1000 {
            let count = position.count_moves();
            if count == 0 {
                assert!(position.outcome().is_some(), "{text}");
                return;
            }
            if count > 10_000 {
                return;
            }
            let moves = position.moves();
            position.play(&moves[random.below(count) as usize]).expect("a listed move is legal");
        }
        panic!("{text}: the game does not end");
    }
}

macro_rules! readers {
    ($($game:ident)+) => {$(
        mod $game {
            use super::*;

            const GAME: &str = stringify!($game);

            proptest! {
                #[test]
                fn accepted_move_text_is_a_legal_move(text in near_text()) {
                    let mut position = entry(GAME).open([]).expect("defaults").start();
                    let legal = position.moves();
                    if let Ok(mv) = position.play(&text) {
                        prop_assert!(legal.contains(&mv), "{text} was read as {mv}");
                    }
                }

                #[test]
                fn accepted_position_text_round_trips(text in near_text()) {
                    check_position(GAME, &text);
                    check_position(GAME, &format!("std_{text}"));
                }

                #[test]
                fn damaged_position_is_refused_or_playable_to_the_end(text in damaged_position(GAME)) {
                    check_position(GAME, &text);
                    check_playout(GAME, &text);
                }
            }
        }
    )+};
}

readers! { staqs clusterfuss qawale isaac }
