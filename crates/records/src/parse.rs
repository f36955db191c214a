//! The parser for the text of one game.

use strata_rules::shorten;
use thiserror::Error;

use crate::record::{Played, Record, Variation};

/// A syntax error in the text of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct SyntaxError {
    /// The line in the file.
    pub line: usize,
    /// What is wrong there.
    pub reason: String,
}

/// The maximum nesting depth of variations.
pub const DEEPEST_VARIATION: usize = 64;

/// The maximum number of tags of a game.
const MAX_TAGS: usize = 256;

/// The maximum length of a move.
const MAX_MOVE_LENGTH: usize = 64;

/// The annotation signs after a move and their numeric glyphs (NAGs).
const SIGNS: [(&str, u8); 6] = [("!!", 3), ("??", 4), ("!?", 5), ("?!", 6), ("!", 1), ("?", 2)];

/// Parses one game whose text starts on `first_line` of its file.
pub(crate) fn parse(
    text: &str,
    first_line: usize,
    budget: &mut MoveBudget,
) -> Result<Record, SyntaxError> {
    let rest = text.trim_start_matches('\u{FEFF}');
    let mut parser = Parser { rest, line: first_line, budget };
    let mut record = Record { tags: parser.tags()?, ..Record::default() };
    parser.moves(&mut record)?;
    Ok(record)
}

/// The maximum number of moves to read, and how many of them are left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveBudget {
    pub(crate) most: usize,
    pub(crate) left: usize,
}

struct Parser<'a> {
    rest: &'a str,
    line: usize,
    budget: &'a mut MoveBudget,
}

