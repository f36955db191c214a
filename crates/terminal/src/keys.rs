//! The key map: it drives the input and prints the help.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// What a key does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    Up,
    Down,
    Left,
    Right,
    Choose,
    StepBack,
    NextChoice,
    PreviousChoice,
    TypeMove,
    Undo,
    Redo,
    Hint,
    MoveNow,
    Evaluation,
    Flip,
    Earlier,
    Later,
    First,
    Last,
    Branch,
    OfferDraw,
    Resign,
    Pause,
    Faster,
    Slower,
    Save,
    CopyPosition,
    CopyRecord,
    Rules,
    NewGame,
    Help,
    Leave,
    Rematch,
    LookThrough,
    PageUp,
    PageDown,
    Delete,
    OpenFile,
    Search,
    NextMatch,
    PreviousMatch,
    Analyse,
    EngineSwitch,
    MoreLines,
    FewerLines,
    Review,
    NextMistake,
    PreviousMistake,
    Comment,
    Sign,
    PlayFromHere,
    ShowSolution,
    NextPuzzle,
}

/// Where a key has a meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// At the board.
    Board,
    /// At the board when the game is over. The other keys of the board still work.
    Over,
    /// On the analysis board.
    Analysis,
    /// At a puzzle.
    Puzzle,
    /// In menus and lists.
    List,
    /// In the rules and other long texts.
    Pager,
}

/// Keys, their action, and its description in the help.
pub(crate) struct Binding {
    pub(crate) place: Place,
    pub(crate) action: Action,
    pub(crate) keys: &'static [KeyCode],
    pub(crate) help: &'static str,
}

const fn at(place: Place, action: Action, keys: &'static [KeyCode], help: &'static str) -> Binding {
    Binding { place, action, keys, help }
}

use KeyCode::{
    BackTab, Backspace, Char, Delete, Down, End, Enter, Esc, Home, Left, PageDown, PageUp, Right,
    Tab, Up,
};
use Place::{Analysis, Board, List, Over, Pager, Puzzle};

