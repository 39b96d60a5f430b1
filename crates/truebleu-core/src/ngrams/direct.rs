//! The sets of reference positions of tokens with small keys: a look-up takes the place of
//! comparisons with all tokens of the reference.

use std::ops::RangeInclusive;

use super::vocabulary::Vocabulary;
use super::{Rows, Words};
use crate::bits::WORD;

/// From this length of a reference to this one, nothing else is as fast (measured): tokens of
/// shorter ones are compared, and n-grams of longer ones counted in tables.
const LENGTHS: RangeInclusive<usize> = 40..=8 * WORD;

/// Buffers for one segment, reused for the next.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    vocabulary: Vocabulary,
    /// The sets of positions, of `words` words each: the empty one, then those of distinct tokens.
    bits: Vec<u64>,
    words: usize,
}

impl Scratch {
    /// Return whether these texts can be counted in this way.
    #[inline(always)]
    pub(super) fn fits(hypothesis: Words<'_>, references: &[Words<'_>]) -> bool {
        references.iter().all(|words| LENGTHS.contains(&words.tokens.len()))
            && Vocabulary::fits(&hypothesis)
            && references.iter().all(Vocabulary::fits)
    }

    /// Return the sets of the hypothesis's tokens, of texts that [`Scratch::fits`] has accepted.
    /// Call [`Scratch::clear`] with the reference afterwards.
    #[inline(always)]
    pub(super) fn rows<'s>(
        &'s mut self,
        hypothesis: Words<'s>,
        reference: Words<'_>,
    ) -> DirectRows<'s> {
        let length = reference.tokens.len();
        self.words = length.div_ceil(WORD);
        let Self { vocabulary, bits, words } = self;
        bits.clear();
        bits.resize((length + 1) * *words, 0);
        vocabulary.number(hypothesis, reference, |position, number| {
            bits[usize::from(number) * *words + position / WORD] |= 1 << (position % WORD);
        });
        DirectRows { keys: hypothesis.tokens.keys(), vocabulary, bits, words: *words }
    }

    /// Remove the tokens of a reference from the table.
    #[inline(always)]
    pub(super) fn clear(&mut self, reference: Words<'_>) {
        self.vocabulary.clear(reference);
    }
}

/// The sets of the tokens of a hypothesis.
pub(super) struct DirectRows<'a> {
    keys: &'a [u64],
    vocabulary: &'a Vocabulary,
    bits: &'a [u64],
    words: usize,
}

impl Rows for DirectRows<'_> {
    #[inline(always)]
    fn words(&self) -> usize {
        self.words
    }

    #[inline(always)]
    fn fixed<const WORDS: usize>(&self) -> impl Iterator<Item = &[u64; WORDS]> {
        let rows = self.bits.as_chunks().0;
        self.keys.iter().map(move |&key| &rows[usize::from(self.vocabulary.find(key))])
    }

    #[inline(always)]
    fn any(&self) -> impl Iterator<Item = &[u64]> {
        let first = |&key: &u64| usize::from(self.vocabulary.find(key)) * self.words;
        self.keys.iter().map(move |key| &self.bits[first(key)..][..self.words])
    }
}
