//! A web host: the files of a folder on the loopback address, until it is dropped.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, JoinHandle};

use anyhow::Result;

/// A host that serves a folder.
pub(crate) struct Host {
    port: u16,
    ended: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Host {
    /// Begins to serve.
    pub(crate) fn serve(folder: PathBuf) -> Result<Host> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let port = listener.local_addr()?.port();
        let ended = Arc::new(AtomicBool::new(false));
        let is_over = Arc::clone(&ended);
        let thread = thread::spawn(move || {
            for stream in listener.incoming() {
                if is_over.load(Relaxed) {
                    return;
                }
                let folder = folder.clone();
                // Browsers open connections that they do not use.
                thread::spawn(move || stream.is_ok_and(|stream| answer(stream, &folder).is_ok()));
            }
        });
        Ok(Host { port, ended, thread: Some(thread) })
    }

    /// Where it is.
    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.ended.store(true, Relaxed);
        // The thread waits for a connection, which wakes it.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn answer(mut stream: TcpStream, folder: &Path) -> Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let path = first.split(' ').nth(1).unwrap_or("/").split('?').next().unwrap_or("/").trim_start_matches('/');
    if path == "index.html" {
        // Some hosts have one name for the page.
        write!(
            stream,
            "HTTP/1.1 308 Permanent Redirect\r\nLocation: /\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        )?;
        return Ok(());
    }
    let path = folder.join(if path.is_empty() { "index.html" } else { path });
    let (status, bytes) = match fs::read(&path) {
        Ok(bytes) => ("200 OK", bytes),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let mime = match path.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html",
        Some("css") => "text/css",
        Some("js") => "text/javascript",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        _ => "application/json",
    };
    let length = bytes.len();
    // Some hosts say that their answers vary by the browser, or by what it would have.
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {mime}\r\nContent-Length: {length}\r\nVary: Accept, User-Agent\r\n\
         Connection: close\r\n\r\n"
    )?;
    Ok(stream.write_all(&bytes)?)
}
