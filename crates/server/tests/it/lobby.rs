//! The lobby: challenges, public games, phrases and QR codes.

use serde_json::{Value, json};
use strata_server::Bounds;

use crate::common::{NewTable, Server, hear, hear_table, postgres, storages, until};

/// A table for the lobby with these kinds of seats; the first player is called Ann.
fn listed(kinds: [&str; 2]) -> Value {
    let [first, second] = kinds;
    json!({
        "game": "clusterfuss",
        "options": { "size": 4 },
        "seats": [{ "kind": first, "name": "Ann" }, { "kind": second }],
        "clock": "5+3",
        "listed": true,
    })
}

async fn lobby(server: &Server) -> Value {
    let answer = server.get("api/lobby").await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

fn ids(lobby: &Value, list: &str) -> Vec<String> {
    let tables = lobby[list].as_array().expect("a list");
    tables.iter().map(|table| table["id"].as_str().expect("an id").to_owned()).collect()
}

/// Waits until the lobby of a server has exactly these challenges and games.
async fn until_lobby(server: &Server, challenges: &[&NewTable], playing: &[&NewTable]) {
    let sorted = |mut ids: Vec<String>| {
        ids.sort();
        ids
    };
    let expected = |tables: &[&NewTable]| {
        sorted(tables.iter().map(|table| table.id.clone()).collect::<Vec<String>>())
    };
    until("the lobby has these tables", || async {
        let lobby = lobby(server).await;
        sorted(ids(&lobby, "challenges")) == expected(challenges)
            && sorted(ids(&lobby, "playing")) == expected(playing)
    })
    .await;
}

async fn join(server: &Server, table: &NewTable, name: &str) -> String {
    let path = format!("api/tables/{}/join", table.id);
    let answer = server.post(&path, json!({ "name": name })).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["secret"].as_str().expect("a secret").to_owned()
}

#[tokio::test]
async fn challenge_becomes_a_public_game_and_leaves_the_lobby_at_its_end() {
    for fresh in storages().await {
        let server = Server::on(fresh.storage.clone(), |_| {}).await;
        let table = server.table(listed(["person", "open"])).await;
        until_lobby(&server, &[], &[]).await;
        let _ann = server.socket(&table, table.secret(0)).await;
        until_lobby(&server, &[&table], &[]).await;
        let shown = &lobby(&server).await["challenges"][0];
        assert_eq!(shown["game"], "clusterfuss");
        assert_eq!(shown["options"]["size"], 4, "{shown}");
        assert_eq!(shown["clock"], "5+3");
        assert_eq!(shown["seats"][0]["name"], "Ann");
        assert_eq!(shown["seats"][1]["taken"], false);
        let secret = join(&server, &table, "Bob").await;
        until_lobby(&server, &[], &[&table]).await;
        assert_eq!(lobby(&server).await["playing"][0]["seats"][1]["name"], "Bob");
        server.play(&table, 0, "a4b4").await;
        until("the move is in the lobby", || async {
            let lobby = lobby(&server).await;
            let shown = &lobby["playing"][0];
            shown["moves"] == 1 && shown["last_move"] == json!(["a4", "b4"])
        })
        .await;
        let resign = json!({ "command": "resign" });
        assert_eq!(server.command(&table, &secret, resign).await.0, 200);
        until_lobby(&server, &[], &[]).await;
        server.running.stop().await;
    }
}

#[tokio::test]
async fn private_tables_are_never_listed() {
    let server = Server::usual().await;
    let mut sockets = Vec::new();
    for kinds in [["person", "open"], ["person", "person"], ["person", "remote"]] {
        let mut setup = listed(kinds);
        setup.as_object_mut().expect("an object").remove("listed");
        let table = server.table(setup).await;
        sockets.push(server.socket(&table, table.secret(0)).await);
        sockets.push(server.socket(&table, table.secret(1)).await);
        assert_eq!(server.show(&table).await["listed"], false);
    }
    // A listed one that was created later is shown, so the others would be, too.
    let table = server.table(listed(["person", "open"])).await;
    let _ann = server.socket(&table, table.secret(0)).await;
    until_lobby(&server, &[&table], &[]).await;
    assert_eq!(server.show(&table).await["listed"], true);
}

#[tokio::test]
async fn challenge_disappears_when_its_creator_leaves_and_returns_with_them() {
    let server = Server::usual().await;
    let table = server.table(listed(["person", "open"])).await;
    for _ in 0..2 {
        let ann = server.socket(&table, table.secret(0)).await;
        until_lobby(&server, &[&table], &[]).await;
        drop(ann);
        until_lobby(&server, &[], &[]).await;
    }
    let mut setup = listed(["person", "open"]);
    setup["clock"] = json!("86400/turn");
    let slow = server.table(setup).await;
    until_lobby(&server, &[&slow], &[]).await;
}

#[tokio::test]
async fn rematch_of_a_public_game_is_public() {
    let server = Server::usual().await;
    let table = server.table(listed(["person", "open"])).await;
    let secret = join(&server, &table, "Bob").await;
    server.command(&table, &secret, json!({ "command": "resign" })).await;
    for secret in [table.secret(0), &secret] {
        server.command(&table, secret, json!({ "command": "rematch" })).await;
    }
    let id = server.show(&table).await["rematch"]["id"].as_str().expect("a rematch").to_owned();
    let next = NewTable { id, secrets: vec![Some(secret), table.secrets[0].clone()] };
    let _sockets =
        (server.socket(&next, next.secret(0)).await, server.socket(&next, next.secret(1)).await);
    until_lobby(&server, &[], &[&next]).await;
}

#[tokio::test]
async fn visitor_may_have_only_a_few_tables_in_the_lobby() {
    let server = Server::with(|config| config.bounds.listed_per_visitor = 2).await;
    for _ in 0..2 {
        server.table(listed(["person", "open"])).await;
    }
    let refused = server.post("api/tables", listed(["person", "open"])).await;
    assert_eq!(refused.status, 429, "{}", refused.text());
    let mut private = listed(["person", "open"]);
    private["listed"] = json!(false);
    server.table(private).await;
    let bots = server.post("api/tables", listed(["bot", "bot"])).await;
    assert_eq!(bots.status, 422, "{}", bots.text());
}

#[tokio::test]
async fn names_in_the_lobby_are_cleaned() {
    let server = Server::usual().await;
    let mut setup = listed(["person", "open"]);
    setup["seats"][0]["name"] = json!("\u{202e}<b>A\u{200b}nn</b>\u{0301}\u{0301}\u{0301}\"\n");
    let table = server.table(setup).await;
    let _ann = server.socket(&table, table.secret(0)).await;
    until_lobby(&server, &[&table], &[]).await;
    let shown = lobby(&server).await;
    let name = shown["challenges"][0]["seats"][0]["name"].as_str().expect("a name");
    assert_eq!(name, server.show(&table).await["seats"][0]["name"]);
    assert!(name.starts_with("<b>Ann</b>"), "{name:?}");
    assert!(!name.contains(['\u{202e}', '\u{200b}', '\n']), "{name:?}");
}

#[tokio::test]
async fn lobby_socket_sends_every_change_and_counts_people() {
    let server = Server::usual().await;
    let mut socket = server.client.socket("api/lobby/socket").await.expect("a socket");
    let first = hear(&mut socket, |message| message["type"] == "lobby").await.expect("the lobby");
    assert_eq!(first["lobby"]["challenges"], json!([]));
    let table = server.table(listed(["person", "open"])).await;
    let _ann = server.socket(&table, table.secret(0)).await;
    let is_changed = |message: &Value| {
        message["type"] == "lobby" && message["lobby"]["challenges"][0]["id"] == table.id.as_str()
    };
    hear(&mut socket, is_changed).await.expect("the challenge");
    let _spectator = server.socket(&table, "").await;
    let counted = |message: &Value| message["lobby"]["people"] == 3;
    hear(&mut socket, counted).await.expect("three people");
}

#[tokio::test]
async fn servers_on_one_database_show_the_same_lobby() {
    let Some(storage) = postgres().await else { return };
    let limits = |config: &mut strata_server::Config| config.bounds = Bounds::for_measuring();
    let here = Server::on(storage.clone(), limits).await;
    let there = Server::on(storage, limits).await;
    let table = here.table(listed(["person", "open"])).await;
    let mut ann = here.socket(&table, table.secret(0)).await;
    for server in [&here, &there] {
        until_lobby(server, &[&table], &[]).await;
    }
    let secret = join(&there, &table, "Bob").await;
    for server in [&here, &there] {
        until_lobby(server, &[], &[&table]).await;
        until("both count everybody", || async { lobby(server).await["people"] == 1 }).await;
    }
    let say = json!({ "command": "say", "phrase": "good_luck" });
    assert_eq!(there.command(&table, &secret, say).await.0, 200);
    let heard = hear_table(&mut ann, |table| table["said"][0]["phrase"] == "good_luck").await;
    assert_eq!(heard["said"][0]["player"], 1);
    drop(ann);
    for server in [&here, &there] {
        until_lobby(server, &[], &[]).await;
    }
    here.running.stop().await;
    there.running.stop().await;
}

#[tokio::test]
async fn phrases_reach_everybody_and_are_limited() {
    let server = Server::usual().await;
    let table = server.table(listed(["person", "open"])).await;
    let secret = join(&server, &table, "Bob").await;
    let mut spectator = server.socket(&table, "").await;
    let say = |phrase: &str| json!({ "command": "say", "phrase": phrase });
    assert_eq!(server.command(&table, table.secret(0), say("hello")).await.0, 200);
    hear_table(&mut spectator, |table| table["said"][0]["phrase"] == "hello").await;
    assert_eq!(server.command(&table, &secret, say("good_luck")).await.0, 200);
    let both = hear_table(&mut spectator, |table| table["said"][1]["phrase"] == "good_luck").await;
    assert_eq!(both["said"][1]["player"], 1);
    // The burst is three; the second player still has two left.
    for status in [200, 200, 429] {
        assert_eq!(server.command(&table, table.secret(0), say("oops")).await.0, status);
    }
    assert_eq!(server.command(&table, &secret, say("thanks")).await.0, 200);
    for (body, status) in [
        (say("you are stupid"), 400),
        (json!({ "command": "say" }), 422),
        (json!({ "command": "say", "phrase": "thanks", "player": 0 }), 401),
    ] {
        assert_eq!(server.command(&table, &secret, body.clone()).await.0, status, "{body}");
    }
    assert_eq!(server.command(&table, "", say("hello")).await.0, 401, "spectators are silent");
    let alone = server.small(["person", "bot"]).await;
    assert_eq!(server.command(&alone, alone.secret(0), say("hello")).await.0, 409);
}
