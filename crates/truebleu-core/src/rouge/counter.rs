//! Counting a segment for ROUGE.

use super::matches::Places;
use super::reading::Reading;
use super::{Counts, Rouge, Variant, subsequence, summary};
use crate::error::Error;
use crate::kernels::{Kernel, Work};
use crate::metric::{Counter, check_segment};
use crate::ngrams::{self, MANY_PAIRS, Positions, Words};
use crate::segment::Text;
use crate::tokenizers;

/// A counter of segments that reuses its buffers.
pub(super) struct RougeCounter {
    rouge: Rouge,
    hypothesis: Reading,
    references: Vec<Reading>,
    tokenizing: tokenizers::Scratch,
    comparing: Comparing,
}

/// Buffers for what texts have in common.
#[derive(Default)]
struct Comparing {
    ngrams: ngrams::Scratch,
    orders: Vec<i64>,
    positions: Positions,
    column: Vec<u64>,
    summary: summary::Scratch,
}

impl RougeCounter {
    pub(super) fn new(rouge: Rouge) -> Self {
        Self {
            rouge,
            hypothesis: Reading::default(),
            references: Vec::new(),
            tokenizing: tokenizers::Scratch::default(),
            comparing: Comparing::default(),
        }
    }
}

impl Counter for RougeCounter {
    fn count_from(
        &mut self,
        known: usize,
        hypothesis: Text<'_>,
        references: &[Text<'_>],
        row: &mut [i64],
    ) -> Result<(), Error> {
        check_segment(&self.rouge, hypothesis, references)?;
        if self.references.len() < references.len() {
            self.references.resize_with(references.len(), Reading::default);
        }
        let kernel = self.rouge.kernel;
        let counts = kernel.dispatch(CountSegment { counter: self, known, hypothesis, references });
        counts.write(row);
        Ok(())
    }
}

struct CountSegment<'a, 't> {
    counter: &'a mut RougeCounter,
    known: usize,
    hypothesis: Text<'t>,
    references: &'a [Text<'t>],
}

impl Work for CountSegment<'_, '_> {
    type Output = Counts;

    /// Return the counts with the reference of the highest F, the first of equals.
    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Counts {
        let RougeCounter { rouge, hypothesis, references, tokenizing, comparing } = self.counter;
        let texts = self.references[self.known..].iter().zip(&mut references[self.known..]);
        let sides = texts.map(|(text, reading)| (text, reading, true));
        for (text, reading, parted) in sides.chain([(&self.hypothesis, &mut *hypothesis, false)]) {
            reading.read(kernel, rouge, parted, text, tokenizing);
        }
        let (mut best, mut highest) = (None, 0.0);
        for (text, reference) in self.references.iter().zip(&*references) {
            let hypothesis = (hypothesis.words(&self.hypothesis), hypothesis.sentences());
            let reference = (reference.words(text), reference.sentences());
            let counts = comparing.compare(kernel, rouge.variant, hypothesis, reference);
            let f = counts.rates().f;
            if best.is_none() || f > highest {
                (best, highest) = (Some(counts), f);
            }
        }
        best.unwrap_or_default()
    }
}

impl Comparing {
    #[inline(always)]
    fn compare<K: Kernel>(
        &mut self,
        kernel: K,
        variant: Variant,
        hypothesis: (Words<'_>, &[u32]),
        reference: (Words<'_>, &[u32]),
    ) -> Counts {
        let lengths = [hypothesis.0.tokens.len(), reference.0.tokens.len()];
        let [of_hypothesis, of_reference] = match variant {
            Variant::Ngrams(n) => lengths.map(|length| (length + 1).saturating_sub(n)),
            Variant::Subsequence => lengths,
            // Places between sentences are no tokens.
            Variant::Summary => [lengths[0], tokens_in(reference.1)],
        };
        let matches = match variant {
            _ if of_hypothesis == 0 || of_reference == 0 => 0,
            Variant::Ngrams(n) => {
                self.orders.resize(n, 0);
                let Self { ngrams, orders, .. } = self;
                ngrams::count(kernel, hypothesis.0, &[reference.0], ngrams, orders);
                orders[n - 1]
            }
            _ => self.in_order(kernel, variant, hypothesis, reference),
        };
        let [hypothesis, reference] = [of_hypothesis, of_reference].map(|count| count as i64);
        Counts { matches, hypothesis, reference }
    }

    /// Return the common n-grams of one order.
    #[inline(always)]
    fn in_order<K: Kernel>(
        &mut self,
        kernel: K,
        variant: Variant,
        hypothesis: (Words<'_>, &[u32]),
        reference: (Words<'_>, &[u32]),
    ) -> i64 {
        let Self { positions, column, summary, .. } = self;
        let length = hypothesis.0.tokens.len();
        let few = length.saturating_mul(reference.0.tokens.len()) <= MANY_PAIRS;
        let table = few && positions.fill(kernel, hypothesis.0, reference.0);
        match (variant == Variant::Summary, table) {
            (false, true) => subsequence::length(&*positions, length, column),
            (true, true) => summary::hits(&*positions, hypothesis.1, reference.1, summary),
            (summary, false) => self.in_order_of_long(summary, hypothesis, reference),
        }
    }

    /// Count the matches of one order in long texts, and where two different tokens have one key.
    #[cold]
    #[inline(never)]
    fn in_order_of_long(
        &mut self,
        summary: bool,
        hypothesis: (Words<'_>, &[u32]),
        reference: (Words<'_>, &[u32]),
    ) -> i64 {
        let places = Places::new(hypothesis.0, reference.0);
        if summary {
            summary::hits(places, hypothesis.1, reference.1, &mut self.summary)
        } else {
            subsequence::length(places, hypothesis.0.tokens.len(), &mut self.column)
        }
    }
}

/// Return the tokens of sentences that end there, with one place behind each.
fn tokens_in(sentences: &[u32]) -> usize {
    sentences.last().map_or(0, |&end| end as usize + 1 - sentences.len())
}
