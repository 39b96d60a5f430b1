//! TER step by step, as sacreBLEU 2.6 computes it: this defines the result.
//!
//! Words are numbers here. [`super::search`] finds the same number of edits faster; only tests and
//! fuzzers come here.

use std::cmp::Reverse;
use std::ops::Range;

use super::alignment::{Alignment, Step};
use super::band::Band;
use super::shifts::{LIMIT, LONGEST, Move, REACH};

const NOTHING: u32 = u32::MAX / 2;

/// Return the fewest edits that sacreBLEU's search finds from `hypothesis` to `reference`:
/// insertions, deletions, substitutions, and shifts of blocks.
pub(crate) fn edits(hypothesis: &[u32], reference: &[u32]) -> u32 {
    if reference.is_empty() {
        return hypothesis.len() as u32;
    }
    let band = Band::new(hypothesis.len(), reference.len());
    let mut words = hypothesis.to_vec();
    let mut alignment = Alignment::default();
    let (mut shifts, mut checked) = (0, 0);
    loop {
        let distance = align(&words, reference, &band, &mut alignment);
        match best_shift(&words, reference, &band, distance, &alignment, &mut checked) {
            Some(shifted) if checked < LIMIT => words = shifted,
            _ => return shifts + distance,
        }
        shifts += 1;
    }
}

/// Return the shift that reduces the distance most, applied to `words`; none when no shift does. Of
/// equal ones, the longest block, then the earliest, then the earliest target.
fn best_shift(
    words: &[u32],
    reference: &[u32],
    band: &Band,
    distance: u32,
    alignment: &Alignment,
    checked: &mut usize,
) -> Option<Vec<u32>> {
    let mut best = None;
    let mut unused = Alignment::default();
    'all: for (start, at, length) in equal_blocks(words, reference) {
        let wrong = |next: &[u32], first: usize| (next[first] as usize) < first + length;
        // The block must contain a wrong word, both in the hypothesis and at its target.
        if !wrong(&alignment.next_wrong_hypothesis, start)
            || !wrong(&alignment.next_wrong_reference, at)
        {
            continue;
        }
        // Skip shifts of a block to its own position.
        if (start + 1..start + length + 1).contains(&(alignment.place[at] as usize)) {
            continue;
        }
        let mut last = None;
        for position in at..=at + length {
            // Insert before the reference word, then after each word of the block.
            let target = position.checked_sub(1).map_or(0, |j| alignment.place[j] as usize);
            if last.replace(target) == Some(target) {
                continue;
            }
            let shifted = Move::new(start, length, target, words.len()).apply(words);
            let after = align(&shifted, reference, band, &mut unused);
            let gain = i64::from(distance) - i64::from(after);
            let rank = (gain, length, Reverse(start), Reverse(target));
            *checked += 1;
            if best.as_ref().is_none_or(|(best, _)| rank > *best) {
                best = Some((rank, shifted));
            }
        }
        if *checked >= LIMIT {
            break 'all;
        }
    }
    best.filter(|((gain, ..), _)| *gain > 0).map(|(_, shifted)| shifted)
}

/// List where both have the same words: the start in each, and how many. Every shorter block that
/// starts there comes too, the shortest first.
fn equal_blocks(words: &[u32], reference: &[u32]) -> impl Iterator<Item = (usize, usize, usize)> {
    (0..words.len()).flat_map(move |start| {
        let near = start.saturating_sub(REACH)..reference.len().min(start + REACH + 1);
        near.flat_map(move |at| {
            let pairs = words[start..].iter().zip(&reference[at..]).take(LONGEST);
            let same = pairs.take_while(|(a, b)| a == b).count();
            (1..=same).map(move |length| (start, at, length))
        })
    })
}

/// Return the edit distance within the band. Of equally cheap ways to a cell, the path takes a
/// match or a substitution, then a deletion, then an insertion.
pub(super) fn align(
    hypothesis: &[u32],
    reference: &[u32],
    band: &Band,
    alignment: &mut Alignment,
) -> u32 {
    let table = Table::new(hypothesis, reference, band);
    alignment.reset(hypothesis.len(), reference.len());
    let step = |i, j| table.step(i, j, hypothesis[i - 1] == reference[j - 1]);
    let finished = alignment.go_back(|i, j| Some(step(i, j)));
    debug_assert!(finished.is_some(), "nothing stops the walk");
    table.cost(hypothesis.len(), reference.len())
}

/// The cells of the band, row behind row.
pub(super) struct Table {
    costs: Vec<u32>,
    /// For each row, its first column, and where its cells stand in `costs`.
    rows: Vec<(usize, Range<usize>)>,
}

impl Table {
    pub(super) fn new(hypothesis: &[u32], reference: &[u32], band: &Band) -> Self {
        let mut table = Self { costs: Vec::new(), rows: Vec::new() };
        table.costs.extend(0..=reference.len() as u32);
        table.rows.push((0, 0..table.costs.len()));
        for (i, word) in hypothesis.iter().enumerate() {
            let columns = band.columns(i + 1);
            let mut left = NOTHING;
            let first = table.costs.len();
            for j in columns.clone() {
                left = if j == 0 {
                    i as u32 + 1
                } else {
                    let change = u32::from(*word != reference[j - 1]);
                    let diagonal = table.cost(i, j - 1) + change;
                    diagonal.min(table.cost(i, j) + 1).min(left + 1)
                };
                table.costs.push(left);
            }
            table.rows.push((columns.start, first..table.costs.len()));
        }
        table
    }

    /// Return the cost of a cell; [`NOTHING`] outside the band.
    #[inline]
    pub(super) fn cost(&self, i: usize, j: usize) -> u32 {
        let (column, cells) = &self.rows[i];
        match j.checked_sub(*column) {
            Some(along) if along < cells.len() => self.costs[cells.start + along],
            _ => NOTHING,
        }
    }

    /// Return how the path came to a cell, both numbers from 1, of which the words are the same or
    /// not.
    pub(super) fn step(&self, i: usize, j: usize, same: bool) -> Step {
        let cost = self.cost(i, j);
        if self.cost(i - 1, j - 1) + u32::from(!same) == cost {
            if same { Step::Match } else { Step::Substitute }
        } else if self.cost(i - 1, j) + 1 == cost {
            Step::Delete
        } else {
            Step::Insert
        }
    }
}
