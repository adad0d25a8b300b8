//! The report of a review: one page that holds its data, its drawing and nothing from anywhere else.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

/// The page, with a place for the data: of one game, or of the summary of several.
const PAGE: &str = include_str!("report.html");
const PLACE: &str = "/*DATA*/null";

/// Writes a page.
///
/// # Errors
/// The file that cannot be written.
pub(super) fn write(path: &Path, data: &Value) -> Result<()> {
    // Replaced in one go, so that a page that is open in a browser is never half a page.
    let mut beside = path.as_os_str().to_os_string();
    beside.push(".part");
    let written = fs::write(&beside, page(data)).and_then(|()| fs::rename(&beside, path));
    written.with_context(|| format!("cannot write {}", path.display()))
}

fn page(data: &Value) -> String {
    // Names come from files. No text can end the script when no text holds a "<".
    PAGE.replacen(PLACE, &data.to_string().replace('<', "\\u003c"), 1)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn no_name_ends_the_script() {
        let page = page(&json!({ "name": "</script><b>" }));
        assert_eq!(page.matches("</script>").count(), 1);
        assert!(page.contains("\\u003c/script>\\u003cb>") && !page.contains(PLACE));
        // Nothing comes from anywhere else.
        assert!(!page.contains("src=") && !page.contains("<link"));
    }
}
