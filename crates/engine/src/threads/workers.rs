//! The workers of a page as threads. They share the memory of the module; the page starts them before the
//! first search, and then they wait for work.

use std::sync::{Mutex, OnceLock};

use rayon_core::{ThreadBuilder, ThreadPool, ThreadPoolBuilder};

/// The workers that help the searching one.
static HELPERS: OnceLock<ThreadPool> = OnceLock::new();

/// The threads of the pool that no worker has taken yet.
static UNTAKEN: Mutex<Vec<ThreadBuilder>> = Mutex::new(Vec::new());

/// Prepares for helpers, each of which has to call [`help`]. Returns the number of threads that a search
/// can have: the helpers and the caller.
pub fn start(helpers: usize) -> usize {
    let keep = |thread| {
        if let Ok(mut untaken) = UNTAKEN.lock() {
            untaken.push(thread);
        }
        Ok(())
    };
    if helpers > 0 && HELPERS.get().is_none() {
        // The number 0 would mean all processors.
        let pool = ThreadPoolBuilder::new().num_threads(helpers).spawn_handler(keep).build();
        if let Ok(pool) = pool {
            let _ = HELPERS.set(pool);
        }
    }
    available()
}

fn available() -> usize {
    1 + HELPERS.get().map_or(0, ThreadPool::current_num_threads)
}

/// Makes a worker one of the helpers. Returns only if there are enough of them.
pub fn help() {
    let thread = UNTAKEN.lock().ok().and_then(|mut untaken| untaken.pop());
    if let Some(thread) = thread {
        thread.run();
    }
}

/// Like the function for other systems, but with no more threads than there are workers.
pub(crate) fn run<R>(threads: usize, help: impl Fn(usize) + Sync, lead: impl FnOnce() -> R) -> R {
    let Some(helpers) = HELPERS.get() else { return lead() };
    helpers.in_place_scope(|scope| {
        for thread in 1..threads.min(available()) {
            let help = &help;
            scope.spawn(move |_| help(thread));
        }
        lead()
    })
}
