//! Logs of histories: the end of a log is in the row of its table, the parts before it are here.

use sqlx::{AnyConnection, Row};

use super::{Store, StoredTable, Write, in_time};

/// A history as a log, which only grows: a change writes its new entries, not the whole record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct StoredLog {
    /// Everything but the history.
    pub(crate) head: String,
    /// The version with which the log begins.
    pub(crate) base: i64,
    /// The number of entries.
    pub(crate) length: i64,
    /// The last entries, one in each line.
    pub(crate) tail: String,
    /// Entries to save as a part of the log, and the number of entries before them.
    pub(crate) part: Option<(i64, String)>,
    /// The entries before the tail, if they were needed.
    pub(crate) before: String,
}

impl StoredLog {
    /// The number of entries before the tail.
    pub(super) fn in_parts(&self) -> i64 {
        self.length - i64::try_from(self.tail.lines().count()).unwrap_or(i64::MAX)
    }
}

/// Saves the parts of logs, for tables whose rows were just saved.
pub(super) async fn save_parts(
    connection: &mut AnyConnection,
    writes: impl Iterator<Item = &Write>,
) -> Result<(), sqlx::Error> {
    for Write { stored: StoredTable { id, version, log, .. }, .. } in writes {
        let Some(log) = log else { continue };
        if log.base == *version && *version > 1 {
            let old = "DELETE FROM logs WHERE game = $1 AND base < $2";
            let old = sqlx::query(old).bind(id.as_str()).bind(log.base);
            old.execute(&mut *connection).await?;
        }
        if let Some((first, entries)) = &log.part {
            // An earlier try may have saved it.
            let part = "INSERT INTO logs (game, base, first, entries) VALUES ($1, $2, $3, $4)
                        ON CONFLICT (game, base, first) DO NOTHING";
            let part = sqlx::query(part).bind(id.as_str()).bind(log.base).bind(*first);
            part.bind(entries.as_str()).execute(&mut *connection).await?;
        }
    }
    Ok(())
}

impl Store {
    /// The entries before the tail of a log; `None` if the log has begun anew in the meantime.
    pub(super) async fn entries_before_tail(
        &self,
        id: &str,
        log: &StoredLog,
    ) -> Result<Option<String>, sqlx::Error> {
        let query = "SELECT entries FROM logs WHERE game = $1 AND base = $2 AND first < $3
                     ORDER BY first";
        let query = sqlx::query(query).bind(id).bind(log.base).bind(log.in_parts());
        let mut before = String::new();
        for row in in_time(query.fetch_all(&self.pool)).await? {
            before += &row.try_get::<String, _>("entries")?;
        }
        let count = i64::try_from(before.lines().count()).unwrap_or(i64::MAX);
        Ok((count == log.in_parts()).then_some(before))
    }
}
