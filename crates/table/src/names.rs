//! Cleaning of player names.

#[cfg(not(feature = "unicode"))]
use rough as classes;
#[cfg(feature = "unicode")]
use unicode as classes;

use classes::{graphemes, is_emoji, is_mark, is_other};

/// The maximum length of a name, in characters.
const LONGEST_NAME: usize = 40;
/// The maximum number of combining marks on one letter; more would cover the text around it.
const MOST_MARKS: usize = 2;

/// The zero-width joiner, which combines two emoji into one.
const JOINER: char = '\u{200d}';
/// The variation selector for emoji in colour.
const EMOJI_STYLE: char = '\u{fe0f}';

/// Cleans a name: one line of at most 40 characters, without invisible characters and without
/// characters that change the text around it. A name of invisible characters becomes empty.
pub fn clean_name(name: &str) -> String {
    let mut clean = String::new();
    let mut marks = 0;
    for letter in name.chars() {
        let letter = if letter.is_whitespace() { ' ' } else { letter };
        marks = if is_mark(letter) { marks + 1 } else { 0 };
        if clean.ends_with(JOINER) && !is_emoji(letter) {
            clean.pop();
        }
        let before = clean.chars().next_back();
        let fits = match letter {
            ' ' => before.is_some_and(|before| before != ' '),
            EMOJI_STYLE => before.is_some_and(is_emoji),
            JOINER => before.is_some_and(|before| is_emoji(before) || before == EMOJI_STYLE),
            _ if is_invisible(letter) => false,
            _ if marks > 0 => marks <= MOST_MARKS && before.is_some_and(|before| before != ' '),
            _ => true,
        };
        if fits {
            clean.push(letter);
        }
    }
    truncate(&clean).trim_end_matches([' ', JOINER]).to_owned()
}

/// The longest prefix within the maximum length that splits no grapheme cluster.
fn truncate(name: &str) -> &str {
    let mut length = 0;
    let fits = |(_, letter): &(usize, &str)| {
        length += letter.chars().count();
        length <= LONGEST_NAME
    };
    let last = graphemes(name).take_while(fits).last();
    last.map_or("", |(start, letter)| &name[..start + letter.len()])
}

/// Whether this is a control character, changes the direction of text, or has no visible form.
fn is_invisible(letter: char) -> bool {
    is_other(letter)
        || matches!(letter,
            '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{fffc}'
            | '\u{e0100}'..='\u{e01ef}')
}

/// Classes of characters from the tables of Unicode.
#[cfg(feature = "unicode")]
mod unicode {
    use unicode_properties::{
        GeneralCategory, GeneralCategoryGroup, UnicodeEmoji, UnicodeGeneralCategory,
    };
    use unicode_segmentation::UnicodeSegmentation;

    /// The grapheme clusters with their places.
    pub(super) fn graphemes(name: &str) -> impl Iterator<Item = (usize, &str)> {
        name.grapheme_indices(true)
    }

    /// Whether this is a combining mark without its own width.
    pub(super) fn is_mark(letter: char) -> bool {
        use GeneralCategory::{EnclosingMark, NonspacingMark};
        matches!(letter.general_category(), EnclosingMark | NonspacingMark)
    }

    /// Whether this is an emoji. Unicode also counts ASCII digits as emoji; we do not.
    pub(super) fn is_emoji(letter: char) -> bool {
        !letter.is_ascii() && letter.is_emoji_char()
    }

    /// Whether this is a control or format character, or none at all.
    pub(super) fn is_other(letter: char) -> bool {
        letter.general_category_group() == GeneralCategoryGroup::Other
    }
}

/// Roughly the same classes without tables.
#[cfg(not(feature = "unicode"))]
mod rough {
    pub(super) fn graphemes(name: &str) -> impl Iterator<Item = (usize, &str)> {
        name.char_indices().map(|(start, letter)| (start, &name[start..start + letter.len_utf8()]))
    }

    pub(super) fn is_mark(letter: char) -> bool {
        matches!(letter, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}'
            | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
    }

    pub(super) fn is_emoji(letter: char) -> bool {
        matches!(letter, '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
    }

    pub(super) fn is_other(letter: char) -> bool {
        letter.is_control()
            || matches!(letter, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
                | '\u{e000}'..='\u{f8ff}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
    }
}

#[cfg(all(test, feature = "unicode"))]
mod tests {
    use super::*;

    #[test]
    fn name_becomes_one_line_of_at_most_40_characters() {
        assert_eq!(clean_name("  Ann\n\tB.  "), "Ann B.");
        assert_eq!(clean_name(&"x".repeat(99)).len(), 40);
        assert_eq!(clean_name(&"é ".repeat(99)).chars().count(), 39);
        assert_eq!(clean_name("Zoë <b>"), "Zoë <b>");
    }

    #[test]
    fn invisible_characters_are_removed() {
        assert_eq!(clean_name("a\u{202e}b\u{200b}c\u{0}"), "abc");
        let nothing = "\u{34f}\u{115f}\u{1160}\u{200b}\u{200d}\u{202e}\u{2800}\u{3000}\u{3164}\
                       \u{fe0f}\u{ffa0}\u{fffc}\u{e0041}\u{e0101}\u{301}";
        assert_eq!(clean_name(nothing), "");
        for letter in nothing.chars() {
            assert_eq!(clean_name(&letter.to_string()), "", "{letter:?}");
        }
    }

    #[test]
    fn at_most_two_marks_per_letter_remain() {
        assert_eq!(clean_name("e\u{301}\u{301}\u{301}\u{301}"), "e\u{301}\u{301}");
        assert_eq!(clean_name("Z\u{489}\u{1ab0}\u{1dc0}\u{fe20}"), "Z\u{489}\u{1ab0}");
        for name in ["สมชาย", "דָּוִד", "अनुष्का", "한", "Nguyễn"]
        {
            assert_eq!(clean_name(name), name);
        }
    }

    #[test]
    fn combined_emoji_are_not_split() {
        for name in ["👩‍👩‍👧‍👦", "👩‍❤️‍👨 Ann", "🏳️‍🌈", "🧑🏽‍💻", "🇫🇷"]
        {
            assert_eq!(clean_name(name), name);
        }
        assert_eq!(clean_name("👩\u{200d}"), "👩");
        assert_eq!(clean_name("👩\u{200d}x\u{200d}y"), "👩xy");
        let families = clean_name(&"👩‍👩‍👧‍👦".repeat(9));
        assert_eq!(families, "👩‍👩‍👧‍👦".repeat(5));
    }

    #[test]
    fn cleaning_twice_changes_nothing() {
        for letter in '\0'..=char::MAX {
            let once = clean_name(&format!("👩\u{200d}{letter}\u{301}{letter}"));
            assert_eq!(clean_name(&once), once, "{letter:?}");
        }
    }
}
