//! Numbers for the tokens that two texts share.

use super::numbers::Numbers;
use super::{Scratch, Words};
use crate::kernels::FindSlot;

/// Number of tokens that the other text does not have.
pub(crate) const NONE: u32 = u32::MAX;

/// Texts with more tokens are large.
const LARGE: usize = 1 << 18;

/// The tokens of two texts as numbers: equal exactly when the tokens are, or [`NONE`].
#[derive(Debug, Default)]
pub(crate) struct Shared {
    /// Number of each token of the hypothesis.
    pub(crate) hypothesis: Vec<u32>,
    /// Number of each token of the reference.
    pub(crate) reference: Vec<u32>,
    /// Exclusive limit of all numbers but [`NONE`]: a few for each token of the reference.
    pub(crate) count: usize,
}

impl Shared {
    /// Number the tokens of two texts.
    #[inline(always)]
    pub(crate) fn fill<K: FindSlot>(
        &mut self,
        kernel: K,
        hypothesis: Words<'_>,
        reference: Words<'_>,
        scratch: &mut Scratch,
    ) {
        if !scratch.buckets.number(kernel, hypothesis, reference, self) {
            self.fill_by_bytes(hypothesis, reference);
        }
    }

    /// Return whether buffers for these texts are freed after use, so that one giant text does not
    /// fill the memory for good.
    pub(crate) fn is_large(&self) -> bool {
        self.hypothesis.len() + self.reference.len() > LARGE
    }

    /// Number the tokens of texts where two different tokens have one key.
    #[cold]
    pub(crate) fn fill_by_bytes(&mut self, hypothesis: Words<'_>, reference: Words<'_>) {
        let mut numbers = Numbers::default();
        self.reference = numbers.all(reference);
        self.count = numbers.len();
        let mut is_shared = vec![false; self.count];
        self.hypothesis.clear();
        for name in hypothesis.names() {
            let number = numbers.find(name);
            if let Some(number) = number {
                is_shared[number as usize] = true;
            }
            self.hypothesis.push(number.unwrap_or(NONE));
        }
        for number in &mut self.reference {
            if !is_shared[*number as usize] {
                *number = NONE;
            }
        }
    }
}
