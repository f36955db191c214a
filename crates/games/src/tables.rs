//! Files of precomputed results: a part of the program, but in a browser loaded when they are needed.

use std::sync::OnceLock;

use crate::{clusterfuss, staqs};

/// A file of precomputed results.
#[derive(Debug)]
pub struct TableFile {
    /// The id of the game.
    pub game: &'static str,
    /// The name of the file.
    pub name: &'static str,
    /// The data, unless it has to be loaded.
    embedded: Option<&'static [u8]>,
    loaded: OnceLock<Vec<u8>>,
}

/// All files.
pub fn table_files() -> [&'static TableFile; 3] {
    [&staqs::setups::FILE, &clusterfuss::TABLE_FILE, &clusterfuss::NETWORK_FILE]
}

/// The names and contents of all files that are loaded.
pub fn table_contents() -> Vec<(&'static str, &'static [u8])> {
    table_files().into_iter().filter_map(|file| Some((file.name, file.data()?))).collect()
}

impl TableFile {
    pub(crate) const fn new(
        game: &'static str,
        name: &'static str,
        embedded: Option<&'static [u8]>,
    ) -> Self {
        Self { game, name, embedded, loaded: OnceLock::new() }
    }

    /// The data; `None` until it is loaded.
    pub fn data(&self) -> Option<&[u8]> {
        self.embedded.or_else(|| self.loaded.get().map(Vec::as_slice))
    }

    /// Provides the data. The first data stays.
    pub fn load(&self, data: Vec<u8>) {
        let _ = self.loaded.set(data);
    }
}

/// The content of a file, except in a browser.
macro_rules! embedded {
    ($file:literal) => {{
        #[cfg(not(target_family = "wasm"))]
        let data: Option<&'static [u8]> = Some(include_bytes!($file));
        #[cfg(target_family = "wasm")]
        let data: Option<&'static [u8]> = None;
        data
    }};
}
pub(crate) use embedded;

/// A text file, except in a browser, where the page loads it when it is needed.
macro_rules! embedded_text {
    ($file:literal) => {{
        #[cfg(not(target_family = "wasm"))]
        let text = include_str!($file);
        #[cfg(target_family = "wasm")]
        let text = "";
        text
    }};
}
pub(crate) use embedded_text;
