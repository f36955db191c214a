//! Parses a record file: no panic, and parsed records round-trip.
#![no_main]

use libfuzzer_sys::fuzz_target;
use strata_games::GAMES;
use strata_records::{Reader, start_position, verify};

fuzz_target!(|text: &str| {
    for record in Reader::new(text.as_bytes()).flatten() {
        let verdict = verify(&record, GAMES);
        let Ok(start) = start_position(&record, GAMES) else {
            assert!(!verdict.faults.is_empty(), "a record without a start is at fault");
            continue;
        };
        let written = record.write(&*start);
        let again: Vec<_> = Reader::new(written.as_bytes()).collect();
        assert_eq!(again.len(), 1, "{written}");
        assert_eq!(*again[0].as_ref().expect("a written record parses"), record, "{written}");
    }
});
