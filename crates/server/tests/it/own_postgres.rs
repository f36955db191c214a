//! A PostgreSQL server that only one test uses, so that it can be restarted.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdin, Command, Stdio};

/// A PostgreSQL server that only one test uses. It ends when this is dropped.
pub(crate) struct Postgres {
    script: Child,
    /// The script ends when this is closed.
    stdin: Option<ChildStdin>,
    pub(crate) address: String,
    restart: String,
}

impl Postgres {
    /// `None` if there is no PostgreSQL.
    pub(crate) fn start() -> Option<Self> {
        std::env::var_os("STRATA_TEST_POSTGRES")?;
        let show =
            r#"printf '%s\n%s\n' "$STRATA_TEST_POSTGRES" "$STRATA_TEST_POSTGRES_RESTART"; cat"#;
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../server/tests/with-postgres");
        let mut script = Command::new(script)
            .args(["bash", "-c", show])
            .env_remove("STRATA_TEST_POSTGRES")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the script");
        let mut lines = BufReader::new(script.stdout.take().expect("its output")).lines();
        let mut next = || lines.next().expect("a line").expect("text");
        let (address, restart) = (next(), next());
        Some(Self { stdin: script.stdin.take(), script, address, restart })
    }

    /// Ends it as a power failure would, and starts it again.
    pub(crate) fn restart(&self) {
        let done = Command::new("bash").args(["-c", &self.restart]).stdout(Stdio::null()).status();
        assert!(done.expect("bash").success());
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        drop(self.stdin.take());
        let _ = self.script.wait();
    }
}
