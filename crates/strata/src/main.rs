//! The command `strata`.

use std::process::ExitCode;

use strata_arena::Catalogue;
use strata_engine::MakeThinker;

fn main() -> ExitCode {
    let catalogue = Catalogue {
        games: strata_games::GAMES,
        thinker: |game, options| strata_games::visit(game, options, MakeThinker),
    };
    strata::run(catalogue, std::env::args_os())
}
