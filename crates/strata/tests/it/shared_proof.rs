//! A proof by several workers that are killed again and again, with a PostgreSQL server of its own.
//! Without PostgreSQL, these tests do nothing.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use tempfile::tempdir;

use crate::own_postgres::Postgres;

const STRATA: &str = env!("CARGO_BIN_EXE_strata");

/// A process that is killed at the end.
struct Process(Child);

impl Process {
    fn start(command: &mut Command) -> Self {
        Self(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a process"))
    }

    fn worker(address: &str) -> Self {
        let arguments = ["work", "--threads", "2", "--hash", "16", "--listen", "127.0.0.1:0"];
        Self::start(Command::new(STRATA).args(arguments).args(["--database", address]))
    }

    /// What it prints until it ends, which must be a success.
    fn output(mut self) -> String {
        let mut text = String::new();
        let mut out = self.0.stdout.take().expect("its output");
        out.read_to_string(&mut text).expect("text");
        assert!(self.0.wait().expect("its state").success(), "{text}");
        text
    }

    fn has_ended(&mut self) -> bool {
        self.0.try_wait().expect("its state").is_some()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A part of the proof of 5×5, with the smallest jobs.
const GAME: [&str; 9] = [
    "solve",
    "clusterfuss",
    "-o",
    "size=5",
    "--moves",
    "c1c2 b1b2",
    "--hash",
    "16",
    "--job-nodes=1",
];

/// Starts or continues the proof.
fn solve(address: &str, certificate: &Path) -> Process {
    let mut command = Command::new(STRATA);
    command.args(GAME).args(["--database", address, "--certificate"]).arg(certificate);
    Process::start(&mut command)
}

fn status(address: &str) -> Output {
    let mut command = Command::new(STRATA);
    command.args(GAME).args(["--status", "--json", "--database", address]);
    command.output().expect("a process")
}

/// A number of the status. While the database is away, it is not known.
fn number(address: &str, name: &str) -> Option<u64> {
    let found: serde_json::Value = serde_json::from_slice(&status(address).stdout).ok()?;
    found[name].as_u64()
}

/// The number of jobs with a result.
fn jobs_done(address: &str) -> Option<u64> {
    number(address, "jobs_done")
}

/// Waits until this many jobs have a result, and returns their number; `None` if the proof is finished.
fn wait_for_jobs(address: &str, least: u64, solving: &mut Process) -> Option<u64> {
    for _ in 0..2_000 {
        match jobs_done(address) {
            Some(done) if done >= least => return Some(done),
            _ if solving.has_ended() => return None,
            _ => sleep(Duration::from_millis(50)),
        }
    }
    panic!("no job is done");
}

#[test]
fn proof_survives_killed_workers_and_ends_with_a_certificate() {
    let Some(postgres) = Postgres::start() else { return };
    let (address, folder) = (postgres.address.as_str(), tempdir().expect("a folder"));
    let certificate = folder.path().join("red-wins.cert");
    let nothing = status(address);
    assert_eq!(nothing.status.code(), Some(2));
    let told = String::from_utf8_lossy(&nothing.stderr).into_owned();
    assert!(told.contains("the database has no proof of this position"), "{told}");

    let mut solving = solve(address, &certificate);
    let mut workers = [Process::worker(address), Process::worker(address)];
    // Each time a few more jobs are done, a process is killed and replaced.
    let mut done = 0;
    for turn in 0..5 {
        let Some(count) = wait_for_jobs(address, done + 2, &mut solving) else { break };
        done = count;
        match turn % 4 {
            2 => solving = solve(address, &certificate),
            3 => postgres.restart(),
            worker => workers[worker] = Process::worker(address),
        }
    }
    let output = solving.output();
    assert!(output.starts_with("Proven: Red wins with "), "{output}");
    assert!(done >= 4, "only {done} jobs were done while processes were killed");

    let check = Command::new(STRATA).arg("check").arg(&certificate).output().expect("a process");
    let told = String::from_utf8_lossy(&check.stdout).into_owned();
    assert!(told.starts_with("Confirmed: Red wins Clusterfuss"), "{told}");
    // What is proven stays in the database.
    assert!(jobs_done(address).is_some_and(|count| count >= done));
}

#[test]
fn worker_leaves_proofs_of_another_version_alone() {
    let Some(postgres) = Postgres::start() else { return };
    let (address, folder) = (postgres.address.as_str(), tempdir().expect("a folder"));
    let _solving = solve(address, &folder.path().join("never.cert"));
    for _ in 0..2_000 {
        if number(address, "jobs_waiting") == Some(1) {
            break;
        }
        sleep(Duration::from_millis(50));
    }
    let change = "UPDATE proofs SET title = title || ' of another version'";
    let changed = Command::new("psql").args(["-q", address, "-c", change]).status();
    assert!(changed.expect("psql").success());
    let mut worker = Process::worker(address);
    let log = BufReader::new(worker.0.stderr.take().expect("its log")).lines();
    let mut lines = log.map_while(Result::ok);
    assert!(lines.any(|line| line.contains("it belongs to another version of Strata")));
    let found = ["jobs_done", "jobs_running", "jobs_waiting"].map(|name| number(address, name));
    assert_eq!(found, [Some(0), Some(0), Some(1)]);
}

#[test]
fn shared_proofs_need_a_database_that_several_processes_can_use() {
    let folder = tempdir().expect("a folder");
    let address = format!("sqlite://{}/a.sqlite?mode=rwc", folder.path().display());
    let output = status(&address);
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.starts_with("strata: workers need a PostgreSQL database"), "{told}");
}
