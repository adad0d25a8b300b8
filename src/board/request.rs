//! Requests of the browser: read, and refused unless they come from the page that this server gave out.

use std::fmt;
use std::io::Read;

/// The longest head of a request.
const LONGEST_HEAD: usize = 16 << 10;
/// The most headers of a request.
const MOST_HEADERS: usize = 64;
/// The port that browsers do not name.
const USUAL_PORT: u16 = 80;

/// What a request wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// A file of the page.
    File(String),
    /// To be led to the page, by the word in the address that a browser is started with.
    Entry,
    /// The conversation, by a WebSocket with this key.
    Conversation {
        /// What the answer is made of.
        key: String,
    },
}

/// Why a request is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RequestRefusal {
    /// It cannot be read.
    Malformed,
    /// It does more than to ask for something.
    Method,
    /// It was sent to another name, as pages do that point a name of theirs to this machine.
    Host,
    /// It was sent by another page.
    Origin,
    /// The address lacks the token.
    Token,
    /// The word that leads to the page has been used.
    Used,
}

impl RequestRefusal {
    /// The status of the answer.
    pub(crate) const fn status(self) -> &'static str {
        match self {
            RequestRefusal::Malformed => "400 Bad Request",
            RequestRefusal::Method => "405 Method Not Allowed",
            RequestRefusal::Host => "421 Misdirected Request",
            RequestRefusal::Origin | RequestRefusal::Token | RequestRefusal::Used => "403 Forbidden",
        }
    }
}

impl fmt::Display for RequestRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RequestRefusal::Malformed => "this request cannot be read",
            RequestRefusal::Method => "there is nothing to be changed here: only GET",
            RequestRefusal::Host => "this server has another name",
            RequestRefusal::Origin => "only the page of this server may ask",
            RequestRefusal::Token => "the address lacks the token: take the one that the program said",
            RequestRefusal::Used => {
                "this address serves once: take the one that the program said. If the page has not been seen here, somebody \
                 else on this machine has it: end the program"
            }
        })
    }
}

/// Who may ask: the port of the server, its token, and the word that leads to it.
#[derive(Clone, Debug)]
pub(crate) struct Gate {
    /// On the loopback address.
    pub port: u16,
    /// The first part of every path.
    pub token: String,
    /// The path that a browser is started with. Everybody on the machine can read how programs are started, and with that
    /// nobody is to have the token.
    pub entry: String,
}

impl Gate {
    /// The address of a first part of the path.
    pub(crate) fn address(&self, first: &str) -> String {
        format!("http://127.0.0.1:{}/{first}/", self.port)
    }

    /// The names under which this server may be spoken to.
    fn hosts(&self) -> Vec<String> {
        let names = ["127.0.0.1", "localhost"];
        let bare = names.into_iter().filter(|_| self.port == USUAL_PORT).map(str::to_string);
        names.map(|name| format!("{name}:{}", self.port)).into_iter().chain(bare).collect()
    }

    /// What a request wants, if it may have it.
    pub(crate) fn admit(&self, head: &[u8]) -> Result<Wanted, RequestRefusal> {
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut request = httparse::Request::new(&mut headers);
        let is_whole = request.parse(head).is_ok_and(|status| status.is_complete());
        let (true, Some(method), Some(path)) = (is_whole, request.method, request.path) else {
            return Err(RequestRefusal::Malformed);
        };
        let all = |name: &str| {
            let named = request.headers.iter().filter(|header| header.name.eq_ignore_ascii_case(name));
            named.map(|header| String::from_utf8_lossy(header.value).into_owned()).collect::<Vec<String>>()
        };
        let hosts = self.hosts();
        if !matches!(all("host").as_slice(), [host] if hosts.contains(&host.to_ascii_lowercase())) {
            return Err(RequestRefusal::Host);
        }
        let is_own = |origin: &String| hosts.iter().any(|host| *origin == format!("http://{host}"));
        let origins = all("origin");
        let sites = all("sec-fetch-site");
        let is_foreign = |site: &String| !["same-origin", "none"].contains(&site.as_str());
        if !origins.iter().all(is_own) || sites.iter().any(is_foreign) {
            return Err(RequestRefusal::Origin);
        }
        let bare = path.split(['?', '#']).next().unwrap_or_default();
        let name = match bare.strip_prefix('/').and_then(|path| path.split_once('/')) {
            Some((token, name)) if token == self.token => Some(name),
            Some((entry, "")) if entry == self.entry => None,
            _ => return Err(RequestRefusal::Token),
        };
        if method != "GET" {
            return Err(RequestRefusal::Method);
        }
        let Some(name) = name else { return Ok(Wanted::Entry) };
        if name != CONVERSATION {
            return Ok(Wanted::File(name.to_string()));
        }
        // Browsers say from which page a WebSocket comes; who does not is no browser of ours.
        let is_upgrade = all("upgrade").iter().any(|upgrade| upgrade.eq_ignore_ascii_case("websocket"));
        match (origins.is_empty(), all("sec-websocket-key").pop()) {
            (true, _) => Err(RequestRefusal::Origin),
            (false, Some(key)) if is_upgrade => Ok(Wanted::Conversation { key }),
            _ => Err(RequestRefusal::Malformed),
        }
    }
}

/// The name of the conversation in the address.
pub(crate) const CONVERSATION: &str = "conversation";

