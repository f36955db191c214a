//! The options a game can be opened with.

use std::fmt::Write;

use serde::ser::{Serialize, SerializeMap, Serializer};
use thiserror::Error;

use crate::text::split_number;

/// The allowed values of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// A whole number from the first to the second, both included.
    Range(u32, u32),
    /// One of these words.
    Choice(&'static [&'static str]),
}

/// One option of a game.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// The name, one lower-case word.
    pub name: &'static str,
    /// The name for people: "Board size".
    pub label: &'static str,
    /// What the option changes, in a short phrase.
    pub help: &'static str,
    /// The allowed values.
    pub values: Values,
    /// The labels of the words of a choice, in the same order; empty for a number.
    pub labels: &'static [&'static str],
    /// The default: a number in the range, or the index of a word in the choice.
    pub default: u32,
}

impl OptionSpec {
    fn read(&self, text: &str) -> Option<u32> {
        match self.values {
            Values::Range(least, most) => {
                let number = split_number(text).filter(|(_, rest)| rest.is_empty());
                number.map(|(number, _)| number).filter(|number| (least..=most).contains(number))
            }
            Values::Choice(words) => {
                words.iter().position(|word| *word == text).map(|index| index as u32)
            }
        }
    }

    /// The text of a value of this option.
    pub fn spell(&self, value: u32) -> String {
        match self.values {
            Values::Range(..) => value.to_string(),
            Values::Choice(words) => words[value as usize].to_owned(),
        }
    }

    /// The label of a value of this option.
    pub fn say(&self, value: u32) -> String {
        self.labels.get(value as usize).map_or_else(|| self.spell(value), |&label| label.to_owned())
    }

    /// The values in words: "2 to 10" or "setup or anytime".
    pub fn expected(&self) -> String {
        match self.values {
            Values::Range(least, most) => format!("{least} to {most}"),
            Values::Choice(words) => words.join(" or "),
        }
    }

    /// The allowed values in words, and the one that was probably meant by another.
    fn expected_instead_of(&self, value: &str) -> String {
        let meant = match self.values {
            Values::Range(..) => None,
            Values::Choice(words) => crate::nearest(value, words.iter().copied()),
        };
        let hint = meant.map_or(String::new(), |meant| format!("; did you mean {meant}?"));
        self.expected() + &hint
    }
}

/// An error in the options of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// The game has no such option.
    #[error("{game} has no option {name}; {known}")]
    Unknown {
        /// The game's id.
        game: &'static str,
        /// The unknown name.
        name: String,
        /// The known options, as a phrase.
        known: String,
    },
    /// The value is not allowed.
    #[error("{name}={value}: {name} must be {expected}")]
    Value {
        /// The option's name.
        name: &'static str,
        /// The refused value.
        value: String,
        /// The allowed values.
        expected: String,
    },
    /// The option was given twice.
    #[error("option {0} is given twice")]
    Duplicate(&'static str),
    /// The values contradict each other.
    #[error("{0}")]
    Conflict(String),
}

/// A value for every option of a game.
#[derive(Clone, Debug)]
pub struct Options {
    specs: &'static [OptionSpec],
    values: Vec<u32>,
    given: Vec<bool>,
}

impl PartialEq for Options {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.specs, other.specs) && self.values == other.values
    }
}

impl Eq for Options {}

/// The text of options that are all at their defaults.
const ALL_DEFAULT: &str = "std";

impl Options {
    /// Every option at its default.
    pub fn defaults(specs: &'static [OptionSpec]) -> Self {
        Self {
            specs,
            values: specs.iter().map(|spec| spec.default).collect(),
            given: vec![false; specs.len()],
        }
    }

    /// The options of `game` with the given pairs set and the others at their defaults.
    pub fn from_pairs<'a>(
        game: &'static str,
        specs: &'static [OptionSpec],
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, OptionError> {
        let mut options = Self::defaults(specs);
        for (name, value) in pairs {
            let index = specs.iter().position(|spec| spec.name == name).ok_or_else(|| {
                let known: Vec<&str> = specs.iter().map(|spec| spec.name).collect();
                OptionError::Unknown {
                    game,
                    name: shorten(name),
                    known: match crate::nearest(name, known.iter().copied()) {
                        Some(meant) => format!("did you mean {meant}?"),
                        None if known.is_empty() => "it has no options".to_owned(),
                        None => format!("it has {}", known.join(", ")),
                    },
                }
            })?;
            let spec = &specs[index];
            if options.given[index] {
                return Err(OptionError::Duplicate(spec.name));
            }
            options.given[index] = true;
            options.values[index] = spec.read(value).ok_or_else(|| OptionError::Value {
                name: spec.name,
                value: shorten(value),
                expected: spec.expected_instead_of(value),
            })?;
        }
        Ok(options)
    }

    /// Parses the output of `text`: `std`, or pairs such as `size-6.pie-on`.
    pub fn from_text(
        game: &'static str,
        specs: &'static [OptionSpec],
        text: &str,
    ) -> Result<Self, OptionError> {
        if text == ALL_DEFAULT {
            return Ok(Self::defaults(specs));
        }
        let pairs: Option<Vec<(&str, &str)>> =
            text.split('.').take(specs.len() + 1).map(|pair| pair.split_once('-')).collect();
        match pairs {
            Some(pairs) => Self::from_pairs(game, specs, pairs),
            None => Err(OptionError::Conflict(format!(
                "{} is not a list of options: expected {ALL_DEFAULT}, or pairs such as size-6 joined by dots",
                shorten(text)
            ))),
        }
    }

