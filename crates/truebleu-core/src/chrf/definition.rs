//! chrF's rows by their definition: dictionaries of n-grams.

use std::collections::HashMap;

use super::Chrf;
use crate::text::whitespace::is_space;

/// Return words by their definition.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for word in text.split(is_space).filter(|word| !word.is_empty()) {
        let characters: Vec<char> = word.chars().collect();
        let cut = match characters[..] {
            [_] => 1,
            [.., last] if last.is_ascii_punctuation() => characters.len() - 1,
            [first, ..] if first.is_ascii_punctuation() => 1,
            _ => characters.len(),
        };
        for part in [&characters[..cut], &characters[cut..]] {
            if !part.is_empty() {
                words.push(part.iter().collect());
            }
        }
    }
    words
}

fn counts<T: std::hash::Hash + Eq + Clone>(items: &[T], n: usize) -> HashMap<Vec<T>, i64> {
    let mut counts = HashMap::new();
    for ngram in items.windows(n) {
        *counts.entry(ngram.to_vec()).or_insert(0) += 1;
    }
    counts
}

pub(super) fn triple<T: std::hash::Hash + Eq + Clone>(
    ours: &[T],
    theirs: &[T],
    n: usize,
) -> [i64; 3] {
    let (ours, theirs) = (counts(ours, n), counts(theirs, n));
    let matches = ours.iter().map(|(k, &v)| v.min(theirs.get(k).copied().unwrap_or(0))).sum();
    let total = if theirs.is_empty() { 0 } else { ours.values().sum() };
    [total, theirs.values().sum(), matches]
}

/// Return a row against one reference, by dictionaries of n-grams.
pub(crate) fn expected(chrf: &Chrf, hypothesis: &str, reference: &str) -> Vec<i64> {
    let lowered = |text: &str| if chrf.lowercase { text.to_lowercase() } else { text.to_owned() };
    let (hypothesis, reference) = (lowered(hypothesis), lowered(reference));
    let characters = |text: &str| -> Vec<char> {
        text.chars().filter(|&c| chrf.whitespace || !is_space(c)).collect()
    };
    let mut row = Vec::new();
    for n in 1..=chrf.char_order {
        row.extend(triple(&characters(&hypothesis), &characters(&reference), n));
    }
    for n in 1..=chrf.word_order {
        row.extend(triple(&words(&hypothesis), &words(&reference), n));
    }
    row
}
