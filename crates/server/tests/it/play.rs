//! Playing through the API and over sockets.

use std::time::Duration;

use crate::common::{BREAKS_DOWN, Fresh, Server, hear, hear_table, plies, say, storages, until};
use serde_json::{Value, json};
use strata_rules::{Random, find_game};

/// Any legal move of a position.
fn any_move(table: &Value, random: &mut Random) -> String {
    let game = table["game"].as_str().expect("a game");
    let entry = find_game(strata_games::GAMES, game).expect("a known game");
    let mut position =
        entry.read_position(table["position"].as_str().expect("a position")).expect("it reads");
    position.play_random(random).expect("the game goes on")
}

#[tokio::test]
async fn program_plays_whole_games_against_bots() {
    for Fresh { storage, _folder } in storages().await {
        let server = Server::on(storage, |_| {}).await;
        for game in ["staqs", "clusterfuss", "qawale", "isaac"] {
            let seats =
                json!([{ "kind": "person", "name": "Robot" }, { "kind": "bot", "level": 2 }]);
            let table = server.table(json!({ "game": game, "seats": seats })).await;
            let path = format!("api/tables/{}/events", table.id);
            let bearer = format!("Bearer {}", table.secret(0));
            let mut events = server
                .client
                .ask("GET", &path, &[("authorization", &bearer)], b"")
                .await
                .expect("a stream");
            assert_eq!(events.head().header("content-type"), Some("application/x-ndjson"));
            let mut random = Random::new(7);
            let mut played = None;
            let end = loop {
                let line = events.next_line().await.expect("a line").expect("an open stream");
                let shown = &line["table"];
                if line["type"] != "table" || shown["turn"].is_null() {
                    if !shown["result"].is_null() {
                        break shown.clone();
                    }
                    continue;
                }
                assert_eq!(shown["you"], json!([0]));
                let ply = plies(shown);
                // The stream also reports changes other than moves.
                if shown["turn"] == 0 && played != Some(ply) {
                    server.play(&table, 0, &any_move(shown, &mut random)).await;
                    played = Some(ply);
                }
            };
            let sentence = end["result"]["sentence"].as_str().expect("a sentence");
            assert!(sentence.contains(':'), "{sentence}");
            let record = server.get(&format!("{}.pgn", table.id)).await.text();
            let result = end["result"]["result"].as_str().expect("a result");
            assert!(record.trim_end().ends_with(result), "{record}");
        }
        server.running.stop().await;
    }
}

#[tokio::test]
async fn moves_are_sent_to_the_opponent() {
    let server = Server::usual().await;
    let table = server.small(["person", "open"]).await;
    let mut ann = server.socket(&table, table.secret(0)).await;
    let waiting = hear_table(&mut ann, |_| true).await;
    assert_eq!(waiting["you"], json!([0]));
    assert_eq!(waiting["seats"][1]["kind"], "open");
    let mut bob = server.socket(&table, table.secret(1)).await;
    let seen = hear_table(&mut bob, |table| table["seats"][1]["taken"] == true).await;
    assert_eq!(seen["you"], json!([1]));
    hear_table(&mut ann, |table| table["seats"][1]["connected"] == true).await;

    say(&mut ann, json!({ "seq": 5, "command": "play", "mv": "a4b4", "ply": 0 })).await;
    let answer = hear(&mut ann, |message| message["type"] == "answer").await.expect("an answer");
    assert_eq!(answer, json!({ "type": "answer", "seq": 5, "error": null }));
    let after = hear_table(&mut bob, |table| plies(table) == 1).await;
    assert_eq!(after["history"][1]["mv"], "a4b4");
    assert_eq!(after["events"][0]["event"], "moved");

    // A player who reconnects receives the current table, and the opponent sees the reconnection.
    drop(bob);
    hear_table(&mut ann, |table| table["seats"][1]["connected"] == false).await;
    let mut bob = server.socket(&table, table.secret(1)).await;
    assert_eq!(plies(&hear_table(&mut bob, |_| true).await), 1);
    hear_table(&mut ann, |table| table["seats"][1]["connected"] == true).await;
    say(&mut bob, json!({ "seq": 1, "command": "play", "mv": "a3b3" })).await;
    hear_table(&mut ann, |table| plies(table) == 2).await;
}

