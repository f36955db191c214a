//! The files in `dist` agree with the program, as far as that can be checked without a container engine or systemd.

use std::ffi::OsString;
use std::fs;

fn file(path: &str) -> String {
    let path = format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Runs `strata` with these arguments and `--help`, which refuses unknown options but starts nothing.
fn assert_accepted(args: &[&str]) {
    let args = ["strata"].iter().chain(args).chain(&["--help"]).map(OsString::from);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let status = strata::run_with(strata::standard_catalogue(), args, &mut out, &mut err, false);
    assert_eq!((status, String::from_utf8_lossy(&err).as_ref()), (0, ""));
}

#[test]
fn services_start_commands_that_exist() {
    for name in ["strata.service", "strata-worker.service"] {
        let unit = file(&format!("dist/{name}"));
        let line = unit.lines().find_map(|line| line.strip_prefix("ExecStart=")).expect(name);
        let line = line.replace("${DATABASE}", "postgres://localhost/strata");
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words[0], "/usr/local/bin/strata");
        assert_accepted(&words[1..]);
    }
}

/// The instructions of the container file, each with its arguments.
fn instructions(text: &str) -> Vec<(&str, &str)> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split_once(' ').expect("an instruction")).collect()
}

#[test]
fn container_is_built_from_the_locked_dependencies_with_the_required_rust() {
    let text = file("dist/Containerfile");
    let steps = instructions(&text);
    let manifest = file("Cargo.toml");
    let rust = manifest.lines().find_map(|line| line.strip_prefix("rust-version = ")).expect("one");
    let image = format!("docker.io/library/rust:{}-", rust.trim_matches('"'));
    assert!(steps[0].0 == "FROM" && steps[0].1.starts_with(&image), "{:?}", steps[0]);
    assert!(steps[0].1.ends_with(" AS build"));
    let build = steps.iter().find(|(name, rest)| *name == "RUN" && rest.starts_with("cargo"));
    assert_eq!(build.expect("a build").1, "cargo build --release --locked --package strata");
    let copied = steps.iter().find(|(_, rest)| rest.starts_with("--from=build"));
    let expected = "--from=build /src/target/release/strata /usr/local/bin/strata";
    assert_eq!(copied.expect("the program").1, expected);
}

#[test]
fn container_starts_a_server_that_listens_on_the_exposed_port() {
    let text = file("dist/Containerfile");
    let steps = instructions(&text);
    let find = |wanted: &str| steps.iter().find(|(name, _)| *name == wanted).expect(wanted).1;
    let words = |text: &str| serde_json::from_str::<Vec<String>>(text).expect("a list of words");
    assert_eq!(words(find("ENTRYPOINT")), ["strata"]);
    let args = words(find("CMD"));
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    assert_accepted(&args);
    assert!(args.contains(&format!("0.0.0.0:{}", find("EXPOSE")).as_str()), "{args:?}");
    let is_known = |(name, _): &(&str, &str)| {
        ["FROM", "WORKDIR", "COPY", "RUN", "USER", "VOLUME", "EXPOSE", "ENTRYPOINT", "CMD"]
            .contains(name)
    };
    assert!(steps.iter().all(is_known), "{steps:?}");
}
