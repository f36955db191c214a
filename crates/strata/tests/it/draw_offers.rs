//! Draw offers and resignations in text mode.

use std::ffi::OsString;
use std::io::Cursor;
use std::sync::atomic::AtomicBool;

use strata::{Environment, Input};
use strata_engine::{Catalogue, Engine, Report, Request, SearchError};
use strata_games::GAMES;
use strata_rules::{GameEntry, find_game};

use crate::cases::{self, DRAW_OFFERS};

/// The engine of the cases.
struct CaseEngine(&'static GameEntry);

impl Engine for CaseEngine {
    fn search(
        &mut self,
        text: &str,
        request: &Request,
        _stop: &AtomicBool,
        _show: &mut dyn FnMut(Report),
    ) -> Result<Report, SearchError> {
        let position = self.0.read_position(text).expect("its own text");
        cases::search(&*position, request.level).expect("a level of the cases")
    }

    fn forget(&mut self) {}
}

const CATALOGUE: Catalogue = Catalogue {
    games: GAMES,
    solver: |_, _| None,
    tables: Vec::new,
    engine: |game, _| {
        let entry = find_game(GAMES, game).ok()?;
        Some(Ok(Box::new(CaseEngine(entry))))
    },
};

/// Plays in text mode with these lines as input and returns the output.
fn play(args: &[&str], lines: &str) -> String {
    let args = ["strata", "play", "staqs", "--plain"].into_iter().chain(args.iter().copied());
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let stream = Box::new(Cursor::new(lines.to_owned().into_bytes()));
    let input = Input { stream, ..Input::none() };
    let environment = Environment { input, out: &mut out, err: &mut err, is_terminal: false };
    let status = strata::run_in(CATALOGUE, args.map(OsString::from), environment);
    assert_eq!(status, 0, "{}", String::from_utf8_lossy(&err));
    String::from_utf8(out).expect("text")
}

#[test]
fn bots_answer_draw_offers_as_the_cases_say() {
    for case in &DRAW_OFFERS {
        let setup = case.setup();
        let options = setup.options.iter().map(|(name, value)| format!("--option={name}={value}"));
        let seats = setup.seats.iter().map(|seat| format!("--seat={}", seat.kind));
        let args: Vec<String> = options.chain(seats).collect();
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let out = play(&args, &format!("{}\ndraw\n", case.moves.join("\n")));
        let is_accepted = out.contains("Draw: by agreement");
        let is_declined = out.contains("declines the draw.");
        assert!(is_accepted != is_declined, "{}\n{out}", case.name());
        assert_eq!(is_accepted, case.is_accepted, "{}\n{out}", case.name());
    }
}

#[test]
fn resigned_player_is_skipped_in_games_of_three_and_the_last_one_left_wins() {
    let seats = ["--seat", "person"].repeat(3);
    let args = [&["-o", "players=3", "-o", "size=3", "-o", "pieces=1"][..], &seats].concat();
    let out = play(&args, "a1\nb2\nc3\nresign\ny\nb2b3\nresign\nn\nresign\ny\n");
    for expected in [
        "Blue resigns.\nBlue is out of the game. The others continue.\n",
        "White plays b2b3 (b2, b3).\n",
        "White wins: White is the last player left. Result: 0-1-0.\n",
    ] {
        assert!(out.contains(expected), "{expected}\n{out}");
    }
    assert!(!out.contains("Blue plays b2b3"), "{out}");
}