    /// The options that are not at their defaults, safe in a URL.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (spec, value) in self.specs.iter().zip(&self.values) {
            if *value != spec.default {
                let dot = if text.is_empty() { "" } else { "." };
                let _ = write!(text, "{dot}{}-{}", spec.name, spec.spell(*value));
            }
        }
        if text.is_empty() { ALL_DEFAULT.to_owned() } else { text }
    }

    /// The value of an option: the number, or the index of the word.
    ///
    /// # Panics
    /// When the game has no such option, which is a bug in the game.
    pub fn value(&self, name: &str) -> u32 {
        self.values[self.index(name)]
    }

    /// Whether the option was given explicitly.
    pub fn is_given(&self, name: &str) -> bool {
        self.given[self.index(name)]
    }

    /// Replaces a value, for defaults that depend on other options.
    pub fn set(&mut self, name: &str, value: u32) {
        let index = self.index(name);
        self.values[index] = value;
    }

    fn index(&self, name: &str) -> usize {
        let index = self.specs.iter().position(|spec| spec.name == name);
        index.expect("a game reads only its own options")
    }

    /// Each option with the text of its value.
    pub fn iter(&self) -> impl Iterator<Item = (&'static OptionSpec, String)> {
        self.specs.iter().zip(&self.values).map(|(spec, value)| (spec, spec.spell(*value)))
    }

    /// The first option that was given explicitly here and has a different value in `other`.
    pub fn first_conflict(&self, other: &Self) -> Option<&'static OptionSpec> {
        (0..self.specs.len())
            .find(|&index| self.given[index] && self.values[index] != other.values[index])
            .map(|index| &self.specs[index])
    }
}

impl Serialize for Options {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.specs.len()))?;
        for (spec, value) in self.specs.iter().zip(&self.values) {
            match spec.values {
                Values::Range(..) => map.serialize_entry(spec.name, value)?,
                Values::Choice(words) => map.serialize_entry(spec.name, words[*value as usize])?,
            }
        }
        map.end()
    }
}

/// `text` shortened for an error message, with control characters replaced.
pub fn shorten(text: &str) -> String {
    shorten_to(text, 40)
}

/// `text` shortened to `most` characters, with control characters replaced; "(nothing)" if empty.
pub fn shorten_to(text: &str, most: usize) -> String {
    if text.is_empty() {
        return "(nothing)".to_owned();
    }
    let printable = |c: char| if c.is_control() { '\u{FFFD}' } else { c };
    let mut short: String = text.chars().take(most).map(printable).collect();
    if text.chars().nth(most).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPECS: &[OptionSpec] = &[
        OptionSpec {
            name: "size",
            label: "Board size",
            help: "",
            values: Values::Range(2, 10),
            labels: &[],
            default: 8,
        },
        OptionSpec {
            name: "pie",
            label: "Pie rule",
            help: "",
            values: Values::Choice(&["off", "on"]),
            labels: &["without", "with"],
            default: 0,
        },
    ];

    fn read(text: &str) -> Result<Options, String> {
        Options::from_text("demo", SPECS, text).map_err(|error| error.to_string())
    }

    #[test]
    fn options_text_round_trips() {
        for text in ["std", "size-6", "pie-on", "size-10.pie-on"] {
            assert_eq!(read(text).expect(text).text(), text);
        }
        assert_eq!(read("size-8").expect("a default may be spelled out").text(), "std");
    }

    #[test]
    fn labels_are_used_for_people_and_words_for_commands() {
        assert_eq!((SPECS[0].say(6), SPECS[0].spell(6)), ("6".to_owned(), "6".to_owned()));
        assert_eq!((SPECS[1].say(1), SPECS[1].spell(1)), ("with".to_owned(), "on".to_owned()));
    }

    #[test]
    fn option_errors_name_the_allowed_values() {
        for (text, message) in [
            ("size-11", "size=11: size must be 2 to 10"),
            ("pie-maybe", "pie=maybe: pie must be off or on"),
            ("size-06", "size=06: size must be 2 to 10"),
            ("size-+6", "size=+6: size must be 2 to 10"),
            ("sise-3", "demo has no option sise; did you mean size?"),
            ("colour-3", "demo has no option colour; it has size, pie"),
            ("pie-onn", "pie=onn: pie must be off or on; did you mean on?"),
            ("size-3.size-4", "option size is given twice"),
        ] {
            assert_eq!(read(text).expect_err(text), message);
        }
        assert!(read("nonsense").expect_err("no pair").starts_with("nonsense is not a list"));
    }

    #[test]
    fn shorten_cuts_long_input_and_replaces_control_characters() {
        assert_eq!(shorten(&"x".repeat(99)).chars().count(), 41);
        assert_eq!(shorten("a\nb"), "a\u{FFFD}b");
        assert_eq!(shorten(""), "(nothing)");
    }
}
