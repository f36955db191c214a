//! The OpenAPI document matches the server: the tests use every operation and check every response.
//! A field that is sent but not documented fails, and so does a documented status that never
//! occurs.

mod asking;
mod contract;

use crate::common::{Server, hear, say, until};
use asking::Asking;
use serde_json::{Value, json};
use strata_rules::{Random, find_game};

#[tokio::test]
async fn every_response_matches_the_document_and_every_documented_status_occurs() {
    let asking = Asking::start().await;
    for path in ["api/games", "api/openapi.json", "healthz", "readyz", "metrics"] {
        asking.get(path).await;
    }
    ask_for_positions(&asking).await;
    ask_for_tables(&asking).await;
    ask_for_the_lobby(&asking).await;
    ask_for_streams(&asking).await;
    ask_for_refusals(&asking).await;
    let unseen = asking.contract.unseen();
    // These tests open no sockets, no client is slow, and the server is never unavailable.
    let seldom = ["101", "408", "503"];
    let unseen: Vec<_> =
        unseen.iter().filter(|(_, status)| !seldom.contains(&status.as_str())).collect();
    assert!(unseen.is_empty(), "{unseen:?}");
}

/// Positions of every game, from a complete game of each.
async fn ask_for_positions(asking: &Asking) {
    for game in strata_games::GAMES {
        let id = game.info.id;
        asking.get(&format!("api/rules/{id}?theme=dark&flip=true")).await;
        asking.get(&format!("api/picture.svg?game={id}&flip=true")).await;
        asking.get(&format!("api/picture.png?game={id}")).await;
        asking.post("api/draft", "", json!({ "game": id, "change": "clear" })).await;
        let mut position = game.open([]).expect("the game").start();
        let mut random = Random::new(5);
        let mut record = format!("[Game \"{id}\"]\n\n");
        loop {
            let text = position.text();
            let shown =
                asking.post("api/position", "", json!({ "game": id, "position": text })).await;
            let first = &shown.json()["next"][0];
            let body = json!({ "game": id, "position": text, "steps": [first, first, first] });
            asking.post("api/position", "", body).await;
            let Some(mv) = position.play_random(&mut random) else { break };
            let body = json!({ "game": id, "position": text, "move": mv });
            asking.post("api/frames", "", body).await;
            record += &format!("{mv} {{[%eval 0.5] a comment}} ");
        }
        let outcome = position.outcome().expect("an end");
        record += &outcome.result(position.players());
        let answer = asking.post("api/records", "", json!({ "text": record })).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
    }
}

/// Tables, with everything that can happen there.
async fn ask_for_tables(asking: &Asking) {
    let seats = json!([{ "kind": "remote", "name": "Ann" }, { "kind": "open" }]);
    let setup = json!({ "game": "qawale", "seats": seats, "clock": "5+3,30/turn" });
    let mut table = asking.table(setup).await;
    let join = format!("api/tables/{}/join", table.id);
    asking.post(&join, table.secret(0), json!({ "name": "Ann" })).await;
    let joined = asking.post(&join, "", json!({})).await.json();
    table.secrets[1] = joined["secret"].as_str().map(str::to_owned);
    assert_eq!(asking.post(&join, "", json!({})).await.status, 409);
    asking.command(&table, 0, json!({ "command": "play", "mv": "d4www" })).await;
    asking.commands(&table, [(0, "takeback"), (1, "decline_takeback")]).await;
    asking.command(&table, 1, json!({ "command": "play", "mv": "d1nnn" })).await;
    let answers = [(0, "takeback"), (1, "accept_takeback"), (1, "rename"), (0, "offer_draw")];
    asking.commands(&table, answers).await;
    asking.commands(&table, [(1, "decline_draw"), (1, "offer_draw")]).await;
    asking.get(&format!("api/tables/{}", table.id)).await;
    asking.command(&table, 0, json!({ "command": "play", "mv": "d4www" })).await;
    asking.commands(&table, [(1, "offer_draw"), (0, "accept_draw"), (0, "rematch")]).await;
    let review = format!("api/tables/{}/review", table.id);
    until("the review is done", || async {
        asking.post(&review, "", json!({})).await.json()["done"] == true
    })
    .await;
    let hint = format!("api/tables/{}/hint", table.id);
    assert_eq!(asking.post(&hint, table.secret(0), json!({})).await.status, 409);
    for ending in ["resign", "abandon"] {
        let seats = json!([{ "kind": "person" }, { "kind": "person" }]);
        let setup = json!({ "game": "isaac", "seats": seats, "clock": "60+0" });
        let table = asking.table(setup).await;
        let shown = asking.get(&format!("api/tables/{}?svg=true&theme=dark-cb", table.id)).await;
        let game = find_game(strata_games::GAMES, "isaac").expect("the game");
        let text = shown.json()["position"].as_str().expect("a position").to_owned();
        let moves = game.read_position(&text).expect("it reads").moves();
        asking.command(&table, 0, json!({ "command": "play", "mv": moves[0] })).await;
        asking.commands(&table, [(0, "takeback"), (0, "redo"), (0, "go_to")]).await;
        asking.commands(&table, [(0, "pause"), (0, "resume"), (0, ending)]).await;
        asking.get(&format!("api/tables/{}/position/1", table.id)).await;
        for end in ["pgn", "svg?ply=1&flip=true", "png"] {
            assert_eq!(asking.get(&format!("{}.{end}", table.id)).await.status, 200);
        }
    }
    let refused = json!({ "command": "resign" });
    let path = format!("api/tables/{}/command", table.id);
    assert_eq!(asking.post(&path, table.secret(0), refused).await.status, 409);
}

