//! What a picture draws several times, and its gradients.

use strata_rules::{Owner, Player};

use super::Drawing;
use super::marks::define_marks;
use super::pieces::define_pieces;
use super::writer::Svg;
use crate::Rgb;
use crate::palette::{BLACK, WHITE};

/// The name of an owner in ids: the letter, the number and the paint of the side.
pub(super) fn key(drawing: &Drawing<'_>, owner: Owner) -> String {
    owner.map_or("n".to_owned(), |player| {
        let side = drawing.info.side(player);
        format!("{}{}{}", side.letter, player.0, side.paint as u8)
    })
}

/// A colour in the light and in the shade.
pub(super) const fn lit(colour: Rgb) -> Rgb {
    colour.mixed(WHITE, 36)
}

pub(super) const fn shaded(colour: Rgb) -> Rgb {
    colour.mixed(BLACK, 34)
}

/// Adds a gradient.
fn gradient(svg: &mut Svg, name: &str, kind: &str, stops: &[(u8, Rgb)]) {
    let id = svg.id(name);
    let shape = kind.split(' ').next().unwrap_or_default();
    svg.add(format_args!(r#"<{shape}Gradient id="{id}"{}>"#, &kind[shape.len()..]));
    for (offset, colour) in stops {
        svg.add(format_args!(r#"<stop offset="{offset}%" stop-color="{colour}"/>"#));
    }
    svg.add(format_args!("</{shape}Gradient>"));
}

pub(super) fn define(svg: &mut Svg, drawing: &Drawing<'_>) {
    let surface = drawing.surface;
    svg.open("defs");
    let [near, far] = surface.frame;
    gradient(svg, "frame", r#"linear x2="0" y2="1""#, &[(0, near), (100, far)]);
    let [near, far] = surface.square;
    gradient(svg, "field", r#"linear y2="1""#, &[(0, near), (100, far)]);
    let owners = drawing.scene.panels.iter().map(|panel| Some(panel.side));
    let owners: Vec<Owner> = owners.chain([None]).collect();
    for owner in &owners {
        define_gradients(svg, drawing, *owner);
    }
    define_marks(svg, drawing);
    if drawing.scene.tiles.is_empty() && drawing.scene.rulers.is_empty() {
        define_pieces(svg, drawing, &owners);
    }
    svg.close("defs");
}

/// The upper side and the edge of round pieces.
fn define_gradients(svg: &mut Svg, drawing: &Drawing<'_>, owner: Option<Player>) {
    let (ink, key) = (drawing.ink(owner), key(drawing, owner));
    let (light, dark) = (lit(ink.fill), shaded(ink.fill));
    gradient(
        svg,
        &format!("top{key}"),
        r#"radial cx=".36" cy=".28" r=".85""#,
        &[(0, light), (55, ink.fill), (100, ink.fill.mixed(BLACK, 18))],
    );
    if drawing.is_angled() {
        gradient(
            svg,
            &format!("side{key}"),
            "linear",
            &[(0, dark), (35, ink.fill), (60, light.mixed(ink.fill, 40)), (100, dark)],
        );
    }
}
