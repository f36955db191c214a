//! Positions for training.

use std::collections::HashSet;
use std::sync::Arc;

use strata_arena::{Datagen, DatagenError};
use strata_engine::{Catalogue, MakeEngine};
use strata_games::GAMES;
use strata_rules::{AnyGame, find_game};

const CATALOGUE: Catalogue = Catalogue {
    games: GAMES,
    engine: |game, options| strata_games::visit(game, options, MakeEngine),
    solver: |_, _| None,
    tables: Vec::new,
};

const PLAN: Datagen = Datagen { games: 12, nodes: 300, opening_plies: [2, 6], threads: 1, seed: 3 };

fn open(game: &str, options: &[(&str, &str)]) -> Arc<dyn AnyGame> {
    let entry = find_game(GAMES, game).expect("a known game");
    entry.open(options.iter().copied()).expect("good options")
}

fn run(plan: &Datagen, game: &dyn AnyGame) -> Result<(usize, Vec<u8>), DatagenError> {
    let mut file = Vec::new();
    let positions = plan.run(game, CATALOGUE, &mut file, &|| {})?;
    Ok((positions, file))
}

#[test]
fn same_seed_gives_the_same_file_with_any_number_of_threads() {
    let game = open("clusterfuss", &[("size", "5")]);
    let (_, once) = run(&PLAN, &*game).expect("positions");
    let (_, again) = run(&Datagen { threads: 3, ..PLAN }, &*game).expect("positions");
    let (_, other) = run(&Datagen { seed: 4, ..PLAN }, &*game).expect("positions");
    assert_eq!(once, again);
    assert_ne!(once, other);
}

#[test]
fn records_agree_with_each_other() {
    let game = open("clusterfuss", &[]);
    let (positions, file) = run(&PLAN, &*game).expect("positions");
    let end = file.iter().position(|byte| *byte == b'\n').expect("a line");
    assert_eq!(&file[..end], b"strata positions 1 clusterfuss std 16");
    let (records, rest) = file[end + 1..].as_chunks::<24>();
    assert_eq!((records.len(), rest.len()), (positions, 0));
    let mut games = HashSet::new();
    let mut before = None;
    for record in records {
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| record[at + byte]));
        let number = u32::from_le_bytes(std::array::from_fn(|byte| record[byte]));
        let value = i16::from_le_bytes([record[4], record[5]]);
        let (result, exact) = (record[6] as i8, record[7] as i8);
        let (own, enemy) = (word(8), word(16));
        assert!(own & enemy == 0 && own != 0 && enemy != 0);
        assert!(result.abs() == 1, "Clusterfuss has no draws");
        if exact == 2 {
            assert!(value.abs() < 20_000);
        } else {
            assert_eq!((exact, value), (result, 20_000 * i16::from(result)));
        }
        // The player to move changes with every move, and so does the side of the result.
        if let Some((game, checkers, last)) = before.replace((number, own | enemy, result))
            && game == number
        {
            assert_eq!(result, -last);
            assert!((own | enemy).count_ones() < u64::count_ones(checkers));
        }
        games.insert(number);
    }
    assert_eq!(games.len(), PLAN.games);
}

#[test]
fn plans_that_cannot_be_carried_out_are_refused() {
    let small = open("clusterfuss", &[("size", "2")]);
    assert!(matches!(run(&PLAN, &*small), Err(DatagenError::Openings(_))));
    let game = open("clusterfuss", &[]);
    let reversed = Datagen { opening_plies: [5, 4], ..PLAN };
    assert!(matches!(run(&reversed, &*game), Err(DatagenError::Plies(5, 4))));
    assert!(matches!(run(&PLAN, &*open("isaac", &[])), Err(DatagenError::Game)));
}
