//! Document frequencies of n-grams: those of a corpus, and those that a user brings.

use std::collections::HashMap;

use super::document_counts;
use crate::inventory::{Inventory, Level, Token};

/// In how many documents each n-gram is, from another corpus than the scored one.
#[derive(Debug)]
pub struct Frequencies {
    /// Logarithm of the number of documents.
    documents: f64,
    /// By the n-gram's words, joined by [`SEPARATOR`].
    counts: HashMap<Vec<u8>, f64>,
}

/// What no word has.
const SEPARATOR: u8 = 0;

impl Frequencies {
    /// Create frequencies of `documents` documents.
    pub fn new<'w>(documents: f64, counts: impl IntoIterator<Item = (Vec<&'w str>, f64)>) -> Self {
        let keyed = counts.into_iter().map(|(words, count)| (words.join("\0").into(), count));
        Self { documents: documents.ln(), counts: keyed.collect() }
    }

    /// Return the weight of each n-gram of an order.
    pub(super) fn weights(&self, inventory: &Inventory, level: &Level<'_>) -> Vec<f64> {
        let mut weights = vec![f64::NAN; level.distinct()];
        let mut key = Vec::new();
        for segment in 0..inventory.segments() {
            level.each_source(segment, |_, tokens, grams| {
                for (&gram, words) in grams.iter().zip(tokens.windows(level.order())) {
                    let weight = &mut weights[gram as usize];
                    if weight.is_nan() {
                        join(inventory, words, &mut key);
                        let count = self.counts.get(&key).copied().unwrap_or(0.0);
                        *weight = self.documents - count.max(1.0).ln();
                    }
                }
            });
        }
        weights
    }
}

/// Write the words of an n-gram, joined.
fn join(inventory: &Inventory, words: &[u32], key: &mut Vec<u8>) {
    key.clear();
    for (i, &word) in words.iter().enumerate() {
        if i > 0 {
            key.push(SEPARATOR);
        }
        match inventory.token(word) {
            Token::Word(bytes) => key.extend_from_slice(bytes),
            Token::Id(id) => key.extend_from_slice(id.to_string().as_bytes()),
        }
    }
}

/// Return each n-gram of the references, up to an order, with the number of segments that have it
/// in one of them, in order of first occurrence by order.
pub fn count(inventory: &Inventory, orders: usize) -> Vec<(Vec<Token<'_>>, u32)> {
    let segments = inventory.segments();
    let mut level = inventory.level();
    let mut all = Vec::new();
    for n in 0..orders {
        if n > 0 {
            level.raise();
        }
        let mut counts = document_counts(&level, segments);
        for segment in 0..segments {
            level.each_source(segment, |source, tokens, grams| {
                let grams = if source == 0 { &[] } else { grams };
                for (&gram, words) in grams.iter().zip(tokens.windows(n + 1)) {
                    let count = std::mem::take(&mut counts[gram as usize]);
                    if count > 0 {
                        let words = words.iter().map(|&word| inventory.token(word)).collect();
                        all.push((words, count));
                    }
                }
            });
        }
    }
    all
}
