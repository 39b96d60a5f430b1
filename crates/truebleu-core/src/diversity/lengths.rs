//! The reference length of a text whose references are all others.

use std::collections::BTreeMap;

use crate::bleu::ReferenceLength;

/// The lengths of all texts, in tokens.
#[derive(Debug)]
pub(super) struct Lengths {
    lengths: Vec<u32>,
    /// The different ones, rising, with the number of texts that have it and the first of these.
    sorted: Vec<(u32, usize, usize)>,
    sum: u64,
}

impl Lengths {
    /// Create the lengths of texts that end at `ends`.
    pub(super) fn new(ends: &[usize]) -> Self {
        let starts = [0].iter().chain(ends);
        let lengths: Vec<u32> = starts.zip(ends).map(|(start, end)| (end - start) as u32).collect();
        let mut counts = BTreeMap::new();
        for (i, &length) in lengths.iter().enumerate() {
            counts.entry(length).or_insert((0, i)).0 += 1;
        }
        let sorted = counts.into_iter().map(|(length, (many, first))| (length, many, first));
        let sum = lengths.iter().map(|&length| u64::from(length)).sum();
        Self { sorted: sorted.collect(), sum, lengths }
    }

    pub(super) fn texts(&self) -> usize {
        self.lengths.len()
    }

    pub(super) fn of(&self, i: usize) -> usize {
        self.lengths[i] as usize
    }

    /// Return the reference length that counts for text `i`, in tokens, where all others are its
    /// references; there is at least one.
    pub(super) fn of_others(&self, rule: ReferenceLength, i: usize) -> f64 {
        let own = self.lengths[i];
        let position = self.sorted.partition_point(|&(length, ..)| length < own);
        let alone = self.sorted[position].1 == 1;
        let below = position.checked_sub(1).map(|position| self.sorted[position]);
        let above = self.sorted.get(position + 1).copied();
        match rule {
            ReferenceLength::Average => {
                (self.sum - u64::from(own)) as f64 / (self.texts() - 1) as f64
            }
            ReferenceLength::Closest | ReferenceLength::ClosestFirst if !alone => f64::from(own),
            ReferenceLength::Closest => nearest(own, below, above, |_, _| true),
            ReferenceLength::ClosestFirst => nearest(own, below, above, |a, b| a < b),
            ReferenceLength::Shortest => f64::from(self.end(self.sorted.iter(), own, alone)),
            ReferenceLength::Longest => f64::from(self.end(self.sorted.iter().rev(), own, alone)),
        }
    }

    /// Return the length of the first other text.
    fn end<'l>(
        &self,
        mut lengths: impl Iterator<Item = &'l (u32, usize, usize)>,
        own: u32,
        alone: bool,
    ) -> u32 {
        lengths.find(|&&(length, ..)| !(alone && length == own)).map_or(0, |&(length, ..)| length)
    }
}

/// Return the nearer of two lengths; where both are as near, `first` decides by the first texts
/// that have them whether the shorter counts.
fn nearest(
    own: u32,
    below: Option<(u32, usize, usize)>,
    above: Option<(u32, usize, usize)>,
    first: impl Fn(usize, usize) -> bool,
) -> f64 {
    let length = match (below, above) {
        (Some((shorter, _, i)), Some((longer, _, j))) => match (own - shorter).cmp(&(longer - own))
        {
            std::cmp::Ordering::Less => shorter,
            std::cmp::Ordering::Equal if first(i, j) => shorter,
            _ => longer,
        },
        (Some((length, ..)), None) | (None, Some((length, ..))) => length,
        (None, None) => 0,
    };
    f64::from(length)
}
