//! Paired approximate randomization (Noreen 1989; Riezler and Maxwell 2005): if two systems are
//! equally good, it does not matter which of the two a unit's output came from. In a trial each
//! unit is swapped or not; how often does the difference of the scores become as large as the one
//! observed?

use std::ops::Range;

use super::exact::{self, Both};
use super::numpy::SwapStream;
use super::statistics::{Scorer, Statistics, Totals};
use super::tables::{self, Swaps};
use crate::kernels::{Kernel, KernelChoice, Work};
use crate::threads;

/// Trials that are done together: the unit for dividing the work.
pub const BLOCK: usize = tables::BLOCK;

/// Trials whose scores are made at once: their sums fit into the first-level cache.
const CHUNK: usize = 128;

/// Number of trials in which a pair of systems differed as much as observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The trials that did.
    pub reached: u64,
    /// All trials.
    pub trials: u64,
    /// These were all assignments that there are, not a sample.
    pub exact: bool,
}

/// Return the smallest difference that counts as reaching an observed one, by SciPy's tolerance of
/// 100 times the precision of a float64, so that the same sums in another order of operations are
/// no less.
pub fn tolerant_threshold(observed: f64) -> f64 {
    observed.abs() - 100.0 * f64::EPSILON * observed.abs()
}

/// Where the sums of a block of trials come from: they are made of the rows, or are there already,
/// block after block.
enum Source<'a> {
    Rows(tables::Differences),
    Drawn(tables::Differences, SwapStream),
    Sums(&'a [i64]),
}

/// The test of all pairs of systems, from the same swaps.
pub struct Randomization<'a> {
    scorer: Scorer<'a>,
    totals: &'a Totals,
    source: Source<'a>,
    kernel: KernelChoice,
    seed: u64,
    trials: usize,
    /// Only what is above the threshold reaches it.
    strict: bool,
    /// For each pair, the smallest difference that counts; none where all assignments are
    /// enumerated instead, or the pair is not tested.
    threshold: Vec<Option<f64>>,
    /// By how much an estimate of a score can be off; none: there are none.
    pub(super) error: Option<f64>,
    counts: Vec<Count>,
}

