//! The players of a match.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use strata_engine::{Catalogue, Engine, Limits, Request};
use strata_rules::AnyPosition;
use strata_ugi::Client;

use crate::Spec;

/// A player of a match: the built-in engine or another program.
pub(crate) enum Player {
    Own { engine: Box<dyn Engine>, request: Request },
    Program { command: String, client: Option<Client>, limits: Limits },
}

impl Player {
    pub(crate) fn new(
        spec: &Spec,
        limits: Limits,
        position: &dyn AnyPosition,
        catalogue: Catalogue,
    ) -> Self {
        match spec.clone().with_default_limits(limits) {
            Spec::Own { request, .. } => {
                Self::Own { engine: catalogue.engine_for(position), request: *request }
            }
            Spec::Program(command) => Self::Program { command, client: None, limits },
        }
    }

    /// Prepares for a new game. A program that has ended is restarted.
    pub(crate) fn new_game(&mut self, seed: u64) -> Result<(), String> {
        match self {
            Self::Own { engine, request } => {
                engine.forget();
                request.seed = seed;
                Ok(())
            }
            Self::Program { command, client, .. } => {
                let mut started = match client.take() {
                    Some(client) => client,
                    None => Client::start(command).map_err(|error| error.to_string())?,
                };
                started.new_game().map_err(|error| error.to_string())?;
                *client = Some(started);
                Ok(())
            }
        }
    }

    /// The chosen move, or why there is none.
    pub(crate) fn choose(
        &mut self,
        start: &str,
        moves: &[String],
        position: &dyn AnyPosition,
    ) -> Result<String, String> {
        match self {
            Self::Own { engine, request } => {
                let stop = AtomicBool::new(false);
                let report = engine.search(&position.text(), request, &stop, &mut |_| {});
                let report = report.map_err(|error| error.to_string())?;
                let best = report.lines.first().and_then(|line| line.moves.first());
                best.cloned().ok_or_else(|| "the engine found no move".to_owned())
            }
            Self::Program { client, limits, .. } => {
                let Some(running) = client else {
                    return Err("the engine is not running".to_owned());
                };
                let best_move = running.best_move(start, moves, &go_line(*limits), limits.movetime);
                best_move.map_err(|error| {
                    // Restart the engine for the next game.
                    *client = None;
                    error.to_string()
                })
            }
        }
    }
}

/// The `go` command with these limits.
fn go_line(limits: Limits) -> String {
    let mut line = "go".to_owned();
    if let Some(time) = limits.movetime {
        line += &format!(" movetime {}", time.as_millis());
    }
    if let Some(nodes) = limits.nodes {
        line += &format!(" nodes {nodes}");
    }
    if let Some(depth) = limits.depth {
        line += &format!(" depth {depth}");
    }
    if line == "go" {
        line += &format!(" movetime {}", Duration::from_secs(1).as_millis());
    }
    line
}