#[tokio::test]
async fn move_is_played_once_and_only_in_turn() {
    let server = Server::usual().await;
    let table = server.small(["person", "open"]).await;
    let play = json!({ "command": "play", "mv": "a4b4", "ply": 0 });
    assert_eq!(server.command(&table, table.secret(0), play.clone()).await.0, 200);
    let (status, error) = server.command(&table, table.secret(0), play).await;
    assert_eq!((status, error.as_str()), (409, "the game is at ply 1, not 0; reload the table"));
    let early = json!({ "command": "play", "mv": "b4c4" });
    let (status, error) = server.command(&table, table.secret(0), early).await;
    assert_eq!((status, error.as_str()), (409, "it is Blue's turn"));
    let illegal = json!({ "command": "play", "mv": "a1a9" });
    let (status, error) = server.command(&table, table.secret(1), illegal).await;
    assert_eq!(status, 409);
    assert!(error.contains("a1a9"), "{error}");
    assert_eq!(plies(&server.show(&table).await), 1);
}

#[tokio::test]
async fn concurrent_commands_play_a_move_once() {
    let server = Server::usual().await;
    let table = server.small(["person", "person"]).await;
    let play = json!({ "command": "play", "mv": "a4b4", "ply": 0 });
    let submits = (0..20).map(|_| server.command(&table, table.secret(0), play.clone()));
    let answers = futures_util::future::join_all(submits).await;
    assert_eq!(answers.iter().filter(|(status, _)| *status == 200).count(), 1);
    assert_eq!(plies(&server.show(&table).await), 1);
}

#[tokio::test]
async fn joining_takes_open_seats_until_all_are_taken() {
    let server = Server::usual().await;
    let table = server.small(["person", "open"]).await;
    let path = format!("api/tables/{}/join", table.id);
    let joined = server.post(&path, json!({ "name": " Bob\u{202e} " })).await.json();
    assert_eq!(joined["player"], 1);
    let secret = joined["secret"].as_str().expect("a secret");
    let shown = server.show(&table).await;
    assert_eq!(shown["seats"][1]["name"], "Bob");
    let again = server.post(&path, json!({})).await;
    assert_eq!(
        (again.status, again.json()["error"].as_str()),
        (409, Some("all seats are taken; open the table to watch"))
    );
    // The secret of the invite link is no longer valid.
    server.play(&table, 0, "a4b4").await;
    let play = json!({ "command": "play", "mv": "a3b3" });
    assert_eq!(server.command(&table, table.secret(1), play.clone()).await.0, 401);
    assert_eq!(server.command(&table, secret, play).await.0, 200);
}

#[tokio::test]
async fn remote_seat_is_taken_with_its_secret() {
    let server = Server::usual().await;
    let table = server.small(["person", "open"]).await;
    let path = format!("api/tables/{}/join", table.id);
    let body = json!({ "name": "Bob" });
    let joined = server.client.post(&path, table.secret(1), &body).await.expect("an answer").json();
    assert_eq!(joined, json!({ "player": 1, "secret": table.secret(1) }));
    assert_eq!(server.post(&path, json!({})).await.status, 409);
    assert_eq!(server.show(&table).await["seats"][1]["name"], "Bob");
}

