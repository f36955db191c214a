//! The values of all moves, where they are known.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use strata_engine::Explored;
use strata_engine::solver::{SolvedMove, Wdl};
use strata_render::Rgb;
use strata_rules::Square;
use strata_rules::text::capitalise;
use strata_table::wording::{join_numbers, value_letter};

use super::AnalysisScreen;
use super::draw::{DRAW, LOSS, OTHER, WIN};
use crate::board::Spot;
use crate::look::{Look, after, columns, dim, row, write};

/// The columns before the moves: a letter and two spaces.
const LETTER: u16 = 3;

/// The most rows for the moves with the same value.
const MOST_ROWS: usize = 2;

/// A row of the explorer.
#[derive(Clone)]
pub(super) enum ExplorerRow {
    /// Where the values come from.
    Source(String),
    /// Moves with the same value, with their places in the list of moves.
    Moves { value: Option<Wdl>, is_first: bool, words: Vec<(usize, String)>, is_cut: bool },
}

const fn ground(value: Option<Wdl>) -> Rgb {
    match value {
        Some(Wdl::Win) => WIN,
        Some(Wdl::Draw) => DRAW,
        Some(Wdl::Loss) => LOSS,
        None => OTHER,
    }
}

impl AnalysisScreen {
    /// The values of the moves of the current position, if any is proven.
    pub(super) fn explored(&self) -> Option<&Explored> {
        self.analysis.explored(self.analysis.current())
    }

    /// Where the values come from: "Solved: table of all setups".
    pub(super) fn source_words(&self) -> Option<String> {
        self.explored().map(|explored| capitalise(&explored.source.to_string()))
    }

    /// The rows of the explorer: the moves by value, then where the values come from.
    pub(super) fn explorer_rows(&self, width: u16, look: &Look) -> Vec<ExplorerRow> {
        let Some(explored) = self.explored() else { return Vec::new() };
        let mut rows = Vec::new();
        for (value, moves) in explored.groups() {
            let place = |solved: &SolvedMove| {
                explored.moves.iter().position(|known| known.mv == solved.mv).unwrap_or(0)
            };
            let words: Vec<(usize, String)> =
                moves.into_iter().map(|solved| (place(solved), move_word(solved, look))).collect();
            let words = join_numbers(&words, look.sign("–", "-"));
            let broken = break_rows(words, width.saturating_sub(LETTER));
            let is_cut = broken.len() > MOST_ROWS;
            for (number, words) in broken.into_iter().take(MOST_ROWS).enumerate() {
                let is_cut = is_cut && number + 1 == MOST_ROWS;
                rows.push(ExplorerRow::Moves { value, is_first: number == 0, words, is_cut });
            }
        }
        rows.extend(self.source_words().map(ExplorerRow::Source));
        rows
    }

    /// Draws the rows of the explorer.
    pub(super) fn draw_explorer(
        &mut self,
        rows: &[ExplorerRow],
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
    ) {
        for (line, shown) in (0..).zip(fit_rows(rows, area.height.into())) {
            let area = row(area, line);
            match &shown {
                ExplorerRow::Source(text) => {
                    write(buffer, area, text, dim());
                }
                ExplorerRow::Moves { value, is_first, words, is_cut } => {
                    if *is_first {
                        let letter = Rect { width: 1.min(area.width), ..area };
                        let style = look.badge(ground(*value));
                        write(buffer, letter, &value_letter(*value).to_string(), style);
                    }
                    let mut rest = after(area, LETTER);
                    for (place, word) in words {
                        let taken = write(buffer, rest, word, Style::new());
                        let hit = Rect { width: taken, ..rest };
                        self.hits.add(hit, Spot::ExploredMove(*place));
                        rest = after(rest, taken + 1);
                    }
                    if *is_cut {
                        write(buffer, rest, look.sign("…", ".."), dim());
                    }
                }
            }
        }
    }

    /// Letters on the next squares of moves with known values, and the squares where the best move may
    /// be one that is not proven.
    pub(super) fn explored_letters(
        &self,
        look: &Look,
    ) -> (Vec<(Square, char, Style)>, Vec<Square>) {
        let mut squares: Vec<(Square, Option<Wdl>)> = Vec::new();
        for solved in self.explored().into_iter().flat_map(|explored| &explored.moves) {
            for square in solved.all_moves().filter_map(|mv| self.next_square(mv)) {
                match squares.iter_mut().find(|(known, _)| *known == square) {
                    Some((_, known)) => *known = better(*known, solved.value),
                    None => squares.push((square, solved.value)),
                }
            }
        }
        let (proven, unproven): (Vec<_>, Vec<_>) =
            squares.into_iter().partition(|(_, value)| value.is_some());
        let letter = |(square, value): (Square, Option<Wdl>)| {
            (square, value_letter(value), look.badge(ground(value)))
        };
        let letters = proven.into_iter().map(letter).collect();
        (letters, unproven.into_iter().map(|(square, _)| square).collect())
    }
}

