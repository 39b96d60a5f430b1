//! Clipped n-gram matches: for every n-gram of a hypothesis, the smaller of
//! its count there and its largest count in any single reference.
//!
//! For each hypothesis token there is a set of the reference positions that
//! hold the same token, as bits (`positions`). The reference positions where
//! an n-gram equal to the one that ends at hypothesis token `i` ends are then
//!
//! ```text
//! ends(n, i) = positions(i) & ends(n - 1, i - 1) << 1
//! ```
//!
//! For two hypothesis n-grams these sets are identical (the n-grams are equal)
//! or disjoint (they are not). So giving each n-gram the lowest bit that no
//! earlier one took gives exactly `min(count, reference count)`, without
//! hashing an n-gram. With several references, an n-gram counts when it got a
//! bit in any of them: each reference serves the first occurrences, so the
//! union is the largest.
//!
//! - [`plain`] does this for any order, and defines the result;
//! - [`lanes`] does it for four orders at once;
//! - [`trie`] counts in the classical way. It serves very long segments, where
//!   bit sets become quadratic, and the case that two different long tokens
//!   have the same hash.

pub mod lanes;
pub mod plain;
pub mod trie;

use crate::kernels::Kernel;
use crate::tokens::Tokens;

/// The bits of a word.
const WORD: usize = u64::BITS as usize;

/// Above this number of token pairs the trie is faster than bit sets.
const MANY_PAIRS: usize = 1 << 22;

/// A tokenized text as the counting sees it.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    /// The tokens.
    pub tokens: &'a Tokens,
    /// The bytes that they are spans of.
    pub bytes: &'a [u8],
}

impl<'a> Words<'a> {
    fn token(self, i: usize) -> &'a [u8] {
        self.tokens.token(self.bytes, i)
    }

    /// Whether token `i` of `self`, whose key is a hash, is token `j` of `other`.
    #[inline(always)]
    fn same_token(self, i: usize, other: Words<'_>, j: usize) -> bool {
        self.token(i) == other.token(j)
    }
}

/// Room for the counting of one segment, used again for the next.
#[derive(Debug, Default)]
pub struct Scratch {
    positions: Positions,
    plain: plain::Scratch,
    lanes: lanes::Scratch,
    trie: trie::Scratch,
}

/// For each hypothesis token, the reference positions that hold the same.
#[derive(Debug, Default)]
pub struct Positions {
    /// Words for each hypothesis token: enough bits for the reference.
    pub words: usize,
    /// `words` numbers for each hypothesis token.
    pub bits: Vec<u64>,
}

impl Positions {
    /// Fills the sets. Gives false when two different tokens have one key.
    #[inline(always)]
    fn fill<K: Kernel>(&mut self, kernel: K, hypothesis: Words<'_>, reference: Words<'_>) -> bool {
        let keys = reference.tokens.keys();
        self.words = keys.len().div_ceil(WORD);
        self.bits.clear();
        self.bits.resize(hypothesis.tokens.len() * self.words, 0);
        // Plain loops: a closure handed to an iterator of the standard library
        // would not be compiled for the kernel.
        let mut place = 0;
        for &key in hypothesis.tokens.keys() {
            for chunk in keys.chunks(WORD) {
                self.bits[place] = kernel.find(key, chunk);
                place += 1;
            }
        }
        self.are_true(hypothesis, reference)
    }

    /// Whether long tokens with equal keys are equal indeed.
    #[inline(always)]
    fn are_true(&self, hypothesis: Words<'_>, reference: Words<'_>) -> bool {
        hypothesis.tokens.long().iter().all(|&i| {
            let i = i as usize;
            let sets = &self.bits[i * self.words..][..self.words];
            sets.iter().enumerate().all(|(word, &set)| {
                let mut set = set;
                let mut same = true;
                while set != 0 {
                    let j = word * WORD + set.trailing_zeros() as usize;
                    same &= hypothesis.same_token(i, reference, j);
                    set &= set - 1;
                }
                same
            })
        })
    }
}

/// Writes the clipped matches of the orders 1 to `matches.len()`.
#[inline(always)]
pub fn count<'a, K: Kernel>(
    kernel: K,
    hypothesis: Words<'a>,
    references: &[Words<'a>],
    scratch: &mut Scratch,
    matches: &mut [i64],
) {
    let longest = references.iter().map(|words| words.tokens.len()).max().unwrap_or(0);
    if hypothesis.tokens.len().saturating_mul(longest) > MANY_PAIRS
        || !by_positions(kernel, hypothesis, references, scratch, matches)
    {
        scratch.trie.count(hypothesis, references, matches);
    }
}

/// Counts with bit sets. Gives false when two different tokens have one key.
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
            let counts = lanes::count_one::<K>(&scratch.positions);
            matches.iter_mut().zip(counts).for_each(|(to, from)| *to = from);
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
            scratch.lanes.add::<K>(&scratch.positions);
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
