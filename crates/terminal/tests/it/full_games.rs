//! Whole games, entered with keys only.

use crate::common::{Sitting, against_bot, table};
use insta::assert_snapshot;
use ratatui::crossterm::event::KeyCode;
use strata_engine::Level;
use strata_rules::Random;
use strata_table::{Seat, Setup};
use strata_terminal::MemoryStorage;

/// Plays a game against a bot with arrows and Enter, and takes pictures on the way.
fn play_with_arrows(game: &str, size: (u16, u16)) {
    let opening = table(against_bot(game));
    let mut sitting = Sitting::with(opening, Box::new(MemoryStorage::default()), size);
    let picture = |sitting: &Sitting, moment: &str| {
        let name = format!("{game}-{}x{}-{moment}", size.0, size.1);
        assert_snapshot!(name, sitting.screen());
    };
    let mut random = Random::new(11);
    let mut turns = 0;
    let mut is_pictured = false;
    while sitting.table().result().is_none() {
        let mv = sitting.some_move(&mut random);
        let steps = sitting.position().steps(&mv).expect("a legal move");
        if turns >= 3 && steps.len() > 1 && !is_pictured {
            is_pictured = true;
            sitting.enter_step(&[], steps[0]);
            picture(&sitting, "half-entered");
            sitting.press(KeyCode::Esc);
        }
        let before = sitting.plies();
        sitting.enter_move(&mv);
        // Forced passes of either player are played at once.
        assert!(sitting.plies() > before, "{mv} was not played:\n{}", sitting.screen());
        sitting.let_bots_play();
        if turns == 3 {
            picture(&sitting, "after-the-answer");
        }
        turns += 1;
    }
    picture(&sitting, "over");
}

#[test]
fn staqs() {
    play_with_arrows("staqs", (80, 24));
    play_with_arrows("staqs", (120, 40));
}

#[test]
fn clusterfuss() {
    play_with_arrows("clusterfuss", (80, 24));
    play_with_arrows("clusterfuss", (120, 40));
}

#[test]
fn qawale() {
    play_with_arrows("qawale", (80, 24));
    play_with_arrows("qawale", (120, 40));
}

#[test]
fn isaac() {
    play_with_arrows("isaac", (80, 24));
    play_with_arrows("isaac", (120, 40));
}

/// Somebody who knows no rules and only presses Tab and Enter still plays every game to its end.
#[test]
fn tab_and_enter_are_enough() {
    let options: [(&str, &[(&str, &str)]); 7] = [
        ("staqs", &[]),
        ("staqs", &[("players", "3"), ("size", "4")]),
        ("staqs", &[("players", "4"), ("blockades", "1"), ("placement", "anytime")]),
        ("clusterfuss", &[("size", "5"), ("pie", "on")]),
        ("clusterfuss", &[("size", "10")]),
        ("qawale", &[]),
        ("isaac", &[]),
    ];
    for (game, options) in options {
        let options: Vec<(String, String)> =
            options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let players = options.iter().find(|(name, _)| name == "players");
        let players = players.map_or(2, |(_, value)| value.parse().expect("a number"));
        let seats: Vec<Seat> = (0..players).map(|_| Seat::person("")).collect();
        let setup = Setup { options, ..Setup::new(game, seats) };
        let mut sitting = Sitting::new(table(setup));
        let mut random = Random::new(5);
        for _ in 0..20_000 {
            if sitting.table().result().is_some() {
                break;
            }
            let key = if random.below(4) == 0 { KeyCode::BackTab } else { KeyCode::Tab };
            sitting.times(key, 1 + random.below(7) as usize);
            sitting.enter();
        }
        let result = sitting.table().result();
        assert!(result.is_some(), "{game} is not over:\n{}", sitting.screen());
        sitting.expect("Game over");
    }
}

#[test]
fn bots_play_each_other_to_the_end() {
    let bots = || [Seat::bot(Level::LOWEST), Seat::bot(Level::HIGHEST)];
    for game in ["staqs", "clusterfuss", "qawale", "isaac"] {
        let mut sitting = Sitting::new(table(Setup::new(game, bots())));
        sitting.keys("++++");
        sitting.let_bots_play();
        sitting.expect("Game over");
    }
}
