//! Counting in the classical way, exact and linear in the length: tokens get numbers, an n-gram is
//! a path in a trie of (node, token) steps.
//!
//! A trie of the references' n-grams, made once, counts any number of hypotheses, whatever the
//! number of references. Where there is one hypothesis only, the trie is of its n-grams: no others
//! can match.

use std::collections::HashMap;

use super::Words;
use super::numbers::{Numbers, table_bytes};
use crate::hashing::Seeded;

/// N-grams, each with its largest count in any reference.
#[derive(Debug, Default)]
pub struct Trie {
    /// The node of each n-gram of one token is the token's number.
    numbers: Numbers,
    /// A node and a token's number, see [`step`], to the node of one token more.
    steps: HashMap<u64, u32, Seeded>,
    /// Number of n-grams.
    nodes: usize,
    /// For each node, the largest count of its n-gram in any reference.
    largest: Vec<u32>,
}

/// Buffers for counting hypotheses against tries, reused for the next.
#[derive(Debug, Default)]
pub struct Seen {
    /// The number of each token, or [`NONE`].
    ids: Vec<u32>,
    /// For each node, the text that was there last, and how often.
    counts: Vec<(u32, u32)>,
    /// The number of this text.
    text: u32,
}

/// A token that is in no n-gram of the trie.
const NONE: u32 = u32::MAX;

/// Return the key of the step from a node over a token.
#[inline(always)]
fn step(node: u32, token: u32) -> u64 {
    u64::from(node) << 32 | u64::from(token)
}

impl Trie {
    /// Create the n-grams of `references` of the orders 1 to `orders`.
    pub fn of_references(references: &[Words<'_>], orders: usize) -> Self {
        Self::of(references, references, orders)
    }

    /// Create the n-grams of `texts`, with their counts in `references`.
    fn of(texts: &[Words<'_>], references: &[Words<'_>], orders: usize) -> Self {
        let mut trie = Self::default();
        let texts: Vec<_> = texts.iter().map(|&words| trie.numbers.all(words)).collect();
        trie.nodes = trie.numbers.len();
        for ids in texts {
            trie.grow(&ids, orders);
        }
        trie.steps.shrink_to_fit();
        let mut largest = vec![0; trie.nodes];
        let mut seen = Seen::default();
        for &reference in references {
            trie.walk(reference, orders, &mut seen, |_, node, count| {
                let largest: &mut u32 = &mut largest[node];
                *largest = count.max(*largest);
            });
        }
        trie.largest = largest;
        trie
    }

    /// Add the n-grams of a text.
    fn grow(&mut self, ids: &[u32], orders: usize) {
        for start in 0..ids.len() {
            let mut node = ids[start];
            for &id in ids[start + 1..].iter().take(orders.saturating_sub(1)) {
                let fresh = self.nodes as u32;
                node = *self.steps.entry(step(node, id)).or_insert(fresh);
                self.nodes += usize::from(node == fresh);
            }
        }
    }

    /// Call `visit` for each n-gram of a text that the trie has, with its order, counted from 0,
    /// its node, and how often it has occurred in the text so far.
    #[inline(always)]
    fn walk(
        &self,
        words: Words<'_>,
        orders: usize,
        seen: &mut Seen,
        mut visit: impl FnMut(usize, usize, u32),
    ) {
        seen.begin(self.nodes);
        let numbers = words.names().map(|name| self.numbers.find(name).unwrap_or(NONE));
        seen.ids.extend(numbers);
        for (start, &first) in seen.ids.iter().enumerate() {
            let mut node = first;
            for (n, &id) in seen.ids[start..].iter().take(orders).enumerate() {
                if id == NONE {
                    break;
                }
                if n > 0 {
                    let Some(&next) = self.steps.get(&step(node, id)) else { break };
                    node = next;
                }
                let (text, count) = &mut seen.counts[node as usize];
                *count = if *text == seen.text { *count + 1 } else { 1 };
                *text = seen.text;
                visit(n, node as usize, *count);
            }
        }
    }

    /// Write the clipped matches of the orders 1 to `matches.len()`: no more than the trie has.
    #[inline(never)]
    pub fn count(&self, hypothesis: Words<'_>, seen: &mut Seen, matches: &mut [i64]) {
        matches.fill(0);
        self.walk(hypothesis, matches.len(), seen, |n, node, count| {
            matches[n] += i64::from(count <= self.largest[node]);
        });
    }

    /// Estimate how much memory it takes.
    pub fn bytes(&self) -> usize {
        let steps = table_bytes::<(u64, u32)>(self.steps.capacity());
        size_of::<Self>() + self.numbers.bytes() + steps + size_of_val(&*self.largest)
    }
}

impl Seen {
    /// Begin another text, against a trie of so many nodes.
    #[inline(always)]
    fn begin(&mut self, nodes: usize) {
        self.ids.clear();
        if self.counts.len() < nodes {
            self.counts.resize(nodes, (0, 0));
        }
        self.text = self.text.wrapping_add(1);
        if self.text == 0 {
            self.counts.fill((0, 0));
            self.text = 1;
        }
    }
}

/// Write the clipped matches of the orders 1 to `matches.len()` of one hypothesis.
#[inline(never)]
pub fn count(hypothesis: Words<'_>, references: &[Words<'_>], matches: &mut [i64]) {
    let trie = Trie::of(&[hypothesis], references, matches.len());
    trie.count(hypothesis, &mut Seen::default(), matches);
}
