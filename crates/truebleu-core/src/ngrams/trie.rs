//! Counting in the classical way, exact and linear in the length: tokens get
//! numbers, an n-gram is a path in a trie of (node, token) steps.

use std::collections::HashMap;

use super::Words;

/// The state of one segment's count.
#[derive(Debug, Default)]
pub struct Scratch {
    /// (node, token) -> node. Node 0 is the root: the empty n-gram.
    steps: HashMap<(u32, u32), u32>,
    /// For each node, what is known of its n-gram.
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Node {
    /// Its count in the hypothesis.
    hypothesis: u32,
    /// Its count in the reference that was read last, and which that was.
    reference: u32,
    last: u32,
    /// Its largest count in any reference.
    largest: u32,
    /// Its number of tokens, from 1.
    order: u32,
}

/// What makes two tokens equal: their bytes, or the number that each is.
pub(crate) type Name<'a> = (u64, &'a [u8]);

impl Scratch {
    /// Writes the clipped matches of the orders 1 to `matches.len()`.
    #[inline(never)]
    pub fn count(&mut self, hypothesis: Words<'_>, references: &[Words<'_>], matches: &mut [i64]) {
        self.steps.clear();
        self.nodes.clear();
        self.nodes.push(Node::default());
        let mut numbers = HashMap::new();
        let ids = numbered(&mut numbers, hypothesis);
        self.add_hypothesis(&ids, matches.len());
        for (k, &reference) in references.iter().enumerate() {
            let ids = numbered(&mut numbers, reference);
            self.add_reference(&ids, matches.len(), k as u32);
        }
        matches.fill(0);
        for node in &self.nodes[1..] {
            matches[node.order as usize - 1] += i64::from(node.hypothesis.min(node.largest));
        }
        self.shrink();
    }

    fn add_hypothesis(&mut self, ids: &[u32], orders: usize) {
        for start in 0..ids.len() {
            let mut node = 0;
            for (n, &id) in ids[start..].iter().take(orders).enumerate() {
                let fresh = self.nodes.len() as u32;
                node = *self.steps.entry((node, id)).or_insert(fresh);
                if node == fresh {
                    self.nodes.push(Node { order: n as u32 + 1, ..Node::default() });
                }
                self.nodes[node as usize].hypothesis += 1;
            }
        }
    }

    /// Counts the n-grams of reference `k` that the hypothesis has too.
    fn add_reference(&mut self, ids: &[u32], orders: usize, k: u32) {
        for start in 0..ids.len() {
            let mut node = 0;
            for &id in ids[start..].iter().take(orders) {
                let Some(&next) = self.steps.get(&(node, id)) else { break };
                node = next;
                let node = &mut self.nodes[node as usize];
                if node.last != k {
                    (node.last, node.reference) = (k, 0);
                }
                node.reference += 1;
                node.largest = node.largest.max(node.reference);
            }
        }
    }

    /// Gives back the memory of an unusually long segment.
    fn shrink(&mut self) {
        const KEPT: usize = 1 << 16;
        if self.nodes.len() > KEPT {
            *self = Self::default();
        }
    }
}

/// The number of each token, equal for equal tokens.
pub(crate) fn numbered<'a>(numbers: &mut HashMap<Name<'a>, u32>, words: Words<'a>) -> Vec<u32> {
    let mut long = words.tokens.long().iter().peekable();
    let keys = words.tokens.keys().iter().enumerate();
    keys.map(|(i, &key)| {
        // A short token's key is its bytes; a long one needs them.
        let is_long = long.next_if(|&&j| j as usize == i).is_some();
        let name = if is_long { (0, words.token(i)) } else { (key, &[][..]) };
        let fresh = numbers.len() as u32;
        *numbers.entry(name).or_insert(fresh)
    })
    .collect()
}
