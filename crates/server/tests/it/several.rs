//! Several servers and workers on one PostgreSQL database. Without one, these tests do nothing.

use std::time::{Duration, Instant};

use futures_util::StreamExt;
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection, Row};
use strata_rules::{Random, find_game};
use strata_server::{Bounds, Storage};
use tokio::sync::watch;
use tokio_tungstenite::tungstenite::Message;

use crate::common::{
    ABORTS, NewTable, Server, catalogue, hear, hear_table, new_folder, plies, postgres, storage_in,
    until,
};
use crate::processes::Process;

/// Two servers on a new database.
async fn pair() -> Option<[Server; 2]> {
    let storage = postgres().await?;
    let start = async || {
        let limits = |config: &mut strata_server::Config| config.bounds = Bounds::for_measuring();
        Server::on(storage.clone(), limits).await
    };
    Some([start().await, start().await])
}

async fn stop(servers: [Server; 2]) {
    for server in servers {
        server.running.stop().await;
    }
}

fn moves(table: &Value) -> Vec<String> {
    let history = table["history"].as_array().expect("a history");
    history[1..].iter().map(|node| node["mv"].as_str().expect("a move").to_owned()).collect()
}

#[tokio::test]
async fn players_and_spectators_at_different_servers_see_the_same_game() {
    let Some(servers) = pair().await else { return };
    let [here, there] = &servers;
    let table = here.small(["person", "open"]).await;
    let mut ann = here.socket(&table, table.secret(0)).await;
    let mut bob = there.socket(&table, table.secret(1)).await;
    let mut spectator = there.socket(&table, "").await;
    let is_full = |table: &Value| {
        let is_there = |seat: &Value| seat["connected"] == true && seat["taken"] == true;
        table["seats"].as_array().is_some_and(|seats| seats.iter().all(is_there))
    };
    for socket in [&mut ann, &mut bob, &mut spectator] {
        hear_table(socket, is_full).await;
    }
    let entry = find_game(catalogue().games, "clusterfuss").expect("a game");
    let mut random = Random::new(1);
    let mut position = entry.open([("size", "4")]).expect("a board").start();
    let mut played = Vec::new();
    while position.outcome().is_none() {
        let player = position.turn().index();
        let mv = position.play_random(&mut random).expect("a move");
        servers[player].play(&table, player, &mv).await;
        played.push(mv);
        for socket in [&mut ann, &mut bob, &mut spectator] {
            let shown = hear_table(socket, |shown| plies(shown) == played.len() as u64).await;
            assert_eq!(moves(&shown), played);
        }
    }
    drop(bob);
    hear_table(&mut ann, |table| table["seats"][1]["connected"] == false).await;
    stop(servers).await;
}

/// Sends a command to a server; returns whether it was accepted.
async fn accepts(server: &Server, table: &NewTable, player: usize, command: &Value) -> bool {
    let (status, error) = server.command(table, table.secret(player), command.clone()).await;
    assert!(matches!(status, 200 | 409), "{status} {error}");
    status == 200
}

#[tokio::test]
async fn move_sent_to_both_servers_is_played_once() {
    let Some(servers) = pair().await else { return };
    let [here, there] = &servers;
    let entry = find_game(catalogue().games, "clusterfuss").expect("a game");
    let mut random = Random::new(2);
    for _ in 0..40 {
        let table = here.small(["person", "person"]).await;
        let mut position = entry.open([("size", "4")]).expect("a board").start();
        let mut played = Vec::new();
        while position.outcome().is_none() {
            let mv = position.play_random(&mut random).expect("a move");
            let command = json!({ "command": "play", "mv": mv, "ply": played.len() });
            played.push(mv);
            let (first, second) = tokio::join!(
                accepts(here, &table, 0, &command),
                accepts(there, &table, 0, &command)
            );
            assert!(first != second, "one of them is too late");
        }
        assert_eq!(moves(&here.show(&table).await), played);
        until("the other server shows all moves", || async {
            moves(&there.show(&table).await) == played
        })
        .await;
    }
    assert!(here.metric("conflicts_total").await + there.metric("conflicts_total").await > 0);
    stop(servers).await;
}

