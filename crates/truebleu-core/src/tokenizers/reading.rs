//! A segment's text, whatever its kind, as words that can be counted.

use super::schemes::Scheme;
use super::{Analysis, Scratch, Tokenizer};
use crate::kernels::{Blocks, Kernel, KernelChoice, Work};
use crate::ngrams::Words;
use crate::segment::Text;
use crate::text::lowercase::Case;

impl Analysis {
    /// Tokenize a text, or take its tokens.
    #[inline(always)]
    pub fn read<K: Blocks>(
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

    /// Return the words of the text that was read last, which must be `text`.
    #[inline(always)]
    pub fn words<'a>(&'a self, text: &Text<'a>) -> Words<'a> {
        let bytes = match *text {
            Text::Plain(text) => text.as_bytes(),
            Text::Words { bytes, .. } => bytes,
            Text::Ids(_) => &[],
        };
        Words { tokens: &self.tokens, bytes: self.bytes(bytes) }
    }

    /// Do as [`Analysis::read`], by a kernel that is chosen at run time.
    pub fn read_by(
        &mut self,
        kernel: KernelChoice,
        tokenizer: Tokenizer,
        case: Case,
        text: &Text<'_>,
        scratch: &mut Scratch,
    ) {
        kernel.dispatch(Reading { analysis: self, tokenizer, case, text, scratch });
    }

    /// Return an analysis of each text.
    pub fn of_all(
        kernel: KernelChoice,
        tokenizer: Tokenizer,
        case: Case,
        texts: &[Text<'_>],
    ) -> Vec<Self> {
        let mut scratch = Scratch::default();
        let read = |text| {
            let mut analysis = Self::default();
            analysis.read_by(kernel, tokenizer, case, text, &mut scratch);
            analysis
        };
        texts.iter().map(read).collect()
    }
}

struct Reading<'a, 't> {
    analysis: &'a mut Analysis,
    tokenizer: Tokenizer,
    case: Case,
    text: &'a Text<'t>,
    scratch: &'a mut Scratch,
}

impl Work for Reading<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        self.analysis.read(kernel, self.tokenizer.scheme(), self.case, self.text, self.scratch);
    }
}
