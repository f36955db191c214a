//! Plays a list of moves in one game, which the first byte chooses: no panic, and every accepted
//! move is legal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use strata_games::GAMES;

fuzz_target!(|input: (u8, &str)| {
    let (choice, line) = input;
    let entry = &GAMES[usize::from(choice) % GAMES.len()];
    let Ok(game) = entry.open([]) else { panic!("{}: the default options are refused", entry.info.id) };
    let mut position = game.start();
    for word in line.split('\n').take(64) {
        let before = position.clone();
        // Only accepted moves need the list of legal ones, which takes most of the time.
        if let Ok(mv) = position.play(word) {
            assert!(before.moves().binary_search(&mv).is_ok(), "{word} was parsed as {mv}");
        }
    }
});
