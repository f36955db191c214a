//! A pseudo-terminal for a program: tests press keys and read the screen.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Termios, Winsize, tcgetattr, tcsetwinsize};

/// Long enough for any machine: a test that waits this long has failed.
const PATIENCE: Duration = Duration::from_secs(60);

const ROWS: u16 = 24;
const COLUMNS: u16 = 80;

/// A terminal in which a program runs.
pub(crate) struct Terminal {
    keys: File,
    /// The program's end, to read the modes even after the program has ended.
    line: File,
    first_modes: Termios,
    screen: Arc<Mutex<vt100::Parser>>,
    /// Everything that the program has written.
    output: Arc<Mutex<Vec<u8>>>,
    child: Child,
}

impl Terminal {
    /// Starts a program in a new terminal, with the given home directory.
    pub(crate) fn start(program: &Path, args: &[&str], home: &Path) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&master).expect("granted");
        unlockpt(&master).expect("unlocked");
        let size = Winsize { ws_row: ROWS, ws_col: COLUMNS, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&master, size).expect("a size");
        let name = ptsname(&master, Vec::new()).expect("a name").into_string().expect("text");
        let line = File::options().read(true).write(true).open(name).expect("the other end");
        let first_modes = tcgetattr(&line).expect("modes");
        let end = || line.try_clone().expect("another handle");
        // In its own session the program does not see the terminal that the tests run in.
        let child = Command::new("setsid")
            .arg("--ctty")
            .arg(program)
            .args(args)
            .env_clear()
            .env("HOME", home)
            .env("TERM", "xterm-256color")
            .env("LANG", "C.UTF-8")
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .expect("the program starts");
        let screen = Arc::new(Mutex::new(vt100::Parser::new(ROWS, COLUMNS, 0)));
        let keys = File::from(master);
        let output = Arc::default();
        let reader = keys.try_clone().expect("another handle");
        watch(reader, Arc::clone(&screen), Arc::clone(&output));
        Self { keys, line, first_modes, screen, output, child }
    }

    /// Presses keys.
    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("the terminal takes keys");
    }

    /// Looks at the screen.
    pub(crate) fn look<T>(&self, look: impl Fn(&vt100::Screen) -> T) -> T {
        look(self.screen.lock().unwrap_or_else(PoisonError::into_inner).screen())
    }

    /// The text on the screen.
    pub(crate) fn text(&self) -> String {
        self.look(vt100::Screen::contents)
    }

    /// Waits until the screen shows the awaited text, and returns all of it.
    pub(crate) fn wait_for(&self, is_awaited: impl Fn(&str) -> bool) -> String {
        self.wait_until(|screen| is_awaited(&screen.contents()))
    }

    /// Waits until the screen is as expected, and returns its text.
    pub(crate) fn wait_until(&self, is_awaited: impl Fn(&vt100::Screen) -> bool) -> String {
        let started = Instant::now();
        while !self.look(&is_awaited) {
            assert!(started.elapsed() < PATIENCE, "the screen shows:\n{}", self.text());
            thread::sleep(Duration::from_millis(5));
        }
        self.text()
    }

    /// Waits until the program has written these bytes, shown or not.
    pub(crate) fn wait_for_output(&self, bytes: &[u8]) {
        let started = Instant::now();
        let is_written = || {
            let output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
            output.windows(bytes.len()).any(|window| window == bytes)
        };
        while !is_written() {
            assert!(started.elapsed() < PATIENCE, "it was not written:\n{}", self.text());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// The modes that the terminal had before the program started.
    pub(crate) const fn first_modes(&self) -> &Termios {
        &self.first_modes
    }

    /// The modes of the terminal.
    pub(crate) fn modes(&self) -> Termios {
        tcgetattr(&self.line).expect("modes")
    }

    /// Kills the program.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("the program ends");
    }

    /// Waits for the end of the program.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        let started = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a program to wait for") {
                return status;
            }
            assert!(
                started.elapsed() < PATIENCE,
                "the program still runs; the screen shows:\n{}",
                self.text()
            );
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // The program still runs if the test has failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Copies the output of the program to the screen.
fn watch(mut source: File, screen: Arc<Mutex<vt100::Parser>>, output: Arc<Mutex<Vec<u8>>>) {
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = source.read(&mut bytes) {
            output.lock().unwrap_or_else(PoisonError::into_inner).extend(&bytes[..count]);
            let mut screen = screen.lock().unwrap_or_else(PoisonError::into_inner);
            screen.process(&bytes[..count]);
        }
    });
}
