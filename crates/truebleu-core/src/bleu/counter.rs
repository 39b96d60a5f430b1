//! Counting a segment for BLEU.

use super::counts::LAST_ORDER;
use super::{Bleu, ReferenceLength};
use crate::abilities::{PreparedReferences, ReadOnce, Scratch};
use crate::error::Error;
use crate::kernels::{Kernel, Work};
use crate::metric::{AVERAGE_UNIT, Counter, check_segment};
use crate::ngrams::trie::Trie;
use crate::ngrams::{self, Words};
use crate::segment::Text;
use crate::tokenizers::{self, Analysis};

/// A counter of segments that reuses its buffers.
pub(super) struct BleuCounter {
    bleu: Bleu,
    hypothesis: Analysis,
    references: Vec<Analysis>,
    tokenizing: tokenizers::Scratch,
    counting: ngrams::Scratch,
}

impl BleuCounter {
    pub(super) fn new(bleu: Bleu) -> Self {
        Self {
            bleu,
            hypothesis: Analysis::default(),
            references: Vec::new(),
            tokenizing: tokenizers::Scratch::default(),
            counting: ngrams::Scratch::default(),
        }
    }
}

impl Counter for BleuCounter {
    #[inline]
    fn count_from(
        &mut self,
        known: usize,
        hypothesis: Text<'_>,
        references: &[Text<'_>],
        row: &mut [i64],
    ) -> Result<(), Error> {
        check_segment(&self.bleu, hypothesis, references)?;
        if self.references.len() < references.len() {
            self.references.resize_with(references.len(), Analysis::default);
        }
        let kernel = self.bleu.kernel;
        kernel.dispatch(CountSegment { counter: self, known, hypothesis, references, row });
        self.bleu.pool(row)
    }
}

struct CountSegment<'a, 't> {
    counter: &'a mut BleuCounter,
    known: usize,
    hypothesis: Text<'t>,
    references: &'a [Text<'t>],
    row: &'a mut [i64],
}

impl Work for CountSegment<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        let BleuCounter { bleu, hypothesis, references, tokenizing, counting } = self.counter;
        let texts = self.references[self.known..].iter().zip(&mut references[self.known..]);
        let texts = texts.map(|(text, analysis)| (bleu.case.reference, text, analysis));
        let own = (bleu.case.hypothesis, &self.hypothesis, &mut *hypothesis);
        for (case, text, analysis) in texts.chain([own]) {
            analysis.read(kernel, bleu.tokenizer.scheme(), case, text, tokenizing);
        }
        let references = &references[..self.references.len()];
        let hypothesis = hypothesis.words(&self.hypothesis);
        let (one, many);
        let references: &[Words<'_>] = if let ([text], [analysis]) = (self.references, references) {
            one = [analysis.words(text)];
            &one
        } else {
            let texts = self.references.iter().zip(references);
            many = texts.map(|(text, analysis)| analysis.words(text)).collect::<Vec<_>>();
            &many
        };

        let lengths = references.iter().map(|words| words.tokens.len() as i64);
        let matches = bleu.write_lengths(hypothesis.tokens.len(), lengths, self.row);
        ngrams::count(kernel, hypothesis, references, counting, matches);
        if let Some(last) = LastOrder::of(bleu, hypothesis.tokens.len(), self.row) {
            let mut matches = [0; LAST_ORDER];
            ngrams::count(kernel, hypothesis, references, counting, &mut matches);
            last.write(matches);
        }
    }
}

/// The columns of a row that are about the last order of a sentence's score, where a convention has
/// them. The counter writes them to their place: a closure that counts, called at two places, would
/// be compiled without the instructions of its kernel.
struct LastOrder<'a> {
    columns: &'a mut [i64; 3],
    length: i64,
    total: i64,
}

