//! Golden playthroughs: complete games from fixed seeds, so that a change of the rules shows as a
//! diff.

use std::fmt::Write;

use strata_rules::{Random, find_game};

fn playthrough(game: &str, options: &[(&str, &str)], seed: u64) -> String {
    let entry = find_game(strata_games::GAMES, game).expect("a known game");
    let mut position = entry.open(options.iter().copied()).expect("good options").start();
    let mut random = Random::new(seed);
    let mut out = String::new();
    loop {
        let _ = writeln!(out, "{}", position.text());
        let moves = position.moves();
        if moves.is_empty() {
            break;
        }
        let mv = &moves[random.below(moves.len() as u64) as usize];
        let mover = position.info().side(position.side_of(position.turn())).name;
        let _ = writeln!(out, "  {} moves; {mover} plays {mv}", moves.len());
        position.play(mv).expect("a listed move is legal");
    }
    let outcome = position.outcome().expect("no moves are left");
    let result = outcome.result(position.players());
    let reason = position.reason().expect("a finished game has a reason");
    let _ = writeln!(out, "{result} by {}: {reason}", outcome.decided_by);
    out
}

macro_rules! golden {
    ($($name:ident: $game:literal [$($key:ident = $value:literal)*] $seed:literal;)+) => {$(
        #[test]
        fn $name() {
            insta::assert_snapshot!(playthrough($game, &[$((stringify!($key), $value)),*], $seed));
        }
    )+};
}

golden! {
    staqs: "staqs" [] 1;
    staqs_four_players_with_blockades: "staqs" [size="4" players="4" placement="anytime" blockades="1"] 2;
    clusterfuss: "clusterfuss" [size="4"] 3;
    clusterfuss_with_pie: "clusterfuss" [size="5" pie="on"] 5;
    qawale: "qawale" [] 4;
    isaac: "isaac" [] 6;
}
