//! Counting in time linear in the length, for texts so long that bit sets would be slow.

use std::collections::HashMap;

use crate::hashing::Seeded;

/// The state of one segment's count.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// (n-gram, character) -> the n-gram of the next order, both as numbers.
    steps: HashMap<u64, u32, Seeded>,
    /// For each n-gram of one order in the reference, how often it occurs there and is not matched
    /// yet.
    left: Vec<u32>,
    /// For each n-gram of the order below, whether the hypothesis has it.
    shared: Vec<bool>,
    /// The number of the n-gram that starts at each position.
    reference: Vec<u32>,
    hypothesis: Vec<u32>,
}

/// An n-gram that one of the texts does not have: nothing that begins with it can match.
const NONE: u32 = u32::MAX;

impl Scratch {
    /// Write the matches of the orders 1 to `matches.len()`.
    #[inline(never)]
    pub(super) fn count(&mut self, hypothesis: &[u32], reference: &[u32], matches: &mut [i64]) {
        // The n-gram of no characters is number 0, everywhere.
        for (numbers, text) in
            [(&mut self.reference, reference), (&mut self.hypothesis, hypothesis)]
        {
            numbers.clear();
            numbers.resize(text.len(), 0);
        }
        self.shared = vec![true];
        self.steps.reserve(reference.len());
        for (n, count) in matches.iter_mut().enumerate() {
            self.steps.clear();
            self.left.clear();
            self.read_reference(reference, n);
            self.shared.clear();
            self.shared.resize(self.left.len(), false);
            *count = self.read_hypothesis(hypothesis, n);
        }
        *self = Self::default(); // gives back the memory
    }

    /// Number the n-grams of `reference` that are one longer than `n`.
    fn read_reference(&mut self, reference: &[u32], n: usize) {
        for (number, &next) in self.reference.iter_mut().zip(reference.get(n..).unwrap_or(&[])) {
            if *number == NONE || !self.shared[*number as usize] {
                *number = NONE;
                continue;
            }
            let fresh = self.left.len() as u32;
            *number = *self.steps.entry(key(*number, next)).or_insert(fresh);
            if *number == fresh {
                self.left.push(0);
            }
            self.left[*number as usize] += 1;
        }
    }

    /// Number the n-grams of `hypothesis` that the reference has too, and count them.
    fn read_hypothesis(&mut self, hypothesis: &[u32], n: usize) -> i64 {
        let mut matches = 0;
        for (number, &next) in self.hypothesis.iter_mut().zip(hypothesis.get(n..).unwrap_or(&[])) {
            if *number == NONE {
                continue;
            }
            *number = self.steps.get(&key(*number, next)).copied().unwrap_or(NONE);
            if let Some(left) = self.left.get_mut(*number as usize) {
                self.shared[*number as usize] = true;
                matches += i64::from(*left > 0);
                *left = left.saturating_sub(1);
            }
        }
        matches
    }
}

fn key(number: u32, character: u32) -> u64 {
    u64::from(number) << 32 | u64::from(character)
}
