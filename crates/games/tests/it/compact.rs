//! The games with fewer types, for the browser, play like those with a type for each board size.

use strata_rules::{AnyPosition, GameEntry, Random, find_game};

/// Compares two positions that should be the same.
fn compare(fast: &dyn AnyPosition, compact: &dyn AnyPosition) {
    let text = fast.text();
    assert_eq!(text, compact.text());
    assert_eq!(fast.moves(), compact.moves(), "{text}");
    assert_eq!(fast.count_moves(), compact.count_moves(), "{text}");
    assert_eq!(fast.outcome(), compact.outcome(), "{text}");
    assert_eq!(fast.reason(), compact.reason(), "{text}");
    assert_eq!(fast.scene(), compact.scene(), "{text}");
    assert_eq!(fast.symmetric_texts(), compact.symmetric_texts(), "{text}");
    for words in ["a1", "a1a2", "zz", "pass"] {
        assert_eq!(
            fast.boxed_clone().play(words).map_err(|error| error.to_string()),
            compact.boxed_clone().play(words).map_err(|error| error.to_string()),
            "{text} {words}"
        );
    }
}

/// Plays the same random game on both.
fn compare_game(fast: &GameEntry, compact: &GameEntry, options: &[(&str, &str)], seed: u64) {
    let [mut left, mut right] =
        [fast, compact].map(|entry| entry.open(options.iter().copied()).expect("options").start());
    let mut random = Random::new(seed);
    loop {
        compare(&*left, &*right);
        let read = compact.read_position(&left.text()).expect("its own text");
        assert_eq!(read.text(), left.text());
        let [left_draft, right_draft] = [fast, compact]
            .map(|entry| entry.read_draft(&left.text()).expect("a draft of its own text"));
        assert_eq!(left_draft.text(), right_draft.text());
        assert_eq!(left_draft.scene(), right_draft.scene());
        let Some(mv) = left.play_random(&mut random) else { return };
        right.play(&mv).expect("the same moves");
    }
}

fn compare_all(list: &'static [GameEntry]) {
    for (game, sizes, more) in [
        ("staqs", 3..=10, [("placement", "anytime"), ("players", "3"), ("blockades", "2")]),
        ("clusterfuss", 2..=10, [("pie", "on"), ("pie", "off"), ("pie", "on")]),
    ] {
        let fast = find_game(strata_games::GAMES, game).expect("a game");
        let compact = find_game(list, game).expect("a game");
        for size in sizes {
            let size = size.to_string();
            for (seed, extra) in (0..).zip(more) {
                compare_game(fast, compact, &[("size", &size)], seed);
                compare_game(fast, compact, &[("size", &size), extra], seed);
            }
        }
    }
}

#[test]
fn compact_games_play_like_the_fast_ones() {
    compare_all(strata_games::compact::GAMES);
}

#[test]
fn smallest_games_play_like_the_fast_ones() {
    compare_all(strata_games::smallest::GAMES);
}

#[test]
fn options_and_positions_are_refused_in_the_same_words() {
    for game in ["staqs", "clusterfuss"] {
        let fast = find_game(strata_games::GAMES, game).expect("a game");
        let compact = find_game(strata_games::smallest::GAMES, game).expect("a game");
        for text in [
            "size-4_n",
            "size-99_1",
            "std_nnnnnn-nnnnn",
            "size-3_rbr-brb-rb_r",
            "x",
            "size-4_rbrb-brbr-rbrb-brbrr_r",
        ] {
            let [fast, compact] = [fast, compact]
                .map(|entry| entry.read_position(text).map(|position| position.text()));
            assert_eq!(fast, compact, "{text}");
            assert!(fast.is_err(), "{text}");
        }
    }
}
