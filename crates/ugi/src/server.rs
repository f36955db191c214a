//! The engine side of the protocol.

use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

use strata_engine::Engine;
use strata_render::View;
use strata_render::terminal::{TerminalStyle, draw};
use strata_rules::perft::LastPly;
use strata_rules::{AnyGame, AnyPosition, GameEntry, MoveError, PositionError, shorten};

use crate::go::{Go, read_go};
use crate::options::EngineOptions;
use crate::search::{RunningSearch, SearchTask};

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
        options: EngineOptions::default(),
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
    options: EngineOptions,
    search: Option<RunningSearch>,
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
        if let Some(search) = self.search.take() {
            search.stop();
        }
    }

    /// Forgets the last game.
    fn new_game(&mut self) {
        self.stop();
        self.position = self.game.start();
        self.engine.lock().unwrap_or_else(PoisonError::into_inner).forget();
    }

    /// Answers `isready`. Outside of a search, the engine first allocates its memory, so that the next
    /// search does not spend its time on that.
    fn confirm_ready(&mut self) -> Result<(), CommandError> {
        self.search.take_if(|search| search.is_finished());
        if self.search.is_none() {
            let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
            engine.prepare(self.options.megabytes());
        }
        Ok(self.send("readyok")?)
    }

    fn ponder_hit(&self) -> Result<(), CommandError> {
        match &self.search {
            Some(search) => {
                search.ponder_hit();
                Ok(())
            }
            None => Err("no search is running; ponderhit follows go ponder".to_owned().into()),
        }
    }

    fn handle_line(&mut self, line: &str) -> Result<(), CommandError> {
        let mut words = line.split_whitespace();
        match words.next() {
            None => Ok(()),
            Some("ugi") => self.identify(),
            Some("isready") => self.confirm_ready(),
            Some("uginewgame") => {
                self.new_game();
                Ok(())
            }
            Some("setoption") => self.set_option(words),
            Some("position") => self.set_position(words),
            Some("go") => self.go(words),
            Some("stop") => {
                self.stop();
                Ok(())
            }
            Some("ponderhit") => self.ponder_hit(),
            Some("query") => self.query(words.next().unwrap_or_default()),
            Some("d") => self.draw(),
            Some("perft") => self.perft(words.next().unwrap_or_default()),
            Some(other) => Err(CommandError::Message(format!(
                "unknown command {}; expected ugi, isready, uginewgame, setoption, position, go, ponderhit, stop, query, d, perft or quit",
                shorten(other)
            ))),
        }
    }

    fn identify(&self) -> Result<(), CommandError> {
        self.send(&format!("id name Strata {}", env!("CARGO_PKG_VERSION")))?;
        self.send("id author The Strata developers")?;
        for declaration in EngineOptions::declarations() {
            self.send(&declaration)?;
        }
        Ok(self.send("ugiok")?)
    }

    fn set_option<'a>(&mut self, words: impl Iterator<Item = &'a str>) -> Result<(), CommandError> {
        let words: Vec<&str> = words.collect();
        let ["name", name, "value", value] = words[..] else {
            return Err("expected setoption name NAME value VALUE".to_owned().into());
        };
        Ok(self.options.set(name, value)?)
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
        let Go { limits, ponder } = read_go(words, self.position.turn())?;
        if ponder && !self.options.ponder {
            let message = "pondering is off; set the option Ponder to true first";
            return Err(message.to_owned().into());
        }
        if self.position.outcome().is_some() {
            return Err("the game is over".to_owned().into());
        }
        self.stop();
        let task = SearchTask {
            engine: Arc::clone(&self.engine),
            output: Arc::clone(&self.output),
            position: self.position.text(),
            request: self.options.request(limits),
            is_pondering: ponder,
            names_reply: self.options.ponder,
        };
        self.search = Some(task.start());
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

pub(crate) fn send<W: Write>(output: &Mutex<W>, line: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{line}")?;
    output.flush()
}
