//! The checker's rules agree with the fast ones over random play.

use strata_checker::rules;
use strata_rules::{AnyPosition, Player, Random, find_game};

use crate::notation;

/// The result for the player to move.
fn result_of(position: &dyn AnyPosition, turn: Player) -> Option<i8> {
    position.outcome().map(|outcome| match outcome.winner() {
        None => 0,
        Some(winner) if winner == turn => 1,
        Some(_) => -1,
    })
}

fn compare(game: &str, options: &[(&str, &str)], games: u64) {
    let entry = find_game(strata_games::GAMES, game).expect("a known game");
    let opened = entry.open(options.iter().copied()).expect("good options");
    let slow = rules(game, &opened.options().text()).expect("supported options");
    let mut random = Random::new(7);
    for _ in 0..games {
        let (mut fast, mut board, mut turn) = (opened.start(), slow.start(), Player(0));
        let mut resources = [usize::MAX; 2];
        loop {
            let text = fast.text();
            assert_eq!(board, notation::board(game, &text), "{text}");
            assert_eq!(slow.result(&board), result_of(&*fast, turn), "{text}");
            if fast.outcome().is_some() {
                break;
            }
            assert_eq!(fast.turn(), turn, "{text}");
            let moves = slow.moves(&board);
            let (name, next) = &moves[random.below(moves.len() as u64) as usize];
            let mut names: Vec<&String> = moves.iter().map(|(name, _)| name).collect();
            names.sort();
            assert_eq!(names, fast.moves().iter().collect::<Vec<_>>(), "{text}");

            let left = slow.resources(&board);
            assert!(left <= resources[1] && left < resources[0], "{text}");
            resources = [resources[1], left];

            fast.play(name).expect("a legal move");
            board = next.clone();
            turn = turn.next(2);
        }
    }
}

macro_rules! agree {
    ($($name:ident: $game:literal [$($key:ident = $value:literal)*] $games:literal;)+) => {$(
        #[test]
        fn $name() {
            compare($game, &[$((stringify!($key), $value)),*], $games);
        }
    )+};
}

agree! {
    clusterfuss_2: "clusterfuss" [size="2"] 20;
    clusterfuss_3: "clusterfuss" [size="3"] 50;
    clusterfuss_4: "clusterfuss" [size="4"] 50;
    clusterfuss_5: "clusterfuss" [size="5"] 50;
    clusterfuss_6: "clusterfuss" [size="6"] 40;
    clusterfuss_7: "clusterfuss" [size="7"] 20;
    clusterfuss_8: "clusterfuss" [] 20;
    staqs_3: "staqs" [size="3"] 50;
    staqs_3_one_piece: "staqs" [size="3" pieces="1"] 50;
    staqs_3_anytime: "staqs" [size="3" placement="anytime"] 50;
    staqs_4_two_pieces: "staqs" [size="4" pieces="2"] 50;
    staqs_4_anytime: "staqs" [size="4" pieces="3" placement="anytime"] 50;
    staqs_5: "staqs" [] 50;
    staqs_5_anytime: "staqs" [placement="anytime"] 50;
    staqs_6: "staqs" [size="6" pieces="8"] 20;
    staqs_6_anytime: "staqs" [size="6" pieces="5" placement="anytime"] 20;
    qawale: "qawale" [] 60;
    qawale_one_stone: "qawale" [stones="1"] 20;
    qawale_four_stones: "qawale" [stones="4"] 60;
    qawale_five_stones_opponent: "qawale" [stones="5" doubleline="opponent"] 60;
    qawale_opponent: "qawale" [doubleline="opponent"] 60;
}
