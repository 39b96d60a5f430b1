//! Counting a segment for ROUGE.

use super::matches::Places;
use super::reading::{self, Reading};
use super::{Best, Counts, Requested, Rouge, Variant, subsequence, summary};
use crate::error::Error;
use crate::kernels::{Kernel, Work};
use crate::metric::{Counter, check_segment};
use crate::ngrams::shared::Shared;
use crate::ngrams::{self, Positions, Words, are_bits_quick, lanes};
use crate::segment::Text;

/// A counter of segments that reuses its buffers.
pub(super) struct RougeCounter {
    rouge: Rouge,
    requested: Requested,
    hypothesis: Reading,
    references: Vec<Reading>,
    reading: reading::Scratch,
    comparing: Comparing,
    /// For each variant.
    best: Vec<Best>,
}

/// Buffers for what two texts share, and the results.
#[derive(Default)]
struct Comparing {
    ngrams: ngrams::Scratch,
    positions: Positions,
    shared: Shared,
    subsequence: subsequence::Scratch,
    summary: summary::Scratch,
    /// Shared n-grams of each order.
    orders: Vec<i64>,
    /// Length of the longest common subsequence.
    length: i64,
    /// Tokens in the union of those of the sentences.
    hits: i64,
}

/// A text as it is compared.
#[derive(Clone, Copy)]
struct Side<'a> {
    words: Words<'a>,
    /// The tokens of the sentences, which are those of the text unless `is_by_line`.
    lines: Words<'a>,
    is_by_line: bool,
    /// Ends of the sentences among them.
    sentences: &'a [u32],
}

impl<'a> Side<'a> {
    #[inline(always)]
    fn new(text: &Text<'a>, reading: &'a Reading) -> Self {
        let (lines, sentences) = reading.sentences(text);
        Self { words: reading.words(text), lines, is_by_line: reading.is_by_line(), sentences }
    }

    /// Return the n-grams or tokens of a variant.
    #[inline(always)]
    fn count(self, variant: Variant) -> i64 {
        let count = match variant {
            Variant::Ngrams(n) => (self.words.tokens.len() + 1).saturating_sub(n),
            Variant::Subsequence => self.words.tokens.len(),
            Variant::Summary => self.lines.tokens.len(),
        };
        count as i64
    }
}

impl RougeCounter {
    pub(super) fn new(rouge: Rouge) -> Self {
        Self {
            requested: Requested::of(&rouge.variants),
            best: vec![Default::default(); rouge.variants.len()],
            rouge,
            hypothesis: Reading::default(),
            references: Vec::new(),
            reading: reading::Scratch::default(),
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
        kernel.dispatch(CountSegment { counter: self, known, hypothesis, references });
        Best::write(&self.best, row);
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
    type Output = ();

    /// Find for each variant the reference of the highest F, the first of equals.
    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        let RougeCounter { rouge, requested, hypothesis, references, reading, comparing, best } =
            self.counter;
        let new = self.references[self.known..].iter().zip(&mut references[self.known..]);
        for (text, place) in new.chain([(&self.hypothesis, &mut *hypothesis)]) {
            place.read(kernel, rouge, *requested, text, reading);
        }
        let hypothesis = Side::new(&self.hypothesis, hypothesis);
        for (i, (text, reference)) in self.references.iter().zip(&*references).enumerate() {
            let reference = Side::new(text, reference);
            comparing.compare(kernel, *requested, hypothesis, reference);
            for (&variant, best) in rouge.variants.iter().zip(&mut *best) {
                let counts = Counts {
                    matches: comparing.matches(variant),
                    hypothesis: hypothesis.count(variant),
                    reference: reference.count(variant),
                };
                best.update(rouge.package, counts, i == 0);
            }
        }
    }
}

impl Comparing {
    /// Return what the texts that were compared last share.
    #[inline(always)]
    fn matches(&self, variant: Variant) -> i64 {
        match variant {
            Variant::Ngrams(n) => self.orders[n - 1],
            Variant::Subsequence => self.length,
            Variant::Summary => self.hits,
        }
    }

