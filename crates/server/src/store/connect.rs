//! Connects to the database.

use std::time::{Duration, Instant};

use sqlx::any::AnyConnectOptions;
use sqlx::{AnyConnection, ConnectOptions};

use super::StoreError;
use crate::config::Storage;

/// The address of the database, and the part of it without secrets.
pub(super) fn address_of(storage: &Storage) -> Result<(String, String), StoreError> {
    match storage {
        Storage::Address(address) => Ok((address.clone(), without_secrets(address))),
        Storage::Folder(folder) => {
            let shown = folder.display().to_string();
            std::fs::create_dir_all(folder)
                .map_err(|error| StoreError::Folder(shown.clone(), error))?;
            let file = folder.join("games.sqlite");
            let path: String = file.display().to_string().chars().map(escape_path).collect();
            Ok((format!("sqlite://{path}?mode=rwc"), file.display().to_string()))
        }
    }
}

/// The scheme, host and name of an address. Everything else may be part of a password.
fn without_secrets(address: &str) -> String {
    let address = address.split(['?', '#']).next().unwrap_or_default();
    if address.starts_with("sqlite:") {
        return address.to_owned();
    }
    let scheme = address.find("://").map_or(0, |end| end + "://".len());
    let (scheme, rest) = address.split_at(scheme);
    if let Some((_, place)) = rest.rsplit_once('@') {
        return format!("{scheme}{place}");
    }
    let (place, name) = rest.split_once('/').unwrap_or((rest, ""));
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    match place.rsplit_once(':') {
        Some((host, port)) if is_port(port) => format!("{scheme}{host}/{name}"),
        Some((host, _)) if !place.ends_with(']') => format!("{scheme}{host}"),
        _ => format!("{scheme}{place}/{name}"),
    }
}

/// Escapes characters that have a meaning in a URL.
fn escape_path(letter: char) -> String {
    match letter {
        '%' => "%25".to_owned(),
        '?' => "%3F".to_owned(),
        '#' => "%23".to_owned(),
        ' ' => "%20".to_owned(),
        _ => letter.to_string(),
    }
}

/// How long to wait for a database that is starting, and the time between two tries.
const START: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(200);

/// The first connection. Waits for a database that is starting; other errors are returned
/// immediately.
pub(super) async fn connect_first(
    options: &AnyConnectOptions,
) -> Result<AnyConnection, sqlx::Error> {
    let end = Instant::now() + START;
    loop {
        let error = match connect(options).await {
            Ok(connection) => return Ok(connection),
            Err(error) => error,
        };
        let is_starting = match &error {
            sqlx::Error::Io(error) => error.kind() == std::io::ErrorKind::ConnectionRefused,
            // PostgreSQL's "cannot connect now".
            sqlx::Error::Database(error) => error.code().is_some_and(|code| code == "57P03"),
            _ => false,
        };
        if !is_starting || Instant::now() >= end {
            return Err(error);
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// A new connection.
pub(super) async fn connect(options: &AnyConnectOptions) -> Result<AnyConnection, sqlx::Error> {
    let mut connection = options.connect().await?;
    prepare(&mut connection).await?;
    Ok(connection)
}

/// Whether a connection is to PostgreSQL, where several servers share the database.
pub(super) fn is_postgres(connection: &AnyConnection) -> bool {
    connection.backend_name() == "PostgreSQL"
}

/// Whether the disk of the database is full.
pub(super) fn is_full(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    // Of PostgreSQL and of SQLite.
    matches!(code.as_deref(), Some("53100" | "13"))
}

/// Makes commits durable in SQLite; PostgreSQL does so by default. The write-ahead log stays small,
/// so that it fits on small disks.
const SQLITE: [&str; 5] = [
    "PRAGMA busy_timeout = 5000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA wal_autocheckpoint = 64",
    "PRAGMA journal_size_limit = 262144",
];

/// Frees what a process has locked that has disappeared without closing its connection, and ends
/// statements that hang.
const POSTGRES: [&str; 7] = [
    "SET tcp_keepalives_idle = 5",
    "SET tcp_keepalives_interval = 2",
    "SET tcp_keepalives_count = 3",
    "SET tcp_user_timeout = 10000",
    "SET idle_in_transaction_session_timeout = 5000",
    "SET lock_timeout = 3000",
    "SET statement_timeout = 10000",
];

/// Sets up a new connection.
pub(super) async fn prepare(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    let settings: &[&str] = if is_postgres(connection) { &POSTGRES } else { &SQLITE };
    for setting in settings {
        sqlx::query(*setting).execute(&mut *connection).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        for (address, shown) in [
            ("postgres://ann:secret@db:5432/games", "postgres://db:5432/games"),
            ("postgres://ann:sec@ret@db/games", "postgres://db/games"),
            ("postgres://ann:sec/ret@db/games", "postgres://db/games"),
            ("postgres://ann@[::1]:5432/games", "postgres://[::1]:5432/games"),
            ("postgres://[::1]/games", "postgres://[::1]/games"),
            ("postgres://db/games?user=ann&password=secret", "postgres://db/games"),
            ("postgres://db/games?password=se@cret", "postgres://db/games"),
            ("postgres://ann:secret", "postgres://ann"),
            ("postgres://ann:sec/ret", "postgres://ann"),
            ("postgres://ann:sec?ret@db/games", "postgres://ann"),
            ("ann:secret@db/games", "db/games"),
            ("sqlite:///srv/a@b:c.sqlite?mode=rwc", "sqlite:///srv/a@b:c.sqlite"),
        ] {
            assert_eq!(without_secrets(address), shown, "{address}");
        }
    }
}
