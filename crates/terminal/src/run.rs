//! The real terminal.

use std::io::{self, Stdout, Write, stdout};
use std::panic;
use std::sync::Once;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, ThreadId};
use std::time::Instant;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{execute, style};
use strata_engine::Catalogue;
use strata_render::terminal::TerminalKind;

use crate::effect::clipboard_sequence;
use crate::{App, Effect, Input, StartScreen, Storage};

/// Runs the interface in the terminal of this process until the player leaves it. `seed` is the
/// random seed of the bots.
pub fn run(
    catalogue: Catalogue,
    storage: Box<dyn Storage>,
    start: StartScreen,
    seed: u64,
) -> io::Result<()> {
    let (sender, inputs) = channel();
    let updates = sender.clone();
    let terminal = TerminalKind::from_environment(true, |name| std::env::var(name).ok());
    // The interface itself omits colours if they are turned off.
    style::force_color_output(true);
    let app = App::new(catalogue, storage, start, terminal, seed, move |update| {
        // The receiver is closed once the player has left.
        let _ = updates.send(Input::SearchUpdate(update));
    });
    let mut screen = RealScreen::open()?;
    let signals = sender.clone();
    thread::spawn(move || read_events(&sender));
    watch_signals(signals)?;
    let exit_message = screen.play(app, &inputs)?;
    drop(screen);
    if let Some(message) = exit_message {
        eprintln!("strata: {message}");
    }
    Ok(())
}

/// Delivers the events of the terminal. The thread ends with the program.
fn read_events(sender: &Sender<Input>) {
    loop {
        let sent = match event::read() {
            Ok(event) => Input::from_event(event).map_or(Ok(()), |input| sender.send(input)),
            Err(_) => {
                let _ = sender.send(Input::Closed);
                return;
            }
        };
        if sent.is_err() {
            return;
        }
    }
}

/// Leaves the interface properly when the program receives a signal to end, and draws it again
/// after the program was stopped and continued.
#[cfg(unix)]
fn watch_signals(sender: Sender<Input>) -> io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGCONT, SIGHUP, SIGINT, SIGTERM])?;
    thread::spawn(move || {
        for signal in &mut signals {
            let _ = sender.send(if signal == SIGCONT { Input::Resume } else { Input::Closed });
        }
    });
    Ok(())
}

#[cfg(not(unix))]
fn watch_signals(_sender: Sender<Input>) -> io::Result<()> {
    Ok(())
}

/// Stops this process and its group, as the terminal does for Ctrl-Z in its usual mode. Returns
/// when the process is continued, or at once if there is no shell that could continue it.
#[cfg(unix)]
fn stop_process() -> io::Result<()> {
    rustix::process::kill_current_process_group(rustix::process::Signal::TSTP)?;
    Ok(())
}

#[cfg(not(unix))]
fn stop_process() -> io::Result<()> {
    Ok(())
}

/// The terminal in raw mode with the alternate screen. Dropping it restores the terminal.
struct RealScreen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl RealScreen {
    fn open() -> io::Result<Self> {
        restore_after_panics(thread::current().id());
        let opened = enter().and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
        match opened {
            Ok(terminal) => Ok(Self { terminal }),
            Err(error) => {
                restore();
                Err(error)
            }
        }
    }

    /// Runs the interface. Returns its message to the player, if it has one.
    fn play(&mut self, mut app: App, inputs: &Receiver<Input>) -> io::Result<Option<String>> {
        let started = Instant::now();
        while !app.is_over() {
            self.terminal.draw(|frame| app.draw(frame))?;
            let input = match app.next_wake() {
                Some(time) => match inputs.recv_timeout(time) {
                    Ok(input) => input,
                    Err(RecvTimeoutError::Timeout) => Input::Tick,
                    Err(RecvTimeoutError::Disconnected) => Input::Closed,
                },
                None => inputs.recv().unwrap_or(Input::Closed),
            };
            self.handle(input, &mut app, started)?;
            // Inputs that have arrived in the meantime need only one redraw.
            while let Ok(input) = inputs.try_recv() {
                self.handle(input, &mut app, started)?;
            }
        }
        Ok(app.exit_message().map(str::to_owned))
    }

    fn handle(&mut self, input: Input, app: &mut App, started: Instant) -> io::Result<()> {
        if matches!(input, Input::Resume) {
            self.reopen()?;
        }
        app.handle(input, started.elapsed());
        for effect in app.take_effects() {
            match effect {
                Effect::Copy(text) => {
                    let mut out = stdout();
                    out.write_all(clipboard_sequence(&text).as_bytes())?;
                    out.flush()?;
                }
                Effect::Suspend => {
                    restore();
                    stop_process()?;
                    self.reopen()?;
                }
            }
        }
        Ok(())
    }

    /// Takes over the terminal again, and redraws everything.
    fn reopen(&mut self) -> io::Result<()> {
        // The shell may have changed the modes, and raw mode is only set if it is not set already.
        disable_raw_mode()?;
        enter()?;
        execute!(stdout(), Clear(ClearType::All))?;
        // A new terminal draws everything. Clearing the old one would ask for the position of the
        // cursor, and the thread that reads events would consume the answer.
        self.terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        Ok(())
    }
}

impl Drop for RealScreen {
    fn drop(&mut self) {
        restore();
    }
}

/// Switches the terminal to raw mode and the alternate screen.
fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
}

/// Restores the terminal. Nothing can be done about a failure.
fn restore() {
    let _ =
        execute!(stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// Restores the terminal before a panic of the interface is reported. Panics of engine threads are
/// caught elsewhere and must not write over the screen.
fn restore_after_panics(interface: ThreadId) {
    static HOOKED: Once = Once::new();
    HOOKED.call_once(|| {
        let default_hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if thread::current().id() == interface {
                restore();
                default_hook(info);
            }
        }));
    });
}
