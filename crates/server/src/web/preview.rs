//! Link previews, and the pages about games.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

use super::extract::Path;
use super::guard::own_site;
use super::page;
use crate::api::types::positions::OptionsRequest;
use crate::app::App;
use crate::error::ApiError;
use strata_api::positions::open_position;

/// The preview of a link in other programs. Addresses are relative to the base.
pub(crate) struct Preview {
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) address: String,
    /// The address of a PNG.
    pub(crate) picture: String,
}

impl Preview {
    /// The tags of the Open Graph protocol.
    pub(super) fn tags(&self, app: &App, headers: &HeaderMap) -> String {
        let base = page::base(app);
        let site = own_site(headers, app.config.trust_proxy);
        let whole = |address: &str| format!("{site}{base}{address}");
        let tags = [
            ("og:type", "website"),
            ("og:site_name", "Strata"),
            ("og:title", &self.title),
            ("og:description", &self.description),
            ("og:url", &whole(&self.address)),
            ("og:image", &whole(&self.picture)),
            ("og:image:type", "image/png"),
        ];
        let tag = |(name, value): &(&str, &str)| {
            format!("<meta property=\"{name}\" content=\"{}\">\n", page::escape(value))
        };
        tags.iter().map(tag).collect()
    }
}

/// The parameters in the path of an address, or why they are invalid.
type Named<T> = Result<Path<T>, ApiError>;

/// `GET /analysis/{game}`
pub(crate) async fn analysis(
    State(app): State<Arc<App>>,
    game: Named<String>,
    headers: HeaderMap,
) -> Response {
    of_game(&app, &headers, ("analysis", "Analysis of"), game)
}

/// `GET /rules/{game}`
pub(crate) async fn rules(
    State(app): State<Arc<App>>,
    game: Named<String>,
    headers: HeaderMap,
) -> Response {
    of_game(&app, &headers, ("rules", "Rules of"), game)
}

/// `GET /learn/{game}`
pub(crate) async fn learn(
    State(app): State<Arc<App>>,
    game: Named<String>,
    headers: HeaderMap,
) -> Response {
    of_game(&app, &headers, ("learn", "Learn"), game)
}

/// `GET /new/{game}`
pub(crate) async fn new(
    State(app): State<Arc<App>>,
    game: Named<String>,
    headers: HeaderMap,
) -> Response {
    of_game(&app, &headers, ("new", "New game of"), game)
}

fn of_game(
    app: &App,
    headers: &HeaderMap,
    (part, about): (&str, &str),
    game: Named<String>,
) -> Response {
    let found = game.and_then(|Path(game)| app.game(&game));
    let Ok(entry) = found else { return page::unknown(app) };
    let preview = Preview {
        title: format!("{about} {}", entry.info.name),
        description: entry.info.summary.to_owned(),
        address: format!("{part}/{}", entry.info.id),
        picture: format!("api/picture.png?game={}", entry.info.id),
    };
    page::with_preview(app, headers, &preview)
}

/// `GET /analysis/{game}/{position}`
pub(crate) async fn position(
    State(app): State<Arc<App>>,
    named: Named<(String, String)>,
    headers: HeaderMap,
) -> Response {
    let found = named.and_then(|Path((game, text))| {
        Ok::<_, ApiError>(open_position(app.game(&game)?, &OptionsRequest::default(), Some(&text))?)
    });
    let Ok(position) = found else { return page::unknown(&app) };
    let (info, text) = (position.info(), position.text());
    let preview = Preview {
        title: format!("Analysis of {}", info.name),
        description: position.status(),
        address: format!("analysis/{}/{text}", info.id),
        picture: format!("api/picture.png?game={}&position={text}", info.id),
    };
    page::with_preview(&app, &headers, &preview)
}
