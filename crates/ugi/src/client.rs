//! A client for engines that run as child processes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use strata_rules::shorten;
use thiserror::Error;

/// How long an engine may take to answer anything except `go`.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);
/// How much longer than its move time an engine may search.
const MOVE_TIMEOUT_MARGIN: Duration = Duration::from_secs(2);
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
}

/// An engine that runs as a child process.
#[derive(Debug)]
pub struct Client {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
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
        let mut client = Self { child, input, lines };
        match client.handshake() {
            Ok(()) => Ok(client),
            Err(error) => Err(start_error(client.handshake_failure(&error))),
        }
    }

    fn handshake(&mut self) -> Result<(), ClientError> {
        self.send("ugi")?;
        self.wait_for("ugiok", RESPONSE_TIMEOUT).map(drop)
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

    /// Starts a new game and waits until the engine is ready.
    pub fn new_game(&mut self) -> Result<(), ClientError> {
        self.send("uginewgame")?;
        self.send("isready")?;
        self.wait_for("readyok", RESPONSE_TIMEOUT).map(drop)
    }

    /// Requests the best move after `moves` from `start`; `go` is the command with the limits.
    pub fn best_move(
        &mut self,
        start: &str,
        moves: &[String],
        go: &str,
        time: Option<Duration>,
    ) -> Result<String, ClientError> {
        let moves =
            if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        self.send(&format!("position fen {start}{moves}"))?;
        self.send(go)?;
        self.wait_for(
            "bestmove ",
            time.map_or(Duration::from_secs(600), |time| time + MOVE_TIMEOUT_MARGIN),
        )
    }

    fn send(&mut self, line: &str) -> Result<(), ClientError> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| ClientError::Ended)
    }

    /// Waits for a line with this prefix and returns the first word after it.
    fn wait_for(&mut self, prefix: &str, time: Duration) -> Result<String, ClientError> {
        let deadline = Instant::now() + time;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => ClientError::Timeout(time),
                RecvTimeoutError::Disconnected => ClientError::Ended,
            })?;
            if let Some(rest) = line.strip_prefix(prefix) {
                return Ok(rest.split_whitespace().next().unwrap_or_default().to_owned());
            }
            if let Some(error) = line.strip_prefix("info string error: ") {
                return Err(ClientError::Refused(shorten(error)));
            }
        }
    }
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