impl<'a> Randomization<'a> {
    /// Prepare the test. Pairs with so few differing units that there are no more assignments than
    /// `trials` are done at once, exactly.
    pub fn new(
        scorer: Scorer<'a>,
        statistics: &'a Statistics,
        kernel: KernelChoice,
        seed: u64,
        trials: usize,
    ) -> Self {
        let max_units = exact::max_units(trials);
        let differing = |(a, b)| -> Vec<Both<'a>> {
            let both =
                (0..statistics.units()).map(|u| (statistics.row(u, a), statistics.row(u, b)));
            both.filter(|(of_a, of_b)| of_a != of_b).take(max_units + 1).collect()
        };
        let units: Vec<_> = statistics.pairs().map(differing).collect();
        let source = Source::Rows(tables::Differences::new(statistics, false));
        Self::prepared(scorer, statistics.totals(), &units, source, kernel, (seed, trials))
    }

    /// Prepare sacreBLEU's test of each system against the first: `observed` are their scores, and
    /// `scorer` gives those of trials. Its differences have to be larger than the observed one.
    pub fn of_sacrebleu(
        scorer: Scorer<'a>,
        statistics: &'a Statistics,
        kernel: KernelChoice,
        observed: &[f64],
        (swaps, trials): (SwapStream, usize),
    ) -> Self {
        let totals = statistics.totals();
        let differences = tables::Differences::new(statistics, true);
        let of_pair = |(a, b): (usize, usize)| (a == 0).then(|| (observed[a] - observed[b]).abs());
        let threshold: Vec<_> = statistics.pairs().map(of_pair).collect();
        Self {
            scorer,
            totals,
            source: Source::Drawn(differences, swaps),
            kernel,
            seed: 0,
            trials,
            strict: true,
            error: error_of_estimates(scorer, totals, kernel, &scorer.values(totals)),
            counts: vec![
                Count { reached: 0, trials: trials as u64, exact: false };
                threshold.len()
            ],
            threshold,
        }
    }

    /// Create the test from external sums: `sums` as [`tables::Differences::sums`] has them, block
    /// after block; `units` has for each pair the rows where it differs, or too many of them.
    pub(super) fn of_sums(
        scorer: Scorer<'a>,
        totals: &'a Totals,
        units: &[Vec<Both<'_>>],
        sums: &'a [i64],
        kernel: KernelChoice,
        (seed, trials): (u64, usize),
    ) -> Self {
        Self::prepared(scorer, totals, units, Source::Sums(sums), kernel, (seed, trials))
    }

    fn prepared(
        scorer: Scorer<'a>,
        totals: &'a Totals,
        units: &[Vec<Both<'_>>],
        source: Source<'a>,
        kernel: KernelChoice,
        (seed, trials): (u64, usize),
    ) -> Self {
        let values = scorer.values(totals);
        let mut counts = Vec::new();
        let mut thresholds = Vec::new();
        for ((a, b), units) in totals.pairs().zip(units) {
            let threshold = tolerant_threshold(values[a] - values[b]);
            let exact = units.len() <= exact::max_units(trials);
            counts.push(if exact {
                let (reached, trials) = exact::count(scorer, totals, (a, b), units, threshold);
                Count { reached, trials, exact }
            } else {
                Count { reached: 0, trials: trials as u64, exact }
            });
            thresholds.push((!exact).then_some(threshold));
        }
        let error = error_of_estimates(scorer, totals, kernel, &values);
        Self {
            scorer,
            totals,
            source,
            kernel,
            seed,
            trials,
            strict: false,
            threshold: thresholds,
            error,
            counts,
        }
    }

    /// Return how many blocks of trials there are to do.
    pub fn blocks(&self) -> usize {
        if self.threshold.iter().all(Option::is_none) { 0 } else { self.trials.div_ceil(BLOCK) }
    }

    /// Do the trials of some blocks.
    pub fn run(&mut self, blocks: Range<usize>, threads: usize) {
        let buffer = || vec![0; self.counts.len()];
        let states = threads::for_each(threads, blocks, buffer, |reached, block| {
            self.count_block(block, reached);
        });
        for state in states {
            for (count, reached) in self.counts.iter_mut().zip(state) {
                count.reached += reached;
            }
        }
    }

    /// Return the counts of all pairs, in the order of [`Totals::pairs`].
    pub fn counts(&self) -> &[Count] {
        &self.counts
    }

    fn count_block(&self, block: usize, reached: &mut [u64]) {
        let block_sums;
        let sums = match &self.source {
            Source::Rows(differences) => {
                let swaps = Swaps::Keyed { seed: self.seed, block };
                block_sums = differences.sums(self.kernel, swaps);
                &block_sums[..]
            }
            Source::Drawn(differences, stream) => {
                block_sums = differences.sums(self.kernel, Swaps::Drawn(&stream.bytes(block)));
                &block_sums[..]
            }
            Source::Sums(sums) => {
                let length = (self.totals.systems() - 1) * self.totals.columns() * BLOCK;
                &sums[block * length..][..length]
            }
        };
        let floats: Vec<f64> = match self.error {
            Some(_) => sums.iter().map(|&sum| sum as f64).collect(),
            None => Vec::new(),
        };
        let trials = (self.trials - block * BLOCK).min(BLOCK);
        for ((pair, threshold), reached) in self.totals.pairs().zip(&self.threshold).zip(reached) {
            let Some(threshold) = *threshold else { continue };
            for start in (0..trials).step_by(CHUNK) {
                let trials = start..trials.min(start + CHUNK);
                let mut in_doubt = [true; CHUNK];
                if let Some(error) = self.error {
                    *reached += self.kernel.dispatch(Sure {
                        test: self,
                        sums: &floats,
                        pair,
                        trials: trials.clone(),
                        threshold,
                        margin: 2.0 * error,
                        in_doubt: &mut in_doubt,
                    });
                }
                for trial in trials.filter(|trial| in_doubt[trial - start]) {
                    let difference = self.difference(sums, pair, trial).abs();
                    *reached += u64::from(
                        difference > threshold || (difference == threshold && !self.strict),
                    );
                }
            }
        }
    }

    /// Return the difference of the scores of two systems in a trial of the block that the sums are
    /// of.
    fn difference(&self, sums: &[i64], (a, b): (usize, usize), trial: usize) -> f64 {
        let columns = self.totals.columns();
        let of = |system: usize, i: usize| match system {
            0 => 0,
            _ => sums[((system - 1) * columns + i) * BLOCK + trial],
        };
        let shift: Vec<i64> = (0..columns).map(|i| of(b, i) - of(a, i)).collect();
        let all = [a, b].map(|system| self.totals.of(system));
        let first: Vec<i64> = all[0].iter().zip(&shift).map(|(all, shift)| all + shift).collect();
        let second: Vec<i64> = all[1].iter().zip(&shift).map(|(all, shift)| all - shift).collect();
        self.scorer.value(&first) - self.scorer.value(&second)
    }
}

/// Return the largest error of an estimated score; none where the metric has no estimates, or where
/// they are not even those of the systems themselves.
fn error_of_estimates(
    scorer: Scorer<'_>,
    totals: &Totals,
    kernel: KernelChoice,
    values: &[f64],
) -> Option<f64> {
    let columns: Vec<f64> = (0..totals.columns())
        .flat_map(|i| (0..values.len()).map(move |system| totals.of(system)[i] as f64))
        .collect();
    let mut estimates = vec![0.0; values.len()];
    let error = scorer.estimate(kernel, &columns, &mut estimates)?;
    let mut pairs = estimates.iter().zip(values);
    let close = pairs.all(|(estimate, value)| (estimate - value).abs() <= error);
    close.then_some(error)
}

/// Count the trials of a chunk that surely reach the bound, and mark those in doubt: where the
/// difference of the estimates is so near to the bound that that of the scores may lie on its other
/// side. All others are on the same side as the scores, so the count is that of the scores.
struct Sure<'a> {
    test: &'a Randomization<'a>,
    sums: &'a [f64],
    pair: (usize, usize),
    trials: Range<usize>,
    threshold: f64,
    margin: f64,
    in_doubt: &'a mut [bool; CHUNK],
}