/// The lobby with a challenge, its socket, a phrase and a QR code.
async fn ask_for_the_lobby(asking: &Asking) {
    let seats = json!([{ "kind": "person", "name": "Ann" }, { "kind": "open" }]);
    let table =
        asking.table(json!({ "game": "staqs", "seats": seats, "clock": "5+3", "listed": true }));
    let table = table.await;
    let _ann = asking.server.socket(&table, table.secret(0)).await;
    until("the challenge is in the lobby", || async {
        asking.get("api/lobby").await.json()["challenges"][0]["id"] == table.id.as_str()
    })
    .await;
    let mut socket = asking.server.client.socket("api/lobby/socket").await.expect("a socket");
    let heard = hear(&mut socket, |message| message["type"] == "lobby").await.expect("the lobby");
    let described = &asking.contract.document["paths"]["/api/lobby/socket"]["get"];
    asking.contract.check_value(&described["x-messages"]["server"], &heard, "heard");
    let said = json!({ "command": "say", "phrase": "hello" });
    assert_eq!(asking.command(&table, 0, said).await["said"][0]["phrase"], "hello");
    asking.post("api/qr", "", json!({ "text": "https://play.example.org" })).await;
}

/// Streams, and requests that take a while.
async fn ask_for_streams(asking: &Asking) {
    let seats = json!([{ "kind": "bot", "level": 1 }, { "kind": "bot" }]);
    let setup = json!({ "game": "clusterfuss", "options": { "size": 4 }, "seats": seats });
    let table = asking.table(setup).await;
    let review = format!("api/tables/{}/review", table.id);
    assert_eq!(asking.post(&review, "", json!({})).await.status, 409);
    let path = format!("api/tables/{}/events", table.id);
    let mut lines = asking.server.client.ask("GET", &path, &[], b"").await.expect("a stream");
    while let Some(line) = lines.next_line().await.expect("a line") {
        asking.contract.check_line("get", &path, &line);
        if !line["table"]["result"].is_null() {
            break;
        }
    }
    let table = asking.server.small(["person", "bot"]).await;
    asking.post(&format!("api/tables/{}/hint", table.id), table.secret(0), json!({})).await;

    let body = json!({ "game": "staqs", "seconds": 0.2, "lines": 2, "explore": true }).to_string();
    let mut lines = asking
        .server
        .client
        .ask("POST", "api/analysis", &[], body.as_bytes())
        .await
        .expect("a stream");
    while let Some(line) = lines.next_line().await.expect("a line") {
        asking.contract.check_line("post", "api/analysis", &line);
    }

    let server_says = &asking.contract.document["paths"]["/api/tables/{id}/socket"]["get"]["x-messages"]
        ["server"];
    let message = json!({ "$ref": "#/components/schemas/SocketRequest" });
    let mut socket = asking.server.socket(&table, table.secret(0)).await;
    for (said, kind, is_valid) in [
        (json!({ "look": { "svg": true } }), "table", true),
        (json!({ "seq": 1, "command": "play", "mv": "a4b4" }), "answer", true),
        (json!({ "seq": 2, "command": "play", "mv": "nonsense" }), "answer", true),
        (json!({ "seq": 3, "command": "prance" }), "answer", false),
    ] {
        assert_eq!(asking.contract.may_be_sent(&message, &said), is_valid, "{said}");
        say(&mut socket, said).await;
        let heard = hear(&mut socket, |message| message["type"] == kind).await.expect("a message");
        asking.contract.check_value(server_says, &heard, "heard");
    }
}

