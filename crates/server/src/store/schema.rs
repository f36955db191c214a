//! The schema of the database and its migrations.

use sqlx::{AnyConnection, Row};

/// All migrations in order. Released ones never change. They use only integers and text, which work
/// the same in SQLite and PostgreSQL.
const STEPS: [&str; 5] = [
    "CREATE TABLE games (
        id TEXT PRIMARY KEY,
        record TEXT NOT NULL,
        seats TEXT NOT NULL,
        rematch TEXT NOT NULL,
        plies BIGINT NOT NULL,
        finished BIGINT NOT NULL,
        created_ms BIGINT NOT NULL,
        saved_ms BIGINT NOT NULL
    )",
    "CREATE TABLE lives (began_ms BIGINT PRIMARY KEY, alive_ms BIGINT NOT NULL)",
    "CREATE INDEX games_saved ON games (saved_ms)",
    "ALTER TABLE games DROP COLUMN finished",
    "ALTER TABLE games DROP COLUMN created_ms",
];

/// Runs the missing migrations. Returns false if the database has unknown ones.
pub(super) async fn migrate(connection: &mut AnyConnection) -> Result<bool, sqlx::Error> {
    let known = "CREATE TABLE IF NOT EXISTS schema_steps (step BIGINT PRIMARY KEY)";
    sqlx::query(known).execute(&mut *connection).await?;
    let row = sqlx::query("SELECT COUNT(*) AS steps FROM schema_steps")
        .fetch_one(&mut *connection)
        .await?;
    let done: i64 = row.try_get("steps")?;
    let done = usize::try_from(done).unwrap_or(0);
    for (number, step) in STEPS.into_iter().enumerate().skip(done) {
        let mut transaction = sqlx::Connection::begin(&mut *connection).await?;
        sqlx::query(step).execute(&mut *transaction).await?;
        sqlx::query("INSERT INTO schema_steps (step) VALUES ($1)")
            .bind(i64::try_from(number).unwrap_or(i64::MAX))
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
    }
    Ok(done <= STEPS.len())
}
