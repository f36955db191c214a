//! Chooses how large a board is drawn and what is beside it.

use strata_rules::{Edge, Piece, Ruler, Scene};

/// The columns between two parts that are side by side.
pub(super) const GAP: usize = 2;

/// The rows of a square in a board with lines, largest first. They are odd, so that pieces are centred.
const CELL_HEIGHTS: [usize; 4] = [7, 5, 3, 1];

/// The columns of a square with room for a letter and two digits between two marks.
const USUAL_WIDTH: usize = 5;

/// The widest text that squares make room for; a stack of 100 or more covers one of its marks.
const WIDEST_TEXT: usize = 3;

/// A list of stacks shows at least this many stones on a line.
const LEAST_STONES: usize = 8;

/// The columns of the list of stacks are at most this many.
const MOST_LIST_COLUMNS: usize = 4;

/// The size of a square on the screen, without the lines around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellSize {
    /// Columns, with one on each side for marks.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

/// How stacks are shown stone by stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StackView {
    /// Not at all: the game has no such stacks, or there is no room.
    Hidden,
    /// On a second board with squares of this size.
    Board(CellSize),
    /// In a list.
    List(StackList),
}

/// A list of stacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StackList {
    /// The number of lists side by side.
    pub columns: usize,
    /// The stones on one line; taller stacks continue on the next line.
    pub stones: usize,
    /// Whether empty squares are listed too, so that every square stays on its line.
    pub lists_empty: bool,
}

/// The size and arrangement of everything in a picture of a board.
///
/// A layout depends only on the game and the available room, never on the position, so that nothing
/// moves or changes its size during a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The size of a square.
    pub cell: CellSize,
    /// Whether there are lines between squares.
    pub lines: bool,
    /// The files and ranks that are visible at a time. Larger boards scroll.
    pub seen: (usize, usize),
    /// How stacks are shown stone by stone.
    pub stacks: StackView,
    /// The columns and rows of the whole picture.
    pub size: (usize, usize),
}

impl Layout {
    /// The largest layout that fits into this many columns and rows. `start` is the position that
    /// the game starts from.
    pub fn choose(start: &Scene, columns: usize, rows: usize) -> Self {
        let room = (columns, rows);
        let has_stacks = has_stacks(start);
        let fits = |layout: &Self| layout.size.0 <= columns && layout.size.1 <= rows;
        let sizes = cell_sizes(start);
        if has_stacks {
            let with_stacks = sizes.iter().flat_map(|(cell, lines)| {
                let board = Self::whole(start, *cell, *lines);
                [board.with_second_board(start), board.with_list(start, room)]
            });
            if let Some(layout) = with_stacks.flatten().find(fits) {
                return layout;
            }
        }
        let boards = sizes.iter().map(|(cell, lines)| Self::whole(start, *cell, *lines));
        boards.into_iter().find(fits).unwrap_or_else(|| Self::scrolling(start, room))
    }

    /// A layout that shows the whole board and no stacks.
    pub(super) fn whole(scene: &Scene, cell: CellSize, lines: bool) -> Self {
        let seen = (scene.width.into(), scene.height.into());
        let size = board_size(scene, cell, lines, seen);
        Self { cell, lines, seen, stacks: StackView::Hidden, size }
    }

    /// Adds a second board, if the tallest stack fits into its squares.
    fn with_second_board(self, start: &Scene) -> Option<Self> {
        let room = (self.cell.width - 2) * self.cell.height;
        (room >= start.tallest.into()).then(|| self.beside_board(start, self.cell))
    }

    /// Adds a second board with squares of a different size.
    pub(super) fn beside_board(self, scene: &Scene, cell: CellSize) -> Self {
        let second = board_size(scene, cell, self.lines, self.seen);
        let size = (self.size.0 + GAP + second.0, self.size.1.max(second.1) + 1);
        Self { stacks: StackView::Board(cell), size, ..self }
    }

    /// Adds a list with a line for every square.
    fn with_list(self, start: &Scene, (columns, rows): (usize, usize)) -> Option<Self> {
        let columns = columns.checked_sub(self.size.0 + GAP)?;
        let rows = rows.checked_sub(1)?;
        let tallest = usize::from(start.tallest);
        let list = |count: usize, rows: usize| {
            let width = ((columns + GAP) / count).checked_sub(GAP + name_width(start))?;
            let stones = width.min(tallest);
            let lines = start.cells.len().div_ceil(count) + usize::from(stones < tallest);
            let fits = stones >= LEAST_STONES.min(tallest) && lines <= rows;
            let list = StackList { columns: count, stones, lists_empty: true };
            fits.then(|| self.beside_list(start, list, lines))
        };
        // A list no higher than the board keeps the prompt near the board.
        let counts = || 1..=MOST_LIST_COLUMNS;
        let lower = counts().find_map(|count| list(count, rows.min(self.size.1)));
        lower.or_else(|| counts().find_map(|count| list(count, rows)))
    }

