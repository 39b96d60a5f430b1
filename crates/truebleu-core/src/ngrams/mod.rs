//! Clipped n-gram matches: for every n-gram of a hypothesis, the smaller of its count there and its
//! largest count in any single reference.
//!
//! For each hypothesis token there is a set of the reference positions that hold the same token, as
//! bits (`positions`). The reference positions where an n-gram equal to the one that ends at
//! hypothesis token `i` ends are then
//!
//! ```text
//! ends(n, i) = positions(i) & ends(n - 1, i - 1) << 1
//! ```
//!
//! For two hypothesis n-grams these sets are identical (the n-grams are equal) or disjoint (they
//! are not). So giving each n-gram the lowest bit that no earlier one took gives exactly
//! `min(count, reference count)`, without hashing an n-gram. With several references, an n-gram
//! counts when it got a bit in any of them: each reference serves the first occurrences, so the
//! union is the largest.
//!
//! - [`plain`] does this for any order, and defines the result;
//! - [`lanes`] does it for four or eight orders at once;
//! - [`direct`] looks the sets up where tokens are small numbers, or get them from [`dictionary`];
//! - [`buckets`] counts in tables, for long segments (bit sets become quadratic) and for many tokens
//!   of thousands of bytes;
//! - [`trie`] counts in the classical way, for two different long tokens with the same hash, and for
//!   references that are compiled for many hypotheses.

pub(crate) mod buckets;
mod dictionary;
mod direct;
#[cfg(any(test, fuzzing))]
pub(crate) mod every_way;
pub mod lanes;
pub(crate) mod numbers;
pub mod plain;
mod probing;
pub(crate) mod shared;
pub mod trie;
mod vocabulary;

use crate::bits::{WORD, ones};
use crate::kernels::{Blocks, Kernel, Work};
use crate::tokens::Tokens;
use dictionary::Dictionary;
use lanes::MARGIN;

/// Above this number of bytes that bit sets may have to compare, tables, which compare each token
/// once, count instead: where hundreds of equal tokens have thousands of bytes each.
const MANY_BYTES: u64 = 1 << 26;

/// A tokenized text as the counting sees it.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    /// The tokens.
    pub tokens: &'a Tokens,
    /// The bytes that they are spans of.
    pub bytes: &'a [u8],
}

impl<'a> Words<'a> {
    /// Return token `i`.
    pub(crate) fn token(self, i: usize) -> &'a [u8] {
        self.tokens.token(self.bytes, i)
    }
}

/// Return whether two tokens of more than eight bytes are equal.
#[inline(always)]
fn same_long(a: &[u8], b: &[u8]) -> bool {
    let (Some(a_start), Some(b_start)) = (a.first_chunk(), b.first_chunk()) else { return a == b };
    let (Some(a_end), Some(b_end)) = (a.last_chunk(), b.last_chunk()) else { return a == b };
    // Compare both ends at once, which covers most tokens. A call to memcmp would cost more.
    let differing = (u64::from_ne_bytes(*a_start) ^ u64::from_ne_bytes(*b_start))
        | (u64::from_ne_bytes(*a_end) ^ u64::from_ne_bytes(*b_end))
        | (a.len() ^ b.len()) as u64;
    // A token is compared to itself where nothing was found: for every 64 tokens of the reference.
    differing == 0
        && (a.len() <= 16 || std::ptr::eq(a, b) || a[8..a.len() - 8] == b[8..b.len() - 8])
}

/// Buffers for counting one segment, reused for the next.
#[derive(Debug, Default)]
pub struct Scratch {
    positions: Positions,
    plain: plain::Scratch,
    lanes: lanes::Scratch,
    direct: direct::Scratch,
    dictionary: Dictionary,
    buckets: buckets::Scratch,
}

/// For each hypothesis token, the reference positions that hold the same: a row of bits for each.
pub trait Rows {
    /// Return the words of a row: enough bits for the reference.
    fn words(&self) -> usize;

    /// Return the rows, when there are `WORDS` words in each.
    fn fixed<const WORDS: usize>(&self) -> impl Iterator<Item = &[u64; WORDS]>;

    /// Return the rows, whatever their length (but 0).
    fn any(&self) -> impl Iterator<Item = &[u64]>;
}

/// The rows of words, one after the other.
#[derive(Debug, Default)]
pub struct Positions {
    /// Words for each hypothesis token: enough bits for the reference.
    words: usize,
    /// The number of hypothesis tokens.
    tokens: usize,
    /// [`MARGIN`] zeros, `words` numbers for each hypothesis token, as many zeros again if that is
    /// one, then what is stale.
    bits: Vec<u64>,
}

impl Rows for Positions {
    #[inline(always)]
    fn words(&self) -> usize {
        self.words
    }

