//! The n-grams of one order, counted over all segments, and the first of each
//! ranking.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::vocabulary::Mixed;
use super::{Inventory, Texts};

/// What n-grams are ranked by. A system is counted from 0.
///
/// In a segment, an n-gram that is `h` times in the hypothesis and `r` times
/// in the reference that has it most often is matched `min(h, r)` times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Matched by this system.
    Matched(usize),
    /// In a reference more often than this system has it: `r - min(h, r)`.
    Missing(usize),
    /// More often in the hypothesis than in any reference that has it:
    /// `h - r` where `r > 0`.
    Clipped(usize),
    /// In no reference of the segment: `h` where `r = 0`.
    Invented(usize),
    /// How much more often the first system matches it than the second.
    Ahead(usize, usize),
}

/// An n-gram's counts in the hypotheses of a system, summed over segments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// How often it is there.
    pub hypothesis: u64,
    /// How often it is matched.
    pub matches: u64,
    /// How often it is there beyond what a reference that has it allows.
    pub clipped: u64,
}

/// An n-gram of a ranking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its tokens, for [`Inventory::token`].
    pub tokens: Vec<u32>,
    /// Its largest count in a reference of the segment, summed over segments.
    pub reference: u64,
    /// Its counts in each system.
    pub counts: Vec<Counts>,
    /// How often it is what the ranking asks for.
    pub value: i64,
    /// In how many segments it is that.
    pub segments: usize,
    /// The first of these segments, and how often there.
    pub places: Vec<(usize, i64)>,
}

/// What is known of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The number of tokens of its n-grams.
    pub order: usize,
    /// How many different n-grams there are.
    pub distinct: usize,
    /// The sums of all n-grams: as [`Entry::reference`].
    pub reference: u64,
    /// The sums of all n-grams, for each system: hypothesis counts are BLEU's
    /// totals, matches its matches.
    pub sums: Vec<Counts>,
    /// A ranking for each kind that was asked for.
    pub rankings: Vec<Vec<Entry>>,
}

/// All n-grams of an order by number.
pub struct Level<'a> {
    inventory: &'a Inventory,
    order: usize,
    /// For each token of each system's texts, the number of the n-gram that
    /// begins there; stale where the text ends before it does.
    hypotheses: Vec<Vec<u32>>,
    references: Vec<u32>,
    distinct: usize,
}

impl<'a> Level<'a> {
    pub(super) fn new(inventory: &'a Inventory) -> Self {
        Self {
            inventory,
            order: 1,
            hypotheses: inventory.systems.iter().map(|texts| texts.tokens.clone()).collect(),
            references: inventory.references.tokens.clone(),
            distinct: inventory.vocabulary.len(),
        }
    }

    /// Goes on to the next order.
    pub fn raise(&mut self) {
        self.order += 1;
        let mut numbers: HashMap<u64, u32, Mixed> = HashMap::default();
        let texts = self.inventory.systems.iter().zip(&mut self.hypotheses);
        for (texts, grams) in texts.chain([(&self.inventory.references, &mut self.references)]) {
            for i in 0..texts.ends.len() {
                let range = texts.range(i);
                // The n-gram of the order below that begins at a token, and the token behind it.
                let behind = range.start + self.order - 1..range.end;
                let behind = texts.tokens.get(behind).unwrap_or_default();
                for (gram, &next) in grams[range].iter_mut().zip(behind) {
                    let key = u64::from(*gram) << 32 | u64::from(next);
                    let fresh = numbers.len() as u32;
                    *gram = *numbers.entry(key).or_insert(fresh);
                }
            }
        }
        self.distinct = numbers.len();
    }

    /// Counts all n-grams; `rankings` says by what the first `top` are kept,
    /// each with the first `places` segments in which it counts for that.
    /// Equal n-grams come in the order in which the corpus has them.
    #[must_use]
    pub fn table(&self, rankings: &[Kind], top: usize, places: usize) -> Table {
        let counts = self.counts();
        let ranked: Vec<Vec<(i64, u32)>> =
            rankings.iter().map(|&kind| counts.first(kind, top)).collect();
        let mut sums = vec![Counts::default(); self.hypotheses.len()];
        let mut reference = 0;
        for row in counts.rows() {
            reference += u64::from(row[0]);
            for (system, sum) in sums.iter_mut().enumerate() {
                let Counts { hypothesis, matches, clipped } = system_counts(row, system);
                sum.hypothesis += hypothesis;
                sum.matches += matches;
                sum.clipped += clipped;
            }
        }
        let mut entries: Vec<Vec<Entry>> = ranked
            .iter()
            .map(|ranking| ranking.iter().map(|&(value, gram)| counts.entry(value, gram)).collect())
            .collect();
        self.find_places(rankings, &ranked, places, &mut entries);
        Table { order: self.order, distinct: self.distinct, reference, sums, rankings: entries }
    }

