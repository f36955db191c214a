//! The real terminal.

use std::io::{self, Stdout, stdout};
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
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{execute, style};
use strata_engine::Catalogue;
use strata_render::terminal::Colours;

use crate::{App, Input, StartScreen, Storage};

/// Runs the interface in the terminal of this process until it is left. Bots draw their chances
/// from `seed`.
pub fn run(
    catalogue: Catalogue,
    storage: Box<dyn Storage>,
    opening: StartScreen,
    seed: u64,
) -> io::Result<()> {
    let (sender, inputs) = channel();
    let answers = sender.clone();
    let usual = Colours::from_environment(true, |name| std::env::var(name).ok());
    // What is drawn already has no colours where none are wanted.
    style::force_color_output(true);
    let app = App::new(catalogue, storage, opening, usual, seed, move |answer| {
        // Nobody listens any more once the interface is left.
        let _ = answers.send(Input::SearchUpdate(answer));
    });
    let mut screen = RealScreen::open()?;
    let stopper = sender.clone();
    thread::spawn(move || read_events(&sender));
    hear_signals(stopper)?;
    screen.play(app, &inputs)
}

/// Passes on what the terminal says. The thread ends with the program.
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

/// Leaves the interface properly when the program is asked to end.
#[cfg(unix)]
fn hear_signals(sender: Sender<Input>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    thread::spawn(move || {
        for _ in &mut signals {
            let _ = sender.send(Input::Closed);
        }
    });
    Ok(())
}

#[cfg(not(unix))]
fn hear_signals(_sender: Sender<Input>) -> io::Result<()> {
    Ok(())
}

/// The terminal while the interface has it. It is given back as it was, whatever happens.
struct RealScreen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl RealScreen {
    fn open() -> io::Result<Self> {
        restore_after_panics(thread::current().id());
        enable_raw_mode()?;
        let opened =
            execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
                .and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
        match opened {
            Ok(terminal) => Ok(Self { terminal }),
            Err(error) => {
                restore();
                Err(error)
            }
        }
    }

    fn play(&mut self, mut app: App, inputs: &Receiver<Input>) -> io::Result<()> {
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
            app.handle(input, started.elapsed());
            // Whatever came meanwhile is shown with the same picture.
            while let Ok(input) = inputs.try_recv() {
                app.handle(input, started.elapsed());
            }
        }
        Ok(())
    }
}

impl Drop for RealScreen {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back. What fails here cannot be mended.
fn restore() {
    let _ =
        execute!(stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// Gives the terminal back before a panic of the interface is reported. Panics of thinking threads
/// are caught where they happen, and must not write over the screen.
fn restore_after_panics(interface: ThreadId) {
    static HOOKED: Once = Once::new();
    HOOKED.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if thread::current().id() == interface {
                restore();
                usual(info);
            }
        }));
    });
}
