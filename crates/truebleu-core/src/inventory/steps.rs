//! Numbers for n-grams, order by order: an n-gram is one of the order below and one more token, so
//! a table of such pairs names all of them exactly, without hashing their text.

use std::collections::HashMap;

use crate::hashing::Seeded;

/// The distinct n-grams of one order, each with its number.
#[derive(Debug, Default)]
pub(crate) struct Steps(HashMap<u64, u32, Seeded>);

impl Steps {
    /// Return the number of the n-gram that is `gram`, of the order below, and then the token
    /// `next`: a fresh one is the next number from 0.
    #[inline(always)]
    pub(crate) fn number(&mut self, gram: u32, next: u32) -> u32 {
        let fresh = self.0.len() as u32;
        *self.0.entry(u64::from(gram) << 32 | u64::from(next)).or_insert(fresh)
    }

    /// Build the numbers of a text's n-grams of some order, those that begin at each of its
    /// `tokens`, into those of the next order. The last ones, for which the text is too short, are
    /// stale.
    pub(crate) fn raise(&mut self, grams: &mut [u32], order: usize, tokens: &[u32]) {
        let behind = tokens.get(order..).unwrap_or_default();
        for (gram, &next) in grams.iter_mut().zip(behind) {
            *gram = self.number(*gram, next);
        }
    }

    /// Return the number of distinct n-grams.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}
