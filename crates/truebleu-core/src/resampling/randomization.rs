//! Paired approximate randomization (Noreen 1989; Riezler and Maxwell 2005):
//! if two systems are equally good, it does not matter which of the two a
//! unit's output came from. In a trial each unit is swapped or not; how often
//! does the difference of the scores become as large as the one observed?

use std::ops::Range;

use super::statistics::{Scorer, Statistics};
use super::{exact, parallel, tables};
use crate::kernels::KernelChoice;

/// Trials that are done together, for those who divide the work.
pub const BLOCK: usize = tables::BLOCK;

/// How often a pair of systems differed as much as observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The trials that did.
    pub reached: u64,
    /// All trials.
    pub trials: u64,
    /// These were all assignments that there are, not a sample.
    pub exact: bool,
}

/// The least difference that counts as reaching an observed one: SciPy's
/// tolerance of 100 times the precision of a float64, so that the same sums
/// in another order of operations are no less.
#[must_use]
pub fn least(observed: f64) -> f64 {
    observed.abs() - 100.0 * f64::EPSILON * observed.abs()
}

/// The test of all pairs of systems, from the same swaps.
pub struct Randomization<'a> {
    scorer: Scorer<'a>,
    statistics: &'a Statistics,
    differences: tables::Differences,
    kernel: KernelChoice,
    seed: u64,
    trials: usize,
    /// For each pair, the least difference that counts; none where all
    /// assignments are gone through instead.
    least: Vec<Option<f64>>,
    counts: Vec<Count>,
}

impl<'a> Randomization<'a> {
    /// Prepares the test. Pairs with so few differing units that there are no
    /// more assignments than `trials` are done at once, exactly.
    #[must_use]
    pub fn new(
        scorer: Scorer<'a>,
        statistics: &'a Statistics,
        kernel: KernelChoice,
        seed: u64,
        trials: usize,
    ) -> Self {
        let values = scorer.values(statistics);
        let mut counts = Vec::new();
        let mut leasts = Vec::new();
        for (a, b) in statistics.pairs() {
            let least = least(values[a] - values[b]);
            let differs = |&unit: &usize| statistics.row(unit, a) != statistics.row(unit, b);
            let most = trials.max(1).ilog2() as usize + 1;
            let units: Vec<_> = (0..statistics.units()).filter(differs).take(most + 1).collect();
            let exact = units.len() <= most;
            counts.push(if exact {
                let (reached, trials) = exact::count(scorer, statistics, (a, b), &units, least);
                Count { reached, trials, exact }
            } else {
                Count { reached: 0, trials: trials as u64, exact }
            });
            leasts.push((!exact).then_some(least));
        }
        let differences = tables::Differences::new(statistics);
        Self { scorer, statistics, differences, kernel, seed, trials, least: leasts, counts }
    }

    /// How many blocks of trials there are to do.
    #[must_use]
    pub fn blocks(&self) -> usize {
        if self.least.iter().all(Option::is_none) { 0 } else { self.trials.div_ceil(BLOCK) }
    }

    /// Does the trials of some blocks.
    pub fn run(&mut self, blocks: Range<usize>, threads: usize) {
        let start = blocks.start;
        let states = parallel::each_part(
            blocks.len(),
            threads,
            || vec![0; self.counts.len()],
            |reached, part| self.count_block(start + part, reached),
        );
        for state in states {
            for (count, reached) in self.counts.iter_mut().zip(state) {
                count.reached += reached;
            }
        }
    }

    /// The counts of all pairs, in the order of [`Statistics::pairs`].
    #[must_use]
    pub fn counts(&self) -> &[Count] {
        &self.counts
    }

    fn count_block(&self, block: usize, reached: &mut [u64]) {
        let (columns, width) = (self.statistics.columns(), self.differences.width());
        let sums = self.differences.sums(self.kernel, self.seed, block);
        let trials = (self.trials - block * BLOCK).min(BLOCK);
        let (mut first, mut second) = (vec![0; columns], vec![0; columns]);
        let zero = vec![0; columns];
        for sums in sums.chunks_exact(width).take(trials) {
            let of = |system: usize| match system {
                0 => &zero[..],
                _ => &sums[(system - 1) * columns..][..columns],
            };
            let pairs = self.statistics.pairs().zip(&self.least).zip(reached.iter_mut());
            for (((a, b), least), reached) in pairs {
                let Some(least) = *least else { continue };
                let (of_a, of_b) = (of(a), of(b));
                let (all_a, all_b) = (self.statistics.total(a), self.statistics.total(b));
                for i in 0..columns {
                    let shift = of_b[i] - of_a[i];
                    first[i] = all_a[i] + shift;
                    second[i] = all_b[i] - shift;
                }
                let difference = self.scorer.value(&first) - self.scorer.value(&second);
                *reached += u64::from(difference.abs() >= least);
            }
        }
    }
}
