//! Marks on squares: one shape and one colour for each meaning, below the pieces.

use strata_rules::Square;

use super::Drawing;
use super::writer::Svg;
use crate::Mark;
use crate::surface::{MarkColour, MarkColours};

/// A mark: its name, its colour, what is tinted, and its lines.
type Shape = (&'static str, fn(&MarkColours) -> MarkColour, &'static str, &'static str);

/// A whole square.
const WHOLE: &str = "M1 1h62v62h-62z";
const FRAME: &str = r#"fill="none" stroke-width="4" d="M9 4H55a5 5 0 0 1 5 5V55a5 5 0 0 1-5 5H9a5 5 0 0 1-5-5V9a5 5 0 0 1 5-5z""#;
const DASHED: &str = r#"fill="none" stroke-width="4" stroke-dasharray="9 6" d="M9 4H55a5 5 0 0 1 5 5V55a5 5 0 0 1-5 5H9a5 5 0 0 1-5-5V9a5 5 0 0 1 5-5z""#;

const SHAPES: [Shape; 10] = [
    (
        "movable",
        |colours| colours.choice,
        "",
        r#"fill="none" stroke-width="3.5" stroke-linecap="round" d="M5 15V9a4 4 0 0 1 4-4h6M49 5h6a4 4 0 0 1 4 4v6M59 49v6a4 4 0 0 1-4 4h-6M15 59H9a4 4 0 0 1-4-4v-6""#,
    ),
    ("chosen", |colours| colours.choice, WHOLE, FRAME),
    (
        "target",
        |colours| colours.choice,
        "",
        r#"stroke="none" d="M32 22a10 10 0 0 1 0 20a10 10 0 0 1 0-20""#,
    ),
    (
        "onto",
        |colours| colours.choice,
        WHOLE,
        r#"stroke="none" d="M2 2h17L2 19zM62 2v17L45 2zM62 62H45L62 45zM2 62V45L19 62z""#,
    ),
    (
        "last",
        |colours| colours.last,
        WHOLE,
        r#"fill="none" stroke-width="2.5" d="M2.5 2.5h59v59h-59z""#,
    ),
    (
        "cut",
        |colours| colours.last,
        "",
        r#"fill="none" stroke-width="3" stroke-dasharray="6 4.5" d="M4 4h56v56h-56zM23 23L41 41M41 23L23 41""#,
    ),
    ("hint", |colours| colours.hint, WHOLE, DASHED),
    (
        "winning",
        |colours| colours.winning,
        WHOLE,
        r#"fill="none" stroke-width="2.5" d="M2.5 2.5h59v59h-59zM8 8h48v48h-48z""#,
    ),
    (
        "premove",
        |colours| colours.choice,
        "",
        r#"fill="none" stroke-width="3" d="M3 3h58v58h-58zM3 22L22 3M3 42L42 3M3 61L61 3M22 61L61 22M42 61L61 42""#,
    ),
    (
        "hover",
        |colours| colours.choice,
        WHOLE,
        r#"fill="none" stroke-width="2" d="M2 2h60v60h-60z""#,
    ),
];

/// Defines all marks, so that a page can add those that it needs.
pub(super) fn define_marks(svg: &mut Svg, drawing: &Drawing<'_>) {
    let colours = drawing.surface.marks();
    for (name, colour, tinted, lines) in SHAPES {
        let (id, (colour, tint)) = (svg.id(name), colour(colours));
        svg.add(format_args!(r#"<g id="{id}" fill="{colour}" stroke="{colour}">"#));
        if !tinted.is_empty() {
            svg.add(format_args!(
                r#"<path d="{tinted}" fill="{tint}" stroke="none" opacity=".25"/>"#
            ));
        }
        svg.add(format_args!("<path {lines}/></g>"));
    }
}

/// Draws the marks of a square.
pub(super) fn draw_marks(svg: &mut Svg, drawing: &Drawing<'_>, square: Square) {
    let (scene, corner) = (drawing.scene, drawing.corner(square));
    let is_free = scene.cell(square).piece.is_none() && scene.tile_at(square).is_none();
    let mark = match drawing.view.mark(square) {
        Some(Mark::Source) => "movable",
        Some(Mark::Chosen | Mark::Cursor) => "chosen",
        Some(Mark::Target) if is_free => "target",
        Some(Mark::Target) => "onto",
        None if scene.last_move.contains(&square) => "last",
        None => "",
    };
    if !mark.is_empty() {
        let is_entered = drawing.view.mark(square).is_some();
        svg.reuse(mark, corner, if is_entered { r#" class="mark""# } else { "" });
    }
    if scene.removed.contains(&square) {
        svg.reuse("cut", corner, &format!(r#" class="removed" data-removed="{square}""#));
    }
    if scene.winning.contains(&square) {
        svg.reuse("winning", corner, "");
    }
}
