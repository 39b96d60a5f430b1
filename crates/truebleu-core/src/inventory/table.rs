//! The n-grams of one order, counted over all segments.

use super::ranking::{AllCounts, Counts, Entry, Gram, Kind, Seats, system_counts, value};
use super::steps::Steps;
use super::{Inventory, Texts};

/// Statistics of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The number of tokens of its n-grams.
    pub order: usize,
    /// Number of distinct n-grams.
    pub distinct: usize,
    /// The sums of all n-grams: as [`Gram::reference`].
    pub reference: u64,
    /// The sums of all n-grams, for each system: hypothesis counts are BLEU's totals, matches its
    /// matches.
    pub sums: Vec<Counts>,
    /// N-grams of the rankings, each once.
    pub grams: Vec<Gram>,
    /// A ranking for each requested kind.
    pub rankings: Vec<Vec<Entry>>,
}

/// All n-grams of an order by number.
pub struct Level<'a> {
    inventory: &'a Inventory,
    order: usize,
    /// For each token of each system's texts, the number of the n-gram that begins there; stale
    /// where the text ends before it does.
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

    /// Go on to the next order.
    pub fn raise(&mut self) {
        let mut steps = Steps::default();
        let texts = self.inventory.systems.iter().zip(&mut self.hypotheses);
        for (texts, grams) in texts.chain([(&self.inventory.references, &mut self.references)]) {
            for i in 0..texts.ends.len() {
                let range = texts.range(i);
                steps.raise(&mut grams[range.clone()], self.order, &texts.tokens[range]);
            }
        }
        self.order += 1;
        self.distinct = steps.len();
    }

    /// Count all n-grams. For each of `rankings`, keep the first `top` n-grams, each with the first
    /// `places` segments in which it counts for the ranking. N-grams of equal rank come in the
    /// order in which the corpus has them.
    pub fn table(&self, rankings: &[Kind], top: usize, places: usize) -> Table {
        let counts = self.counts();
        let ranked = counts.first(rankings, top);
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
        let (grams, rankings) = self.entries(rankings, &ranked, &counts, places);
        Table { order: self.order, distinct: self.distinct, reference, sums, grams, rankings }
    }

    /// Return, for each position in the references, the n-gram that begins there; stale where the
    /// text ends before it does.
    pub(crate) fn reference_numbers(&self) -> &[u32] {
        &self.references
    }

    /// Return the number of tokens of the n-grams.
    pub(crate) const fn order(&self) -> usize {
        self.order
    }

    /// Return below which all numbers of n-grams are.
    pub(crate) const fn distinct(&self) -> usize {
        self.distinct
    }

    /// Call with each text of a segment: its source (a system, or one more for each reference), its
    /// tokens, and the n-grams that begin at each of them.
    pub(crate) fn each_source(&self, segment: usize, mut call: impl FnMut(u32, &[u32], &[u32])) {
        self.each_text(segment, |source, texts, grams, i| {
            call(source, texts.text(i), &grams[self.starts(texts, i)]);
        });
    }

    /// Call with each n-gram of the references: its place and its number.
    pub(crate) fn each_reference(&self, mut call: impl FnMut(usize, u32)) {
        let texts = &self.inventory.references;
        for i in 0..texts.ends.len() {
            for position in self.starts(texts, i) {
                call(position, self.references[position]);
            }
        }
    }

    /// Return how often each n-gram is in all references together.
    pub(crate) fn reference_counts(&self) -> Vec<u32> {
        let mut counts = vec![0; self.distinct];
        self.each_reference(|_, gram| counts[gram as usize] += 1);
        counts
    }

    /// Call with each segment, each n-gram that the system matches there, and how often.
    pub(crate) fn each_match(&self, system: usize, mut call: impl FnMut(usize, u32, u32)) {
        let mut rows = SegmentRows::new(self.hypotheses.len());
        for segment in 0..self.inventory.segments() {
            rows.for_each_gram(
                self,
                segment,
                |_| true,
                |gram, row| {
                    let matches = row[2 + 3 * system];
                    if matches > 0 {
                        call(segment, gram, matches);
                    }
                },
            );
        }
    }

    fn counts(&self) -> AllCounts {
        let mut counts = AllCounts::new(self.distinct, self.hypotheses.len());
        let mut segment_rows = SegmentRows::new(self.hypotheses.len());
        for segment in 0..self.inventory.segments() {
            segment_rows.for_each_gram(self, segment, |_| true, |gram, row| counts.add(gram, row));
        }
        counts
    }

    /// Return the n-grams of the rankings, each once, and where they count.
    fn entries(
        &self,
        kinds: &[Kind],
        ranked: &[Vec<(i64, u32)>],
        counts: &AllCounts,
        places: usize,
    ) -> (Vec<Gram>, Vec<Vec<Entry>>) {
        let mut seats = Seats::new(self.distinct, ranked);
        let mut grams: Vec<Gram> = seats.grams.iter().map(|&gram| counts.gram(gram)).collect();
        let mut entries = seats.entries(ranked);
        let mut rows = SegmentRows::new(self.hypotheses.len());
        for segment in 0..self.inventory.segments() {
            self.name(segment, &mut seats, &mut grams);
            let is_ranked = |gram| seats.of(gram).is_some();
            rows.for_each_gram(self, segment, is_ranked, |gram, row| {
                for &(ranking, rank) in seats.of(gram).map_or(&[][..], |at| &seats.taken[at]) {
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
        (grams, entries)
    }

    /// Record the tokens of n-grams that have no name yet.
    fn name(&self, segment: usize, seats: &mut Seats, named: &mut [Gram]) {
        if seats.nameless == 0 {
            return;
        }
        self.each_text(segment, |_, texts, grams, i| {
            for start in self.starts(texts, i) {
                let Some(place) = seats.of(grams[start]) else { continue };
                let tokens = &mut named[place].tokens;
                if tokens.is_empty() {
                    tokens.extend(&texts.tokens[start..start + self.order]);
                    seats.nameless -= 1;
                }
            }
        });
    }

    /// Return where the n-grams of text `i` begin.
    fn starts(&self, texts: &Texts, i: usize) -> std::ops::Range<usize> {
        let range = texts.range(i);
        range.start..(range.end + 1).saturating_sub(self.order).max(range.start)
    }

    /// Call with each text of a segment: its source (a system, or one more for each reference), and
    /// where it lies.
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

/// The rows of a segment's n-grams: the largest reference count, then the count in the hypothesis,
/// the matches and the clipped ones of each system.
struct SegmentRows {
    /// Each n-gram and where it was found, in one number, so that sorting brings together what
    /// belongs together.
    grams_found: Vec<u64>,
    row: Vec<u32>,
    systems: usize,
}

impl SegmentRows {
    fn new(systems: usize) -> Self {
        Self { grams_found: Vec::new(), row: vec![0; 1 + 3 * systems], systems }
    }

    /// Call with every wanted n-gram of a segment and its row.
    fn for_each_gram(
        &mut self,
        level: &Level<'_>,
        segment: usize,
        is_wanted: impl Fn(u32) -> bool,
        mut call: impl FnMut(u32, &[u32]),
    ) {
        let Self { grams_found, row, systems } = self;
        grams_found.clear();
        level.each_text(segment, |source, texts, grams, i| {
            let grams = &grams[level.starts(texts, i)];
            let grams = grams.iter().filter(|&&gram| is_wanted(gram));
            grams_found.extend(grams.map(|&gram| u64::from(gram) << 32 | u64::from(source)));
        });
        grams_found.sort_unstable();
        for same in grams_found.chunk_by(|a, b| a >> 32 == b >> 32) {
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
