//! The words that can be typed in place of a move.

/// What a word asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
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

/// A word with what may be typed for it.
struct Meaning {
    word: Word,
    /// The word itself first, then its short forms.
    spellings: &'static [&'static str],
    /// What comes behind it.
    argument: &'static str,
    help: &'static str,
}

const fn meaning(
    word: Word,
    spellings: &'static [&'static str],
    argument: &'static str,
    help: &'static str,
) -> Meaning {
    Meaning { word, spellings, argument, help }
}

/// The one list of words: it is what is read and what help prints.
const MEANINGS: &[Meaning] = &[
    meaning(Word::Help, &["help", "?"], "", "these words"),
    meaning(Word::Moves, &["moves"], "", "all legal moves"),
    meaning(Word::Hint, &["hint", "i"], "", "a good move"),
    meaning(Word::Undo, &["undo", "u"], "", "take your last move back"),
    meaning(Word::Redo, &["redo", "r"], "", "play it again"),
    meaning(Word::Evaluate, &["eval", "e"], "", "who stands better"),
    meaning(Word::Board, &["board", "b"], "", "the board as a picture"),
    meaning(Word::Describe, &["describe"], "", "the board in words"),
    meaning(Word::Show, &["show"], "board|words|nothing", "what is shown at every turn"),
    meaning(Word::Flip, &["flip", "f"], "", "look from the other side"),
    meaning(Word::History, &["history"], "", "the moves so far"),
    meaning(Word::GoTo, &["goto"], "N", "go on from after move N; 0 is the start"),
    meaning(Word::Clock, &["clock"], "", "the time left"),
    meaning(Word::Pause, &["pause", "resume", "p"], "", "stop the clocks, or let them run again"),
    meaning(Word::Draw, &["draw", "o"], "", "offer a draw"),
    meaning(Word::Resign, &["resign", "x"], "", "give up"),
    meaning(Word::Save, &["save", "c"], "FILE", "write the game to a file"),
    meaning(Word::Rules, &["rules"], "", "how the game is played"),
    meaning(Word::Quit, &["quit", "q"], "", "leave; the game is kept"),
];

/// The word that a line begins with, and what is behind it.
pub(super) fn read(line: &str) -> Option<(Word, &str)> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let first = first.to_lowercase();
    let found = MEANINGS.iter().find(|meaning| meaning.spellings.contains(&first.as_str()));
    found.map(|meaning| (meaning.word, rest.trim()))
}

/// All words, one a line; that for a draw only where there are `draws`.
pub(super) fn help(draws: bool) -> String {
    let known = MEANINGS.iter().filter(|meaning| draws || meaning.word != Word::Draw);
    let lines = known.map(|meaning| {
        let (word, short) = (meaning.spellings[0], &meaning.spellings[1..]);
        let mut line = word.to_owned();
        if !meaning.argument.is_empty() {
            line += &format!(" {}", meaning.argument);
        }
        line += &format!(": {}", meaning.help);
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
    fn words_are_read() {
        assert_eq!(read("help"), Some((Word::Help, "")));
        assert_eq!(read("GOTO  12 "), Some((Word::GoTo, "12")));
        assert_eq!(read("save my game.pgn"), Some((Word::Save, "my game.pgn")));
        assert_eq!(read("c3"), None);
        assert_eq!(read("helpme"), None);
    }

    #[test]
    fn no_spelling_means_two_things() {
        let mut all: Vec<&str> = MEANINGS.iter().flat_map(|m| m.spellings).copied().collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
        assert_eq!(help(true).lines().count(), MEANINGS.len());
        assert!(!help(false).contains("draw"));
    }
}
