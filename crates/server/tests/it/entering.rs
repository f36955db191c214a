//! Entering moves input by input, and events that no player chose: forced passes and eliminated
//! players.

use serde_json::{Value, json};
use strata_games::GAMES;
use strata_rules::{Random, find_game};

use crate::common::Server;

/// The response to an input after these steps.
async fn enter(server: &Server, game: &str, steps: Value, input: Value) -> Value {
    let body = json!({ "game": game, "steps": steps, "input": input });
    server.post("api/position", body).await.json()
}

#[tokio::test]
async fn clicks_choose_deselect_and_replace_squares() {
    let server = Server::usual().await;
    let first = enter(&server, "qawale", json!([]), json!({ "square": "a1" })).await;
    assert_eq!(first["chosen"], json!([{ "square": "a1" }]));
    assert_eq!(first["target_squares"], json!(["a2", "b1"]));
    assert_eq!(first["complete"], Value::Null);
    let steps = &first["chosen"];
    let again = enter(&server, "qawale", steps.clone(), json!({ "square": "a1" })).await;
    assert_eq!(again["chosen"], json!([]));
    let other = enter(&server, "qawale", steps.clone(), json!({ "square": "d4" })).await;
    assert_eq!(other["chosen"], json!([{ "square": "d4" }]));
    let refused = enter(&server, "qawale", steps.clone(), json!({ "square": "b2" })).await;
    assert_eq!(refused["chosen"], *steps);
    assert!(refused["refused"].as_str().is_some_and(|reason| !reason.is_empty()));
    let back = enter(&server, "qawale", steps.clone(), json!("back")).await;
    assert_eq!(back["chosen"], json!([]));
    let whole = enter(&server, "staqs", json!([]), json!({ "square": "c3" })).await;
    assert_eq!(whole["complete"], "c3");
    assert_eq!(whole["prompt"], "");
}

#[tokio::test]
async fn dragging_chooses_the_square_and_dropping_outside_deselects_it() {
    let server = Server::usual().await;
    let lifted = enter(&server, "qawale", json!([]), json!({ "lift": "a1" })).await;
    assert_eq!(lifted["lifted"], json!({ "from": "a1", "newly_chosen": true }));
    let drop = async |to: Value| {
        let body = json!({ "game": "qawale", "steps": lifted["chosen"], "lifted": lifted["lifted"],
            "input": { "drop": to } });
        server.post("api/position", body).await.json()
    };
    assert_eq!(drop(json!("a2")).await["chosen"].as_array().map(Vec::len), Some(2));
    assert_eq!(drop(json!("a1")).await["chosen"], lifted["chosen"]);
    let outside = drop(Value::Null).await;
    assert_eq!(outside["chosen"], json!([]));
    assert_eq!(outside["lifted"], Value::Null);
    let click = enter(&server, "staqs", json!([]), json!({ "lift": "a1" })).await;
    assert_eq!(click["lifted"], Value::Null, "a square that is a whole move is not dragged");
    assert_eq!(click["draggable_squares"], json!([]));
}

#[tokio::test]
async fn complete_move_waits_for_confirmation_if_the_client_requests_it() {
    let server = Server::usual().await;
    let ask = async |steps: Value, input: Value| {
        let body = json!({ "game": "staqs", "steps": steps, "input": input, "must_confirm": true });
        server.post("api/position", body).await.json()
    };
    let waiting = ask(json!([]), json!({ "square": "a1" })).await;
    assert_eq!(waiting["complete"], Value::Null);
    assert_eq!(waiting["unconfirmed"], "a1");
    assert!(waiting["prompt"].as_str().is_some_and(|text| text.starts_with("Confirm a1")));
    let confirmed = ask(waiting["chosen"].clone(), json!("confirm")).await;
    assert_eq!(confirmed["complete"], "a1");
    let early = ask(json!([]), json!("confirm")).await;
    assert_eq!(early["refused"], "the move is not complete yet");
}

#[tokio::test]
async fn tiles_are_chosen_by_any_of_their_squares_and_numbers_have_labels() {
    let server = Server::usual().await;
    let position = "std_score_d_d10i10.d2d8_a3a8_01310-11200_0-0_n";
    let start = json!({ "game": "isaac", "position": position });
    let start = server.post("api/position", start).await.json();
    let covered = start["covered_squares"].as_array().expect("squares");
    assert!(covered.contains(&json!("d5")) && covered.len() == 13, "{covered:?}");
    assert_eq!(start["target_squares"], json!(["d2", "d10"]));
    let click = json!({ "game": "isaac", "position": position, "input": { "square": "d5" } });
    let tile = server.post("api/position", click).await.json();
    assert_eq!(tile["chosen"], json!([{ "square": "d2" }]));
    let choices = tile["choices"].as_array().expect("choices");
    assert_eq!(choices.last().expect("a choice")["step"]["number"], tile["proposed_number"]);
    assert_eq!(choices[3]["label"], "Score 3");
}

