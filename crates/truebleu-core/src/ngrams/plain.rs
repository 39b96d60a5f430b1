//! Counting with bit sets, for any number of orders and any length: the plain form, which defines
//! the result. See the module above for the idea.

use super::Rows;

/// The state of one segment's count.
#[derive(Debug, Default)]
pub struct Scratch {
    orders: usize,
    /// For each hypothesis token and order, whether the n-gram that ends there got a bit in any
    /// reference so far.
    matched: Vec<bool>,
    /// For each order and word, where n-grams equal to the last one end.
    ends: Vec<u64>,
    /// For each order and word, the bits that were taken.
    taken: Vec<u64>,
}

impl Scratch {
    /// Begin a hypothesis of `length` tokens.
    pub fn reset(&mut self, length: usize, orders: usize) {
        self.orders = orders;
        self.matched.clear();
        self.matched.resize(length * orders, false);
    }

    /// Add a reference.
    pub fn add(&mut self, positions: &impl Rows) {
        let words = positions.words();
        if words == 0 {
            return;
        }
        for state in [&mut self.ends, &mut self.taken] {
            state.clear();
            state.resize(self.orders * words, 0);
        }
        let rows = positions.any().zip(self.matched.chunks_exact_mut(self.orders));
        for (positions, matched) in rows {
            // From the highest order down, because each order needs the lower order at the previous
            // token.
            for n in (0..self.orders).rev() {
                let (lower, from_n) = self.ends.split_at_mut(n * words);
                let lower = lower.rchunks_exact(words).next();
                let taken = &mut self.taken[n * words..][..words];
                matched[n] |= step(positions, lower, &mut from_n[..words], taken);
            }
        }
    }

    /// Write the matches of each order.
    pub fn matches(&self, matches: &mut [i64]) {
        matches.fill(0);
        for row in self.matched.chunks_exact(self.orders) {
            for (count, &matched) in matches.iter_mut().zip(row) {
                *count += i64::from(matched);
            }
        }
    }
}

/// Process one token for one order: find `ends` from `positions` and the `lower` order's ends at
/// the token before (none for unigrams), take the lowest free one, and return whether there was
/// one.
fn step(positions: &[u64], lower: Option<&[u64]>, ends: &mut [u64], taken: &mut [u64]) -> bool {
    let mut carry = 0;
    let mut has_free = false;
    for (word, &here) in positions.iter().enumerate() {
        let reachable = match lower {
            None => u64::MAX,
            Some(lower) => {
                let shifted = lower[word] << 1 | carry;
                carry = lower[word] >> 63;
                shifted
            }
        };
        ends[word] = here & reachable;
        let free = ends[word] & !taken[word];
        if !has_free && free != 0 {
            taken[word] |= free & free.wrapping_neg();
            has_free = true;
        }
    }
    has_free
}
