//! Every assignment instead of a sample of them, where there are few.

use super::statistics::{Scorer, Totals};
use crate::corpus;

/// The rows of two systems on a unit.
pub(super) type Both<'a> = (&'a [i64], &'a [i64]);

/// Return the largest number of differing units with no more assignments than `trials`.
pub(super) fn max_units(trials: usize) -> usize {
    trials.max(1).ilog2() as usize + 1
}

/// Return how many of all assignments of two systems' rows differ by `threshold` or more, and how
/// many there are.
///
/// `units` has the rows where the systems differ. Swapping all of them only changes the sign, so
/// the last is never swapped. Each assignment comes from the one before by one swap (a Gray code).
pub(super) fn count(
    scorer: Scorer<'_>,
    totals: &Totals,
    (a, b): (usize, usize),
    units: &[Both<'_>],
    threshold: f64,
) -> (u64, u64) {
    let free = units.len().saturating_sub(1);
    let (mut first, mut second) = (totals.of(a).to_vec(), totals.of(b).to_vec());
    let mut swapped = vec![false; free];
    let mut reached = 0;
    for assignment in 0..1u64 << free {
        if assignment > 0 {
            let changed = assignment.trailing_zeros() as usize;
            let sign = if swapped[changed] { -1 } else { 1 };
            swapped[changed] = !swapped[changed];
            let (of_a, of_b) = units[changed];
            let difference: Vec<i64> = of_b.iter().zip(of_a).map(|(y, x)| sign * (y - x)).collect();
            corpus::add(&mut first, &difference);
            second.iter_mut().zip(&difference).for_each(|(total, shift)| *total -= shift);
        }
        reached += u64::from((scorer.value(&first) - scorer.value(&second)).abs() >= threshold);
    }
    (reached, 1 << free)
}

#[cfg(test)]
mod tests {
    #[test]
    fn so_many_units_have_no_more_assignments_than_trials() {
        assert_eq!([0, 1, 2, 3, 1023, 1024].map(super::max_units), [1, 1, 2, 2, 10, 11]);
    }
}
