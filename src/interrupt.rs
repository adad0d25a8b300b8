//! Ctrl-C: noted, so that a run can end in order.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Context, Result};

/// Watches for Ctrl-C. The flag is raised when it comes, and `stop` is called. A process watches once.
///
/// # Errors
/// When Ctrl-C cannot be watched for.
pub(crate) fn watch(stop: impl Fn() + Send + 'static) -> Result<Arc<AtomicBool>> {
    let pressed = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&pressed);
    let note = move || {
        flag.store(true, Relaxed);
        stop();
    };
    ctrlc::set_handler(note).context("cannot watch for Ctrl-C")?;
    Ok(pressed)
}
