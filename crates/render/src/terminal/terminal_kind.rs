//! What a terminal can show, according to the environment.

use super::Colours;

/// What a terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TerminalKind {
    /// The colours.
    pub colours: Colours,
    /// Whether it shows more than ASCII.
    pub unicode: bool,
}

impl TerminalKind {
    /// The capabilities according to the environment. Colours follow `NO_COLOR`, `COLORTERM` and
    /// `TERM`.
    ///
    /// The character set is that of the locale: the first of `LC_ALL`, `LC_CTYPE` and `LANG` that
    /// is set and not empty. Everything but UTF-8 means ASCII. Without any locale it is UTF-8:
    /// modern terminals use it, and containers often have no locale.
    pub fn from_environment(is_terminal: bool, get: impl Fn(&str) -> Option<String>) -> Self {
        let unicode = locale_is_unicode(&get);
        Self { colours: Colours::from_environment(is_terminal, get), unicode }
    }
}

fn locale_is_unicode(get: impl Fn(&str) -> Option<String>) -> bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    let locale = names.into_iter().filter_map(get).find(|value| !value.is_empty());
    locale.is_none_or(|locale| locale.to_lowercase().replace('-', "").contains("utf8"))
}

/// The ASCII substitute for a character, one column wide.
pub fn ascii_symbol(symbol: char) -> char {
    match symbol {
        _ if symbol.is_ascii() => symbol,
        '×' => 'x',
        '·' | '…' => '.',
        '–' | '−' | '—' | '─' => '-',
        '’' | '‘' => '\'',
        '“' | '”' => '"',
        '│' => '|',
        '→' | '▶' | '›' => '>',
        '←' | '◀' | '‹' => '<',
        '\u{a0}' => ' ',
        _ => '?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unicode_with(pairs: &[(&str, &str)]) -> bool {
        locale_is_unicode(|name| {
            let found = pairs.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn utf8_locale_or_none_means_unicode() {
        assert!(unicode_with(&[]));
        assert!(unicode_with(&[("LANG", "en_GB.UTF-8")]));
        assert!(unicode_with(&[("LC_ALL", ""), ("LANG", "C.utf8")]));
    }

    #[test]
    fn other_locale_means_ascii() {
        assert!(!unicode_with(&[("LANG", "C")]));
        assert!(!unicode_with(&[("LANG", "de_DE.ISO-8859-1")]));
    }

    #[test]
    fn lc_all_comes_before_lc_ctype_and_lang() {
        assert!(!unicode_with(&[("LC_ALL", "POSIX"), ("LANG", "en_GB.UTF-8")]));
        assert!(!unicode_with(&[("LC_CTYPE", "C"), ("LANG", "en_GB.UTF-8")]));
        assert!(unicode_with(&[("LC_ALL", "C.UTF-8"), ("LC_CTYPE", "C"), ("LANG", "C")]));
    }
}