#[tokio::test]
async fn server_that_loads_a_table_during_a_change_shows_the_change() {
    let Some(servers) = pair().await else { return };
    let [here, there] = &servers;
    for _ in 0..200 {
        let table = here.small(["person", "person"]).await;
        tokio::join!(here.play(&table, 0, "a4b4"), there.show(&table));
        until("the move is shown", || async { plies(&there.show(&table).await) == 1 }).await;
    }
    stop(servers).await;
}

#[tokio::test]
async fn commands_at_two_servers_at_once_lead_to_the_same_table() {
    let Some(servers) = pair().await else { return };
    let [here, there] = &servers;
    for round in 0..40 {
        let table = here.small(["person", "remote"]).await;
        let name = |player: usize| format!("name {round} of {player}");
        let rename = |player: usize| json!({ "command": "rename", "name": name(player) });
        let play = json!({ "command": "play", "mv": "a4b4", "ply": 0 });
        let (renames, plays) = ([rename(0), rename(1)], [&play, &play]);
        let (a, b, c, d) = tokio::join!(
            accepts(here, &table, 0, &renames[0]),
            accepts(there, &table, 1, &renames[1]),
            accepts(here, &table, 0, plays[0]),
            accepts(there, &table, 0, plays[1]),
        );
        assert!(a && b && c != d, "the names do not depend on the move");
        for server in &servers {
            until("the server shows everything", || async {
                let shown = server.show(&table).await;
                let names = [0, 1].map(|player| shown["seats"][player]["name"] == name(player));
                names == [true, true] && moves(&shown) == ["a4b4"]
            })
            .await;
        }
    }
    stop(servers).await;
}

#[tokio::test]
async fn open_seat_has_one_owner_although_many_join_at_two_servers() {
    let Some(servers) = pair().await else { return };
    for _ in 0..10 {
        let table = servers[0].small(["person", "open"]).await;
        let path = format!("api/tables/{}/join", table.id);
        let join = async |number: usize| {
            let body = json!({ "name": format!("player {number}") });
            servers[number % 2].client.post(&path, "", &body).await.expect("an answer").status
        };
        let joined = futures_util::future::join_all((0..20).map(join)).await;
        assert_eq!(joined.iter().filter(|status| **status == 200).count(), 1, "{joined:?}");
    }
    stop(servers).await;
}

#[tokio::test]
async fn history_entries_have_the_same_ids_everywhere() {
    let Some(servers) = pair().await else { return };
    let [here, there] = &servers;
    let table = here.small(["person", "person"]).await;
    let entry = find_game(catalogue().games, "clusterfuss").expect("a game");
    let all = entry.open([("size", "4")]).expect("a board").start().moves();
    here.play(&table, 0, &all[0]).await;
    let takeback = json!({ "command": "takeback" });
    assert_eq!(here.command(&table, table.secret(0), takeback).await.0, 200);
    here.play(&table, 0, &all[1]).await;
    let expected = here.show(&table).await["history"].clone();
    assert_eq!(expected[1]["mv"], *all[0], "it was played first, but is a variation now");
    until("the other server shows it", || async {
        there.show(&table).await["history"] == expected
    })
    .await;
    stop(servers).await;
}

/// A setup with a bot to move, whose search takes until it is stopped.
fn slow_bot() -> Value {
    let seats = json!([{ "kind": "bot", "level": 8 }, { "kind": "person" }]);
    json!({ "game": "qawale", "seats": seats })
}

#[tokio::test]
async fn bot_of_a_killed_server_is_taken_over() {
    let Some(storage) = postgres().await else { return };
    let dying = Process::server(&storage);
    let table = dying.table(&slow_bot()).await;
    let other = Server::on(storage, |_| {}).await;
    assert_eq!(other.metric("searches_total").await, 0);
    dying.kill();
    until("the other server searches", || async { other.metric("searches_total").await > 0 }).await;
    assert_eq!(plies(&other.show(&table).await), 0);
    other.running.stop().await;
}

