//! The engine side of the protocol.

use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use strata_engine::{Engine, Limits, Report, Request, Value};
use strata_render::View;
use strata_render::terminal::{TerminalStyle, draw};
use strata_rules::perft::LastPly;
use strata_rules::{AnyGame, AnyPosition, GameEntry, MoveError, PositionError, shorten};

use crate::go::read_go;

/// Longer lines are split.
const MAX_LINE_LENGTH: u64 = 1 << 16;

/// Runs the engine protocol until `quit` or the end of the input.
pub fn serve(
    entry: &'static GameEntry,
    game: Arc<dyn AnyGame>,
    engine: Box<dyn Engine>,
    input: impl BufRead,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let mut server = Server {
        entry,
        position: game.start(),
        game,
        engine: Arc::new(Mutex::new(engine)),
        output: Arc::new(Mutex::new(output)),
        request: Request::default(),
        search: None,
    };
    let mut input = input;
    loop {
        let mut bytes = Vec::new();
        input.by_ref().take(MAX_LINE_LENGTH).read_until(b'\n', &mut bytes)?;
        let line = String::from_utf8_lossy(&bytes);
        let end = bytes.is_empty() || line.trim() == "quit";
        if end {
            server.stop();
            return Ok(());
        }
        match server.handle_line(line.trim()) {
            Ok(()) => {}
            Err(CommandError::Message(message)) => {
                server.send(&format!("info string error: {message}"))?;
            }
            Err(CommandError::Io(error)) => {
                server.stop();
                return Err(error);
            }
        }
    }
}

struct Server<W> {
    entry: &'static GameEntry,
    game: Arc<dyn AnyGame>,
    position: Box<dyn AnyPosition>,
    engine: Arc<Mutex<Box<dyn Engine>>>,
    output: Arc<Mutex<W>>,
    request: Request,
    search: Option<(JoinHandle<()>, Arc<AtomicBool>)>,
}

/// An error while handling a command.
enum CommandError {
    Message(String),
    Io(io::Error),
}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<String> for CommandError {
    fn from(message: String) -> Self {
        Self::Message(message)
    }
}

impl From<MoveError> for CommandError {
    fn from(error: MoveError) -> Self {
        Self::Message(error.to_string())
    }
}

impl From<PositionError> for CommandError {
    fn from(error: PositionError) -> Self {
        Self::Message(error.to_string())
    }
}

impl<W: Write + Send + 'static> Server<W> {
    fn send(&self, line: &str) -> io::Result<()> {
        send(&self.output, line)
    }

    /// Stops the running search, if any, and waits until it has printed its best move.
    fn stop(&mut self) {
        if let Some((search, stop)) = self.search.take() {
            stop.store(true, Ordering::Relaxed);
            // A search that panicked has already been reported on standard error.
            let _ = search.join();
        }
    }

    fn handle_line(&mut self, line: &str) -> Result<(), CommandError> {
        let mut words = line.split_whitespace();
        match words.next() {
            None => Ok(()),
            Some("ugi") => self.identify(),
            Some("isready") => Ok(self.send("readyok")?),
            Some("uginewgame") => {
                self.stop();
                self.position = self.game.start();
                Ok(())
            }
            Some("setoption") => self.set_option(words),
            Some("position") => self.set_position(words),
            Some("go") => self.go(words),
            Some("stop") => {
                self.stop();
                Ok(())
            }
            Some("query") => self.query(words.next().unwrap_or_default()),
            Some("d") => self.draw(),
            Some("perft") => self.perft(words.next().unwrap_or_default()),
            Some(other) => Err(CommandError::Message(format!(
                "unknown command {}; expected ugi, isready, uginewgame, setoption, position, go, stop, query, d, perft or quit",
                shorten(other)
            ))),
        }
    }

    fn identify(&self) -> Result<(), CommandError> {
        self.send(&format!("id name Strata {}", env!("CARGO_PKG_VERSION")))?;
        self.send("id author The Strata developers")?;
        self.send("option name Hash type spin default 64 min 1 max 65536")?;
        self.send("option name Threads type spin default 1 min 1 max 256")?;
        self.send("option name MultiPV type spin default 1 min 1 max 500")?;
        Ok(self.send("ugiok")?)
    }

    fn set_option<'a>(&mut self, words: impl Iterator<Item = &'a str>) -> Result<(), CommandError> {
        let words: Vec<&str> = words.collect();
        let ["name", name, "value", value] = words[..] else {
            return Err("expected setoption name NAME value VALUE".to_owned().into());
        };
        let (most, target): (usize, &mut usize) = match name.to_lowercase().as_str() {
            "hash" => (65_536, &mut self.request.megabytes),
            "threads" => (256, &mut self.request.threads),
            "multipv" => (500, &mut self.request.lines),
            _ => {
                let name = shorten(name);
                return Err(
                    format!("unknown option {name}; expected Hash, Threads or MultiPV").into()
                );
            }
        };
        let number = value.parse().ok().filter(|number| (1..=most).contains(number));
        *target =
            number.ok_or_else(|| format!("{name} must be 1 to {most}, not {}", shorten(value)))?;
        Ok(())
    }

    /// Sets the position; on an error it stays unchanged.
    fn set_position<'a>(
        &mut self,
        mut words: impl Iterator<Item = &'a str>,
    ) -> Result<(), CommandError> {
        let mut position = match words.next() {
            Some("startpos") => self.game.start(),
            Some("fen") => {
                let text = words.next().unwrap_or_default();
                let position = self.entry.read_position(text)?;
                if position.options() != self.game.options() {
                    return Err("the options of the position differ from those of this engine"
                        .to_owned()
                        .into());
                }
                position
            }
            _ => {
                return Err("expected position startpos or position fen POSITION"
                    .to_owned()
                    .into());
            }
        };
        match words.next() {
            None => {}
            Some("moves") => {
                for mv in words {
                    position.play(mv)?;
                }
            }
            Some(other) => return Err(format!("expected moves, found {}", shorten(other)).into()),
        }
        self.stop();
        self.position = position;
        Ok(())
    }

    fn go<'a>(&mut self, words: impl Iterator<Item = &'a str>) -> Result<(), CommandError> {
        let limits = read_go(words, self.position.turn())?;
        if self.position.outcome().is_some() {
            return Err("the game is over".to_owned().into());
        }
        self.stop();
        let stop = Arc::new(AtomicBool::new(false));
        let search = SearchThread {
            engine: Arc::clone(&self.engine),
            output: Arc::clone(&self.output),
            stop: Arc::clone(&stop),
            position: self.position.text(),
            request: Request { limits, ..self.request },
        };
        self.search = Some((thread::spawn(move || search.run()), stop));
        Ok(())
    }

    fn query(&self, query: &str) -> Result<(), CommandError> {
        let outcome = self.position.outcome();
        let response = match query {
            "gameover" => outcome.is_some().to_string(),
            "p1turn" => (outcome.is_none() && self.position.turn().0 == 0).to_string(),
            "result" => match outcome {
                None => "none".to_owned(),
                Some(outcome) => match outcome.winner() {
                    Some(winner) => format!("p{}win", winner.0 + 1),
                    None => "draw".to_owned(),
                },
            },
            "legalmoves" => self.position.moves().join(" "),
            "position" => self.position.text(),
            _ => {
                return Err(format!(
                    "unknown query {}; expected gameover, p1turn, result, legalmoves or position",
                    shorten(query)
                )
                .into());
            }
        };
        Ok(self.send(format!("response {response}").trim_end())?)
    }

    fn draw(&self) -> Result<(), CommandError> {
        let scene = self.position.scene();
        let style = TerminalStyle { unicode: false, roomy: false, width: 80 };
        let picture = draw(&scene, self.position.info(), &View::default(), style);
        self.send(picture.canvas.to_plain().trim_end())?;
        Ok(self.send(&self.position.status())?)
    }

    fn perft(&self, depth: &str) -> Result<(), CommandError> {
        let depth = depth.parse().map_err(|_| {
            format!("expected a depth such as 3 after perft, found {}", shorten(depth))
        })?;
        let nodes = self.position.perft(depth, LastPly::Counted, 1, &|_, _| {});
        Ok(self.send(&format!("info nodes {nodes}"))?)
    }
}