#[tokio::test]
async fn bot_plays_a_random_move_in_positions_with_too_many_moves() {
    let server = Server::usual().await;
    // The highest stack that the engine accepts; one more stone is too many.
    let tall = "std_0.0.0.n-0.0.0.0-0.0.0.0-nnnnnnldldldld.n.0.0_l";
    // At this level the test engine would search for longer than the test waits.
    let seats = json!([{ "kind": "person" }, { "kind": "bot", "level": 8 }]);
    let setup = json!({ "game": "qawale", "position": tall, "seats": seats });
    let table = server.table(setup).await;
    server.play(&table, 0, "b1wn").await;
    until("the bot has moved", || async { plies(&server.show(&table).await) == 2 }).await;
}

#[tokio::test]
async fn game_continues_after_a_search_panics() {
    let server = Server::usual().await;
    let seats = json!([{ "kind": "bot" }, { "kind": "person" }]);
    let setup = json!({ "game": "qawale", "position": BREAKS_DOWN, "seats": seats });
    let table = server.table(setup).await;
    until("the bot has moved", || async { plies(&server.show(&table).await) == 1 }).await;
    server.command(&table, table.secret(1), json!({ "command": "resign" })).await;
    let review = format!("api/tables/{}/review", table.id);
    until("the review is done", || async {
        let review = server.post(&review, json!({})).await.json();
        review["done"] == true && review["moves"][0]["best"].is_null()
    })
    .await;
    let seats = json!([{ "kind": "person" }, { "kind": "bot" }]);
    let setup = json!({ "game": "qawale", "position": BREAKS_DOWN, "seats": seats });
    let table = server.table(setup).await;
    let hint = format!("api/tables/{}/hint", table.id);
    let hint = server.client.post(&hint, table.secret(0), &json!({})).await.expect("an answer");
    assert_eq!(hint.json()["error"], "the engine failed on this position");
}

#[tokio::test]
async fn finished_game_cannot_be_joined() {
    let server = Server::usual().await;
    let table = server.small(["person", "open"]).await;
    server.command(&table, table.secret(0), json!({ "command": "resign" })).await;
    let join = server.post(&format!("api/tables/{}/join", table.id), json!({})).await;
    assert_eq!((join.status, &join.json()["error"]), (409, &json!("the game is over")));
}

#[tokio::test]
async fn rematch_swaps_sides_and_keeps_secrets() {
    let server = Server::usual().await;
    let table = server.small(["person", "open"]).await;
    let mut bob = server.socket(&table, table.secret(1)).await;
    let (status, error) =
        server.command(&table, table.secret(0), json!({ "command": "rematch" })).await;
    assert_eq!(
        (status, error.as_str()),
        (409, "the game is still in progress; ask for a rematch when it is over")
    );
    server.command(&table, table.secret(0), json!({ "command": "resign" })).await;
    server.command(&table, table.secret(0), json!({ "command": "rematch" })).await;
    let shown = hear_table(&mut bob, |table| table["want_rematch"] == json!([0])).await;
    assert!(shown["rematch"].is_null(), "the rematch needs the consent of both");
    server.command(&table, table.secret(1), json!({ "command": "rematch" })).await;
    let shown = hear_table(&mut bob, |table| !table["rematch"].is_null()).await;
    let mut next = table.clone();
    next.id = shown["rematch"]["id"].as_str().expect("an id").to_owned();
    // Asking again returns the same table.
    server.command(&table, table.secret(0), json!({ "command": "rematch" })).await;
    assert_eq!(server.show(&table).await["rematch"]["id"], next.id.as_str());
    let play = json!({ "command": "play", "mv": "a4b4" });
    assert_eq!(server.command(&next, table.secret(0), play.clone()).await.0, 409);
    assert_eq!(server.command(&next, table.secret(1), play).await.0, 200);
    // Nobody else can take the seats.
    assert_eq!(server.post(&format!("api/tables/{}/join", next.id), json!({})).await.status, 409);
}

