//! Reports as pages for a browser, each with its data, its drawing and nothing from anywhere else.

use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};
use tengen_engine::BoardSize;

use crate::files::{self, Existing};

/// What stands in a page in place of its data.
const DATA: &str = "/*DATA*/null";
/// What stands in a page in place of the style that pages share.
const STYLE: &str = "/*STYLE*/";
/// That style.
const SHEET: &str = include_str!("report/page.css");
/// What stands in a page in place of the pieces that pages share.
const DRAWING: &str = "/*DRAWING*/";
/// Those pieces: elements, a board with stones, and a replay.
const PIECES: &str = include_str!("report/drawing.js");

/// Writes a page with its data. A page that is open in a browser is never half a page.
///
/// # Errors
/// The file that cannot be written.
pub(crate) fn write(path: &Path, page: &str, data: &Value) -> Result<()> {
    files::write(path, filled(page, data).as_bytes(), Existing::PAGE)
}

/// The dots of a board as the pieces draw them: columns and rows from the upper left.
pub(crate) fn dots(size: BoardSize) -> Value {
    size.dots().iter().map(|dot| json!([dot.x(), dot.y()])).collect()
}

fn filled(page: &str, data: &Value) -> String {
    // Names come from command lines and files, and texts from engines. None can end the script when none holds a "<".
    let data = data.to_string().replace('<', "\\u003c");
    page.replacen(STYLE, SHEET, 1).replacen(DRAWING, PIECES, 1).replacen(DATA, &data, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_ends_the_script() {
        let page = "<style>/*STYLE*/</style><script>const DATA = /*DATA*/null;\n/*DRAWING*/\n</script>";
        let page = filled(page, &json!({ "name": "</script><b>" }));
        assert_eq!(page.matches("</script>").count(), 1);
        assert!(page.contains("\\u003c/script>\\u003cb>") && page.contains("function emptyBoard"));
        assert!(page.contains("--paper:") && [STYLE, DATA, DRAWING].iter().all(|&place| !page.contains(place)));
    }
}
