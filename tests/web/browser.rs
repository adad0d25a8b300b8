//! A browser that is driven over its DevTools protocol: what happens on a page, and everything that goes wrong there.

use std::collections::HashMap;
use std::fs;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket, client};

use crate::strangers::OTHER_NAME;

/// How long anything may take on a slow machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(240);
/// Between two looks at the page.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// A browser without a window.
pub(crate) struct Browser {
    child: Child,
    folder: PathBuf,
    port: u16,
}

impl Browser {
    /// Starts a browser that keeps what it keeps in a folder and reaches nothing but this machine.
    pub(crate) fn start(program: &str, folder: &Path) -> Result<Browser> {
        fs::create_dir_all(folder)?;
        let child = Command::new(program)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync", "--mute-audio"])
            .args(["--disable-default-apps", "--disable-extensions", "--hide-scrollbars", "--remote-debugging-port=0"])
            .arg(format!(
                "--host-resolver-rules=MAP {OTHER_NAME} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"
            ))
            .arg(format!("--user-data-dir={}", folder.display()))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start {program}"))?;
        let mut browser = Browser { child, folder: folder.to_path_buf(), port: 0 };
        let told = browser.folder.join("DevToolsActivePort");
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            let text = fs::read_to_string(&told).unwrap_or_default();
            if let Some(port) = text.lines().next().and_then(|port| port.parse().ok()) {
                browser.port = port;
                return Ok(browser);
            }
            thread::sleep(BETWEEN_LOOKS);
        }
        bail!("{program} did not say where it can be spoken to")
    }

    /// Opens a page of some width, dark or light.
    pub(crate) fn open(&self, address: &str, width: u32, is_dark: bool) -> Result<Tab> {
        let mut control = Tab::connect(self.port, &self.endpoint()?)?;
        let target = control.call("Target.createTarget", json!({"url": "about:blank"}))?;
        let id = target["targetId"].as_str().context("a tab has a number")?;
        let mut tab = Tab::connect(self.port, &format!("/devtools/page/{id}"))?;
        for domain in ["Page", "Runtime", "Network", "Log", "DOM"] {
            tab.call(&format!("{domain}.enable"), json!({}))?;
        }
        let height = if width < 500 { 844 } else { 860 };
        let metrics = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500});
        tab.call("Emulation.setDeviceMetricsOverride", metrics)?;
        tab.call("Emulation.setTouchEmulationEnabled", json!({"enabled": width < 500}))?;
        let scheme = if is_dark { "dark" } else { "light" };
        let features = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        tab.call("Emulation.setEmulatedMedia", features)?;
        tab.go(address)?;
        Ok(tab)
    }

    fn endpoint(&self) -> Result<String> {
        let text = fs::read_to_string(self.folder.join("DevToolsActivePort"))?;
        Ok(text.lines().nth(1).context("the browser says its path")?.to_string())
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It may be gone already, and its folder with it.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// One page.
pub(crate) struct Tab {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    calls: u64,
    /// Errors of the page: exceptions, and what it wrote to the console as an error.
    pub(crate) faults: Vec<String>,
    /// The addresses that it asked for.
    pub(crate) requests: Vec<String>,
    /// Its workers by their names, and the sessions in which they are spoken to.
    workers: HashMap<String, String>,
}

impl Tab {
    fn connect(port: u16, path: &str) -> Result<Tab> {
        let stream = TcpStream::connect(("127.0.0.1", port))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let (socket, _) = client(format!("ws://127.0.0.1:{port}{path}"), MaybeTlsStream::Plain(stream))?;
        Ok(Tab { socket, calls: 0, faults: Vec::new(), requests: Vec::new(), workers: HashMap::new() })
    }

    /// Calls a method of the browser and waits for its answer.
    pub(crate) fn call(&mut self, method: &str, params: Value) -> Result<Value> {
        self.send(json!({"method": method, "params": params}))
    }

    fn send(&mut self, mut message: Value) -> Result<Value> {
        self.calls += 1;
        let id = self.calls;
        message["id"] = json!(id);
        let method = message["method"].to_string();
        self.socket.send(Message::text(message.to_string()))?;
        loop {
            let Message::Text(text) = self.socket.read().with_context(|| format!("no answer to {method}"))? else {
                continue;
            };
            let said: Value = serde_json::from_str(&text)?;
            if said["id"] == id {
                ensure!(said.get("error").is_none(), "{method}: {}", said["error"]);
                return Ok(said["result"].clone());
            }
            self.note(&said);
        }
    }

    /// Takes note of what happened meanwhile.
    fn note(&mut self, said: &Value) {
        let params = &said["params"];
        match said["method"].as_str().unwrap_or_default() {
            "Runtime.exceptionThrown" => self.faults.push(params["exceptionDetails"].to_string()),
            "Runtime.consoleAPICalled" if params["type"] == "error" => self.faults.push(params["args"].to_string()),
            "Log.entryAdded" if params["entry"]["level"] == "error" => self.faults.push(params["entry"].to_string()),
            "Network.requestWillBeSent" => {
                self.requests.push(params["request"]["url"].as_str().unwrap_or_default().to_string());
            }
            // Who takes the place of a worker has its name.
            "Target.attachedToTarget" => {
                let name = params["targetInfo"]["title"].as_str().unwrap_or_default().to_string();
                self.workers.insert(name, params["sessionId"].as_str().unwrap_or_default().to_string());
            }
            "Network.webSocketCreated" => self.requests.push(params["url"].as_str().unwrap_or_default().to_string()),
            _ => {}
        }
    }

    /// Closes the page, and with it ends what its engine thinks about.
    pub(crate) fn close(mut self) -> Result<()> {
        // Nobody is there to say that what is on the page may be lost.
        self.value("if (globalThis.tengen?.state) tengen.state.play = tengen.state.is_changed = null")?;
        self.call("Page.close", json!({})).map(drop)
    }

    /// Goes to an address.
    pub(crate) fn go(&mut self, address: &str) -> Result<()> {
        let gone = self.call("Page.navigate", json!({"url": address}))?;
        ensure!(gone.get("errorText").is_none(), "{address}: {}", gone["errorText"]);
        Ok(())
    }

    /// The value of an expression on the page; promises are waited for.
    pub(crate) fn value(&mut self, expression: &str) -> Result<Value> {
        let params = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let said = self.call("Runtime.evaluate", params)?;
        ensure!(said.get("exceptionDetails").is_none(), "{expression}: {}", said["exceptionDetails"]);
        Ok(said["result"]["value"].clone())
    }

    /// Lets workers of the page be spoken to.
    pub(crate) fn attach_workers(&mut self) -> Result<()> {
        let params = json!({"autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true});
        self.call("Target.setAutoAttach", params).map(drop)
    }

    /// The session of the worker of a name that was attached last.
    pub(crate) fn worker(&self, name: &str) -> Option<String> {
        self.workers.get(name).cloned()
    }

    /// Runs a script in a worker.
    pub(crate) fn run_in_worker(&mut self, session: &str, script: &str) -> Result<()> {
        let params = json!({"expression": script, "returnByValue": true});
        let said = self.send(json!({"sessionId": session, "method": "Runtime.evaluate", "params": params}))?;
        ensure!(said.get("exceptionDetails").is_none(), "{script}: {}", said["exceptionDetails"]);
        Ok(())
    }

    /// Waits until an expression is true, and returns how long that took.
    pub(crate) fn wait(&mut self, expression: &str) -> Result<Duration> {
        let begin = Instant::now();
        // While a page is loaded there may be nothing yet of what is asked about.
        let guarded = format!("(() => {{ try {{ return Boolean({expression}); }} catch {{ return false; }} }})()");
        while begin.elapsed() < PATIENCE {
            if self.value(&guarded).unwrap_or_default() == true {
                return Ok(begin.elapsed());
            }
            thread::sleep(BETWEEN_LOOKS);
        }
        bail!("never true: {expression}; faults of the page: {:?}", self.faults)
    }

    /// Presses the mouse on an element, once it stands still and nothing lies over it.
    pub(crate) fn click(&mut self, selector: &str) -> Result<()> {
        let place = "e => { if (e.disabled) return null; e.scrollIntoView({block: 'nearest'}); const r = e.getBoundingClientRect(); \
             return [r.x + r.width / 2, r.y + r.height / 2]; }";
        self.press(selector, place)
    }

    /// Presses the mouse on a point of the board such as `h8`.
    pub(crate) fn put(&mut self, point: &str) -> Result<()> {
        let place = format!(
            "e => {{ e.scrollIntoView({{block: 'nearest'}}); const x = {point:?}.charCodeAt(0) - 97, y = Number({point:?}.slice(1)) - 1; \
             const p = new DOMPoint(tengen.board.left(x), tengen.board.top(y)).matrixTransform(e.getScreenCTM()); return [p.x, p.y]; }}"
        );
        self.press("#board", &place)
    }

    /// Presses the mouse on a place of an element that has not moved from one frame to the next, and sees that it was pressed.
    fn press(&mut self, selector: &str, place: &str) -> Result<()> {
        let still = format!(
            "new Promise(done => {{ let last = null; const end = performance.now() + {}; const look = () => {{ \
             const e = document.querySelector({selector:?}), at = e && ({place})(e); \
             const isStill = at && last && at.every((x, i) => x === last[i]) && e.contains(document.elementFromPoint(...at)); \
             if (isStill) {{ globalThis.pressed = null; addEventListener('pointerdown', ({{ target }}) => {{ \
             globalThis.pressed = Boolean(target.closest({selector:?})) || target.outerHTML; }}, {{ capture: true, once: true }}); }} \
             if (isStill || performance.now() > end) return done(isStill ? at : null); last = at; requestAnimationFrame(look); }}; look(); }})",
            PATIENCE.as_millis() / 2
        );
        let place = self.value(&still)?;
        ensure!(
            place.is_array(),
            "{selector} never stood still where it could be pressed; faults of the page: {:?}",
            self.faults
        );
        for (kind, button, count) in
            [("mouseMoved", "none", 0), ("mousePressed", "left", 1), ("mouseReleased", "left", 1)]
        {
            let params = json!({"type": kind, "x": place[0], "y": place[1], "button": button, "clickCount": count});
            self.call("Input.dispatchMouseEvent", params)?;
        }
        let pressed = self.value("globalThis.pressed")?;
        ensure!(pressed == true, "{selector} moved away under the mouse, which pressed {pressed}");
        Ok(())
    }

    /// Turns the wheel over an element, by so many pixels.
    pub(crate) fn wheel(&mut self, selector: &str, by: f64) -> Result<()> {
        let [x, y] = self.middle(selector)?;
        let params = json!({"type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": by});
        self.call("Input.dispatchMouseEvent", params).map(drop)
    }

    /// Draws a finger over the middle of an element, by so many pixels to the right; by none it is a touch.
    pub(crate) fn swipe(&mut self, selector: &str, by: f64) -> Result<()> {
        let [x, y] = self.middle(selector)?;
        let touch = |share: f64| json!([{"x": x + by * share, "y": y}]);
        for (kind, points) in [
            ("touchStart", touch(0.0)),
            ("touchMove", touch(0.3)),
            ("touchMove", touch(0.7)),
            ("touchMove", touch(1.0)),
            ("touchEnd", json!([])),
        ] {
            if kind != "touchMove" || by != 0.0 {
                self.call("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points}))?;
            }
        }
        Ok(())
    }

    fn middle(&mut self, selector: &str) -> Result<[f64; 2]> {
        let middle = self.value(&format!(
            "(() => {{ const e = document.querySelector({selector:?}); e.scrollIntoView({{block: 'nearest'}}); \
             const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
        ))?;
        Ok(serde_json::from_value(middle)?)
    }

    /// Presses a key.
    pub(crate) fn key(&mut self, key: &str) -> Result<()> {
        // A field is edited by the number of a key, and not by its name.
        let number = if key == "Backspace" { 8 } else { 0 };
        for kind in ["keyDown", "keyUp"] {
            let text = if kind == "keyDown" && key.chars().count() == 1 { key } else { "" };
            let params = json!({"type": kind, "key": key, "code": key, "text": text, "windowsVirtualKeyCode": number});
            self.call("Input.dispatchKeyEvent", params)?;
        }
        Ok(())
    }

    /// Chooses in a list, or fills a field in and leaves it.
    pub(crate) fn choose(&mut self, selector: &str, value: &str) -> Result<()> {
        self.set(selector, value, "change")
    }

    /// Types in a field.
    pub(crate) fn fill(&mut self, selector: &str, value: &str) -> Result<()> {
        self.set(selector, value, "input")
    }

    /// Types in a field as somebody does who then stays in it.
    pub(crate) fn write(&mut self, selector: &str, text: &str) -> Result<()> {
        self.value(&format!("document.querySelector({selector:?}).focus({{preventScroll: true}})"))?;
        self.call("Input.insertText", json!({"text": text})).map(drop)
    }

    fn set(&mut self, selector: &str, value: &str, event: &str) -> Result<()> {
        self.wait(&format!("document.querySelector({selector:?})"))?;
        let set = format!(
            "(() => {{ const e = document.querySelector({selector:?}); e.value = {value:?}; e.dispatchEvent(new Event({event:?})); return e.value; }})()"
        );
        ensure!(self.value(&set)? == value, "{selector} has no {value}");
        Ok(())
    }

    /// Drops a file on the page, which leaves nothing of it to the browser.
    pub(crate) fn drop_file(&mut self, name: &str, content: &str) -> Result<()> {
        self.value(&format!(
            "(() => {{ const data = new DataTransfer(); data.items.add(new File([{content:?}], {name:?})); \
             for (const kind of ['dragover', 'drop']) {{ \
             const isLeft = dispatchEvent(new DragEvent(kind, {{dataTransfer: data, cancelable: true}})); \
             if (isLeft) throw new Error(`the browser has its own ${{kind}}`); }} }})()"
        ))?;
        Ok(())
    }

    /// A picture of the whole page, as PNG.
    pub(crate) fn picture(&mut self, path: &Path) -> Result<()> {
        let metrics = self.call("Page.getLayoutMetrics", json!({}))?;
        let size = &metrics["cssContentSize"];
        let clip = json!({"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1});
        let params = json!({"format": "png", "captureBeyondViewport": true, "clip": clip});
        let shot = self.call("Page.captureScreenshot", params)?;
        let data = shot["data"].as_str().context("a picture has bytes")?;
        Ok(fs::write(path, data_encoding::BASE64.decode(data.as_bytes())?)?)
    }
}
