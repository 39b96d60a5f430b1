//! Counting in tables, for segments so long that bit sets would be slow: linear in the length.
//!
//! N-grams get numbers, order by order. A unigram has that of a [`Dictionary`] or a [`Vocabulary`]; an
//! n-gram's is its slot in a table of pairs: the numbers of its first and of its last n - 1 tokens.
//! The reference fills the table of an order and counts into it, the hypothesis takes from these
//! counts. Only n-grams of both texts go on to the next order, because no others can be parts of a
//! match. They are selected without branches: whether an n-gram goes on cannot be predicted.
//!
//! A table consists of buckets of eight slots, which one instruction compares ([`FindSlot`]). Keys
//! are compared whole, so a number stands for exactly one n-gram.

use super::Words;
use super::dictionary::Dictionary;
use super::probing::{Hashing, Key};
use super::shared::{NONE, Shared};
use super::vocabulary::Vocabulary;
use crate::kernels::{FindSlot, SLOTS};

/// If all numbers are below this one, two fit in a key of 32 bits that is not [`Key::EMPTY`].
const SMALL: usize = u16::MAX as usize;

/// Maximum length of a reference whose tokens a vocabulary numbers.
const MAX_NUMBERED: usize = 1 << 14;

/// Buffers of texts with more tokens are freed after use, so that one giant text does not fill the
/// memory for good.
const KEPT: usize = 1 << 18;

/// Maximum number of orders for several references: the bits of an element of `Scratch::matched`.
const MAX_ORDERS: usize = 64;

/// Bit of a slot's state: the reference has its n-gram.
const IN_REFERENCE: u32 = 1;
/// Bit of a slot's state: both texts have its n-gram.
const SHARED: u32 = 2;
/// Unit of a slot's state: an occurrence in the reference that is not matched yet.
const OCCURRENCE: u32 = 4;

/// Buffers for one segment, reused for the next.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    wide: Table<u64>,
    narrow: Table<u32>,
    vocabulary: Vocabulary,
    dictionary: Dictionary,
    unigrams: Unigrams,
    reference: Grams,
    hypothesis: Grams,
    /// For each hypothesis position, a bit for each order whose n-gram starts there and matches.
    matched: Vec<u64>,
}

/// Unigrams that have numbers, in place of a table of them.
#[derive(Debug, Default)]
struct Unigrams {
    /// The state of each number, as that of a slot; 0 for tokens that the reference does not have.
    states: Vec<u32>,
}

/// N-grams of one order in one text, from left to right. The vectors are longer than their counts.
#[derive(Debug, Default)]
struct Grams {
    numbered: Vec<Gram<u32>>,
    numbered_count: usize,
    /// N-grams of the next order before they have numbers, with keys of either width.
    wide: Vec<Gram<u64>>,
    narrow: Vec<Gram<u32>>,
    joined_count: usize,
}

/// An n-gram: the position of its first token, and its number or key.
#[derive(Clone, Copy, Debug, Default)]
struct Gram<T> {
    position: u32,
    name: T,
}

/// Key of an n-gram: the numbers of its two parts.
trait Pair: Key + Default {
    /// Return the key of two numbers.
    fn pair(first: u32, second: u32) -> Self;

    /// Return the n-grams with keys of this width, and those with numbers.
    fn joined(grams: &mut Grams) -> (&mut Vec<Gram<Self>>, &mut Vec<Gram<u32>>);
}

impl Pair for u32 {
    #[inline(always)]
    fn pair(first: u32, second: u32) -> Self {
        first << 16 | second
    }

    #[inline(always)]
    fn joined(grams: &mut Grams) -> (&mut Vec<Gram<Self>>, &mut Vec<Gram<u32>>) {
        (&mut grams.narrow, &mut grams.numbered)
    }
}

impl Pair for u64 {
    #[inline(always)]
    fn pair(first: u32, second: u32) -> Self {
        Self::from(first) << 32 | Self::from(second)
    }

    #[inline(always)]
    fn joined(grams: &mut Grams) -> (&mut Vec<Gram<Self>>, &mut Vec<Gram<u32>>) {
        (&mut grams.wide, &mut grams.numbered)
    }
}

