//! `GET /api/tables/{id}/socket`: streams a table over a WebSocket, which also accepts commands.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::{Request, State};
use axum::response::Response;
use serde_json::Value;
use tokio::time::error::Elapsed;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

use super::events::{PING, PING_TEXT};
use super::types::commands::CommandRequest;
use super::types::sockets::{SocketAnswer, SocketRequest, TypeAnswer};
use crate::app::App;
use crate::error::ApiError;
use crate::metrics::count;
use crate::visitors::{Bucket, Visitor};
use crate::web::extract::{Path, Query};
use crate::web::stream::Follower;
use crate::web::validate::{parse, read};
use crate::web::websocket::{self, Socket};
use crate::web::write_timeout::is_timeout;
use strata_api::TableViewParams;

/// How long the server waits for the first message, which may contain the secret.
pub(crate) const FIRST_MESSAGE: Duration = Duration::from_millis(500);
/// A client that has not answered three pings is disconnected.
pub(crate) const MAX_SILENCE: Duration = Duration::from_secs(3 * PING.as_secs() + 5);

/// How long a client may take to receive the end of a socket.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

pub(crate) async fn open(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Query(view): Query<TableViewParams>,
    request: Request,
) -> Result<Response, ApiError> {
    let live_table = app.live_tables.get(&app, &id).await?;
    let follower = Follower::new(&app, live_table, visitor, view)?;
    websocket::open(request, move |socket| Session::new(socket, follower).run())
}

/// Why the server closes a socket.
pub(super) enum End {
    /// The client disconnected or violated the protocol.
    Disconnected,
    /// The client did not receive a message in time.
    Slow,
    /// The server shuts down; another one may go on.
    Restart,
}

/// The outcome of sending a message.
pub(super) fn sent(result: Result<Result<(), Error>, Elapsed>) -> Result<(), End> {
    match result {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) if !is_timeout(&error) => Err(End::Disconnected),
        _ => Err(End::Slow),
    }
}

/// Tells the client that the socket is closed, and why.
pub(super) async fn end(socket: &mut Socket, app: &App, outcome: &Result<(), End>) {
    if let Err(End::Slow) = outcome {
        count(&app.metrics.slow_clients);
    }
    let code = if let Err(End::Restart) = outcome { CloseCode::Restart } else { CloseCode::Normal };
    let frame = CloseFrame { code, reason: Utf8Bytes::default() };
    // The client may have disconnected already.
    let _ = timeout(CLOSE_TIMEOUT, socket.send(Message::Close(Some(frame)))).await;
}

struct Session {
    socket: Socket,
    follower: Follower,
    messages: Bucket,
    last_received: Instant,
}

impl Session {
    fn new(socket: Socket, follower: Follower) -> Self {
        let rate = follower.app.config.bounds.messages_per_second;
        let messages = Bucket::new(rate * 2.0, rate);
        Self { socket, follower, messages, last_received: Instant::now() }
    }

    async fn run(mut self) {
        let app = Arc::clone(&self.follower.app);
        let outcome = self.serve().await;
        end(&mut self.socket, &app, &outcome).await;
    }

    async fn serve(&mut self) -> Result<(), End> {
        if let Ok(message) = timeout(FIRST_MESSAGE, self.socket.receive()).await {
            self.receive(message).await?;
        }
        if !self.follower.has_entered() {
            drop(self.follower.enter(None).await);
        }
        self.send_table().await?;
        let app = Arc::clone(&self.follower.app);
        let mut ping = Instant::now() + PING;
        loop {
            tokio::select! {
                message = self.socket.receive() => self.receive(message).await?,
                changed = timeout_at(ping, self.follower.changed()) => match changed {
                    Ok(true) => self.send_table().await?,
                    Ok(false) => return Ok(()),
                    Err(_) => {
                        if self.last_received.elapsed() > MAX_SILENCE {
                            return Err(End::Disconnected);
                        }
                        self.send(Message::Ping(Vec::new().into())).await?;
                        self.send(Message::text(PING_TEXT)).await?;
                        ping = Instant::now() + PING;
                    }
                },
                () = app.closed() => return Err(End::Restart),
            }
        }
    }

    async fn send_table(&mut self) -> Result<(), End> {
        let parts = self.follower.message();
        let limit = self.follower.app.config.bounds.send_timeout;
        sent(timeout(limit, self.socket.send_parts(parts)).await)
    }

    async fn send(&mut self, message: Message) -> Result<(), End> {
        let limit = self.follower.app.config.bounds.send_timeout;
        sent(timeout(limit, self.socket.send(message)).await)
    }

    async fn receive(&mut self, message: Option<Result<Message, Error>>) -> Result<(), End> {
        let Some(Ok(message)) = message else { return Err(End::Disconnected) };
        self.last_received = Instant::now();
        if !self.messages.take(1.0) {
            return Err(End::Disconnected);
        }
        match message {
            Message::Text(text) => self.answer(text.as_str()).await,
            Message::Close(_) => Err(End::Disconnected),
            Message::Binary(_) => {
                self.send_answer(
                    None,
                    Err(ApiError::BadRequest("expected a text message".to_owned())),
                )
                .await
            }
            Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => Ok(()),
        }
    }

    async fn answer(&mut self, text: &str) -> Result<(), End> {
        let message = match parse(text.as_bytes()) {
            Ok(message) => message,
            Err(error) => return self.send_answer(None, Err(error)).await,
        };
        let seq = message.get("seq").and_then(Value::as_u64);
        match read::<SocketRequest>(message) {
            Ok(request) => self.execute(request).await,
            Err(error) => self.send_answer(seq, Err(error)).await,
        }
    }

    async fn execute(&mut self, request: SocketRequest) -> Result<(), End> {
        let SocketRequest { auth, look, watching, changes, seq, command, arguments } = request;
        if let Some(changes) = changes {
            self.follower.receive_changes(changes);
        }
        if let Some(view) = look {
            self.follower.view = view;
        }
        if let Some(secret) = &auth {
            let entered = self.follower.enter(Some(secret)).await;
            if entered.is_err() || seq.is_some() {
                self.send_answer(seq, entered).await?;
            }
        }
        if let Some(watching) = watching {
            self.follower.watch(watching);
        }
        let Some(command) = command else {
            return if look.is_some() { self.send_table().await } else { Ok(()) };
        };
        let (live_table, app) =
            (Arc::clone(&self.follower.live_table), Arc::clone(&self.follower.app));
        let (visitor, secret) = (self.follower.visitor, self.follower.secret());
        let request = CommandRequest { command, arguments };
        let outcome = match app.visitors.request(visitor, live_table.cost(false)) {
            Ok(()) => live_table.execute(&app, visitor, secret, request).await,
            Err(error) => Err(error),
        };
        self.send_answer(seq, outcome).await
    }

    async fn send_answer(
        &mut self,
        seq: Option<u64>,
        outcome: Result<(), ApiError>,
    ) -> Result<(), End> {
        let error = outcome.err().map(|error| error.to_string());
        let answer = SocketAnswer { r#type: TypeAnswer::Answer, seq, error };
        let text = serde_json::to_string(&answer).unwrap_or_default();
        self.send(Message::text(text)).await
    }
}
