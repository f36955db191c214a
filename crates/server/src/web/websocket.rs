//! WebSockets with small buffers and bounded messages.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::error::ApiError;

/// The maximum size of an incoming message, in bytes.
pub(crate) const MAX_MESSAGE: usize = 16 << 10;
/// The maximum number of bytes that are read for one message, including all its frames.
const MOST_READ: usize = 2 * MAX_MESSAGE;
/// The maximum size of an outgoing frame, in bytes. Until it is closed, a socket has a buffer for
/// the largest frame that it has sent.
const LARGEST_FRAME: usize = 8 << 10;

/// Opens a socket, and runs a session on it.
pub(crate) fn open<T: Future<Output = ()> + Send>(
    request: Request,
    session: impl FnOnce(Socket) -> T + Send + 'static,
) -> Result<Response, ApiError> {
    let response = create_response_with_body(&request, Body::empty).map_err(|_| {
        let reason = "this address needs a WebSocket; send a request to upgrade the connection";
        ApiError::BadRequest(reason.to_owned())
    })?;
    let upgraded = hyper::upgrade::on(request);
    tokio::spawn(async move {
        // The client may have disconnected in the meantime.
        if let Ok(upgraded) = upgraded.await {
            session(Socket::new(upgraded).await).await;
        }
    });
    Ok(response)
}

/// A socket on the server's side.
pub(crate) struct Socket(WebSocketStream<Metered>);

impl Socket {
    async fn new(upgraded: Upgraded) -> Self {
        let config = WebSocketConfig::default()
            .max_message_size(Some(MAX_MESSAGE))
            .max_frame_size(Some(MAX_MESSAGE))
            .read_buffer_size(4 << 10)
            .write_buffer_size(LARGEST_FRAME);
        let stream = Metered { stream: TokioIo::new(upgraded), left: MOST_READ };
        Self(WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await)
    }

    /// The next message; `None` when the socket is closed.
    pub(crate) async fn receive(&mut self) -> Option<Result<Message, Error>> {
        let message = self.0.next().await;
        self.0.get_mut().left = MOST_READ;
        message
    }

    /// Sends a small message.
    pub(crate) async fn send(&mut self, message: Message) -> Result<(), Error> {
        self.0.send(message).await
    }

    /// Sends the parts of a text as one message.
    pub(crate) async fn send_parts(&mut self, parts: Vec<Bytes>) -> Result<(), Error> {
        let pieces: Vec<Bytes> = parts.into_iter().flat_map(cut).collect();
        let count = pieces.len();
        for (number, piece) in pieces.into_iter().enumerate() {
            let code = if number == 0 { Data::Text } else { Data::Continue };
            let frame = Frame::message(piece, OpCode::Data(code), number + 1 == count);
            self.0.feed(Message::Frame(frame)).await?;
        }
        self.0.flush().await
    }
}

/// Splits a text into pieces of at most one frame each, which share its memory.
fn cut(mut text: Bytes) -> impl Iterator<Item = Bytes> {
    std::iter::from_fn(move || {
        let length = text.len().min(LARGEST_FRAME);
        (length > 0).then(|| text.split_to(length))
    })
}

/// A connection that limits the bytes read for one message. The message size limit does not count
/// frame headers, so without this a client could send empty frames forever.
struct Metered {
    stream: TokioIo<Upgraded>,
    left: usize,
}

impl AsyncRead for Metered {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let metered = self.get_mut();
        let before = buffer.filled().len();
        ready!(Pin::new(&mut metered.stream).poll_read(context, buffer))?;
        let left = metered.left.checked_sub(buffer.filled().len() - before);
        metered.left = left.ok_or(io::ErrorKind::InvalidData)?;
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Metered {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write(context, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}