/// All keys. A binding without a description shares the line above it in the help.
pub(crate) const KEYS: &[Binding] = &[
    at(Board, Action::Up, &[Up, Char('w'), Char('k')], "move the cursor"),
    at(Board, Action::Left, &[Left, Char('a'), Char('h')], ""),
    at(Board, Action::Down, &[Down, Char('s'), Char('j')], ""),
    at(Board, Action::Right, &[Right, Char('d'), Char('l')], ""),
    at(Board, Action::Choose, &[Enter, Char(' ')], "choose"),
    at(Board, Action::StepBack, &[Esc, Backspace], "undo the last step"),
    at(Board, Action::NextChoice, &[Tab], "next choice"),
    at(Board, Action::PreviousChoice, &[BackTab], "previous choice"),
    at(Board, Action::TypeMove, &[Char('m')], "type a move"),
    at(Board, Action::Undo, &[Char('u')], "undo"),
    at(Board, Action::Redo, &[Char('r')], "redo"),
    at(Board, Action::Hint, &[Char('i')], "hint"),
    at(Board, Action::MoveNow, &[Char('.')], "bot moves now"),
    at(Board, Action::Evaluation, &[Char('e')], "evaluation bar"),
    at(Board, Action::Flip, &[Char('f')], "flip the board"),
    at(Board, Action::Earlier, &[Char('['), Char('<'), PageUp], "previous position"),
    at(Board, Action::Later, &[Char(']'), Char('>'), PageDown], "next position"),
    at(Board, Action::First, &[Char('g'), Home], "first position"),
    at(Board, Action::Last, &[Char('G'), End], "back to the game"),
    at(Board, Action::Branch, &[Char('b')], "other moves tried"),
    at(Board, Action::OfferDraw, &[Char('o')], "offer a draw"),
    at(Board, Action::Resign, &[Char('x')], "resign"),
    at(Board, Action::Pause, &[Char('p')], "pause, resume"),
    at(Board, Action::Faster, &[Char('+'), Char('=')], "bots faster"),
    at(Board, Action::Slower, &[Char('-')], "bots slower"),
    at(Board, Action::Analyse, &[Char('A')], "analysis board"),
    at(Board, Action::Save, &[Char('c')], "save as"),
    at(Board, Action::CopyPosition, &[Char('y')], "copy the position"),
    at(Board, Action::CopyRecord, &[Char('Y')], "copy the record"),
    at(Board, Action::Rules, &[Char('R')], "rules of this game"),
    at(Board, Action::NewGame, &[Char('n')], "new game"),
    at(Board, Action::Help, &[Char('?')], "these keys"),
    at(Board, Action::Leave, &[Char('q')], "leave"),
    at(Over, Action::Rematch, &[Char('r')], "rematch, swap sides"),
    at(Over, Action::NewGame, &[Char('n')], "new game"),
    at(Over, Action::LookThrough, &[Char('v')], "review, move by move"),
    at(Over, Action::Earlier, &[Left], ""),
    at(Over, Action::Later, &[Right], ""),
    at(Over, Action::Analyse, &[Char('A')], "analysis board"),
    at(Over, Action::Save, &[Char('s'), Char('c')], "save as"),
    at(Over, Action::Leave, &[Char('q')], "menu"),
    at(Analysis, Action::Earlier, &[Left, Char('u'), Backspace, Char('[')], "one move back"),
    at(Analysis, Action::Later, &[Right, Char(']')], "one move forward"),
    at(Analysis, Action::First, &[Up, Home, Char('g')], "start of the game"),
    at(Analysis, Action::Last, &[Down, End, Char('G')], "end of the line"),
    at(Analysis, Action::Up, &[Char('w'), Char('k')], "move the cursor"),
    at(Analysis, Action::Left, &[Char('a'), Char('h')], ""),
    at(Analysis, Action::Down, &[Char('s'), Char('j')], ""),
    at(Analysis, Action::Right, &[Char('d'), Char('l')], ""),
    at(Analysis, Action::Choose, &[Enter, Char(' ')], "choose"),
    at(Analysis, Action::StepBack, &[Esc], "undo the last step"),
    at(Analysis, Action::NextChoice, &[Tab], "next choice"),
    at(Analysis, Action::PreviousChoice, &[BackTab], "previous choice"),
    at(Analysis, Action::TypeMove, &[Char('m')], "type a move"),
    at(Analysis, Action::EngineSwitch, &[Char('e')], "engine on, off"),
    at(Analysis, Action::MoreLines, &[Char('+'), Char('=')], "more engine lines"),
    at(Analysis, Action::FewerLines, &[Char('-')], "fewer engine lines"),
    at(Analysis, Action::Review, &[Char('r')], "review the game"),
    at(Analysis, Action::NextMistake, &[Char('n')], "next mistake"),
    at(Analysis, Action::PreviousMistake, &[Char('N')], "previous mistake"),
    at(Analysis, Action::Branch, &[Char('b')], "next variation"),
    at(Analysis, Action::Comment, &[Char('t')], "comment on the move"),
    at(Analysis, Action::Sign, &[Char('!')], "sign of the move: ! ?"),
    at(Analysis, Action::Delete, &[Char('x'), Delete], "delete from here"),
    at(Analysis, Action::PlayFromHere, &[Char('P')], "play from here"),
    at(Analysis, Action::Flip, &[Char('f')], "flip the board"),
    at(Analysis, Action::Save, &[Char('c')], "save as"),
    at(Analysis, Action::CopyPosition, &[Char('y')], "copy the position"),
    at(Analysis, Action::CopyRecord, &[Char('Y')], "copy the record"),
    at(Analysis, Action::Rules, &[Char('R')], "rules of this game"),
    at(Analysis, Action::Help, &[Char('?')], "these keys"),
    at(Analysis, Action::Leave, &[Char('q')], "back"),
    at(Puzzle, Action::Up, &[Up, Char('w'), Char('k')], "move the cursor"),
    at(Puzzle, Action::Left, &[Left, Char('a'), Char('h')], ""),
    at(Puzzle, Action::Down, &[Down, Char('j')], ""),
    at(Puzzle, Action::Right, &[Right, Char('d'), Char('l')], ""),
    at(Puzzle, Action::Choose, &[Enter, Char(' ')], "choose"),
    at(Puzzle, Action::StepBack, &[Esc, Backspace], "undo the last step"),
    at(Puzzle, Action::NextChoice, &[Tab], "next choice"),
    at(Puzzle, Action::PreviousChoice, &[BackTab], "previous choice"),
    at(Puzzle, Action::TypeMove, &[Char('m')], "type a move"),
    at(Puzzle, Action::Hint, &[Char('i')], "hint"),
    at(Puzzle, Action::ShowSolution, &[Char('s')], "show the solution"),
    at(Puzzle, Action::NextPuzzle, &[Char('n')], "next puzzle"),
    at(Puzzle, Action::Flip, &[Char('f')], "flip the board"),
    at(Puzzle, Action::Analyse, &[Char('A')], "analysis board"),
    at(Puzzle, Action::CopyPosition, &[Char('y')], "copy the position"),
    at(Puzzle, Action::Rules, &[Char('R')], "rules of this game"),
    at(Puzzle, Action::Help, &[Char('?')], "these keys"),
    at(Puzzle, Action::Leave, &[Char('q')], "back"),
    at(List, Action::Up, &[Up, Char('k'), Char('w')], "up and down"),
    at(List, Action::Down, &[Down, Char('j'), Char('s')], ""),
    at(List, Action::Left, &[Left, Char('h'), Char('a')], "change a value"),
    at(List, Action::Right, &[Right, Char('l'), Char('d')], ""),
    at(List, Action::PageUp, &[PageUp], "page up and down"),
    at(List, Action::PageDown, &[PageDown], ""),
    at(List, Action::First, &[Char('g'), Home], "first and last"),
    at(List, Action::Last, &[Char('G'), End], ""),
    at(List, Action::NextChoice, &[Tab], "next and previous"),
    at(List, Action::PreviousChoice, &[BackTab], ""),
    at(List, Action::Choose, &[Enter, Char(' ')], "choose, start"),
    at(List, Action::Delete, &[Delete, Char('x')], "delete (Load)"),
    at(List, Action::OpenFile, &[Char('o')], "open a file (Load)"),
    at(List, Action::Help, &[Char('?')], "these keys"),
    at(List, Action::Leave, &[Esc, Char('q'), Backspace], "back, quit"),
    at(Pager, Action::Up, &[Up, Char('k')], "line up and down"),
    at(Pager, Action::Down, &[Down, Char('j'), Enter], ""),
    at(Pager, Action::PageUp, &[PageUp, Char('b')], "page up and down"),
    at(Pager, Action::PageDown, &[PageDown, Char(' ')], ""),
    at(Pager, Action::First, &[Char('g'), Home], "start and end"),
    at(Pager, Action::Last, &[Char('G'), End], ""),
    at(Pager, Action::Search, &[Char('/')], "search"),
    at(Pager, Action::NextMatch, &[Char('n')], "repeat the search"),
    at(Pager, Action::PreviousMatch, &[Char('N')], ""),
    at(Pager, Action::Leave, &[Esc, Char('q'), Char('?'), Backspace], "back"),
];