/// The server accepts every example of a request.
#[tokio::test]
async fn documented_examples_succeed() {
    let asking = Asking::start().await;
    let schemas = &asking.contract.document["components"]["schemas"];
    let setup = schemas["TableRequest"]["examples"][0].clone();
    let table = asking.table(setup).await;
    let open = asking.server.small(["person", "open"]).await;
    for (method, path, operation) in asking.contract.operations() {
        let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
        let Some(name) = schema["$ref"].as_str().and_then(|link| link.rsplit('/').next()) else {
            continue;
        };
        let example = &schemas[name]["examples"][0];
        assert!(asking.contract.may_be_sent(schema, example), "{name}: {example}");
        let secret = if name == "JoinRequest" { "" } else { table.secret(0) };
        let path = fill(path, if name == "JoinRequest" { &open.id } else { &table.id }, "");
        let answer = asking.server.client.post(&path, secret, example).await.expect("an answer");
        assert!(answer.status < 300, "{method} {path}, {example}: {}", answer.text());
    }
}

/// The path of an operation with its parameters filled in.
fn fill(path: &str, id: &str, game: &str) -> String {
    let path = path.trim_start_matches('/').replace("{node}", "0");
    path.replace("{id}", id).replace("{game}", game)
}

/// Every error response that the document lists, for every operation.
async fn ask_for_refusals(asking: &Asking) {
    let table = asking.server.small(["person", "person"]).await;
    let busy = Server::with(|config| config.bounds.request_burst = 0.0).await;
    let bearer = format!("Bearer {}", table.secret(0));
    let own = || vec![("authorization", bearer.as_str())];
    let large = " ".repeat(2 << 20);
    for (method, path, operation) in asking.contract.operations() {
        let good = fill(path, &table.id, "staqs");
        let broken = fill(path, "%ff", "%ff");
        let broken = if good == broken { format!("{good}?theme=pink") } else { broken };
        let unknown = fill(path, "bbbbbbbbbbbb", "nothing");
        let unknown = if good == unknown { format!("{good}?game=nothing") } else { unknown };
        let unreadable = match method {
            "get" => format!("{good}?game=staqs&position=nonsense"),
            _ => good.clone(),
        };
        let other_site = vec![("origin", "http://evil"), ("sec-websocket-key", "x")];
        for (status, path, headers, body) in [
            (400, broken, vec![], "[".to_owned()),
            (401, good.clone(), vec![("authorization", "Basic x")], "{}".to_owned()),
            (403, good.clone(), other_site, String::new()),
            (404, unknown, vec![], example(asking, operation, &[("game", "nothing")])),
            (413, good.clone(), vec![], large.clone()),
            (422, unreadable, own(), example(asking, operation, &UNREADABLE)),
            (429, good.clone(), vec![], String::new()),
        ] {
            if operation["responses"].get(status.to_string()).is_none() {
                continue;
            }
            let server = if status == 429 { &busy } else { &asking.server };
            let upper = method.to_uppercase();
            let answer = server.client.request(&upper, &path, &headers, body.as_bytes()).await;
            let answer = answer.expect("an answer");
            assert_eq!(answer.status, status, "{method} {path} {body:.80}: {}", answer.text());
            asking.contract.check(method, good.as_str(), &answer);
        }
    }
}

/// Texts that match every schema, but that no game can parse.
const UNREADABLE: [(&str, &str); 4] =
    [("position", "nonsense"), ("move", "nonsense"), ("text", "nonsense"), ("mv", "")];

/// The example of a request body, with other values for the fields that it has. A position can be
/// added to every body with a game.
fn example(asking: &Asking, operation: &Value, changes: &[(&str, &str)]) -> String {
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
    let Some(name) = schema["$ref"].as_str().and_then(|link| link.rsplit('/').next()) else {
        return String::new();
    };
    let mut body = asking.contract.document["components"]["schemas"][name]["examples"][0].clone();
    for (field, value) in changes {
        let has_field = body.get(field).is_some();
        if has_field || *field == "position" && body.get("game").is_some() {
            body[*field] = (*value).into();
        }
    }
    body.to_string()
}
