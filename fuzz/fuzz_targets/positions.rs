//! Parses a position text in every game: no panic, and accepted positions round-trip.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for entry in strata_games::GAMES {
        if let Ok(position) = entry.read_position(text) {
            let printed = position.text();
            let again = entry.read_position(&printed).expect("a printed position parses");
            assert_eq!(again.text(), printed);
            assert_eq!(position.count_moves() == 0, position.outcome().is_some());
            let _ = position.scene();
        }
    }
});
