//! A client for engines that run as child processes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use strata_rules::{shorten, shorten_to};
use thiserror::Error;

/// How long an engine may take to answer anything except `go`.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);
/// How much longer than its move time an engine may search.
const MOVE_TIMEOUT_MARGIN: Duration = Duration::from_secs(2);
/// The longest search without a time limit.
const MAX_SEARCH_TIME: Duration = Duration::from_secs(600);
/// Further options of an engine are ignored.
const MAX_OPTIONS: usize = 200;
/// Longer lines are split.
const MAX_LINE_LENGTH: u64 = 1 << 16;
/// The maximum number of buffered lines.
const MAX_PENDING_LINES: usize = 1024;

/// An error of an engine process.
#[derive(Debug, Error)]
pub enum ClientError {
    /// The engine cannot be started.
    #[error("cannot start the engine {command}: {reason}")]
    Start {
        /// The command line.
        command: String,
        /// Why it cannot be started.
        reason: String,
    },
    /// The engine process has ended.
    #[error("the engine has ended")]
    Ended,
    /// The engine does not answer in time.
    #[error("the engine did not answer within {} seconds", .0.as_secs_f64())]
    Timeout(Duration),
    /// The engine reported an error.
    #[error("the engine reported an error: {0}")]
    Refused(String),
    /// The engine does not have an option.
    #[error("the engine has no option {name}; its options are {}", list(.options))]
    UnknownOption {
        /// The requested name.
        name: String,
        /// The names of all options.
        options: Vec<String>,
    },
}

fn list(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { shorten_to(&names.join(", "), 200) }
}

/// The answer to `go`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// The best move.
    pub mv: String,
    /// The expected reply, if the engine wants to ponder.
    pub reply: Option<String>,
}

/// An engine that runs as a child process.
#[derive(Debug)]
pub struct Client {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    options: Vec<String>,
}

impl Client {
    /// Starts an engine by its command line and waits until it has answered `ugi`.
    pub fn start(command: &str) -> Result<Self, ClientError> {
        let start_error = |reason| ClientError::Start { command: shorten(command), reason };
        let mut child = Command::new("sh")
            .arg("-c")
            .arg(format!("exec {command}"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| start_error(error.kind().to_string()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(ClientError::Ended);
        };
        let (sender, lines) = sync_channel(MAX_PENDING_LINES);
        thread::spawn(move || forward_lines(BufReader::new(output), &sender));
        let mut client = Self { child, input, lines, options: Vec::new() };
        match client.handshake() {
            Ok(()) => Ok(client),
            Err(error) => Err(start_error(client.handshake_failure(&error))),
        }
    }

    fn handshake(&mut self) -> Result<(), ClientError> {
        self.send("ugi")?;
        let mut options = Vec::new();
        self.wait_for_line(RESPONSE_TIMEOUT, |line| {
            if options.len() < MAX_OPTIONS {
                options.extend(option_name(line));
            }
            line.starts_with("ugiok")
        })?;
        self.options = options;
        Ok(())
    }

    /// Why the handshake failed, as a phrase.
    fn handshake_failure(&mut self, error: &ClientError) -> String {
        const NOT_EXECUTABLE: i32 = 126;
        const NOT_FOUND: i32 = 127;
        if !matches!(error, ClientError::Ended) {
            return error.to_string();
        }
        // The shell reports by its exit status why it could not run the command.
        match self.child.wait().ok().and_then(|status| status.code()) {
            Some(NOT_FOUND) => "command not found".to_owned(),
            Some(NOT_EXECUTABLE) => "the file is not executable".to_owned(),
            _ => "it ended without answering ugi with ugiok".to_owned(),
        }
    }

    /// Whether the engine has this option. Upper and lower case are not distinguished.
    pub fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|option| option.eq_ignore_ascii_case(name))
    }

    /// Sets an option and waits until the engine has accepted it.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), ClientError> {
        if !self.has_option(name) {
            let (name, options) = (shorten(name), self.options.clone());
            return Err(ClientError::UnknownOption { name, options });
        }
        self.send(&format!("setoption name {name} value {value}"))?;
        self.wait_until_ready()
    }

    /// Starts a new game and waits until the engine is ready.
    pub fn new_game(&mut self) -> Result<(), ClientError> {
        self.send("uginewgame")?;
        self.wait_until_ready()
    }

    fn wait_until_ready(&mut self) -> Result<(), ClientError> {
        self.send("isready")?;
        self.wait_for("readyok", RESPONSE_TIMEOUT).map(drop)
    }

    /// Starts a search after `moves` from `start`; `go` is the command with the limits.
    pub fn go(&mut self, start: &str, moves: &[String], go: &str) -> Result<(), ClientError> {
        let moves =
            if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        self.send(&format!("position fen {start}{moves}"))?;
        self.send(go)
    }

    /// Tells an engine that ponders that the opponent has played the expected move.
    pub fn ponder_hit(&mut self) -> Result<(), ClientError> {
        self.send("ponderhit")
    }

    /// Stops the search; its best move must still be read.
    pub fn stop(&mut self) -> Result<(), ClientError> {
        self.send("stop")
    }

    /// Waits for the best move of a search that may take this long, or any time.
    pub fn best_move(&mut self, time: Option<Duration>) -> Result<BestMove, ClientError> {
        let time = time.map_or(MAX_SEARCH_TIME, |time| time + MOVE_TIMEOUT_MARGIN);
        let line = self.wait_for("bestmove ", time)?;
        let mut words = line.split_whitespace().map(str::to_owned);
        let mv = words.next().unwrap_or_default();
        let reply = words.next().filter(|word| word == "ponder").and_then(|_| words.next());
        Ok(BestMove { mv, reply })
    }

    fn send(&mut self, line: &str) -> Result<(), ClientError> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| ClientError::Ended)
    }

    /// Waits for a line with this prefix and returns the rest of the line.
    fn wait_for(&mut self, prefix: &str, time: Duration) -> Result<String, ClientError> {
        let line = self.wait_for_line(time, |line| line.starts_with(prefix))?;
        Ok(line[prefix.len()..].to_owned())
    }

    /// Waits for a line with a property.
    fn wait_for_line(
        &mut self,
        time: Duration,
        mut is_wanted: impl FnMut(&str) -> bool,
    ) -> Result<String, ClientError> {
        let deadline = Instant::now() + time;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => ClientError::Timeout(time),
                RecvTimeoutError::Disconnected => ClientError::Ended,
            })?;
            if is_wanted(&line) {
                return Ok(line);
            }
            if let Some(error) = line.strip_prefix("info string error: ") {
                return Err(ClientError::Refused(shorten(error)));
            }
        }
    }
}

/// The name in a line such as `option name Hash type spin default 64`.
fn option_name(line: &str) -> Option<String> {
    let rest = line.strip_prefix("option name ")?;
    let end = rest.find(" type ").unwrap_or(rest.len());
    Some(shorten(rest[..end].trim()))
}

impl Drop for Client {
    fn drop(&mut self) {
        // Kill an engine that does not quit in time.
        let _ = self.send("quit");
        for _ in 0..20 {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Forwards the engine's output line by line until either side closes.
fn forward_lines(mut output: impl BufRead, lines: &SyncSender<String>) {
    loop {
        let mut bytes = Vec::new();
        match output.by_ref().take(MAX_LINE_LENGTH).read_until(b'\n', &mut bytes) {
            Ok(read) if read > 0 => {}
            _ => return,
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if lines.send(line).is_err() {
            return;
        }
    }
}
