//! Opens the interface on the standard games, keeping nothing: `cargo run --example play`.

use std::io;

use strata_engine::solver::MakeSolver;
use strata_engine::{Catalogue, MakeEngine};
use strata_terminal::{MemoryStorage, StartScreen, run};

fn main() -> io::Result<()> {
    let catalogue = Catalogue {
        games: strata_games::GAMES,
        engine: |game, options| strata_games::visit(game, options, MakeEngine),
        solver: |game, options| strata_games::visit(game, options, MakeSolver),
        tables: Vec::new,
    };
    run(catalogue, Box::new(MemoryStorage::default()), StartScreen::Menu, 1)
}
