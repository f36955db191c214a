//! The engine protocol as a conversation: each line is sent after the answer to the one before.

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use strata_engine::MakeEngine;
use strata_games::{GAMES, visit};
use strata_rules::find_game;

/// An input that waits for text from a channel.
struct ChannelInput {
    texts: Receiver<String>,
    pending: Vec<u8>,
}

impl Read for ChannelInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.pending.is_empty() {
            // A closed channel is the end of the input.
            self.pending = self.texts.recv().map(String::into_bytes).unwrap_or_default();
        }
        let count = self.pending.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.pending[..count]);
        self.pending.drain(..count);
        Ok(count)
    }
}

/// An output that sends every line to a channel.
struct ChannelOutput {
    lines: Sender<String>,
    pending: Vec<u8>,
}

impl Write for ChannelOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for byte in bytes {
            if *byte == b'\n' {
                let line = String::from_utf8(std::mem::take(&mut self.pending)).expect("text");
                self.lines.send(line).map_err(io::Error::other)?;
            } else {
                self.pending.push(*byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A running engine.
struct Conversation {
    input: Sender<String>,
    lines: Receiver<String>,
    server: JoinHandle<io::Result<()>>,
}

impl Conversation {
    fn start(game: &'static str, options: &[(&str, &str)]) -> Self {
        let entry = find_game(GAMES, game).expect("a known game");
        let opened = entry.open(options.iter().copied()).expect("good options");
        let engine = visit(game, opened.options().clone(), MakeEngine);
        let engine = engine.expect("a known game").expect("good options");
        let (input, texts) = channel();
        let (sender, lines) = channel();
        let server = thread::spawn(move || {
            let input = ChannelInput { texts, pending: Vec::new() };
            let output = ChannelOutput { lines: sender, pending: Vec::new() };
            strata_ugi::serve(entry, opened, engine, BufReader::new(input), output)
        });
        Self { input, lines, server }
    }

    fn send(&self, line: &str) {
        self.input.send(format!("{line}\n")).expect("the engine is running");
    }

    /// All lines up to the first that starts with `prefix`, without times and speeds.
    fn wait_for(&self, prefix: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.lines.recv().expect("the engine is running");
            let is_last = line.starts_with(prefix);
            lines.push(without_times(&line));
            if is_last {
                return lines;
            }
        }
    }

    /// The answer to `isready`, which comes after everything printed before.
    fn is_ready(&self) -> Vec<String> {
        self.send("isready");
        self.wait_for("readyok")
    }

    fn end(self) -> Vec<String> {
        drop(self.input);
        self.server.join().expect("no panic").expect("no I/O error");
        self.lines.into_iter().collect()
    }
}

/// The line without its words `nps N time N`.
fn without_times(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let is_time = |place: usize| ["nps", "time"].contains(&words[place]);
    let kept = (0..words.len())
        .filter(|&place| !is_time(place) && !place.checked_sub(1).is_some_and(is_time));
    kept.map(|place| words[place]).collect::<Vec<_>>().join(" ")
}

/// The output of a search at the start of a new game.
fn search_after_new_game(engine: &Conversation) -> Vec<String> {
    for line in ["uginewgame", "position startpos", "go nodes 4000"] {
        engine.send(line);
    }
    engine.wait_for("bestmove")
}

#[test]
fn uginewgame_forgets_everything() {
    for (game, options) in [("clusterfuss", &[("size", "5")][..]), ("qawale", &[]), ("isaac", &[])]
    {
        let engine = Conversation::start(game, options);
        let first = search_after_new_game(&engine);
        // Another game, which leaves its positions in the table.
        engine.send("go nodes 20000");
        engine.wait_for("bestmove");
        assert_eq!(search_after_new_game(&engine), first, "{game}");
        engine.end();
    }
}

#[test]
fn a_search_without_uginewgame_uses_the_table() {
    let engine = Conversation::start("clusterfuss", &[("size", "5")]);
    let first = search_after_new_game(&engine);
    engine.send("go nodes 4000");
    assert_ne!(engine.wait_for("bestmove"), first);
    engine.end();
}

#[test]
fn levels_below_8_repeat_their_moves_with_the_same_seed() {
    let engine = Conversation::start("qawale", &[]);
    engine.send("setoption name Level value 1");
    let mut moves_of = |seed: u64| {
        engine.send(&format!("setoption name Seed value {seed}"));
        search_after_new_game(&engine).pop()
    };
    let moves: Vec<_> = (0..20).map(&mut moves_of).collect();
    assert_eq!(moves, (0..20).map(&mut moves_of).collect::<Vec<_>>());
    assert!(moves.iter().any(|mv| mv != &moves[0]), "level 1 always plays {:?}", moves[0]);
    engine.end();
}

#[test]
fn a_weak_level_answers_an_infinite_search_only_after_stop() {
    let engine = Conversation::start("qawale", &[]);
    engine.send("setoption name Level value 2");
    engine.send("go infinite");
    assert!(!engine.is_ready().iter().any(|line| line.starts_with("bestmove")));
    engine.send("stop");
    assert!(engine.wait_for("bestmove").len() <= 2);
    engine.end();
}

#[test]
fn the_expected_reply_is_named_only_with_the_option_ponder() {
    let engine = Conversation::start("qawale", &[]);
    let line = |engine: &Conversation| search_after_new_game(engine).pop().unwrap_or_default();
    assert!(!line(&engine).contains("ponder"));
    engine.send("setoption name Ponder value true");
    let words: Vec<String> = line(&engine).split(' ').map(str::to_owned).collect();
    assert_eq!((words.len(), words[2].as_str()), (4, "ponder"), "{words:?}");
    engine.send(&format!("position startpos moves {} {}", words[1], words[3]));
    assert_eq!(engine.is_ready(), ["readyok"], "the expected reply is legal");
    engine.end();
}

#[test]
fn a_pondering_search_answers_only_after_ponderhit() {
    let engine = Conversation::start("clusterfuss", &[("size", "2")]);
    engine.send("setoption name Ponder value true");
    // The position is solved at once, and the time limit is over at once.
    engine.send("go ponder movetime 1");
    let before = engine.is_ready();
    assert!(!before.iter().any(|line| line.starts_with("bestmove")), "{before:?}");
    engine.send("ponderhit");
    engine.wait_for("bestmove");
    engine.end();
}

#[test]
fn no_time_limit_applies_until_ponderhit() {
    let engine = Conversation::start("clusterfuss", &[]);
    engine.send("setoption name Ponder value true");
    engine.send("go ponder movetime 1");
    // A search of one millisecond does not come this far.
    let lines = engine.wait_for("info depth 5 ");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
    engine.send("ponderhit");
    engine.wait_for("bestmove");
    engine.end();
}

#[test]
fn stop_ends_a_pondering_search() {
    let engine = Conversation::start("clusterfuss", &[]);
    engine.send("setoption name Ponder value true");
    engine.send("go ponder p1time 1000 p2time 1000");
    engine.send("stop");
    engine.wait_for("bestmove");
    engine.end();
}

#[test]
fn ponder_commands_out_of_place_are_refused() {
    let engine = Conversation::start("qawale", &[]);
    engine.send("go ponder movetime 10");
    engine.send("ponderhit");
    assert_eq!(
        engine.is_ready(),
        [
            "info string error: pondering is off; set the option Ponder to true first",
            "info string error: no search is running; ponderhit follows go ponder",
            "readyok"
        ]
    );
    assert!(engine.end().is_empty());
}
