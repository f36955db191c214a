//! Scripts and styles without what only their readers need.

/// The text without comments that stand on lines of their own, blank lines and indentation. The
/// files keep comments and text that spans lines apart, so lines are all that has to be looked at.
pub(super) fn shrink(text: &str) -> String {
    let mut shrunk = String::with_capacity(text.len());
    let mut in_comment = false;
    for line in text.lines().map(str::trim_start) {
        let was_in_comment = in_comment || line.starts_with("/*");
        if was_in_comment {
            in_comment = !line.trim_end().ends_with("*/");
        }
        if !was_in_comment && !line.is_empty() && !line.starts_with("//") {
            shrunk.push_str(line);
            shrunk.push('\n');
        }
    }
    shrunk
}

#[cfg(test)]
mod tests {
    use super::shrink;

    #[test]
    fn only_comments_and_blanks_go() {
        let text =
            "/** A comment\n * of two lines. */\n// one\n\n  const a = 1; // kept\n/* b */\nf(a)\n";
        assert_eq!(shrink(text), "const a = 1; // kept\nf(a)\n");
    }
}
