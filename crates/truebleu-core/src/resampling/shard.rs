//! A part of the data of a comparison: all that its intervals and tests need, as additive integers.
//!
//! Draws are keyed, so a part can sum the rows of every resample and of every trial without the
//! other parts. However the data are split, the sums of the parts equal those of the whole exactly.
//! The text and the rows stay where they are.

use super::bootstrap::{self, Resamples};
use super::draws;
use super::exact::{self, Both};
use super::groups::Groups;
use super::plain::Kind;
use super::randomization::{self, Randomization};
use super::statistics::{Scorer, Statistics, Totals};
use super::tables;
use crate::corpus;
use crate::kernels::KernelChoice;
use crate::threads;

/// Units whose rows wait until they are summed together: enough for products and tables to pay off.
const WAITING: usize = 1 << 13;

/// Random draws of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draws {
    /// The seed of all draws.
    pub seed: u64,
    /// Trials of randomization; 0: there is no such test.
    pub trials: usize,
    /// Resamples of the Poisson bootstrap.
    pub resamples: usize,
}

/// Keys of a part: enough to detect keys that are 0, 1, 2, ...
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keys {
    /// The least, as a signed number.
    pub least: i64,
    /// The largest.
    pub most: i64,
    /// The sum of their marks.
    pub(super) marks: u64,
}

impl Keys {
    /// Those of nothing.
    pub(super) const NONE: Self = Self { least: i64::MAX, most: i64::MIN, marks: 0 };

    fn add(&mut self, other: Self) {
        self.least = self.least.min(other.least);
        self.most = self.most.max(other.most);
        self.marks = self.marks.wrapping_add(other.marks);
    }

    /// Return whether they are the numbers from 0 to one below `units`, each once. Other keys
    /// pass with a probability of 2^-64.
    pub fn are_numbers(&self, units: u64) -> bool {
        let range = units > 0 && self.least == 0 && self.most == units as i64 - 1;
        let marks = || (0..units).fold(0u64, |sum, key| sum.wrapping_add(draws::mark(key)));
        range && marks() == self.marks
    }
}

/// A part of the data of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shard {
    pub(super) draws: Draws,
    pub(super) units: u64,
    pub(super) keys: Keys,
    pub(super) totals: Totals,
    /// For each pair, on how many units it differs.
    pub(super) differing: Vec<u64>,
    /// For each pair, the rows of units on which it differs, one system's behind the other's: of at
    /// most one unit more than `exact::max_units`.
    pub(super) few: Vec<Vec<i64>>,
    /// Resample after resample the sums of all systems.
    pub(super) resampled: Vec<i64>,
    /// For each resample 1 where it draws a unit, else 0.
    pub(super) drawn: Vec<i64>,
    /// As `tables::Differences::sums` has them, block after block.
    pub(super) swapped: Vec<i64>,
    pub(super) groups: Groups,
    waiting_keys: Vec<u64>,
    waiting_rows: Vec<i64>,
}

impl Shard {
    /// Create a part without any data.
    pub fn new(draws: Draws, systems: usize, columns: usize) -> Self {
        let width = systems * columns;
        let totals = Totals::new(systems, columns);
        let pairs = totals.pairs().count();
        let resamples = draws.resamples.next_multiple_of(bootstrap::BLOCK);
        let trials = draws.trials.next_multiple_of(randomization::BLOCK);
        Self {
            draws,
            units: 0,
            keys: Keys::NONE,
            totals,
            differing: vec![0; pairs],
            few: vec![Vec::new(); pairs],
            resampled: vec![0; resamples * width],
            drawn: vec![0; draws.resamples],
            swapped: vec![0; trials * (width - columns)],
            groups: Groups::new(width),
            waiting_keys: Vec::new(),
            waiting_rows: Vec::new(),
        }
    }

    /// Take the rows of all systems on a unit, one after the other.
    ///
    /// # Panics
    /// When the row has other columns.
    pub fn add(&mut self, key: u64, row: &[i64], kernel: KernelChoice, threads: usize) {
        assert_eq!(row.len(), self.totals.all().len(), "a row has all systems' columns");
        self.waiting_keys.push(key);
        self.waiting_rows.extend_from_slice(row);
        if self.waiting_keys.len() == WAITING {
            self.settle(kernel, threads);
        }
    }

    /// Merge another part into this one.
    ///
    /// # Panics
    /// When it is of another comparison, or has rows that wait: settle it.
    pub fn merge(&mut self, other: &Self) {
        assert!(self.fits(other) && other.waiting_keys.is_empty(), "a settled part of the same");
        self.units += other.units;
        self.keys.add(other.keys);
        self.totals.add(other.totals.all());
        self.differing.iter_mut().zip(&other.differing).for_each(|(all, part)| *all += part);
        let length = self.few_numbers();
        for (few, others) in self.few.iter_mut().zip(&other.few) {
            few.extend_from_slice(others);
            few.truncate(length);
        }
        corpus::add(&mut self.resampled, &other.resampled);
        self.drawn.iter_mut().zip(&other.drawn).for_each(|(all, part)| *all = *part.max(all));
        corpus::add(&mut self.swapped, &other.swapped);
        corpus::add(&mut self.groups.sums, &other.groups.sums);
        corpus::add(&mut self.groups.sizes, &other.groups.sizes);
    }

