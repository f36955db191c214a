//! Acknowledged moves survive whatever happens to the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use crate::common::{self, Fresh, NewTable, STOPPED_SEARCHES, Server, plies, storages};
use crate::processes::Process;
use serde_json::json;
use sqlx::{AnyConnection, Connection, Row};
use strata_bench_server::client::Client;
use strata_rules::{Random, find_game};
use strata_server::{Config, Storage};

/// Plays random moves until the server is killed, and returns the acknowledged ones.
async fn play_on(
    client: Client,
    table: NewTable,
    seed: u64,
    gone: Arc<AtomicBool>,
    total: Arc<AtomicUsize>,
) -> Vec<String> {
    let entry = find_game(strata_games::GAMES, "clusterfuss").expect("the game");
    let mut position = entry.open([("size", "10")]).expect("its board").start();
    let mut random = Random::new(seed);
    let mut acknowledged = Vec::new();
    while !gone.load(Ordering::Relaxed) {
        let Some(mv) = position.play_random(&mut random) else { break };
        let path = format!("api/tables/{}/command", table.id);
        let command = json!({ "command": "play", "mv": mv, "ply": acknowledged.len() });
        match client.post(&path, table.secret(0), &command).await {
            Ok(answer) if answer.status == 200 && answer.json()["ok"] == true => {
                acknowledged.push(mv);
                total.fetch_add(1, Ordering::Relaxed);
            }
            // The server was killed during the request: the move may or may not be saved.
            _ => break,
        }
    }
    acknowledged
}

#[tokio::test]
async fn killed_server_loses_no_acknowledged_move() {
    const GAMES: u64 = 40;
    const MOVES: usize = 600;
    for Fresh { storage, _folder } in storages().await {
        let mut process = Process::server(&storage);
        let seats = json!([{ "kind": "person", "name": "Ann" }, { "kind": "person" }]);
        let setup = json!({ "game": "clusterfuss", "options": { "size": 10 }, "seats": seats, "clock": "60+1" });
        let mut tables = Vec::new();
        for _ in 0..GAMES {
            tables.push(process.table(&setup).await);
        }
        let gone = Arc::new(AtomicBool::new(false));
        let total = Arc::new(AtomicUsize::new(0));
        let games: Vec<_> = (0..GAMES)
            .zip(&tables)
            .map(|(seed, table)| {
                let (gone, total) = (Arc::clone(&gone), Arc::clone(&total));
                tokio::spawn(play_on(process.client.clone(), table.clone(), seed, gone, total))
            })
            .collect();
        while total.load(Ordering::Relaxed) < MOVES {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let revision = process.show(&tables[0].id).await["revision"].as_u64();
        process.kill();
        gone.store(true, Ordering::Relaxed);
        process = Process::server(&storage);
        let later = process.show(&tables[0].id).await["revision"].as_u64();
        assert!(later > revision, "what is newer can be told across a restart");
        let mut kept = 0;
        for (table, game) in tables.iter().zip(games) {
            let acknowledged = game.await.expect("it ends");
            let shown = process.show(&table.id).await;
            let history = shown["history"].as_array().expect("a history");
            let moves: Vec<&str> =
                history[1..].iter().filter_map(|node| node["mv"].as_str()).collect();
            assert!(moves.len() <= acknowledged.len() + 1, "{moves:?} {acknowledged:?}");
            assert_eq!(&moves[..acknowledged.len()], &acknowledged[..]);
            assert_eq!(shown["seats"][0]["name"], "Ann");
            kept += acknowledged.len();
        }
        assert!(kept >= MOVES);
        // The games continue with the same secrets.
        let table = &tables[0];
        let path = format!("api/tables/{}/command", table.id);
        let resign = json!({ "command": "resign" });
        let answer = process.client.post(&path, table.secret(0), &resign).await.expect("an answer");
        assert_eq!(answer.status, 200, "{}", answer.text());
        process.kill();
    }
}

/// The error when a server starts with this storage.
async fn refusal(storage: &Storage) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let config = Config::new(storage.clone());
    let started = strata_server::start(config, common::catalogue(), listener).await;
    started.expect_err("it cannot start").to_string()
}

#[tokio::test]
async fn second_server_on_the_same_file_is_refused() {
    let folder = common::new_folder();
    let storage = common::storage_in(&folder);
    let first = Server::on(storage.clone(), |_| {}).await;
    // The same file may have another path.
    let other = format!("sqlite://{}/./games.sqlite", folder.path().display());
    for place in [&storage, &Storage::Address(other)] {
        let error = refusal(place).await;
        assert!(error.starts_with("another server is using "), "{error}");
    }
    first.running.stop().await;
    Server::on(storage, |_| {}).await.running.stop().await;
}

