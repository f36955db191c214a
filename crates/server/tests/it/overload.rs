//! Clients that request too much or read too slowly do not affect others.

use std::time::Duration;

use crate::common::{Server, hear, say, until};
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};

/// A connection with a tiny receive buffer.
async fn slow_stream(server: &Server) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(2048).expect("a small buffer");
    socket.connect(server.running.address()).await.expect("a connection")
}

#[tokio::test]
async fn records_with_too_many_moves_are_refused() {
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
    assert_eq!(answer.status, 422);
    let expected = "game 1: line 3: there are more than 10000 moves, counting all variations";
    assert_eq!(answer.json()["error"], expected);
    // The limit applies to all games of a request together.
    let many = format!("[Game \"staqs\"]\n\n1. a1 {}*\n\n", "(a1) ".repeat(5_000)).repeat(2);
    let answer = server.post("api/records", json!({ "text": many })).await;
    assert_eq!(answer.status, 422);
}

#[tokio::test]
async fn tables_of_a_visitor_do_not_fill_the_memory() {
    const MOST: usize = 1 << 20;
    let server = Server::with(|config| {
        config.bounds = strata_server::Bounds::for_measuring();
        config.bounds.table_bytes = MOST;
    })
    .await;
    let followed = server.small(["person", "person"]).await;
    let mut socket = server.socket(&followed, "").await;
    let mut tables = Vec::new();
    for _ in 0..200 {
        tables.push(server.small(["person", "person"]).await);
    }
    for table in &tables {
        assert_eq!(server.get(&format!("{}.svg", table.id)).await.status, 200);
        assert!(server.metric("table_bytes").await <= MOST as u64);
    }
    assert!(server.metric("tables").await < 200);
    server.play(&followed, 0, "a4b4").await;
    hear(&mut socket, |message| message["table"]["current"] == 1)
        .await
        .expect("it was not dropped");
}

#[tokio::test]
async fn client_that_does_not_read_its_analysis_blocks_no_thread() {
    let server = Server::with(|config| config.threads = 2).await;
    let mut slow = slow_stream(&server).await;
    let body = json!({ "game": "qawale", "seconds": 2, "lines": 1000 }).to_string();
    let head = format!("POST /api/analysis HTTP/1.1\r\nhost: x\r\ncontent-length: {}", body.len());
    slow.write_all(format!("{head}\r\n\r\n{body}").as_bytes()).await.expect("it is taken");
    until("the search has started", || async { server.metric("searches_total").await == 1 }).await;
    // The only thread for visitors is free again when the time is up.
    let table = server.small(["person", "bot"]).await;
    let path = format!("api/tables/{}/hint", table.id);
    let none = json!({});
    let hint = server.client.post(&path, table.secret(0), &none);
    let hint = tokio::time::timeout(Duration::from_secs(30), hint).await.expect("in time");
    assert_eq!(hint.expect("an answer").status, 200);
}

#[tokio::test]
async fn client_that_does_not_read_its_stream_is_disconnected() {
    let server = Server::with(|config| {
        config.bounds = strata_server::Bounds::for_measuring();
        config.bounds.send_timeout = Duration::from_millis(100);
    })
    .await;
    let seats = json!([{ "kind": "person" }, { "kind": "person" }]);
    let setup = json!({ "game": "clusterfuss", "options": { "size": 10 }, "seats": seats });
    let table = server.table(setup).await;
    let mut slow = slow_stream(&server).await;
    let head = format!("GET /api/tables/{}/events?svg=true HTTP/1.1\r\nhost: x\r\n\r\n", table.id);
    slow.write_all(head.as_bytes()).await.expect("it is taken");
    until("the client follows the table", || async { server.metric("streams").await == 1 }).await;
    until("the client is disconnected", || async {
        let rename = json!({ "command": "rename", "name": "Ann" });
        assert_eq!(server.command(&table, table.secret(0), rename).await.0, 200);
        server.metric("slow_clients_total").await == 1
    })
    .await;
    until("its slot is free", || async { server.metric("streams").await == 0 }).await;
}

#[tokio::test]
async fn slow_sockets_are_closed_and_do_not_delay_others() {
    let patience = Duration::from_millis(100);
    let server = Server::with(|config| {
        config.bounds = strata_server::Bounds::for_measuring();
        config.bounds.send_timeout = patience;
    })
    .await;
    let seats = json!([{ "kind": "person" }, { "kind": "person" }]);
    let setup = json!({ "game": "clusterfuss", "options": { "size": 10 }, "seats": seats });
    let table = server.table(setup).await;
    let stream = slow_stream(&server).await;
    let path = format!("api/tables/{}/socket?svg=true", table.id);
    let request = server.client.socket_request(&path).expect("a request");
    let (slow, _) = tokio_tungstenite::client_async(request, stream).await.expect("a socket");
    let mut quick = server.socket(&table, table.secret(0)).await;
    until("the slow client is disconnected", || async {
        let rename = json!({ "command": "rename", "name": "Ann" });
        assert_eq!(server.command(&table, table.secret(0), rename).await.0, 200);
        server.metric("slow_clients_total").await == 1
    })
    .await;
    drop(slow);
    say(&mut quick, json!({ "seq": 9, "command": "resign" })).await;
    let answer = hear(&mut quick, |message| message["seq"] == 9).await.expect("an answer");
    assert_eq!(answer["error"], json!(null));
}
