//! The texts of a segment, and whether they can be counted together.

use crate::error::Error;

/// A hypothesis or a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text<'a> {
    /// Plain text, for the metric's tokenizer.
    Plain(&'a str),
    /// Ready tokens: each ends at `ends[i]` in `bytes` and starts where the one before ends.
    Words {
        /// The tokens, one after the other; valid UTF-8.
        bytes: &'a [u8],
        /// End offset of each.
        ends: &'a [u32],
    },
    /// Ready tokens that are numbers.
    Ids(&'a [i64]),
}

impl Text<'_> {
    /// Return an upper bound of its number of tokens. (Those of a text have a byte each, but that
    /// some tokenizers see an empty one at an end.)
    pub const fn most_tokens(&self) -> usize {
        1 + match self {
            Self::Plain(text) => text.len(),
            Self::Words { ends, .. } => ends.len(),
            Self::Ids(ids) => ids.len(),
        }
    }

    /// Return whether its tokens are numbers.
    pub const fn is_ids(&self) -> bool {
        matches!(self, Self::Ids(_))
    }

    /// Return whether `self` and `other` are the same memory, and so equal.
    #[inline]
    pub fn is_same_memory(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Plain(one), Self::Plain(two)) => std::ptr::eq(*one, *two),
            (Self::Words { bytes, ends }, Self::Words { bytes: other_bytes, ends: other_ends }) => {
                std::ptr::eq(*bytes, *other_bytes) && std::ptr::eq(*ends, *other_ends)
            }
            (Self::Ids(one), Self::Ids(two)) => std::ptr::eq(*one, *two),
            _ => false,
        }
    }

    /// Return whether `self` and `other` can be compared.
    pub const fn same_kind(&self, other: &Self) -> bool {
        matches!(
            (self, other),
            (Self::Plain(_), Self::Plain(_))
                | (Self::Words { .. }, Self::Words { .. })
                | (Self::Ids(_), Self::Ids(_))
        )
    }
}

/// The longest text of a segment: positions in it are 32-bit numbers, and the last block of a
/// kernel may reach beyond the end.
const LONGEST: usize = u32::MAX as usize - 64;

/// Return whether a hypothesis and its references can be counted together.
///
/// # Errors
/// When they are of different kinds, or one is too long; the segment in the error is 0.
pub fn check_texts(hypothesis: Text<'_>, references: &[Text<'_>]) -> Result<(), Error> {
    for text in references.iter().chain([&hypothesis]) {
        if !text.same_kind(&hypothesis) {
            return Err(Error::MixedKinds { segment: 0 });
        }
        if let Text::Plain(text) = text
            && text.len() > LONGEST
        {
            return Err(Error::SegmentTooLong { segment: 0, bytes: text.len() });
        }
    }
    Ok(())
}

/// Return whether each of many texts can be counted together with each.
///
/// # Errors
/// As [`check_texts`]: the first text that is too long, or of another kind than the first of all;
/// it is counted from 0.
pub fn check_all(texts: &[Text<'_>]) -> Result<(), Error> {
    for (i, &text) in texts.iter().enumerate() {
        check_texts(texts[0], &[text]).map_err(|error| error.after(i))?;
    }
    Ok(())
}
