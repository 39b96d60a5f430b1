//! Where each character stands in a reference, as bit sets: what n-gram matches are counted with
//! (see `ngrams`).

use crate::bits::WORD;
use crate::ngrams::Rows;

/// A row of words for each number of an alphabet, all zero between references.
#[derive(Debug, Default)]
pub(super) struct Places {
    words: usize,
    sets: Vec<u64>,
}

impl Places {
    /// Return how many words there are for a reference of so many characters, written in an
    /// alphabet of `size`.
    #[inline(always)]
    pub(super) const fn words(reference: usize, size: usize) -> usize {
        reference.div_ceil(WORD) * size
    }

    /// Take a reference, written in an alphabet of `size` characters.
    #[inline(always)]
    pub(super) fn fill(&mut self, reference: &[u32], size: usize) {
        self.words = reference.len().div_ceil(WORD);
        let needed = Self::words(reference.len(), size);
        if self.sets.len() < needed {
            self.sets.resize(needed, 0);
        }
        for (word, characters) in reference.chunks(WORD).enumerate() {
            for (bit, &character) in characters.iter().enumerate() {
                self.sets[character as usize * self.words + word] |= 1 << bit;
            }
        }
    }

    /// Clear the reference that was taken last.
    #[inline(always)]
    pub(super) fn clear(&mut self, reference: &[u32]) {
        for (word, characters) in reference.chunks(WORD).enumerate() {
            for &character in characters {
                self.sets[character as usize * self.words + word] = 0;
            }
        }
        const KEPT: usize = 1 << 18;
        if self.sets.len() > KEPT {
            self.sets = Vec::new();
        }
    }
}

/// The rows of a hypothesis: for each of its characters the reference positions that hold the same.
pub(super) struct HypothesisRows<'a> {
    pub(super) places: &'a Places,
    pub(super) hypothesis: &'a [u32],
}

impl Rows for HypothesisRows<'_> {
    #[inline(always)]
    fn words(&self) -> usize {
        self.places.words
    }

    #[inline(always)]
    fn fixed<const WORDS: usize>(&self) -> impl Iterator<Item = &[u64; WORDS]> {
        let sets = self.places.sets.as_chunks().0;
        self.hypothesis.iter().map(move |&character| &sets[character as usize])
    }

    #[inline(always)]
    fn any(&self) -> impl Iterator<Item = &[u64]> {
        let Places { words, sets } = self.places;
        self.hypothesis.iter().map(move |&character| &sets[character as usize * words..][..*words])
    }
}
