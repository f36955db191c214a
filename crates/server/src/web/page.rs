//! The page: static files that are embedded in the program.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, LazyLock, Mutex};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
    IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::{EmbeddedFile, RustEmbed};
use sha2::{Digest, Sha256};
use strata_rules::{GameEntry, GameInfo};

pub(crate) use strata_api::escape;

use super::extract::Path;
use super::preview::Preview;
use super::{headers, home};
use crate::app::App;
use crate::error::ApiError;
use crate::secret::new_secret;
use crate::sync::lock;

/// The files. A debug build reads them from the source directory on every request.
#[derive(RustEmbed)]
#[folder = "page/"]
pub(super) struct Files;

/// Changes whenever a file does, so that browsers may cache the files.
pub(super) static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut names: Vec<_> = Files::iter().collect();
    names.sort_unstable();
    let mut hash = Sha256::new();
    for file in names.iter().filter_map(|name| Files::get(name)) {
        hash.update(file.metadata.sha256_hash());
    }
    for (_, text) in strata_puzzles::FILES {
        hash.update(text);
    }
    hash.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect()
});

/// The files that are not sent as they are.
pub(super) const SITE_FILES: [&str; 3] = ["index.html", "sw.js", "manifest.webmanifest"];

/// Placeholders in the page, which are replaced when it is served.
const VERSION_MARK: &str = "VERSION";
const BASE_MARK: &str = r#"<base href="/">"#;
const PREVIEW_MARK: &str = "<!-- preview -->";
const MODULES_MARK: &str = "<!-- modules -->";
const STYLE_MARK: &str = "<!-- style -->";
const HOME_MARK: &str = "<!-- home -->";

/// The folder of the files with precomputed results.
pub(super) const TABLES: &str = "tables/";

/// The folder of the puzzles.
pub(super) const PUZZLES: &str = "puzzles/";

/// The texts of each game, which browsers load when they need them: rules, lessons and openings.
pub(super) const GAME_TEXTS: [GameText; 3] = [
    GameText { folder: "rules/", end: ".md", text: |info| info.rules },
    GameText { folder: "lessons/", end: ".txt", text: |info| info.lesson },
    GameText { folder: "openings/", end: ".txt", text: |info| info.openings },
];

/// A text of each game, with the folder and the end of its name.
pub(super) struct GameText {
    folder: &'static str,
    end: &'static str,
    pub(super) text: fn(&GameInfo) -> &'static str,
}

impl GameText {
    /// The name of the file.
    pub(super) fn name(&self, game: &str) -> String {
        format!("{}{game}{}", self.folder, self.end)
    }
}

/// The text of a game with this file name.
fn game_text(app: &App, name: &str) -> Option<&'static str> {
    let kind = GAME_TEXTS.iter().find(|kind| name.starts_with(kind.folder))?;
    let entry = app.catalogue.games.iter().find(|entry| kind.name(entry.info.id) == name)?;
    Some((kind.text)(entry.info))
}

/// The modules that the page needs at first: those that the script imports, and so on. They are loaded at
/// once, in place of one after another. Others are imported when they are needed.
pub(super) fn first_modules() -> Vec<String> {
    let mut known = vec!["main.js".to_owned()];
    let mut next = 0;
    while let Some(name) = known.get(next).cloned() {
        next += 1;
        let Some(file) = Files::get(&name) else { continue };
        let text = String::from_utf8_lossy(&file.data);
        let imports =
            text.lines().filter_map(|line| line.split_once("from \"./")?.1.split('"').next());
        for import in imports {
            if !known.iter().any(|known| known == import) {
                known.push(import.to_owned());
            }
        }
    }
    known
}

/// The links that load the first modules.
static PRELOADS: LazyLock<String> = LazyLock::new(preloads);

fn preloads() -> String {
    let link = |name| {
        format!(
            r#"<link rel="modulepreload" fetchpriority="low" href="assets/{VERSION_MARK}/{name}">"#
        )
    };
    first_modules().iter().map(link).collect()
}

fn kind_of(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, end)| end) {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "wasm" => "application/wasm",
        "bin" => "application/octet-stream",
        "webmanifest" => "application/manifest+json",
        _ => "text/plain; charset=utf-8",
    }
}

fn file(name: &str) -> Option<EmbeddedFile> {
    let plain = !name.contains("..") && !name.starts_with('/') && !SITE_FILES.contains(&name);
    plain.then(|| Files::get(name)).flatten()
}

/// A file as it is sent.
#[derive(Clone)]
struct Asset {
    data: Bytes,
    /// The compressed data.
    gzip: Option<Bytes>,
    tag: HeaderValue,
}

