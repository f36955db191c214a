//! Changes instead of whole tables: over sockets, and in the store.

use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection, Row};
use strata_rules::{Random, find_game};
use strata_server::Storage;

use crate::common::{
    Fresh, NewTable, Server, catalogue, hear, plies, postgres, say, storages, until,
};

/// The known table after a message.
fn apply(known: &mut Value, message: Value) {
    if message["type"] == "table" {
        *known = message["table"].clone();
        return;
    }
    assert_eq!(message["since"], known["revision"], "a change was lost");
    let mut history = known["history"].as_array().expect("a history").clone();
    for entry in message["entries"].as_array().expect("entries") {
        let id = entry["id"].as_u64().expect("an id") as usize;
        assert!(id <= history.len(), "an entry was lost");
        history.truncate(history.len().max(id));
        match history.get_mut(id) {
            Some(known) => *known = entry.clone(),
            None => history.push(entry.clone()),
        }
    }
    *known = message["table"].clone();
    known["history"] = json!(history);
}

/// What all clients must agree on.
fn shown(table: &Value) -> Value {
    let fields = ["history", "current", "position", "turn", "result", "status", "offer", "next"];
    fields.iter().map(|field| (field.to_string(), table[field].clone())).collect()
}

/// A game between two players at one device.
async fn new_table(server: &Server) -> NewTable {
    let seats = ["person", "person"].map(|kind| json!({ "kind": kind }));
    server.table(json!({ "game": "clusterfuss", "options": { "size": 8 }, "seats": seats })).await
}

/// A game does not end before this ply.
const LAST_PLY: u64 = 20;

/// Plays random moves, takes some back, and jumps about.
async fn play_about(server: &Server, table: &NewTable, commands: usize, seed: u64) {
    let game = find_game(catalogue().games, "clusterfuss").expect("a game");
    let mut random = Random::new(seed);
    for _ in 0..commands {
        let now = server.show(table).await;
        let entries = now["history"].as_array().expect("a history").len();
        let position =
            game.read_position(now["position"].as_str().expect("a text")).expect("a position");
        let turn = usize::from(position.turn().0);
        let choice = if plies(&now) < LAST_PLY { random.below(8) } else { 1 };
        let command = match choice {
            0 => json!({ "command": "takeback" }),
            1 => json!({ "command": "go_to", "node": random.below(entries as u64) }),
            _ => {
                let moves = position.moves();
                let Some(mv) = moves.get(random.below(moves.len().max(1) as u64) as usize) else {
                    continue;
                };
                json!({ "command": "play", "mv": mv })
            }
        };
        // Some are refused: the start cannot be taken back.
        let (status, error) = server.command(table, table.secret(turn), command).await;
        assert!(matches!(status, 200 | 409), "{status} {error}");
    }
}

#[tokio::test]
async fn changes_lead_to_the_same_table_as_whole_tables() {
    for Fresh { storage, _folder } in storages().await {
        let server = Server::on(storage, |_| {}).await;
        let table = new_table(&server).await;
        let mut socket = server.socket(&table, "").await;
        say(&mut socket, json!({ "changes": true })).await;
        let mut known = json!({});
        let mut kinds = [0, 0];
        for round in 0..40 {
            play_about(&server, &table, 3, round).await;
            let expected = server.show(&table).await;
            while known["revision"] != expected["revision"] {
                let message = hear(&mut socket, |message| message["type"] != "ping").await;
                let message = message.expect("a message");
                kinds[usize::from(message["type"] == "change")] += 1;
                apply(&mut known, message);
            }
            assert_eq!(shown(&known), shown(&expected));
        }
        assert!(kinds[0] <= 2 && kinds[1] > 20, "whole tables and changes: {kinds:?}");
        server.running.stop().await;
    }
}

#[tokio::test]
async fn long_history_is_the_same_after_a_restart_and_at_another_server() {
    for Fresh { storage, _folder } in storages().await {
        let server = Server::on(storage.clone(), |_| {}).await;
        let table = new_table(&server).await;
        play_about(&server, &table, 700, 7).await;
        let expected = server.show(&table).await;
        assert!(expected["history"].as_array().expect("a history").len() > 200);
        let parts = "SELECT COUNT(*) AS count FROM logs";
        assert!(count(&storage, parts).await > 0, "the log has several parts");
        server.running.stop().await;
        let server = Server::on(storage, |_| {}).await;
        assert_eq!(shown(&server.show(&table).await), shown(&expected));
        server.running.stop().await;
    }
}

#[tokio::test]
async fn server_that_follows_a_table_keeps_up_with_every_change() {
    let Some(storage) = postgres().await else { return };
    let (here, there) =
        (Server::on(storage.clone(), |_| {}).await, Server::on(storage, |_| {}).await);
    let table = new_table(&here).await;
    for round in 0..60 {
        let server = if round % 7 == 0 { &there } else { &here };
        play_about(server, &table, 4, round).await;
        let expected = shown(&server.show(&table).await);
        until("both show the same", || async {
            shown(&here.show(&table).await) == expected
                && shown(&there.show(&table).await) == expected
        })
        .await;
    }
    here.running.stop().await;
    there.running.stop().await;
}

async fn count(storage: &Storage, query: &'static str) -> i64 {
    let address = match storage {
        Storage::Folder(folder) => format!("sqlite://{}/games.sqlite", folder.display()),
        Storage::Address(address) => address.clone(),
    };
    let mut outside = AnyConnection::connect(&address).await.expect("the database");
    let row = sqlx::query(query).fetch_one(&mut outside).await.expect("a row");
    row.try_get("count").expect("a number")
}

/// While a process of the version before is running, all tables are saved in the form that it reads.
#[tokio::test]
async fn older_process_can_read_all_tables_that_change_while_it_runs() {
    let Some(storage) = postgres().await else { return };
    let Storage::Address(address) = &storage else { panic!("an address") };
    let server = Server::on(storage.clone(), |_| {}).await;
    let table = new_table(&server).await;
    let readable = "SELECT COUNT(*) AS count FROM games WHERE record <> ''";
    let changed = async || {
        let turn = server.show(&table).await["turn"].as_u64().expect("a turn") as usize;
        let command = json!({ "command": "rename", "player": turn, "name": "Ann" });
        assert_eq!(server.command(&table, table.secret(turn), command).await.0, 200);
        count(&storage, readable).await
    };
    until("tables are logs", || async { changed().await == 0 }).await;
    let may_start = "SELECT COUNT(*) AS count FROM schema_steps
                     WHERE step NOT IN (SELECT step FROM additive_steps) AND step > 20";
    assert_eq!(count(&storage, may_start).await, 1, "an older process does not start any more");
    // An older process that had started before: it does not know the column.
    let mut outside = AnyConnection::connect(address).await.expect("the database");
    let old = "INSERT INTO processes (id, alive_ms, people) VALUES ('old', 9000000000000000, 0)";
    sqlx::query(old).execute(&mut outside).await.expect("a process");
    until("tables are records", || async { changed().await == 1 }).await;
    sqlx::query("DELETE FROM processes WHERE id = 'old'")
        .execute(&mut outside)
        .await
        .expect("an end");
    until("tables are logs again", || async { changed().await == 0 }).await;
    server.running.stop().await;
}
