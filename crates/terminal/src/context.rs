//! The state that all screens share.

use std::sync::Arc;
use std::time::Duration;

use strata_engine::Catalogue;
use strata_render::terminal::TerminalKind;
use strata_rules::AnyPosition;
use strata_rules::random::mix;
use strata_table::{EngineThread, SearchUpdate, Setup, Table};

use crate::load::read_saved;
use crate::look::Look;
use crate::{Settings, Storage};

/// Delivers the updates of engine threads.
pub(crate) type Post = Arc<dyn Fn(SearchUpdate) + Send + Sync>;

/// The state that all screens share: the games, the storage, the settings and the time.
pub(crate) struct Context {
    pub(crate) catalogue: Catalogue,
    pub(crate) storage: Box<dyn Storage>,
    pub(crate) settings: Settings,
    /// The time of the latest input.
    pub(crate) now: Duration,
    /// The setup of the last game, offered again for the next one.
    pub(crate) last_setup: Option<Setup>,
    /// Whether the sides of the last game were chosen at random.
    pub(crate) random_sides: bool,
    terminal: TerminalKind,
    post: Post,
    last_request_id: u64,
    seed: u64,
}

impl Context {
    pub(crate) fn new(
        catalogue: Catalogue,
        storage: Box<dyn Storage>,
        terminal: TerminalKind,
        post: Post,
        seed: u64,
    ) -> Self {
        let settings = storage.settings();
        Self {
            catalogue,
            storage,
            settings,
            now: Duration::ZERO,
            last_setup: None,
            random_sides: false,
            terminal,
            post,
            last_request_id: 0,
            seed,
        }
    }

    pub(crate) fn look(&self) -> Look {
        Look::new(&self.settings, self.terminal)
    }

    /// An engine thread for the game of a position. Its updates arrive as inputs.
    pub(crate) fn engine_thread(&self, position: &dyn AnyPosition) -> EngineThread {
        let post = Arc::clone(&self.post);
        EngineThread::new(self.catalogue, position, move |update| post(update))
    }

    /// A new request id.
    pub(crate) fn next_request_id(&mut self) -> u64 {
        self.last_request_id += 1;
        self.last_request_id
    }

    /// The random seed of the latest request.
    pub(crate) fn seed(&self) -> u64 {
        mix(self.seed.wrapping_add(self.last_request_id))
    }

    /// Changes the settings and saves them. Returns a message if saving failed.
    pub(crate) fn set(&mut self, settings: Settings) -> Option<String> {
        self.settings = settings;
        let saved = self.storage.save_settings(&self.settings);
        saved.err().map(|reason| format!("The settings are not saved: {reason}."))
    }

    /// Loads a saved game, to be saved again under the id that is returned, if any.
    pub(crate) fn load(&self, id: &str) -> Result<(Table, Option<String>), String> {
        let text = self.storage.load(id)?;
        let (table, is_only) = read_saved(self.catalogue.games, &text, self.now)?;
        Ok((table, is_only.then(|| id.to_owned())))
    }
}