#[tokio::test]
async fn clock_runs_out_although_the_server_of_the_game_was_killed() {
    let Some(storage) = postgres().await else { return };
    let dying = Process::server(&storage);
    let seats = json!([{ "kind": "person" }, { "kind": "person" }]);
    let setup = json!({ "game": "staqs", "seats": seats, "clock": "0.05+0" });
    let table = dying.table(&setup).await;
    let other = Server::on(storage, |_| {}).await;
    dying.kill();
    // The server finds the game although nobody looks at it.
    until("the game is in memory", || async { other.metric("tables").await == 1 }).await;
    until("the game is over", || async {
        let shown = other.show(&table).await;
        shown["result"]["sentence"].as_str().is_some_and(|end| end.ends_with("ran out of time"))
    })
    .await;
    other.running.stop().await;
}

#[tokio::test]
async fn clock_goes_on_at_another_server() {
    let Some(storage) = postgres().await else { return };
    let dying = Process::server(&storage);
    let other = Server::on(storage, |_| {}).await;
    let seats = json!([{ "kind": "person" }, { "kind": "person" }]);
    let before = Instant::now();
    let table = dying.table(&json!({ "game": "staqs", "seats": seats, "clock": "10+0" })).await;
    let started = before.elapsed();
    dying.kill();
    until("some time has passed", || async { before.elapsed() > Duration::from_secs(2) }).await;
    let least = before.elapsed().saturating_sub(started);
    let left = other.show(&table).await["clocks"][0]["game_ms"].as_u64().expect("a clock");
    let most = before.elapsed();
    let used = Duration::from_secs(600).saturating_sub(Duration::from_millis(left));
    let second = Duration::from_secs(1);
    assert!(used + second >= least && used <= most + second, "{least:?} {used:?} {most:?}");
    other.running.stop().await;
}

#[tokio::test]
async fn worker_moves_for_bots_and_gives_hints_reviews_and_analyses() {
    let Some(storage) = postgres().await else { return };
    let server = Process::server_without_threads(&storage);
    let seats = json!([{ "kind": "person" }, { "kind": "bot", "level": 1 }]);
    let setup = json!({ "game": "clusterfuss", "options": { "size": 4 }, "seats": seats });
    let table = server.table(&setup).await;
    let command = format!("api/tables/{}/command", table.id);
    let post = async |path: &str, body: Value| {
        server.client.post(path, table.secret(0), &body).await.expect("an answer")
    };
    let played = post(&command, json!({ "command": "play", "mv": "a4b4" })).await;
    assert_eq!(played.status, 200, "{}", played.text());
    assert_eq!(plies(&server.show(&table.id).await), 1, "nobody searches");
    let worker = Process::worker(&storage);
    until("the bot has moved", || async { plies(&server.show(&table.id).await) == 2 }).await;
    let hint = post(&format!("api/tables/{}/hint", table.id), json!({})).await;
    assert_eq!(hint.status, 200, "{}", hint.text());
    assert!(hint.json()["moves"].is_array(), "{}", hint.text());
    let analysis = json!({ "game": "clusterfuss", "seconds": 2.5, "lines": 2, "explore": true });
    let analysis = post("api/analysis", analysis).await.text();
    let reports: Vec<Value> =
        analysis.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let (last, others) = reports.split_last().expect("a report");
    assert!(last["done"] == true && last["lines"].as_array().is_some_and(|all| all.len() == 2));
    assert!(last["explorer"].is_object() && !others.is_empty(), "{analysis}");
    assert!(others.iter().all(|report| report["done"] == false), "{analysis}");
    assert_eq!(post(&command, json!({ "command": "resign" })).await.status, 200);
    until("the review is done", || async {
        let review = post(&format!("api/tables/{}/review", table.id), json!({})).await.json();
        review["done"] == true && review["moves"].as_array().is_some_and(|all| all.len() == 2)
    })
    .await;
    let health = worker.client.get("healthz").await.expect("an answer");
    assert_eq!((health.status, health.text().as_str()), (200, "ok\n"));
    assert_eq!(worker.client.get("api/games").await.expect("an answer").status, 404);
}

