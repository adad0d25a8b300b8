//! The server: on the loopback address alone, a thread for each connection.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use parking_lot::Mutex;
use tungstenite::handshake::derive_accept_key;

use crate::board::assets;
use crate::board::connection::{self, GivenPage};
use crate::board::request::{Gate, RequestRefusal, Wanted, read_head};
use crate::random;

/// The port of a server that is given none, unless somebody else has it. A browser keeps the settings of the page by its port.
const OWN_PORT: u16 = 15225;
/// How long the head of a request may take.
const HEAD_TIME: Duration = Duration::from_secs(5);
/// The most connections at once that may ask for something.
const MOST_CONNECTIONS: usize = 64;
/// The most connections at once that have not said what they ask for.
const MOST_UNREAD: usize = 64;
/// How long to wait where no connection can be had.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

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
    /// Whether the browser that was started has been led to the page.
    has_entered: AtomicBool,
    /// Connections whose request is being read, the oldest first.
    unread: Mutex<VecDeque<Arc<TcpStream>>>,
    /// How many others there are.
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
        let gate = Gate { port, token: random::secret()?, entry: random::secret()? };
        let shared = ServerState {
            gate,
            given,
            has_entered: AtomicBool::new(false),
            unread: Mutex::default(),
            connections: AtomicUsize::new(0),
        };
        Ok(BoardServer { listener, shared: Arc::new(shared) })
    }

    /// The address of the page.
    pub(crate) fn address(&self) -> String {
        self.shared.gate.address(&self.shared.gate.token)
    }

    /// The address to start a browser with, which leads to the page once.
    pub(crate) fn entry(&self) -> String {
        self.shared.gate.address(&self.shared.gate.entry)
    }

    /// Serves for ever.
    pub(crate) fn serve(&self) -> Result<()> {
        for stream in self.listener.incoming() {
            // A connection that failed is nobody else's loss, but there may be no file or thread left for one.
            if stream.and_then(|stream| self.take_in(stream)).is_err() {
                thread::sleep(ACCEPT_PAUSE);
            }
        }
        Ok(())
    }

    /// Answers a connection on a thread of its own.
    fn take_in(&self, stream: TcpStream) -> io::Result<()> {
        let stream = Arc::new(stream);
        self.shared.await_request(&stream);
        let shared = Arc::clone(&self.shared);
        let answering = thread::Builder::new().spawn(move || {
            // Whoever breaks a connection off gets no answer, and nobody else is concerned.
            let _ = shared.answer(stream);
        });
        if answering.is_err() {
            // It was the last to come, and no request of it is read.
            self.shared.unread.lock().pop_back();
        }
        answering.map(drop)
    }
}

/// One of the connections that are counted, for as long as it lasts: a panic ends it too.
struct CountedConnection<'a>(&'a ServerState);

impl<'a> CountedConnection<'a> {
    /// Counts another one, if there may be.
    fn new(state: &'a ServerState) -> Option<CountedConnection<'a>> {
        let counted = CountedConnection(state);
        (state.connections.fetch_add(1, Relaxed) < MOST_CONNECTIONS).then_some(counted)
    }
}

impl Drop for CountedConnection<'_> {
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
    /// Takes in a connection whose request is to be read. Where there are too many the oldest makes way: a browser says at
    /// once what it wants.
    fn await_request(&self, stream: &Arc<TcpStream>) {
        let mut unread = self.unread.lock();
        if unread.len() == MOST_UNREAD
            && let Some(oldest) = unread.pop_front()
        {
            // That fails where it is broken off already.
            let _ = oldest.shutdown(Shutdown::Both);
        }
        unread.push_back(Arc::clone(stream));
    }

    /// A connection whose request was read, unless it had to make way.
    fn take(&self, stream: Arc<TcpStream>) -> Option<TcpStream> {
        let mut unread = self.unread.lock();
        let place = unread.iter().position(|other| Arc::ptr_eq(other, &stream))?;
        drop(unread.remove(place));
        // Nobody else holds it now.
        Arc::into_inner(stream)
    }

    /// Leads the browser that was started to the page, once.
    fn lead(&self, stream: &mut TcpStream) -> Result<()> {
        if self.has_entered.swap(true, Relaxed) {
            return refuse(stream, RequestRefusal::Used);
        }
        let address = self.gate.address(&self.gate.token);
        let status = "HTTP/1.1 303 See Other";
        Ok(write!(stream, "{status}\r\nLocation: {address}\r\nContent-Length: 0\r\n{HEADERS}\r\n")?)
    }

