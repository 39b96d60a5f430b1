//! The sets of reference positions by table, for tokens whose keys are small numbers, as the ids of
//! a model's vocabulary are: no token is compared.

use std::ops::RangeInclusive;

use super::{Rows, Words};
use crate::bits::WORD;

/// Keys below this number have a place in the table: those of vocabularies of today.
const KEYS: u64 = 1 << 18;

/// From this length of a reference to this one, nothing else is as fast (measured): tokens of
/// shorter ones are compared, and n-grams of longer ones counted in tables.
const LENGTHS: RangeInclusive<usize> = 40..=8 * WORD;

/// Buffers for one segment, reused for the next.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// For each key, the number of its set; 0 if the reference does not have it. All are 0 between
    /// two segments.
    sets: Vec<u16>,
    /// The sets of positions, of `words` words each: the empty one, then those of distinct tokens.
    bits: Vec<u64>,
    words: usize,
}

impl Scratch {
    /// Return whether these texts can be counted in this way.
    #[inline(always)]
    pub(super) fn fits(hypothesis: Words<'_>, references: &[Words<'_>]) -> bool {
        let fits = |words: &Words<'_>| {
            let keys = words.tokens.keys();
            // Most texts are refused by their first key.
            keys.first().is_none_or(|&key| key < KEYS)
                && keys.iter().fold(0, |all, key| all | key) < KEYS
        };
        references.iter().all(|words| LENGTHS.contains(&words.tokens.len()))
            && fits(&hypothesis)
            && references.iter().all(fits)
    }

    /// Return the sets of the hypothesis's tokens, of texts that [`Scratch::fits`] has accepted.
    /// Call [`Scratch::clear`] with the reference afterwards.
    #[inline(always)]
    pub(super) fn rows<'s>(
        &'s mut self,
        hypothesis: Words<'s>,
        reference: Words<'_>,
    ) -> DirectRows<'s> {
        let keys = hypothesis.tokens.keys();
        self.fill(reference.tokens.keys(), keys.iter().fold(0, |all, key| all | key));
        DirectRows { keys, sets: &self.sets, bits: &self.bits, words: self.words }
    }

    /// Remove the tokens of a reference from the table.
    #[inline(always)]
    pub(super) fn clear(&mut self, reference: Words<'_>) {
        for &key in reference.tokens.keys() {
            self.sets[key as usize] = 0;
        }
    }

    /// Fill the sets of a reference's tokens; `others` has all bits of the keys to be looked up.
    #[inline(always)]
    fn fill(&mut self, keys: &[u64], others: u64) {
        let all = keys.iter().fold(others, |all, key| all | key) as usize;
        if self.sets.len() <= all {
            self.sets.resize((all + 1).next_power_of_two(), 0);
        }
        self.words = keys.len().div_ceil(WORD);
        let (words, sets) = (self.words, &mut self.sets[..]);
        self.bits.clear();
        self.bits.resize((keys.len() + 1) * words, 0);
        let mut count = 0;
        for (position, &key) in keys.iter().enumerate() {
            let set = &mut sets[key as usize];
            // Whether a token is new cannot be predicted.
            let is_new = u16::from(*set == 0);
            count += is_new;
            *set += is_new * count;
            self.bits[usize::from(*set) * words + position / WORD] |= 1 << (position % WORD);
        }
    }
}

/// The sets of the tokens of a hypothesis.
pub(super) struct DirectRows<'a> {
    keys: &'a [u64],
    sets: &'a [u16],
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
        self.keys.iter().map(move |&key| &rows[usize::from(self.sets[key as usize])])
    }

    #[inline(always)]
    fn any(&self) -> impl Iterator<Item = &[u64]> {
        let set = |&key: &u64| usize::from(self.sets[key as usize]) * self.words;
        self.keys.iter().map(move |key| &self.bits[set(key)..][..self.words])
    }
}
