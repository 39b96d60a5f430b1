//! A segment's text, whatever its kind, as words that can be counted.

use super::schemes::Scheme;
use super::{Analysis, Scratch};
use crate::kernels::Kernel;
use crate::metric::Text;
use crate::ngrams::Words;
use crate::text::lowercase::Case;

impl Analysis {
    /// Tokenizes a text, or takes its tokens.
    #[inline(always)]
    pub fn read<K: Kernel>(
        &mut self,
        kernel: K,
        scheme: &'static Scheme,
        case: Case,
        text: &Text<'_>,
        scratch: &mut Scratch,
    ) {
        match *text {
            Text::Plain(text) => self.analyse(kernel, scheme, case, text, scratch),
            Text::Words { bytes, ends } => self.set_words(bytes, ends),
            Text::Ids(ids) => self.set_ids(ids),
        }
    }

    /// The words of the text that was read last, which must be `text`.
    #[inline(always)]
    #[must_use]
    pub fn words<'a>(&'a self, text: &Text<'a>) -> Words<'a> {
        let bytes = match *text {
            Text::Plain(text) => text.as_bytes(),
            Text::Words { bytes, .. } => bytes,
            Text::Ids(_) => &[],
        };
        Words { tokens: &self.tokens, bytes: self.bytes(bytes) }
    }
}
