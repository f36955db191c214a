//! Pages, pictures, records, rules, analysis, health and metrics.

use crate::common::{Server, hear_table, until};
use serde_json::{Value, json};
use strata_render::{Palette, Rgb, Theme};
use strata_rules::{Paint, Random, find_game};

#[tokio::test]
async fn games_are_listed_with_their_options() {
    let server = Server::usual().await;
    let games = server.get("api/games").await.json();
    let draws: Vec<_> =
        games.as_array().expect("a list").iter().map(|game| &game["draws"]).collect();
    assert_eq!(draws, [true, false, true, false]);
    let option = &games[2]["options"][1];
    assert_eq!(option["label"], "If one move makes lines for both");
    assert_eq!(option["choices"], json!(["mover", "opponent"]));
    assert_eq!(option["labels"], json!(["the mover wins", "the opponent wins"]));
    server.running.stop().await;
}

#[tokio::test]
async fn every_response_has_the_security_headers() {
    let server = Server::usual().await;
    let table = server.small(["person", "person"]).await;
    let picture = format!("{}.svg", table.id);
    let seat = format!("{}/{}", table.id, table.secret(0));
    for path in [
        "",
        "api/games",
        "nothing/here/at/all",
        "api/nothing",
        &table.id,
        &seat,
        &picture,
        "healthz",
    ] {
        let answer = server.get(path).await;
        for name in [
            "content-security-policy",
            "x-content-type-options",
            "referrer-policy",
            "cache-control",
        ] {
            assert!(answer.header(name).is_some(), "{path} has no {name}");
        }
        let policy = answer.header("content-security-policy").unwrap_or_default();
        let scripts = policy.replace("'wasm-unsafe-eval'", "");
        assert!(scripts.contains("default-src 'none'") && !scripts.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        let framed = answer.header("x-frame-options");
        assert_eq!(framed, if path == picture { None } else { Some("DENY") }, "{path}");
    }
}

#[tokio::test]
async fn page_and_its_workers_are_isolated_but_pictures_can_be_embedded_anywhere() {
    let server = Server::usual().await;
    let table = server.small(["person", "person"]).await;
    let [svg, png] = ["svg", "png"].map(|kind| format!("{}.{kind}", table.id));
    let files = ["engine-worker.js", "engine-helper.js", "built/engine-threads_bg.wasm"];
    let files = files.map(|file| format!("assets/debug/{file}"));
    for path in ["", "analysis/qawale", &table.id].into_iter().chain(files.iter().map(|f| &**f)) {
        let answer = server.get(path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("cross-origin-opener-policy"), Some("same-origin"), "{path}");
        assert_eq!(answer.header("cross-origin-embedder-policy"), Some("require-corp"), "{path}");
        assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"), "{path}");
    }
    for path in [svg, png] {
        let answer = server.get(&path).await;
        assert_eq!(answer.header("cross-origin-resource-policy"), Some("cross-origin"), "{path}");
    }
}

#[tokio::test]
async fn page_and_its_files_are_served() {
    let server = Server::usual().await;
    let page = server.get("").await;
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    let html = page.text();
    assert!(html.contains(r#"<base href="/">"#), "{html}");
    let nonce = html.split("<style nonce=\"").nth(1).and_then(|rest| rest.split('"').next());
    let nonce = nonce.expect("the style sheet is in the page");
    let policy = page.header("content-security-policy").expect("a policy");
    assert!(policy.contains(&format!("style-src 'self' 'nonce-{nonce}';")), "{policy}");
    assert!(!server.get("").await.text().contains(nonce), "every page has its own");
    let start = html.find("src=\"assets/").expect("a script") + 5;
    let script = html[start..].split('"').next().expect("an address");
    let answer = server.get(script).await;
    assert_eq!(answer.header("content-type"), Some("text/javascript; charset=utf-8"));
    let tag = answer.header("etag").expect("a tag").to_owned();
    for (known, status) in [
        (tag.clone(), 304),
        (format!("W/{tag}"), 304),
        (format!("\"other\", W/{tag}"), 304),
        ("*".to_owned(), 304),
        ("\"other\"".to_owned(), 200),
    ] {
        let again = server.client.request("GET", script, &[("if-none-match", &known)], b"").await;
        assert_eq!(again.expect("an answer").status, status, "{known}");
    }
    for file in [script, &script.replace("main.js", "style.css")] {
        let packed = server.client.request("GET", file, &[("accept-encoding", "gzip")], b"").await;
        assert_eq!(packed.expect("an answer").header("content-encoding"), Some("gzip"), "{file}");
    }
    for (accepted, encoding) in
        [("br, GZIP;q=0.5", Some("gzip")), ("gzip;q=0, br", None), ("identity", None)]
    {
        let headers = [("accept-encoding", accepted)];
        let answer = server.client.request("GET", script, &headers, b"").await.expect("an answer");
        assert_eq!(answer.header("content-encoding"), encoding, "{accepted}");
        assert_eq!(answer.header("vary"), Some("accept-encoding"), "{accepted}");
    }
    let lesson = server.get("assets/x/lessons/qawale.txt").await;
    assert!(lesson.text().contains("step: Lift and sow"), "{}", lesson.text());
    let rules = server.get("assets/x/rules/qawale.md").await;
    assert!(rules.text().starts_with("# Qawale"), "{}", rules.text());
    assert_eq!(rules.header("cache-control"), Some("no-cache"));
    for missing in [
        "assets/x/nothing.js",
        "assets/x/..%2fCargo.toml",
        "assets/x/index.html",
        "assets/x/rules/nothing.md",
        "assets/x/lessons/nothing.txt",
        "assets/x/lessons/qawale",
        "assets/x/rules/qawale",
    ] {
        assert_eq!(server.get(missing).await.status, 404, "{missing}");
    }
    let position = "analysis/qawale/std_nnnn.0.0.0-0.0.0.0-0.0.0.0-nnnn.ld.0.0_l";
    for known in
        ["analysis", "analysis/qawale", position, "rules/isaac", "learn/isaac", "new/staqs"]
    {
        assert_eq!(server.get(known).await.status, 200, "{known}");
    }
    let other = server.get("settings").await.text();
    for unknown in [
        "nothing",
        "analysis/nothing",
        "rules/nothing",
        "new/nothing",
        "analysis/nothing/x",
        "analysis/staqs/x",
        "one/two/three",
    ] {
        let answer = server.get(unknown).await;
        assert_eq!(answer.status, 404, "{unknown}");
        let body = |page: &str| page.split_once("</style>").map(|(_, rest)| rest.to_owned());
        assert!(body(&other).is_some(), "the page has a style sheet");
        assert_eq!(body(&answer.text()), body(&other), "the page says so itself");
    }
    let robots = server.get("robots.txt").await.text();
    assert!(robots.contains("Allow: /rules\n") && robots.ends_with("Disallow: /\n"), "{robots}");
}

#[tokio::test]
async fn pages_about_games_have_previews() {
    let server = Server::usual().await;
    let position = "std_nnnn.0.0.0-0.0.0.0-0.0.0.0-nnnn.ld.0.0_l";
    let summary = &server.get("api/games").await.json()[2]["summary"];
    let summary = summary.as_str().expect("a summary").to_owned();
    for (path, title, description, query) in [
        ("rules/qawale", "Rules of Qawale", summary.as_str(), ""),
        ("new/qawale", "New game of Qawale", &summary, ""),
        ("analysis/qawale", "Analysis of Qawale", &summary, ""),
        (
            &format!("analysis/qawale/{position}"),
            "Analysis of Qawale",
            "Light to move",
            &format!("&amp;position={position}"),
        ),
    ] {
        let page = server.get(path).await.text();
        let host = server.client.host();
        for (name, value) in [
            ("title", title),
            ("description", description),
            ("url", &format!("http://{host}/{path}")),
            ("image", &format!("http://{host}/api/picture.png?game=qawale{query}")),
        ] {
            let tag = format!(r#"<meta property="og:{name}" content="{value}">"#);
            assert!(page.contains(&tag), "{tag} {page}");
        }
    }
    let png = server.get(&format!("api/picture.png?game=qawale&position={position}")).await;
    assert_eq!(png.header("content-type"), Some("image/png"));
    assert!(png.body.starts_with(b"\x89PNG"));
}

#[tokio::test]
async fn pictures_of_finished_games_show_the_result() {
    let server = Server::usual().await;
    let table = server.small(["person", "person"]).await;
    server.play(&table, 0, "a4b4").await;
    server.command(&table, table.secret(0), json!({ "command": "resign", "player": 0 })).await;
    let picture = async |query: &str| server.get(&format!("{}.svg{query}", table.id)).await.text();
    for last in ["", "?ply=1"] {
        let shown = picture(last).await;
        assert!(shown.contains("Blue wins: Red resigned") && !shown.contains("&gt;<"), "{shown}");
    }
    let before = picture("?ply=0").await;
    assert!(before.contains("Red to move") && before.contains("&gt;<"), "{before}");
    // The preview of a link with `ply` shows that position.
    let page = async |query: &str| server.get(&format!("{}{query}", table.id)).await.text();
    for (query, shown, description) in [
        ("?ply=0", "?ply=0", "Red to move"),
        ("?ply=9", "", "Blue wins: Red resigned"),
        ("?ply=x&theme=pink", "", "Blue wins: Red resigned"),
    ] {
        let page = page(query).await;
        let image = format!("http://{}/{}.png{shown}", server.client.host(), table.id);
        assert!(page.contains(&format!(r#"og:image" content="{image}""#)), "{query}: {page}");
        let tag = format!(r#"og:description" content="{description}""#);
        assert!(page.contains(&tag), "{query}: {page}");
    }
    for (kind, query, status, error) in [
        ("png", "ply=9", 404, "ply 9: expected a number from 0 to 1"),
        ("svg", "ply=x", 400, "ply: expected a whole number of at least 0, got 'x'"),
        ("svg", "ply=-1", 400, "ply: expected a whole number of at least 0, got -1"),
    ] {
        let answer = server.get(&format!("{}.{kind}?{query}", table.id)).await;
        assert_eq!((answer.status, &answer.json()["error"]), (status, &json!(error)), "{query}");
    }
}

#[tokio::test]
async fn server_works_under_a_base_path() {
    let server = Server::with(|config| config.base_path = "/games/strata/".to_owned()).await;
    assert!(server.get("").await.text().contains(r#"<base href="/games/strata/">"#));
    assert_eq!(server.get("api/games").await.status, 200);
    let document = server.get("api/openapi.json").await.json();
    let own = format!("http://{}/games/strata", server.client.host());
    assert_eq!(document["servers"][0]["url"], own.as_str());
    let root =
        strata_bench_server::client::Client::new(&format!("http://{}", server.client.host()));
    let root = root.expect("a url");
    let moved = root.get("games/strata?theme=dark").await.expect("an answer");
    assert_eq!((moved.status, moved.header("location")), (308, Some("/games/strata/?theme=dark")));
    assert_eq!(moved.header("x-content-type-options"), Some("nosniff"));
    // A proxy may also have removed the base path.
    assert_eq!(root.get("api/games").await.expect("an answer").status, 200);

    let proxied = Server::with(|config| config.trust_proxy = true).await;
    let headers = [("x-forwarded-prefix", "/evil"), ("x-forwarded-host", "evil.example")];
    let page = proxied.client.request("GET", "", &headers, b"").await.expect("an answer");
    assert!(page.text().contains(r#"<base href="/">"#), "a visitor may have sent these headers");
    assert!(!page.text().contains("evil"), "{}", page.text());
}

#[tokio::test]
async fn tables_have_pictures_records_and_previews() {
    let server = Server::usual().await;
    let seats = json!([{ "kind": "person", "name": "Ann" }, { "kind": "person", "name": "Bob" }]);
    let table = server.table(json!({ "game": "staqs", "seats": seats })).await;
    server.play(&table, 0, "c3").await;
    let svg = server.get(&format!("{}.svg?ply=1&theme=dark-cb&flip=true", table.id)).await;
    assert_eq!(svg.header("content-type"), Some("image/svg+xml"));
    assert!(svg.text().starts_with("<svg"));
    let png = server.get(&format!("{}.png", table.id)).await;
    assert!(png.body.starts_with(b"\x89PNG"));
    let page = server.get(&table.id).await.text();
    let image = format!("http://{}/{}.png", server.client.host(), table.id);
    assert!(page.contains(&format!(r#"<meta property="og:image" content="{image}">"#)), "{page}");
    assert!(page.contains("STAQS: Blue (Ann) – White (Bob)"), "{page}");
    let record = server.get(&format!("{}.pgn", table.id)).await.text();
    let read = server.post("api/records", json!({ "text": record })).await.json();
    let game = &read["games"][0];
    assert_eq!((&game["game"], &game["tags"]["Player0"]), (&json!("staqs"), &json!("Ann")));
    assert_eq!(game["moves"][0]["mv"], "c3");
}

#[tokio::test]
async fn records_are_read_with_variations_and_errors_are_located() {
    let server = Server::usual().await;
    let text =
        "[Game \"clusterfuss\"]\n[Options \"size=4\"]\n\n1. a4b4 (1. a4a3 b2a2) 1... a3b3 *\n";
    let read = server.post("api/records", json!({ "text": text })).await.json();
    let moves = &read["games"][0]["moves"];
    assert_eq!(moves[0]["variations"][0][1]["mv"], "b2a2");
    assert_eq!(moves[1]["mv"], "a3b3");
    let answer = server.post("api/records", json!({ "text": text.replace("a3b3", "a3d3") })).await;
    let error = answer.json()["error"].as_str().unwrap_or_default().to_owned();
    assert!(error.contains("game 1: move 1 (ply 2), a3d3"), "{error}");
}

#[tokio::test]
async fn drafts_change_piece_by_piece() {
    let server = Server::usual().await;
    let ask = async |draft: &Value, change: Value| {
        let body = json!({ "game": "qawale", "position": draft["position"], "change": change });
        server.post("api/draft", body).await.json()
    };
    let start = server.post("api/draft", json!({ "game": "qawale" })).await.json();
    assert_eq!((&start["problem"], &start["status"]), (&Value::Null, &json!("Light to move")));
    assert_eq!(start["brushes"][0], json!({ "name": "Light stone", "owner": 0, "squares": 1 }));
    let put = json!({ "put": { "brush": "Light stone", "squares": ["b2"] } });
    let one = ask(&start, put.clone()).await;
    assert_eq!(one["squares"]["b2"], "b2, one Light stone");
    let two = ask(&one, put).await;
    assert!(two["problem"].as_str().is_some_and(|problem| problem.starts_with("2 light")));
    let again = ask(&two, json!({ "take": "b2" })).await;
    assert_eq!(again, one);
    let empty = ask(&two, json!("clear")).await;
    assert_eq!(empty["squares"]["a1"], "a1, empty");
    let options = json!({ "game": "staqs", "options": { "size": 3 } });
    let staqs = server.post("api/draft", options).await.json();
    assert_eq!(staqs["settings"][0]["words"], json!(["Blue", "White"]));
}

#[tokio::test]
async fn positions_follow_the_steps_of_a_move() {
    let server = Server::usual().await;
    let ask = async |body: Value| server.post("api/position", body).await.json();
    let start = ask(json!({ "game": "qawale" })).await;
    assert_eq!(start["turn"], 0);
    assert!(start["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")));
    assert_eq!(start["squares"]["b2"], "b2, empty");
    assert_eq!(start["prompt"], "Choose a stack to put your stone on");
    let steps = json!([{ "square": "a1" }, { "square": "a2" }, { "square": "c1" }]);
    let half = ask(json!({ "game": "qawale", "steps": steps })).await;
    assert_eq!(half["chosen"], json!([{ "square": "a1" }, { "square": "a2" }]));
    assert!(half["refused"].as_str().is_some_and(|reason| reason.contains("c1")), "{half}");
    let steps: Vec<Value> = ["a1", "a2", "a3", "a4"].map(|name| json!({ "square": name })).into();
    let whole = ask(json!({ "game": "qawale", "steps": steps })).await;
    assert_eq!((&whole["complete"], &whole["next"]), (&json!("a1nnn"), &json!([])));
    assert_eq!(half["prompt"], "Drop the next stone on a neighbour: 2 left");
    assert_eq!(whole["prompt"], "");
    assert_eq!(half["scene"]["panels"][0]["held"], json!([null, 0]));
    let body = json!({ "game": "qawale", "position": start["position"], "move": "a1nnn" });
    let frames = server.post("api/frames", body).await.json();
    assert_eq!(frames["frames"].as_array().map(Vec::len), Some(4));
    // A stack with too many moves to list.
    let tall = "std_0.0.0.0-0.0.0.0-0.0.0.0-nnnnnnnnldldldldldld.0.0.0_l";
    let answer = server.post("api/position", json!({ "game": "qawale", "position": tall })).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let analysis = server.post("api/analysis", json!({ "game": "qawale", "position": tall })).await;
    assert_eq!(analysis.status, 422, "{}", analysis.text());
    // Nor at a table.
    let seats = json!([{ "kind": "person" }, { "kind": "person" }]);
    let setup = json!({ "game": "qawale", "position": tall, "seats": seats });
    let table = server.table(setup).await;
    let secret = table.secret(0);
    let hint = format!("api/tables/{}/hint", table.id);
    let hint = server.client.post(&hint, secret, &json!({})).await.expect("an answer");
    assert_eq!(hint.status, 409, "{}", hint.text());
    assert!(hint.text().contains("the engine accepts at most"), "{}", hint.text());
    let game = find_game(strata_games::GAMES, "qawale").expect("the game");
    let mut position = game.read_position(tall).expect("it reads");
    let mv = position.play_random(&mut Random::new(1)).expect("a move");
    server.play(&table, 0, &mv).await;
    server.command(&table, secret, json!({ "command": "resign" })).await;
    let path = format!("api/tables/{}/review", table.id);
    until("the review is done", || async {
        server.post(&path, json!({})).await.json()["done"] == true
    })
    .await;
    let review = server.post(&path, json!({})).await.json();
    assert_eq!(
        (&review["moves"][0]["mv"], &review["moves"][0]["best"]),
        (&json!(mv), &json!(null))
    );
}

#[tokio::test]
async fn rules_and_games_are_complete() {
    let server = Server::usual().await;
    let games = server.get("api/games").await.json();
    for game in games.as_array().expect("a list") {
        let id = game["id"].as_str().expect("an id");
        let rules = server.get(&format!("api/rules/{id}?theme=dark")).await.json();
        assert!(rules["html"].as_str().is_some_and(|html| html.contains("<svg")), "{id}");
        let picture = server.get(game["picture"].as_str().expect("an address")).await;
        assert!(picture.text().starts_with("<svg"), "{id}");
    }
    assert_eq!(server.get("api/rules/chess").await.status, 404);
}

#[tokio::test]
async fn analysis_streams_and_stops_when_the_client_disconnects() {
    let server = Server::usual().await;
    let body = json!({ "game": "qawale", "lines": 2, "seconds": 40, "threads": 99 }).to_string();
    for _ in 0..8 {
        let mut reading = server
            .client
            .ask("POST", "api/analysis", &[], body.as_bytes())
            .await
            .expect("a stream");
        let report = reading.next_line().await.expect("a line").expect("a report");
        assert_eq!(report["lines"].as_array().map(Vec::len), Some(2), "{report}");
        let [best, other] = [0, 1].map(|place| &report["lines"][place]["value"]);
        assert_eq!(best["text"], "Light wins in 3 plies (proven)");
        assert_eq!((&best["kind"], &best["plies"]), (&json!("win"), &json!(3)));
        assert_eq!((&other["kind"], &other["plies"]), (&json!("estimate"), &json!(null)));
        assert_eq!(report["moves"][0]["value"]["proven"], true);
        // Disconnecting frees the thread for the next client.
    }
}

#[tokio::test]
async fn analysis_starts_with_the_values_of_all_moves_on_request() {
    let server = Server::usual().await;
    for (explore, solved) in [(true, true), (false, false)] {
        let body = json!({
            "game": "clusterfuss",
            "options": { "size": "4" },
            "explore": explore,
            "seconds": 0.1,
        });
        let body = body.to_string();
        let asked = server.client.ask("POST", "api/analysis", &[], body.as_bytes()).await;
        let mut reading = asked.expect("a stream");
        let first = reading.next_line().await.expect("a line").expect("a report");
        assert_eq!(first["explorer"].is_object(), solved, "{first}");
        if !solved {
            continue;
        }
        assert_eq!(first["explorer"]["source"], "searched: 0.3 s");
        let moves = first["explorer"]["moves"].as_array().expect("a list");
        let kinds: Vec<&Value> = moves.iter().map(|known| &known["value"]["kind"]).collect();
        assert_eq!(kinds[..3], [&json!("win"), &json!("loss"), &json!(null)]);
        assert_eq!(moves[2]["value"], json!(null));
        assert_eq!(moves[0]["steps"].as_array().map(Vec::len), Some(2));
        assert!(moves.iter().all(|known| known["text"] == known["mv"]), "{first}");
        while let Some(report) = reading.next_line().await.expect("a line") {
            assert_eq!(report["explorer"], first["explorer"]);
            if let Some(best) = report["lines"].get(0) {
                assert_eq!(best["value"]["kind"], "win", "{report}");
            }
        }
    }
}

#[tokio::test]
async fn analysis_without_lines_only_explores() {
    let server = Server::usual().await;
    for (explore, is_explored) in [(true, true), (false, false)] {
        let body = json!({ "game": "clusterfuss", "explore": explore, "lines": 0 }).to_string();
        let asked = server.client.ask("POST", "api/analysis", &[], body.as_bytes()).await;
        let mut reading = asked.expect("a stream");
        let only = reading.next_line().await.expect("a line").expect("a report");
        assert_eq!(only["explorer"].is_object(), is_explored, "{only}");
        assert_eq!((&only["done"], &only["lines"]), (&json!(true), &json!([])));
        assert_eq!(reading.next_line().await.expect("the end"), None);
    }
}

#[tokio::test]
async fn hints_are_for_games_against_bots() {
    let server = Server::usual().await;
    let table = server.small(["person", "bot"]).await;
    let path = format!("api/tables/{}/hint", table.id);
    let hint = server.client.post(&path, table.secret(0), &json!({})).await.expect("an answer");
    assert_eq!(hint.status, 200, "{}", hint.text());
    assert!(hint.json()["mv"].is_string());
    assert_eq!(server.metric("searches_total").await, 1);
    assert_eq!(server.post(&path, json!({})).await.status, 401);
    let shared = server.small(["person", "open"]).await;
    let path = format!("api/tables/{}/hint", shared.id);
    let hint = server.client.post(&path, shared.secret(0), &json!({})).await.expect("an answer");
    assert_eq!(hint.status, 409);
}

#[tokio::test]
async fn finished_games_are_reviewed() {
    let server = Server::usual().await;
    let table = server.small(["bot", "bot"]).await;
    let path = format!("api/tables/{}/review", table.id);
    assert_eq!(server.post(&path, json!({})).await.status, 409);
    let mut watcher = server.socket(&table, "").await;
    let end = hear_table(&mut watcher, |table| !table["result"].is_null()).await;
    let moves = end["history"].as_array().expect("a history").len() - 1;
    until("the review is done", || async {
        server.post(&path, json!({})).await.json()["done"] == true
    })
    .await;
    let review = server.post(&path, json!({})).await.json();
    let judged = review["moves"].as_array().expect("moves");
    assert_eq!(judged.len(), moves);
    assert!(judged.iter().all(|judged| judged["best"].is_string()));
    let last = judged.iter().find(|judged| judged["ply"] == moves).expect("the last move");
    assert_eq!((&last["value"]["kind"], &last["value"]["plies"]), (&json!("win"), &json!(1)));
    let text = last["value"]["text"].as_str().expect("a text");
    assert!(text.ends_with(" wins in 1 ply (proven)"), "{text}");
}

#[tokio::test]
async fn malformed_addresses_are_refused_with_json() {
    let server = Server::usual().await;
    let table = server.small(["person", "person"]).await;
    let place = format!("api/tables/{}/position/first", table.id);
    let socket = format!("api/tables/{}/socket", table.id);
    for path in [&place, &socket, "api/tables/%ff", "api/rules/%ff"] {
        let answer = server.get(path).await;
        assert_eq!(answer.status, 400, "{path}");
        assert!(answer.json()["error"].is_string(), "{path}: {}", answer.text());
    }
}

#[tokio::test]
async fn health_and_metrics_are_reported() {
    let server = Server::usual().await;
    assert_eq!(server.get("healthz").await.text(), "ok\n");
    let table = server.small(["person", "person"]).await;
    server.play(&table, 0, "a4b4").await;
    let metrics = server.get("metrics").await;
    assert!(metrics.header("content-type").is_some_and(|kind| kind.starts_with("text/plain")));
    assert_eq!(server.metric("moves_total").await, 1);
    assert_eq!(server.metric("tables_created_total").await, 1);
    assert_eq!(server.metric("proof_jobs_open").await, 0);
    let document = server.get("api/openapi.json").await.json();
    assert!(document["paths"]["/api/tables/{id}/command"]["post"]["summary"].is_string());
}

/// A colour of a style sheet, which may be different in the dark theme.
fn read_colour(text: &str, dark: bool) -> Option<Rgb> {
    if let Some(both) = text.strip_prefix("light-dark(").and_then(|text| text.strip_suffix(')')) {
        let (on_light, on_dark) = both.split_once(", ")?;
        return read_colour(if dark { on_dark } else { on_light }, dark);
    }
    let digits = text.strip_prefix('#')?;
    let long = match digits.len() {
        3 => digits.chars().flat_map(|digit| [digit, digit]).collect(),
        _ => digits.to_owned(),
    };
    let [_, red, green, blue] = u32::from_str_radix(&long, 16).ok()?.to_be_bytes();
    Some(Rgb(red, green, blue))
}

#[test]
fn page_and_pictures_use_the_same_colours() {
    use Paint::{Blue, Dark, Green, Light, Red, White};
    let style = include_str!("../../page/style.css");
    for (_, theme) in Theme::ALL {
        let usual = Palette::of(Theme { colour_blind: false, ..theme });
        let place = if theme.colour_blind { "[data-letters] " } else { "" };
        for paint in [Blue, White, Red, Green, Light, Dark] {
            let ink = Palette::of(theme).ink(paint);
            let name = format!("{paint:?}").to_lowercase();
            let rule = format!("{place}[data-paint=\"{name}\"] {{");
            let found = style.lines().find_map(|line| line.strip_prefix(&rule));
            let is_needed = !theme.colour_blind || ink != usual.ink(paint);
            assert_eq!(found.is_some(), is_needed, "{rule}");
            for (property, value) in
                found.unwrap_or_default().split(';').filter_map(|part| part.split_once(':'))
            {
                let colour = match property.trim() {
                    "--paint" => ink.fill,
                    "--edge" => ink.edge,
                    "--ink" => ink.on,
                    other => panic!("{rule} {other}"),
                };
                let painted = read_colour(value.trim(), theme.dark);
                assert_eq!(painted, Some(colour), "{rule} {property}");
            }
        }
    }
}
