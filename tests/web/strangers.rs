//! Who is not the page: its requests are shown, and what became of them.

use std::io::{Read, Write};
use std::net::TcpStream;

use anyhow::{Context, Result, ensure};
use serde_json::json;

use crate::browser::{Browser, PATIENCE};

/// A name of somebody else that leads to this machine: the browser is started so.
pub(crate) const OTHER_NAME: &str = "rebound.example";

/// Requests as any program can write them, each with the status of its answer.
const REQUESTS: &[(&str, &[&str], &str)] = &[
    ("GET /TOKEN/ HTTP/1.1", &["Host: 127.0.0.1:PORT"], "200"),
    ("GET /TOKEN/main.js HTTP/1.1", &["Host: localhost:PORT", "Origin: http://localhost:PORT"], "200"),
    ("GET / HTTP/1.1", &["Host: 127.0.0.1:PORT"], "403"),
    ("GET /0123456789abcdef0123456789abcdef/ HTTP/1.1", &["Host: 127.0.0.1:PORT"], "403"),
    ("GET /TOKEN/ HTTP/1.1", &["Host: rebound.example:PORT"], "421"),
    ("GET /TOKEN/ HTTP/1.1", &["Host: 127.0.0.1"], "421"),
    ("GET /TOKEN/ HTTP/1.1", &[], "421"),
    ("GET /TOKEN/ HTTP/1.1", &["Host: 127.0.0.1:PORT", "Origin: https://elsewhere.example"], "403"),
    ("GET /TOKEN/ HTTP/1.1", &["Host: 127.0.0.1:PORT", "Origin: http://127.0.0.1:1"], "403"),
    ("GET /TOKEN/ HTTP/1.1", &["Host: 127.0.0.1:PORT", "Sec-Fetch-Site: same-site"], "403"),
    ("POST /TOKEN/ HTTP/1.1", &["Host: 127.0.0.1:PORT", "Content-Length: 0"], "405"),
    ("GET /TOKEN/../../etc/passwd HTTP/1.1", &["Host: 127.0.0.1:PORT"], "404"),
    ("GET /TOKEN/conversation HTTP/1.1", &["Host: 127.0.0.1:PORT", UPGRADE, KEY], "403"),
    (
        "GET /TOKEN/conversation HTTP/1.1",
        &["Host: 127.0.0.1:PORT", "Origin: http://elsewhere.example", UPGRADE, KEY],
        "403",
    ),
    ("GET /conversation HTTP/1.1", &["Host: 127.0.0.1:PORT", "Origin: http://127.0.0.1:PORT", UPGRADE, KEY], "403"),
    (
        "GET /TOKEN/conversation HTTP/1.1",
        &["Host: 127.0.0.1:PORT", "Origin: http://127.0.0.1:PORT", UPGRADE, KEY],
        "101",
    ),
];
const UPGRADE: &str = "Upgrade: websocket";
const KEY: &str = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";

/// Nobody but the page is heard: not without the token, nor under another name, nor from a page of another origin.
pub(crate) fn refused(browser: &Browser, address: &str, elsewhere: &str) -> Result<()> {
    let (host, token) = address.trim_end_matches('/').rsplit_once('/').context("the address has a token")?;
    let port = host.rsplit_once(':').context("the address has a port")?.1;
    for (line, headers, status) in REQUESTS {
        let request = [&[*line], *headers].concat().join("\r\n");
        let mut stream = TcpStream::connect(format!("127.0.0.1:{port}"))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        write!(stream, "{}\r\n\r\n", request.replace("TOKEN", token).replace("PORT", port))?;
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).with_context(|| format!("no answer to {request}"))?;
        let answer = String::from_utf8_lossy(&answer);
        println!("      {} -> {answer}", request.replace("\r\n", " | "));
        ensure!(answer == format!("HTTP/1.1 {status}"), "{request}: {answer}, and not {status}");
    }
    // A page of another origin, on this machine too, that knows the token.
    let mut tab = browser.open(elsewhere, 1280, false)?;
    tab.wait("document.readyState === 'complete'")?;
    let socket = address.replace("http:", "ws:");
    for (what, tried) in [
        ("fetch", format!("fetch('{address}').then(() => 'read', () => 'refused')")),
        (
            "fetch without its answer",
            format!("fetch('{address}', {{mode: 'no-cors'}}).then(() => 'read', () => 'refused')"),
        ),
        (
            "POST",
            format!("fetch('{address}', {{method: 'POST', mode: 'no-cors'}}).then(() => 'read', () => 'refused')"),
        ),
        (
            "WebSocket",
            format!(
                "new Promise(done => {{ const s = new WebSocket('{socket}conversation'); s.onopen = () => done('heard'); s.onerror = () => done('refused'); }})"
            ),
        ),
        (
            "picture",
            format!(
                "new Promise(done => {{ const i = new Image(); i.onload = () => done('read'); i.onerror = () => done('refused'); i.src = '{address}icon.svg'; }})"
            ),
        ),
        ("module", format!("import('{address}main.js').then(() => 'run', () => 'refused')")),
    ] {
        let said = tab.value(&tried)?;
        println!("      {what} from a page of {elsewhere} -> {said}");
        ensure!(said == "refused", "{what} of a page of another origin: {said}");
    }
    // A name that its owner points to this machine once his page is open.
    for (place, refusal) in
        [(format!("http://{OTHER_NAME}:{port}/{token}/"), "another name"), (format!("{host}/"), "token")]
    {
        tab.go(&place)?;
        tab.wait("document.readyState === 'complete' && document.body.innerText")?;
        let said = tab.value("document.body.innerText")?;
        println!("      {place} in the browser -> {said}");
        ensure!(said.as_str().is_some_and(|said| said.contains(refusal)), "{place}: {said}");
    }
    // The page itself is no part of another page.
    tab.go(elsewhere)?;
    tab.wait("document.readyState === 'complete'")?;
    tab.value(&format!(
        "(() => {{ const f = document.createElement('iframe'); f.id = 'inside'; f.src = '{address}'; f.onload = () => {{ globalThis.framed = true; }}; document.body.append(f); }})()"
    ))?;
    tab.wait("globalThis.framed")?;
    let frames = tab.call("Page.getFrameTree", json!({}))?;
    let inside = frames["frameTree"]["childFrames"][0]["frame"]["url"].clone();
    println!("      the page in a frame of {elsewhere} -> {inside}");
    ensure!(inside.as_str().is_some_and(|url| url.starts_with("chrome-error:")), "the page is framed: {inside}");
    tab.close()
}
