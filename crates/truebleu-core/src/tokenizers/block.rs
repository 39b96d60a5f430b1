//! Properties of 64 bytes of a text.

/// Properties of 64 bytes; all bytes of a character have its properties.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Block {
    pub(super) space: u64,
    pub(super) isolated: u64,
    pub(super) mark: u64,
    pub(super) number: u64,
    pub(super) hyphen: u64,
    /// Not the first byte of a character (where a scheme needs to know it).
    pub(super) continuation: u64,
    /// A token boundary lies before the byte.
    pub(super) cut: u64,
}
