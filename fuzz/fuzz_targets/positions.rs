//! A position text, read by every game: no panic, and what is accepted prints and reads back.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for entry in strata_games::GAMES {
        if let Ok(position) = entry.read_position(text) {
            let printed = position.text();
            let again = entry.read_position(&printed).expect("what is printed reads back");
            assert_eq!(again.text(), printed);
            assert_eq!(position.count_moves() == 0, position.outcome().is_some());
            let _ = position.scene();
        }
    }
});
