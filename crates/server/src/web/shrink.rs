//! A small minifier for scripts and style sheets.

/// Removes comments, blank lines and indentation. Comments with `//` are removed only if they have
/// a line to themselves, and no string of the page contains `/*`, so nothing has to be parsed.
pub(super) fn shrink(text: &str) -> String {
    let mut shrunk = String::with_capacity(text.len());
    let mut pieces = text.split("/*");
    let before_any = pieces.next().unwrap_or_default();
    shrunk.push_str(before_any);
    for piece in pieces {
        let behind = piece.split_once("*/").map_or("", |(_, behind)| behind);
        shrunk.push_str(behind.strip_prefix(' ').unwrap_or(behind));
    }
    let lines = shrunk.lines().map(str::trim);
    let kept = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    kept.flat_map(|line| [line, "\n"]).collect()
}

/// Removes insignificant spaces from a style sheet, which has no strings that contain these
/// characters.
pub(super) fn shrink_style(text: &str) -> String {
    let mut style = shrink(text);
    for (long, short) in
        [(" {", "{"), ("{ ", "{"), (": ", ":"), (", ", ","), ("; ", ";"), (" }", "}"), (";}", "}")]
    {
        style = style.replace(long, short);
    }
    style
}

/// Removes insignificant spaces from a line of a script. Lines that are harder to parse are left
/// alone: those with slashes, which may be regular expressions, and those with several template
/// literals, which may be nested.
pub(super) fn squeeze(line: &str) -> String {
    if !matches!(line.matches('`').count(), 0 | 2) {
        return line.to_owned();
    }
    let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$');
    let mut squeezed = String::with_capacity(line.len());
    let mut quote = None;
    let mut is_escaped = false;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        if quote.is_some() {
            if !is_escaped && quote == Some(letter) {
                quote = None;
            }
            is_escaped = letter == '\\' && !is_escaped;
        } else if letter == '/' {
            return line.to_owned();
        } else if matches!(letter, '"' | '\'' | '`') {
            quote = Some(letter);
        } else if letter == ' ' {
            let (before, after) = (squeezed.chars().next_back(), letters.peek().copied());
            let parts_words = before.is_some_and(is_word) && after.is_some_and(is_word);
            let parts_signs = before == after && matches!(before, Some('+' | '-'));
            if !parts_words && !parts_signs {
                continue;
            }
        }
        squeezed.push(letter);
    }
    squeezed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minifier_removes_meaningless_spaces() {
        for (line, short) in [
            ("const a = b ? c : -1;", "const a=b?c:-1;"),
            ("return \"a, b\" in c;", "return\"a, b\"in c;"),
            ("f('it\\'s a', `${a + b} c`, d);", "f('it\\'s a',`${a + b} c`,d);"),
            ("a - -b + +c", "a- -b+ +c"),
            ("x = / {2}/.test(a) ;", "x = / {2}/.test(a) ;"),
            ("`a ${b ? ` c ` : d}`", "`a ${b ? ` c ` : d}`"),
        ] {
            assert_eq!(squeeze(line), short);
        }
        let style = "a:hover, .b .c { margin: 0 1px; color: red; }\n";
        assert_eq!(shrink_style(style), "a:hover,.b .c{margin:0 1px;color:red}\n");
    }

    #[test]
    fn minifier_removes_only_comments_and_blanks() {
        let text =
            "/** A comment\n * of two lines. */\n// one\n\n  const a = 1; // kept\n/* b */\nf(a)\n";
        assert_eq!(shrink(text), "const a = 1; // kept\nf(a)\n");
        let cast = "  /** @type {any} */ (field).value = (/** @type {Event} */ event) => 1;\n";
        assert_eq!(shrink(cast), "(field).value = (event) => 1;\n");
    }
}
