//! SVG pictures as PNG.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use thiserror::Error;

/// Why a picture could not be converted to PNG.
#[derive(Debug, Error)]
pub enum PngError {
    /// The SVG could not be read.
    #[error("cannot read the SVG: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The picture is empty or too large.
    #[error("cannot draw a picture of {0}×{1} pixels")]
    Size(u32, u32),
    /// The PNG could not be written.
    #[error("cannot encode the PNG: {0}")]
    Encoding(String),
}

/// The embedded fonts, so that pictures look the same on every machine.
static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(include_bytes!("../assets/NotoSans-Regular.ttf").to_vec());
    fonts.load_font_data(include_bytes!("../assets/NotoSans-Bold.ttf").to_vec());
    Arc::new(fonts)
});

/// The largest side of a picture, in pixels.
const MOST_PIXELS: u32 = 8192;

/// Draws an SVG picture as PNG, `scale` pixels for each SVG unit.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    let options = Options { fontdb: Arc::clone(&FONTS), ..Options::default() };
    let tree = Tree::from_str(svg, &options)?;
    let [width, height] =
        [tree.size().width(), tree.size().height()].map(|side| (side * scale).ceil() as u32);
    let size_error = PngError::Size(width, height);
    if width.max(height) > MOST_PIXELS {
        return Err(size_error);
    }
    let mut pixels = Pixmap::new(width, height).ok_or(size_error)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}
