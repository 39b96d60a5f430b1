//! Status of each n-gram of one hypothesis.

use std::collections::HashMap;

use super::Inventory;

/// Status of an n-gram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It counts as a match.
    Matched,
    /// A reference has it, but not so often: the earlier ones of the hypothesis took all that there
    /// are.
    Clipped,
    /// No reference has it.
    Unmatched,
}

/// An n-gram of a hypothesis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Status.
    pub status: Status,
    /// The references that have it often enough for this occurrence, counted from 0; those that
    /// have it at all where it is clipped.
    pub references: Vec<usize>,
}

impl Inventory {
    /// Return, for each order from 1 to `orders`, the status of the n-gram that begins at each
    /// token of a hypothesis. Matches are given to the first occurrences, as counting does, so the
    /// matched ones of an order are as many as BLEU counts.
    pub fn marks(&self, system: usize, segment: usize, orders: usize) -> Vec<Vec<Mark>> {
        let hypothesis = self.systems[system].text(segment);
        let references: Vec<&[u32]> =
            self.places_of_references(segment).map(|i| self.references.text(i)).collect();
        (1..=orders).map(|order| marks_of_order(hypothesis, &references, order)).collect()
    }
}

fn marks_of_order(hypothesis: &[u32], references: &[&[u32]], order: usize) -> Vec<Mark> {
    // Counts of each reference n-gram, one per reference.
    let mut counts: HashMap<&[u32], Vec<usize>> = HashMap::new();
    for (k, reference) in references.iter().enumerate() {
        for gram in reference.windows(order) {
            counts.entry(gram).or_insert_with(|| vec![0; references.len()])[k] += 1;
        }
    }
    let mut met: HashMap<&[u32], usize> = HashMap::new();
    let marks = hypothesis.windows(order).map(|gram| {
        let Some(counts) = counts.get(gram) else {
            return Mark { status: Status::Unmatched, references: Vec::new() };
        };
        let before = met.entry(gram).or_default();
        let with =
            |least: usize| (0..counts.len()).filter(|&k| counts[k] > least).collect::<Vec<usize>>();
        let serving = with(*before);
        *before += 1;
        if serving.is_empty() {
            Mark { status: Status::Clipped, references: with(0) }
        } else {
            Mark { status: Status::Matched, references: serving }
        }
    });
    marks.collect()
}
