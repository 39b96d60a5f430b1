//! The first n-grams by their value.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Sort key of a ranking of n-grams. Systems are counted from 0.
///
/// In a segment, an n-gram that is `h` times in the hypothesis and `r` times in the reference that
/// has it most often is matched `min(h, r)` times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Matched by this system.
    Matched(usize),
    /// In a reference more often than this system has it: `r - min(h, r)`.
    Missed(usize),
    /// More often in the hypothesis than in any reference that has it: `h - r` where `r > 0`.
    Clipped(usize),
    /// In no reference of the segment: `h` where `r = 0`.
    Unmatched(usize),
    /// Matches of the first system minus matches of the second.
    Ahead(usize, usize),
}

/// An n-gram's counts in the hypotheses of a system, summed over segments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Count.
    pub hypothesis: u64,
    /// Number of matches.
    pub matches: u64,
    /// Occurrences beyond the largest count in a reference that has it.
    pub clipped: u64,
}

/// An n-gram that is in a ranking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gram {
    /// Its tokens, for [`super::Inventory::token`].
    pub tokens: Vec<u32>,
    /// Its largest count in a reference of the segment, summed over segments.
    pub reference: u64,
    /// Its counts in each system.
    pub counts: Vec<Counts>,
}

/// A place in a ranking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Index in [`super::Table::grams`].
    pub gram: usize,
    /// Value of the ranking.
    pub value: i64,
    /// In how many segments it is that.
    pub segments: usize,
    /// The first of these segments, and how often there.
    pub places: Vec<(usize, i64)>,
}

/// The rows of all n-grams of an order, summed over segments.
pub(super) struct AllCounts {
    width: usize,
    rows: Vec<u32>,
}

impl AllCounts {
    pub(super) fn new(distinct: usize, systems: usize) -> Self {
        let width = 1 + 3 * systems;
        Self { width, rows: vec![0; distinct * width] }
    }

    pub(super) fn add(&mut self, gram: u32, row: &[u32]) {
        let sums = &mut self.rows[gram as usize * self.width..][..self.width];
        // Sums cannot exceed the number of tokens, which fits into 32 bits.
        sums.iter_mut().zip(row).for_each(|(sum, count)| *sum += count);
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = &[u32]> {
        self.rows.chunks_exact(self.width)
    }

    /// Return, for each kind, the `top` n-grams with the largest values above 0, the largest first.
    pub(super) fn first(&self, kinds: &[Kind], top: usize) -> Vec<Vec<(i64, u32)>> {
        let mut best = vec![BinaryHeap::new(); kinds.len()];
        // Values up to this cannot enter any ranking. Most n-grams are rare, so most are skipped.
        let mut threshold = 0;
        for (gram, row) in self.rows().enumerate() {
            // No value of any kind exceeds the row's largest count.
            if row.iter().max().is_none_or(|&most| i64::from(most) <= threshold) {
                continue;
            }
            for (&kind, best) in kinds.iter().zip(&mut best) {
                keep(best, top, (value(kind, row), Reverse(gram as u32)));
            }
            threshold = best.iter().map(|best| worst(best, top)).min().unwrap_or(i64::MAX);
        }
        let sorted = best.into_iter().map(BinaryHeap::into_sorted_vec);
        sorted
            .map(|ranking| {
                ranking.into_iter().map(|Reverse((value, gram))| (value, gram.0)).collect()
            })
            .collect()
    }

    pub(super) fn gram(&self, gram: u32) -> Gram {
        let row = &self.rows[gram as usize * self.width..][..self.width];
        Gram {
            tokens: Vec::new(),
            reference: u64::from(row[0]),
            counts: (0..self.width / 3).map(|system| system_counts(row, system)).collect(),
        }
    }
}

/// The first of a ranking so far, the last of them on top.
type Best = BinaryHeap<Reverse<(i64, Reverse<u32>)>>;

/// Take a candidate among the `top` first, if it is one of them.
fn keep(best: &mut Best, top: usize, candidate: (i64, Reverse<u32>)) {
    if candidate.0 <= worst(best, top) {
        return;
    }
    if best.len() == top {
        best.pop();
    }
    best.push(Reverse(candidate));
}

/// Return the value that a new one must exceed; of equal values the earlier stay.
fn worst(best: &Best, top: usize) -> i64 {
    if best.len() < top {
        return 0;
    }
    best.peek().map_or(i64::MAX, |last| last.0.0)
}

/// Ranked n-grams and their positions.
pub(super) struct Seats {
    /// For each n-gram of the level its place in `grams`, or `NOWHERE`.
    places: Vec<u32>,
    pub(super) grams: Vec<u32>,
    /// For each of `grams` the rankings and ranks that it has.
    pub(super) taken: Vec<Vec<(usize, usize)>>,
    /// Number of n-grams without tokens so far.
    pub(super) nameless: usize,
}

const NOWHERE: u32 = u32::MAX;

impl Seats {
    pub(super) fn new(distinct: usize, ranked: &[Vec<(i64, u32)>]) -> Self {
        let mut seats = Self {
            places: vec![NOWHERE; distinct],
            grams: Vec::new(),
            taken: Vec::new(),
            nameless: 0,
        };
        for (ranking, grams) in ranked.iter().enumerate() {
            for (rank, &(_, gram)) in grams.iter().enumerate() {
                seats.take(gram, (ranking, rank));
            }
        }
        seats.nameless = seats.grams.len();
        seats
    }

    fn take(&mut self, gram: u32, seat: (usize, usize)) {
        let position = &mut self.places[gram as usize];
        if *position == NOWHERE {
            *position = self.grams.len() as u32;
            self.grams.push(gram);
            self.taken.push(Vec::new());
        }
        self.taken[*position as usize].push(seat);
    }

    /// Return the place of an n-gram in `grams`.
    pub(super) fn of(&self, gram: u32) -> Option<usize> {
        let position = self.places[gram as usize];
        (position != NOWHERE).then_some(position as usize)
    }

    /// Return the rankings, without the segments.
    pub(super) fn entries(&self, ranked: &[Vec<(i64, u32)>]) -> Vec<Vec<Entry>> {
        let entry = |&(value, gram): &(i64, u32)| Entry {
            gram: self.places[gram as usize] as usize,
            value,
            segments: 0,
            places: Vec::new(),
        };
        ranked.iter().map(|grams| grams.iter().map(entry).collect()).collect()
    }
}

pub(super) fn system_counts(row: &[u32], system: usize) -> Counts {
    let [hypothesis, matches, clipped] = [1, 2, 3].map(|i| u64::from(row[3 * system + i]));
    Counts { hypothesis, matches, clipped }
}

/// Return the value of a row of counts in a ranking.
pub(super) fn value(kind: Kind, row: &[u32]) -> i64 {
    let of = |system: usize, what: usize| i64::from(row[1 + 3 * system + what]);
    match kind {
        Kind::Matched(system) => of(system, 1),
        Kind::Missed(system) => i64::from(row[0]) - of(system, 1),
        Kind::Clipped(system) => of(system, 2),
        Kind::Unmatched(system) => of(system, 0) - of(system, 1) - of(system, 2),
        Kind::Ahead(first, second) => of(first, 1) - of(second, 1),
    }
}
