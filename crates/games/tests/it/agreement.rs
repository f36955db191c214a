//! Differential tests: the rules agree with a simple reference implementation over random play.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::reference::Reference;
use strata_rules::{AnyGame, AnyPosition, Player, PlayerSet, Random, find_game};

/// The board part of a position text, in the format of the reference implementation.
fn board(game: &str, position: &dyn AnyPosition) -> String {
    let text = position.text();
    let fields: Vec<&str> = text.split('_').collect();
    if game != "isaac" {
        return fields[1].to_owned();
    }
    let tiles = |field: &str| {
        let mut tiles: Vec<&str> = field.split('.').filter(|tile| *tile != "0").collect();
        tiles.sort_unstable();
        tiles.join(",")
    };
    let counters = fields.get(6).map_or("0,0".to_owned(), |counters| counters.replace('-', ","));
    format!("dark:{} light:{} counters:{counters}", tiles(fields[3]), tiles(fields[4]))
}

/// Picks a move; each style reaches different kinds of positions.
fn pick(moves: &[String], style: u64, random: &mut Random) -> String {
    let any = moves[random.below(moves.len() as u64) as usize].clone();
    let last_number = |mv: &String| mv.split('=').nth(1).and_then(|p| p.parse::<u32>().ok());
    match style {
        // Isaac: score all points of a random tile, which is the way to reach 100.
        1 => {
            let tile = any.split('=').next().unwrap_or_default();
            let same = moves.iter().filter(|mv| mv.split('=').next() == Some(tile));
            same.max_by_key(|mv| last_number(mv)).cloned().unwrap_or(any)
        }
        // Qawale: long sowings. Other games: any move with a long notation.
        2 => moves.iter().max_by_key(|mv| (mv.len(), random.below(1000))).cloned().unwrap_or(any),
        _ => any,
    }
}

fn open(game: &str, options: &[(&str, &str)]) -> Arc<dyn AnyGame> {
    let entry = find_game(strata_games::GAMES, game).expect("a known game");
    entry.open(options.iter().copied()).expect("good options")
}

/// Compares a position after some moves with the reference implementation; returns its moves.
fn compare_position(fast: &dyn AnyPosition, slow: &dyn Reference, line: &[String]) -> Vec<String> {
    let game = fast.info().id;
    let context = || format!("{game} {} after {}", fast.options().text(), line.join(" "));
    let moves = fast.moves();
    let slow_moves: BTreeSet<String> = slow.moves().into_iter().collect();
    assert!(moves.iter().eq(&slow_moves), "{}\n{moves:?}\n{slow_moves:?}", context());
    assert_eq!(board(game, fast), slow.board(), "{}", context());
    let winners = slow.winners().map(|players| {
        players.into_iter().map(|p| Player(p as u8)).fold(PlayerSet::EMPTY, PlayerSet::with)
    });
    assert_eq!(fast.outcome().map(|outcome| outcome.winners), winners, "{}", context());
    if !moves.is_empty() {
        assert_eq!(fast.turn().index(), slow.turn(), "{}", context());
    }
    moves
}

/// Compares random games.
fn compare(game: &str, options: &[(&str, &str)], games: u64) {
    let opened = open(game, options);
    let mut random = Random::new(99);
    for round in 0..games {
        let mut fast = opened.start();
        let mut slow = crate::reference::open(game, options);
        let mut line = Vec::new();
        loop {
            let moves = compare_position(&*fast, &*slow, &line);
            if moves.is_empty() {
                break;
            }
            let mv = pick(&moves, round % 3, &mut random);
            fast.play(&mv).expect("a listed move is legal");
            slow.play(&mv);
            line.push(mv);
        }
    }
}

/// Compares all positions that can follow a line of moves.
fn compare_all(game: &str, options: &[(&str, &str)], first_moves: &[&str]) -> usize {
    let opened = open(game, options);
    let mut seen = BTreeSet::new();
    let mut lines = vec![first_moves.iter().map(ToString::to_string).collect::<Vec<String>>()];
    while let Some(line) = lines.pop() {
        let mut fast = opened.start();
        for mv in &line {
            fast.play(mv).expect("a listed move is legal");
        }
        if !seen.insert(fast.text()) {
            continue;
        }
        let mut slow = crate::reference::open(game, options);
        line.iter().for_each(|mv| slow.play(mv));
        let moves = compare_position(&*fast, &*slow, &line);
        lines.extend(moves.into_iter().map(|mv| [line.clone(), vec![mv]].concat()));
    }
    seen.len()
}

#[test]
fn whole_game_of_qawale_with_one_stone_each() {
    assert_eq!(compare_all("qawale", &[("stones", "1")], &[]), 2009);
}

#[test]
fn qawale_with_two_stones_each_after_two_moves() {
    assert_eq!(compare_all("qawale", &[("stones", "2")], &["a1eee", "d1wnwn"]), 5343);
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
    staqs: "staqs" [] 400;
    staqs_small: "staqs" [size="3"] 300;
    staqs_anytime: "staqs" [placement="anytime"] 300;
    staqs_blockades: "staqs" [size="4" blockades="3"] 200;
    staqs_anytime_blockades: "staqs" [size="6" placement="anytime" blockades="1" pieces="2"] 150;
    staqs_three: "staqs" [players="3"] 200;
    staqs_four: "staqs" [size="6" players="4" placement="anytime" blockades="4"] 90;
    staqs_four_crowded: "staqs" [size="3" players="4"] 150;
    staqs_large: "staqs" [size="10" pieces="8"] 30;
    clusterfuss: "clusterfuss" [] 60;
    clusterfuss_2: "clusterfuss" [size="2" pie="on"] 100;
    clusterfuss_3: "clusterfuss" [size="3"] 200;
    clusterfuss_4: "clusterfuss" [size="4" pie="on"] 300;
    clusterfuss_5: "clusterfuss" [size="5"] 200;
    clusterfuss_6: "clusterfuss" [size="6" pie="on"] 100;
    clusterfuss_7: "clusterfuss" [size="7"] 50;
    clusterfuss_9: "clusterfuss" [size="9"] 20;
    clusterfuss_10: "clusterfuss" [size="10" pie="on"] 12;
    qawale: "qawale" [] 300;
    qawale_opponent: "qawale" [doubleline="opponent"] 200;
    qawale_one_stone: "qawale" [stones="1"] 100;
    qawale_two_stones: "qawale" [stones="2"] 100;
    qawale_five_stones: "qawale" [stones="5" doubleline="opponent"] 100;
    qawale_seven_stones: "qawale" [stones="7"] 100;
    isaac: "isaac" [] 150;
}
