//! Stones, stacks, checkers and blockades as SVG.

use strata_rules::{Owner, Piece, Square};

use super::definitions::{key, shaded};
use super::writer::{Font, N, Scale, Svg};
use super::{Drawing, UNIT};
use crate::palette::Ink;

/// The radius of a round piece.
const RADIUS: f32 = 25.0;
/// Seen at an angle: half its height, and how far below the middle of its square it stands.
const TILT: f32 = 16.0;
const FOOT: f32 = 11.5;

/// Stacks from this height on show it as a number.
const BADGE_FROM: usize = 3;

/// What is engraved into checkers, for each side: a crown, a star, a triangle, a square.
const EMBLEMS: [&str; 4] = [
    "M-11 8L-13-6L-6 0L0-10L6 0L13-6L11 8z",
    "M0-13L3.5-3.5L13 0L3.5 3.5L0 13L-3.5 3.5L-13 0L-3.5-3.5z",
    "M0-12L11 8H-11z",
    "M-9-9H9V9H-9z",
];

/// How tall a stack is drawn. Its stones become flatter as it grows, so that it never hides the square
/// behind it.
fn drawn_height(stones: usize) -> f32 {
    let stones = stones as f32;
    46.0 * stones / (stones + 4.0)
}

/// Draws a round piece from above without its edge, for players and hands. Sides differ by a pattern as
/// well as by colour; a piece with a letter on it needs no pattern: pass `None` as its owner.
pub(super) fn draw_disc(svg: &mut Svg, (x, y): (f32, f32), radius: f32, ink: Ink, owner: Owner) {
    let width = N((radius / 10.0).max(0.8));
    let look = format!(r#"fill="{}" stroke="{}" stroke-width="{width}""#, ink.fill, ink.edge);
    svg.circle(x, y, radius, &look);
    if let Some(pattern) = pattern(owner) {
        let scale = Scale(radius / RADIUS);
        svg.add(format_args!(
            r#"<path transform="translate({} {}) scale({scale})" d="{pattern}" fill="none" stroke="{}" stroke-width="2.5" opacity=".6"/>"#,
            N(x), N(y), ink.on
        ));
    }
}

/// The pattern of a side's round pieces: none, a ring, four ticks at the rim, or two ticks.
fn pattern(owner: Owner) -> Option<&'static str> {
    match owner?.0 {
        1 => Some("M-17 0a17 17 0 0 1 34 0a17 17 0 0 1-34 0"),
        2 => Some("M0-22V-12M0 22V12M-22 0H-12M22 0H12"),
        3 => Some("M-15-15L-8-8M15 15L8 8"),
        _ => None,
    }
}

/// The owner whose pattern is drawn, or `None` if pieces show letters.
pub(super) fn patterned(drawing: &Drawing<'_>, owner: Owner) -> Owner {
    owner.filter(|_| !drawing.palette.shows_letters())
}

pub(super) fn letter(drawing: &Drawing<'_>, owner: Owner) -> String {
    owner.map_or(String::new(), |player| drawing.info.side(player).letter.to_string())
}

/// Defines the pieces that are drawn several times.
pub(super) fn define_pieces(svg: &mut Svg, drawing: &Drawing<'_>, owners: &[Owner]) {
    let (shadow, gone) = (svg.id("shadow"), svg.id("gone"));
    let (wide, dark) = if drawing.is_angled() { (TILT, FOOT) } else { (RADIUS, 0.0) };
    svg.add(format_args!(
        r#"<g id="{shadow}"><ellipse cx="3" cy="{}" rx="27" ry="{}" opacity=".16"/><ellipse cx="2" cy="{}" rx="26" ry="{}" opacity=".24"/></g>"#,
        N(dark + 5.0), N(wide + 2.0), N(dark + 3.0), N(wide + 0.5)
    ));
    let (wide, dark) = if drawing.is_angled() { (TILT - 1.0, 41.0) } else { (23.0, 32.0) };
    svg.add(format_args!(
        r##"<g id="{gone}"><ellipse cx="32" cy="{}" rx="24" ry="{}" opacity=".3"/><ellipse cx="32" cy="{}" rx="23" ry="{}" opacity=".16"/></g>"##,
        N(dark), N(wide), N(dark + 2.0), N(wide - 2.0)
    ));
    for owner in owners {
        match drawing.is_angled() {
            true => define_stone(svg, drawing, *owner),
            false => define_flat(svg, drawing, *owner),
        }
    }
}

