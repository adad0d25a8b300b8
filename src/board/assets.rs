//! The files of the page, which are part of the program.

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asset {
    /// Its name in the address.
    pub name: &'static str,
    /// Its type, for the browser.
    pub mime: &'static str,
    /// What is in it.
    pub bytes: &'static [u8],
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

macro_rules! page {
    ($($name:literal $mime:expr;)*) => {
        &[$(Asset { name: $name, mime: $mime, bytes: include_bytes!(concat!("page/", $name)) }),*]
    };
}

/// All of them. What tells the page that a server stands behind it is the one file that differs in the folder for web hosts.
const ASSETS: &[Asset] = page! {
    "index.html" HTML;
    "page.css" CSS;
    "icon.svg" SVG;
    "address.js" JS;
    "analysis.js" JS;
    "board.js" JS;
    "database.js" JS;
    "dom.js" JS;
    "edit.js" JS;
    "files.js" JS;
    "focus.js" JS;
    "graph.js" JS;
    "guard.js" JS;
    "keys.js" JS;
    "layers.js" JS;
    "link.js" JS;
    "main.js" JS;
    "menu.js" JS;
    "notes.js" JS;
    "panels.js" JS;
    "picture.js" JS;
    "play.js" JS;
    "points.js" JS;
    "review.js" JS;
    "rules.js" JS;
    "settings.js" JS;
    "sizes.js" JS;
    "spoken.js" JS;
    "texts.js" JS;
    "tree.js" JS;
};

const FRONT: Asset = Asset { name: "front.js", mime: JS, bytes: b"export const front = \"server\";\n" };

/// The file of a name; the page itself has none.
pub(crate) fn find(name: &str) -> Option<Asset> {
    let name = if name.is_empty() { "index.html" } else { name };
    ASSETS.iter().chain([&FRONT]).find(|asset| asset.name == name).copied()
}

#[cfg(test)]
pub(super) mod tests;
