//! Converts the rules from Markdown to HTML.

use std::fmt::Write;
use std::iter::Peekable;
use std::str::Lines;

use strata_render::svg;
use strata_rules::GameEntry;

use crate::ViewParams;
use crate::html::escape;

/// Rules in Markdown as HTML, with boards as SVG.
pub fn html(entry: &GameEntry, rules: &str, view: ViewParams) -> String {
    let mut out = String::new();
    let mut lines = rules.lines().peekable();
    while let Some(line) = lines.next() {
        if line == "```board" {
            let text = lines.next().unwrap_or_default();
            out += &board(entry, text, view).unwrap_or_default();
            lines.next_if_eq(&"```");
        } else if line.starts_with('|') {
            table(line, &mut lines, &mut out);
        } else if let Some(first) = line.strip_prefix("- ") {
            let rest = std::iter::from_fn(|| lines.next_if(|line| line.starts_with("- ")));
            let items: Vec<&str> =
                std::iter::once(first).chain(rest.map(|line| &line[2..])).collect();
            let items: String =
                items.iter().map(|item| format!("<li>{}</li>\n", inline(item))).collect();
            out += &format!("<ul>\n{items}</ul>\n");
        } else if line.starts_with('#') {
            let level = line.chars().take_while(|letter| *letter == '#').count().min(6);
            let text = inline(line.trim_start_matches('#').trim());
            // Writing to a string cannot fail.
            let _ = writeln!(out, "<h{level}>{text}</h{level}>");
        } else if !line.trim().is_empty() {
            let _ = writeln!(out, "<p>{}</p>", inline(line));
        }
    }
    out
}

/// Bold text and code.
fn inline(text: &str) -> String {
    let code = |(place, part): (usize, &str)| match place % 2 {
        0 => bold(part),
        _ => format!("<code>{}</code>", escape(part)),
    };
    text.split('`').enumerate().map(code).collect()
}

fn bold(text: &str) -> String {
    let bold = |(place, part): (usize, &str)| match place % 2 {
        0 => escape(part),
        _ => format!("<strong>{}</strong>", escape(part)),
    };
    text.split("**").enumerate().map(bold).collect()
}

fn table(first: &str, lines: &mut Peekable<Lines<'_>>, out: &mut String) {
    out.push_str("<table>\n");
    let rest = std::iter::from_fn(|| lines.next_if(|line| line.starts_with('|')));
    for (place, line) in std::iter::once(first).chain(rest).enumerate() {
        let cells: Vec<&str> = line.trim().trim_matches('|').split('|').map(str::trim).collect();
        if cells.iter().all(|cell| cell.chars().all(|letter| "-:".contains(letter))) {
            continue;
        }
        let tag = if place == 0 { "th" } else { "td" };
        let cell = |cell: &&str| format!("<{tag}>{}</{tag}>", inline(cell));
        let _ = writeln!(out, "<tr>{}</tr>", cells.iter().map(cell).collect::<String>());
    }
    out.push_str("</table>\n");
}

/// The picture of a board block: `position: TEXT`, or `options : moves`.
fn board(entry: &GameEntry, text: &str, view: ViewParams) -> Option<String> {
    let position = entry.read_board(text).ok()?;
    let picture = svg::svg(&position.scene(), entry.info, &view.view());
    Some(format!("<figure>{picture}</figure>\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_rules_become_html_with_their_pictures() {
        for entry in strata_games::GAMES {
            let html = html(entry, entry.info.rules, ViewParams::default());
            let boards = entry.info.rules.matches("```board").count();
            assert_eq!(html.matches("<figure><svg").count(), boards, "{}", entry.info.id);
            assert!(!html.contains("```") && !html.contains("**"), "{}", entry.info.id);
            assert_eq!(html.matches("<h1>").count(), 1, "{}", entry.info.id);
        }
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(
            inline("a < **b** & `c<d`"),
            "a &lt; <strong>b</strong> &amp; <code>c&lt;d</code>"
        );
    }
}
