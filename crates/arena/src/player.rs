//! Players at the board.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use strata_engine::{Catalogue, Engine, Limits, Request};
use strata_rules::AnyPosition;
use strata_ugi::Client;

use crate::Spec;

/// A player at the board.
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

    /// Forgets the last game. A program that has gone is started again.
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

    /// The move it plays, or why it plays none.
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
                best.cloned().ok_or_else(|| "it finds no move".to_owned())
            }
            Self::Program { client, limits, .. } => {
                let Some(running) = client else { return Err("it does not run".to_owned()) };
                let answer = running.best_move(start, moves, &go_line(*limits), limits.movetime);
                answer.map_err(|error| {
                    // Whatever is wrong with it, the next game gets a fresh one.
                    *client = None;
                    error.to_string()
                })
            }
        }
    }
}

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
