//! Plays a list of moves in every game: no panic, and every accepted move is legal.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &str| {
    for entry in strata_games::GAMES {
        let Ok(game) = entry.open([]) else { panic!("{}: the default options are refused", entry.info.id) };
        let mut position = game.start();
        for word in line.split('\n').take(64) {
            let legal = position.moves();
            if let Ok(mv) = position.play(word) {
                assert!(legal.binary_search(&mv).is_ok(), "{word} was parsed as {mv}");
            }
        }
    }
});