    /// Adds a list with this many lines.
    pub(super) fn beside_list(self, scene: &Scene, list: StackList, lines: usize) -> Self {
        let width = list.columns * (name_width(scene) + list.stones + GAP) - GAP;
        let size = (self.size.0 + GAP + width, self.size.1.max(lines) + 1);
        Self { stacks: StackView::List(list), size, ..self }
    }

    /// The part of a large board that fits, in whole squares.
    fn scrolling(start: &Scene, (columns, rows): (usize, usize)) -> Self {
        let around = board_size(start, CellSize { width: 0, height: 0 }, false, (0, 0));
        let room = (columns.saturating_sub(around.0), rows.saturating_sub(around.1));
        let files = usize::from(start.width);
        let [_, comfortable, _] = widths(start);
        let fitting = widths(start).into_iter().find(|width| files * width <= room.0);
        let width = fitting.unwrap_or(comfortable);
        let cell = CellSize { width, height: 1 };
        let seen = ((room.0 / width).clamp(1, files), room.1.clamp(1, start.height.into()));
        let size = board_size(start, cell, false, seen);
        Self { cell, lines: false, seen, stacks: StackView::Hidden, size }
    }
}

/// The sizes of squares to try, the largest first, each with or without lines.
fn cell_sizes(start: &Scene) -> Vec<(CellSize, bool)> {
    let with_lines = CELL_HEIGHTS.map(|height| CellSize { width: 2 * height + 3, height });
    let without_lines = widths(start).map(|width| CellSize { width, height: 1 });
    let with_lines = with_lines.into_iter().map(|cell| (cell, true));
    with_lines.chain(without_lines.into_iter().map(|cell| (cell, false))).collect()
}

/// The widths of squares without lines, the largest first: the usual one, one that fits any text
/// between two marks, and one with a single mark for the longest text.
fn widths(start: &Scene) -> [usize; 3] {
    let text = text_width(start);
    [USUAL_WIDTH, text + 2, (text + 1).max(3)]
}

/// Whether stacks matter stone by stone in this game.
pub(super) fn has_stacks(scene: &Scene) -> bool {
    scene.cells.iter().any(|cell| matches!(cell.piece, Some(Piece::Stack(_))))
}

/// The columns of the longest text on a square in the course of a game.
fn text_width(start: &Scene) -> usize {
    let has_tiles = start.panels.iter().flat_map(|panel| &panel.hand).any(|item| item.length > 1);
    match start.tallest {
        0 | 1 if has_tiles || !start.tiles.is_empty() => 2,
        0 | 1 => 1,
        tallest => (1 + digits(tallest)).min(WIDEST_TEXT),
    }
}

fn digits(number: u16) -> usize {
    number.to_string().len()
}

/// The columns of a square's name and the space after it.
pub(super) fn name_width(scene: &Scene) -> usize {
    2 + digits(scene.height.into())
}

/// The columns of the rank names and the space after them.
pub(super) fn rank_width(scene: &Scene) -> usize {
    digits(scene.height.into()) + 1
}

/// The columns of a ruler beside the board and the space between them.
pub(super) fn ruler_width(ruler: Option<&Ruler>) -> usize {
    let labels = ruler.into_iter().flat_map(|ruler| &ruler.labels);
    labels.map(|label| label.chars().count() + 1).max().unwrap_or(0)
}

fn board_size(
    scene: &Scene,
    cell: CellSize,
    lines: bool,
    (files, ranks): (usize, usize),
) -> (usize, usize) {
    let line = usize::from(lines);
    let ruler = |edge: Edge| scene.rulers.iter().find(|ruler| ruler.edge == edge);
    let beside = ruler_width(ruler(Edge::Left)) + ruler_width(ruler(Edge::Right));
    let above_and_below = [Edge::Top, Edge::Bottom].map(|edge| usize::from(ruler(edge).is_some()));
    let columns = rank_width(scene) + beside + line + files * (cell.width + line);
    let rows = above_and_below.iter().sum::<usize>() + line + ranks * (cell.height + line) + 1;
    (columns, rows)
}
