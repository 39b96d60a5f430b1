//! Numbers for the tokens of a reference by table, where keys are small, as the ids of a model's
//! vocabulary are: no token is compared.

use super::Words;

/// Keys below this number have a place in the table: those of vocabularies of today.
const KEYS: u64 = 1 << 18;

/// The number of each token of a reference, from 1.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    /// For each key, the number of its token; 0 if the reference does not have it. All are 0
    /// between two segments.
    numbers: Vec<u16>,
}

impl Vocabulary {
    /// Return whether all tokens of a text have a place in the table.
    #[inline(always)]
    pub(super) fn fits(words: &Words<'_>) -> bool {
        let keys = words.tokens.keys();
        // Most texts are rejected by their first key.
        keys.first().is_none_or(|&key| key < KEYS) && all_bits(keys) < KEYS
    }

    /// Number the tokens of a reference that fits, at most 2^16 - 1, in the order of their first
    /// occurrences; call `step` with each token's position and number. The tokens of the hypothesis
    /// are to be looked up.
    #[inline(always)]
    pub(super) fn number(
        &mut self,
        hypothesis: Words<'_>,
        reference: Words<'_>,
        mut step: impl FnMut(usize, u16),
    ) {
        let keys = reference.tokens.keys();
        let largest = (all_bits(keys) | all_bits(hypothesis.tokens.keys())) as usize;
        if self.numbers.len() <= largest {
            self.numbers.resize((largest + 1).next_power_of_two(), 0);
        }
        let (numbers, mut count) = (&mut self.numbers[..], 0);
        for (position, &key) in keys.iter().enumerate() {
            let number = &mut numbers[key as usize];
            // Whether a token is new is unpredictable, so avoid a branch.
            let is_new = u16::from(*number == 0);
            count += is_new;
            *number += is_new * count;
            step(position, *number);
        }
    }

    /// Return the number of a token of the hypothesis; 0 if the reference does not have it.
    #[inline(always)]
    pub(super) fn find(&self, key: u64) -> u16 {
        self.numbers[key as usize]
    }

    /// Remove the tokens of a reference.
    #[inline(always)]
    pub(super) fn clear(&mut self, reference: Words<'_>) {
        for &key in reference.tokens.keys() {
            self.numbers[key as usize] = 0;
        }
    }
}

/// Return all bits that keys have: at least their largest.
#[inline(always)]
fn all_bits(keys: &[u64]) -> u64 {
    keys.iter().fold(0, |all, key| all | key)
}