    /// Answers the one request of a connection.
    fn answer(&self, stream: Arc<TcpStream>) -> Result<()> {
        let head = read_head(&mut TimedStream { stream: &stream, end: Instant::now() + HEAD_TIME });
        let Some(mut stream) = self.take(stream) else { return Ok(()) };
        stream.set_nodelay(true)?;
        let wanted = match head.and_then(|head| self.gate.admit(&head)) {
            Ok(wanted) => wanted,
            Err(refusal) => return refuse(&mut stream, refusal),
        };
        // Only who is answered may use up what there is once.
        let Some(_counted) = CountedConnection::new(self) else { return Ok(()) };
        match wanted {
            Wanted::Entry => self.lead(&mut stream),
            Wanted::File(name) => match assets::find(&name) {
                Some(asset) => send(&mut stream, "200 OK", asset.mime, asset.bytes),
                None => send_text(&mut stream, "404 Not Found", "there is no such file"),
            },
            Wanted::Conversation { key } => {
                let accept = derive_accept_key(key.as_bytes());
                write!(
                    stream,
                    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                     Sec-WebSocket-Accept: {accept}\r\n\r\n"
                )?;
                stream.set_read_timeout(None)?;
                connection::converse(stream, &self.given)
            }
        }
    }
}

fn refuse(stream: &mut TcpStream, refusal: RequestRefusal) -> Result<()> {
    send_text(stream, refusal.status(), &refusal.to_string())
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
        let given = GivenPage { options: Options::default(), first: None, database: None };
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
        let shared = Arc::clone(&server.shared);
        let answered = thread::spawn(move || {
            let counted = CountedConnection::new(&shared).unwrap();
            assert_eq!(counted.0.gate.port, 0, "a fault of the engine");
        });
        assert!(answered.join().is_err());
        assert_eq!(server.shared.connections.load(Relaxed), 0);
    }

    /// Serves until the tests end, and says the addresses of the page and of the way to it.
    fn served() -> [String; 2] {
        let server = server(Some(0));
        let addresses = [server.address(), server.entry()];
        thread::spawn(move || server.serve());
        addresses
    }

    /// The host and the path of an address.
    fn parts(address: &str) -> (&str, &str) {
        let rest = address.strip_prefix("http://").unwrap();
        rest.split_at(rest.find('/').unwrap())
    }

    /// Who asks to go to an address.
    fn asker(address: &str) -> TcpStream {
        let (host, path) = parts(address);
        let mut stream = TcpStream::connect(host).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
        stream
    }

    /// All that is answered to who goes to an address.
    fn go(address: &str) -> String {
        let mut answer = String::new();
        asker(address).read_to_string(&mut answer).unwrap();
        answer
    }

    /// Lets in a connection that is there.
    fn let_in(server: &BoardServer) -> Arc<TcpStream> {
        let stream = Arc::new(server.listener.accept().unwrap().0);
        server.shared.await_request(&stream);
        stream
    }

    #[test]
    fn who_makes_way_does_not_use_up_the_one_way_to_the_page() {
        let server = server(Some(0));
        let (entry, _asker) = (server.entry(), asker(&server.entry()));
        let stream = let_in(&server);
        let silent = || (TcpStream::connect(parts(&entry).0).unwrap(), let_in(&server));
        let _others: Vec<_> = (0..MOST_UNREAD).map(|_| silent()).collect();
        server.shared.answer(stream).unwrap();
        assert!(!server.shared.has_entered.load(Relaxed));
    }

    #[test]
    fn a_browser_is_started_without_the_token_and_led_to_the_page_once() {
        let [address, entry] = served();
        assert!(!entry.contains(parts(&address).1), "{entry}");
        let led = go(&entry);
        assert!(led.starts_with("HTTP/1.1 303 ") && led.contains(&format!("\r\nLocation: {address}\r\n")), "{led}");
        let again = go(&entry);
        assert!(again.starts_with("HTTP/1.1 403 ") && !again.contains(&address), "{again}");
        assert!((0..2).all(|_| go(&address).starts_with("HTTP/1.1 200 ")));
    }

    #[test]
    fn who_asks_for_nothing_keeps_nobody_out() {
        let [address, _] = served();
        let silent = || TcpStream::connect(parts(&address).0).unwrap();
        let mut held: Vec<TcpStream> = (0..MOST_UNREAD).map(|_| silent()).collect();
        assert!(go(&address).starts_with("HTTP/1.1 200 "));
        // The one that said nothing for the longest time made way.
        assert!(!matches!(held[0].read(&mut [0]), Ok(1..)));
    }

    #[test]
    fn there_are_only_so_many_connections_that_ask_for_something() {
        let server = server(Some(0));
        let counted: Vec<_> = (0..MOST_CONNECTIONS).map(|_| CountedConnection::new(&server.shared)).collect();
        assert!(counted.iter().all(Option::is_some) && CountedConnection::new(&server.shared).is_none());
        let mut asker = asker(&server.entry());
        server.shared.answer(let_in(&server)).unwrap();
        assert!(!matches!(asker.read(&mut [0]), Ok(1..)) && !server.shared.has_entered.load(Relaxed));
        drop(counted);
        assert!(CountedConnection::new(&server.shared).is_some());
    }
}
