//! The commands that can be typed in place of a move.

/// A typed command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TextCommand {
    Help,
    Moves,
    Hint,
    Undo,
    Redo,
    Evaluate,
    Board,
    Describe,
    Show,
    Flip,
    History,
    GoTo,
    Clock,
    Pause,
    Draw,
    Resign,
    Save,
    Rules,
    Quit,
}

/// A command with its names and help.
struct Entry {
    command: TextCommand,
    /// The full name first, then the abbreviations.
    names: &'static [&'static str],
    /// A placeholder for the argument, or empty.
    argument: &'static str,
    help: &'static str,
}

const fn entry(
    command: TextCommand,
    names: &'static [&'static str],
    argument: &'static str,
    help: &'static str,
) -> Entry {
    Entry { command, names, argument, help }
}

/// All commands, for parsing and for the help text.
const COMMANDS: &[Entry] = &[
    entry(TextCommand::Help, &["help", "?"], "", "list these commands"),
    entry(TextCommand::Moves, &["moves"], "", "list all legal moves"),
    entry(TextCommand::Hint, &["hint", "i"], "", "suggest a move"),
    entry(TextCommand::Undo, &["undo", "u"], "", "take your last move back"),
    entry(TextCommand::Redo, &["redo", "r"], "", "redo the move"),
    entry(TextCommand::Evaluate, &["eval", "e"], "", "evaluate the position"),
    entry(TextCommand::Board, &["board", "b"], "", "show the board"),
    entry(TextCommand::Describe, &["describe"], "", "describe the board in words"),
    entry(TextCommand::Show, &["show"], "board|words|nothing", "what to show at every turn"),
    entry(TextCommand::Flip, &["flip", "f"], "", "flip the board"),
    entry(TextCommand::History, &["history"], "", "list the moves"),
    entry(TextCommand::GoTo, &["goto"], "N", "go to the position after move N; 0 is the start"),
    entry(TextCommand::Clock, &["clock"], "", "show the time left"),
    entry(TextCommand::Pause, &["pause", "resume", "p"], "", "pause or resume the game"),
    entry(TextCommand::Draw, &["draw", "o"], "", "offer a draw"),
    entry(TextCommand::Resign, &["resign", "x"], "", "resign the game"),
    entry(TextCommand::Save, &["save", "c"], "FILE", "save the game to a file"),
    entry(TextCommand::Rules, &["rules"], "", "show the rules"),
    entry(TextCommand::Quit, &["quit", "q"], "", "save and leave"),
];

/// The command at the start of a line, and its argument.
pub(super) fn read(line: &str) -> Option<(TextCommand, &str)> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let first = first.to_lowercase();
    let found = COMMANDS.iter().find(|entry| entry.names.contains(&first.as_str()));
    found.map(|entry| (entry.command, rest.trim()))
}

/// The help text, one command per line; with `draw` only if the game has draws.
pub(super) fn help(draws: bool) -> String {
    let commands = COMMANDS.iter().filter(|entry| draws || entry.command != TextCommand::Draw);
    let lines = commands.map(|entry| {
        let (name, short) = (entry.names[0], &entry.names[1..]);
        let mut line = name.to_owned();
        if !entry.argument.is_empty() {
            line += &format!(" {}", entry.argument);
        }
        line += &format!(": {}", entry.help);
        if !short.is_empty() {
            line += &format!(" (also {})", short.join(", "));
        }
        line
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_and_argument_are_parsed() {
        assert_eq!(read("help"), Some((TextCommand::Help, "")));
        assert_eq!(read("GOTO  12 "), Some((TextCommand::GoTo, "12")));
        assert_eq!(read("save my game.pgn"), Some((TextCommand::Save, "my game.pgn")));
        assert_eq!(read("c3"), None);
        assert_eq!(read("helpme"), None);
    }

    #[test]
    fn command_names_are_unique_and_all_have_help() {
        let mut all: Vec<&str> = COMMANDS.iter().flat_map(|m| m.names).copied().collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
        assert_eq!(help(true).lines().count(), COMMANDS.len());
        assert!(!help(false).contains("draw"));
    }
}
