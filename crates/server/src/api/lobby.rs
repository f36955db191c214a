//! `GET /api/lobby`, and `GET /api/lobby/socket`, which sends it after every change.

use std::sync::Arc;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use tokio::sync::watch;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_tungstenite::tungstenite::Message;

use super::events::{PING, PING_TEXT};
use super::socket::{End, MAX_SILENCE, end, sent};
use crate::app::App;
use crate::error::ApiError;
use crate::lobby::LobbyTicket;
use crate::visitors::{Bucket, StreamTicket, Visitor};
use crate::web::websocket::{self, Socket};

/// `GET /api/lobby`
pub(crate) async fn show(State(app): State<Arc<App>>) -> Result<Response, ApiError> {
    app.lobby.refresh(&app).await.map_err(|error| {
        tracing::error!(%error, "cannot read the lobby");
        ApiError::Unavailable("the lobby cannot be loaded now; try again")
    })?;
    let text = app.lobby.watch().borrow().clone();
    Ok(([(CONTENT_TYPE, "application/json")], text).into_response())
}

/// `GET /api/lobby/socket`
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    request: Request,
) -> Result<Response, ApiError> {
    let ticket = app.visitors.open_stream(visitor)?;
    let rate = app.config.bounds.messages_per_second;
    websocket::open(request, move |socket| {
        let messages = Bucket::new(rate * 2.0, rate);
        let (shown, looking) = (app.lobby.watch(), LobbyTicket::new(&app));
        let session = Session { socket, app, shown, messages, _looking: looking, _ticket: ticket };
        session.run()
    })
}

/// A visitor who looks at the lobby.
struct Session {
    socket: Socket,
    app: Arc<App>,
    shown: watch::Receiver<Bytes>,
    messages: Bucket,
    _looking: LobbyTicket,
    _ticket: StreamTicket,
}

impl Session {
    async fn run(mut self) {
        let outcome = self.serve().await;
        end(&mut self.socket, &self.app, &outcome).await;
    }

    async fn serve(&mut self) -> Result<(), End> {
        // If it cannot be read now, the visitor sees the last one.
        let _ = self.app.lobby.refresh(&self.app).await;
        self.send_lobby().await?;
        let app = Arc::clone(&self.app);
        let (mut ping, mut received) = (Instant::now() + PING, Instant::now());
        loop {
            tokio::select! {
                message = self.socket.receive() => {
                    received = Instant::now();
                    let is_open = matches!(message, Some(Ok(ref message)) if !message.is_close());
                    if !is_open || !self.messages.take(1.0) {
                        return Err(End::Disconnected);
                    }
                }
                changed = timeout_at(ping, self.shown.changed()) => match changed {
                    Ok(_) => self.send_lobby().await?,
                    Err(_) if received.elapsed() > MAX_SILENCE => return Err(End::Disconnected),
                    Err(_) => {
                        self.send(Message::Ping(Vec::new().into())).await?;
                        self.send(Message::text(PING_TEXT)).await?;
                        ping = Instant::now() + PING;
                    }
                },
                () = app.closed() => return Err(End::Restart),
            }
        }
    }

    async fn send_lobby(&mut self) -> Result<(), End> {
        let lobby = self.shown.borrow_and_update().clone();
        let begin = Bytes::from_static(br#"{"type":"lobby","lobby":"#);
        let parts = [begin, lobby, Bytes::from_static(b"}")];
        let limit = self.app.config.bounds.send_timeout;
        sent(timeout(limit, self.socket.send_parts(parts.into())).await)
    }

    async fn send(&mut self, message: Message) -> Result<(), End> {
        let limit = self.app.config.bounds.send_timeout;
        sent(timeout(limit, self.socket.send(message)).await)
    }
}
