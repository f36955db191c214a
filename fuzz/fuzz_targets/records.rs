//! Parses a record file: no panic, and parsed records round-trip.
#![no_main]

use libfuzzer_sys::fuzz_target;
use strata_records::{Reader, verify};
use strata_rules::Player;

fuzz_target!(|text: &str| {
    for record in Reader::new(text.as_bytes()).flatten() {
        let written = record.write(2, Player(0));
        let again: Vec<_> = Reader::new(written.as_bytes()).collect();
        assert_eq!(again.len(), 1, "{written}");
        assert_eq!(*again[0].as_ref().expect("a written record parses"), record, "{written}");
        let _ = verify(&record, strata_games::GAMES);
    }
});
