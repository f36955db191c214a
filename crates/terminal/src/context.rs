//! What all screens share.

use std::sync::Arc;
use std::time::Duration;

use strata_engine::Catalogue;
use strata_render::terminal::Colours;
use strata_rules::AnyPosition;
use strata_rules::random::mix;
use strata_table::{EngineThread, SearchUpdate, Setup, Table};

use crate::look::Look;
use crate::{Settings, Storage};

/// Passes on what thinking threads say.
pub(crate) type Post = Arc<dyn Fn(SearchUpdate) + Send + Sync>;

/// What all screens share: the games, what is kept, the settings, what time it is.
pub(crate) struct Context {
    pub(crate) catalogue: Catalogue,
    pub(crate) storage: Box<dyn Storage>,
    pub(crate) settings: Settings,
    /// The latest time heard of.
    pub(crate) now: Duration,
    /// What the last game was set up with, for the next one.
    pub(crate) last_setup: Option<Setup>,
    usual_colours: Colours,
    post: Post,
    asked: u64,
    seed: u64,
}

impl Context {
    pub(crate) fn new(
        catalogue: Catalogue,
        storage: Box<dyn Storage>,
        usual_colours: Colours,
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
            usual_colours,
            post,
            asked: 0,
            seed,
        }
    }

    pub(crate) fn look(&self) -> Look {
        Look::new(&self.settings, self.usual_colours)
    }

    /// A mind for the game of a position, whose answers come back as input.
    pub(crate) fn engine_thread(&self, position: &dyn AnyPosition) -> EngineThread {
        let post = Arc::clone(&self.post);
        EngineThread::new(self.catalogue, position, move |answer| post(answer))
    }

    /// A number that no question had before.
    pub(crate) fn next_request_id(&mut self) -> u64 {
        self.asked += 1;
        self.asked
    }

    /// What chance starts from in the latest question.
    pub(crate) fn seed(&self) -> u64 {
        mix(self.seed.wrapping_add(self.asked))
    }

    /// Changes the settings and keeps them. Returns what went wrong with keeping.
    pub(crate) fn set(&mut self, settings: Settings) -> Option<String> {
        self.settings = settings;
        let kept = self.storage.save_settings(&self.settings);
        kept.err().map(|reason| format!("The settings are not kept: {reason}."))
    }

    /// The table that is kept under an id.
    pub(crate) fn load(&self, id: &str) -> Result<Table, String> {
        let text = self.storage.load(id)?;
        let mut records = strata_records::Reader::new(text.as_bytes());
        let record = records.next().ok_or("the file holds no game")?;
        let record = record.map_err(|error| error.to_string())?;
        let table = Table::from_record(self.catalogue.games, &record, self.now);
        table.map_err(|error| error.to_string())
    }
}