    #[inline(always)]
    fn fixed<const WORDS: usize>(&self) -> impl Iterator<Item = &[u64; WORDS]> {
        self.bits().as_chunks().0.iter()
    }

    #[inline(always)]
    fn any(&self) -> impl Iterator<Item = &[u64]> {
        self.bits().chunks_exact(self.words)
    }
}

impl Positions {
    /// Return the sets, [`Rows::words`] numbers for each hypothesis token.
    #[inline(always)]
    pub(crate) fn bits(&self) -> &[u64] {
        &self.bits[MARGIN..MARGIN + self.tokens * self.words]
    }

    /// Return the sets of one word each, with the zeros before and after them.
    #[inline(always)]
    fn with_margins(&self) -> &[u64] {
        &self.bits[..self.tokens + 2 * MARGIN]
    }

    /// Fill the sets. Return false when two different tokens have one key.
    #[inline(always)]
    pub(crate) fn fill<K: Blocks>(
        &mut self,
        kernel: K,
        hypothesis: Words<'_>,
        reference: Words<'_>,
    ) -> bool {
        self.tokens = hypothesis.tokens.len();
        self.words = reference.tokens.len().div_ceil(WORD);
        let needed = self.tokens * self.words + 2 * MARGIN;
        if self.bits.len() < needed {
            self.bits.resize(needed, 0);
        }
        if self.words == 1 {
            self.bits[MARGIN + self.tokens..][..MARGIN].fill(0);
        }
        if self.tokens == 0 {
            return true; // there is no set to fill, and no place for one
        }
        let keys = reference.tokens.keys_in_eights();
        for (word, keys) in keys.chunks(WORD / 8).enumerate() {
            let length = (reference.tokens.len() - word * WORD).min(WORD);
            let column = &mut self.bits[MARGIN + word..];
            kernel.find(hypothesis.tokens.keys(), keys, length, self.words, column);
        }
        self.are_true(hypothesis, reference)
    }

    /// Return whether long tokens with equal keys are equal indeed.
    #[inline(always)]
    fn are_true(&self, hypothesis: Words<'_>, reference: Words<'_>) -> bool {
        let mut all = true;
        for &i in hypothesis.tokens.long() {
            let token = hypothesis.token(i as usize);
            let row = &self.bits()[i as usize * self.words..][..self.words];
            for (word, &set) in row.iter().enumerate() {
                // Whether there is a place cannot be foreseen, nor whether the first is true
                // worth a jump; a second one is rare.
                let position = word * WORD + set.trailing_zeros() as usize % WORD;
                let reference_token = if set == 0 { token } else { reference.token(position) };
                all &= same_long(token, reference_token);
                for position in ones(set & set.wrapping_sub(1)) {
                    all &= same_long(token, reference.token(word * WORD + position));
                }
            }
        }
        all
    }
}

/// Write the clipped matches of the orders 1 to `matches.len()`.
#[inline(always)]
pub fn count<'a, K: Kernel>(
    kernel: K,
    hypothesis: Words<'a>,
    references: &[Words<'a>],
    scratch: &mut Scratch,
    matches: &mut [i64],
) {
    if matches.len() <= lanes::ORDERS && direct::Scratch::fits(hypothesis, references) {
        rarely(); // most texts are short, and many
        return kernel.run_apart(ByTable { hypothesis, references, scratch, matches });
    }
    let is_counted = if are_bits_quick::<K>(hypothesis, references) {
        by_positions(kernel, hypothesis, references, scratch, matches)
    } else {
        kernel.run_apart(Numbered { hypothesis, references, scratch, matches })
    };
    if !is_counted {
        trie::count(hypothesis, references, matches);
    }
}

/// Tell the compiler that a branch is not the usual one.
#[cold]
const fn rarely() {}

/// Counting with bit sets that are looked up: apart, so that it does not slow down short texts.
struct ByTable<'w, 's> {
    hypothesis: Words<'w>,
    references: &'s [Words<'w>],
    scratch: &'s mut Scratch,
    matches: &'s mut [i64],
}

impl Work for ByTable<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        by_table(kernel, self.hypothesis, self.references, self.scratch, self.matches);
    }
}

/// Count with bit sets that are looked up.
#[inline(always)]
fn by_table<K: Kernel>(
    kernel: K,
    hypothesis: Words<'_>,
    references: &[Words<'_>],
    scratch: &mut Scratch,
    matches: &mut [i64],
) {
    let Scratch { direct, lanes, .. } = scratch;
    if let [reference] = references {
        write(matches, lanes::count_long(kernel.lanes(), &direct.rows(hypothesis, *reference)));
        direct.clear(*reference);
        return;
    }
    lanes.reset(hypothesis.tokens.len());
    for &reference in references {
        lanes.add(kernel, &direct.rows(hypothesis, reference));
        direct.clear(reference);
    }
    lanes.matches(matches);
}

/// Counting of longer texts, whose tokens get numbers: apart, so that it does not slow down short
/// texts. Returns false when two different tokens have one key.
struct Numbered<'w, 's> {
    hypothesis: Words<'w>,
    references: &'s [Words<'w>],
    scratch: &'s mut Scratch,
    matches: &'s mut [i64],
}