impl Grams {
    /// Return places for the numbers of `count` n-grams.
    #[inline(always)]
    fn numbered(numbered: &mut Vec<Gram<u32>>, count: usize) -> &mut [Gram<u32>] {
        if numbered.len() < count {
            numbered.resize(count, Gram::default());
        }
        &mut numbered[..count]
    }

    /// Return places for `count` unigrams with numbers.
    #[inline(always)]
    fn places(&mut self, count: usize) -> &mut [Gram<u32>] {
        self.numbered_count = count;
        Self::numbered(&mut self.numbered, count)
    }

    /// Join n-grams that start at neighboring positions, if `is_shared` holds for both numbers, to
    /// n-grams of the next order.
    #[inline(always)]
    fn join<T: Pair>(&mut self, is_shared: impl Fn(u32) -> bool) {
        let count = self.numbered_count;
        let (joined, numbered) = T::joined(self);
        if joined.len() < count {
            joined.resize(count, Gram::default());
        }
        let joined = &mut joined[..count];
        let mut joined_count = 0;
        let mut last = Gram { position: u32::MAX, name: 0 };
        let mut last_is_shared = false;
        for &gram in &numbered[..count] {
            let gram_is_shared = is_shared(gram.name);
            joined[joined_count] =
                Gram { position: last.position, name: T::pair(last.name, gram.name) };
            let is_next = gram.position == last.position.wrapping_add(1);
            joined_count += usize::from(last_is_shared & gram_is_shared & is_next);
            (last, last_is_shared) = (gram, gram_is_shared);
        }
        self.joined_count = joined_count;
    }
}

/// Eight slots: their keys and states.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket<T> {
    keys: [T; SLOTS],
    states: [u32; SLOTS],
}

/// Table of the n-grams of one order.
#[derive(Debug)]
struct Table<T> {
    /// A power of two of buckets, then a spare one and what is stale. The spare one has the state of
    /// the key that marks empty slots, and takes stores that are not needed.
    buckets: Vec<Bucket<T>>,
    hashing: Hashing,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { buckets: Vec::new(), hashing: Hashing::default() }
    }
}

impl<T: Pair> Table<T> {
    /// Clear the table, with at least two slots for each of `length` n-grams.
    #[inline(always)]
    fn reset(&mut self, length: usize) {
        let count = (length / 4).next_power_of_two().max(2);
        self.hashing.resize(count);
        let empty = Bucket { keys: [T::EMPTY; SLOTS], states: [0; SLOTS] };
        if self.buckets.len() <= count {
            self.buckets.resize(count + 1, empty);
        }
        self.buckets[..=count].fill(empty);
    }

    /// Return whether both texts have the n-gram with this number.
    #[inline(always)]
    fn is_shared(&self, number: u32) -> bool {
        self.buckets[number as usize / SLOTS].states[number as usize % SLOTS] & SHARED != 0
    }

    /// Number the n-grams of a reference and count them.
    #[inline(always)]
    fn add<K: FindSlot>(
        &mut self,
        kernel: K,
        grams: impl ExactSizeIterator<Item = Gram<T>>,
        numbered: &mut Vec<Gram<u32>>,
    ) {
        let numbered = Grams::numbered(numbered, grams.len());
        let (hashing, buckets) = (self.hashing, &mut self.buckets[..=self.hashing.count]);
        for (Gram { position, name: key }, numbered) in grams.zip(numbered) {
            let (bucket, slot) = hashing.find(kernel, |bucket| &buckets[bucket].keys, key);
            let state = &mut buckets[bucket].states[slot];
            // A known key goes to the spare bucket: storing it again would delay its next load.
            let target = if *state == 0 { bucket } else { hashing.count };
            *state = (*state | IN_REFERENCE).wrapping_add(OCCURRENCE);
            buckets[target].keys[slot] = key;
            *numbered = Gram { position, name: (bucket * SLOTS + slot) as u32 };
        }
    }