/// A token of movetext.
enum Token<'a> {
    Comment(&'a str),
    Open,
    Close,
    Word(&'a str),
}

impl<'a> Parser<'a> {
    fn error<T>(&self, reason: impl Into<String>) -> Result<T, SyntaxError> {
        Err(SyntaxError { line: self.line, reason: reason.into() })
    }

    /// Consumes and returns the first `length` bytes.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    fn skip_space(&mut self) {
        let space = self.rest.len() - self.rest.trim_start().len();
        self.take(space);
    }

    fn tags(&mut self) -> Result<Vec<(String, String)>, SyntaxError> {
        let mut tags: Vec<(String, String)> = Vec::new();
        loop {
            self.skip_space();
            if self.rest.starts_with([';', '%']) {
                self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
                continue;
            }
            if !self.rest.starts_with('[') {
                return Ok(tags);
            }
            if tags.len() == MAX_TAGS {
                return self.error(format!("the game has more than {MAX_TAGS} tags"));
            }
            let (name, value) = self.tag()?;
            if tags.iter().any(|(known, _)| *known == name) {
                return self.error(format!("the tag {name} appears twice"));
            }
            tags.push((name, value));
        }
    }

    /// One tag: `[Name "value"]`.
    fn tag(&mut self) -> Result<(String, String), SyntaxError> {
        const EXPECTED: &str = "expected a tag such as [Game \"staqs\"]";
        self.take(1);
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name = self.take(self.rest.find(|c| !is_name(c)).unwrap_or(self.rest.len()));
        self.skip_space();
        if name.is_empty() || !self.rest.starts_with('"') {
            return self.error(EXPECTED);
        }
        self.take(1);
        let mut value = String::new();
        let mut escaped = false;
        let closing = self.rest.char_indices().find(|&(_, c)| {
            match (escaped, c) {
                (false, '\\') => {
                    escaped = true;
                    return false;
                }
                (false, '"' | '\n') => return true,
                _ => value.push(if c.is_control() { ' ' } else { c }),
            }
            escaped = false;
            false
        });
        match closing {
            Some((at, '"')) => self.take(at + 1),
            _ => return self.error(format!("the value of the tag {name} has no closing quote")),
        };
        self.skip_space();
        if !self.rest.starts_with(']') {
            return self.error(EXPECTED);
        }
        self.take(1);
        Ok((name.to_owned(), value))
    }

    fn token(&mut self) -> Result<Option<Token<'a>>, SyntaxError> {
        self.skip_space();
        let Some(first) = self.rest.chars().next() else { return Ok(None) };
        Ok(Some(match first {
            '{' => match self.rest.find('}') {
                Some(end) => Token::Comment(&self.take(end + 1)[1..end]),
                None => return self.error("the comment that starts here is not closed by }"),
            },
            '}' => return self.error("unexpected }: there is no open comment"),
            ';' => {
                let end = self.rest.find('\n').unwrap_or(self.rest.len());
                Token::Comment(&self.take(end)[1..])
            }
            '(' => {
                self.take(1);
                Token::Open
            }
            ')' => {
                self.take(1);
                Token::Close
            }
            _ => {
                let ends = |c: char| c.is_whitespace() || "(){};".contains(c);
                Token::Word(self.take(self.rest.find(ends).unwrap_or(self.rest.len())))
            }
        }))
    }

    fn moves(&mut self, record: &mut Record) -> Result<(), SyntaxError> {
        // The innermost line is last; a variation is an alternative to the last move of its parent.
        let mut lines = vec![Variation::default()];
        let mut ended = false;
        while let Some(token) = self.token()? {
            if ended && !matches!(token, Token::Comment(_)) {
                return self.error("unexpected text after the result");
            }
            let depth = lines.len();
            let Some(line) = lines.last_mut() else { break };
            match token {
                Token::Comment(comment) => {
                    let comment = comment.split_whitespace().collect::<Vec<_>>().join(" ");
                    // Only a line comment can contain }, but it is written back as a brace comment.
                    let comment = comment.replace('}', ")");
                    match line.moves.last_mut() {
                        Some(last) => last.comments.push(comment),
                        None => line.comments.push(comment),
                    }
                }
                Token::Open if depth > DEEPEST_VARIATION => {
                    return self.error(format!(
                        "variations are nested more than {DEEPEST_VARIATION} deep"
                    ));
                }
                Token::Open if line.moves.is_empty() => {
                    return self.error("a variation must follow a move");
                }
                Token::Open => lines.push(Variation::default()),
                Token::Close => self.close_variation(&mut lines)?,
                Token::Word(word) => {
                    if let Some(result) = self.word(word, &mut line.moves)? {
                        if depth > 1 {
                            return self.error("a variation cannot contain a result");
                        }
                        record.result = Some(result).filter(|result| result != "*");
                        ended = true;
                    }
                }
            }
        }
        let unclosed = lines.len() > 1;
        let main = lines.swap_remove(0);
        if unclosed {
            return self.error("a variation is not closed by )");
        }
        (record.comments, record.moves) = (main.comments, main.moves);
        Ok(())
    }

    fn close_variation(&self, lines: &mut Vec<Variation>) -> Result<(), SyntaxError> {
        let closed = lines.pop().unwrap_or_default();
        if closed.moves.is_empty() {
            return self.error("a variation has no moves");
        }
        match lines.last_mut().and_then(|line| line.moves.last_mut()) {
            Some(last) => last.variations.push(closed),
            None => return self.error("unexpected ): there is no open variation"),
        }
        Ok(())
    }

    /// Handles a word of movetext: a move number, a glyph or a move; returns it if it is the result.
    fn word(&mut self, word: &str, moves: &mut Vec<Played>) -> Result<Option<String>, SyntaxError> {
        if let Some(glyph) = word.strip_prefix('$') {
            return match (glyph.parse(), moves.last_mut()) {
                (Ok(glyph), Some(last)) => {
                    last.glyphs.push(glyph);
                    Ok(None)
                }
                _ => self.error(format!(
                    "{}: expected a glyph from $0 to $255 after a move",
                    shorten(word)
                )),
            };
        }
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let rest = word[digits..].trim_start_matches('.');
        if word == "*" || (digits > 0 && rest.starts_with(['-', '/'])) {
            let result = if word == "1/2-1/2" { "1/2" } else { word };
            return Ok(Some(result.to_owned()));
        }
        if rest.is_empty() {
            return Ok(None);
        }
        if digits > 0 && word.len() == digits + rest.len() {
            return self.error(format!("{} is neither a move nor a move number", shorten(word)));
        }
        let sign = SIGNS.iter().find(|(sign, _)| rest.ends_with(sign));
        let text = rest.trim_end_matches(['!', '?']);
        let is_move = text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || "=-:".contains(c));
        if !is_move || text.len() > MAX_MOVE_LENGTH {
            return self.error(format!("{} is not a move", shorten(word)));
        }
        let Some(left) = self.budget.left.checked_sub(1) else {
            let most = self.budget.most;
            return self
                .error(format!("there are more than {most} moves, counting all variations"));
        };
        self.budget.left = left;
        let mut played = Played::new(text);
        played.glyphs.extend(sign.map(|(_, glyph)| *glyph));
        moves.push(played);
        Ok(None)
    }
}