#[tokio::test]
async fn worker_moves_in_games_between_bots_while_a_spectator_is_watching() {
    let Some(storage) = postgres().await else { return };
    let server = Process::server_without_threads(&storage);
    let _worker = Process::worker(&storage);
    let seats = json!([{ "kind": "bot", "level": 1 }, { "kind": "bot", "level": 1 }]);
    let setup = json!({ "game": "clusterfuss", "options": { "size": 10 }, "seats": seats });
    let table = server.table(&setup).await;
    for plies_before in [0, 2] {
        let path = format!("api/tables/{}/socket", table.id);
        let mut spectator = server.client.socket(&path).await.expect("a socket");
        crate::common::say(&mut spectator, json!({})).await;
        hear_table(&mut spectator, |table| plies(table) > plies_before).await;
        drop(spectator);
        until("the game is paused", || async { server.show(&table.id).await["paused"] == true })
            .await;
    }
}

#[tokio::test]
async fn bot_whose_search_kills_every_worker_plays_a_random_move() {
    let Some(storage) = postgres().await else { return };
    let server = Process::server_without_threads(&storage);
    let seats = json!([{ "kind": "bot" }, { "kind": "person" }]);
    let table =
        server.table(&json!({ "game": "qawale", "position": ABORTS, "seats": seats })).await;
    let mut ended = 0;
    let mut worker = Process::worker(&storage);
    while plies(&server.show(&table.id).await) == 0 {
        if worker.has_ended() {
            ended += 1;
            worker = Process::worker(&storage);
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(ended, 3, "the fourth one does not search");
}

#[tokio::test]
async fn worker_refuses_a_database_for_one_server() {
    let folder = new_folder();
    let mut config = strata_server::Config::new(storage_in(&folder));
    config.serves_games = false;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let error = strata_server::start(config, catalogue(), listener).await.expect_err("it is alone");
    assert!(error.to_string().starts_with("workers need a PostgreSQL database"), "{error}");
}

#[tokio::test]
async fn players_of_a_killed_server_are_away() {
    let Some(storage) = postgres().await else { return };
    let dying = Process::server(&storage);
    let other = Server::on(storage, |_| {}).await;
    let table = other.small(["person", "open"]).await;
    let mut ann = other.socket(&table, table.secret(0)).await;
    let path = format!("api/tables/{}/socket", table.id);
    let mut bob = dying.client.socket(&path).await.expect("a socket");
    crate::common::say(&mut bob, json!({ "auth": table.secret(1) })).await;
    hear_table(&mut ann, |table| table["seats"][1]["connected"] == true).await;
    dying.kill();
    hear_table(&mut ann, |table| table["seats"][1]["connected"] == false).await;
    other.running.stop().await;
}

#[tokio::test]
async fn server_that_was_away_does_not_overwrite_the_moves_of_another() {
    let folder = new_folder();
    let storage = storage_in(&folder);
    let first = Server::on(storage.clone(), |_| {}).await;
    let table = first.small(["person", "person"]).await;
    first.play(&table, 0, "a4b4").await;
    // Somebody removes the lock, and another server takes over for a while.
    std::fs::remove_file(folder.path().join("games.lock")).expect("the lock");
    let second = Server::on(storage, |_| {}).await;
    let entry = find_game(catalogue().games, "clusterfuss").expect("a game");
    let position = |table: &Value| {
        entry.read_position(table["position"].as_str().expect("a position")).expect("it reads")
    };
    let shown = second.show(&table).await;
    let mv = position(&shown).moves().remove(0);
    second.play(&table, 1, &mv).await;
    let expected = moves(&second.show(&table).await);
    second.running.stop().await;
    // The first one still has the older table in memory.
    until("the first server has the lock again", || async {
        let rename = json!({ "command": "rename", "name": "Ann" });
        first.command(&table, table.secret(0), rename).await.0 == 200
    })
    .await;
    assert_eq!(moves(&first.show(&table).await), expected);
    first.running.stop().await;
}

#[tokio::test]
async fn limits_hold_across_servers() {
    let Some(storage) = postgres().await else { return };
    let start = async |storage: Storage| {
        Server::on(storage, |config| {
            config.bounds.tables_per_minute = 0.0;
            config.bounds.table_burst = 10;
        })
        .await
    };
    let servers = [start(storage.clone()).await, start(storage).await];
    for _ in 0..10 {
        servers[0].small(["person", "person"]).await;
    }
    let seats = json!([{ "kind": "person" }, { "kind": "person" }]);
    let setup = json!({ "game": "staqs", "seats": seats });
    until("the other server knows", || async {
        servers[1].post("api/tables", setup.clone()).await.status == 429
    })
    .await;
    stop(servers).await;
}

/// The address of a storage.
fn address_of(storage: &Storage) -> &str {
    match storage {
        Storage::Address(address) => address,
        Storage::Folder(_) => panic!("it is in a folder"),
    }
}

#[tokio::test]
async fn connections_to_postgres_are_encrypted_and_verified_if_the_address_says_so() {
    let Some(storage) = postgres().await else { return };
    let Ok(certificate) = std::env::var("STRATA_TEST_POSTGRES_CERTIFICATE") else { return };
    let plain = address_of(&storage);
    let verified = format!("{plain}?sslmode=verify-full&sslrootcert={certificate}");
    let server = Server::on(Storage::Address(verified), |_| {}).await;
    let table = server.small(["person", "person"]).await;
    server.play(&table, 0, "a4b4").await;
    let mut outside = AnyConnection::connect(plain).await.expect("the database");
    let query = "SELECT COUNT(*) AS plain FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
                 WHERE datname = current_database() AND NOT ssl AND pid <> pg_backend_pid()";
    let row = sqlx::query(query).fetch_one(&mut outside).await.expect("an answer");
    assert_eq!(row.try_get::<i64, _>("plain").expect("a number"), 0);
    server.running.stop().await;
    // The system does not know this certificate.
    let unknown = Storage::Address(format!("{plain}?sslmode=verify-full"));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let refused =
        strata_server::start(strata_server::Config::new(unknown), catalogue(), listener).await;
    assert!(refused.is_err());
}

/// What happens on the way to the database.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Open,
    /// Connections fall silent without being closed, as when a firewall drops packets. New ones work.
    Silent,
    /// There is no database.
    Closed,
}

/// A way to the database that can be closed.
async fn way_to(database: &str) -> (String, watch::Sender<Way>) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let here = listener.local_addr().expect("an address").to_string();
    let (change, way) = watch::channel(Way::Open);
    let (front, rest) = database.split_once('@').expect("a user");
    let (there, name) = rest.split_once('/').expect("a database");
    let there = there.to_owned();
    let address = format!("{front}@{here}/{name}");
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            let (there, mut way) = (there.clone(), way.clone());
            if *way.borrow_and_update() == Way::Closed {
                continue;
            }
            tokio::spawn(async move {
                let mut server = tokio::net::TcpStream::connect(there).await.expect("PostgreSQL");
                tokio::select! {
                    _ = tokio::io::copy_bidirectional(&mut client, &mut server) => {}
                    _ = way.changed() => {
                        if *way.borrow() == Way::Silent {
                            // Both ends stay open, but nothing comes through.
                            std::future::pending::<()>().await;
                        }
                    }
                }
            });
        }
    });
    (address, change)
}