    /// Number the n-grams of a hypothesis and return how many match. Call `step` for each with its
    /// position and with 1 if it matches, else 0.
    #[inline(always)]
    fn take<K: FindSlot>(
        &mut self,
        kernel: K,
        grams: impl ExactSizeIterator<Item = Gram<T>>,
        numbered: &mut Vec<Gram<u32>>,
        mut step: impl FnMut(u32, u32),
    ) -> i64 {
        let numbered = Grams::numbered(numbered, grams.len());
        let (hashing, buckets) = (self.hashing, &mut self.buckets[..=self.hashing.count]);
        let mut matches = 0;
        for (Gram { position, name: key }, numbered) in grams.zip(numbered) {
            let (bucket, slot) = hashing.find(kernel, |bucket| &buckets[bucket].keys, key);
            let state = &mut buckets[bucket].states[slot];
            let (is_shared, is_match) = (*state & IN_REFERENCE, u32::from(*state >= OCCURRENCE));
            *state = (*state - OCCURRENCE * is_match) | (SHARED * is_shared);
            step(position, is_match);
            matches += i64::from(is_match);
            let number = (bucket * SLOTS + slot) as u32;
            *numbered = Gram { position, name: if is_shared == 0 { NONE } else { number } };
        }
        matches
    }

    /// Count the n-grams that [`Grams::join`] has made, and return how many match.
    #[inline(always)]
    fn count_joined<K: FindSlot>(
        &mut self,
        kernel: K,
        [reference, hypothesis]: [&mut Grams; 2],
        step: impl FnMut(u32, u32),
    ) -> i64 {
        let [theirs, ours] = [reference.joined_count, hypothesis.joined_count];
        self.reset(theirs);
        let (joined, numbered) = T::joined(reference);
        self.add(kernel, joined[..theirs].iter().copied(), numbered);
        let (joined, numbered) = T::joined(hypothesis);
        let matches = self.take(kernel, joined[..ours].iter().copied(), numbered, step);
        (reference.numbered_count, hypothesis.numbered_count) = (theirs, ours);
        matches
    }
}

impl Unigrams {
    /// Return whether both texts have the unigram with this number.
    #[inline(always)]
    fn is_shared(&self, number: u32) -> bool {
        self.states[number as usize] & SHARED != 0
    }

    /// Begin a reference of `count` unigrams and a hypothesis of any number.
    #[inline(always)]
    fn reset(&mut self, count: usize) {
        self.states.clear();
        self.states.resize(count + 1, 0);
    }

    /// Count a unigram of the reference.
    #[inline(always)]
    fn add(&mut self, number: u32) {
        let state = &mut self.states[number as usize];
        *state = (*state | IN_REFERENCE).wrapping_add(OCCURRENCE);
    }

    /// Return 1 if a unigram of the hypothesis matches, else 0.
    #[inline(always)]
    fn take(&mut self, number: u32) -> u32 {
        let state = &mut self.states[number as usize];
        let is_match = u32::from(*state >= OCCURRENCE);
        *state = (*state - OCCURRENCE * is_match) | (SHARED * (*state & IN_REFERENCE));
        is_match
    }
}

impl Scratch {
    /// Create buffers whose tables have all keys in a row of full buckets: the slowest case.
    #[cfg(any(test, fuzzing))]
    pub(super) fn crowded() -> Self {
        let mut scratch = Self::default();
        (scratch.wide.hashing.factor, scratch.narrow.hashing.factor) = (0, 0);
        scratch.dictionary = Dictionary::crowded();
        scratch
    }

