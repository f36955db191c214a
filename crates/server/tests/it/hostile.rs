//! Malformed, oversized and unauthorised requests, and rate limits.

use crate::common::{Server, hear, hear_table, plies, say, until};
use futures_util::SinkExt;
use serde_json::json;
use strata_bench_server::client::Response;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::client_async_with_config;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

fn error_of(answer: &Response) -> String {
    answer.json()["error"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn wrong_secrets_can_watch_but_not_play() {
    let server = Server::usual().await;
    let table = server.small(["person", "open"]).await;
    let play = json!({ "command": "play", "mv": "a4b4" });
    for wrong in
        ["", "x", &table.secret(0)[..23], &"A".repeat(24), &"é".repeat(9), &"A".repeat(999)]
    {
        let (status, error) = server.command(&table, wrong, play.clone()).await;
        assert_eq!(status, 401, "{wrong} {error}");
    }
    let path = format!("api/tables/{}", table.id);
    for scheme in ["Bearer", "bearer", "BEARER"] {
        let own = format!("{scheme} {}", table.secret(0));
        let headers = [("authorization", own.as_str())];
        let shown = server.client.request("GET", &path, &headers, b"").await.expect("an answer");
        assert_eq!(shown.json()["you"], json!([0]), "{scheme}");
    }
    let (status, _) = server.command(&table, table.secret(1), play.clone()).await;
    assert_eq!(status, 409, "a seat, but not its turn");
    let mut socket = server.socket(&table, "nonsense").await;
    let answer = hear(&mut socket, |message| message["type"] == "answer").await.expect("an answer");
    assert_eq!(answer["error"], "this secret does not match any seat in this game");
    assert_eq!(hear_table(&mut socket, |_| true).await["you"], json!([]));
    say(&mut socket, json!({ "seq": 1, "command": "play", "mv": "a4b4" })).await;
    let answer = hear(&mut socket, |message| message["seq"] == 1).await.expect("an answer");
    assert_eq!(answer["error"], "this command needs the secret of a seat at this table");
    assert_eq!(plies(&server.show(&table).await), 0);
    // No public response contains a secret.
    let mut seen = server.show(&table).await.to_string();
    seen += &server.get(&format!("{}.pgn", table.id)).await.text();
    seen += &server.get(&table.id).await.text();
    for secret in table.secrets.iter().flatten() {
        assert!(!seen.contains(secret.as_str()));
    }
}

#[tokio::test]
async fn malformed_requests_get_a_helpful_error() {
    let server = Server::usual().await;
    let table = server.small(["person", "person"]).await;
    let command = format!("api/tables/{}/command", table.id);
    let seats = r#""seats":[{"kind":"person"},{"kind":"person"}]"#;
    let with_seats = |rest: &str| format!("{{{rest},{seats}}}");
    let cases = [
        ("api/tables", "not json".to_owned(), 400),
        ("api/tables", "[]".to_owned(), 400),
        ("api/tables", "{}".to_owned(), 400),
        ("api/tables", "[".repeat(60_000), 400),
        ("api/tables", with_seats(r#""game":"chess""#), 404),
        ("api/tables", with_seats(r#""game":"staqs","options":{"size":99}"#), 422),
        ("api/tables", with_seats(r#""game":"staqs","clock":"soon""#), 422),
        ("api/tables", with_seats(r#""game":"staqs","position":"std_?""#), 422),
        ("api/tables", r#"{"game":"staqs","seats":[]}"#.to_owned(), 400),
        (
            "api/tables",
            r#"{"game":"staqs","seats":[{"kind":"cat"},{"kind":"bot"}]}"#.to_owned(),
            400,
        ),
        (
            "api/tables",
            r#"{"game":"staqs","seats":[{"kind":"bot","level":9},{"kind":"bot"}]}"#.to_owned(),
            400,
        ),
        ("api/tables/nosuchtable0/command", r#"{"command":"play"}"#.to_owned(), 404),
        ("api/tables/..%2f..%2fetc/command", r#"{"command":"play"}"#.to_owned(), 404),
        ("api/tables", with_seats(r#""game":"staqs","options":{"size":[]}"#), 400),
        ("api/position", "[]".to_owned(), 400),
        ("api/position", r#"{"game":"staqs","flip":[]}"#.to_owned(), 400),
        ("api/position", r#"{"game":"staqs","moves":"z9"}"#.to_owned(), 422),
        ("api/position", r#"{"game":"staqs","theme":"pink"}"#.to_owned(), 400),
        ("api/position", r#"{"game":"staqs","steps":[{"square":5}]}"#.to_owned(), 400),
        ("api/frames", r#"{"game":"staqs","move":"z9z9"}"#.to_owned(), 422),
        ("api/draft", r#"{"game":"staqs","position":"std_?"}"#.to_owned(), 422),
        ("api/draft", r#"{"game":"staqs","change":"burn"}"#.to_owned(), 400),
        ("api/draft", r#"{"game":"staqs","change":{"take":"z9"}}"#.to_owned(), 422),
        (
            "api/draft",
            r#"{"game":"staqs","change":{"put":{"brush":"cat","squares":["a1"]}}}"#.to_owned(),
            422,
        ),
        (
            "api/draft",
            r#"{"game":"staqs","change":{"put":{"brush":"Blue piece","squares":[]}}}"#.to_owned(),
            422,
        ),
        (
            "api/draft",
            r#"{"game":"staqs","change":{"set":{"setting":"Turn","value":9}}}"#.to_owned(),
            422,
        ),
        ("api/records", r#"{"text":"[Game \"staqs\"]\n\n1. c9 *"}"#.to_owned(), 422),
        ("api/records", r#"{"text":""}"#.to_owned(), 422),
        ("api/analysis", r#"{"game":"staqs","position":"x"}"#.to_owned(), 422),
        ("api/analysis", r#"{"game":"staqs","lines":"x"}"#.to_owned(), 400),
        (command.as_str(), r#"{"command":"explode"}"#.to_owned(), 400),
        (command.as_str(), r#"{"command":"play"}"#.to_owned(), 422),
        (command.as_str(), r#"{"command":"go_to"}"#.to_owned(), 422),
        (command.as_str(), r#"{"command":"go_to","node":"x"}"#.to_owned(), 400),
        (command.as_str(), r#"{"command":"go_to","node":99999999999}"#.to_owned(), 409),
    ];
    let bearer = format!("Bearer {}", table.secret(0));
    for (path, body, status) in cases {
        let headers = [("authorization", bearer.as_str())];
        let answer = server.client.request("POST", path, &headers, body.as_bytes()).await;
        let answer = answer.expect("an answer");
        let shown: String = body.chars().take(80).collect();
        assert_eq!(answer.status, status, "{path} {shown}: {}", answer.text());
        assert!(error_of(&answer).len() > 5, "{path} {shown}");
        for word in ["struct", "enum", "Request", "usize", "u32", "`"] {
            assert!(!error_of(&answer).contains(word), "{path} {shown}: {}", answer.text());
        }
    }
    let long = json!({ "command": "play", "mv": "a".repeat(201) });
    let (_, error) = server.command(&table, table.secret(0), long).await;
    assert_eq!(
        error,
        format!("mv: expected a text of at most 64 characters, got '{}…'", "a".repeat(40))
    );
    let wrong_method = server.client.request("DELETE", "api/tables", &[], b"").await;
    assert_eq!(wrong_method.expect("an answer").status, 405);
    for path in ["api/nothing", "api/tables/x/y/z"] {
        let nothing = server.get(path).await;
        let error = (nothing.status, error_of(&nothing));
        assert_eq!(error, (404, "there is nothing at this address".to_owned()), "{path}");
    }
    let place = server.get(&format!("api/tables/{}/position/abc", table.id)).await;
    let sentence = "expected the id of a history entry, got 'abc'";
    assert_eq!((place.status, error_of(&place)), (400, sentence.to_owned()));
    let games = "[Game \"staqs\"]\n\n*\n\n".repeat(101);
    let records = server.post("api/records", json!({ "text": games })).await;
    assert_eq!((records.status, error_of(&records).contains("more than 100")), (422, true));
    assert_eq!(server.get(&format!("{}.gif", table.id)).await.status, 404);
    assert_eq!(server.get(&format!("{}.svg?ply=9", table.id)).await.status, 404);
    assert_eq!(server.get(&format!("{}.svg?theme=pink", table.id)).await.status, 400);
}

#[tokio::test]
async fn oversized_requests_are_refused() {
    let server = Server::usual().await;
    let body = vec![b' '; (64 << 10) + 1];
    let answer =
        server.client.request("POST", "api/position", &[], &body).await.expect("an answer");
    assert_eq!(answer.status, 413);
    assert_eq!(error_of(&answer), "the request body is too large; send at most 65536 bytes");
    let text = "{}".repeat(1 << 20);
    let answer = server.post("api/records", json!({ "text": text })).await;
    assert_eq!(answer.status, 413);
    // Even a client that sends its whole oversized body first receives the response.
    let mut stream = TcpStream::connect(server.client.host()).await.expect("a connection");
    let length = 7 << 20;
    let head =
        format!("POST /api/position HTTP/1.1\r\nhost: x\r\ncontent-length: {length}\r\n\r\n");
    stream.write_all(head.as_bytes()).await.expect("it is taken");
    stream.write_all(&vec![b' '; length]).await.expect("it is taken");
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.expect("an answer");
    assert_eq!(&answer, b"HTTP/1.1 413");
    // A body without a length is counted as it arrives.
    let mut stream = TcpStream::connect(server.client.host()).await.expect("a connection");
    let head = "POST /api/position HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n";
    stream.write_all(head.as_bytes()).await.expect("it is taken");
    let chunk = format!("{:x}\r\n{}\r\n", 40_000, " ".repeat(40_000));
    for _ in 0..2 {
        // The server may have closed the connection by then.
        let _ = stream.write_all(chunk.as_bytes()).await;
    }
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.expect("an answer");
    assert_eq!(&answer, b"HTTP/1.1 413");
}

#[tokio::test]
async fn invalid_socket_messages_get_an_error_or_close_the_socket() {
    let server = Server::usual().await;
    let table = server.small(["person", "person"]).await;
    let mut socket = server.socket(&table, table.secret(0)).await;
    for bad in ["not json", "[]", r#"{"auth":5}"#, r#"{"command":5,"seq":1}"#, r#"{"command":"x"}"#]
    {
        socket.send(Message::text(bad)).await.expect("it is taken");
        let answer = hear(&mut socket, |message| message["type"] == "answer").await;
        let answer = answer.unwrap_or_else(|| panic!("{bad}"));
        assert!(answer["error"].as_str().is_some_and(|error| error.len() > 5), "{bad}: {answer}");
    }
    socket.send(Message::text("x".repeat(20_000))).await.expect("it is taken");
    assert_eq!(hear(&mut socket, |message| message["type"] == "answer").await, None);

    // Too many messages close the socket, too.
    let mut socket = server.socket(&table, table.secret(0)).await;
    for _ in 0..200 {
        if socket.send(Message::text("{}")).await.is_err() {
            break;
        }
    }
    assert_eq!(hear(&mut socket, |message| message["type"] == "answer").await, None);
    assert_eq!(server.show(&table).await["turn"], 0);
}

#[tokio::test]
async fn endless_message_closes_the_socket() {
    let server = Server::usual().await;
    let table = server.small(["person", "person"]).await;
    let mut socket = server.socket(&table, "").await;
    let frame = |code| Message::Frame(Frame::message(Vec::new(), OpCode::Data(code), false));
    let mut sent = socket.send(frame(Data::Text)).await;
    for _ in 0..10_000 {
        if sent.is_err() {
            break;
        }
        sent = socket.feed(frame(Data::Continue)).await;
    }
    let _ = socket.flush().await;
    assert_eq!(hear(&mut socket, |message| message["type"] == "answer").await, None);
}

#[tokio::test]
async fn large_tables_are_sent_in_small_frames() {
    const LARGEST: usize = 8 << 10;
    let server = Server::usual().await;
    let seats = json!([{ "kind": "person" }, { "kind": "person" }]);
    let setup = json!({ "game": "clusterfuss", "options": { "size": 10 }, "seats": seats });
    let table = server.table(setup).await;
    let request = server.client.socket_request(&format!("api/tables/{}/socket?svg=true", table.id));
    let stream = TcpStream::connect(server.client.host()).await.expect("a connection");
    let config = WebSocketConfig::default().max_frame_size(Some(LARGEST));
    let opened = client_async_with_config(request.expect("a request"), stream, Some(config)).await;
    let (mut socket, _) = opened.expect("a socket");
    say(&mut socket, json!({})).await;
    let shown = hear_table(&mut socket, |_| true).await;
    assert!(shown.to_string().len() > 2 * LARGEST);
    assert!(shown["svg"].as_str().is_some_and(|picture| picture.trim_end().ends_with("</svg>")));
}

#[tokio::test]
async fn requests_from_other_sites_are_refused() {
    let server = Server::usual().await;
    let own = format!("http://{}", server.client.host());
    let setup = json!({ "game": "qawale", "seats": [{ "kind": "person" }, { "kind": "bot" }] });
    let body = setup.to_string();
    for (headers, status) in [
        (vec![("origin", own.as_str())], 201),
        (vec![], 201),
        (vec![("origin", own.as_str()), ("sec-fetch-site", "same-origin")], 201),
        (vec![("origin", "http://evil.example")], 403),
        (vec![("origin", "null")], 403),
        (vec![("origin", "http://127.0.0.1:1")], 403),
        (vec![("sec-fetch-site", "cross-site")], 403),
        (vec![("origin", "http://evil.example"), ("x-forwarded-host", "evil.example")], 403),
    ] {
        let answer = server.client.request("POST", "api/tables", &headers, body.as_bytes()).await;
        assert_eq!(answer.expect("an answer").status, status, "{headers:?}");
    }
    let table = server.small(["person", "person"]).await;
    for (origin, opens) in [(own.as_str(), true), ("http://evil.example", false)] {
        let path = format!("api/tables/{}/socket", table.id);
        let mut request = server.client.socket_request(&path).expect("a request");
        request.headers_mut().insert("origin", origin.parse().expect("a header"));
        let stream = TcpStream::connect(server.client.host()).await.expect("a connection");
        let opened = tokio_tungstenite::client_async(request, stream).await.is_ok();
        assert_eq!(opened, opens, "{origin}");
    }
}

#[tokio::test]
async fn requests_for_other_host_names_are_refused() {
    let hosts = vec!["play.example.org".to_owned(), "127.0.0.1".to_owned()];
    let server = Server::with(|config| config.hosts = hosts).await;
    let ask = async |host: &str, path: &str| {
        let mut stream = TcpStream::connect(server.client.host()).await.expect("a connection");
        let request = format!("GET /{path} HTTP/1.0\r\nhost: {host}\r\n\r\n");
        stream.write_all(request.as_bytes()).await.expect("it is taken");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("an answer");
        answer[9..12].to_owned()
    };
    for (host, status) in [
        ("play.example.org", "200"),
        ("PLAY.example.org:8443", "200"),
        ("127.0.0.1:9", "200"),
        ("evil.example", "421"),
        ("play.example.org.evil.example", "421"),
        ("evil.example:play.example.org", "421"),
    ] {
        assert_eq!(ask(host, "api/games").await, status, "{host}");
    }
    assert_eq!(ask("10.0.0.1", "healthz").await, "200", "load balancers use any name");
}

#[tokio::test]
async fn many_players_share_an_address_but_not_many_spectators() {
    let server = Server::usual().await;
    let table = server.small(["person", "person"]).await;
    let mut sockets = Vec::new();
    for _ in 0..100 {
        let mut socket = server.socket(&table, table.secret(0)).await;
        hear_table(&mut socket, |table| table["you"] == json!([0, 1])).await;
        sockets.push(socket);
    }
    for _ in 0..60 {
        sockets.push(server.socket(&table, "").await);
    }
    let path = format!("api/tables/{}/socket", table.id);
    assert!(server.client.socket(&path).await.is_err());
}

#[tokio::test]
async fn socket_commands_count_as_requests() {
    let server = Server::with(|config| {
        config.bounds.request_burst = 50.0;
        config.bounds.requests_per_second = 0.0;
    })
    .await;
    let table = server.small(["person", "person"]).await;
    let mut sockets = Vec::new();
    for _ in 0..4 {
        sockets.push(server.socket(&table, table.secret(0)).await);
    }
    let mut refused = 0;
    for socket in &mut sockets {
        for seq in 0..20 {
            say(socket, json!({ "seq": seq, "command": "rename", "name": "Ann" })).await;
            let answer = hear(socket, |message| message["seq"] == seq).await;
            let error = answer.expect("an answer")["error"].clone();
            assert!(error.is_null() || error.as_str().is_some_and(|it| it.contains("too many")));
            refused += usize::from(!error.is_null());
        }
    }
    // One request created the table, and four opened sockets.
    assert_eq!(refused, 80 - 45);
}

#[tokio::test]
async fn limits_apply_to_each_visitor() {
    let server = Server::with(|config| {
        config.trust_proxy = true;
        config.bounds.request_burst = 5.0;
        config.bounds.requests_per_second = 0.0;
    })
    .await;
    let ask = async |from: &str| {
        let headers = [("x-forwarded-for", from)];
        server.client.request("GET", "api/games", &headers, b"").await.expect("an answer").status
    };
    for _ in 0..5 {
        assert_eq!(ask("1.2.3.4, 10.0.0.1").await, 200);
    }
    assert_eq!(
        ask("9.9.9.9, 10.0.0.1").await,
        429,
        "what the visitor says of itself is not believed"
    );
    assert_eq!(ask("10.0.0.1:1234").await, 429, "ports make nobody another visitor");
    assert_eq!(ask("10.0.0.2").await, 200);
    for from in
        ["2001:db8::1", "[2001:db8::1]", "[2001:db8::1]:80", "[2001:db8::2]:81", "2001:db8::3"]
    {
        assert_eq!(ask(from).await, 200, "{from}");
    }
    assert_eq!(ask("[2001:db8::4]").await, 429);
}

#[tokio::test]
async fn forwarded_addresses_count_only_with_a_trusted_proxy() {
    let server = Server::with(|config| {
        config.bounds.request_burst = 2.0;
        config.bounds.requests_per_second = 0.0;
    })
    .await;
    for (from, status) in [("10.0.0.1", 200), ("10.0.0.2", 200), ("10.0.0.3", 429)] {
        let headers = [("x-forwarded-for", from)];
        let answer = server.client.request("GET", "api/games", &headers, b"").await;
        assert_eq!(answer.expect("an answer").status, status, "{from}");
    }
}

#[tokio::test]
async fn tables_streams_and_analysis_are_limited() {
    let server = Server::with(|config| {
        config.bounds.table_burst = 2;
        config.bounds.tables_per_minute = 0.0;
        config.bounds.streams_per_visitor = 2;
        config.bounds.analysis_seconds = 3.0;
        config.bounds.analysis_refill = 0.0;
    })
    .await;
    let table = server.small(["person", "person"]).await;
    let finished = server.small(["person", "person"]).await;
    server.command(&finished, finished.secret(0), json!({ "command": "resign" })).await;
    let rematch = json!({ "command": "rematch" });
    for _ in 0..2 {
        let (status, _) = server.command(&finished, finished.secret(0), rematch.clone()).await;
        assert_eq!(status, 429, "a rematch is a new table, too");
    }
    let setup = json!({ "game": "qawale", "seats": [{ "kind": "person" }, { "kind": "bot" }] });
    let third = server.post("api/tables", setup).await;
    assert_eq!(third.status, 429);
    assert_eq!(third.header("retry-after"), Some("3600"), "there are never any more");
    let first = server.socket(&table, "").await;
    let _second = server.socket(&table, "").await;
    let path = format!("api/tables/{}/socket", table.id);
    assert!(server.client.socket(&path).await.is_err());
    let events = server.get(&format!("api/tables/{}/events", table.id)).await;
    assert_eq!(events.status, 429);
    drop(first);
    until("the slot is free again", || async { server.client.socket(&path).await.is_ok() }).await;
    let analysis = json!({ "game": "qawale", "seconds": 2 });
    until("the slot is free again", || async { server.metric("streams").await == 1 }).await;
    let body = analysis.to_string();
    let ask = || server.client.ask("POST", "api/analysis", &[], body.as_bytes());
    let started = ask().await.expect("an answer");
    assert_eq!(started.head().status, 200);
    let again = server.post("api/analysis", analysis).await;
    assert_eq!((again.status, error_of(&again).contains("used up")), (429, true));
    // Unused engine time is given back.
    drop(started);
    until("there is engine time again", || async {
        ask().await.expect("an answer").head().status == 200
    })
    .await;
}

#[tokio::test]
async fn names_are_cleaned_and_escaped() {
    let server = Server::usual().await;
    let name = "<script>alert(1)</script>\u{202e}\"'&\n";
    let seats = json!([{ "kind": "person", "name": name }, { "kind": "bot" }]);
    let table = server.table(json!({ "game": "qawale", "seats": seats })).await;
    let shown = server.show(&table).await;
    assert_eq!(shown["seats"][0]["name"], "<script>alert(1)</script>\"'&");
    let page = server.get(&table.id).await.text();
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;"), "{page}");
    assert!(!page.contains("<script>alert"));
    let record = server.get(&format!("{}.pgn", table.id)).await.text();
    assert!(record.contains(r#"[Player0 "<script>alert(1)</script>\"'&"]"#), "{record}");
}
