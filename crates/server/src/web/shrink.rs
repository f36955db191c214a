//! Scripts and styles without what only their readers need.

/// The text without comments, blank lines and indentation. Comments behind `//` go only where they
/// have a line of their own, and no text of the page holds `/*`: so nothing has to be parsed.
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

#[cfg(test)]
mod tests {
    use super::shrink;

    #[test]
    fn only_comments_and_blanks_go() {
        let text =
            "/** A comment\n * of two lines. */\n// one\n\n  const a = 1; // kept\n/* b */\nf(a)\n";
        assert_eq!(shrink(text), "const a = 1; // kept\nf(a)\n");
        let cast = "  /** @type {any} */ (field).value = (/** @type {Event} */ event) => 1;\n";
        assert_eq!(shrink(cast), "(field).value = (event) => 1;\n");
    }
}