#[tokio::test]
async fn play_resumes_by_itself_when_the_database_is_back() {
    let Some(storage) = postgres().await else { return };
    let (address, way) = way_to(address_of(&storage)).await;
    let server = Server::on(Storage::Address(address), |_| {}).await;
    let table = server.small(["person", "person"]).await;
    let mut spectator = server.socket(&table, "").await;
    hear_table(&mut spectator, |_| true).await;
    way.send_replace(Way::Closed);
    assert_eq!(hear(&mut spectator, |_| false).await, None, "the spectator is disconnected");
    assert_eq!(server.get(&format!("api/tables/{}", table.id)).await.status, 503);
    assert_eq!(server.get("readyz").await.status, 503);
    way.send_replace(Way::Open);
    until("the server is ready", || async { server.get("readyz").await.status == 200 }).await;
    let mut spectator = server.socket(&table, "").await;
    server.play(&table, 0, "a4b4").await;
    hear_table(&mut spectator, |table| plies(table) == 1).await;
    server.running.stop().await;
}

#[tokio::test]
async fn moves_are_saved_again_after_connections_to_the_database_fell_silent() {
    let Some(storage) = postgres().await else { return };
    let (address, way) = way_to(address_of(&storage)).await;
    let server = Server::on(Storage::Address(address), |_| {}).await;
    let table = server.small(["person", "person"]).await;
    server.play(&table, 0, "a4b4").await;
    way.send_replace(Way::Silent);
    let mut tries = 0;
    loop {
        let rename = json!({ "command": "rename", "name": "Ann" });
        let (status, error) = server.command(&table, table.secret(0), rename).await;
        if status == 200 {
            break;
        }
        assert_eq!(status, 503, "{error}");
        tries += 1;
    }
    assert!(tries > 0, "the first try finds a dead connection");
    let shown = server.show(&table).await;
    // The player to move is renamed.
    assert_eq!((plies(&shown), &shown["seats"][1]["name"]), (1, &json!("Ann")));
    until("the server is healthy", || async { server.get("healthz").await.status == 200 }).await;
    server.running.stop().await;
}

