//! The rows of several systems on the same units, and their scores.

use crate::corpus;
use crate::kernels::KernelChoice;
use crate::metric::Metric;

/// The rows of several systems. A unit is what is resampled: a segment, or a document, whose row is
/// the sum of its segments' rows.
#[derive(Clone, Debug)]
pub struct Statistics {
    units: usize,
    systems: usize,
    columns: usize,
    /// Unit after unit, in each system after system.
    rows: Vec<i64>,
    totals: Totals,
    /// The key of each unit in draws; empty: its number.
    keys: Vec<u64>,
}

/// The sums of the rows of several systems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Totals {
    systems: usize,
    columns: usize,
    sums: Vec<i64>,
}

impl Totals {
    /// Create empty sums.
    pub fn new(systems: usize, columns: usize) -> Self {
        Self { systems, columns, sums: vec![0; systems * columns] }
    }

    /// Return how many systems there are.
    pub const fn systems(&self) -> usize {
        self.systems
    }

    /// Return how many columns the row of a system has.
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// Return the sums of all systems, one after the other.
    pub fn all(&self) -> &[i64] {
        &self.sums
    }

    /// Return the sum of a system's rows.
    pub fn of(&self, system: usize) -> &[i64] {
        &self.sums[system * self.columns..][..self.columns]
    }

    /// Add rows of all systems, one after the other.
    pub fn add(&mut self, rows: &[i64]) {
        corpus::add(&mut self.sums, rows);
    }

    /// Return all pairs of systems, the earlier first: (0, 1), (0, 2), ... (1, 2), ...
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let systems = self.systems;
        (0..systems).flat_map(move |a| (a + 1..systems).map(move |b| (a, b)))
    }
}

impl Statistics {
    /// Create rows of `columns` integers of `systems` systems on `units` units, all 0.
    pub fn new(units: usize, systems: usize, columns: usize) -> Self {
        let rows = vec![0; units * systems * columns];
        let totals = Totals::new(systems, columns);
        Self { units, systems, columns, rows, totals, keys: Vec::new() }
    }

    /// Create the rows of all systems, unit after unit, each identified by its key.
    ///
    /// # Panics
    /// When there is not a row for every key.
    pub fn keyed(keys: Vec<u64>, rows: Vec<i64>, systems: usize, columns: usize) -> Self {
        assert_eq!(keys.len() * systems * columns, rows.len(), "each unit has a row");
        let mut totals = Totals::new(systems, columns);
        rows.chunks_exact(systems * columns).for_each(|row| totals.add(row));
        Self { units: keys.len(), systems, columns, rows, totals, keys }
    }

    /// Add the row of a segment of `system` to that of `unit`.
    ///
    /// # Panics
    /// When there is no such unit or system, or the row has other columns.
    pub fn add<N: Copy + Into<i64>>(&mut self, unit: usize, system: usize, row: &[N]) {
        assert!(unit < self.units && system < self.systems && row.len() == self.columns);
        let (width, start) = (self.width(), system * self.columns);
        corpus::add(&mut self.rows[unit * width + start..][..self.columns], row);
        corpus::add(&mut self.totals.sums[start..][..self.columns], row);
    }

    /// Return how many units there are.
    pub const fn units(&self) -> usize {
        self.units
    }

    /// Return the key that identifies a unit in draws.
    #[inline(always)]
    pub fn key(&self, unit: usize) -> u64 {
        if self.keys.is_empty() { unit as u64 } else { self.keys[unit] }
    }

    /// Return how many systems there are.
    pub const fn systems(&self) -> usize {
        self.systems
    }

    /// Return how many columns the row of a system has.
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// Return how many columns the rows of all systems have together.
    pub const fn width(&self) -> usize {
        self.systems * self.columns
    }

    /// Return the rows of all systems on a unit, one after the other.
    pub fn unit(&self, unit: usize) -> &[i64] {
        &self.rows[unit * self.width()..][..self.width()]
    }

    /// Return the row of a system on a unit.
    pub fn row(&self, unit: usize, system: usize) -> &[i64] {
        &self.unit(unit)[system * self.columns..][..self.columns]
    }

    /// Return the sums of all systems.
    pub const fn totals(&self) -> &Totals {
        &self.totals
    }

    /// Return the sum of a system's rows.
    pub fn total(&self, system: usize) -> &[i64] {
        self.totals.of(system)
    }

    /// Return all pairs of systems, as [`Totals::pairs`] has them.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        self.totals.pairs()
    }

    /// Return the number of units on which the rows of two systems differ, for all pairs.
    pub fn differing(&self) -> Vec<usize> {
        let pairs: Vec<_> = self.pairs().collect();
        let mut differing = vec![0; pairs.len()];
        // Read the rows once, because they can exceed the caches.
        for unit in 0..self.units {
            for (count, &(a, b)) in differing.iter_mut().zip(&pairs) {
                *count += usize::from(self.row(unit, a) != self.row(unit, b));
            }
        }
        differing
    }
}

/// The formula of a score, as a test uses it.
#[derive(Clone, Copy)]
pub struct Scorer<'m> {
    /// Whose formula it is.
    pub metric: &'m dyn Metric,
    /// As in [`Metric::value`].
    pub effective_order: bool,
}

impl Scorer<'_> {
    /// Return the score of a summed row.
    pub fn value(&self, row: &[i64]) -> f64 {
        self.metric.value(row, self.effective_order)
    }

    /// Estimate of the scores of many summed rows, where the metric has them.
    pub fn estimate(
        &self,
        kernel: KernelChoice,
        columns: &[f64],
        values: &mut [f64],
    ) -> Option<f64> {
        Some(self.metric.abilities().estimates?.estimate(kernel, columns, values))
    }

    /// Return the score of each system.
    pub fn values(&self, totals: &Totals) -> Vec<f64> {
        (0..totals.systems()).map(|system| self.value(totals.of(system))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Totals;

    #[test]
    fn the_sum_of_a_system_is_its_own_columns() {
        let mut totals = Totals::new(3, 2);
        totals.add(&[1, 2, 3, 4, 5, 6]);
        totals.add(&[10, 10, 10, 10, 10, 10]);
        assert_eq!(
            [0, 1, 2].map(|system| totals.of(system).to_vec()),
            [[11, 12], [13, 14], [15, 16]]
        );
    }
}
