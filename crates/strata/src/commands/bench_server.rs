//! `strata bench-server`

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::json;
use strata_bench_server::{Load, Times, run as measure};
use strata_rules::GameEntry;

use crate::cli::BenchServerArgs;
use crate::output::{Output, count};

pub(crate) fn run(
    games: &'static [GameEntry],
    args: &BenchServerArgs,
    out: &mut Output<'_>,
) -> Result<()> {
    let load = Load {
        games: args.games,
        sockets: args.sockets.unwrap_or(2 * args.games),
        time: Duration::from_secs(args.seconds),
        every: Duration::from_millis(args.every),
    };
    let server = if args.url.is_empty() { Some(Server::start()?) } else { None };
    let mut urls = args.url.clone();
    urls.extend(server.as_ref().map(|server| server.url.clone()));
    let measured = measure(&urls, games, load)
        .with_context(|| format!("cannot measure the server at {}", urls.join(", ")))?;
    let memory = server.as_ref().and_then(Server::memory);
    let processor = server.as_ref().and_then(Server::processor_time);
    if args.json {
        return out.json(&json!({
            "moves": measured.acknowledged.count(),
            "seconds": measured.time.as_secs_f64(),
            "acknowledged_ms": times_json(&measured.acknowledged),
            "seen_ms": times_json(&measured.seen),
            "watched_ms": times_json(&measured.watched),
            "faults": measured.faults.len(),
            "server_megabytes": memory,
            "server_processor_seconds": processor.map(|time| time.as_secs_f64()),
        }));
    }
    let moves = measured.acknowledged.count();
    out.line(&format!(
        "{}, {}: {} in {:.1} s, {:.0} per second",
        count(load.games as u64, "game"),
        count(load.sockets as u64, "connection"),
        count(moves as u64, "move"),
        measured.time.as_secs_f64(),
        moves as f64 / measured.time.as_secs_f64()
    ))?;
    out.line(&format!("stored and acknowledged after  {}", times_text(&measured.acknowledged)))?;
    out.line(&format!("seen by the other player after {}", times_text(&measured.seen)))?;
    if measured.watched.count() > 0 {
        out.line(&format!("seen by spectators after       {}", times_text(&measured.watched)))?;
    }
    if let Some(memory) = memory {
        out.line(&format!("memory of the server           {memory:.0} MB"))?;
    }
    if let Some(processor) = processor {
        let each = processor.as_secs_f64() * 1e6 / moves.max(1) as f64;
        out.line(&format!("processor time of the server   {each:.0} µs per move"))?;
    }
    match measured.faults.first() {
        Some(first) => bail!(
            "{} failed; the first failure: {first}",
            count(measured.faults.len() as u64, "game")
        ),
        None => Ok(()),
    }
}

const SHARES: [(&str, f64); 3] = [("p50", 0.5), ("p99", 0.99), ("max", 1.0)];

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn times_text(times: &Times) -> String {
    let text = SHARES.map(|(name, share)| format!("{name} {:.2} ms", millis(times.within(share))));
    text.join(", ")
}

fn times_json(times: &Times) -> serde_json::Value {
    SHARES.iter().map(|(name, share)| (*name, millis(times.within(*share)))).collect()
}

/// A temporary server, whose data is removed at the end.
struct Server {
    child: Child,
    folder: PathBuf,
    url: String,
}

impl Server {
    fn start() -> Result<Self> {
        let folder =
            std::env::temp_dir().join(format!("strata-bench-server-{}", std::process::id()));
        let program = std::env::current_exe().context("cannot find the program's own file")?;
        let mut child = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0", "--no-limits", "--data"])
            .arg(&folder)
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start a server")?;
        let said = child.stdout.take().and_then(|out| BufReader::new(out).lines().next());
        let said = said.transpose()?.unwrap_or_default();
        let url = said.split_whitespace().find(|word| word.starts_with("http://"));
        let server = Self { child, folder, url: url.unwrap_or_default().to_owned() };
        match server.url.is_empty() {
            true => bail!("the server did not start"),
            false => Ok(server),
        }
    }

    /// The memory it uses in megabytes, where the system reports it.
    fn memory(&self) -> Option<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kilobytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kilobytes / 1024.0)
    }

    /// The processor time it has used, where the system reports it.
    fn processor_time(&self) -> Option<Duration> {
        const TICK: Duration = Duration::from_millis(10);
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        // The program's name comes first and may contain anything.
        let (_, fields) = stat.rsplit_once(')')?;
        let mut times = fields.split_whitespace().skip(11);
        let mut next = || times.next()?.parse::<u32>().ok();
        Some(TICK * (next()? + next()?))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already, and its folder may not exist.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
