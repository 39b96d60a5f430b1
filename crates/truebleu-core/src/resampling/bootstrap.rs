//! The paired bootstrap (Efron; Koehn 2004 for BLEU): the units are drawn with replacement, the
//! same for all systems, and everything is scored again.

use std::ops::Range;

use super::draws;
use super::philox::{LANES, Philox, WORDS};
use super::plain::{self, Kind};
use super::products::{Digits, MOST_WEIGHT, RESAMPLES};
use super::statistics::{Scorer, Statistics};
use crate::kernels::{Kernel, KernelChoice, Work};
use crate::threads;

/// Resamples that are done together: the unit for dividing the work.
pub const BLOCK: usize = RESAMPLES;

/// The resamples of all systems.
pub struct Bootstrap<'a> {
    scorer: Scorer<'a>,
    resamples: Resamples<'a>,
}

impl<'a> Bootstrap<'a> {
    /// Prepare the resampling.
    pub fn new(
        scorer: Scorer<'a>,
        statistics: &'a Statistics,
        kernel: KernelChoice,
        kind: Kind,
        seed: u64,
    ) -> Self {
        Self { scorer, resamples: Resamples::new(statistics, kernel, kind, seed) }
    }

    /// Return the scores of all systems in each resample of a range, resample after resample. The
    /// range starts at a multiple of [`BLOCK`]. Resamples that draw no unit have no score and are
    /// left out.
    ///
    /// # Panics
    /// If the range does not start at a multiple of [`BLOCK`].
    pub fn values(&self, resamples: Range<usize>, threads: usize) -> Vec<f64> {
        assert!(resamples.start.is_multiple_of(BLOCK), "a range starts with a block");
        let statistics = self.resamples.statistics;
        let systems = statistics.systems();
        let mut values = vec![0.0; resamples.len() * systems];
        let blocks = values.chunks_mut(BLOCK * systems).enumerate();
        threads::for_each(threads, blocks, Vec::new, |weights, (block, values)| {
            let sums = self.resamples.sums(resamples.start + block * BLOCK, weights);
            for (value, row) in values.iter_mut().zip(sums.chunks_exact(statistics.columns())) {
                *value = self.scorer.value(row);
            }
        });
        if self.resamples.kind == Kind::Multinomial {
            return values;
        }
        let scored = values.chunks_exact(systems).zip(resamples);
        let drawn = scored.filter(|&(_, resample)| !self.resamples.is_empty(resample));
        drawn.flat_map(|(values, _)| values).copied().collect()
    }
}

/// The sums of all systems' rows in resamples.
pub(super) struct Resamples<'a> {
    statistics: &'a Statistics,
    digits: Digits,
    kernel: KernelChoice,
    kind: Kind,
    seed: u64,
}

impl<'a> Resamples<'a> {
    pub(super) fn new(
        statistics: &'a Statistics,
        kernel: KernelChoice,
        kind: Kind,
        seed: u64,
    ) -> Self {
        Self { statistics, digits: Digits::new(kernel, statistics), kernel, kind, seed }
    }

    /// Return whether a resample draws no unit.
    pub(super) fn is_empty(&self, resample: usize) -> bool {
        plain::is_empty(self.kind, self.statistics, self.seed, resample)
    }

    /// Return the sums of all systems in the block of resamples from `first`, one after the other.
    /// `weights` is room that is used again.
    pub(super) fn sums(&self, first: usize, weights: &mut Vec<u8>) -> Vec<i64> {
        weights.clear();
        weights.resize(self.digits.weights() * RESAMPLES, 0);
        let fits = self.kernel.dispatch(Weigh {
            philox: Philox::new(self.seed),
            kind: self.kind,
            statistics: self.statistics,
            first,
            weights,
        });
        if fits {
            return self.digits.sums(self.kernel, weights);
        }
        (first..first + RESAMPLES)
            .flat_map(|resample| {
                let weights = plain::weights(self.kind, self.statistics, self.seed, resample);
                plain::weighted(self.statistics, &weights)
            })
            .collect()
    }
}

/// Draw the weights of a block of resamples; return false where one is larger than products take.
struct Weigh<'a> {
    philox: Philox,
    kind: Kind,
    statistics: &'a Statistics,
    first: usize,
    weights: &'a mut [u8],
}

impl Work for Weigh<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<K: Kernel>(self, _kernel: K) -> bool {
        let Self { philox, kind, statistics, first, weights } = self;
        let units = statistics.units();
        let length = weights.len() / RESAMPLES;
        match kind {
            Kind::Multinomial => {
                for (i, weights) in weights.chunks_exact_mut(length).enumerate() {
                    let weights = &mut weights[..units];
                    draws::indices(philox, units, first + i, |index| {
                        // Overflow beyond 8 bits is detected below, by the sum of the weights.
                        weights[index] = weights[index].wrapping_add(1);
                    });
                    let drawn: usize = weights.iter().map(|&weight| usize::from(weight)).sum();
                    if drawn != units {
                        return false;
                    }
                }
            }
            Kind::Poisson => {
                for (i, four) in weights.chunks_exact_mut(WORDS * length).enumerate() {
                    let block = first / WORDS + i;
                    for start in (0..units).step_by(LANES) {
                        // Lanes beyond the last unit repeat it; their weights are not used.
                        let lanes = LANES.min(units - start);
                        let keys =
                            std::array::from_fn(|lane| statistics.key(start + lane.min(lanes - 1)));
                        let drawn = draws::poisson_of_lanes(philox, keys, block);
                        for (resample, drawn) in drawn.iter().enumerate() {
                            four[resample * length + start..][..lanes]
                                .copy_from_slice(&drawn[..lanes]);
                        }
                    }
                }
            }
        }
        const { assert!(MOST_WEIGHT == 127, "what is at most this has no other bit") };
        weights.iter().fold(0, |bits, &weight| bits | weight) <= MOST_WEIGHT
    }
}

/// Return the scores of all systems without each unit in turn, unit after unit: what the
/// acceleration of a BCa interval is made of, and standard errors.
pub fn leave_one_out(scorer: Scorer<'_>, statistics: &Statistics, threads: usize) -> Vec<f64> {
    const UNITS: usize = 1024;
    let (systems, columns) = (statistics.systems(), statistics.columns());
    let mut values = vec![0.0; statistics.units() * systems];
    let parts = values.chunks_mut(UNITS * systems).enumerate();
    let buffer = || vec![0; columns];
    threads::for_each(threads, parts, buffer, |rest, (part, values)| {
        for (i, value) in values.iter_mut().enumerate() {
            let (unit, system) = (part * UNITS + i / systems, i % systems);
            let (all, row) = (statistics.total(system), statistics.row(unit, system));
            for (rest, (all, count)) in rest.iter_mut().zip(all.iter().zip(row)) {
                *rest = all - count;
            }
            *value = scorer.value(rest);
        }
    });
    values
}