/// Defines a stone seen at an angle: its upper side (`cap`), and the whole stone.
fn define_stone(svg: &mut Svg, drawing: &Drawing<'_>, owner: Owner) {
    let (ink, key) = (drawing.ink(owner), key(drawing, owner));
    let (id, fill) =
        (svg.id(format_args!("cap{key}")), svg.paint(format_args!("top{key}"), ink.fill));
    svg.add(format_args!(
        r#"<g id="{id}"><ellipse rx="{}" ry="{}" fill="{fill}" stroke="{}" stroke-width="1.4"/>"#,
        N(RADIUS),
        N(TILT),
        ink.edge
    ));
    svg.add(format_args!(
        r##"<ellipse rx="22.5" ry="14" fill="none" stroke="#fff" stroke-width="1.2" opacity=".35"/>"##
    ));
    if let Some(pattern) = pattern(patterned(drawing, owner)) {
        svg.add(format_args!(
            r#"<path transform="scale(.92 .6)" d="{pattern}" fill="none" stroke="{}" stroke-width="3" opacity=".65"/>"#,
            ink.on
        ));
    }
    if drawing.palette.shows_letters() {
        svg.text((0.0, 0.0), Font::bold(20.0, ink.on), &letter(drawing, owner));
    }
    svg.close("g");
    let id = svg.id(format_args!("stone{key}"));
    svg.open(&format!(r#"g id="{id}""#));
    draw_stones(svg, drawing, &[owner]);
    svg.close("g");
}

/// Defines a piece seen from above: its upper side and edge (`disc`), and the same with an emblem.
fn define_flat(svg: &mut Svg, drawing: &Drawing<'_>, owner: Owner) {
    let (ink, key) = (drawing.ink(owner), key(drawing, owner));
    let (id, shadow) = (svg.id(format_args!("disc{key}")), svg.id("shadow"));
    let fill = svg.paint(format_args!("top{key}"), ink.fill);
    svg.add(format_args!(r##"<g id="{id}"><use href="#{shadow}"/>"##));
    let edge = shaded(ink.fill);
    let look = format!(r#"fill="{edge}" stroke="{}" stroke-width="1.4""#, ink.edge);
    svg.circle(0.0, 2.0, RADIUS, &look);
    svg.circle(
        0.0,
        -1.5,
        RADIUS,
        &format!(r#"fill="{fill}" stroke="{}" stroke-width="1.4""#, ink.edge),
    );
    svg.circle(0.0, -1.5, 22.0, r##"fill="none" stroke="#fff" stroke-width="1.4" opacity=".38""##);
    svg.circle(0.0, -1.5, 19.5, r##"fill="none" stroke="#000" stroke-width="1.4" opacity=".28""##);
    if drawing.scene.tallest > 1
        && let Some(pattern) = pattern(patterned(drawing, owner))
    {
        svg.add(format_args!(
            r#"<path transform="translate(0 -1.5)" d="{pattern}" fill="none" stroke="{}" stroke-width="2" opacity=".6"/>"#,
            ink.on
        ));
    }
    svg.close("g");
    let Some(player) = owner else { return };
    let (checker, on) = (svg.id(format_args!("checker{key}")), ink.on);
    svg.add(format_args!(r##"<g id="{checker}"><use href="#{id}"/>"##));
    if drawing.palette.shows_letters() {
        svg.text((0.0, -1.5), Font::bold(24.0, on), &letter(drawing, owner));
    } else {
        let emblem = EMBLEMS[player.index() % EMBLEMS.len()];
        svg.add(format_args!(
            r#"<path d="{emblem}" transform="translate(0 -1.5)" fill="{on}" stroke="{edge}" stroke-width="1.2" stroke-linejoin="round"/>"#
        ));
    }
    svg.close("g");
}

/// Draws the piece on a square.
pub(super) fn draw_cell_piece(svg: &mut Svg, drawing: &Drawing<'_>, square: Square) {
    let Some(piece) = &drawing.scene.cell(square).piece else { return };
    let at = drawing.centre(square);
    svg.open(&format!(r#"g class="piece" data-on="{square}" pointer-events="none""#));
    match piece {
        Piece::Checker(owner) if drawing.is_angled() || owner.is_none() => {
            draw_stack(svg, drawing, at, &[*owner]);
        }
        Piece::Checker(owner) => svg.reuse(format_args!("checker{}", key(drawing, *owner)), at, ""),
        Piece::Tower { owner, height } => {
            let mut stones = vec![None; usize::from(*height).max(1)];
            stones.pop();
            stones.push(*owner);
            match drawing.is_angled() {
                true => draw_stack(svg, drawing, at, &stones),
                false => draw_top(svg, drawing, at, *owner, stones.len(), 1.0),
            }
        }
        Piece::Stack(stones) => draw_stack(svg, drawing, at, stones),
        Piece::Blockade => draw_blockade(svg, drawing, at),
    }
    svg.close("g");
}

/// Draws a stack around the middle of a square, from the bottom stone to the top one.
pub(super) fn draw_stack(
    svg: &mut Svg,
    drawing: &Drawing<'_>,
    (x, y): (f32, f32),
    stones: &[Owner],
) {
    let top = stones.last().copied().flatten();
    if !drawing.is_angled() {
        return draw_stack_from_above(svg, drawing, (x, y), stones);
    }
    if stones.len() == 1 {
        return svg.reuse(format_args!("stone{}", key(drawing, top)), (x, y), "");
    }
    svg.open(&format!(r#"g transform="translate({} {})""#, N(x), N(y)));
    draw_stones(svg, drawing, stones);
    if stones.len() >= BADGE_FROM {
        let top = FOOT - drawn_height(stones.len()) - TILT;
        draw_badge(svg, drawing, (18.0, top + 3.0), stones.len());
    }
    svg.close("g");
}

/// Draws stones on top of each other, with their shadow.
fn draw_stones(svg: &mut Svg, drawing: &Drawing<'_>, stones: &[Owner]) {
    svg.reuse("shadow", (0.0, 0.0), "");
    let height = drawn_height(stones.len());
    let thickness = height / stones.len() as f32;
    let width = if thickness < 2.0 { ".4" } else { "1" };
    for (level, owner) in stones.iter().enumerate() {
        let (ink, key) = (drawing.ink(*owner), key(drawing, *owner));
        let fill = svg.paint(format_args!("side{key}"), ink.fill);
        let (top, radius) = (FOOT - thickness * (level + 1) as f32, N(RADIUS));
        svg.add(format_args!(
            r#"<path class="stone" d="M-{radius} {}v{}a{radius} {} 0 0 0 50 0v-{}" fill="{fill}" stroke="{}" stroke-width="{width}"/>"#,
            N(top), N(thickness), N(TILT), N(thickness), ink.edge
        ));
    }
    let top = stones.last().copied().flatten();
    svg.reuse(format_args!("cap{}", key(drawing, top)), (0.0, FOOT - height), "");
}

/// Draws the height of a stack beside its top.
fn draw_badge(svg: &mut Svg, drawing: &Drawing<'_>, (x, y): (f32, f32), height: usize) {
    let size = (drawing.label * 0.92).max(14.0);
    let text = height.to_string();
    let (across, down) = (size * (0.25 + 0.33 * text.len() as f32).max(0.72), size * 0.72);
    let look = format!(r##"rx="{}" fill="#1d1b19" stroke="#fff" stroke-width="1.2""##, N(down));
    svg.rect(x - across, y - down, 2.0 * across, 2.0 * down, &look);
    svg.text((x, y), Font::bold(size, crate::palette::WHITE), &text);
}

/// Draws the top of a stack from above, with its height.
fn draw_top(
    svg: &mut Svg,
    drawing: &Drawing<'_>,
    (x, y): (f32, f32),
    owner: Owner,
    height: usize,
    scale: f32,
) {
    let (ink, id) = (drawing.ink(owner), svg.id(format_args!("disc{}", key(drawing, owner))));
    let scale = Scale(scale);
    svg.add(format_args!(
        r##"<use href="#{id}" transform="translate({} {}) scale({scale})"/>"##,
        N(x),
        N(y)
    ));
    let has_letter = drawing.palette.shows_letters() && owner.is_some();
    let number = if height > 1 { height.to_string() } else { String::new() };
    let label = if has_letter { letter(drawing, owner) + &number } else { number };
    if !label.is_empty() {
        let size = if label.len() > 2 { 18.0 } else { 24.0 };
        svg.text((x, y - 1.5), Font::bold(size, ink.on), &label);
    }
}

/// Draws a stack from above, and beside it all its stones from the bottom up.
fn draw_stack_from_above(
    svg: &mut Svg,
    drawing: &Drawing<'_>,
    (x, y): (f32, f32),
    stones: &[Owner],
) {
    let top = stones.last().copied().flatten();
    if stones.len() < 2 {
        return draw_top(svg, drawing, (x, y), top, 1, 1.0);
    }
    draw_top(svg, drawing, (x - 4.0, y), top, stones.len(), 0.84);
    let column = UNIT - 12.0;
    let step = (column / stones.len() as f32).min(9.0);
    for (level, owner) in stones.iter().enumerate() {
        let ink = drawing.ink(*owner);
        let look = format!(
            r#"class="stone" rx="1.5" fill="{}" stroke="{}" stroke-width=".8""#,
            ink.fill, ink.edge
        );
        let foot = y + column / 2.0 - level as f32 * step;
        svg.rect(x + 20.0, foot - step, 8.0, step - 0.8, &look);
    }
}

/// Draws a block with a cross on it.
fn draw_blockade(svg: &mut Svg, drawing: &Drawing<'_>, (x, y): (f32, f32)) {
    let (top, height) = if drawing.is_angled() { (y - 24.0, 40.0) } else { (y - 23.0, 46.0) };
    let edge = drawing.ink(None).edge;
    svg.rect(x - 21.0, top + 12.0, 48.0, height, r##"rx="6" fill="#000" opacity=".28""##);
    let look = format!(r##"rx="6" fill="#17181b" stroke="{edge}" stroke-width="1.2""##);
    svg.rect(x - 23.0, top + 9.0, 46.0, height, &look);
    let look = format!(r##"rx="6" fill="#33363c" stroke="{edge}" stroke-width="1.2""##);
    svg.rect(x - 23.0, top, 46.0, height, &look);
    let (cross, middle) = (height * 0.28, top + height / 2.0);
    let [left, right] = [x - 13.0, x + 13.0].map(N);
    let [above, below] = [middle - cross, middle + cross].map(N);
    svg.add(format_args!(
        r##"<path d="M{left} {above}L{right} {below}M{right} {above}L{left} {below}" stroke="#f4f1ea" stroke-width="6" stroke-linecap="round"/>"##
    ));
}
