//! What processes tell each other through the database: LISTEN and NOTIFY of PostgreSQL. A notice
//! says only that something has changed; what it is now is read from the tables.

use std::time::Duration;

use sqlx::AnyConnection;
use sqlx::postgres::PgListener;
use tokio::sync::broadcast;
use tokio::time::timeout;

use super::{Store, StoredTable};
use crate::api::types::lobby::Said;

/// The channel of all notices.
const CHANNEL: &str = "strata";
/// The longest text of a notice; PostgreSQL accepts 8,000 bytes.
const LONGEST: usize = 7_500;
/// Notices that wait to be read. If there are more, everything is read again.
const BACKLOG: usize = 4_096;
/// Every process sends a notice each second, so a longer silence means that the connection is dead.
const SILENCE: Duration = Duration::from_secs(5);
/// The time between two attempts to connect.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// Something has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Notice {
    /// A table has this version now; 0 if only the presence of its players has changed.
    Table { id: String, version: i64 },
    /// A bot waits for a process that searches.
    Work,
    /// A job was added or has an answer.
    Jobs,
    /// A player at a table has said something.
    Said { id: String, said: Said },
    /// Notices may have been lost.
    Resync,
}

/// The notices for this process.
#[derive(Debug)]
pub(crate) struct Notices(broadcast::Sender<Notice>);

impl Default for Notices {
    fn default() -> Self {
        Self(broadcast::Sender::new(BACKLOG))
    }
}

impl Notices {
    pub(crate) fn send(&self, notice: Notice) {
        // There may be no receiver.
        let _ = self.0.send(notice);
    }

    pub(crate) fn receive(&self) -> Receiver {
        Receiver(self.0.subscribe())
    }
}

/// Receives the notices that come from now on.
#[derive(Debug)]
pub(crate) struct Receiver(broadcast::Receiver<Notice>);

impl Receiver {
    /// The next notice; `None` at the end.
    pub(crate) async fn next(&mut self) -> Option<Notice> {
        match self.0.recv().await {
            Ok(notice) => Some(notice),
            Err(broadcast::error::RecvError::Lagged(_)) => Some(Notice::Resync),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }
}

/// Reads the text of a notice: a letter, then words.
fn read(text: &str) -> Vec<Notice> {
    let mut words = text.split(' ');
    match words.next() {
        Some("w") => vec![Notice::Work],
        Some("j") => vec![Notice::Jobs],
        Some("t") => {
            let table = |word: &str| {
                let (id, version) = word.split_once(':')?;
                Some(Notice::Table { id: id.to_owned(), version: version.parse().ok()? })
            };
            words.filter_map(table).collect()
        }
        Some("s") => {
            let said = |(id, said): (&str, &str)| {
                Some(Notice::Said { id: id.to_owned(), said: serde_json::from_str(said).ok()? })
            };
            let rest = text.strip_prefix("s ").and_then(|rest| rest.split_once(' '));
            rest.and_then(said).into_iter().collect()
        }
        // A sign of life, or a notice of a later version.
        _ => Vec::new(),
    }
}

/// Tells all processes about tables when the transaction is committed.
pub(super) async fn tell<'a>(
    connection: &mut AnyConnection,
    tables: impl Iterator<Item = &'a StoredTable> + Clone,
) -> Result<(), sqlx::Error> {
    let is_waiting = |stored: &StoredTable| (1..=stored.saved_ms).contains(&stored.bot_ms);
    if tables.clone().any(is_waiting) {
        notify(connection, "w").await?;
    }
    let words = tables.map(|stored| format!("{}:{}", stored.id, stored.version));
    tell_words(connection, words).await
}

/// Tells all processes that the presence at tables has changed.
pub(super) async fn tell_presence(
    connection: &mut AnyConnection,
    ids: impl Iterator<Item = &str>,
) -> Result<(), sqlx::Error> {
    tell_words(connection, ids.map(|id| format!("{id}:0"))).await
}

/// Tells all processes what a player has said.
pub(super) async fn tell_phrase(
    connection: &mut AnyConnection,
    game: &str,
    said: Said,
) -> Result<(), sqlx::Error> {
    let said = serde_json::to_string(&said).unwrap_or_default();
    notify(connection, &format!("s {game} {said}")).await
}

async fn tell_words(
    connection: &mut AnyConnection,
    words: impl Iterator<Item = String>,
) -> Result<(), sqlx::Error> {
    let mut text = "t".to_owned();
    for word in words {
        if text.len() + word.len() >= LONGEST {
            notify(connection, &text).await?;
            text.truncate(1);
        }
        text = text + " " + &word;
    }
    if text.len() > 1 { notify(connection, &text).await } else { Ok(()) }
}

/// Sends a notice to all processes.
pub(super) async fn notify(connection: &mut AnyConnection, text: &str) -> Result<(), sqlx::Error> {
    // The function returns no value that every driver can read.
    let query = "SELECT 1 FROM (SELECT pg_notify($1, $2)) AS sent";
    sqlx::query(query).bind(CHANNEL).bind(text).execute(connection).await.map(drop)
}

impl Store {
    /// Receives the notices of all processes, for as long as this process runs.
    pub(crate) async fn listen(&self) {
        let Some(address) = self.shared() else { return std::future::pending().await };
        let mut pause = FIRST_PAUSE;
        loop {
            match timeout(super::QUERY_TIMEOUT, connect(address)).await {
                Ok(Ok(listener)) => {
                    pause = FIRST_PAUSE;
                    // Notices may have been lost before.
                    self.notices.send(Notice::Resync);
                    self.receive_from(listener).await;
                    tracing::warn!("the connection for notices was lost; connecting again");
                }
                Ok(Err(error)) => tracing::warn!(%error, "cannot listen for notices"),
                Err(_) => tracing::warn!("the database does not respond"),
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Receives notices until the connection is lost.
    async fn receive_from(&self, mut listener: PgListener) {
        while let Ok(Ok(Some(notice))) = timeout(SILENCE, listener.try_recv()).await {
            for notice in read(notice.payload()) {
                self.notices.send(notice);
            }
        }
    }
}

async fn connect(address: &str) -> Result<PgListener, sqlx::Error> {
    let mut listener = PgListener::connect(address).await?;
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    Ok(listener)
}

#[cfg(test)]
mod tests {
    use strata_rules::Player;

    use super::*;
    use crate::api::types::lobby::Phrase;

    #[test]
    fn unknown_notices_are_ignored() {
        let table = |id: &str, version| Notice::Table { id: id.to_owned(), version };
        assert_eq!(read("t ab:3 cd:0"), [table("ab", 3), table("cd", 0)]);
        assert_eq!(read("w"), [Notice::Work]);
        assert_eq!(read("t ab cd:x ef:1"), [table("ef", 1)]);
        let said = Said { player: Player(1), phrase: Phrase::Thanks, at_ms: 7 };
        let text = format!("s ab {}", serde_json::to_string(&said).expect("JSON"));
        assert_eq!(read(&text), [Notice::Said { id: "ab".to_owned(), said }]);
        for other in ["", "a", "x y z", "t", "s", "s ab", "s ab {}"] {
            assert_eq!(read(other), [], "{other}");
        }
    }
}