impl Work for Sure<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<K: Kernel>(self, _kernel: K) -> u64 {
        const ZEROS: [f64; CHUNK] = [0.0; CHUNK];
        let Self { test, sums, pair: (a, b), trials, threshold, margin, in_doubt } = self;
        let (columns, length) = (test.totals.columns(), trials.len());
        let of = |system: usize, i: usize| match system {
            0 => &ZEROS[..length],
            _ => &sums[((system - 1) * columns + i) * BLOCK..][trials.clone()],
        };
        let mut rows = [vec![0.0; columns * length], vec![0.0; columns * length]];
        let [first, second] = &mut rows;
        let chunks = first.chunks_exact_mut(length).zip(second.chunks_exact_mut(length));
        for (i, (first, second)) in chunks.enumerate() {
            let all = [a, b].map(|system| test.totals.of(system)[i] as f64);
            let shifts = of(b, i).iter().zip(of(a, i)).map(|(b, a)| b - a);
            for ((first, second), shift) in first.iter_mut().zip(second).zip(shifts) {
                *first = all[0] + shift;
                *second = all[1] - shift;
            }
        }
        let mut values = [[0.0; CHUNK]; 2];
        for (rows, values) in rows.iter().zip(&mut values) {
            test.scorer.estimate(test.kernel, rows, &mut values[..length]);
        }
        let mut reached = 0;
        for (i, in_doubt) in in_doubt[..length].iter_mut().enumerate() {
            let beyond = (values[0][i] - values[1][i]).abs() - threshold;
            reached += u64::from(beyond > margin);
            // NaN counts as in doubt.
            *in_doubt = !(beyond > margin || beyond < -margin);
        }
        reached
    }
}
