//! A small client for the API, for measurements and tests.

use std::io;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::{WebSocketStream, client_async};

/// A socket to a table.
pub type Socket = WebSocketStream<TcpStream>;

/// A server to talk to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Client {
    /// Host and port.
    host: String,
    /// The path prefix of all URLs.
    base: String,
}

/// A response of the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Response {
    /// The status.
    pub status: u16,
    /// The headers, with names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Response {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as JSON; null if it is not JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

/// A response whose body is not read yet.
#[derive(Debug)]
pub struct ResponseStream {
    head: Response,
    stream: BufReader<TcpStream>,
}

impl ResponseStream {
    /// The status and the headers.
    pub const fn head(&self) -> &Response {
        &self.head
    }

    /// The next line as JSON; `None` at the end.
    pub async fn next_line(&mut self) -> io::Result<Option<Value>> {
        let mut line = String::new();
        match self.stream.read_line(&mut line).await? {
            0 => Ok(None),
            _ => Ok(Some(serde_json::from_str(&line)?)),
        }
    }
}

impl Client {
    /// A client of the server at `http://host:port/base`.
    pub fn new(url: &str) -> io::Result<Self> {
        let wrong = || io::Error::new(io::ErrorKind::InvalidInput, "expected http://host:port");
        let rest = url.strip_prefix("http://").ok_or_else(wrong)?;
        let (host, base) = rest.split_once('/').unwrap_or((rest, ""));
        let host = if host.contains(':') { host.to_owned() } else { format!("{host}:80") };
        let base = base.trim_matches('/');
        let base = if base.is_empty() { String::new() } else { format!("/{base}") };
        Ok(Self { host, base })
    }

    /// Host and port.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Sends a request and reads the head of the response.
    pub async fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> io::Result<ResponseStream> {
        let stream = TcpStream::connect(&self.host).await?;
        stream.set_nodelay(true)?;
        let mut stream = BufReader::new(stream);
        // In HTTP/1.0 the response ends when the connection closes.
        let mut request = format!(
            "{method} {}/{path} HTTP/1.0\r\nhost: {}\r\ncontent-length: {}\r\n",
            self.base,
            self.host,
            body.len()
        );
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        request += "\r\n";
        // In one piece, so that a server that refuses early has received the whole head.
        let whole = [request.as_bytes(), body].concat();
        let sent = stream.get_mut().write_all(&whole).await;
        let head = read_head(&mut stream).await;
        // A server may answer before it has read everything; then that response counts.
        if head.is_err() {
            sent?;
        }
        Ok(ResponseStream { head: head?, stream })
    }

    /// Sends a request and reads the whole response.
    pub async fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> io::Result<Response> {
        let ResponseStream { mut head, mut stream } = self.ask(method, path, headers, body).await?;
        stream.read_to_end(&mut head.body).await?;
        Ok(head)
    }

    /// Sends a GET request.
    pub async fn get(&self, path: &str) -> io::Result<Response> {
        self.request("GET", path, &[], b"").await
    }

    /// Sends JSON, with the secret of a seat unless it is empty.
    pub async fn post(&self, path: &str, secret: &str, body: &Value) -> io::Result<Response> {
        let bearer = format!("Bearer {secret}");
        let headers: &[(&str, &str)] =
            if secret.is_empty() { &[] } else { &[("authorization", &bearer)] };
        self.request("POST", path, headers, body.to_string().as_bytes()).await
    }

    /// A request for a socket.
    pub fn socket_request(&self, path: &str) -> io::Result<Request> {
        let url = format!("ws://{}{}/{path}", self.host, self.base);
        url.into_client_request().map_err(io::Error::other)
    }

    /// Opens a socket.
    pub async fn socket(&self, path: &str) -> io::Result<Socket> {
        let stream = TcpStream::connect(&self.host).await?;
        stream.set_nodelay(true)?;
        let request = self.socket_request(path)?;
        let (socket, _) = client_async(request, stream).await.map_err(io::Error::other)?;
        Ok(socket)
    }
}

async fn read_head(stream: &mut BufReader<TcpStream>) -> io::Result<Response> {
    let wrong = || io::Error::new(io::ErrorKind::InvalidData, "the response is not HTTP");
    let mut line = String::new();
    stream.read_line(&mut line).await?;
    let status = line.split(' ').nth(1).and_then(|code| code.parse().ok()).ok_or_else(wrong)?;
    let mut headers = Vec::new();
    loop {
        line.clear();
        stream.read_line(&mut line).await?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.push((name.to_lowercase(), value.trim().to_owned()));
    }
    Ok(Response { status, headers, body: Vec::new() })
}
