//! Units in groups, for the jackknife of data that are never in memory as a whole.
//!
//! The values without each unit in turn need the sums of all and every row, hence two passes. The
//! values without each of many groups in turn need one pass: the sums of groups add. They give the
//! same standard error and the same acceleration but for chance, and where there are no more units
//! than groups they are the same (Shao and Tu, "The Jackknife and Bootstrap", 1995, section 2.3).

use super::statistics::Statistics;
use crate::corpus;

/// Number of groups. The standard error of n groups is known to 1 in sqrt(2 n): to 1.1 %.
/// A prime, so that keys in steps of any kind part evenly.
pub const GROUPS: u64 = 4093;

/// The sums of groups of units: a unit's key decides which is its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Groups {
    width: usize,
    /// Group after group.
    pub(super) sums: Vec<i64>,
    /// Number of units in each group.
    pub(super) sizes: Vec<i64>,
}

impl Groups {
    /// Create empty groups, for rows of `width` integers.
    pub(super) fn new(width: usize) -> Self {
        Self { width, sums: vec![0; GROUPS as usize * width], sizes: vec![0; GROUPS as usize] }
    }

    pub(super) fn add(&mut self, statistics: &Statistics) {
        for unit in 0..statistics.units() {
            let group = (statistics.key(unit) % GROUPS) as usize;
            self.sizes[group] += 1;
            let sums = &mut self.sums[group * self.width..][..self.width];
            corpus::add(sums, statistics.unit(unit));
        }
    }

    /// Return the groups that there are, as units.
    pub(super) fn statistics(&self, systems: usize, columns: usize) -> Statistics {
        let occupied = || (0..self.sizes.len()).filter(|&group| self.sizes[group] > 0);
        let keys = occupied().map(|group| group as u64).collect();
        let rows =
            occupied().flat_map(|group| &self.sums[group * self.width..][..self.width]).copied();
        Statistics::keyed(keys, rows.collect(), systems, columns)
    }
}

/// Return the systems on groups of their units.
pub fn grouped(statistics: &Statistics) -> Statistics {
    let mut groups = Groups::new(statistics.width());
    groups.add(statistics);
    groups.statistics(statistics.systems(), statistics.columns())
}
