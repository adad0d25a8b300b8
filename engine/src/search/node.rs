//! Kinds of nodes as types, so that the search is compiled for each by itself.

/// The kind of a node.
pub(super) trait NodeKind {
    /// The window may be wider than one and the variation is wanted.
    const PV: bool;
    /// The moves come from the list of the root.
    const ROOT: bool;
}

/// The position that the search was asked about.
pub(super) struct Root;
/// A node of the principal variation.
pub(super) struct Pv;
/// A node with a window of no width: only whether it reaches beta is asked. It may be expected to or not.
pub(super) struct NonPv;

impl NodeKind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}
impl NodeKind for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}
impl NodeKind for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}
