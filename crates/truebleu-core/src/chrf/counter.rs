//! Counting a segment for chrF.

use super::Chrf;
use super::alphabet::Alphabet;
use super::places::{HypothesisRows, Places};
use super::reading::Reading;
use super::sorted;
use crate::error::Error;
use crate::kernels::{Kernel, Work};
use crate::metric::{Counter, check_segment};
use crate::ngrams::{self, lanes, plain};
use crate::segment::Text;

/// Above this number of words of bit sets, sorting is faster: the sets of a large alphabet and a long reference take
/// memory by their product.
const MANY_WORDS: usize = 1 << 20;

/// A counter of segments that reuses its buffers.
pub(super) struct ChrfCounter {
    chrf: Chrf,
    alphabet: Alphabet,
    hypothesis: Reading,
    reference: Reading,
    scratch: Scratch,
    /// The row against the reference that is read.
    row: Vec<i64>,
}

#[derive(Default)]
struct Scratch {
    places: Places,
    plain: plain::Scratch,
    sorted: sorted::Scratch,
    buckets: ngrams::buckets::Scratch,
    words: ngrams::Scratch,
    /// Matches of all orders, of characters and then of words.
    matches: Vec<i64>,
}

impl ChrfCounter {
    pub(super) fn new(chrf: Chrf) -> Self {
        let matches = vec![0; chrf.orders()];
        Self {
            row: vec![0; 3 * chrf.orders()],
            chrf,
            alphabet: Alphabet::default(),
            hypothesis: Reading::default(),
            reference: Reading::default(),
            scratch: Scratch { matches, ..Scratch::default() },
        }
    }
}

impl Counter for ChrfCounter {
    fn count_from(
        &mut self,
        _known: usize,
        hypothesis: Text<'_>,
        references: &[Text<'_>],
        row: &mut [i64],
    ) -> Result<(), Error> {
        check_segment(&self.chrf, hypothesis, references)?;
        let Text::Plain(hypothesis) = hypothesis else {
            return Err(Error::NoText { segment: 0 });
        };
        self.alphabet.bound();
        let kernel = self.chrf.kernel;
        kernel.dispatch(CountSegment { counter: self, hypothesis, references, row });
        Ok(())
    }
}

struct CountSegment<'a, 't> {
    counter: &'a mut ChrfCounter,
    hypothesis: &'t str,
    references: &'a [Text<'t>],
    row: &'a mut [i64],
}

impl Work for CountSegment<'_, '_> {
    type Output = ();

    /// Keep the row against the reference with the highest score, the first of several.
    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        let ChrfCounter { chrf, alphabet, hypothesis, reference, scratch, row } = self.counter;
        hypothesis.read(kernel, chrf, self.hypothesis, alphabet);
        let mut best = -1.0;
        for text in self.references {
            let Text::Plain(text) = *text else { continue };
            reference.read(kernel, chrf, text, alphabet);
            count_characters(
                kernel,
                chrf,
                (hypothesis.characters(), reference.characters()),
                alphabet.size(),
                scratch,
            );
            if chrf.word_order > 0 {
                let matches = &mut scratch.matches[chrf.char_order..];
                let words = [reference.words(chrf, text)];
                let hypothesis = hypothesis.words(chrf, self.hypothesis);
                ngrams::count(kernel, hypothesis, &words, &mut scratch.words, matches);
            }
            let (characters, words) = row.split_at_mut(3 * chrf.char_order);
            let (of_characters, of_words) = scratch.matches.split_at(chrf.char_order);
            let lengths = [hypothesis.characters().len(), reference.characters().len()];
            write(characters, of_characters, lengths);
            write(words, of_words, [hypothesis.word_count(), reference.word_count()]);
            if self.references.len() == 1 {
                self.row.copy_from_slice(row);
                return;
            }
            let value = chrf.chrf_score(row).value;
            if value > best {
                best = value;
                self.row.copy_from_slice(row);
            }
        }
    }
}

/// Write the triples of each order. A hypothesis has no n-grams of an order that the reference has
/// none of.
#[inline(always)]
pub(super) fn write(row: &mut [i64], matches: &[i64], [hypothesis, reference]: [usize; 2]) {
    for (n, (triple, &matches)) in row.as_chunks_mut::<3>().0.iter_mut().zip(matches).enumerate() {
        let theirs = reference.saturating_sub(n);
        let ours = if theirs > 0 { hypothesis.saturating_sub(n) } else { 0 };
        *triple = [ours as i64, theirs as i64, matches];
    }
}

/// Return whether bit sets are the way to count a hypothesis and a reference of these lengths, in
/// an alphabet of so many characters, with a kernel for which `pairs` is
/// [`Kernel::PAIRS_PER_CHARACTER`].
///
/// Never inlined: inlined, it would cost the portable kernel registers.
#[inline(never)]
pub(super) fn are_bits_quick(
    pairs: usize,
    [hypothesis, reference]: [usize; 2],
    alphabet: usize,
) -> bool {
    hypothesis.saturating_mul(reference) <= pairs * (hypothesis + reference)
        && Places::words(reference, alphabet) <= MANY_WORDS
}

#[inline(always)]
fn count_characters<K: Kernel>(
    kernel: K,
    chrf: &Chrf,
    (hypothesis, reference): (&[u32], &[u32]),
    alphabet: usize,
    scratch: &mut Scratch,
) {
    let matches = &mut scratch.matches[..chrf.char_order];
    let lengths = [hypothesis.len(), reference.len()];
    if !are_bits_quick(K::PAIRS_PER_CHARACTER, lengths, alphabet) {
        if !scratch.sorted.count(hypothesis, reference, alphabet, matches) {
            scratch.buckets.count_numbers(kernel, hypothesis, reference, matches);
        }
        return;
    }
    scratch.places.fill(reference, alphabet);
    let rows = HypothesisRows { places: &scratch.places, hypothesis };
    if matches.len() <= lanes::WIDE_ORDERS {
        let counts = lanes::count_one(kernel.wide_lanes(), &rows);
        matches.iter_mut().zip(counts).for_each(|(to, from)| *to = from);
    } else {
        scratch.plain.reset(hypothesis.len(), matches.len());
        scratch.plain.add(&rows);
        scratch.plain.matches(matches);
    }
    scratch.places.clear(reference);
}
