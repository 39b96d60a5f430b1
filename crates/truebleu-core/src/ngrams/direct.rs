//! The sets of reference positions of tokens with small keys or numbers: a look-up takes the place
//! of comparisons with all tokens of the reference.

use std::ops::RangeInclusive;

use super::dictionary::Dictionary;
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
}

impl Scratch {
    /// Return whether these texts can be counted in this way.
    #[inline(always)]
    pub(super) fn fits(hypothesis: Words<'_>, references: &[Words<'_>]) -> bool {
        Self::fits_numbered(references)
            && Vocabulary::fits(&hypothesis)
            && references.iter().all(Vocabulary::fits)
    }

    /// Return whether references of these lengths are counted fastest in this way, once their tokens
    /// have numbers.
    #[inline(always)]
    pub(super) fn fits_numbered(references: &[Words<'_>]) -> bool {
        references.iter().all(|words| LENGTHS.contains(&words.tokens.len()))
    }

    /// Return the sets of the hypothesis's tokens, of texts that [`Scratch::fits`] has accepted.
    /// Call [`Scratch::clear`] with the reference afterwards.
    #[inline(always)]
    pub(super) fn rows<'s>(
        &'s mut self,
        hypothesis: Words<'s>,
        reference: Words<'_>,
    ) -> DirectRows<'s, u64, impl Fn(&u64) -> usize> {
        let length = reference.tokens.len();
        let words = length.div_ceil(WORD);
        let Self { vocabulary, bits } = self;
        bits.clear();
        bits.resize((length + 1) * words, 0);
        vocabulary.number(hypothesis, reference, |position, number| {
            bits[usize::from(number) * words + position / WORD] |= 1 << (position % WORD);
        });
        let vocabulary = &*vocabulary;
        let number = |&key: &u64| usize::from(vocabulary.find(key));
        DirectRows { tokens: hypothesis.tokens.keys(), number, bits, words }
    }

    /// Return the sets of the hypothesis's tokens, of texts whose tokens have numbers.
    #[inline(always)]
    pub(super) fn rows_of<'s>(
        &'s mut self,
        dictionary: &'s Dictionary,
    ) -> DirectRows<'s, u32, impl Fn(&u32) -> usize> {
        let words = dictionary.reference.len().div_ceil(WORD);
        let bits = &mut self.bits;
        bits.clear();
        bits.resize((dictionary.count as usize + 1) * words, 0);
        for (position, &number) in dictionary.reference.iter().enumerate() {
            bits[number as usize * words + position / WORD] |= 1 << (position % WORD);
        }
        let number = |&number: &u32| number as usize;
        DirectRows { tokens: &dictionary.hypothesis, number, bits, words }
    }

    /// Remove the tokens of a reference from the table.
    #[inline(always)]
    pub(super) fn clear(&mut self, reference: Words<'_>) {
        self.vocabulary.clear(reference);
    }
}

/// The sets of the tokens of a hypothesis.
pub(super) struct DirectRows<'a, Token, Number> {
    tokens: &'a [Token],
    number: Number,
    bits: &'a [u64],
    words: usize,
}

impl<Token, Number: Fn(&Token) -> usize> Rows for DirectRows<'_, Token, Number> {
    #[inline(always)]
    fn words(&self) -> usize {
        self.words
    }

    #[inline(always)]
    fn fixed<const WORDS: usize>(&self) -> impl Iterator<Item = &[u64; WORDS]> {
        let rows = self.bits.as_chunks().0;
        self.tokens.iter().map(move |token| &rows[(self.number)(token)])
    }

    #[inline(always)]
    fn any(&self) -> impl Iterator<Item = &[u64]> {
        self.tokens
            .iter()
            .map(move |token| &self.bits[(self.number)(token) * self.words..][..self.words])
    }
}
