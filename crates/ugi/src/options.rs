//! The options of the engine, as in `setoption name Hash value 64`.

use strata_engine::{Level, Limits, Request};
use strata_rules::shorten;

/// A numeric option.
struct Spin {
    name: &'static str,
    default: u64,
    min: u64,
    max: u64,
    set: fn(&mut EngineOptions, u64),
}

const SPINS: [Spin; 5] = [
    Spin {
        name: "Hash",
        default: 64,
        min: 1,
        max: 65_536,
        set: |options, number| options.request.megabytes = number as usize,
    },
    Spin {
        name: "Threads",
        default: 1,
        min: 1,
        max: 256,
        set: |options, number| options.request.threads = number as usize,
    },
    Spin {
        name: "MultiPV",
        default: 1,
        min: 1,
        max: 500,
        set: |options, number| options.request.lines = number as usize,
    },
    Spin {
        name: "Level",
        default: Level::HIGHEST.number() as u64,
        min: Level::LOWEST.number() as u64,
        max: Level::HIGHEST.number() as u64,
        set: |options, number| {
            options.level = Level::new(number as u8).unwrap_or(Level::HIGHEST);
        },
    },
    Spin {
        name: "Seed",
        default: 0,
        min: 0,
        max: u32::MAX as u64,
        set: |options, number| options.request.seed = number,
    },
];

/// The current values of the options.
pub(crate) struct EngineOptions {
    request: Request,
    level: Level,
    /// Whether the engine names the reply that it expects, and may search during the opponent's turn.
    pub(crate) ponder: bool,
}

impl Default for EngineOptions {
    fn default() -> Self {
        let mut options =
            Self { request: Request::default(), level: Level::HIGHEST, ponder: false };
        for spin in SPINS {
            (spin.set)(&mut options, spin.default);
        }
        options
    }
}

impl EngineOptions {
    /// The lines that declare all options.
    pub(crate) fn declarations() -> Vec<String> {
        let spins = SPINS.iter().map(|Spin { name, default, min, max, .. }| {
            format!("option name {name} type spin default {default} min {min} max {max}")
        });
        spins.chain(["option name Ponder type check default false".to_owned()]).collect()
    }

    /// Sets an option.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        if name.eq_ignore_ascii_case("Ponder") {
            self.ponder = value
                .parse()
                .map_err(|_| format!("Ponder must be true or false, not {}", shorten(value)))?;
            return Ok(());
        }
        let spin = SPINS.iter().find(|spin| spin.name.eq_ignore_ascii_case(name));
        let Some(Spin { name, min, max, set, .. }) = spin else {
            let names = SPINS.map(|spin| spin.name).join(", ");
            return Err(format!("unknown option {}; expected {names} or Ponder", shorten(name)));
        };
        let number = value.parse().ok().filter(|number| (min..=max).contains(&number));
        let number = number
            .ok_or_else(|| format!("{name} must be {min} to {max}, not {}", shorten(value)))?;
        set(self, number);
        Ok(())
    }

    pub(crate) const fn megabytes(&self) -> usize {
        self.request.megabytes
    }

    /// The search request with these limits.
    pub(crate) fn request(&self, limits: Limits) -> Request {
        let is_timed = limits.movetime.is_some() || limits.clock.is_some();
        // A search at full strength without a time limit is for analysis, not for a move.
        let level = (is_timed || self.level < Level::HIGHEST).then_some(self.level);
        Request { limits, level, ..self.request }
    }
}