#[tokio::test]
async fn database_of_a_newer_version_is_refused_unless_it_only_adds_to_the_schema() {
    for Fresh { storage, _folder } in storages().await {
        Server::on(storage.clone(), |_| {}).await.running.stop().await;
        let address = match &storage {
            Storage::Folder(folder) => format!("sqlite://{}/games.sqlite", folder.display()),
            Storage::Address(address) => address.clone(),
        };
        let mut outside = AnyConnection::connect(&address).await.expect("the database");
        let step = "INSERT INTO schema_steps (step) VALUES (99)";
        sqlx::query(step).execute(&mut outside).await.expect("a step");
        let error = refusal(&storage).await;
        assert!(error.contains("was changed by a newer version"), "{error}");
        let additive = "INSERT INTO additive_steps (step) VALUES (99)";
        sqlx::query(additive).execute(&mut outside).await.expect("a step");
        drop(outside);
        Server::on(storage, |_| {}).await.running.stop().await;
    }
}

#[tokio::test]
async fn file_that_is_not_a_database_is_refused() {
    let folder = common::new_folder();
    std::fs::write(
        folder.path().join("games.sqlite"),
        "not a database, but long enough. ".repeat(999),
    )
    .expect("a file");
    let error = refusal(&common::storage_in(&folder)).await;
    assert!(error.ends_with("file is not a database"), "{error}");
}

#[tokio::test]
async fn idle_tables_leave_memory_and_are_loaded_again() {
    for Fresh { storage, _folder } in storages().await {
        let server = Server::on(storage, |config| config.bounds.idle = Duration::ZERO).await;
        let seats = ["person", "open"].map(|kind| json!({ "kind": kind }));
        let table = server.table(json!({ "game": "staqs", "seats": seats })).await;
        server.play(&table, 0, "c3").await;
        let offer = json!({ "command": "offer_draw" });
        assert_eq!(server.command(&table, table.secret(0), offer).await.0, 200);
        common::until("the table has left memory", || async { server.metric("tables").await == 0 })
            .await;
        let shown = server.show(&table).await;
        assert_eq!(plies(&shown), 1);
        assert_eq!(shown["offer"]["proposal"], "draw");
        let accept = json!({ "command": "accept_draw" });
        assert_eq!(server.command(&table, table.secret(1), accept).await.0, 200);
        let end = server.show(&table).await;
        assert_eq!(end["result"]["sentence"], "Draw: by agreement");
        server.running.stop().await;
    }
}

#[tokio::test]
async fn rematch_request_survives_a_restart() {
    for Fresh { storage, _folder } in storages().await {
        let server = Server::on(storage.clone(), |_| {}).await;
        let table = server.small(["person", "open"]).await;
        let _bob = server.socket(&table, table.secret(1)).await;
        common::until("both seats are taken", || async {
            server.show(&table).await["seats"][1]["taken"] == true
        })
        .await;
        for command in ["resign", "rematch"] {
            let command = json!({ "command": command });
            assert_eq!(server.command(&table, table.secret(0), command).await.0, 200);
        }
        server.running.stop().await;
        let server = Server::on(storage, |_| {}).await;
        assert_eq!(server.show(&table).await["want_rematch"], json!([0]));
        let rematch = json!({ "command": "rematch" });
        assert_eq!(server.command(&table, table.secret(1), rematch).await.0, 200);
        assert!(server.show(&table).await["rematch"]["id"].is_string());
        server.running.stop().await;
    }
}

#[tokio::test]
async fn graceful_shutdown_stops_bots_and_saves_the_time() {
    let folder = common::new_folder();
    let server = Server::on(common::storage_in(&folder), |_| {}).await;
    let seats = json!([{ "kind": "bot", "level": 8 }, { "kind": "person" }]);
    let setup = json!({ "game": "qawale", "seats": seats, "clock": "600+0" });
    let table = server.table(setup).await;
    common::until("the bot is thinking", || async { server.metric("searches_total").await == 1 })
        .await;
    let before = server.show(&table).await["server_time_ms"].as_i64().expect("a time");
    let stopped = STOPPED_SEARCHES.load(Ordering::Relaxed);
    server.running.stop().await;
    common::until("the search was stopped", || async {
        STOPPED_SEARCHES.load(Ordering::Relaxed) > stopped
    })
    .await;
    let address = format!("sqlite://{}", folder.path().join("games.sqlite").display());
    let mut database = AnyConnection::connect(&address).await.expect("the database");
    let query = "SELECT MAX(alive_ms) AS alive FROM lives";
    let row = sqlx::query(query).fetch_one(&mut database).await.expect("a life");
    let alive: i64 = row.try_get("alive").expect("a time");
    assert!(alive >= before, "{alive} {before}");
}

#[tokio::test]
async fn graceful_shutdown_saves_everything_and_closes_sockets() {
    for Fresh { storage, _folder } in storages().await {
        let server = Server::on(storage.clone(), |_| {}).await;
        let table = server.small(["person", "open"]).await;
        let mut socket = server.socket(&table, table.secret(0)).await;
        common::hear_table(&mut socket, |_| true).await;
        server.play(&table, 0, "a4b4").await;
        let Server { running, .. } = server;
        running.stop().await;
        assert_eq!(common::hear(&mut socket, |message| message["type"] == "answer").await, None);
        let again = Server::on(storage, |_| {}).await;
        assert_eq!(plies(&again.show(&table).await), 1);
        again.running.stop().await;
    }
}
