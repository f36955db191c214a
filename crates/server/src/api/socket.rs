//! `GET /api/tables/{id}/socket`: a table over a WebSocket.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::{Request, State};
use axum::response::Response;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::error::Elapsed;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_tungstenite::tungstenite::{Error, Message};

use super::events::{PING, PING_TEXT};
use crate::app::App;
use crate::error::ApiError;
use crate::live_table::Asked;
use crate::metrics::count;
use crate::view_params::TableViewParams;
use crate::visitors::{Bucket, Visitor};
use crate::web::extract::{LONGEST_SECRET, Path, Query, unreadable};
use crate::web::stream::Follower;
use crate::web::websocket::{self, Socket};
use crate::web::write_timeout::is_timeout;

/// How long the first message, which may bring the secret, is waited for.
pub(crate) const INTRODUCTION: Duration = Duration::from_millis(500);
/// A client that has not answered three pings is gone.
pub(crate) const SILENCE: Duration = Duration::from_secs(3 * PING.as_secs() + 5);

pub(crate) async fn open(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Query(look): Query<TableViewParams>,
    request: Request,
) -> Result<Response, ApiError> {
    let live_table = app.live_tables.get(&app, &id).await?;
    let follower = Follower::new(&app, live_table, visitor, look)?;
    websocket::open(request, move |socket| Conversation::new(socket, follower).run())
}

/// What a client may say beside commands: who it is, and how it looks.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "SocketIntroduction")]
pub(crate) struct Said {
    /// The secret of a seat.
    #[schemars(length(max = LONGEST_SECRET))]
    auth: Option<String>,
    /// How the table is to be shown from now on.
    look: Option<TableViewParams>,
    /// Whether somebody looks, which is so at first. Bots among themselves wait while nobody does.
    watching: Option<bool>,
    /// A number that the answer repeats.
    seq: Option<u64>,
    #[schemars(skip)]
    command: Option<Value>,
}

/// Why a conversation ends.
enum End {
    /// The client has gone, or breaks the protocol.
    Gone,
    /// It takes too long to receive what is sent.
    Slow,
}

/// What became of a message that was sent.
fn judge(sent: Result<Result<(), Error>, Elapsed>) -> Result<(), End> {
    match sent {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) if !is_timeout(&error) => Err(End::Gone),
        _ => Err(End::Slow),
    }
}

struct Conversation {
    socket: Socket,
    follower: Follower,
    messages: Bucket,
    heard: Instant,
}

impl Conversation {
    fn new(socket: Socket, follower: Follower) -> Self {
        let messages = Bucket::full(follower.app.config.bounds.messages_per_second * 2.0);
        Self { socket, follower, messages, heard: Instant::now() }
    }

    async fn run(mut self) {
        let app = Arc::clone(&self.follower.app);
        if let Err(End::Slow) = self.talk().await {
            count(&app.metrics.slow_clients);
        }
        // The other side may be gone already.
        let _ = timeout(Duration::from_secs(1), self.socket.send(Message::Close(None))).await;
    }

    async fn talk(&mut self) -> Result<(), End> {
        if let Ok(message) = timeout(INTRODUCTION, self.socket.hear()).await {
            self.hear(message).await?;
        }
        if !self.follower.has_entered() {
            drop(self.follower.enter(None).await);
        }
        self.show().await?;
        let app = Arc::clone(&self.follower.app);
        let mut ping = Instant::now() + PING;
        loop {
            tokio::select! {
                message = self.socket.hear() => self.hear(message).await?,
                changed = timeout_at(ping, self.follower.changed()) => match changed {
                    Ok(true) => self.show().await?,
                    Ok(false) => return Ok(()),
                    Err(_) => {
                        if self.heard.elapsed() > SILENCE {
                            return Err(End::Gone);
                        }
                        self.send(Message::Ping(Vec::new().into())).await?;
                        self.send(Message::text(PING_TEXT)).await?;
                        ping = Instant::now() + PING;
                    }
                },
                () = app.closed() => return Ok(()),
            }
        }
    }

    async fn show(&mut self) -> Result<(), End> {
        let parts = self.follower.message();
        let patience = self.follower.app.config.bounds.send_timeout;
        judge(timeout(patience, self.socket.send_parts(parts)).await)
    }

    async fn send(&mut self, message: Message) -> Result<(), End> {
        let patience = self.follower.app.config.bounds.send_timeout;
        judge(timeout(patience, self.socket.send(message)).await)
    }

    async fn hear(&mut self, message: Option<Result<Message, Error>>) -> Result<(), End> {
        let Some(Ok(message)) = message else { return Err(End::Gone) };
        self.heard = Instant::now();
        let rate = self.follower.app.config.bounds.messages_per_second;
        if !self.messages.take(1.0, rate * 2.0, rate) {
            return Err(End::Gone);
        }
        match message {
            Message::Text(text) => self.answer(text.as_str()).await,
            Message::Close(_) => Err(End::Gone),
            Message::Binary(_) => self.tell(None, Err(ApiError::bad("expected JSON text"))).await,
            Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => Ok(()),
        }
    }

    async fn answer(&mut self, text: &str) -> Result<(), End> {
        let said: Said = match serde_json::from_str(text) {
            Ok(said) => said,
            Err(error) => return self.tell(None, Err(unreadable("message", &error))).await,
        };
        let seq = said.seq;
        if let Some(look) = said.look {
            self.follower.look = look;
        }
        if let Some(secret) = &said.auth {
            let secret = Some(secret.as_str()).filter(|secret| secret.len() <= LONGEST_SECRET);
            let entered = self.follower.enter(secret.or(Some(""))).await;
            if entered.is_err() || seq.is_some() {
                self.tell(seq, entered).await?;
            }
        }
        if let Some(watching) = said.watching {
            self.follower.watch(watching);
        }
        if said.command.is_none() {
            return if said.look.is_some() { self.show().await } else { Ok(()) };
        }
        let outcome = match serde_json::from_str::<Asked>(text) {
            Ok(asked) => {
                let (live_table, app) =
                    (Arc::clone(&self.follower.live_table), Arc::clone(&self.follower.app));
                let (visitor, secret) = (self.follower.visitor, self.follower.secret());
                live_table.perform(&app, visitor, secret, asked).await
            }
            Err(error) => Err(unreadable("command", &error)),
        };
        self.tell(seq, outcome).await
    }

    async fn tell(&mut self, seq: Option<u64>, outcome: Result<(), ApiError>) -> Result<(), End> {
        let error = outcome.err().map(|error| error.to_string());
        let answer = json!({ "type": "answer", "seq": seq, "error": error });
        self.send(Message::text(answer.to_string())).await
    }
}
