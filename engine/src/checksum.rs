//! FNV-1a: the sum of bytes by which files are known to be whole, and lists to be the same.
//!
//! It is quick to write down and to compute, and no more: whoever wants to can make two files with the same sum. Source:
//! Fowler, Noll and Vo, "The FNV non-cryptographic hash algorithm" (IETF draft-eastlake-fnv).

// Sums stand in files, so neither number can change.

/// The sum of no bytes.
const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
/// What the sum is multiplied by after each byte.
const PRIME: u64 = 0x0100_0000_01b3;

/// The 64-bit FNV-1a sum of bytes.
///
/// ```
/// use tengen_engine::internals::checksum::fnv1a;
///
/// assert_eq!(fnv1a(*b"foobar"), 0x8594_4171_f739_67e8);
/// ```
#[must_use]
pub fn fnv1a(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(OFFSET_BASIS, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Out of the test vectors of the draft.
    #[test]
    fn sums_are_those_of_the_draft() {
        for (text, sum) in [
            ("", 0xcbf2_9ce4_8422_2325),
            ("a", 0xaf63_dc4c_8601_ec8c),
            ("b", 0xaf63_df4c_8601_f1a5),
            ("c", 0xaf63_de4c_8601_eff2),
            ("fo", 0x0898_5907_b541_d342),
            ("foobar", 0x8594_4171_f739_67e8),
        ] {
            assert_eq!(fnv1a(text.bytes()), sum, "{text:?}");
        }
    }

    #[test]
    fn a_byte_more_and_another_order_change_the_sum() {
        let zeros = |count| fnv1a(std::iter::repeat_n(0, count));
        assert_ne!(zeros(3), zeros(4));
        assert_ne!(fnv1a([1, 2]), fnv1a([2, 1]));
    }
}
