//! The board's page in a real browser, before both engines: `scripts/check-web.sh` runs it.
//!
//! `cargo test --test web -- CHROMIUM FOLDER [PICTURES]`: the browser, the folder that `scripts/package-web.sh` made or `none`,
//! and a folder for pictures of the page. `TENGEN_ONLY=keys,files` tries only what has one of these names.

mod browser;
mod checks;
mod files;
mod folder;
mod games;
mod kept;
mod keys;
mod openings;
mod panels;
mod review;
mod set_up;
mod stored;
mod strangers;
mod told;

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};

use anyhow::{Context, Result, ensure};

use browser::Browser;
use folder::Host;

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let (Some(chromium), Some(folder)) = (args.first(), args.get(1)) else {
        eprintln!("cargo test --test web -- CHROMIUM FOLDER [PICTURES]; scripts/check-web.sh does all of it");
        return ExitCode::FAILURE;
    };
    match run(chromium, Path::new(folder), args.get(2).map(PathBuf::from).as_deref()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(chromium: &str, folder: &Path, pictures: Option<&Path>) -> Result<()> {
    if let Some(pictures) = pictures {
        fs::create_dir_all(pictures)?;
    }
    let server = Server::start()?;
    let begin = |name: &str| {
        println!("== {name}");
        let kept = env::temp_dir().join(format!("tengen-web-{}-{name}", std::process::id()));
        Browser::start(chromium, &kept)
    };
    let is_packed = folder != Path::new("none");
    // Without a package any page of another origin does for the strangers.
    let host = Host::serve(if is_packed { folder.to_path_buf() } else { "src/board/page".into() })?;
    let address = host.address();
    let browser = begin("server")?;
    checks::all(&browser, &server.address, pictures).context("before the server of the program")?;
    checks::step("strangers", || strangers::refused(&browser, &server.address, &address))?;
    if !is_packed {
        return Ok(());
    }
    let browser = begin("folder")?;
    before_folder(&browser, host, address).context("before the engine in the browser")
}

/// What is tried before the folder for web hosts.
fn before_folder(browser: &Browser, host: Host, address: String) -> Result<()> {
    checks::all(browser, &address, None)?;
    checks::on_page(browser, &address, "deaths", games::deaths)?;
    checks::on_page(browser, &address, "caches", stored::caches)?;
    checks::on_page(browser, &address, "installable", stored::installable)?;
    checks::step("signature", || games::signature(browser, &address))?;
    checks::step("games", || games::play(browser, &address))?;
    checks::step("offline", || {
        let mut tab = stored::stored(browser, &address)?;
        drop(host);
        stored::offline(&mut tab, &address)
    })
}

/// The program, serving its board.
struct Server {
    child: Child,
    address: String,
    /// The file of its database.
    database: PathBuf,
}

impl Server {
    fn start() -> Result<Server> {
        let database = env::temp_dir().join(format!("tengen-web-{}.store", std::process::id()));
        let mut child = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"))
            .args(["board", "--no-open", "--hash", "16M", "--db"])
            .arg(&database)
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().context("it speaks")?).read_line(&mut line)?;
        let address = line.trim().rsplit(' ').next().unwrap_or_default().to_string();
        ensure!(address.starts_with("http://127.0.0.1:"), "the program says no address: {line}");
        Ok(Server { child, address, database })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It serves until it is ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_file(&self.database);
    }
}
