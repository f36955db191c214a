//! Connections with a time limit for writing.

use std::error::Error;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use socket2::{SockRef, TcpKeepalive};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// Whether an error was a timeout.
pub(crate) fn is_timeout(error: &(dyn Error + 'static)) -> bool {
    match error.downcast_ref::<io::Error>() {
        Some(error) => error.kind() == io::ErrorKind::TimedOut,
        None => error.source().is_some_and(is_timeout),
    }
}

/// How long the client may be silent, without even acknowledging data.
const MAX_SILENCE: Duration = Duration::from_secs(40);

/// Lets the system close a connection whose client has disappeared. The system's buffers can hold
/// minutes of messages, so sending alone does not detect it.
pub(super) fn set_keepalive(stream: &TcpStream) -> io::Result<()> {
    let socket = SockRef::from(stream);
    let asked = MAX_SILENCE / 4;
    let keepalive = TcpKeepalive::new().with_time(asked).with_interval(asked).with_retries(3);
    socket.set_tcp_keepalive(&keepalive)?;
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(MAX_SILENCE))?;
    Ok(())
}

/// A connection on which writing fails if the client receives nothing for too long.
pub(super) struct TimeoutStream {
    stream: TcpStream,
    limit: Duration,
    /// Runs while data waits to be sent.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl TimeoutStream {
    pub(super) const fn new(stream: TcpStream, limit: Duration) -> Self {
        Self { stream, limit, waiting: None }
    }

    fn send<T>(
        &mut self,
        context: &mut Context<'_>,
        send: impl FnOnce(Pin<&mut TcpStream>, &mut Context<'_>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if let Poll::Ready(sent) = send(Pin::new(&mut self.stream), context) {
            self.waiting = None;
            return Poll::Ready(sent);
        }
        let limit = self.limit;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(limit)));
        ready!(waiting.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for TimeoutStream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for TimeoutStream {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.get_mut().send(context, |stream, context| stream.poll_write(context, bytes))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.get_mut().send(context, |stream, context| stream.poll_write_vectored(context, parts))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[tokio::test]
    async fn keepalive_and_user_timeout_are_set() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let _other = TcpStream::connect(address).await.expect("a connection");
        let (stream, _) = listener.accept().await.expect("a connection");
        set_keepalive(&stream).expect("the system can");
        let socket = SockRef::from(&stream);
        assert_eq!(socket.tcp_user_timeout().expect("an answer"), Some(MAX_SILENCE));
        assert!(socket.keepalive().expect("an answer"));
        let asked = socket.tcp_keepalive_time().expect("an answer");
        let retries = socket.tcp_keepalive_retries().expect("an answer");
        assert!(
            asked + socket.tcp_keepalive_interval().expect("an answer") * retries <= MAX_SILENCE
        );
    }
}
