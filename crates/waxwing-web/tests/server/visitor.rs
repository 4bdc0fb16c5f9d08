//! Somebody who visits a server, for tests: over a WebSocket, or byte by byte.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// How long a test waits for what must come.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// A client as a page would be.
pub struct Visitor {
    pub socket: WebSocketStream<TcpStream>,
    next: u32,
}

impl Visitor {
    /// Connects to a server at loopback.
    pub async fn connect(server: SocketAddr) -> Visitor {
        Visitor::with_key(server, "").await
    }

    /// Connects with what follows `/ws` in the address.
    pub async fn with_key(server: SocketAddr, query: &str) -> Visitor {
        Visitor::try_connect(server, query, &format!("http://{server}")).await.expect("the server takes a visitor")
    }

    /// Connects as a page of this origin.
    pub async fn try_connect(server: SocketAddr, query: &str, origin: &str) -> Result<Visitor, Error> {
        let stream = TcpStream::connect(server).await.expect("the server listens");
        let mut request = format!("ws://{server}/ws{query}").into_client_request().expect("an address");
        request.headers_mut().insert("origin", HeaderValue::from_str(origin).expect("an origin"));
        let (socket, _) = client_async(request, stream).await?;
        Ok(Visitor { socket, next: 1 })
    }

    /// Sends a text.
    pub async fn say(&mut self, text: &str) {
        // A server that has hung up is noticed by who listens.
        let _ = self.socket.send(Message::text(text)).await;
    }

    /// The next text; `None` if the server has hung up.
    pub async fn hear_text(&mut self) -> Option<String> {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.expect("the server says something") {
                Some(Ok(Message::Text(text))) => return Some(text.as_str().to_owned()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message.
    pub async fn hear(&mut self) -> Option<Value> {
        self.hear_text().await.map(|text| serde_json::from_str(&text).expect("the server speaks JSON"))
    }

    /// Asks something, and returns its first answer.
    pub async fn ask(&mut self, mut request: Value) -> Value {
        let id = self.next;
        self.next += 1;
        request["id"] = id.into();
        self.say(&request.to_string()).await;
        loop {
            let answer = self.hear().await.expect("the server answers");
            if answer["id"] == id {
                return answer;
            }
        }
    }

    /// Waits for a message of a type.
    pub async fn hear_of(&mut self, kind: &str) -> Value {
        loop {
            let said = self.hear().await.expect("the server goes on");
            if said["type"] == kind {
                return said;
            }
        }
    }
}

/// Sends bytes to a server, and returns everything that it answers until it hangs up, or says nothing for a second.
pub async fn raw(server: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(server).await.expect("the server listens");
    stream.write_all(bytes).await.expect("the server reads");
    let mut answer = Vec::new();
    let mut part = [0; 4096];
    while let Ok(Ok(count @ 1..)) = timeout(Duration::from_secs(1), stream.read(&mut part)).await {
        answer.extend(&part[..count]);
    }
    String::from_utf8_lossy(&answer).into_owned()
}