#[tokio::test]
async fn draft_asks_for_the_other_end_of_a_tile() {
    let server = Server::usual().await;
    let put = |squares: Value| json!({ "game": "isaac", "change": { "put": { "brush": "Dark tile", "squares": squares } } });
    let half = server.post("api/draft", put(json!(["c3"]))).await.json();
    assert_eq!(half["chosen"], json!(["c3"]));
    assert_eq!(half["prompt"], "Choose the other end");
    let whole = server.post("api/draft", put(json!(["c3", "c7"]))).await.json();
    assert_eq!(whole["chosen"], json!([]));
    assert_eq!(whole["prompt"], "");
    assert_ne!(whole["position"], half["position"]);
}

#[tokio::test]
async fn resigned_player_is_out_and_the_others_finish_a_game_of_three() {
    let server = Server::usual().await;
    let seats = json!([{ "kind": "person" }, { "kind": "remote" }, { "kind": "remote" }]);
    let options = json!({ "players": 3, "size": 4, "pieces": 2 });
    let setup = json!({ "game": "staqs", "options": options, "seats": seats });
    let table = server.table(setup).await;
    server.play(&table, 0, "a1").await;
    let resign = json!({ "command": "resign" });
    let (status, _) = server.command(&table, table.secret(2), resign.clone()).await;
    assert_eq!(status, 200);
    let shown = server.show(&table).await;
    assert_eq!(shown["result"], Value::Null);
    assert_eq!(shown["seats"][2]["out"], true);
    assert_eq!(shown["seats"][0]["out"], false);
    assert_eq!(shown["notices"], json!(["Red is out of the game. The others continue."]));
    let (status, reason) = server.command(&table, table.secret(2), resign).await;
    assert_eq!(status, 409, "{reason}");
    let claim = json!({ "command": "claim" });
    let (status, reason) = server.command(&table, table.secret(2), claim).await;
    assert_eq!((status, reason.as_str()), (409, "you are out of the game; the others decide"));
    let forged = json!({ "command": "play", "mv": "resign-blue" });
    let (status, reason) = server.command(&table, table.secret(1), forged).await;
    assert_eq!(status, 409, "{reason}");

    let mut random = Random::new(3);
    let entry = find_game(GAMES, "staqs").expect("a game");
    let end = loop {
        let shown = server.show(&table).await;
        let Some(player) = shown["turn"].as_u64() else { break shown };
        assert_ne!(player, 2, "a player who is out never moves");
        let text = shown["position"].as_str().expect("a position");
        let mv = entry.read_position(text).expect("it reads").play_random(&mut random);
        let player = usize::try_from(player).expect("a seat");
        server.play(&table, player, &mv.expect("the game is not over")).await;
    };
    let winners = end["result"]["winners"].as_array().expect("winners");
    assert!(!winners.contains(&json!(2)), "{winners:?}");

    let record = server.get(&format!("{}.pgn", table.id)).await.text();
    let read = server.post("api/records", json!({ "text": record })).await.json();
    let moves = read["games"][0]["moves"].as_array().expect("moves");
    assert_eq!(moves[1]["mv"], "resign-red");
    assert_eq!(moves[1]["player"], 2);
    let line: Vec<&str> = moves.iter().filter_map(|mv| mv["mv"].as_str()).collect();
    let start = &read["games"][0]["start"];
    let body = json!({ "game": "staqs", "position": start, "moves": line.join(" ") });
    let last = server.post("api/position", body).await.json();
    assert_eq!(last["position"], end["position"]);
}

#[tokio::test]
async fn forced_pass_is_played_by_the_table_and_announced() {
    let server = Server::usual().await;
    // Light has no tiles and has to pass; Dark has another one to remove.
    let position = "std_score_d_d10i10.d2d8_0_01310-11200_0-0_n";
    let seats = json!([{ "kind": "person" }, { "kind": "person" }]);
    let setup = json!({ "game": "isaac", "position": position, "seats": seats });
    let table = server.table(setup).await;
    server.play(&table, 0, "d10=0").await;
    let shown = server.show(&table).await;
    assert_eq!(shown["history"][2]["mv"], "pass");
    assert_eq!(shown["notices"], json!(["Light has no legal move and passes."]));
    assert_eq!(shown["turn"], 0);
    assert_eq!(shown["rows"], json!([{ "number": 1, "moves": [1, 2] }]));
}