/// The action of a key at a place.
pub(crate) fn action(place: Place, key: KeyEvent) -> Option<Action> {
    if !is_plain(key) {
        return None;
    }
    let find = |place| {
        let here = KEYS.iter().filter(|binding| binding.place == place);
        here.into_iter().find(|binding| binding.keys.contains(&key.code))
    };
    let found = find(place).or_else(|| find(Board).filter(|_| place == Over));
    found.map(|binding| binding.action)
}

/// Whether a key is pressed without Control or Alt.
pub(crate) fn is_plain(key: KeyEvent) -> bool {
    key.kind != KeyEventKind::Release
        && !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT)
}

/// Whether a key ends the program wherever it is pressed.
pub(crate) fn is_interrupt(key: KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == Char('c')
}

/// Whether a key suspends the program.
pub(crate) fn is_suspend(key: KeyEvent) -> bool {
    let is_press = key.kind == KeyEventKind::Press;
    is_press && key.modifiers.contains(KeyModifiers::CONTROL) && key.code == Char('z')
}

/// The first key of an action, for hints.
pub(crate) fn key_for(place: Place, action: Action) -> String {
    let found = KEYS.iter().find(|binding| (binding.place, binding.action) == (place, action));
    found.and_then(|binding| binding.keys.first()).map(|key| name(*key)).unwrap_or_default()
}

fn name(key: KeyCode) -> String {
    match key {
        Char(' ') => "Space".to_owned(),
        Char(letter) => letter.to_string(),
        BackTab => "Shift-Tab".to_owned(),
        other => format!("{other:?}"),
    }
}

/// The keys of a place with their descriptions, one line each, without one action.
pub(crate) fn help(place: Place, without: Option<Action>) -> Vec<(String, &'static str)> {
    let mut lines: Vec<(String, &str)> = Vec::new();
    let here = KEYS.iter().filter(|binding| binding.place == place);
    for binding in here.filter(|binding| Some(binding.action) != without) {
        let names: Vec<String> = binding.keys.iter().map(|key| name(*key)).collect();
        match lines.last_mut() {
            Some((keys, _)) if binding.help.is_empty() => {
                *keys += &format!("  {}", names.join(" "));
            }
            _ => lines.push((names.join(" "), binding.help)),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_has_two_actions_at_one_place() {
        for (index, binding) in KEYS.iter().enumerate() {
            for other in &KEYS[..index] {
                let shared = binding.keys.iter().find(|key| other.keys.contains(key));
                assert!(binding.place != other.place || shared.is_none(), "{shared:?}");
            }
        }
    }

    #[test]
    fn keys_of_the_board_work_in_finished_games() {
        let press = |place, letter| action(place, KeyEvent::from(Char(letter)));
        assert_eq!(press(Board, 'r'), Some(Action::Redo));
        assert_eq!(press(Over, 'r'), Some(Action::Rematch));
        assert_eq!(press(Over, 'f'), Some(Action::Flip));
        assert_eq!(press(List, 'f'), None);
        let held = KeyEvent::new(Char('r'), KeyModifiers::CONTROL);
        assert_eq!(action(Board, held), None);
    }
}
