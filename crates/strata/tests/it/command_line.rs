//! Transcripts of the command line.

use tempfile::tempdir;

/// Runs the transcripts with an empty home directory.
fn check(cases: &[&str]) {
    let home = tempdir().expect("a directory");
    let home = home.path().to_str().expect("a path that is text");
    let tests = trycmd::TestCases::new();
    for variable in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
        tests.env(variable, home);
    }
    tests.env("LC_ALL", "C.UTF-8");
    for case in cases {
        tests.case(case);
    }
    // Dropping the tests runs them; the home directory must still exist.
    drop(tests);
}

#[test]
fn transcripts_match() {
    check(&["tests/cmd/*.trycmd", "tests/cmd/*.toml"]);
}

#[test]
fn menu_transcript_matches() {
    check(&["tests/cmd/menu/*.toml"]);
}

#[test]
fn output_is_ascii_in_locales_other_than_utf8() {
    for args in [&["show", "isaac"][..], &["rules", "staqs"], &["rules", "isaac"], &["--help"]] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_strata"))
            .args(args)
            .env("LC_ALL", "C")
            .output()
            .expect("the program starts");
        assert!(output.status.success(), "{args:?}");
        assert!(output.stdout.is_ascii(), "{args:?}\n{}", String::from_utf8_lossy(&output.stdout));
    }
}
