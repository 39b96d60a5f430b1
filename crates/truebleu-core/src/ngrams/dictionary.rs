//! Numbers for the tokens of two texts, in a table of their keys.
//!
//! The table consists of buckets of eight slots, which one instruction compares ([`FindSlot`]). It
//! has places for the distinct tokens of the reference, which are few in long texts: it stays in a
//! near cache, and numbers are so small that two fit in 32 bits.

use super::probing::Hashing;
use super::{Words, same_long};
use crate::kernels::{EMPTY, FindSlot, SLOTS};

/// Maximum number of buckets of a new table. It grows for texts with more distinct tokens, which are
/// rare.
const FEW: usize = if cfg!(test) { 1 << 4 } else { 1 << 12 };

/// The tokens of two texts as numbers: those of the reference from 1 in the order of their first
/// occurrences, and 0 for other tokens of the hypothesis.
#[derive(Debug, Default)]
pub(super) struct Dictionary {
    /// A power of two of buckets, then a spare one and what is stale. The spare one takes stores that
    /// are not needed.
    keys: Vec<Keys>,
    /// The number of the token of each slot, 0 if it is empty; in the spare bucket, the number of the
    /// token whose key marks empty slots.
    numbers: Vec<[u32; SLOTS]>,
    hashing: Hashing,
    /// The first token of the reference with each number, if it is long.
    owners: Vec<u32>,
    /// Number of each token of the reference.
    pub(super) reference: Vec<u32>,
    /// Number of each token of the hypothesis.
    pub(super) hypothesis: Vec<u32>,
    /// Number of distinct tokens of the reference: the largest number.
    pub(super) count: u32,
}

/// The keys of a bucket, in one line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Keys([u64; SLOTS]);

impl Dictionary {
    /// Create a dictionary that has all keys in a row of full buckets: the slowest case.
    #[cfg(any(test, fuzzing))]
    pub(super) fn crowded() -> Self {
        let mut dictionary = Self::default();
        dictionary.hashing.factor = 0;
        dictionary
    }

    /// Return the exclusive limit of all numbers.
    pub(super) fn limit(&self) -> usize {
        self.count as usize + 1
    }

    /// Number the tokens of two texts. Return false if two different tokens have one key.
    #[inline(always)]
    pub(super) fn number<K: FindSlot>(
        &mut self,
        kernel: K,
        hypothesis: Words<'_>,
        reference: Words<'_>,
    ) -> bool {
        self.add(kernel, reference.tokens.keys().iter().copied(), |_, _| ());
        self.find_all(kernel, hypothesis.tokens.keys().iter().copied(), |_, _| ());
        self.are_true(hypothesis, reference)
    }

    /// Number the tokens of a reference from their keys. Call `step` with each position and number.
    #[inline(always)]
    pub(super) fn add<K: FindSlot>(
        &mut self,
        kernel: K,
        keys: impl ExactSizeIterator<Item = u64>,
        mut step: impl FnMut(usize, u32),
    ) {
        self.reset((keys.len() / 4).next_power_of_two().clamp(2, FEW));
        let mut tokens = std::mem::take(&mut self.reference);
        tokens.resize(keys.len(), 0);
        let mut unnumbered = keys.zip(&mut tokens).enumerate();
        let mut count = 0;
        loop {
            let (hashing, limit) = (self.hashing, (self.hashing.count * SLOTS / 2) as u32);
            let keys = &mut self.keys[..=hashing.count];
            let numbers = &mut self.numbers[..=hashing.count];
            while count <= limit
                && let Some((position, (key, token))) = unnumbered.next()
            {
                let (bucket, slot) = hashing.find(kernel, |bucket| &keys[bucket].0, key);
                let number = &mut numbers[bucket][slot];
                // Whether a token is new cannot be predicted, so avoid a branch. A known key goes to
                // the spare bucket: storing it again would delay its next load.
                let is_new = u32::from(*number == 0);
                let target = if *number == 0 { bucket } else { hashing.count };
                count += is_new;
                *number += is_new * count;
                *token = *number;
                step(position, *number);
                keys[target].0[slot] = key;
            }
            if count <= limit {
                break;
            }
            self.grow(kernel);
        }
        (self.reference, self.count) = (tokens, count);
    }

    /// Find the tokens of a hypothesis from their keys. Call `step` with each position and number.
    #[inline(always)]
    pub(super) fn find_all<K: FindSlot>(
        &mut self,
        kernel: K,
        keys: impl ExactSizeIterator<Item = u64>,
        mut step: impl FnMut(usize, u32),
    ) {
        self.hypothesis.resize(keys.len(), 0);
        let Self { keys: table, numbers, hypothesis, hashing, .. } = self;
        let (table, numbers) = (&table[..=hashing.count], &numbers[..=hashing.count]);
        for (position, (key, token)) in keys.zip(hypothesis).enumerate() {
            let (bucket, slot) = hashing.find(kernel, |bucket| &table[bucket].0, key);
            *token = numbers[bucket][slot];
            step(position, *token);
        }
    }

    /// Clear the table, with `count` buckets.
    #[inline(always)]
    fn reset(&mut self, count: usize) {
        self.hashing.resize(count);
        if self.keys.len() <= count {
            self.keys.resize(count + 1, Keys([EMPTY; SLOTS]));
            self.numbers.resize(count + 1, [0; SLOTS]);
        }
        self.keys[..=count].fill(Keys([EMPTY; SLOTS]));
        self.numbers[..=count].fill([0; SLOTS]);
    }

    /// Make the table four times as large.
    #[cold]
    fn grow<K: FindSlot>(&mut self, kernel: K) {
        let count = self.hashing.count;
        let old = self.keys[..count].iter().zip(&self.numbers[..count]);
        let entries: Vec<(u64, u32)> = old
            .flat_map(|(keys, numbers)| keys.0.into_iter().zip(*numbers))
            .filter(|&(_, number)| number > 0)
            .collect();
        let empty = self.numbers[count][0];
        self.reset(4 * count);
        self.numbers[4 * count][0] = empty;
        for (key, number) in entries {
            let (bucket, slot) = self.hashing.find(kernel, |bucket| &self.keys[bucket].0, key);
            self.keys[bucket].0[slot] = key;
            self.numbers[bucket][slot] = number;
        }
    }

    /// Return whether long tokens with equal keys are equal: compare each with the first one of the
    /// reference.
    #[inline(always)]
    pub(super) fn are_true(&mut self, hypothesis: Words<'_>, reference: Words<'_>) -> bool {
        if reference.tokens.long().is_empty() {
            return true; // the key of a long token differs from that of a short one
        }
        let owners = &mut self.owners;
        if owners.len() <= self.count as usize {
            owners.resize(self.count as usize + 1, 0);
        }
        for &i in reference.tokens.long().iter().rev() {
            owners[self.reference[i as usize] as usize] = i;
        }
        let mut all = true;
        for &i in reference.tokens.long() {
            let owner = owners[self.reference[i as usize] as usize];
            all &= same_long(reference.token(i as usize), reference.token(owner as usize));
        }
        for &i in hypothesis.tokens.long() {
            let (token, number) = (hypothesis.token(i as usize), self.hypothesis[i as usize]);
            // Whether the reference has it cannot be predicted: without it, compare it with itself.
            let owner = if number == 0 { 0 } else { owners[number as usize] };
            let owner = reference.token(owner as usize);
            all &= same_long(token, if number == 0 { token } else { owner });
        }
        all
    }
}
