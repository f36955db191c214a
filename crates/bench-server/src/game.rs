//! Plays games on a server and measures them.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use strata_rules::{AnyPosition, Random, Step};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;

use crate::client::Socket;
use crate::{Load, Shared, lock};

/// The longest wait for an answer.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Plays one game after another until the time is up.
pub(super) async fn play(shared: Arc<Shared>, number: usize) {
    let mut random = Random::new(number as u64);
    let pause = shared.load.every / 2;
    let offset = pause.mul_f64(number as f64 / shared.load.games.max(1) as f64);
    // Players connect one after another, so that the first moves do not meet a cold server.
    let mut next = shared.start + offset;
    sleep_until(Instant::now() + Duration::from_millis(3 * number as u64)).await;
    let end = shared.start + shared.load.time;
    while next.max(Instant::now()) < end {
        if let Err(error) = play_one(&shared, number, &mut random, &mut next, end).await {
            lock(&shared.measured).faults.push(error.to_string());
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}

async fn play_one(
    shared: &Arc<Shared>,
    number: usize,
    random: &mut Random,
    next: &mut Instant,
    end: Instant,
) -> io::Result<()> {
    let entry = &shared.games[number % shared.games.len()];
    let body =
        json!({ "game": entry.info.id, "seats": [{ "kind": "person" }, { "kind": "open" }] });
    let created = shared.client(number).post("api/tables", "", &body).await?;
    let table = created.json();
    let id = table["id"].as_str().ok_or_else(|| io::Error::other(created.text()))?;
    let path = format!("api/tables/{id}/socket");
    let mut players = Vec::new();
    for seat in 0..2 {
        let mut socket = shared.client(number + seat).socket(&path).await?;
        send(&mut socket, &json!({ "auth": table["seats"][seat]["secret"] })).await?;
        receive(&mut socket, r#""type":"table""#).await?;
        send(&mut socket, &json!({ "changes": true })).await?;
        players.push(socket);
    }
    let Load { games, sockets, .. } = shared.load;
    let more = sockets.saturating_sub(2 * games);
    let watchers = more / games + usize::from(number < more % games);
    let (last_move, _) = watch::channel((0, Instant::now()));
    for watcher in 0..watchers {
        // As a browser does: the page, the table, then the socket.
        let client = shared.client(number + watcher);
        client.get(id).await?;
        client.get(&format!("api/tables/{id}")).await?;
        let mut socket = client.socket(&path).await?;
        send(&mut socket, &json!({ "changes": true })).await?;
        tokio::spawn(follow(Arc::clone(shared), socket, last_move.subscribe()));
    }
    let mut position = entry.open([]).map_err(io::Error::other)?.start();
    let mut ply = 0;
    while position.outcome().is_none() {
        if *next >= end {
            break;
        }
        sleep_until(*next).await;
        *next += shared.load.every / 2;
        let mover = position.turn().index();
        let Some(mv) = position.play_random(random) else { break };
        ply += 1 + play_forced_passes(&mut *position);
        let sent = Instant::now();
        last_move.send_replace((ply, sent));
        send(&mut players[mover], &json!({ "seq": ply, "command": "play", "mv": mv })).await?;
        let answer = receive(&mut players[mover], r#""type":"answer""#).await?;
        let acknowledged = sent.elapsed();
        if !answer.contains(r#""error":null"#) {
            return Err(io::Error::other(answer));
        }
        let others = players.len() - 1 - mover;
        // `ply` is the last field of a history entry.
        receive(&mut players[others], &format!(r#""ply":{ply}}}"#)).await?;
        let seen = sent.elapsed();
        let mut measured = lock(&shared.measured);
        measured.acknowledged.0.push(acknowledged);
        measured.seen.0.push(seen);
    }
    // This table is not used again.
    let resign = json!({ "command": "resign", "seq": 0 });
    send(&mut players[0], &resign).await
}

/// Measures when a spectator sees each move.
async fn follow(
    shared: Arc<Shared>,
    mut socket: Socket,
    last_move: watch::Receiver<(usize, Instant)>,
) {
    let mut seen = 0;
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(text) = message else { continue };
        let (ply, sent) = *last_move.borrow();
        if ply > seen && text.contains(&format!(r#""ply":{ply}}}"#)) {
            lock(&shared.measured).watched.0.push(sent.elapsed());
            seen = ply;
        }
    }
}

/// Plays the passes that the server plays by itself, and returns their number.
fn play_forced_passes(position: &mut dyn AnyPosition) -> usize {
    let mut passes = 0;
    while position.outcome().is_none()
        && position.count_moves() == 1
        && let Some(mv) = position.moves().pop()
        && matches!(position.steps(&mv).as_deref(), Ok([Step::Word(_)]))
        && position.play(&mv).is_ok()
    {
        passes += 1;
    }
    passes
}

async fn send(socket: &mut Socket, message: &Value) -> io::Result<()> {
    socket.send(Message::text(message.to_string())).await.map_err(io::Error::other)
}

/// The next message that contains this text.
async fn receive(socket: &mut Socket, part: &str) -> io::Result<String> {
    let waiting = async {
        loop {
            match socket.next().await {
                Some(Ok(Message::Text(text))) if text.contains(part) => {
                    return Ok(text.as_str().to_owned());
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(io::Error::other(error)),
                None => return Err(io::Error::other("the server closed the connection")),
            }
        }
    };
    let late = |_| io::Error::other(format!("no answer within {} seconds", TIMEOUT.as_secs()));
    timeout(TIMEOUT, waiting).await.map_err(late)?
}
