//! Names that people give themselves.

use unicode_properties::{
    GeneralCategory, GeneralCategoryGroup, UnicodeEmoji, UnicodeGeneralCategory,
};
use unicode_segmentation::UnicodeSegmentation;

/// The longest name of somebody at a table, in characters.
const LONGEST_NAME: usize = 40;
/// More marks than this on one letter only hide what is around them.
const MOST_MARKS: usize = 2;

/// Makes one emoji of two.
const JOINER: char = '\u{200d}';
/// Has an emoji drawn in colours.
const COLOURED: char = '\u{fe0f}';

/// A name as it is kept: on one line, not too long, and with nothing in it that cannot be seen or
/// changes how the text around it reads. Of a name that cannot be seen nothing is left.
pub fn clean_name(name: &str) -> String {
    let mut kept = String::new();
    let mut marks = 0;
    for letter in name.chars() {
        let letter = if letter.is_whitespace() { ' ' } else { letter };
        marks = if is_mark(letter) { marks + 1 } else { 0 };
        if kept.ends_with(JOINER) && !is_emoji(letter) {
            kept.pop();
        }
        let before = kept.chars().next_back();
        let fits = match letter {
            ' ' => before.is_some_and(|before| before != ' '),
            COLOURED => before.is_some_and(is_emoji),
            JOINER => before.is_some_and(|before| is_emoji(before) || before == COLOURED),
            _ if is_invisible(letter) => false,
            _ if marks > 0 => marks <= MOST_MARKS && before.is_some_and(|before| before != ' '),
            _ => true,
        };
        if fits {
            kept.push(letter);
        }
    }
    cut(&kept).trim_end_matches([' ', JOINER]).to_owned()
}

/// The longest beginning that is not too long and takes no letter apart.
fn cut(name: &str) -> &str {
    let mut length = 0;
    let fits = |(_, letter): &(usize, &str)| {
        length += letter.chars().count();
        length <= LONGEST_NAME
    };
    let last = name.grapheme_indices(true).take_while(fits).last();
    last.map_or("", |(start, letter)| &name[..start + letter.len()])
}

/// Marks that stand above, below or around a letter, where they can pile up.
fn is_mark(letter: char) -> bool {
    use GeneralCategory::{EnclosingMark, NonspacingMark};
    matches!(letter.general_category(), EnclosingMark | NonspacingMark)
}

/// Digits are emoji, too, as far as Unicode is concerned.
fn is_emoji(letter: char) -> bool {
    !letter.is_ascii() && letter.is_emoji_char()
}

/// Control characters, the ones that turn the direction of text, and all that are drawn as nothing.
fn is_invisible(letter: char) -> bool {
    letter.general_category_group() == GeneralCategoryGroup::Other
        || matches!(letter,
            '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{fffc}'
            | '\u{e0100}'..='\u{e01ef}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_short_line() {
        assert_eq!(clean_name("  Ann\n\tB.  "), "Ann B.");
        assert_eq!(clean_name(&"x".repeat(99)).len(), 40);
        assert_eq!(clean_name(&"é ".repeat(99)).chars().count(), 39);
        assert_eq!(clean_name("Zoë <b>"), "Zoë <b>");
    }

    #[test]
    fn nothing_in_a_name_is_invisible() {
        assert_eq!(clean_name("a\u{202e}b\u{200b}c\u{0}"), "abc");
        let nothing = "\u{34f}\u{115f}\u{1160}\u{200b}\u{200d}\u{202e}\u{2800}\u{3000}\u{3164}\
                       \u{fe0f}\u{ffa0}\u{fffc}\u{e0041}\u{e0101}\u{301}";
        assert_eq!(clean_name(nothing), "");
        for letter in nothing.chars() {
            assert_eq!(clean_name(&letter.to_string()), "", "{letter:?}");
        }
    }

    #[test]
    fn marks_do_not_pile_up() {
        assert_eq!(clean_name("e\u{301}\u{301}\u{301}\u{301}"), "e\u{301}\u{301}");
        assert_eq!(clean_name("Z\u{489}\u{1ab0}\u{1dc0}\u{fe20}"), "Z\u{489}\u{1ab0}");
        for name in ["สมชาย", "דָּוִד", "अनुष्का", "한", "Nguyễn"]
        {
            assert_eq!(clean_name(name), name);
        }
    }

    #[test]
    fn emoji_stay_together() {
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
    fn what_is_clean_stays_as_it_is() {
        for letter in '\0'..=char::MAX {
            let once = clean_name(&format!("👩\u{200d}{letter}\u{301}{letter}"));
            assert_eq!(clean_name(&once), once, "{letter:?}");
        }
    }
}
