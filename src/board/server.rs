//! The server: on the loopback address alone, a thread for each connection.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tungstenite::handshake::derive_accept_key;

use crate::board::assets;
use crate::board::connection::{self, GivenPage};
use crate::board::request::{Gate, RequestRefusal, Wanted, read_head};
use crate::random;

/// The port of a server that is given none, unless somebody else has it. A browser keeps the settings of the page by its port.
const OWN_PORT: u16 = 15225;
/// How long the head of a request may take.
const HEAD_TIME: Duration = Duration::from_secs(5);
/// The most connections at once.
const MOST_CONNECTIONS: usize = 64;

/// What every answer says: the page may only use what comes from here, and nothing may hold or keep it.
const HEADERS: &str = "Content-Security-Policy: default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\
X-Content-Type-Options: nosniff\r\n\
Referrer-Policy: no-referrer\r\n\
Cross-Origin-Resource-Policy: same-origin\r\n\
Cross-Origin-Opener-Policy: same-origin\r\n\
Cache-Control: no-store\r\n\
Connection: close\r\n";

/// A server that listens.
pub(crate) struct BoardServer {
    listener: TcpListener,
    shared: Arc<ServerState>,
}

/// What all connections know.
struct ServerState {
    gate: Gate,
    given: GivenPage,
    connections: AtomicUsize,
}

impl BoardServer {
    /// Listens on a port of the loopback address: without one on the usual one, or on one that is free.
    pub(crate) fn bind(port: Option<u16>, given: GivenPage) -> Result<BoardServer> {
        let listen = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        let listener = match port {
            Some(port) => listen(port).with_context(|| format!("cannot listen on port {port} of this machine"))?,
            None => listen(OWN_PORT).or_else(|_| listen(0)).context("cannot listen on any port of this machine")?,
        };
        let port = listener.local_addr()?.port();
        let gate = Gate { port, token: random::secret()? };
        let shared = ServerState { gate, given, connections: AtomicUsize::new(0) };
        Ok(BoardServer { listener, shared: Arc::new(shared) })
    }

    /// The address of the page.
    pub(crate) fn address(&self) -> String {
        let Gate { port, token } = &self.shared.gate;
        format!("http://127.0.0.1:{port}/{token}/")
    }

    /// Serves for ever.
    pub(crate) fn serve(&self) -> Result<()> {
        for stream in self.listener.incoming() {
            // A connection that failed before it was there is nobody's loss.
            let Ok(stream) = stream else { continue };
            let before = self.shared.connections.fetch_add(1, Relaxed);
            let counted = CountedConnection(Arc::clone(&self.shared));
            if before >= MOST_CONNECTIONS {
                continue;
            }
            thread::spawn(move || {
                // Whoever breaks a connection off gets no answer, and nobody else is concerned.
                let _ = counted.0.answer(stream);
            });
        }
        Ok(())
    }
}

/// One of the connections that are counted, for as long as it lasts: a panic ends it too.
struct CountedConnection(Arc<ServerState>);

impl Drop for CountedConnection {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Relaxed);
    }
}

/// A stream that is read until a moment, however its bytes come: each read may take what is left of the time.
struct TimedStream<'a> {
    stream: &'a TcpStream,
    end: Instant,
}

impl Read for TimedStream<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // A read that may take no time is refused.
        self.stream.set_read_timeout(Some(self.end.saturating_duration_since(Instant::now())))?;
        self.stream.read(buffer)
    }
}

impl ServerState {
    /// Answers the one request of a connection.
    fn answer(&self, mut stream: TcpStream) -> Result<()> {
        stream.set_nodelay(true)?;
        let head = read_head(&mut TimedStream { stream: &stream, end: Instant::now() + HEAD_TIME });
        match head.and_then(|head| self.gate.admit(&head)) {
            Ok(Wanted::File(name)) => match assets::find(&name) {
                Some(asset) => send(&mut stream, "200 OK", asset.mime, asset.bytes),
                None => send_text(&mut stream, "404 Not Found", "there is no such file"),
            },
            Ok(Wanted::Conversation { key }) => {
                let accept = derive_accept_key(key.as_bytes());
                write!(
                    stream,
                    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                     Sec-WebSocket-Accept: {accept}\r\n\r\n"
                )?;
                stream.set_read_timeout(None)?;
                connection::converse(stream, &self.given)
            }
            Err(refusal) => self.refuse(&mut stream, refusal),
        }
    }

    fn refuse(&self, stream: &mut TcpStream, refusal: RequestRefusal) -> Result<()> {
        send_text(stream, refusal.status(), &refusal.to_string())
    }
}

fn send_text(stream: &mut TcpStream, status: &str, text: &str) -> Result<()> {
    send(stream, status, "text/plain; charset=utf-8", format!("{text}\n").as_bytes())
}

fn send(stream: &mut TcpStream, status: &str, mime: &str, bytes: &[u8]) -> Result<()> {
    let length = bytes.len();
    write!(stream, "HTTP/1.1 {status}\r\nContent-Type: {mime}\r\nContent-Length: {length}\r\n{HEADERS}\r\n")?;
    Ok(stream.write_all(bytes)?)
}

#[cfg(test)]
mod tests {
    use tengen_engine::engine::Options;

    use super::*;

    #[test]
    fn a_head_must_be_whole_in_time_however_its_bytes_come() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let mut sender = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (stream, _) = listener.accept().unwrap();
        sender.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
        // The next byte is there already, and comes too late all the same.
        let now = Instant::now();
        let read = |end| read_head(&mut TimedStream { stream: &stream, end });
        assert_eq!(read(now), Err(RequestRefusal::Malformed));
        assert!(read(now + HEAD_TIME).is_ok());
    }

    fn server(port: Option<u16>) -> BoardServer {
        let given = GivenPage { options: Options::default(), opened: None, database: None };
        BoardServer::bind(port, given).unwrap()
    }

    #[test]
    fn no_other_machine_can_connect() {
        assert!(server(Some(0)).listener.local_addr().unwrap().ip().is_loopback());
    }

    #[test]
    fn without_a_port_it_is_the_usual_one_unless_somebody_has_it() {
        let ports = [server(None), server(None)].map(|server| server.shared.gate.port);
        assert_ne!(ports[0], ports[1]);
        let is_taken = || TcpListener::bind((Ipv4Addr::LOCALHOST, OWN_PORT)).is_err();
        // Another program that has it may let it go between the two questions, but hardly so often.
        assert!((0..100).any(|_| server(None).shared.gate.port == OWN_PORT || is_taken()), "{ports:?}");
    }

    #[test]
    fn a_connection_that_ends_by_a_panic_is_counted_no_longer() {
        let server = server(Some(0));
        server.shared.connections.fetch_add(1, Relaxed);
        let counted = CountedConnection(Arc::clone(&server.shared));
        let answered = thread::spawn(move || assert_eq!(counted.0.gate.port, 0, "a fault of the engine"));
        assert!(answered.join().is_err());
        assert_eq!(server.shared.connections.load(Relaxed), 0);
    }
}
