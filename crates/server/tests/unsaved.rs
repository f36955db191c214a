//! What happens while games cannot be saved.

mod common;

use common::{NewTable, Server, new_folder, plies, until};
use serde_json::json;
use sqlx::{AnyConnection, Connection, Row};
use strata_server::Storage;

/// The database of a server, as somebody else sees it: only what is committed.
struct Outside(AnyConnection);

impl Outside {
    async fn run(&mut self, statement: &'static str) {
        sqlx::query(statement).execute(&mut self.0).await.expect(statement);
    }

    async fn plies(&mut self, table: &NewTable) -> i64 {
        let query = sqlx::query("SELECT plies FROM games WHERE id = $1").bind(table.id.clone());
        let row = query.fetch_one(&mut self.0).await.expect("the table is there");
        row.try_get("plies").expect("a number")
    }
}

async fn server() -> (Server, Outside) {
    let folder = new_folder();
    let server = Server::on(Storage::Folder(folder.clone()), |_| {}).await;
    let address = format!("sqlite://{}", folder.join("games.sqlite").display());
    let connection = AnyConnection::connect(&address).await.expect("the database");
    (server, Outside(connection))
}

/// As a full disk does, this makes SQLite end the transaction by itself.
const FILL: [&str; 2] = [
    "CREATE TRIGGER full_games BEFORE INSERT ON games BEGIN SELECT RAISE(ROLLBACK, 'full'); END",
    "CREATE TRIGGER full_lives BEFORE UPDATE ON lives BEGIN SELECT RAISE(ROLLBACK, 'full'); END",
];
const CLEAR: [&str; 2] = ["DROP TRIGGER full_games", "DROP TRIGGER full_lives"];

#[tokio::test]
async fn what_is_acknowledged_after_a_full_disk_is_kept() {
    let (server, mut outside) = server().await;
    let mut tables = Vec::new();
    for _ in 0..4 {
        tables.push(server.small(["person", "person"]).await);
    }
    assert_eq!(server.get("healthz").await.status, 200);
    for statement in FILL {
        outside.run(statement).await;
    }
    let play = json!({ "command": "play", "mv": "a4b4" });
    for table in &tables {
        let (status, error) = server.command(table, table.secret(0), play.clone()).await;
        assert_eq!(status, 503, "{error}");
        assert_eq!(plies(&server.show(table).await), 0, "nothing has changed");
    }
    let health = server.get("healthz").await;
    assert_eq!(health.status, 503, "{}", health.text());
    for statement in CLEAR {
        outside.run(statement).await;
    }
    for table in &tables {
        server.play(table, 0, "a4b4").await;
        assert_eq!(outside.plies(table).await, 1, "it is on the disk");
    }
    assert_eq!(server.get("healthz").await.status, 200);
}

#[tokio::test]
async fn a_server_gets_well_by_itself() {
    let (server, mut outside) = server().await;
    let table = server.small(["person", "person"]).await;
    for statement in FILL {
        outside.run(statement).await;
    }
    let play = json!({ "command": "play", "mv": "a4b4" });
    assert_eq!(server.command(&table, table.secret(0), play).await.0, 503);
    for statement in CLEAR {
        outside.run(statement).await;
    }
    // Nobody plays, but the server's own notes are written again.
    until("it is well", || async { server.get("healthz").await.status == 200 }).await;
}