/// A cache of files with their tags, by name. A debug build uses it only for files that have not changed.
static ASSETS: Mutex<BTreeMap<String, Asset>> = Mutex::new(BTreeMap::new());

fn asset_named(app: &App, name: &str) -> Option<Asset> {
    let known = lock(&ASSETS).get(name).cloned();
    if known.is_some() && !cfg!(debug_assertions) {
        return known;
    }
    let data: Bytes = if let Some(table) = name.strip_prefix(TABLES) {
        let found = (app.catalogue.tables)().into_iter().find(|(name, _)| *name == table);
        Bytes::from_static(found?.1)
    } else if let Some(puzzles) = name.strip_prefix(PUZZLES) {
        let file = puzzles.strip_suffix(".pgn")?;
        let found = strata_puzzles::FILES.iter().find(|(name, _)| *name == file);
        Bytes::from_static(found?.1.as_bytes())
    } else if let Some(text) = game_text(app, name) {
        Bytes::from_static(text.as_bytes())
    } else {
        file(name)?.data.into_owned().into()
    };
    let hash: String = Sha256::digest(&data).iter().take(8).map(|b| format!("{b:02x}")).collect();
    let tag = HeaderValue::try_from(format!("\"{hash}\"")).ok()?;
    if known.as_ref().is_some_and(|known| known.tag == tag) {
        return known;
    }
    let asset = Asset { gzip: compress(&data), data, tag };
    lock(&ASSETS).insert(name.to_owned(), asset.clone());
    Some(asset)
}

/// The data compressed with gzip, once for all browsers.
fn compress(data: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(data).ok()?;
    encoder.finish().ok().map(Bytes::from)
}

/// Whether the browser reads gzip.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let lists = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|list| list.to_str().ok());
    let mut encodings = lists.flat_map(|list| list.split(','));
    encodings.any(|encoding| {
        let (name, quality) = encoding.split_once(';').unwrap_or((encoding, ""));
        let is_refused = matches!(quality.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000");
        name.trim().eq_ignore_ascii_case("gzip") && !is_refused
    })
}