    /// Return whether two parts are of the same comparison.
    pub fn fits(&self, other: &Self) -> bool {
        self.draws == other.draws
            && self.totals.systems() == other.totals.systems()
            && self.totals.columns() == other.totals.columns()
    }

    /// Sum the rows that wait.
    pub fn settle(&mut self, kernel: KernelChoice, threads: usize) {
        if self.waiting_keys.is_empty() {
            return;
        }
        let keys = std::mem::take(&mut self.waiting_keys);
        let rows = std::mem::take(&mut self.waiting_rows);
        for &key in &keys {
            let number = key as i64;
            self.keys.add(Keys { least: number, most: number, marks: draws::mark(key) });
        }
        let (systems, columns) = (self.totals.systems(), self.totals.columns());
        let statistics = Statistics::keyed(keys, rows, systems, columns);
        self.units += statistics.units() as u64;
        self.totals.add(statistics.totals().all());
        self.groups.add(&statistics);
        self.part(&statistics);
        self.resample(&statistics, kernel, threads);
        self.swap(&statistics, kernel, threads);
    }

    /// Return how many numbers of differing rows a pair keeps.
    fn few_numbers(&self) -> usize {
        (exact::max_units(self.draws.trials) + 1) * 2 * self.totals.columns()
    }

    /// Count where pairs differ.
    fn part(&mut self, statistics: &Statistics) {
        let length = self.few_numbers();
        for (i, (a, b)) in self.totals.pairs().enumerate() {
            for unit in 0..statistics.units() {
                let (of_a, of_b) = (statistics.row(unit, a), statistics.row(unit, b));
                if of_a != of_b {
                    self.differing[i] += 1;
                    if self.few[i].len() < length {
                        self.few[i].extend_from_slice(of_a);
                        self.few[i].extend_from_slice(of_b);
                    }
                }
            }
        }
    }

    fn resample(&mut self, statistics: &Statistics, kernel: KernelChoice, threads: usize) {
        let resamples = Resamples::new(statistics, kernel, Kind::Poisson, self.draws.seed);
        let blocks = self.resampled.chunks_mut(bootstrap::BLOCK * statistics.width());
        threads::for_each(threads, blocks.enumerate(), Vec::new, |weights, (block, sums)| {
            corpus::add(sums, &resamples.sums(block * bootstrap::BLOCK, weights));
        });
        for (resample, drawn) in self.drawn.iter_mut().enumerate().filter(|(_, drawn)| **drawn == 0)
        {
            *drawn = i64::from(!resamples.is_empty(resample));
        }
    }

    fn swap(&mut self, statistics: &Statistics, kernel: KernelChoice, threads: usize) {
        let (differences, seed) = (tables::Differences::new(statistics, false), self.draws.seed);
        let width = statistics.width() - statistics.columns();
        let blocks = self.swapped.chunks_mut((randomization::BLOCK * width).max(1));
        threads::for_each(
            threads,
            blocks.enumerate(),
            || (),
            |(), (block, sums)| {
                corpus::add(sums, &differences.sums(kernel, tables::Swaps::Keyed { seed, block }));
            },
        );
    }

    /// Return how many units there are.
    pub const fn units(&self) -> u64 {
        self.units
    }

    /// Return the draws.
    pub const fn draws(&self) -> Draws {
        self.draws
    }

    /// Return the keys of the units.
    pub const fn keys(&self) -> Keys {
        self.keys
    }

    /// Return the sums of all systems.
    pub const fn totals(&self) -> &Totals {
        &self.totals
    }

    /// Return, for each pair, the number of units on which it differs.
    pub fn differing(&self) -> &[u64] {
        &self.differing
    }

    /// Return the test of all pairs; the parts are all there, and settled.
    pub fn randomization<'a>(
        &'a self,
        scorer: Scorer<'a>,
        kernel: KernelChoice,
    ) -> Randomization<'a> {
        let columns = self.totals.columns();
        let both = |rows: &'a [i64]| -> Both<'a> { rows.split_at(columns) };
        let few: Vec<Vec<Both<'_>>> = self
            .few
            .iter()
            .map(|rows| rows.chunks_exact(2 * columns).map(both).collect())
            .collect();
        let Draws { seed, trials, .. } = self.draws;
        Randomization::of_sums(scorer, &self.totals, &few, &self.swapped, kernel, (seed, trials))
    }

    /// Return the scores of all systems in each resample, resample after resample, but for those
    /// that draw no unit and so have no score.
    pub fn bootstrap(&self, scorer: Scorer<'_>) -> Vec<f64> {
        let rows = self.resampled.chunks_exact(self.totals.all().len());
        let drawn = rows.zip(&self.drawn).filter(|&(_, &drawn)| drawn != 0);
        drawn
            .flat_map(|(systems, _)| systems.chunks_exact(self.totals.columns()))
            .map(|row| scorer.value(row))
            .collect()
    }

    /// Return the scores of all systems without each group of units in turn.
    pub fn leave_groups_out(&self, scorer: Scorer<'_>, threads: usize) -> Vec<f64> {
        let groups = self.groups.statistics(self.totals.systems(), self.totals.columns());
        bootstrap::leave_one_out(scorer, &groups, threads)
    }
}
