//! The report of a review.

use std::path::Path;

use anyhow::Result;
use serde_json::Value;

use crate::report;

/// The page, with a place for the data: of one game, or of the summary of several.
const PAGE: &str = include_str!("report.html");

/// Writes a page.
///
/// # Errors
/// The file that cannot be written.
pub(super) fn write(path: &Path, data: &Value) -> Result<()> {
    report::write(path, PAGE, data)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn no_name_ends_the_script() {
        let path = std::env::temp_dir().join(format!("tengen-review-{}.html", std::process::id()));
        write(&path, &json!({ "name": "</script><b>" })).unwrap();
        let page = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(page.matches("</script>").count(), 1);
        assert!(page.contains("\\u003c/script>\\u003cb>") && !page.contains("/*DATA*/null"));
        // Nothing comes from anywhere else.
        assert!(!page.contains("src=") && !page.contains("<link"));
    }
}
