//! The property tests of `strata_rules::laws`, for each game and many sets of options.

use strata_games::visit;
use strata_rules::{Edit, Evaluator, Options, Visitor, find_game, laws};

struct CheckLaws {
    games: u64,
}

impl Visitor for CheckLaws {
    type Output = ();

    fn visit<G: Edit + Evaluator>(self, game: G) {
        laws::check(&game, 2026, self.games);
    }
}

fn check(game: &str, options: &str, games: u64) {
    let info = find_game(strata_games::GAMES, game).expect("a known game").info;
    let options = Options::from_text(info.id, info.options, options).expect("good options");
    visit(game, options, CheckLaws { games }).expect("a known game").expect("fitting options");
}

macro_rules! laws {
    ($($name:ident: $game:literal $options:literal $games:literal;)+) => {$(
        #[test]
        fn $name() {
            check($game, $options, $games);
        }
    )+};
}

laws! {
    staqs: "staqs" "std" 60;
    staqs_tiny: "staqs" "size-3" 60;
    staqs_anytime: "staqs" "placement-anytime.blockades-2" 40;
    staqs_blockades: "staqs" "size-4.blockades-4" 40;
    staqs_three_players: "staqs" "size-6.players-3" 30;
    staqs_four_players: "staqs" "size-7.pieces-3.placement-anytime.blockades-1.players-4" 20;
    staqs_full_board: "staqs" "size-4.pieces-8" 20;
    staqs_huge: "staqs" "size-10.pieces-8.players-4" 6;
    staqs_nine: "staqs" "size-9.pieces-1" 10;
    clusterfuss: "clusterfuss" "std" 30;
    clusterfuss_tiny: "clusterfuss" "size-2.pie-on" 60;
    clusterfuss_odd: "clusterfuss" "size-5" 60;
    clusterfuss_pie: "clusterfuss" "size-6.pie-on" 40;
    clusterfuss_seven: "clusterfuss" "size-7" 30;
    clusterfuss_nine: "clusterfuss" "size-9.pie-on" 10;
    clusterfuss_huge: "clusterfuss" "size-10" 8;
    qawale: "qawale" "std" 60;
    qawale_opponent: "qawale" "doubleline-opponent" 60;
    qawale_one_stone: "qawale" "stones-1" 60;
    qawale_three_stones: "qawale" "stones-3.doubleline-opponent" 60;
    isaac: "isaac" "std" 25;
}
