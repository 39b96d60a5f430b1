//! Counting a segment for TER.

use super::matches::{Lists, Masks};
use super::search::Search;
use super::{Ter, TercomTokenizer};
use crate::error::Error;
use crate::kernels::{Blocks, Kernel, Work};
use crate::metric::{AVERAGE_UNIT, Counter, check_segment};
use crate::ngrams::{Positions, Rows, Words};
use crate::segment::{Text, check_texts};
use crate::text::lowercase::Case;
use crate::tokenizers::{self, Analysis, Tokenizer};

/// A counter of segments that reuses its buffers.
pub(super) struct TerCounter {
    ter: Ter,
    hypothesis: Reading,
    reference: Reading,
    tokenizing: tokenizers::Scratch,
    positions: Positions,
    search: Search,
}

impl TerCounter {
    pub(super) fn new(ter: Ter) -> Self {
        Self {
            ter,
            hypothesis: Reading::default(),
            reference: Reading::default(),
            tokenizing: tokenizers::Scratch::default(),
            positions: Positions::default(),
            search: Search::default(),
        }
    }
}

impl Counter for TerCounter {
    fn count_from(
        &mut self,
        _known: usize,
        hypothesis: Text<'_>,
        references: &[Text<'_>],
        row: &mut [i64],
    ) -> Result<(), Error> {
        check_segment(&self.ter, hypothesis, references)?;
        let kernel = self.ter.kernel;
        kernel.dispatch(CountSegment { counter: self, hypothesis, references, row })
    }
}

struct CountSegment<'a, 't> {
    counter: &'a mut TerCounter,
    hypothesis: Text<'t>,
    references: &'a [Text<'t>],
    row: &'a mut [i64],
}

impl Work for CountSegment<'_, '_> {
    type Output = Result<(), Error>;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Result<(), Error> {
        let TerCounter { ter, hypothesis, reference, tokenizing, positions, search } = self.counter;
        let rewrite = TercomTokenizer::rewrite;
        hypothesis.read(kernel, ter, self.hypothesis, rewrite, tokenizing)?;
        let words = hypothesis.words(&self.hypothesis);
        let (mut fewest, mut length) = (i64::MAX, 0);
        for text in self.references {
            let rewrite = TercomTokenizer::rewrite_reference;
            reference.read(kernel, ter, *text, rewrite, tokenizing)?;
            let words_of_reference = reference.words(text);
            let edits = edits(kernel, words, words_of_reference, positions, search);
            fewest = fewest.min(edits);
            length += words_of_reference.tokens.len() as i64;
        }
        self.row[0] = fewest;
        let count = self.references.len() as i64;
        self.row[1] = (length * AVERAGE_UNIT + count / 2) / count;
        Ok(())
    }
}

/// Return the edits between a hypothesis and one reference.
#[inline(always)]
fn edits<K: Kernel>(
    kernel: K,
    hypothesis: Words<'_>,
    reference: Words<'_>,
    positions: &mut Positions,
    search: &mut Search,
) -> i64 {
    let (words, length) = (hypothesis.tokens.len(), reference.tokens.len());
    if length == 0 {
        return words as i64;
    }
    if words == 0 {
        return length as i64;
    }
    let is_short = words.saturating_mul(length) <= K::PAIRS_OF_WORDS;
    if is_short && positions.fill(kernel, hypothesis, reference) {
        let (bits, words) = (positions.bits(), positions.words());
        return i64::from(search.edits(kernel, Masks { bits, words, reference: length }));
    }
    kernel.run_apart(Listed { hypothesis, reference, search })
}

/// The edits of very long segments, and of those where two different tokens have the same hash.
struct Listed<'w, 's> {
    hypothesis: Words<'w>,
    reference: Words<'w>,
    search: &'s mut Search,
}

impl Work for Listed<'_, '_> {
    type Output = i64;

    #[inline(always)]
    fn run<K: Kernel>(self, _kernel: K) -> i64 {
        i64::from(self.search.listed(&Lists::new(self.hypothesis, self.reference)))
    }
}

/// A text's tokens, with the text that they are part of where that is not the text that was given.
#[derive(Debug, Default)]
struct Reading {
    rewritten: Option<String>,
    analysis: Analysis,
}

impl Reading {
    #[inline(always)]
    fn read<K: Blocks>(
        &mut self,
        kernel: K,
        ter: &Ter,
        text: Text<'_>,
        rewrite: impl Fn(&TercomTokenizer, &str) -> String,
        scratch: &mut tokenizers::Scratch,
    ) -> Result<(), Error> {
        let tokenizer = ter.tokenizer;
        self.rewritten = None;
        let scheme = Tokenizer::None.scheme();
        let (text, case) = match text {
            Text::Plain(text) if tokenizer.rewrites() => {
                let text = Text::Plain(self.rewritten.insert(rewrite(&tokenizer, text)));
                check_texts(text, &[])?;
                (text, Case::Mixed)
            }
            _ if tokenizer.case_sensitive => (text, Case::Mixed),
            _ => (text, Case::Lower),
        };
        self.analysis.read(kernel, scheme, case, &text, scratch);
        Ok(())
    }

    /// Return the words of the text that was read last, which must be `text`.
    #[inline(always)]
    fn words<'a>(&'a self, text: &Text<'a>) -> Words<'a> {
        match &self.rewritten {
            Some(rewritten) => self.analysis.words(&Text::Plain(rewritten)),
            None => self.analysis.words(text),
        }
    }
}
