//! The page for a static host: play on one device, analysis and rules work without a server.

use std::path::Path;
use std::{fs, io};

use strata_engine::Catalogue;

use super::page::{
    Address, Files, GAME_TEXTS, PUZZLES, SITE_FILES, Site, TABLES, VERSION, tidy_base,
};

/// What an installed page needs.
const SITE_LINKS: &str = r#"<link rel="manifest" href="manifest.webmanifest">
<link rel="apple-touch-icon" href="assets/VERSION/icon-192.png">"#;

/// The sides of the icons in pixels, and of the drawing in its own units.
const ICON_SIZES: [f32; 2] = [192.0, 512.0];
const ICON_UNITS: f32 = 32.0;

/// Writes the page into a directory. `base_path` is the path of the site at its host.
pub fn write_site(catalogue: Catalogue, directory: &Path, base_path: &str) -> io::Result<()> {
    let invalid = || io::Error::new(io::ErrorKind::InvalidInput, "expected a path such as /strata");
    let base = format!("{}/", tidy_base(base_path).ok_or_else(invalid)?);
    let version = VERSION.as_str();
    let mut written = Vec::new();
    let mut add = |name: &str, data: &[u8]| -> io::Result<()> {
        let path = format!("assets/{version}/{name}");
        write(&directory.join(&path), data)?;
        written.push(path);
        Ok(())
    };
    let is_asset = |name: &str| {
        !SITE_FILES.contains(&name) && !name.ends_with(".d.ts") && name != "package.json"
    };
    for name in Files::iter().filter(|name| is_asset(name)) {
        if let Some(file) = Files::get(&name) {
            add(&name, &file.data)?;
        }
    }
    for (name, data) in (catalogue.tables)() {
        add(&format!("{TABLES}{name}"), data)?;
    }
    for (name, text) in strata_puzzles::FILES {
        add(&format!("{PUZZLES}{name}.pgn"), text.as_bytes())?;
    }
    for entry in catalogue.games {
        for kind in &GAME_TEXTS {
            add(&kind.name(entry.info.id), (kind.text)(entry.info).as_bytes())?;
        }
    }
    for size in ICON_SIZES {
        let scale = size / ICON_UNITS;
        let icon = strata_render::png(&text("icon.svg"), scale).map_err(io::Error::other)?;
        add(&format!("icon-{size}.png"), &icon)?;
    }
    let site =
        Site { version, games: catalogue.games, has_server: false, base: &base, nonce: None };
    let page = |address| {
        let links = SITE_LINKS.replace("VERSION", version);
        let page = site.page(address, &links).unwrap_or_default();
        page.replace("<html lang=\"en\">", "<html lang=\"en\" data-server=\"none\">")
    };
    write(&directory.join("index.html"), page(Address::Home).as_bytes())?;
    // Most hosts answer unknown addresses with the first file; the script then shows the right page. The worker
    // does the same with the second one. Links to the pages of a game work on every host.
    let fixed =
        ["404.html", "settings/index.html", "puzzles/index.html", "puzzles/daily/index.html"];
    let mut names = fixed.map(str::to_owned).to_vec();
    for entry in catalogue.games {
        let of_game = |page| format!("{page}/{}/index.html", entry.info.id);
        names.extend(["new", "learn", "rules", "analysis"].map(of_game));
    }
    let other = page(Address::Other);
    for name in names {
        write(&directory.join(name), other.as_bytes())?;
    }
    let list = serde_json::to_string(&written).map_err(io::Error::other)?;
    let worker = text("sw.js")
        .replace("[\"FILES\"]", &list)
        .replace("\"VERSION\"", &format!("\"{version}\""));
    write(&directory.join("sw.js"), worker.as_bytes())?;
    let manifest = text("manifest.webmanifest").replace("VERSION", version);
    write(&directory.join("manifest.webmanifest"), manifest.as_bytes())
}

fn text(name: &str) -> String {
    Files::get(name)
        .map_or_else(String::new, |file| String::from_utf8_lossy(&file.data).into_owned())
}

fn write(path: &Path, data: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, data)
}
