//! Locks.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A lock whose data stays good whatever happens while it is held.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