#[tokio::test]
async fn sockets_of_a_server_that_ends_are_told_to_connect_again() {
    let server = Server::usual().await;
    let table = server.small(["person", "person"]).await;
    let mut socket = server.socket(&table, "").await;
    hear_table(&mut socket, |_| true).await;
    let stopping = tokio::spawn(server.running.stop());
    let mut code = None;
    while let Some(Ok(message)) = socket.next().await {
        if let Message::Close(Some(frame)) = message {
            code = Some(u16::from(frame.code));
        }
    }
    assert_eq!(code, Some(1012));
    stopping.await.expect("it ends");
}

#[tokio::test]
async fn server_is_not_ready_while_it_drains() {
    let server = Server::usual().await;
    assert_eq!(server.get("readyz").await.status, 200);
    server.running.drain();
    assert_eq!(server.get("readyz").await.status, 503);
    assert_eq!(server.get("healthz").await.status, 200);
    let table = server.small(["person", "person"]).await;
    server.play(&table, 0, "a4b4").await;
    server.running.stop().await;
}

#[tokio::test]
async fn spectators_at_all_servers_are_counted_without_players() {
    let Some(servers) = pair().await else { return };
    let [first, second] = &servers;
    let table = first.small(["person", "person"]).await;
    let mut player = first.socket(&table, table.secret(0)).await;
    let here = first.socket(&table, "").await;
    let elsewhere = [second.socket(&table, "").await, second.socket(&table, "").await];
    hear_table(&mut player, |table| table["spectators"] == 3).await;
    for server in &servers {
        until("both servers know", || async { server.show(&table).await["spectators"] == 3 }).await;
    }
    drop(elsewhere);
    hear_table(&mut player, |table| table["spectators"] == 1).await;
    drop(here);
    hear_table(&mut player, |table| table["spectators"] == 0).await;
    stop(servers).await;
}
