//! Counting a segment for BLEU.

use super::smoothing::LAST_ORDER;
use super::{Bleu, ReferenceLength};
use crate::error::Error;
use crate::kernels::{Kernel, Work};
use crate::metric::{AVERAGE_UNIT, Counter, Text, check_segment};
use crate::ngrams::{self, Words};
use crate::tokenizers::{self, Analysis};

/// Counts segments one after the other with the same room.
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

    /// Counts a segment of which the first `known` references were read by the
    /// last call already.
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

impl Counter for BleuCounter {
    fn count(
        &mut self,
        hypothesis: Text<'_>,
        references: &[Text<'_>],
        row: &mut [i64],
    ) -> Result<(), Error> {
        self.count_from(0, hypothesis, references, row)
    }

    fn count_again(
        &mut self,
        hypothesis: Text<'_>,
        references: &[Text<'_>],
        row: &mut [i64],
    ) -> Result<(), Error> {
        self.count_from(references.len(), hypothesis, references, row)
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

        let length = hypothesis.tokens.len();
        let lengths = references.iter().map(|words| words.tokens.len() as i64);
        let (lengths_row, counts) = self.row.split_at_mut(2);
        lengths_row[0] = length as i64;
        lengths_row[1] = effective_length(bleu.reference_length, length as i64, lengths);
        let (matches, rest) = counts.split_at_mut(bleu.counted_orders());
        let (totals, rest) = rest.split_at_mut(matches.len());
        ngrams::count(kernel, hypothesis, references, counting, matches);
        for (n, total) in totals.iter_mut().enumerate() {
            *total = bleu.rules.totals.of(length.saturating_sub(n) as i64);
        }
        if let [last_length, last_matches, last_total] = &mut rest[bleu.pooled().len()..] {
            let mut all = [0; LAST_ORDER];
            ngrams::count(kernel, hypothesis, references, counting, &mut all);
            *last_length = length as i64;
            *last_matches = all[LAST_ORDER - 1];
            let total = length.saturating_sub(LAST_ORDER - 1) as i64;
            *last_total = bleu.rules.totals.of(total);
        }
    }
}

/// The reference length that counts, in the unit of the row.
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