impl<'a> LastOrder<'a> {
    /// Create the place in the row of a hypothesis of so many tokens.
    #[inline(always)]
    fn of(bleu: &Bleu, length: usize, row: &'a mut [i64]) -> Option<Self> {
        let columns = &mut row[2 + 2 * bleu.counted_orders() + bleu.pooled().len()..];
        let total = bleu.rules.totals.of(length.saturating_sub(LAST_ORDER - 1) as i64);
        Some(Self { columns: columns.try_into().ok()?, length: length as i64, total })
    }

    #[inline(always)]
    fn write(self, matches: [i64; LAST_ORDER]) {
        *self.columns = [self.length, matches[LAST_ORDER - 1], self.total];
    }
}

/// References of a segment: their lengths, and their n-grams.
struct BleuReferences {
    bleu: Bleu,
    lengths: Vec<i64>,
    ngrams: Trie,
}

impl ReadOnce for Bleu {
    fn prepare(&self, references: &[Text<'_>]) -> Box<dyn PreparedReferences> {
        let analyses =
            Analysis::of_all(self.kernel, self.tokenizer, self.case.reference, references);
        let texts = references.iter().zip(&analyses);
        let words: Vec<_> = texts.map(|(text, analysis)| analysis.words(text)).collect();
        let lengths = words.iter().map(|words| words.tokens.len() as i64).collect();
        let ngrams = Trie::of_references(&words, self.orders_looked_at());
        Box::new(BleuReferences { bleu: self.clone(), lengths, ngrams })
    }
}

impl PreparedReferences for BleuReferences {
    fn count(&self, scratch: &mut Scratch, text: Text<'_>, row: &mut [i64]) -> Result<(), Error> {
        let Bleu { kernel, tokenizer, case, .. } = self.bleu;
        let Scratch { hypothesis, tokenizing, seen } = scratch;
        hypothesis.read_by(kernel, tokenizer, case.hypothesis, &text, tokenizing);
        let words = hypothesis.words(&text);
        let length = words.tokens.len();
        let matches = self.bleu.write_lengths(length, self.lengths.iter().copied(), row);
        self.ngrams.count(words, seen, matches);
        if let Some(last) = LastOrder::of(&self.bleu, length, row) {
            let mut matches = [0; LAST_ORDER];
            self.ngrams.count(words, seen, &mut matches);
            last.write(matches);
        }
        self.bleu.pool(row)
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.lengths) + self.ngrams.bytes()
    }
}

impl Bleu {
    /// Write the lengths and the totals of a hypothesis' row; return the place of the matches.
    #[inline(always)]
    pub(super) fn write_lengths<'a>(
        &self,
        hypothesis: usize,
        references: impl ExactSizeIterator<Item = i64>,
        row: &'a mut [i64],
    ) -> &'a mut [i64] {
        let length = hypothesis as i64;
        row[0] = length;
        row[1] = effective_length(self.reference_length, length, references);
        let orders = self.counted_orders();
        for (n, total) in row[2 + orders..2 + 2 * orders].iter_mut().enumerate() {
            *total = self.rules.totals.of(hypothesis.saturating_sub(n) as i64);
        }
        &mut row[2..2 + orders]
    }
}

/// Return the reference length that counts, in the unit of the row.
#[inline(always)]
fn effective_length(
    rule: ReferenceLength,
    hypothesis: i64,
    lengths: impl ExactSizeIterator<Item = i64>,
) -> i64 {
    let count = lengths.len() as i64;
    match rule {
        ReferenceLength::Closest => {
            lengths.min_by_key(|&length| ((length - hypothesis).abs(), length)).unwrap_or(0)
        }
        ReferenceLength::ClosestFirst => {
            lengths.min_by_key(|&length| (length - hypothesis).abs()).unwrap_or(0)
        }
        ReferenceLength::Shortest => lengths.min().unwrap_or(0),
        ReferenceLength::Longest => lengths.max().unwrap_or(0),
        ReferenceLength::Average => lengths.sum::<i64>() * (AVERAGE_UNIT / count),
    }
}
