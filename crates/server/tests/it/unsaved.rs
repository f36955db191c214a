//! What happens while games cannot be saved.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::common::{NewTable, Server, hear, plies, say, until};
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection, Row};
use strata_server::Storage;

/// A second connection to the database of a server, which sees only what is committed.
struct Outside(AnyConnection);

impl Outside {
    async fn of(folder: &Path) -> Self {
        sqlx::any::install_default_drivers();
        let address = format!("sqlite://{}", folder.join("games.sqlite").display());
        Self(AnyConnection::connect(&address).await.expect("the database"))
    }

    async fn run(&mut self, statement: &str) {
        let query = sqlx::query(sqlx::AssertSqlSafe(statement.to_owned()));
        query.execute(&mut self.0).await.expect(statement);
    }

    async fn plies(&mut self, table: &NewTable) -> i64 {
        let query = sqlx::query("SELECT plies FROM games WHERE id = $1").bind(table.id.clone());
        let row = query.fetch_one(&mut self.0).await.expect("the table is there");
        row.try_get("plies").expect("a number")
    }
}

/// A server and the directory of its games.
async fn server_in_folder() -> (Server, PathBuf) {
    let server = Server::usual().await;
    let folder = server.folder.as_ref().expect("a folder").path().to_owned();
    (server, folder)
}

async fn server() -> (Server, Outside) {
    let (server, folder) = server_in_folder().await;
    (server, Outside::of(&folder).await)
}

/// A trigger that makes the database reject a write. When a disk is full SQLite ends the
/// transaction by itself (`ROLLBACK`) or only the statement (`ABORT`).
fn refuse(name: &str, to: &str, how: &str) -> String {
    format!("CREATE TRIGGER {name} BEFORE {to} BEGIN SELECT RAISE({how}, 'full'); END")
}

/// A trigger that rejects saving a table.
fn refuse_table(name: &str, table: &NewTable, how: &str) -> String {
    refuse(name, &format!("UPDATE ON games WHEN NEW.id = '{}'", table.id), how)
}

#[tokio::test]
async fn moves_acknowledged_after_a_full_disk_are_saved() {
    let (server, mut outside) = server().await;
    let full = [server.small(["person", "person"]).await, server.small(["person", "person"]).await];
    assert_eq!(server.get("healthz").await.status, 200);
    outside.run(&refuse("lives_full", "UPDATE ON lives", "ROLLBACK")).await;
    outside.run(&refuse_table("first_full", &full[0], "ROLLBACK")).await;
    outside.run(&refuse_table("second_full", &full[1], "ABORT")).await;
    let play = json!({ "command": "play", "mv": "a4b4" });
    // Repeatedly, so that every connection meets every fault.
    for _ in 0..12 {
        for table in &full {
            let (status, error) = server.command(table, table.secret(0), play.clone()).await;
            assert_eq!(status, 503, "{error}");
            assert_eq!(plies(&server.show(table).await), 0, "nothing has changed");
            let health = server.get("healthz").await;
            assert_eq!(health.status, 503, "{}", health.text());
        }
        let other = server.small(["person", "person"]).await;
        server.play(&other, 0, "a4b4").await;
        assert_eq!(outside.plies(&other).await, 1, "it is on the disk");
    }
    for trigger in ["lives_full", "first_full", "second_full"] {
        outside.run(&format!("DROP TRIGGER {trigger}")).await;
    }
    for table in &full {
        server.play(table, 0, "a4b4").await;
        assert_eq!(outside.plies(table).await, 1, "it is on the disk");
    }
    assert_eq!(server.get("healthz").await.status, 200);
}

#[tokio::test]
async fn health_recovers_when_the_database_accepts_writes() {
    let (server, mut outside) = server().await;
    let table = server.small(["person", "person"]).await;
    outside.run(&refuse("lives_full", "UPDATE ON lives", "ROLLBACK")).await;
    outside.run(&refuse_table("games_full", &table, "ROLLBACK")).await;
    let play = json!({ "command": "play", "mv": "a4b4" });
    assert_eq!(server.command(&table, table.secret(0), play).await.0, 503);
    assert_eq!(server.get("healthz").await.status, 503);
    outside.run("DROP TRIGGER lives_full").await;
    // No moves are played, but the server can record its uptime again.
    until("the server is healthy", || async { server.get("healthz").await.status == 200 }).await;
}

