//! The commands `serve` and `bench-server` as processes.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tempfile::tempdir;

const STRATA: &str = env!("CARGO_BIN_EXE_strata");

/// Starts a server and returns its first line of output.
fn serve(folder: &Path, more: &[&str]) -> (Child, String) {
    let mut child = Command::new(STRATA)
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(folder)
        .args(more)
        .stdout(Stdio::piped())
        .spawn()
        .expect("a process");
    let out = child.stdout.take().expect("its output");
    let line = BufReader::new(out).lines().next().expect("a line").expect("text");
    (child, line)
}

#[test]
fn server_prints_its_address_answers_requests_and_stops_when_terminated() {
    let folder = tempdir().expect("a folder");
    let (mut child, line) = serve(folder.path(), &["--base-path", "/games"]);
    let url = line
        .strip_prefix("Strata is running at http://")
        .and_then(|rest| rest.strip_suffix("/games/ (press Ctrl+C to stop)"))
        .unwrap_or_else(|| panic!("{line}"));
    let ask = |host: &str| {
        let mut stream = TcpStream::connect(url).expect("a connection");
        let request = format!("GET /games/api/games HTTP/1.0\r\nhost: {host}\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("it is taken");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    };
    let answer = ask(url);
    assert!(answer.starts_with("HTTP/1.0 200") && answer.contains("\"qawale\""), "{answer}");
    let answer = ask("evil.example");
    assert!(answer.starts_with("HTTP/1.0 421"), "only this machine's names lead here: {answer}");

    let second = Command::new(STRATA).args(["serve", "--data"]).arg(folder.path()).output();
    let second = second.expect("a process");
    assert_eq!(second.status.code(), Some(2));
    let told = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(told.starts_with("strata: another server is using "), "{told}");

    let asked = Command::new("kill").arg(child.id().to_string()).status();
    assert!(asked.expect("kill").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn wrong_storage_is_reported_in_one_sentence() {
    for (arguments, part) in [
        (["--data", "/dev/null/nothing"], "cannot create the directory /dev/null/nothing"),
        (
            ["--database", "postgres://me:secret@127.0.0.1:1/x"],
            "the database postgres://127.0.0.1:1/x: ",
        ),
        (
            ["--database", "carrier-pigeon"],
            "invalid value 'carrier-pigeon' for --database: expected ",
        ),
        (["--database", "postgers://me:secret@x/y"], "invalid value for --database: expected "),
        (["--base-path", "no slash"], "base path no slash: expected a path such as /strata"),
    ] {
        let folder = tempdir().expect("a folder");
        let mut command = Command::new(STRATA);
        command.args(["serve", "--listen", "127.0.0.1:0"]).args(arguments);
        command.env("XDG_DATA_HOME", folder.path());
        let output = command.output().expect("a process");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.starts_with("strata: ") && told.contains(part), "{told}");
        assert!(!told.contains("secret"), "{told}");
    }
}

#[test]
fn searching_elsewhere_needs_a_shared_database() {
    let folder = tempdir().expect("a folder");
    let file = format!("sqlite://{}?mode=rwc", folder.path().join("games.sqlite").display());
    for (arguments, expected) in [
        (["work", "--database", &file], "workers need a PostgreSQL database, such as "),
        (["serve", "--threads", "0"], "--threads 0 needs workers, and so a --database such as "),
    ] {
        let mut command = Command::new(STRATA);
        command.args(arguments).env("XDG_DATA_HOME", folder.path());
        let output = command.output().expect("a process");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.starts_with(&format!("strata: {expected}")), "{told}");
    }
}

#[test]
fn bench_server_plays_games_without_failures() {
    let output = Command::new(STRATA)
        .args([
            "bench-server",
            "--games",
            "4",
            "--sockets",
            "10",
            "--seconds",
            "1",
            "--every",
            "200",
            "--json",
        ])
        .output()
        .expect("a process");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{told}");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(json["moves"].as_u64().is_some_and(|moves| moves > 4), "{json}");
    assert_eq!(json["faults"], 0, "{json}");
}

#[test]
fn port_in_use_is_reported_once_with_a_remedy() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = taken.local_addr().expect("an address");
    let port = address.port().to_string();
    for (arguments, expected) in [
        (["--port", &port], format!("port {port} is in use; choose another with --port")),
        (
            ["--listen", &address.to_string()],
            format!("{address} is in use; choose another address with --listen"),
        ),
    ] {
        let folder = tempdir().expect("a folder");
        let mut command = Command::new(STRATA);
        command.arg("serve").args(arguments).arg("--data").arg(folder.path());
        let output = command.output().expect("a process");
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("strata: {expected}\n"));
    }
}