    /// For each place in the references, the n-gram that begins there; stale
    /// where the text ends before it does.
    pub(crate) fn reference_numbers(&self) -> &[u32] {
        &self.references
    }

    /// Calls with each n-gram of the references: its place and its number.
    pub(crate) fn each_reference(&self, mut call: impl FnMut(usize, u32)) {
        let texts = &self.inventory.references;
        for i in 0..texts.ends.len() {
            for place in self.starts(texts, i) {
                call(place, self.references[place]);
            }
        }
    }

    /// How often each n-gram is in all references together.
    pub(crate) fn reference_counts(&self) -> Vec<u32> {
        let mut counts = vec![0; self.distinct];
        self.each_reference(|_, gram| counts[gram as usize] += 1);
        counts
    }

    /// Calls with each segment, each n-gram that the system matches there, and
    /// how often.
    pub(crate) fn each_match(&self, system: usize, mut call: impl FnMut(usize, u32, u32)) {
        let mut rows = SegmentRows::new(self.hypotheses.len());
        for segment in 0..self.inventory.segments() {
            rows.each(self, segment, |gram, row| {
                let matches = row[2 + 3 * system];
                if matches > 0 {
                    call(segment, gram, matches);
                }
            });
        }
    }

    fn counts(&self) -> AllCounts {
        let mut counts = AllCounts::new(self.distinct, self.hypotheses.len());
        let mut segment_rows = SegmentRows::new(self.hypotheses.len());
        for segment in 0..self.inventory.segments() {
            segment_rows.each(self, segment, |gram, row| counts.add(gram, row));
        }
        counts
    }

    /// Writes what the n-grams are called and where they count.
    fn find_places(
        &self,
        kinds: &[Kind],
        ranked: &[Vec<(i64, u32)>],
        places: usize,
        entries: &mut [Vec<Entry>],
    ) {
        let mut wanted = vec![false; self.distinct];
        let mut seats: HashMap<u32, Vec<(usize, usize)>> = HashMap::new();
        for (ranking, grams) in ranked.iter().enumerate() {
            for (rank, &(_, gram)) in grams.iter().enumerate() {
                wanted[gram as usize] = true;
                seats.entry(gram).or_default().push((ranking, rank));
            }
        }
        let mut segment_rows = SegmentRows::new(self.hypotheses.len());
        for segment in 0..self.inventory.segments() {
            let mut found = false;
            self.each_text(segment, |_, texts, grams, i| {
                for at in self.starts(texts, i) {
                    let gram = grams[at];
                    if !wanted[gram as usize] {
                        continue;
                    }
                    found = true;
                    for &(ranking, rank) in &seats[&gram] {
                        let entry = &mut entries[ranking][rank];
                        if entry.tokens.is_empty() {
                            entry.tokens.extend(&texts.tokens[at..at + self.order]);
                        }
                    }
                }
            });
            if !found {
                continue;
            }
            segment_rows.each(self, segment, |gram, row| {
                if !wanted[gram as usize] {
                    return;
                }
                for &(ranking, rank) in &seats[&gram] {
                    let value = value(kinds[ranking], row);
                    if value > 0 {
                        let entry = &mut entries[ranking][rank];
                        entry.segments += 1;
                        if entry.places.len() < places {
                            entry.places.push((segment, value));
                        }
                    }
                }
            });
        }
    }

    /// Where the n-grams of text `i` begin.
    fn starts(&self, texts: &Texts, i: usize) -> std::ops::Range<usize> {
        let range = texts.range(i);
        range.start..(range.end + 1).saturating_sub(self.order).max(range.start)
    }

    /// Calls with each text of a segment: its source (a system, or one more
    /// for each reference), and where it lies.
    fn each_text(&self, segment: usize, mut call: impl FnMut(u32, &Texts, &[u32], usize)) {
        let mut source = 0;
        for (texts, grams) in self.inventory.systems.iter().zip(&self.hypotheses) {
            call(source, texts, grams, segment);
            source += 1;
        }
        for i in self.inventory.places_of_references(segment) {
            call(source, &self.inventory.references, &self.references, i);
            source += 1;
        }
    }
}

