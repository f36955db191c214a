//! The schema of the database and its migrations.

use sqlx::{AnyConnection, Connection, Row};

use super::connect::is_postgres;

/// A migration.
struct Step {
    sql: &'static str,
    /// Whether servers of the version before it can still use the database.
    is_additive: bool,
}

/// A migration that servers of the version before it do not notice.
const fn add(sql: &'static str) -> Step {
    Step { sql, is_additive: true }
}

const fn change(sql: &'static str) -> Step {
    Step { sql, is_additive: false }
}

/// All migrations in order. Released ones never change. They use only integers and text, which work
/// the same in SQLite and PostgreSQL. What is only about running processes is in unlogged tables,
/// which PostgreSQL empties after a crash.
const STEPS: [Step; 37] = [
    change(
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
    ),
    change("CREATE TABLE lives (began_ms BIGINT PRIMARY KEY, alive_ms BIGINT NOT NULL)"),
    change("CREATE INDEX games_saved ON games (saved_ms)"),
    change("ALTER TABLE games DROP COLUMN finished"),
    change("ALTER TABLE games DROP COLUMN created_ms"),
    change("ALTER TABLE games ADD COLUMN version BIGINT NOT NULL DEFAULT 1"),
    change("ALTER TABLE games ADD COLUMN commit_id TEXT NOT NULL DEFAULT ''"),
    change("ALTER TABLE games ADD COLUMN node_ids TEXT NOT NULL DEFAULT ''"),
    change("ALTER TABLE games ADD COLUMN bots TEXT NOT NULL DEFAULT ''"),
    change("ALTER TABLE games ADD COLUMN clock_ms BIGINT NOT NULL DEFAULT 0"),
    change("ALTER TABLE games ADD COLUMN bot_ms BIGINT NOT NULL DEFAULT 0"),
    change("ALTER TABLE games ADD COLUMN tries BIGINT NOT NULL DEFAULT 0"),
    change("CREATE INDEX games_clock ON games (clock_ms) WHERE clock_ms > 0"),
    change("CREATE INDEX games_bot ON games (bot_ms) WHERE bot_ms > 0"),
    add("CREATE TABLE additive_steps (step BIGINT PRIMARY KEY)"),
    add("CREATE UNLOGGED TABLE processes (id TEXT PRIMARY KEY, alive_ms BIGINT NOT NULL)"),
    add("CREATE UNLOGGED TABLE presence (
        game TEXT NOT NULL,
        process TEXT NOT NULL,
        players TEXT NOT NULL,
        watchers BIGINT NOT NULL,
        PRIMARY KEY (game, process)
    )"),
    add("CREATE UNLOGGED TABLE spending (
        process TEXT NOT NULL,
        visitor TEXT NOT NULL,
        at_ms BIGINT NOT NULL,
        requests BIGINT NOT NULL,
        tables BIGINT NOT NULL,
        engine_ms BIGINT NOT NULL
    )"),
    add("CREATE TABLE jobs (
        id TEXT PRIMARY KEY,
        kind TEXT NOT NULL,
        priority BIGINT NOT NULL,
        visitor TEXT NOT NULL,
        request TEXT NOT NULL,
        answer TEXT NOT NULL,
        state TEXT NOT NULL,
        owner TEXT NOT NULL,
        lease_ms BIGINT NOT NULL,
        tries BIGINT NOT NULL,
        created_ms BIGINT NOT NULL
    )"),
    add("CREATE INDEX jobs_open ON jobs (kind, priority, created_ms) WHERE state = 'open'"),
    add("CREATE TABLE proofs (
        id TEXT PRIMARY KEY,
        title TEXT NOT NULL,
        game TEXT NOT NULL,
        position TEXT NOT NULL,
        job_nodes BIGINT NOT NULL,
        state TEXT NOT NULL,
        created_ms BIGINT NOT NULL
    )"),
    add("CREATE TABLE proof_jobs (
        proof TEXT NOT NULL,
        id TEXT NOT NULL,
        position TEXT NOT NULL,
        goal TEXT NOT NULL,
        priority BIGINT NOT NULL,
        state TEXT NOT NULL,
        outcome TEXT NOT NULL,
        proofs TEXT NOT NULL,
        nodes BIGINT NOT NULL,
        search_ms BIGINT NOT NULL,
        owner TEXT NOT NULL,
        lease_ms BIGINT NOT NULL,
        tries BIGINT NOT NULL,
        created_ms BIGINT NOT NULL,
        finished_ms BIGINT NOT NULL,
        PRIMARY KEY (proof, id)
    )"),
    add("CREATE INDEX proof_jobs_open ON proof_jobs (proof, priority, created_ms)
        WHERE state = 'open'"),
    add("CREATE INDEX proof_jobs_finished ON proof_jobs (proof, finished_ms, id)
        WHERE state <> 'open'"),
    add("ALTER TABLE presence ADD COLUMN spectators BIGINT NOT NULL DEFAULT 0"),
    add("CREATE TABLE starts (number BIGINT NOT NULL)"),
    add("INSERT INTO starts (number) VALUES (0)"),
    add("ALTER TABLE games ADD COLUMN listed_ms BIGINT NOT NULL DEFAULT 0"),
    add("ALTER TABLE games ADD COLUMN lister TEXT NOT NULL DEFAULT ''"),
    add("CREATE INDEX games_listed ON games (listed_ms) WHERE listed_ms > 0"),
    add("ALTER TABLE processes ADD COLUMN people BIGINT NOT NULL DEFAULT 0"),
    add("ALTER TABLE processes ADD COLUMN reads_logs BIGINT NOT NULL DEFAULT 0"),
    add("ALTER TABLE games ADD COLUMN head TEXT NOT NULL DEFAULT ''"),
    add("ALTER TABLE games ADD COLUMN log_base BIGINT NOT NULL DEFAULT 0"),
    add("ALTER TABLE games ADD COLUMN log_length BIGINT NOT NULL DEFAULT 0"),
    add("ALTER TABLE games ADD COLUMN tail TEXT NOT NULL DEFAULT ''"),
    add("CREATE TABLE logs (
        game TEXT NOT NULL,
        base BIGINT NOT NULL,
        first BIGINT NOT NULL,
        entries TEXT NOT NULL,
        PRIMARY KEY (game, base, first)
    )"),
];

/// The step after which tables are logs, once no older process runs.
const LOGS: i64 = 36;

/// Notes that histories are saved as logs from now on: older versions, which cannot read them, do not
/// start any more.
pub(super) async fn require_logs(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    let query = sqlx::query("DELETE FROM additive_steps WHERE step = $1").bind(LOGS);
    query.execute(connection).await.map(drop)
}

/// Locks the schema for one server at a time, with an arbitrary number. Others wait.
const SCHEMA_LOCK: [&str; 3] = [
    "SET LOCAL lock_timeout = 0",
    "SET LOCAL statement_timeout = 0",
    "SELECT 1 FROM pg_advisory_xact_lock(7823019)",
];

/// Runs the missing migrations. Returns false if the database has unknown ones that this version
/// cannot work with.
pub(super) async fn migrate(connection: &mut AnyConnection) -> Result<bool, sqlx::Error> {
    let postgres = is_postgres(connection);
    let mut transaction = connection.begin().await?;
    for statement in SCHEMA_LOCK.into_iter().filter(|_| postgres) {
        sqlx::query(statement).execute(&mut *transaction).await?;
    }
    let known = "CREATE TABLE IF NOT EXISTS schema_steps (step BIGINT PRIMARY KEY)";
    sqlx::query(known).execute(&mut *transaction).await?;
    let row = sqlx::query("SELECT COALESCE(MAX(step), -1) AS last FROM schema_steps")
        .fetch_one(&mut *transaction)
        .await?;
    let done = usize::try_from(row.try_get::<i64, _>("last")? + 1).unwrap_or(0);
    for (number, Step { sql, is_additive }) in STEPS.iter().enumerate().skip(done) {
        let sql = if postgres { (*sql).to_owned() } else { sql.replace("UNLOGGED ", "") };
        sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut *transaction).await?;
        let lists: &[_] = match is_additive {
            true => &["schema_steps", "additive_steps"],
            false => &["schema_steps"],
        };
        for list in lists {
            let note = format!("INSERT INTO {list} (step) VALUES ($1)");
            sqlx::query(sqlx::AssertSqlSafe(note))
                .bind(i64::try_from(number).unwrap_or(i64::MAX))
                .execute(&mut *transaction)
                .await?;
        }
    }
    transaction.commit().await?;
    let unknown = "SELECT COUNT(*) AS steps FROM schema_steps
                   WHERE step >= $1 AND step NOT IN (SELECT step FROM additive_steps)";
    let row = sqlx::query(unknown)
        .bind(i64::try_from(STEPS.len()).unwrap_or(i64::MAX))
        .fetch_one(&mut *connection)
        .await?;
    Ok(row.try_get::<i64, _>("steps")? == 0)
}
