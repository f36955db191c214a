//! `POST /api/qr`: draws a QR code.

use std::fmt::Write;

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use qrcodegen::{QrCode, QrCodeEcc};

use super::types::lobby::QrRequest;
use crate::error::ApiError;
use crate::web::extract::JsonBody;

/// The empty margin that scanners need, in modules.
const MARGIN: i32 = 4;

/// `POST /api/qr`. The text is in the body, because it may contain a secret: addresses end up in logs.
pub(crate) async fn draw(JsonBody(request): JsonBody<QrRequest>) -> Result<Response, ApiError> {
    let svg = svg_of(&request.text).ok_or(ApiError::Failed("the text cannot be drawn"))?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}

/// A text as a QR code. There is room for every text of [`MAX_QR_TEXT`](super::types::lobby::MAX_QR_TEXT)
/// characters.
fn svg_of(text: &str) -> Option<String> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let size = code.size();
    let mut dark = String::new();
    for y in 0..size {
        let mut x = 0;
        while x < size {
            let length = (x..size).take_while(|x| code.get_module(*x, y)).count();
            if length > 0 {
                // Writing to a string cannot fail.
                let _ = write!(dark, "M{} {}h{length}v1h-{length}z", x + MARGIN, y + MARGIN);
            }
            x += i32::try_from(length).ok()? + 1;
        }
    }
    let side = size + 2 * MARGIN;
    Some(format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{side}v{side}H0z"/><path d="{dark}"/></svg>"##
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::types::lobby::MAX_QR_TEXT;

    /// The modules of a drawn code, without its margin.
    fn modules(svg: &str) -> (usize, Vec<(usize, usize)>) {
        let number = |text: &str| text.parse::<usize>().expect("a number");
        let side = svg.split("viewBox=\"0 0 ").nth(1).and_then(|rest| rest.split(' ').next());
        let margin = usize::try_from(MARGIN).expect("a margin");
        let path = svg.rsplit("d=\"").next().and_then(|rest| rest.split('"').next());
        let squares = path.expect("a path").split('M').filter(|square| !square.is_empty());
        let dark = squares.flat_map(|run| {
            let (x, rest) = run.split_once(' ').expect("two numbers");
            let (y, rest) = rest.split_once('h').expect("a length");
            let length = number(rest.split('v').next().expect("a number"));
            let (x, y) = (number(x) - margin, number(y) - margin);
            (x..x + length).map(move |x| (x, y))
        });
        (number(side.expect("a side")) - 2 * margin, dark.collect())
    }

    #[test]
    fn codes_can_be_scanned() {
        let link = "https://play.example.org/strata/bcdfghkmpqrt/A_NQaQW7q7kGfvtOsVwebuq6";
        for text in ["a", link, &"😀".repeat(MAX_QR_TEXT)] {
            let (size, dark) = modules(&svg_of(text).expect("a code"));
            let grid = rqrr::SimpleGrid::from_func(size, |x, y| dark.contains(&(x, y)));
            let (_, content) = rqrr::Grid::new(grid).decode().expect("it can be read");
            assert_eq!(content, text);
        }
    }
}