/// Reads the head of a request. What follows it stays unread.
pub(crate) fn read_head(stream: &mut impl Read) -> Result<Vec<u8>, RequestRefusal> {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        if head.len() == LONGEST_HEAD || !matches!(stream.read(&mut byte), Ok(1)) {
            return Err(RequestRefusal::Malformed);
        }
        head.push(byte[0]);
    }
    Ok(head)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks with a path and headers beside the usual ones; a header that is given takes the place of a usual one.
    fn ask(line: &str, given: &[&str]) -> Result<Wanted, RequestRefusal> {
        ask_at(4000, line, given)
    }

    /// The same of a server on another port.
    fn ask_at(port: u16, line: &str, given: &[&str]) -> Result<Wanted, RequestRefusal> {
        let gate = Gate { port, token: "secret".to_string(), entry: "once".to_string() };
        let usual = ["Host: 127.0.0.1:4000", "User-Agent: x"];
        let name = |header: &str| header.split(':').next().unwrap_or_default().to_ascii_lowercase();
        let kept = usual.into_iter().filter(|header| !given.iter().any(|other| name(other) == name(header)));
        let headers: Vec<&str> = kept.chain(given.iter().copied().filter(|header| !header.is_empty())).collect();
        gate.admit(format!("{line} HTTP/1.1\r\n{}\r\n\r\n", headers.join("\r\n")).as_bytes())
    }

    #[test]
    fn the_page_gets_its_files() {
        let file = |name: &str| Ok(Wanted::File(name.to_string()));
        assert_eq!(ask("GET /secret/", &[]), file(""));
        assert_eq!(ask("GET /secret/main.js?x", &["Host: LOCALHOST:4000"]), file("main.js"));
        assert_eq!(ask("GET /secret/", &["Sec-Fetch-Site: none"]), file(""));
        assert_eq!(ask("GET /once/", &["Sec-Fetch-Site: none"]), Ok(Wanted::Entry));
        assert_eq!(ask("GET /secret/a", &["Sec-Fetch-Site: same-origin", "Origin: http://localhost:4000"]), file("a"));
    }

    #[test]
    fn browsers_leave_out_the_usual_port() {
        for (host, origin) in [
            ("Host: 127.0.0.1", "Origin: http://127.0.0.1"),
            ("Host: localhost", "Origin: http://localhost"),
            ("Host: 127.0.0.1:80", "Origin: http://127.0.0.1:80"),
        ] {
            let file = Ok(Wanted::File(String::new()));
            assert_eq!(ask_at(80, "GET /secret/", &[host, origin]), file, "{host} {origin}");
        }
        assert_eq!(ask_at(80, "GET /secret/", &["Host: evil.example"]), Err(RequestRefusal::Host));
    }

    #[test]
    fn nobody_else_gets_anything() {
        for (line, headers, refusal) in [
            ("GET /", &[][..], RequestRefusal::Token),
            ("GET /secret", &[], RequestRefusal::Token),
            ("GET /secretmain.js", &[], RequestRefusal::Token),
            ("GET /wrong/main.js", &[], RequestRefusal::Token),
            ("GET //secret/main.js", &[], RequestRefusal::Token),
            ("GET /once", &[], RequestRefusal::Token),
            ("GET /once/main.js", &[], RequestRefusal::Token),
            ("POST /once/", &[], RequestRefusal::Method),
            ("POST /secret/", &[], RequestRefusal::Method),
            ("GET /secret/", &["Host: evil.example:4000"], RequestRefusal::Host),
            ("GET /secret/", &["Host: 127.0.0.1"], RequestRefusal::Host),
            ("GET /secret/", &["Host: 127.0.0.1:4001"], RequestRefusal::Host),
            ("GET /secret/", &["Host: 127.0.0.1:4000", "Host: evil.example"], RequestRefusal::Host),
            ("GET /secret/", &["Origin: http://evil.example"], RequestRefusal::Origin),
            ("GET /secret/", &["Origin: null"], RequestRefusal::Origin),
            ("GET /secret/", &["Origin: https://127.0.0.1:4000"], RequestRefusal::Origin),
            ("GET /secret/", &["Sec-Fetch-Site: cross-site"], RequestRefusal::Origin),
            ("GET /secret/", &["Sec-Fetch-Site: same-site"], RequestRefusal::Origin),
            ("nonsense", &[], RequestRefusal::Malformed),
        ] {
            assert_eq!(ask(line, headers), Err(refusal), "{line} {headers:?}");
        }
    }

    #[test]
    fn a_conversation_wants_a_page_that_says_where_it_is_from() {
        let line = "GET /secret/conversation";
        let upgrade = ["Upgrade: WebSocket", "Connection: Upgrade", "Sec-WebSocket-Key: k"];
        let with = |origin: &'static str| [upgrade.as_slice(), &[origin]].concat();
        assert_eq!(
            ask(line, &with("Origin: http://127.0.0.1:4000")),
            Ok(Wanted::Conversation { key: "k".to_string() })
        );
        assert_eq!(ask(line, &upgrade), Err(RequestRefusal::Origin));
        assert_eq!(ask(line, &with("Origin: http://evil.example")), Err(RequestRefusal::Origin));
        assert_eq!(ask("GET /conversation", &with("Origin: http://127.0.0.1:4000")), Err(RequestRefusal::Token));
        assert_eq!(ask(line, &["Origin: http://127.0.0.1:4000"]), Err(RequestRefusal::Malformed));
    }

    #[test]
    fn a_head_is_read_to_its_end_and_no_further() {
        let mut stream = &b"GET / HTTP/1.1\r\n\r\nrest"[..];
        assert_eq!(read_head(&mut stream).unwrap(), b"GET / HTTP/1.1\r\n\r\n");
        assert_eq!(stream, b"rest");
        assert_eq!(read_head(&mut &b"GET / HTTP/1.1\r\n"[..]), Err(RequestRefusal::Malformed));
        assert_eq!(read_head(&mut vec![b'a'; LONGEST_HEAD * 2].as_slice()), Err(RequestRefusal::Malformed));
    }
}