impl Work for Numbered<'_, '_> {
    type Output = bool;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> bool {
        let Self { hypothesis, references, scratch, matches } = self;
        if matches.len() <= lanes::ORDERS && direct::Scratch::fits_numbered(references) {
            by_numbers(kernel, hypothesis, references, scratch, matches)
        } else {
            scratch.buckets.count(kernel, hypothesis, references, matches)
        }
    }
}

/// Count with bit sets that are looked up by the numbers of the tokens. Return false when two
/// different tokens have one key.
#[inline(always)]
fn by_numbers<K: Kernel>(
    kernel: K,
    hypothesis: Words<'_>,
    references: &[Words<'_>],
    scratch: &mut Scratch,
    matches: &mut [i64],
) -> bool {
    let Scratch { direct, dictionary, lanes, .. } = scratch;
    if let [reference] = references {
        return dictionary.number(kernel, hypothesis, *reference) && {
            write(matches, lanes::count_long(kernel.lanes(), &direct.rows_of(dictionary)));
            true
        };
    }
    lanes.reset(hypothesis.tokens.len());
    for &reference in references {
        if !dictionary.number(kernel, hypothesis, reference) {
            return false;
        }
        lanes.add(kernel, &direct.rows_of(dictionary));
    }
    lanes.matches(matches);
    true
}

/// Return whether comparing each pair of tokens for bit sets is faster than numbering the tokens.
#[inline(always)]
pub(crate) fn are_bits_quick<K: Kernel>(hypothesis: Words<'_>, references: &[Words<'_>]) -> bool {
    let ours = hypothesis.tokens.len();
    references.iter().all(|&reference| {
        let theirs = reference.tokens.len();
        ours.saturating_mul(theirs) <= K::PAIRS_PER_TOKEN * (ours + theirs)
            && compared(hypothesis, reference) <= MANY_BYTES
    })
}

/// Return how many bytes comparisons of equal long tokens read at most: each token is compared to
/// no more than all of the other text.
#[inline(always)]
fn compared(hypothesis: Words<'_>, reference: Words<'_>) -> u64 {
    // Lengths of a text have 32 bits: see `Tokens`.
    let product = |tokens: &Tokens, bytes: &[u8]| tokens.len() as u64 * bytes.len() as u64;
    product(hypothesis.tokens, reference.bytes).min(product(reference.tokens, hypothesis.bytes))
}

/// Write the clipped matches of up to four orders against the reference of these sets.
#[inline(always)]
pub(crate) fn count_positions<K: Kernel>(kernel: K, positions: &Positions, matches: &mut [i64]) {
    if K::EIGHT_TOKENS
        && positions.words == 1
        && let Some(counts) = lanes::count_distinct(kernel.wide_lanes(), positions.with_margins())
    {
        return write(matches, counts);
    }
    write(matches, lanes::count_one(kernel.lanes(), positions));
}

/// Write the counts of the first orders.
#[inline(always)]
fn write<const COUNTED: usize>(matches: &mut [i64], counts: [i64; COUNTED]) {
    // The usual number of orders is known here, so that nothing is called to copy them.
    match (<&mut [i64; lanes::ORDERS]>::try_from(&mut *matches), counts.first_chunk()) {
        (Ok(four), Some(first)) => *four = *first,
        _ => matches.iter_mut().zip(counts).for_each(|(to, from)| *to = from),
    }
}

/// Count with bit sets. Return false when two different tokens have one key.
#[inline(always)]
fn by_positions<K: Kernel>(
    kernel: K,
    hypothesis: Words<'_>,
    references: &[Words<'_>],
    scratch: &mut Scratch,
    matches: &mut [i64],
) -> bool {
    let few_orders = matches.len() <= lanes::ORDERS;
    if let (true, [reference]) = (few_orders, references) {
        return scratch.positions.fill(kernel, hypothesis, *reference) && {
            count_positions(kernel, &scratch.positions, matches);
            true
        };
    }
    scratch.lanes.reset(hypothesis.tokens.len());
    scratch.plain.reset(hypothesis.tokens.len(), matches.len());
    for &reference in references {
        if !scratch.positions.fill(kernel, hypothesis, reference) {
            return false;
        }
        if few_orders {
            scratch.lanes.add(kernel, &scratch.positions);
        } else {
            scratch.plain.add(&scratch.positions);
        }
    }
    if few_orders {
        scratch.lanes.matches(matches);
    } else {
        scratch.plain.matches(matches);
    }
    true
}

#[cfg(test)]
mod tests;
