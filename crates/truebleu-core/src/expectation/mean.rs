//! The score against the mean of the references: expected counts of n-grams.
//!
//! An n-gram's expected count is the weighted mean of its counts in the references; a hypothesis
//! matches the smaller of its own count and this one. Counts are held in parts of the weights'
//! whole, so they are whole numbers.

use super::{Set, UtilityOptions};
use crate::abilities::{Abilities, AgainstMean, MeanCounts};
use crate::error::Error;
use crate::inventory::{Grams, Sequences};
use crate::metric::Metric;
use crate::segment::check_all;

/// Return the expected utility of each hypothesis.
///
/// # Errors
/// A text that cannot be counted, or a metric that has no score against a mean.
pub fn utilities(
    metric: &dyn Metric,
    set: Set<'_>,
    options: UtilityOptions,
) -> Result<Vec<f64>, Error> {
    check_all(set.texts)?;
    let Abilities { matches: Some(counted), mean: Some(metric), .. } = metric.abilities() else {
        return Err(Error::NoMean);
    };
    let Some(sequences) = counted.sequences(set.texts) else { return Err(Error::NoMean) };
    let mut utilities = against_mean(metric, set, options, &sequences);
    if options.exclude_self
        && let Some((heaviest, weights)) = set.weights.heaviest()
    {
        utilities[heaviest] =
            against_mean(metric, Set { weights, ..set }, options, &sequences)[heaviest];
    }
    Ok(utilities)
}

fn against_mean(
    metric: &dyn AgainstMean,
    set: Set<'_>,
    options: UtilityOptions,
    sequences: &[Sequences],
) -> Vec<f64> {
    let counting = Counting { set, options, sequences };
    let references = counting.references();
    let matches = counting.matches();
    let orders = references.totals.len();
    let mut own = references.clone();
    let mut lengths = vec![0; sequences.len()];
    let mut utilities = Vec::with_capacity(set.hypotheses);
    for i in 0..set.hypotheses {
        let part = counting.own_part(i);
        counting.without(i, part, &references, &mut own);
        for (length, sequences) in lengths.iter_mut().zip(sequences) {
            *length = sequences.length(i);
        }
        let counts = MeanCounts {
            unit: set.weights.total() - part,
            lengths: &lengths,
            reference_lengths: &own.lengths,
            reference_totals: &own.totals,
            matches: &matches[i * orders..][..orders],
        };
        utilities.push(if counts.unit == 0 {
            f64::NAN
        } else {
            metric.value_of_mean(&counts, options.effective_order)
        });
    }
    utilities
}

/// Sums over the references, in parts.
#[derive(Clone)]
struct References {
    lengths: Vec<i64>,
    totals: Vec<i64>,
}

struct Counting<'a> {
    set: Set<'a>,
    options: UtilityOptions,
    sequences: &'a [Sequences],
}

impl Counting<'_> {
    /// Return the parts of a hypothesis among the references, where they do not count for itself.
    fn own_part(&self, hypothesis: usize) -> i64 {
        if self.options.exclude_self { self.set.weights.part(hypothesis) } else { 0 }
    }

    fn references(&self) -> References {
        let mut sums = References { lengths: vec![0; self.sequences.len()], totals: Vec::new() };
        for (length, sequences) in sums.lengths.iter_mut().zip(self.sequences) {
            let first_total = sums.totals.len();
            sums.totals.resize(first_total + sequences.orders(), 0);
            for j in 0..self.set.references() {
                let (part, text) = (self.set.weights.part(j), self.set.first_reference() + j);
                *length += part * sequences.length(text) as i64;
                for (n, total) in sums.totals[first_total..].iter_mut().enumerate() {
                    *total += part * ngrams(sequences, text, n);
                }
            }
        }
        sums
    }

    /// Write the sums without `part` parts of text `i`.
    fn without(&self, i: usize, part: i64, sums: &References, own: &mut References) {
        let mut order = 0;
        for (k, sequences) in self.sequences.iter().enumerate() {
            own.lengths[k] = sums.lengths[k] - part * sequences.length(i) as i64;
            for n in 0..sequences.orders() {
                own.totals[order] = sums.totals[order] - part * ngrams(sequences, i, n);
                order += 1;
            }
        }
    }

    /// Return the matches of each hypothesis, in all orders.
    fn matches(&self) -> Vec<i64> {
        let orders: usize = self.sequences.iter().map(Sequences::orders).sum();
        let mut matches = vec![0; self.set.hypotheses * orders];
        let (mut expected, mut counts) = (Vec::new(), Vec::new());
        let mut order = 0;
        for sequences in self.sequences {
            let mut grams = sequences.grams();
            for n in 0..sequences.orders() {
                if n > 0 {
                    grams = sequences.raised(&grams);
                }
                self.expected_counts(sequences, &grams, &mut expected);
                counts.clear();
                counts.resize(grams.distinct(), 0_i64);
                for i in 0..self.set.hypotheses {
                    let own = sequences.grams_of(&grams, i);
                    matches[i * orders + order] = self.matches_of(i, own, &expected, &mut counts);
                }
                order += 1;
            }
        }
        matches
    }

    /// Add up the expected count of each n-gram of an order, in parts.
    fn expected_counts(&self, sequences: &Sequences, grams: &Grams, expected: &mut Vec<i64>) {
        expected.clear();
        expected.resize(grams.distinct(), 0);
        for j in 0..self.set.references() {
            let part = self.set.weights.part(j);
            for &gram in sequences.grams_of(grams, self.set.first_reference() + j) {
                expected[gram as usize] += part;
            }
        }
    }

    /// Return the expected matches. `counts` is all zeros before and after.
    fn matches_of(&self, i: usize, grams: &[u32], expected: &[i64], counts: &mut [i64]) -> i64 {
        let own = self.own_part(i);
        let unit = self.set.weights.total() - own;
        for &gram in grams {
            counts[gram as usize] += 1;
        }
        let mut matches = 0;
        for &gram in grams {
            // 0 if the n-gram occurred before.
            let count = std::mem::take(&mut counts[gram as usize]);
            matches += (unit * count).min(expected[gram as usize] - own * count);
        }
        matches
    }
}

/// Return how many n-grams of order `n + 1` a text has.
fn ngrams(sequences: &Sequences, text: usize, n: usize) -> i64 {
    sequences.length(text).saturating_sub(n) as i64
}
