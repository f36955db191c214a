//! Keys identify positions up to symmetry.

use strata_checker::{Board, hex, rules};
use strata_rules::{Random, find_game};

use crate::notation;

#[test]
fn symmetric_positions_have_equal_keys_which_decode_to_themselves() {
    for (game, options) in [
        ("clusterfuss", "size-3"),
        ("clusterfuss", "size-6"),
        ("clusterfuss", "std"),
        ("staqs", "size-4.placement-anytime"),
        ("staqs", "std"),
        ("qawale", "std"),
        ("qawale", "stones-3"),
    ] {
        let slow = rules(game, options).expect("supported options");
        let pairs = options.split('.').filter_map(|option| option.split_once('-'));
        let entry = find_game(strata_games::GAMES, game).expect("a known game");
        let opened = entry.open(pairs).expect("good options");
        let mut random = Random::new(11);
        for _ in 0..20 {
            let mut position = opened.start();
            while position.outcome().is_none() {
                let key = slow.key(&notation::board(game, &position.text()));
                assert_eq!(key.len(), slow.key(&slow.start()).len());
                for text in position.symmetric_texts() {
                    assert_eq!(slow.key(&notation::board(game, &text)), key, "{text}");
                }
                let decoded = slow.decode(&key).expect("a key");
                assert_eq!(slow.key(&decoded), key);
                position.play_random(&mut random);
            }
        }
    }
}

#[test]
fn clusterfuss_keys_do_not_depend_on_where_the_checkers_stand() {
    let rules = rules("clusterfuss", "size-3").expect("supported options");
    let key = |text| rules.key(&notation::board("clusterfuss", text));
    let corner = key("size-3_3-1r1-rb1_r");
    assert_eq!(key("size-3_2r-1rb-3_r"), corner);
    assert_ne!(key("size-3_3-1r1-rb1_b"), corner);
}

#[test]
fn keys_are_as_documented() {
    let key = |game, options, board: &Board| {
        hex(&rules(game, options).expect("supported options").key(board))
    };
    let start = rules("clusterfuss", "size-2").expect("supported options").start();
    assert_eq!(key("clusterfuss", "size-2", &start), "9c");
    let corner = Board::from_slice(&[5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0]);
    assert_eq!(key("staqs", "size-3.pieces-1", &corner), "0101010101010101050100");
    let start = rules("qawale", "stones-1").expect("supported options").start();
    assert_eq!(key("qawale", "stones-1", &start), "50140000501400");
}