/// The rows that fit into this many: the source stays, and one row of every value if possible.
fn fit_rows(rows: &[ExplorerRow], room: usize) -> Vec<ExplorerRow> {
    let mut fitting = rows.to_vec();
    while fitting.len() > room.max(1) {
        let is_continued =
            |row: &ExplorerRow| matches!(row, ExplorerRow::Moves { is_first: false, .. });
        let place = fitting.iter().rposition(is_continued);
        fitting.remove(place.unwrap_or(fitting.len().saturating_sub(2)));
        if let Some(ExplorerRow::Moves { is_cut, .. }) =
            place.and_then(|place| fitting.get_mut(place.checked_sub(1)?))
        {
            *is_cut = true;
        }
    }
    fitting
}

/// The value of the better of two moves. Only a win is certainly the better one.
fn better(one: Option<Wdl>, other: Option<Wdl>) -> Option<Wdl> {
    match (one, other) {
        (Some(Wdl::Win), _) | (_, Some(Wdl::Win)) => Some(Wdl::Win),
        (Some(one), Some(other)) => Some(one.max(other)),
        _ => None,
    }
}

/// A move with the number of moves that are mirror images of each other.
fn move_word(solved: &SolvedMove, look: &Look) -> String {
    match solved.all_moves().count() {
        1 => solved.mv.clone(),
        count => format!("{}{}{count}", solved.mv, look.sign("×", "x")),
    }
}

/// Words in rows of this width, with a column left for a sign at the end.
fn break_rows(words: Vec<(usize, String)>, width: u16) -> Vec<Vec<(usize, String)>> {
    let mut rows: Vec<Vec<(usize, String)>> = Vec::new();
    let mut used = 0;
    for (place, word) in words {
        let needed = columns(&word) + 1;
        match rows.last_mut() {
            Some(row) if used + needed < width => {
                used += needed;
                row.push((place, word));
            }
            _ => {
                used = needed;
                rows.push(vec![(place, word)]);
            }
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_of_two_moves_is_known_if_one_wins_or_both_are_proven() {
        let values = [None, Some(Wdl::Loss), Some(Wdl::Draw), Some(Wdl::Win)];
        for value in values {
            assert_eq!(better(value, Some(Wdl::Win)), Some(Wdl::Win));
            assert_eq!(better(value, Some(Wdl::Loss)), value);
            assert_eq!(better(Some(Wdl::Draw), value), value.map(|value| value.max(Wdl::Draw)));
        }
        assert_eq!(better(None, None), None);
    }

    #[test]
    fn source_and_a_row_of_every_value_stay_where_there_is_little_room() {
        let moves = |letter: Wdl, is_first| ExplorerRow::Moves {
            value: Some(letter),
            is_first,
            words: Vec::new(),
            is_cut: false,
        };
        let rows = [
            moves(Wdl::Win, true),
            moves(Wdl::Win, false),
            moves(Wdl::Loss, true),
            moves(Wdl::Loss, false),
            ExplorerRow::Source("Searched: 0.3 s".to_owned()),
        ];
        let text = |room| {
            let letters = fit_rows(&rows, room).into_iter().map(|row| match row {
                ExplorerRow::Source(_) => "s".to_owned(),
                ExplorerRow::Moves { value, is_cut, .. } => {
                    format!("{}{}", value_letter(value), if is_cut { "+" } else { "" })
                }
            });
            letters.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(text(5), "W W L L s");
        assert_eq!(text(4), "W W L+ s");
        assert_eq!(text(3), "W+ L+ s");
        assert_eq!(text(2), "W+ s");
        assert_eq!(text(1), "s");
    }

    #[test]
    fn words_are_broken_into_rows_with_room_for_a_sign() {
        let words = ["a1b1", "a1a2", "c3"].map(|word| (0, word.to_owned()));
        let rows =
            |width| break_rows(words.to_vec(), width).iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(rows(14), [3]);
        assert_eq!(rows(13), [2, 1]);
        assert_eq!(rows(4), [1, 1, 1]);
    }
}
