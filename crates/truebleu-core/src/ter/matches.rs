//! Where the words of a hypothesis stand in a reference.

use std::ops::Range;

use crate::bits::{WORD, lowest};
use crate::ngrams::Words;
use crate::ngrams::numbers::Numbers;

/// For each hypothesis word, named by a number, the places of the same word in the reference.
pub(super) trait Matches: Copy {
    /// Return the number of reference words.
    fn reference(self) -> usize;

    /// Return whether a hypothesis word is reference word `at`.
    fn has(self, word: u32, at: usize) -> bool;

    /// Return the 64 places from `first` on, as bits: those of a hypothesis word.
    fn window(self, word: u32, first: usize) -> u64;

    /// Return those of the places that are places of a hypothesis word, the first one first. There
    /// are 128 at most.
    #[inline(always)]
    fn among(self, word: u32, places: Range<usize>) -> impl Iterator<Item = usize> {
        let (first, second) = (places.start, places.start + WORD);
        let mut set = u128::from(self.window(word, first) & lowest(places.len()))
            | u128::from(self.window(word, second) & lowest(places.len().saturating_sub(WORD)))
                << WORD;
        std::iter::from_fn(move || {
            let bit = set.trailing_zeros() as usize;
            let next = (set != 0).then_some(first + bit);
            set &= set.wrapping_sub(1);
            next
        })
    }
}

/// A set of bits for each hypothesis word.
#[derive(Clone, Copy)]
pub(super) struct Masks<'a> {
    /// `words` numbers for each hypothesis word, the lowest bit first.
    pub(super) bits: &'a [u64],
    pub(super) words: usize,
    /// The number of reference words.
    pub(super) reference: usize,
}

impl<'a> Masks<'a> {
    /// Return the numbers for a hypothesis word.
    #[inline(always)]
    fn of(self, word: u32) -> &'a [u64] {
        &self.bits[word as usize * self.words..][..self.words]
    }

    /// Return the numbers for a hypothesis word, when there are `W`.
    #[inline(always)]
    pub(super) fn array<const W: usize>(self, word: u32) -> &'a [u64; W] {
        self.bits[word as usize * W..].first_chunk().expect("a mask for each word")
    }

    /// Return the bits of number `w` that stand for reference words.
    #[inline(always)]
    pub(super) const fn used(self, w: usize) -> u64 {
        lowest(self.reference.saturating_sub(w * WORD))
    }

    /// Return the number of words that both texts have, each as often as both do. `taken` are zeros,
    /// as many as numbers for each word.
    #[inline(always)]
    pub(super) fn common(self, taken: &mut [u64]) -> usize {
        let mut common = 0;
        for mask in self.bits.chunks_exact(taken.len()) {
            for (mask, taken) in mask.iter().zip(taken.iter_mut()) {
                let free = mask & !*taken;
                if free != 0 {
                    *taken |= free & free.wrapping_neg();
                    common += 1;
                    break;
                }
            }
        }
        common
    }
}

impl Matches for Masks<'_> {
    #[inline(always)]
    fn reference(self) -> usize {
        self.reference
    }

    #[inline(always)]
    fn has(self, word: u32, at: usize) -> bool {
        self.of(word)[at / WORD] >> (at % WORD) & 1 == 1
    }

    #[inline(always)]
    fn window(self, word: u32, first: usize) -> u64 {
        let mask = self.of(word);
        let number = |w: usize| mask.get(w).copied().unwrap_or(0);
        let (w, shift) = (first / WORD, first % WORD);
        number(w) >> shift | number(w + 1) << 1 << (WORD - 1 - shift)
    }
}

/// Lists of places, for texts whose sets of bits would be too large.
#[derive(Debug)]
pub(super) struct Lists {
    /// The hypothesis, a number for each word.
    pub(super) hypothesis: Vec<u32>,
    /// Where the list of each number starts, and the end of the last.
    starts: Vec<usize>,
    /// The places of all words, one list behind the other.
    places: Vec<u32>,
    /// The number of words that both texts have, each as often as both do.
    pub(super) common: usize,
}

impl Lists {
    pub(super) fn new(hypothesis: Words<'_>, reference: Words<'_>) -> Self {
        let mut numbers = Numbers::default();
        let reference = numbers.all(reference);
        let hypothesis = numbers.all(hypothesis);
        Self::of_numbers(hypothesis, &reference, numbers.len())
    }

    /// Create the lists of words that are numbers below `distinct`.
    pub(super) fn of_numbers(hypothesis: Vec<u32>, reference: &[u32], distinct: usize) -> Self {
        let mut starts = vec![0; distinct + 1];
        reference.iter().for_each(|&word| starts[word as usize + 1] += 1);
        let mut left = starts[1..].to_vec();
        let mut common = 0;
        for &word in &hypothesis {
            let is_common = left[word as usize] > 0;
            left[word as usize] -= usize::from(is_common);
            common += usize::from(is_common);
        }
        for word in 0..distinct {
            starts[word + 1] += starts[word];
        }
        let mut next = starts.clone();
        let mut places = vec![0; reference.len()];
        for (at, &word) in (0..).zip(reference) {
            let next = &mut next[word as usize];
            places[*next] = at;
            *next += 1;
        }
        Self { hypothesis, starts, places, common }
    }

    /// Return the places of a word from `first` on.
    fn from(&self, word: u32, first: usize) -> impl Iterator<Item = usize> {
        let list = &self.places[self.starts[word as usize]..self.starts[word as usize + 1]];
        let skipped = list.partition_point(|&place| (place as usize) < first);
        list[skipped..].iter().map(|&place| place as usize)
    }
}

impl Matches for &Lists {
    fn reference(self) -> usize {
        self.places.len()
    }

    fn has(self, word: u32, at: usize) -> bool {
        self.from(word, at).next() == Some(at)
    }

    fn window(self, word: u32, first: usize) -> u64 {
        let bits = self.from(word, first).map(|place| place - first);
        bits.take_while(|&bit| bit < WORD).fold(0, |set, bit| set | 1 << bit)
    }
}
