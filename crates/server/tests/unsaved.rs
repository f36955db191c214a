//! What happens while games cannot be saved.

mod common;

use std::time::Duration;

use common::{NewTable, Server, hear, new_folder, plies, say, until};
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

#[tokio::test]
async fn an_open_seat_has_one_holder_whoever_comes_first() {
    let (server, mut outside) = server().await;
    let table = server.small(["person", "open"]).await;
    // Nothing is saved meanwhile, so that everybody waits in line for the table.
    outside.run("BEGIN IMMEDIATE").await;
    let path = |what: &str| format!("api/tables/{}/{what}", table.id);
    let post = |path: String, secret: &str, body| {
        let (client, secret) = (server.client.clone(), secret.to_owned());
        tokio::spawn(async move { client.post(&path, &secret, &body).await.expect("an answer") })
    };
    let in_line = || tokio::time::sleep(Duration::from_millis(200));
    let rename = json!({ "command": "rename", "name": "Ann" });
    let renamed = post(path("command"), table.secret(0), rename);
    in_line().await;
    let mut socket = server.socket(&table, table.secret(1)).await;
    in_line().await;
    let joined = post(path("join"), "", json!({ "name": "Bob" }));
    in_line().await;
    outside.run("COMMIT").await;
    assert_eq!(renamed.await.expect("it ends").status, 200);
    let joined = joined.await.expect("it ends");
    say(&mut socket, json!({ "seq": 1, "command": "rename", "name": "Cy" })).await;
    let answer = hear(&mut socket, |message| message["seq"] == 1).await.expect("an answer");
    let is_refused = answer["error"] == "this needs the secret of a seat at this table";
    assert_eq!(is_refused, joined.status == 200, "{answer} {}", joined.text());
    let name = if joined.status == 200 { "Bob" } else { "Cy" };
    assert_eq!(server.show(&table).await["seats"][1]["name"], name);
}
