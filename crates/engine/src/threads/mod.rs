//! The threads of a search: those of the system, or the workers of a page.

#[cfg(all(target_family = "wasm", target_feature = "atomics"))]
mod workers;

#[cfg(all(target_family = "wasm", target_feature = "atomics"))]
pub(crate) use workers::run;
#[cfg(all(target_family = "wasm", target_feature = "atomics"))]
pub use workers::{help, start};

/// Runs `lead` on this thread and `help` on `threads - 1` others, which have the numbers from 1. Returns
/// when all of them have ended.
#[cfg(not(all(target_family = "wasm", target_feature = "atomics")))]
pub(crate) fn run<R>(threads: usize, help: impl Fn(usize) + Sync, lead: impl FnOnce() -> R) -> R {
    std::thread::scope(|scope| {
        for thread in 1..threads {
            let help = &help;
            scope.spawn(move || help(thread));
        }
        lead()
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn every_helper_has_its_number_and_all_end_before_the_result_is_there() {
        for threads in [0, 1, 2, 5] {
            let numbers = Mutex::new(Vec::new());
            let add = |number| numbers.lock().expect("no panic").push(number);
            assert_eq!(run(threads, add, || "result"), "result");
            let mut numbers = numbers.into_inner().expect("no panic");
            numbers.sort_unstable();
            assert_eq!(numbers, (1..threads).collect::<Vec<_>>());
        }
    }

    #[test]
    fn helpers_run_while_the_leader_does() {
        let (main, is_helped) = (thread::current().id(), AtomicBool::new(false));
        let help = |_| is_helped.store(thread::current().id() != main, Ordering::Relaxed);
        let lead = || {
            while !is_helped.load(Ordering::Relaxed) {
                thread::yield_now();
            }
            thread::current().id()
        };
        assert_eq!(run(2, help, lead), main);
    }
}