#[tokio::test]
async fn clients_that_connect_during_a_failed_save_never_see_the_change() {
    let (server, mut outside) = server().await;
    let table = server.small(["person", "open"]).await;
    // Saving the table waits until the database is unlocked, and then fails.
    outside.run("BEGIN IMMEDIATE").await;
    outside.run(&refuse_table("full", &table, "ABORT")).await;
    let (client, id, secret) = (server.client.clone(), table.id.clone(), table.secrets[0].clone());
    let renamed = tokio::spawn(async move {
        let rename = json!({ "command": "rename", "name": "Ann" });
        let path = format!("api/tables/{id}/command");
        client.post(&path, &secret.unwrap_or_default(), &rename).await.expect("an answer")
    });
    until("the name is being saved", || async { server.metric("saves_pending").await == 1 }).await;
    let mut sockets = Vec::new();
    for secret in [table.secret(1), table.secret(0), ""] {
        sockets.push(server.socket(&table, secret).await);
    }
    outside.run("COMMIT").await;
    assert_eq!(renamed.await.expect("it ends").status, 503);
    for socket in &mut sockets {
        let is_unsaved = |message: &Value| message["table"]["seats"][0]["name"] == "Ann";
        assert_eq!(hear(socket, is_unsaved).await, None, "it ends, and has shown nothing of it");
    }
}

#[tokio::test]
async fn open_seat_has_one_owner_in_a_race() {
    let (server, mut outside) = server().await;
    let table = server.small(["person", "open"]).await;
    // Nothing can be saved in the meantime, so that all clients queue for the table.
    outside.run("BEGIN IMMEDIATE").await;
    let path = |what: &str| format!("api/tables/{}/{what}", table.id);
    let post = |path: String, secret: &str, body| {
        let (client, secret) = (server.client.clone(), secret.to_owned());
        tokio::spawn(async move { client.post(&path, &secret, &body).await.expect("an answer") })
    };
    let rename = json!({ "command": "rename", "name": "Ann" });
    let renamed = post(path("command"), table.secret(0), rename);
    until("the name is being saved", || async { server.metric("saves_pending").await == 1 }).await;
    server.show(&table).await;
    assert!(!renamed.is_finished(), "spectators do not wait");
    let mut socket = server.socket(&table, table.secret(1)).await;
    let requests = server.metric("requests_total").await;
    let joined = post(path("join"), "", json!({ "name": "Bob" }));
    // Reading the counter is a request, too.
    let mut own = 0;
    while server.metric("requests_total").await == requests + own + 1 {
        own += 1;
    }
    outside.run("COMMIT").await;
    assert_eq!(renamed.await.expect("it ends").status, 200);
    let joined = joined.await.expect("it ends");
    say(&mut socket, json!({ "seq": 1, "command": "rename", "name": "Cy" })).await;
    let answer = hear(&mut socket, |message| message["seq"] == 1).await.expect("an answer");
    let is_refused = answer["error"] == "this command needs the secret of a seat at this table";
    assert_eq!(is_refused, joined.status == 200, "{answer} {}", joined.text());
    let name = if joined.status == 200 { "Bob" } else { "Cy" };
    assert_eq!(server.show(&table).await["seats"][1]["name"], name);
}

/// Checks that the server, which has lost its database, refuses the next write and reports it in
/// its health.
async fn must_refuse(server: &Server, table: &NewTable) {
    let rename = json!({ "command": "rename", "name": "Ann" });
    let (status, error) = server.command(table, table.secret(0), rename).await;
    assert_eq!(status, 503, "{error}");
    assert_eq!(server.get("healthz").await.status, 503);
}

#[cfg(unix)]
#[tokio::test]
async fn server_refuses_moves_after_its_database_was_removed() {
    let (server, folder) = server_in_folder().await;
    let table = server.small(["person", "person"]).await;
    fs::remove_dir_all(&folder).expect("a folder");
    must_refuse(&server, &table).await;
    // A new file in its place does not help.
    fs::create_dir_all(&folder).expect("a folder");
    File::create(folder.join("games.sqlite")).expect("a file");
    must_refuse(&server, &table).await;
}

#[cfg(unix)]
#[tokio::test]
async fn removed_lock_file_is_locked_again_or_refuses_moves() {
    let (server, folder) = server_in_folder().await;
    let table = server.small(["person", "person"]).await;
    let lock = folder.join("games.lock");
    fs::remove_file(&lock).expect("the lock");
    server.play(&table, 0, "a4b4").await;
    let taken = File::open(&lock).expect("the lock is there again");
    assert!(taken.try_lock().is_err(), "it is the server's again");
    // If another server has taken the lock in the meantime, only that one may write.
    let others = folder.join("others.lock");
    let other = File::create(&others).expect("a lock");
    other.try_lock().expect("nobody else has it");
    fs::rename(others, &lock).expect("a lock in place of the other");
    must_refuse(&server, &table).await;
}

#[tokio::test]
async fn damaged_game_is_refused_without_retry_after() {
    let (server, folder) = server_in_folder().await;
    let table = server.small(["person", "person"]).await;
    server.running.stop().await;
    Outside::of(&folder).await.run("UPDATE games SET record = 'nonsense'").await;
    let server = Server::on(Storage::Folder(folder), |_| {}).await;
    let answer = server.get(&format!("api/tables/{}", table.id)).await;
    assert_eq!((answer.status, answer.header("retry-after")), (503, None), "{}", answer.text());
}
