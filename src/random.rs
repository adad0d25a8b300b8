//! Numbers by chance: seeds of what is drawn by lot, and words that nobody can guess.
//!
//! What is to be drawn again from a seed is drawn by the generator of the engine.

use std::hash::{BuildHasher, Hasher, RandomState};

use anyhow::{Result, anyhow};

/// Bytes of a word that nobody can guess.
const WORD_BYTES: usize = 16;

/// A seed: the standard library seeds its hashers from the system. Whoever knows many may guess the next.
pub(crate) fn lot() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// A word of hexadecimal digits that nobody can guess.
///
/// # Errors
/// When the system gives no random numbers.
pub(crate) fn secret() -> Result<String> {
    let mut bytes = [0; WORD_BYTES];
    getrandom::fill(&mut bytes).map_err(|why| anyhow!("this machine gives no random numbers: {why}"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// More than a program draws.
    const DRAWN: usize = 1000;

    #[test]
    fn no_lot_comes_twice() {
        let lots: BTreeSet<u64> = (0..DRAWN).map(|_| lot()).collect();
        assert_eq!(lots.len(), DRAWN);
    }

    #[test]
    fn no_secret_comes_twice_and_none_is_shorter() {
        let secrets: BTreeSet<String> = (0..DRAWN).map(|_| secret().unwrap()).collect();
        assert_eq!(secrets.len(), DRAWN);
        for secret in secrets {
            assert!(secret.len() == 2 * WORD_BYTES && secret.bytes().all(|byte| byte.is_ascii_hexdigit()), "{secret}");
        }
    }
}