    /// Write the clipped matches of the orders 1 to `matches.len()`. Return false if two different
    /// tokens have one key, or if there are too many orders.
    #[inline(always)]
    pub(super) fn count<K: FindSlot>(
        &mut self,
        kernel: K,
        hypothesis: Words<'_>,
        references: &[Words<'_>],
        matches: &mut [i64],
    ) -> bool {
        matches.fill(0);
        let is_counted = match references {
            [reference] => self.add(kernel, hypothesis, *reference, matches, |_, _, _, _| ()),
            _ if matches.len() > MAX_ORDERS => false,
            _ => self.count_several(kernel, hypothesis, references, matches),
        };
        self.free_much();
        is_counted
    }

    /// Write the clipped matches of the orders 1 to `matches.len()` of texts that are numbers, against
    /// one reference.
    #[inline(always)]
    pub(crate) fn count_numbers<K: FindSlot>(
        &mut self,
        kernel: K,
        hypothesis: &[u32],
        reference: &[u32],
        matches: &mut [i64],
    ) {
        let texts = [hypothesis, reference].map(|text| text.iter().map(|&number| number.into()));
        let Some((of_unigrams, of_longer)) = matches.split_first_mut() else { return };
        *of_unigrams = self.count_keys(kernel, texts, |_, _, _, _| ());
        self.count_longer(kernel, self.dictionary.limit(), of_longer, |_, _, _, _| ());
        self.free_much();
    }

    /// Number the tokens of two texts. Return false if two different tokens have one key.
    #[inline(always)]
    pub(super) fn number<K: FindSlot>(
        &mut self,
        kernel: K,
        hypothesis: Words<'_>,
        reference: Words<'_>,
        shared: &mut Shared,
    ) -> bool {
        let Self { dictionary, unigrams, .. } = self;
        if !dictionary.number(kernel, hypothesis, reference) {
            return false;
        }
        unigrams.reset(reference.tokens.len());
        let Shared { hypothesis, reference, count } = shared;
        dictionary.reference.iter().for_each(|&number| unigrams.add(number));
        hypothesis.clear();
        hypothesis.extend(dictionary.hypothesis.iter().map(|&number| {
            unigrams.take(number);
            if number == 0 { NONE } else { number }
        }));
        reference.clear();
        let if_shared = |&number: &u32| if unigrams.is_shared(number) { number } else { NONE };
        reference.extend(dictionary.reference.iter().map(if_shared));
        *count = dictionary.count as usize + 1;
        self.free_much();
        true
    }

    /// Free large buffers.
    fn free_much(&mut self) {
        if self.dictionary.reference.len().max(self.dictionary.hypothesis.len()) > KEPT {
            *self = Self::default();
        }
    }

    /// Do as [`Scratch::count`]. An n-gram of the hypothesis matches if it does in any reference:
    /// each serves the first occurrences, so the union is the largest.
    #[inline(always)]
    fn count_several<K: FindSlot>(
        &mut self,
        kernel: K,
        hypothesis: Words<'_>,
        references: &[Words<'_>],
        matches: &mut [i64],
    ) -> bool {
        self.matched.clear();
        self.matched.resize(hypothesis.tokens.len(), 0);
        for &reference in references {
            let mark = |matched: &mut [u64], order, position, is_match| {
                matched[position as usize] |= u64::from(is_match) << order;
            };
            if !self.add(kernel, hypothesis, reference, matches, mark) {
                return false;
            }
        }
        for (order, count) in matches.iter_mut().enumerate() {
            *count = self.matched.iter().map(|&orders| (orders >> order & 1) as i64).sum();
        }
        true
    }

    /// Write the matches against one reference. Call `step` with `matched`, the order (from 0), the
    /// position of each n-gram of the hypothesis that is looked up, and whether it matches. Return
    /// false if two different tokens have one key.
    #[inline(always)]
    fn add<K: FindSlot>(
        &mut self,
        kernel: K,
        hypothesis: Words<'_>,
        reference: Words<'_>,
        matches: &mut [i64],
        step: impl Fn(&mut [u64], usize, u32, u32) + Copy,
    ) -> bool {
        let Some((of_unigrams, of_longer)) = matches.split_first_mut() else { return true };
        let limit = if reference.tokens.len() <= MAX_NUMBERED
            && Vocabulary::fits(&hypothesis)
            && Vocabulary::fits(&reference)
        {
            *of_unigrams = self.count_ids([hypothesis, reference], step);
            MAX_NUMBERED + 1
        } else {
            let texts = [hypothesis, reference].map(|words| words.tokens.keys().iter().copied());
            *of_unigrams = self.count_keys(kernel, texts, step);
            if !self.dictionary.are_true(hypothesis, reference) {
                return false;
            }
            self.dictionary.limit()
        };
        self.count_longer(kernel, limit, of_longer, step);
        true
    }

    /// Number the unigrams of both texts by a vocabulary, and return how many match; `step` as in
    /// [`Scratch::add`].
    #[inline(always)]
    fn count_ids(
        &mut self,
        [hypothesis, reference]: [Words<'_>; 2],
        step: impl Fn(&mut [u64], usize, u32, u32),
    ) -> i64 {
        let Self { vocabulary, unigrams, reference: theirs, hypothesis: ours, matched, .. } = self;
        unigrams.reset(reference.tokens.len());
        let numbered = theirs.places(reference.tokens.len());
        vocabulary.number(hypothesis, reference, |position, number| {
            unigrams.add(number.into());
            numbered[position] = Gram { position: position as u32, name: number.into() };
        });
        let numbered = ours.places(hypothesis.tokens.len());
        let mut matches = 0;
        for (position, (&key, gram)) in (0..).zip(hypothesis.tokens.keys().iter().zip(numbered)) {
            let number = vocabulary.find(key).into();
            let is_match = unigrams.take(number);
            step(matched, 0, position, is_match);
            matches += i64::from(is_match);
            *gram = Gram { position, name: if number == 0 { NONE } else { number } };
        }
        vocabulary.clear(reference);
        matches
    }

    /// Number the unigrams of both texts by a dictionary, and return how many match; `step` as in
    /// [`Scratch::add`].
    #[inline(always)]
    fn count_keys<K: FindSlot>(
        &mut self,
        kernel: K,
        [hypothesis, reference]: [impl ExactSizeIterator<Item = u64>; 2],
        step: impl Fn(&mut [u64], usize, u32, u32),
    ) -> i64 {
        let Self { dictionary, unigrams, reference: theirs, hypothesis: ours, matched, .. } = self;
        unigrams.reset(reference.len());
        let numbered = theirs.places(reference.len());
        dictionary.add(kernel, reference, |position, number| {
            unigrams.add(number);
            numbered[position] = Gram { position: position as u32, name: number };
        });
        let numbered = ours.places(hypothesis.len());
        let mut matches = 0;
        dictionary.find_all(kernel, hypothesis, |position, number| {
            let is_match = unigrams.take(number);
            step(matched, 0, position as u32, is_match);
            matches += i64::from(is_match);
            let name = if number == 0 { NONE } else { number };
            numbered[position] = Gram { position: position as u32, name };
        });
        matches
    }

    /// Write the matches of the orders from 2 on; all numbers of unigrams are below `limit`; `step` as
    /// in [`Scratch::add`].
    #[inline(always)]
    fn count_longer<K: FindSlot>(
        &mut self,
        kernel: K,
        mut limit: usize,
        matches: &mut [i64],
        step: impl Fn(&mut [u64], usize, u32, u32),
    ) {
        let Self { wide, narrow, unigrams, reference, hypothesis, matched, .. } = self;
        let mut last = Last::Unigrams;
        for (order, count) in (1..).zip(matches) {
            let next = |position, is_match| step(matched, order, position, is_match);
            *count = if limit <= SMALL {
                last.join::<u32>(reference, unigrams, narrow, wide);
                hypothesis.join::<u32>(|number| number != NONE);
                last = Last::Narrow;
                narrow.count_joined(kernel, [reference, hypothesis], next)
            } else {
                last.join::<u64>(reference, unigrams, narrow, wide);
                hypothesis.join::<u64>(|number| number != NONE);
                last = Last::Wide;
                wide.count_joined(kernel, [reference, hypothesis], next)
            };
            limit = SLOTS
                * if last == Last::Narrow { narrow.hashing.count } else { wide.hashing.count };
        }
    }
}

/// Where the n-grams of the last order have their states.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Unigrams,
    Narrow,
    Wide,
}

impl Last {
    /// Join the n-grams of the reference that both texts have.
    #[inline(always)]
    fn join<T: Pair>(
        self,
        reference: &mut Grams,
        unigrams: &Unigrams,
        narrow: &Table<u32>,
        wide: &Table<u64>,
    ) {
        match self {
            Self::Unigrams => reference.join::<T>(|number| unigrams.is_shared(number)),
            Self::Narrow => reference.join::<T>(|number| narrow.is_shared(number)),
            Self::Wide => reference.join::<T>(|number| wide.is_shared(number)),
        }
    }
}