    /// Count what two texts share.
    #[inline(always)]
    fn compare<K: Kernel>(
        &mut self,
        kernel: K,
        requested: Requested,
        hypothesis: Side<'_>,
        reference: Side<'_>,
    ) {
        let Requested { orders, subsequence, mut summary } = requested;
        self.orders.clear();
        self.orders.resize(orders, 0);
        if summary && (hypothesis.is_by_line || reference.is_by_line) {
            let is_filled = self.fill(kernel, hypothesis.lines, reference.lines);
            self.hits = self.union(kernel, is_filled, hypothesis, reference);
            summary = false;
        }
        let is_filled =
            (subsequence || summary) && self.fill(kernel, hypothesis.words, reference.words);
        if is_filled && orders <= lanes::ORDERS {
            ngrams::count_positions(kernel, &self.positions, &mut self.orders);
        } else if orders > 0 {
            let Self { ngrams, orders, .. } = self;
            ngrams::count(kernel, hypothesis.words, &[reference.words], ngrams, orders);
        }
        // With one sentence on each side, the union equals the longest common subsequence.
        let is_one = hypothesis.sentences.len() <= 1 && reference.sentences.len() <= 1;
        if subsequence || summary && is_one {
            self.length = self.length(kernel, is_filled, hypothesis.words, reference.words);
        }
        if summary {
            self.hits = if is_one {
                self.length
            } else {
                self.union(kernel, is_filled, hypothesis, reference)
            };
        }
    }

    /// Fill the sets of positions. Return false if the texts are long, or if two different tokens
    /// have one key.
    #[inline(always)]
    fn fill<K: Kernel>(&mut self, kernel: K, hypothesis: Words<'_>, reference: Words<'_>) -> bool {
        are_bits_quick::<K>(hypothesis, &[reference])
            && self.positions.fill(kernel, hypothesis, reference)
    }

    /// Return the length of the longest common subsequence; `is_filled`: the sets of positions are.
    #[inline(always)]
    fn length<K: Kernel>(
        &mut self,
        kernel: K,
        is_filled: bool,
        hypothesis: Words<'_>,
        reference: Words<'_>,
    ) -> i64 {
        let length = if is_filled { subsequence::of_positions(&self.positions) } else { None };
        length.unwrap_or_else(|| {
            let Self { ngrams, shared, subsequence: scratch, .. } = self;
            kernel.run_apart(LengthOfLong { hypothesis, reference, ngrams, shared, scratch })
        })
    }

    /// Return the tokens in the union of the subsequences of the sentences.
    #[inline(always)]
    fn union<K: Kernel>(
        &mut self,
        kernel: K,
        is_filled: bool,
        hypothesis: Side<'_>,
        reference: Side<'_>,
    ) -> i64 {
        let Self { ngrams, positions, shared, summary: scratch, .. } = self;
        if is_filled {
            return summary::hits(&*positions, hypothesis.sentences, reference.sentences, scratch);
        }
        kernel.run_apart(UnionOfLong { hypothesis, reference, ngrams, shared, scratch })
    }
}

/// The longest common subsequence of long texts.
struct LengthOfLong<'w, 's> {
    hypothesis: Words<'w>,
    reference: Words<'w>,
    ngrams: &'s mut ngrams::Scratch,
    shared: &'s mut Shared,
    scratch: &'s mut subsequence::Scratch,
}

impl Work for LengthOfLong<'_, '_> {
    type Output = i64;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i64 {
        let Self { hypothesis, reference, ngrams, shared, scratch } = self;
        shared.fill(kernel, hypothesis, reference, ngrams);
        let length = subsequence::of_shared(kernel, shared, scratch);
        if shared.is_large() {
            (*shared, *scratch) = Default::default();
        }
        length
    }
}

/// The union of the subsequences of the sentences of long texts.
struct UnionOfLong<'w, 's> {
    hypothesis: Side<'w>,
    reference: Side<'w>,
    ngrams: &'s mut ngrams::Scratch,
    shared: &'s mut Shared,
    scratch: &'s mut summary::Scratch,
}

impl Work for UnionOfLong<'_, '_> {
    type Output = i64;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i64 {
        let Self { hypothesis, reference, ngrams, shared, scratch } = self;
        shared.fill(kernel, hypothesis.lines, reference.lines, ngrams);
        let places = Places::new(shared);
        let hits = summary::hits(places, hypothesis.sentences, reference.sentences, scratch);
        if shared.is_large() {
            (*shared, *scratch) = Default::default();
        }
        hits
    }
}
