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
    "graph.js" JS;
    "guard.js" JS;
    "keys.js" JS;
    "link.js" JS;
    "main.js" JS;
    "menu.js" JS;
    "panels.js" JS;
    "picture.js" JS;
    "play.js" JS;
    "review.js" JS;
    "rules.js" JS;
    "settings.js" JS;
    "sizes.js" JS;
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
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_file_of_the_page_is_in_the_program() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("board/page");
        let entries = std::fs::read_dir(folder).unwrap();
        let files: BTreeSet<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        // What belongs to the folder for web hosts alone.
        let elsewhere = ["front.js", "worker.js", "service.js", "manifest.json"].map(str::to_string);
        let embedded: BTreeSet<String> = ASSETS.iter().map(|asset| asset.name.to_string()).collect();
        assert_eq!(files, embedded.into_iter().chain(elsewhere).collect());
        assert_eq!(find("").unwrap().name, "index.html");
        assert!(find("../Cargo.toml").is_none());
    }
}