/// The rows of a segment's n-grams: the largest reference count, then the
/// count in the hypothesis, the matches and the clipped ones of each system.
struct SegmentRows {
    /// Each n-gram and where it was found, in one number, so that sorting
    /// brings together what belongs together.
    found: Vec<u64>,
    row: Vec<u32>,
    systems: usize,
}

impl SegmentRows {
    fn new(systems: usize) -> Self {
        Self { found: Vec::new(), row: vec![0; 1 + 3 * systems], systems }
    }

    /// Calls with every n-gram of a segment and its row.
    fn each(&mut self, level: &Level<'_>, segment: usize, mut call: impl FnMut(u32, &[u32])) {
        let Self { found, row, systems } = self;
        found.clear();
        level.each_text(segment, |source, texts, grams, i| {
            let grams = &grams[level.starts(texts, i)];
            found.extend(grams.iter().map(|&gram| u64::from(gram) << 32 | u64::from(source)));
        });
        found.sort_unstable();
        for same in found.chunk_by(|a, b| a >> 32 == b >> 32) {
            row.fill(0);
            for run in same.chunk_by(|a, b| a == b) {
                let (source, count) = (run[0] as u32 as usize, run.len() as u32);
                if source < *systems {
                    row[1 + 3 * source] = count;
                } else {
                    row[0] = row[0].max(count);
                }
            }
            let largest = row[0];
            for system in row[1..].chunks_exact_mut(3) {
                system[1] = system[0].min(largest);
                system[2] = if largest > 0 { system[0] - system[1] } else { 0 };
            }
            call((same[0] >> 32) as u32, row);
        }
    }
}

/// The rows of all n-grams of an order, summed over segments.
struct AllCounts {
    width: usize,
    rows: Vec<u32>,
}

impl AllCounts {
    fn new(distinct: usize, systems: usize) -> Self {
        let width = 1 + 3 * systems;
        Self { width, rows: vec![0; distinct * width] }
    }

    fn add(&mut self, gram: u32, row: &[u32]) {
        let sums = &mut self.rows[gram as usize * self.width..][..self.width];
        // No sum is above the number of tokens, which fits.
        sums.iter_mut().zip(row).for_each(|(sum, count)| *sum += count);
    }

    fn rows(&self) -> impl Iterator<Item = &[u32]> {
        self.rows.chunks_exact(self.width)
    }

    /// The `top` n-grams with the largest values above 0, the largest first.
    fn first(&self, kind: Kind, top: usize) -> Vec<(i64, u32)> {
        let mut best = BinaryHeap::new();
        for (gram, row) in self.rows().enumerate() {
            let value = value(kind, row);
            if value <= 0 {
                continue;
            }
            let candidate = Reverse((value, Reverse(gram as u32)));
            if best.len() < top {
                best.push(candidate);
            } else if best.peek().is_some_and(|worst| candidate < *worst) {
                best.pop();
                best.push(candidate);
            }
        }
        best.into_sorted_vec()
            .into_iter()
            .map(|Reverse((value, Reverse(gram)))| (value, gram))
            .collect()
    }

    fn entry(&self, value: i64, gram: u32) -> Entry {
        let row = &self.rows[gram as usize * self.width..][..self.width];
        Entry {
            tokens: Vec::new(),
            reference: u64::from(row[0]),
            counts: (0..self.width / 3).map(|system| system_counts(row, system)).collect(),
            value,
            segments: 0,
            places: Vec::new(),
        }
    }
}

fn system_counts(row: &[u32], system: usize) -> Counts {
    let [hypothesis, matches, clipped] = [1, 2, 3].map(|i| u64::from(row[3 * system + i]));
    Counts { hypothesis, matches, clipped }
}

/// What a row of counts is worth in a ranking.
fn value(kind: Kind, row: &[u32]) -> i64 {
    let of = |system: usize, what: usize| i64::from(row[1 + 3 * system + what]);
    match kind {
        Kind::Matched(system) => of(system, 1),
        Kind::Missing(system) => i64::from(row[0]) - of(system, 1),
        Kind::Clipped(system) => of(system, 2),
        Kind::Invented(system) => of(system, 0) - of(system, 1) - of(system, 2),
        Kind::Ahead(first, second) => of(first, 1) - of(second, 1),
    }
}
