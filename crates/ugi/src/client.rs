//! Talking to an engine that is another program.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use strata_rules::shorten;
use thiserror::Error;

/// How long an engine may take over anything but thinking.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);
/// How much longer than it was given an engine may think.
const MOVE_TIMEOUT_MARGIN: Duration = Duration::from_secs(2);
/// Longer lines are cut.
const MAX_LINE_LENGTH: u64 = 1 << 16;
/// Lines kept while nobody reads them.
const MAX_PENDING_LINES: usize = 1024;

/// Why an engine is of no use.
#[derive(Debug, Error)]
pub enum ClientError {
    /// It cannot be started.
    #[error("cannot start {command}: {error}")]
    Start {
        /// The command line.
        command: String,
        /// Why not.
        error: std::io::Error,
    },
    /// It has gone.
    #[error("the engine has ended")]
    Ended,
    /// It does not answer.
    #[error("the engine does not answer within {0:?}")]
    Timeout(Duration),
    /// It says that something is wrong.
    #[error("the engine says: {0}")]
    Refused(String),
}

/// An engine that runs as another program.
#[derive(Debug)]
pub struct Client {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Client {
    /// Starts an engine by a command line and greets it.
    pub fn start(command: &str) -> Result<Self, ClientError> {
        let start_error = |error| ClientError::Start { command: shorten(command), error };
        let mut child = Command::new("sh")
            .arg("-c")
            .arg(format!("exec {command}"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(start_error)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(ClientError::Ended);
        };
        let (sender, lines) = sync_channel(MAX_PENDING_LINES);
        thread::spawn(move || forward_lines(BufReader::new(output), &sender));
        let mut client = Self { child, input, lines };
        client.send("ugi")?;
        client.wait_for("ugiok", RESPONSE_TIMEOUT)?;
        Ok(client)
    }

    /// Makes it ready for a new game.
    pub fn new_game(&mut self) -> Result<(), ClientError> {
        self.send("uginewgame")?;
        self.send("isready")?;
        self.wait_for("readyok", RESPONSE_TIMEOUT).map(drop)
    }

    /// Asks for a move in the position after `moves` from `start`; `go` holds the limits.
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

    /// Waits for a line that begins so and returns the first word behind.
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
        // An engine that does not leave when told so is made to.
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

/// Passes on what the engine says, line by line, until either side has gone.
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
