//! The plain form of every sum: it defines the result.

use super::draws::{self, TRIALS_AT_ONCE};
use super::philox::{Philox, WORDS};
use super::statistics::Statistics;

/// Sampling of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// As many draws as there are units, each of any unit.
    Multinomial,
    /// Each unit a Poisson number of times, of mean 1, whatever the others do: for data that are
    /// never in memory as a whole.
    Poisson,
}

/// Return, for each system but the first, the sum of the differences of its rows to the first
/// system's, over the units that are swapped in a trial.
pub fn swapped(statistics: &Statistics, seed: u64, trial: usize) -> Vec<i64> {
    let columns = statistics.columns();
    let mut sums = vec![0; statistics.width() - columns];
    for unit in 0..statistics.units() {
        let block = trial / TRIALS_AT_ONCE;
        let bits = draws::swaps(Philox::new(seed), statistics.key(unit), block);
        let bit = trial % TRIALS_AT_ONCE;
        if bits[bit / 32] >> (bit % 32) & 1 == 1 {
            let row = statistics.unit(unit);
            for (i, sum) in sums.iter_mut().enumerate() {
                *sum += row[columns + i] - row[i % columns];
            }
        }
    }
    sums
}

/// Return how often each unit is drawn in a resample.
pub fn weights(kind: Kind, statistics: &Statistics, seed: u64, resample: usize) -> Vec<u32> {
    let (philox, units) = (Philox::new(seed), statistics.units());
    match kind {
        Kind::Multinomial => {
            let mut weights = vec![0; units];
            draws::indices(philox, units, resample, |index| weights[index] += 1);
            weights
        }
        Kind::Poisson => (0..units)
            .map(|unit| draws::poisson(philox, statistics.key(unit), resample / WORDS))
            .map(|weights| weights[resample % WORDS].into())
            .collect(),
    }
}

/// Return whether a resample draws no unit at all: it has no score.
pub fn is_empty(kind: Kind, statistics: &Statistics, seed: u64, resample: usize) -> bool {
    let philox = Philox::new(seed);
    let none = |unit| {
        let drawn = draws::poisson(philox, statistics.key(unit), resample / WORDS);
        drawn[resample % WORDS] == 0
    };
    kind == Kind::Poisson && (0..statistics.units()).all(none)
}

/// Return the sum of the rows of all systems, each unit as often as its weight says.
pub fn weighted(statistics: &Statistics, weights: &[u32]) -> Vec<i64> {
    let mut sums = vec![0; statistics.width()];
    for (unit, &weight) in weights.iter().enumerate().filter(|&(_, &weight)| weight > 0) {
        for (sum, count) in sums.iter_mut().zip(statistics.unit(unit)) {
            *sum += i64::from(weight) * count;
        }
    }
    sums
}