fn send<W: Write>(output: &Mutex<W>, line: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{line}")?;
    output.flush()
}

/// A search on its own thread.
struct SearchThread<W> {
    engine: Arc<Mutex<Box<dyn Engine>>>,
    output: Arc<Mutex<W>>,
    stop: Arc<AtomicBool>,
    position: String,
    request: Request,
}

impl<W: Write> SearchThread<W> {
    fn run(self) {
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        // Writing fails only if the output is closed; then stop the search.
        let send = |line: &str| {
            if send(&self.output, line).is_err() {
                self.stop.store(true, Ordering::Relaxed);
            }
        };
        let mut report_progress =
            |report: Report| info_lines(&report).iter().for_each(|line| send(line));
        let report = engine.search(&self.position, &self.request, &self.stop, &mut report_progress);
        match report {
            Ok(report) => {
                info_lines(&report).iter().for_each(|line| send(line));
                // A search without limits reports its best move only after `stop`.
                while self.request.limits == Limits::default() && !self.stop.load(Ordering::Relaxed)
                {
                    thread::sleep(std::time::Duration::from_millis(2));
                }
                if let Some(mv) = report.lines.first().and_then(|line| line.moves.first()) {
                    send(&format!("bestmove {mv}"));
                }
            }
            Err(error) => send(&format!("info string error: {error}")),
        }
    }
}

/// The `info` lines of a report, one per principal variation.
fn info_lines(report: &Report) -> Vec<String> {
    let millis = report.time.as_millis();
    let per_second = u128::from(report.nodes) * 1000 / millis.max(1);
    let lines = report.lines.iter().enumerate().map(|(place, line)| {
        let score = match line.value {
            Value::Estimate(estimate) => format!("cp {estimate}"),
            // A win or loss has a number of plies only if it is exact.
            proven => proven.to_string(),
        };
        let multipv =
            if report.lines.len() > 1 { format!(" multipv {}", place + 1) } else { String::new() };
        format!(
            "info depth {}{multipv} score {score} nodes {} nps {per_second} time {millis} pv {}",
            report.depth,
            report.nodes,
            line.moves.join(" ")
        )
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use strata_engine::{Distance, Line};

    use super::*;

    #[test]
    fn scores_have_a_number_of_plies_only_if_it_is_exact() {
        for (value, score) in [
            (Value::Win(Distance::Exact(3)), "win 3"),
            (Value::Win(Distance::AtMost(3)), "win"),
            (Value::Loss(Distance::Exact(2)), "loss 2"),
            (Value::Loss(Distance::AtMost(2)), "loss"),
            (Value::Draw, "draw"),
            (Value::Estimate(-24), "cp -24"),
        ] {
            let lines = vec![Line::new(vec!["a1b1".to_owned()], value)];
            let report = Report { depth: 2, nodes: 10, time: Duration::from_millis(5), lines };
            let expected = format!("info depth 2 score {score} nodes 10 nps 2000 time 5 pv a1b1");
            assert_eq!(info_lines(&report), [expected]);
        }
    }
}
