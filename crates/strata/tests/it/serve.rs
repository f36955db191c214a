//! The commands `serve` and `load` as processes.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tempfile::tempdir;

const STRATA: &str = env!("CARGO_BIN_EXE_strata");

/// Starts a server and returns what it said first.
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
fn a_server_says_where_it_is_serves_and_ends_in_order() {
    let folder = tempdir().expect("a folder");
    let (mut child, line) = serve(folder.path(), &["--base-path", "/games"]);
    let url = line
        .strip_prefix("Strata is at http://")
        .and_then(|rest| rest.strip_suffix("/games/ (Ctrl+C ends it)"))
        .unwrap_or_else(|| panic!("{line}"));
    let mut stream = TcpStream::connect(url).expect("a connection");
    stream.write_all(b"GET /games/api/games HTTP/1.0\r\n\r\n").expect("it is taken");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.0 200") && answer.contains("\"qawale\""), "{answer}");

    let second = Command::new(STRATA).args(["serve", "--data"]).arg(folder.path()).output();
    let second = second.expect("a process");
    assert_eq!(second.status.code(), Some(2));
    let told = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(told.starts_with("strata: another server keeps its games in "), "{told}");

    let asked = Command::new("kill").arg(child.id().to_string()).status();
    assert!(asked.expect("kill").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn wrong_storage_is_told_in_a_sentence() {
    for (arguments, part) in [
        (["--data", "/dev/null/nothing"], "cannot make the folder /dev/null/nothing"),
        (
            ["--database", "postgres://me:secret@127.0.0.1:1/x"],
            "the database postgres://127.0.0.1:1/x: ",
        ),
        (["--database", "carrier-pigeon"], "the database "),
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
fn a_small_load_is_borne() {
    let output = Command::new(STRATA)
        .args([
            "load",
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