#[tokio::test]
async fn clocks_start_when_all_seats_are_taken_and_run_out() {
    let server = Server::usual().await;
    let seats = json!([{ "kind": "person" }, { "kind": "open" }]);
    let setup = json!({ "game": "qawale", "seats": seats, "clock": "0.005+0" });
    let table = server.table(setup).await;
    for early in [json!({ "command": "play", "mv": "d4www" }), json!({ "command": "offer_draw" })] {
        let (status, error) = server.command(&table, table.secret(0), early).await;
        assert_eq!(status, 409);
        assert!(error.starts_with("the game has not started"), "{error}");
    }
    assert_eq!(server.show(&table).await["waiting"], true);
    let mut bob = server.socket(&table, table.secret(1)).await;
    let end = hear_table(&mut bob, |table| !table["result"].is_null()).await;
    assert_eq!(end["result"]["sentence"], "Dark wins: Light ran out of time");
    assert_eq!(end["clocks"][0]["game_ms"], 0);
}

#[tokio::test]
async fn win_can_be_claimed_only_if_the_player_to_move_is_away() {
    let absence = Duration::from_millis(200);
    let server = Server::with(|config| config.bounds.absence = absence).await;
    let seats = json!([{ "kind": "person" }, { "kind": "open" }]);
    let setup = json!({ "game": "qawale", "seats": seats, "clock": "10+0" });
    let table = server.table(setup).await;
    let ann = server.socket(&table, table.secret(0)).await;
    let mut bob = server.socket(&table, table.secret(1)).await;
    hear_table(&mut bob, |table| table["waiting"] == false).await;
    let claim = json!({ "command": "claim" });
    let (status, error) = server.command(&table, table.secret(1), claim.clone()).await;
    assert_eq!(status, 409);
    assert!(error.contains("has not been away"), "{error}");
    drop(ann);
    until("the win can be claimed", || async {
        server.command(&table, table.secret(1), claim.clone()).await.0 == 200
    })
    .await;
    let end = hear_table(&mut bob, |table| !table["result"].is_null()).await;
    assert_eq!(end["result"]["sentence"], "Dark wins: Light left the game");
}

#[tokio::test]
async fn win_cannot_be_claimed_with_long_turns() {
    let server = Server::with(|config| config.bounds.absence = Duration::ZERO).await;
    let seats = json!([{ "kind": "open" }, { "kind": "person" }]);
    for (clock, can_be_claimed) in [("86400/turn", false), ("1800/turn", true)] {
        let setup = json!({ "game": "qawale", "seats": seats, "clock": clock });
        let table = server.table(setup).await;
        let _ann = server.socket(&table, table.secret(1)).await;
        let path = format!("api/tables/{}/join", table.id);
        assert_eq!(server.post(&path, json!({})).await.status, 200);
        until("both seats are taken", || async { server.show(&table).await["waiting"] == false })
            .await;
        assert_eq!(server.show(&table).await["claim_at_ms"].is_i64(), can_be_claimed, "{clock}");
        let claim = json!({ "command": "claim" });
        let (status, error) = server.command(&table, table.secret(1), claim).await;
        assert_eq!(status == 200, can_be_claimed, "{clock}: {error}");
    }
}

#[tokio::test]
async fn takebacks_need_consent_of_people_but_not_of_bots() {
    let server = Server::usual().await;
    let table = server.small(["person", "open"]).await;
    server.play(&table, 0, "a4b4").await;
    let takeback = json!({ "command": "takeback" });
    assert_eq!(server.command(&table, table.secret(0), takeback.clone()).await.0, 200);
    let shown = server.show(&table).await;
    assert_eq!((plies(&shown), &shown["offer"]["proposal"]), (1, &json!("takeback")));
    let accept = json!({ "command": "accept_takeback" });
    assert_eq!(server.command(&table, table.secret(1), accept).await.0, 200);
    assert_eq!(plies(&server.show(&table).await), 0);

    let table = server.small(["person", "bot"]).await;
    server.play(&table, 0, "a4b4").await;
    until("the bot has moved", || async { plies(&server.show(&table).await) == 2 }).await;
    assert_eq!(server.command(&table, table.secret(0), takeback).await.0, 200);
    assert_eq!(plies(&server.show(&table).await), 0);
}

