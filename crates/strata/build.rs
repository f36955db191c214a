//! Finds the version that `strata --version` prints: with the commit, if it is a release build from a git checkout.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let version = match env::var("PROFILE").as_deref() {
        // A debug build is not rebuilt for every commit.
        Ok("debug") => format!("{version} (debug build)"),
        _ => commit().map_or(version.clone(), |commit| format!("{version} ({commit})")),
    };
    println!("cargo:rustc-env=STRATA_VERSION={version}");
}

/// The commit, with a plus sign if files have changed since.
fn commit() -> Option<String> {
    // Each commit adds a line to this file.
    let log = git(&["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"])?;
    println!("cargo:rerun-if-changed={log}");
    git(&["describe", "--always", "--abbrev=7", "--exclude=*", "--dirty=+"])
}

fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}
