//! Complete games, played with keys only.

use crate::common::{Session, against_bot, table};
use insta::assert_snapshot;
use ratatui::crossterm::event::KeyCode;
use strata_engine::Level;
use strata_rules::Random;
use strata_table::{Seat, Setup};
use strata_terminal::MemoryStorage;

/// Plays a game against a bot with arrow keys and Enter, and takes snapshots of the screen.
fn play_with_arrows(game: &str, size: (u16, u16)) {
    let opening = table(against_bot(game));
    let mut session = Session::with(opening, Box::new(MemoryStorage::default()), size);
    let picture = |session: &Session, moment: &str| {
        let name = format!("{game}-{}x{}-{moment}", size.0, size.1);
        assert_snapshot!(name, session.screen());
    };
    let mut random = Random::new(11);
    let mut turns = 0;
    let mut is_pictured = false;
    while session.table().result().is_none() {
        let mv = session.random_move(&mut random);
        let steps = session.position().steps(&mv).expect("a legal move");
        if turns >= 3 && steps.len() > 1 && !is_pictured {
            is_pictured = true;
            session.enter_step(&[], steps[0]);
            picture(&session, "half-entered");
            session.press(KeyCode::Esc);
        }
        let before = session.plies();
        session.enter_move(&mv);
        // The table plays forced passes of either player.
        assert!(session.plies() > before, "{mv} was not played:\n{}", session.screen());
        session.let_bots_play();
        if turns == 3 {
            picture(&session, "after-the-answer");
        }
        turns += 1;
    }
    picture(&session, "over");
}

#[test]
fn staqs_is_played_with_arrow_keys() {
    play_with_arrows("staqs", (80, 24));
    play_with_arrows("staqs", (120, 40));
}

#[test]
fn clusterfuss_is_played_with_arrow_keys() {
    play_with_arrows("clusterfuss", (80, 24));
    play_with_arrows("clusterfuss", (120, 40));
}

#[test]
fn qawale_is_played_with_arrow_keys() {
    play_with_arrows("qawale", (80, 24));
    play_with_arrows("qawale", (120, 40));
}

#[test]
fn isaac_is_played_with_arrow_keys() {
    play_with_arrows("isaac", (80, 24));
    play_with_arrows("isaac", (120, 40));
}

#[test]
fn every_game_can_be_played_to_the_end_with_tab_and_enter_only() {
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
        let mut session = Session::new(table(setup));
        let mut random = Random::new(5);
        for _ in 0..20_000 {
            if session.table().result().is_some() {
                break;
            }
            let key = if random.below(4) == 0 { KeyCode::BackTab } else { KeyCode::Tab };
            session.times(key, 1 + random.below(7) as usize);
            session.enter();
        }
        let result = session.table().result();
        assert!(result.is_some(), "{game} is not over:\n{}", session.screen());
        session.expect("Game over");
    }
}

#[test]
fn bots_play_each_other_to_the_end_of_the_game() {
    let bots = || [Seat::bot(Level::LOWEST), Seat::bot(Level::HIGHEST)];
    for game in ["staqs", "clusterfuss", "qawale", "isaac"] {
        let mut session = Session::new(table(Setup::new(game, bots())));
        session.keys("++++");
        session.let_bots_play();
        session.expect("Game over");
    }
}
