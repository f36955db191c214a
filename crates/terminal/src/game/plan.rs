//! Divides the screen among the board, the players and the lines of text.

use ratatui::layout::Rect;
use strata_render::terminal::Layout;
use strata_rules::Scene;

use crate::look::row;

/// From this width on the players stand beside the board.
const WIDE: u16 = 62;
/// The least and most columns of the players and the moves.
const LEAST_SIDE: u16 = 22;
const MOST_SIDE: u16 = 46;
/// The columns between the board and the players.
const GAP: u16 = 2;
/// The columns of the evaluation bar, and those with the gap before it.
const BAR: u16 = 2;
const BAR_AND_GAP: u16 = BAR + 1;
/// The prompt has at least this many columns if the screen has.
const LEAST_PROMPT: u16 = 52;

/// Where everything stands on a screen.
///
/// A plan depends on the size of the screen and on the game, and on small screens on whether the
/// evaluation bar is shown. It does not depend on the position, so that nothing moves during a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Plan {
    pub(super) title: Rect,
    /// All players on one line, where there is no room beside the board.
    pub(super) summary: Option<Rect>,
    pub(super) board: Rect,
    /// How the board is drawn.
    pub(super) layout: Layout,
    pub(super) bar: Option<Rect>,
    /// The players and the moves beside the board.
    pub(super) side: Option<Rect>,
    /// The prompt, the choices and messages.
    pub(super) status: Rect,
    /// The most important keys.
    pub(super) keys: Rect,
}

impl Plan {
    /// A plan for a game that starts from the position `start`.
    pub(super) fn new(area: Rect, start: &Scene, has_bar: bool) -> Self {
        let narrow = Self::with_side(area, start, has_bar, false);
        if area.width < WIDE {
            return narrow;
        }
        let wide = Self::with_side(area, start, has_bar, true);
        // Better the whole board than the players beside it.
        if wide.layout.seen.0 < narrow.layout.seen.0 { narrow } else { wide }
    }

    fn with_side(area: Rect, start: &Scene, has_bar: bool, has_side: bool) -> Self {
        // A very low screen has no room for the title.
        let title = u16::from(area.height >= 12);
        let summary = u16::from(!has_side);
        let keys = u16::from(area.height >= 16);
        let least_status = if area.height >= 20 { 4 } else { 3 };
        let head = title + summary;
        let main = Rect {
            y: area.y + head,
            height: area.height.saturating_sub(head + keys),
            width: area.width - if has_side { LEAST_SIDE + GAP } else { 0 },
            ..area
        };
        // On wide screens the bar keeps its place while it is hidden.
        let bar = if has_bar || has_side { BAR_AND_GAP } else { 0 };
        let rows = main.height.saturating_sub(least_status);
        let layout = Layout::choose(start, (main.width - bar).into(), rows.into());
        let width = (layout.size.0 as u16).min(main.width - bar);
        let height = (layout.size.1 as u16).min(rows);

        let (left, side) = match has_side {
            true => {
                let left = (width + bar).max(LEAST_PROMPT.min(main.width));
                (left, (area.width - GAP - left).min(MOST_SIDE))
            }
            false => (main.width, 0),
        };
        let all = if has_side { left + GAP + side } else { left };
        let x = area.x + (area.width - all) / 2;
        let slack = rows - height;
        let gap = u16::from(slack >= 2);
        let board =
            Rect { x: x + (left - width - bar) / 2, y: main.y + (slack - gap) / 2, width, height };
        let status_top = board.bottom() + gap;
        Self {
            title: Rect { x, width: area.right() - x, height: title, ..area },
            summary: (!has_side).then(|| row(area, title)),
            board,
            layout,
            bar: has_bar.then(|| Rect { x: board.right() + 1, width: BAR, ..board }),
            side: has_side.then(|| Rect { x: x + left + GAP, width: side, ..main }),
            status: Rect { x, y: status_top, width: left, height: main.bottom() - status_top },
            keys: Rect { y: main.bottom(), height: keys, ..area },
        }
    }
}

#[cfg(test)]
mod tests {
    use strata_games::GAMES;

    use super::*;

    fn start(game: &str, options: &[(&str, &str)]) -> Scene {
        let entry = strata_rules::find_game(GAMES, game).expect(game);
        entry.open(options.iter().copied()).expect("good options").start().scene()
    }

    #[test]
    fn nothing_overlaps_or_leaves_the_screen() {
        for entry in GAMES {
            let start = start(entry.info.id, &[]);
            for (width, height) in [(30, 10), (40, 15), (61, 20), (80, 24), (120, 40), (200, 60)] {
                for has_bar in [false, true] {
                    let screen = Rect::new(0, 0, width, height);
                    let plan = Plan::new(screen, &start, has_bar);
                    let parts = [Some(plan.title), plan.summary, Some(plan.board), plan.bar]
                        .into_iter()
                        .chain([plan.side, Some(plan.status), Some(plan.keys)]);
                    let parts: Vec<Rect> =
                        parts.flatten().filter(|part| !part.is_empty()).collect();
                    for (index, part) in parts.iter().enumerate() {
                        assert_eq!(part.intersection(screen), *part, "{width}x{height} {plan:?}");
                        for other in &parts[..index] {
                            assert!(!part.intersects(*other), "{width}x{height} {plan:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn squares_grow_with_the_screen() {
        let heights = |game: &str, sizes: [(u16, u16); 3]| {
            let start = start(game, &[]);
            sizes.map(|(width, height)| {
                Plan::new(Rect::new(0, 0, width, height), &start, false).layout.cell.height
            })
        };
        let sizes = [(80, 24), (120, 40), (200, 60)];
        assert_eq!(heights("clusterfuss", sizes), [1, 3, 5]);
        assert_eq!(heights("staqs", sizes), [1, 5, 7]);
        assert_eq!(heights("qawale", sizes), [1, 5, 7]);
        assert_eq!(heights("isaac", sizes), [1, 1, 3]);
    }

    #[test]
    fn large_boards_with_evaluation_bar_fit_into_80_columns() {
        let start = start("staqs", &[("size", "10")]);
        let plan = Plan::new(Rect::new(0, 0, 80, 24), &start, true);
        assert_eq!((plan.layout.seen, plan.layout.cell.width), ((10, 10), 5));
        assert!(plan.side.is_some());
    }

    #[test]
    fn small_screens_show_whole_squares() {
        let start = start("staqs", &[("size", "10")]);
        let plan = Plan::new(Rect::new(0, 0, 40, 15), &start, false);
        assert_eq!(plan.layout.seen, (7, 9));
        assert_eq!(plan.layout.size.1, 10);
    }
}
