//! From the characters of CPython's strings to UTF-8.

use std::ops::Range;
use std::sync::LazyLock;

use truebleu_core::kernels::KernelChoice;
use truebleu_core::text::utf8::{self, Character};

use crate::characters::Characters;

/// All kernels write the same: one that the environment names wrongly is said by the metric.
static KERNEL: LazyLock<KernelChoice> =
    LazyLock::new(|| KernelChoice::from_environment().unwrap_or(KernelChoice::Portable));

/// UTF-8 of many texts, one behind the other.
#[derive(Default)]
pub struct Room {
    /// What was used before is not cleared, only written again.
    bytes: Vec<u8>,
    used: usize,
}

impl Room {
    /// Forgets the texts, not the room for them.
    pub const fn clear(&mut self) {
        self.used = 0;
    }

    /// Adds a text and gives its place; nothing where it holds a lone surrogate.
    pub fn add(&mut self, characters: Characters<'_>) -> Option<Range<usize>> {
        match characters {
            Characters::Utf8(text) => {
                self.grow(text.len());
                self.bytes[self.used..][..text.len()].copy_from_slice(text.as_bytes());
                Some(self.take(text.len()))
            }
            Characters::One(units) => self.encode(units),
            Characters::Two(units) => self.encode(units),
            Characters::Four(units) => self.encode(units),
        }
    }

    /// The text at a place that [`Room::add`] gave since the last [`Room::clear`].
    #[inline]
    pub fn text(&self, range: &Range<usize>) -> &str {
        // SAFETY: what is at such a place was written as UTF-8.
        unsafe { std::str::from_utf8_unchecked(&self.bytes[range.clone()]) }
    }

    fn encode<C: Character>(&mut self, units: &[C]) -> Option<Range<usize>> {
        self.grow(utf8::room::<C>(units.len()));
        let length = utf8::encode(*KERNEL, units, &mut self.bytes[self.used..])?;
        Some(self.take(length))
    }

    /// Makes room for so many bytes more.
    fn grow(&mut self, more: usize) {
        let needed = self.used + more;
        if self.bytes.len() < needed {
            self.bytes.resize(needed.max(2 * self.bytes.len()), 0);
        }
    }

    const fn take(&mut self, length: usize) -> Range<usize> {
        let start = self.used;
        self.used += length;
        start..self.used
    }
}
