//! How keys of positions lie in the table: their own bytes, in their own order.

use std::cmp::Ordering;

use redb::{Key, TypeName, Value};
use tengen_engine::position_key::PositionKey;

/// The bytes of a [`PositionKey`], in the order of [`PositionKey::compare`].
#[derive(Debug)]
pub(super) struct StoredKey;

impl Value for StoredKey {
    type SelfType<'a> = &'a [u8];
    type AsBytes<'a> = &'a [u8];

    fn fixed_width() -> Option<usize> {
        None
    }

    fn from_bytes<'a>(data: &'a [u8]) -> &'a [u8]
    where
        Self: 'a,
    {
        data
    }

    fn as_bytes<'a, 'b: 'a>(value: &'a &'b [u8]) -> &'a [u8]
    where
        Self: 'b,
    {
        value
    }

    fn type_name() -> TypeName {
        TypeName::new("tengen::PositionKey")
    }
}

impl Key for StoredKey {
    fn compare(one: &[u8], other: &[u8]) -> Ordering {
        PositionKey::compare(one, other)
    }
}
