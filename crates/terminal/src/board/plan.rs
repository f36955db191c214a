//! Divides the screen among the board, the players and the lines of text.

use ratatui::layout::Rect;
use strata_render::terminal::Layout;
use strata_rules::Scene;

use crate::look::row;

/// From this width on, the players are shown beside the board.
const WIDE: u16 = 62;
/// The columns between the board and the players.
const GAP: u16 = 2;
/// The columns of the evaluation bar, and those with the gap before it.
const BAR: u16 = 2;
const BAR_AND_GAP: u16 = BAR + 1;

/// How a screen is divided between the board and the panel beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Proportions {
    /// The least and most columns beside the board.
    pub(crate) least_side: u16,
    pub(crate) most_side: u16,
    /// The prompt has at least this many columns if the screen has.
    pub(crate) least_prompt: u16,
    /// The least rows below the board, on a screen that is not very low.
    pub(crate) least_status: u16,
    /// Whether a board with nothing beside it is in the middle of the rows, and not at the top.
    pub(crate) is_centred: bool,
}

impl Proportions {
    /// The players and the moves beside the board of a game.
    pub(crate) const GAME: Self =
        Self { least_side: 22, most_side: 46, least_prompt: 52, least_status: 3, is_centred: true };

    /// The engine's lines and the moves beside the analysis board, on a screen of this width. They
    /// are below the board if there is no room beside it.
    pub(crate) fn analysis(width: u16) -> Self {
        Self {
            least_side: (width * 2 / 5).clamp(30, 64),
            most_side: 80,
            least_prompt: 30,
            least_status: 4,
            is_centred: false,
        }
    }
}

/// The layout of a screen.
///
/// A plan depends on the size of the screen and on the game, and on small screens on whether the
/// evaluation bar is shown. It does not depend on the position, so that nothing moves during a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Plan {
    pub(crate) title: Rect,
    /// All players on one line, where there is no room beside the board.
    pub(crate) summary: Option<Rect>,
    pub(crate) board: Rect,
    /// How the board is drawn.
    pub(crate) layout: Layout,
    pub(crate) bar: Option<Rect>,
    /// The players and the moves beside the board.
    pub(crate) side: Option<Rect>,
    /// The prompt, the choices and messages.
    pub(crate) status: Rect,
    /// The most important keys.
    pub(crate) keys: Rect,
}

impl Plan {
    /// A plan for a game that starts from the position `start`.
    pub(crate) fn new(area: Rect, start: &Scene, has_bar: bool) -> Self {
        Self::divide(area, start, has_bar, Proportions::GAME)
    }

    /// A plan with other proportions.
    pub(crate) fn divide(area: Rect, start: &Scene, has_bar: bool, shares: Proportions) -> Self {
        let narrow = Self::with_side(area, start, has_bar, shares, false);
        if area.width < WIDE {
            return narrow;
        }
        let wide = Self::with_side(area, start, has_bar, shares, true);
        // Better the whole board than the players beside it.
        if wide.layout.seen.0 < narrow.layout.seen.0 { narrow } else { wide }
    }

    fn with_side(
        area: Rect,
        start: &Scene,
        has_bar: bool,
        shares: Proportions,
        has_side: bool,
    ) -> Self {
        // A very low screen has no room for the title.
        let title = u16::from(area.height >= 12);
        let summary = u16::from(!has_side);
        let keys = u16::from(area.height >= 16);
        let least_status = match area.height {
            0..12 => 3,
            12..20 => shares.least_status,
            _ => shares.least_status.max(4),
        };
        let head = title + summary;
        let main = Rect {
            y: area.y + head,
            height: area.height.saturating_sub(head + keys),
            width: area.width - if has_side { shares.least_side + GAP } else { 0 },
            ..area
        };
        // On wide screens the bar's place stays reserved while it is hidden.
        let bar = if has_bar || has_side { BAR_AND_GAP } else { 0 };
        let rows = main.height.saturating_sub(least_status);
        let layout = Layout::choose(start, (main.width - bar).into(), rows.into());
        let width = (layout.size.0 as u16).min(main.width - bar);
        let height = (layout.size.1 as u16).min(rows);

        // The columns of the board and the prompt.
        let left = match has_side {
            true => (width + bar).max(shares.least_prompt.min(main.width)),
            false => main.width,
        };
        let side = if has_side { (area.width - GAP - left).min(shares.most_side) } else { 0 };
        let all = if has_side { left + GAP + side } else { left };
        let x = area.x + (area.width - all) / 2;
        let slack = rows - height;
        let gap = u16::from(slack >= 2);
        let above = if has_side || shares.is_centred { (slack - gap) / 2 } else { 0 };
        let board = Rect { x: x + (left - width - bar) / 2, y: main.y + above, width, height };
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
                let proportions = [
                    (Proportions::GAME, false),
                    (Proportions::GAME, true),
                    (Proportions::analysis(width), false),
                ];
                for (shares, has_bar) in proportions {
                    let screen = Rect::new(0, 0, width, height);
                    let plan = Plan::divide(screen, &start, has_bar, shares);
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