/// Whether the browser's cached file has this tag. Proxies that compress make tags weak.
fn has_already(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    let lists = headers.get_all(IF_NONE_MATCH).iter().filter_map(|list| list.to_str().ok());
    let mut tags = lists.flat_map(|list| list.split(',')).map(str::trim);
    tags.any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

/// `GET /assets/{version}/{file}`
pub(crate) async fn asset(
    State(app): State<Arc<App>>,
    Path((version, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Asset { data, gzip, tag } = asset_named(&app, &name)
        .ok_or_else(|| ApiError::NotFound("there is no such file".to_owned()))?;
    // The version is one of the page's own files.
    let is_versioned = !name.starts_with(TABLES) && game_text(&app, &name).is_none();
    let forever = !cfg!(debug_assertions) && is_versioned && version == *VERSION;
    let keep = if forever { "public, max-age=31536000, immutable" } else { "no-cache" };
    let same = has_already(&headers, &tag);
    let known = [(CACHE_CONTROL, HeaderValue::from_static(keep)), (ETAG, tag)];
    if same {
        return Ok((StatusCode::NOT_MODIFIED, known).into_response());
    }
    let kind = [(CONTENT_TYPE, HeaderValue::from_static(kind_of(&name)))];
    let varies = [(VARY, HeaderValue::from_static("accept-encoding"))];
    match gzip.filter(|_| accepts_gzip(&headers)) {
        Some(gzip) => {
            let encoding = [(CONTENT_ENCODING, HeaderValue::from_static("gzip"))];
            Ok((known, kind, varies, encoding, gzip).into_response())
        }
        None => Ok((known, kind, varies, data).into_response()),
    }
}

/// `GET /favicon.ico`, which browsers request by default.
pub(crate) async fn icon(app: State<Arc<App>>, headers: HeaderMap) -> Result<Response, ApiError> {
    asset(app, Path((String::new(), "icon.svg".to_owned())), headers).await
}

/// `GET /robots.txt`: search engines should not index games.
pub(crate) async fn robots(State(app): State<Arc<App>>) -> String {
    let base = base(&app);
    let open = ["$", "learn", "puzzles", "rules", "analysis", "assets/"]
        .map(|path| format!("Allow: {base}{path}\n"));
    format!("User-agent: *\n{}Disallow: {base}\n", open.concat())
}

/// The home page.
pub(crate) async fn home(State(app): State<Arc<App>>) -> Response {
    page(&app, Address::Home, "", StatusCode::OK)
}

/// The page without a preview.
pub(crate) async fn shell(State(app): State<Arc<App>>) -> Response {
    page(&app, Address::Other, "", StatusCode::OK)
}

/// The page at an unknown address; its script shows that there is no such page.
pub(crate) fn unknown(app: &App) -> Response {
    page(app, Address::Other, "", StatusCode::NOT_FOUND)
}

/// The page with the tags for link previews.
pub(crate) fn with_preview(app: &App, headers: &HeaderMap, preview: &Preview) -> Response {
    page(app, Address::Other, &preview.tags(app, headers), StatusCode::OK)
}

/// The path that all addresses of the page are relative to.
pub(crate) fn base(app: &App) -> String {
    format!("{}/", app.config.base_path)
}

/// A path prefix without a trailing slash; `None` if it is not a valid path.
pub(crate) fn tidy_base(text: &str) -> Option<String> {
    let path = text.trim().trim_end_matches('/');
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-._~/".contains(letter);
    let is_path = path.is_empty() || path.starts_with('/') && !path.starts_with("//");
    (is_path && path.chars().all(plain)).then(|| path.to_owned())
}

/// The style sheet as part of the page, so that the browser can paint before it has loaded anything
/// else. Where inline styles are forbidden, the nonce allows this one.
fn style(nonce: Option<&str>) -> String {
    let sheet = Files::get("style.css").map(|file| file.data).unwrap_or_default();
    let nonce = nonce.map_or_else(String::new, |nonce| format!(r#" nonce="{nonce}""#));
    format!("<style{nonce}>\n{}</style>", String::from_utf8_lossy(&sheet))
}

/// What the placeholders of the page are replaced by, where it depends on the site.
pub(super) struct Site<'a> {
    pub(super) version: &'a str,
    pub(super) games: &'a [GameEntry],
    pub(super) has_server: bool,
    /// The path that all addresses are relative to.
    pub(super) base: &'a str,
    /// Allows the style sheet where inline styles are forbidden.
    pub(super) nonce: Option<&'a str>,
}

/// Where a page is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Address {
    /// The home page, which is part of the HTML.
    Home,
    /// All others: the script makes them, and finds the home page in a template.
    Other,
}

impl Site<'_> {
    /// A page with its placeholders replaced.
    pub(super) fn page(&self, address: Address, preview: &str) -> Option<String> {
        let index = Files::get("index.html")?;
        let base_tag = format!(r#"<base href="{}">"#, escape(self.base));
        let modules = if cfg!(debug_assertions) { preloads() } else { PRELOADS.clone() };
        let home = home::home(self.games, self.has_server);
        let home = match address {
            Address::Home => home,
            Address::Other => format!(r#"<template id="home">{home}</template>"#),
        };
        let page = String::from_utf8_lossy(&index.data)
            // User input comes last: it may contain the other placeholders.
            .replace(MODULES_MARK, &modules)
            .replace(VERSION_MARK, self.version)
            .replace(STYLE_MARK, &style(self.nonce))
            .replace(BASE_MARK, &base_tag)
            .replace(HOME_MARK, &home)
            .replace(PREVIEW_MARK, preview);
        Some(page)
    }
}

fn page(app: &App, address: Address, preview: &str, status: StatusCode) -> Response {
    let version = if cfg!(debug_assertions) { "debug" } else { VERSION.as_str() };
    let Ok(nonce) = new_secret() else {
        return ApiError::Unavailable("the server cannot make the page now; try again")
            .into_response();
    };
    let site = Site {
        version,
        games: app.catalogue.games,
        has_server: true,
        base: &base(app),
        nonce: Some(&nonce),
    };
    let Some(html) = site.page(address, preview) else {
        return ApiError::NotFound("this server has no page".to_owned()).into_response();
    };
    let Ok(policy) = HeaderValue::try_from(headers::page_policy(&nonce)) else {
        return ApiError::Failed("the server cannot make the page").into_response();
    };
    let known = [
        (CONTENT_SECURITY_POLICY, policy),
        (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    (status, known, html).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_modules_are_those_that_the_script_imports() {
        let modules = first_modules();
        for name in ["main.js", "home.js", "core.js", "built/core.js"] {
            assert!(modules.iter().any(|known| known == name), "{name}");
        }
        for name in ["lobby.js", "engine-worker.js", "sw.js"] {
            assert!(!modules.iter().any(|known| known == name), "{name}");
        }
        assert!(modules.iter().all(|name| Files::get(name).is_some()), "{modules:?}");
    }

    #[test]
    fn only_paths_are_valid_prefixes() {
        assert_eq!(tidy_base("/strata/").as_deref(), Some("/strata"));
        assert_eq!(tidy_base("/").as_deref(), Some(""));
        for bad in ["strata", "//evil.example", "/a\"><script>", "/a b"] {
            assert_eq!(tidy_base(bad), None, "{bad}");
        }
    }
}
