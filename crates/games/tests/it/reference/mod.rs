//! Simple reference implementations of the four games, written only from the rules pages, as an
//! independent check.
#![allow(unreachable_pub)]

pub mod clusterfuss;
pub mod isaac;
pub mod qawale;
pub mod staqs;

/// A game played through text, written for clarity, not for speed.
pub trait Reference {
    /// The player to move; meaningless once the game is over.
    fn turn(&self) -> usize;
    /// Every legal move in canonical spelling, in any order; empty when the game is over.
    fn moves(&self) -> Vec<String>;
    /// Plays one of `moves`.
    fn play(&mut self, mv: &str);
    /// The winners once the game is over: one player, or all who share the best result (a
    /// two-player draw is both).
    fn winners(&self) -> Option<Vec<usize>>;
    /// What lies on the board, as a plain description for comparison.
    fn board(&self) -> String;
}

/// Opens a game by name ("staqs", "clusterfuss", "qawale", "isaac") with option pairs such as
/// ("size", "6"); unnamed options take their defaults.
pub fn open(game: &str, options: &[(&str, &str)]) -> Box<dyn Reference> {
    match game {
        "staqs" => Box::new(staqs::Staqs::new(options)),
        "clusterfuss" => Box::new(clusterfuss::Clusterfuss::new(options)),
        "qawale" => Box::new(qawale::Qawale::new(options)),
        "isaac" => Box::new(isaac::Isaac::new(options)),
        _ => panic!("no game is called {game}"),
    }
}

/// File and rank, both counted from 0: `c4` is (2, 3).
type Square = (usize, usize);

/// Squares are named as in chess: files are letters from the left, ranks numbers from the bottom.
fn name((file, rank): Square) -> String {
    let letter = "abcdefghij".chars().nth(file).expect("a file from a to j");
    format!("{letter}{}", rank + 1)
}

/// Parses a square at the start of `text`; also returns the rest.
fn read_square(text: &str) -> (Square, &str) {
    let letter = text.chars().next().expect("a square");
    let file = "abcdefghij".find(letter).expect("a file from a to j");
    let after = &text[1..];
    let digits = after.chars().take_while(char::is_ascii_digit).count();
    let rank: usize = after[..digits].parse().expect("a rank");
    ((file, rank - 1), &after[digits..])
}

/// Parses two consecutive squares, as in `c3c4`.
fn read_two_squares(text: &str) -> (Square, Square) {
    let (first, rest) = read_square(text);
    let (second, rest) = read_square(rest);
    assert!(rest.is_empty(), "something follows the second square");
    (first, second)
}

/// Every square of a board with this side.
fn all_squares(size: usize) -> Vec<Square> {
    let mut squares = Vec::new();
    for rank in 0..size {
        for file in 0..size {
            squares.push((file, rank));
        }
    }
    squares
}

/// The two to four squares one orthogonal step away.
fn neighbours((file, rank): Square, size: usize) -> Vec<Square> {
    let mut squares = Vec::new();
    if file > 0 {
        squares.push((file - 1, rank));
    }
    if file + 1 < size {
        squares.push((file + 1, rank));
    }
    if rank > 0 {
        squares.push((file, rank - 1));
    }
    if rank + 1 < size {
        squares.push((file, rank + 1));
    }
    squares
}

/// The value given for an option, if it was given.
fn option<'a>(options: &[(&'a str, &'a str)], wanted: &str) -> Option<&'a str> {
    options.iter().find(|(key, _)| *key == wanted).map(|(_, value)| *value)
}

/// The value of an option that is a number in a range.
fn number(
    options: &[(&str, &str)],
    wanted: &str,
    range: std::ops::RangeInclusive<usize>,
) -> Option<usize> {
    let value: usize = option(options, wanted)?.parse().expect("a number");
    assert!(range.contains(&value), "{wanted}={value} is out of range");
    Some(value)
}

/// The value of an option that is one of a list of words; the first one is the default.
fn word<'a>(options: &[(&'a str, &'a str)], wanted: &str, words: &[&'a str]) -> &'a str {
    let value = option(options, wanted).unwrap_or(words[0]);
    assert!(words.contains(&value), "{wanted}={value} is not known");
    value
}

/// Refuses options that a game does not have.
fn only_options(options: &[(&str, &str)], known: &[&str]) {
    for (key, _) in options {
        assert!(known.contains(key), "no option is called {key}");
    }
}
