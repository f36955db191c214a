//! Names that strangers give themselves.

/// The longest name, in characters.
const LONGEST: usize = 40;
/// More accents than this on one letter only hide what is around them.
const MOST_ACCENTS: usize = 2;

/// A name as it may be shown: on one line, not too long, and with nothing in it that changes how
/// the text around it reads.
pub(crate) fn clean(name: &str) -> String {
    let mut accents = 0;
    let mut kept = String::new();
    for letter in name.chars() {
        let letter = if letter.is_whitespace() { ' ' } else { letter };
        accents = if is_accent(letter) { accents + 1 } else { 0 };
        let doubled = letter == ' ' && kept.ends_with(' ');
        if !is_invisible(letter) && accents <= MOST_ACCENTS && !doubled {
            kept.push(letter);
        }
    }
    let cut: String = kept.trim().chars().take(LONGEST).collect();
    cut.trim_end().to_owned()
}

const fn is_accent(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{20d0}'..='\u{20ff}')
}

/// Control characters, and the ones that turn the direction of text or take no room.
fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cleaned() {
        assert_eq!(clean("  Ann\n\tB.  "), "Ann B.");
        assert_eq!(clean("a\u{202e}b\u{200b}c\u{0}"), "abc");
        assert_eq!(clean("e\u{301}\u{301}\u{301}\u{301}"), "e\u{301}\u{301}");
        assert_eq!(clean(&"x".repeat(99)).len(), 40);
        assert_eq!(clean("Zoë <b>"), "Zoë <b>");
        assert_eq!(clean("\u{200b} \u{202e}"), "");
    }
}