#[tokio::test]
async fn bots_play_each_other_while_a_spectator_is_watching() {
    let server = Server::usual().await;
    let table = server.small(["bot", "bot"]).await;
    let before = server.metric("searches_total").await;
    let mut watcher = server.socket(&table, "").await;
    let end = hear_table(&mut watcher, |table| !table["result"].is_null()).await;
    assert_eq!(end["you"], json!([]));
    assert_eq!(before, 0);
}

#[tokio::test]
async fn bots_pause_while_the_spectator_is_not_watching() {
    let server = Server::usual().await;
    let table = server.small(["bot", "bot"]).await;
    assert_eq!(server.show(&table).await["paused"], true, "nobody looks yet");
    let mut watcher = server.socket(&table, "").await;
    hear_table(&mut watcher, |table| table["paused"] == false).await;
    say(&mut watcher, json!({ "watching": false })).await;
    let left = hear_table(&mut watcher, |table| table["paused"] == true).await;
    let mut other = server.socket(&table, "").await;
    let found = hear_table(&mut other, |table| table["paused"] == false).await;
    assert_eq!(plies(&found), plies(&left), "nothing has moved meanwhile");
    drop(other);
    hear_table(&mut watcher, |table| table["paused"] == true).await;
    say(&mut watcher, json!({ "watching": true })).await;
    hear_table(&mut watcher, |table| !table["result"].is_null()).await;
}

#[tokio::test]
async fn clocks_of_bots_stop_while_no_one_is_watching() {
    let server = Server::usual().await;
    let seats = json!([{ "kind": "bot", "level": 1 }, { "kind": "bot", "level": 1 }]);
    let setup = json!({ "game": "qawale", "seats": seats, "clock": "0.5/turn" });
    let table = server.table(setup).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(server.show(&table).await["result"], serde_json::Value::Null);
}

#[tokio::test]
async fn requests_without_a_socket_postpone_the_claim() {
    let absence = Duration::from_secs(3600);
    let server = Server::with(|config| config.bounds.absence = absence).await;
    let seats = json!([{ "kind": "open" }, { "kind": "person" }]);
    let setup = json!({ "game": "clusterfuss", "seats": seats, "clock": "5+3" });
    let table = server.table(setup).await;
    let claim = json!({ "command": "claim" });
    let second = Duration::from_millis(1_000);
    // A refused claim updates the time of the claim, so the table shows when the player was last
    // seen.
    let is_put_off_until = async |moment: i64| {
        let (status, error) = server.command(&table, table.secret(1), claim.clone()).await;
        assert_eq!(status, 409, "{error}");
        let shown = server.show(&table).await;
        shown["claim_at_ms"].as_i64().expect("a time") - absence.as_millis() as i64 >= moment
    };
    let time = async || server.show(&table).await["server_time_ms"].as_i64().expect("a time");
    // A player who has just joined is present.
    tokio::time::sleep(second).await;
    let before = time().await;
    let path = format!("api/tables/{}/join", table.id);
    let joined = server.post(&path, json!({})).await;
    assert_eq!(joined.status, 200);
    until("joining postpones the claim", || is_put_off_until(before)).await;
    // So is a player who has just sent a request.
    tokio::time::sleep(second).await;
    let before = time().await;
    let joined = joined.json();
    let own = format!("Bearer {}", joined["secret"].as_str().expect("a secret"));
    let headers = [("authorization", own.as_str())];
    let path = format!("api/tables/{}", table.id);
    until("the request postpones the claim", || async {
        let shown = server.client.request("GET", &path, &headers, b"").await.expect("an answer");
        assert_eq!(shown.json()["you"], json!([0]));
        is_put_off_until(before).await
    })
    .await;
}
