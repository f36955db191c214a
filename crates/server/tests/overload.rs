//! Those who ask for too much, and what it costs the others.

mod common;

use common::Server;
use serde_json::json;

#[tokio::test]
async fn records_are_read_up_to_a_number_of_moves() {
    let server = Server::usual().await;
    let record = |variations: usize| {
        let others = "(a1) ".repeat(variations);
        json!({ "text": format!("[Game \"staqs\"]\n\n1. a1 {others}*\n") })
    };
    let answer = server.post("api/records", record(1_000)).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let moves = &answer.json()["games"][0]["moves"];
    assert_eq!(moves[0]["variations"].as_array().map(Vec::len), Some(1_000));
    assert_eq!(moves[0]["variations"][0][0]["mv"], "a1");
    let answer = server.post("api/records", record(10_000)).await;
    assert_eq!(answer.status, 400);
    let expected = "game 1: line 3: there are more than 10000 moves with all variations";
    assert_eq!(answer.json()["error"], expected);
    // However many games they are in.
    let many = format!("[Game \"staqs\"]\n\n1. a1 {}*\n\n", "(a1) ".repeat(5_000)).repeat(2);
    let answer = server.post("api/records", json!({ "text": many })).await;
    assert_eq!(answer.status, 400);
}
