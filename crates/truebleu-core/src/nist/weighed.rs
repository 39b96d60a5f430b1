//! NIST as rows of whole numbers, for what needs sums that are exact in any order: resampling. The
//! weights are those of the corpus that the rows were made of, and stay so whichever of them are
//! added.

use super::{columns, score};
use crate::exact_mean;
use crate::external::{NoCounter, SUM_LIMIT};
use crate::metric::{Counter, Metric, Score};

/// Suffix of the name of a column's second part.
const REST: &str = "_rest";

/// The formula of such rows: information and lengths are in two parts each, as [`exact_mean`] has
/// them, n-grams are whole.
#[derive(Clone, Copy, Debug)]
pub struct Weighed {
    /// The longest n-grams.
    pub orders: usize,
}

impl Weighed {
    /// Return consecutive NIST rows as integers; none where their sum is too large.
    pub fn rows(&self, rows: &[f64]) -> Option<Vec<i64>> {
        let width = columns(self.orders).len();
        let mut integers = Vec::with_capacity(rows.len() / width * self.width());
        let mut largest = 0.0_f64;
        for row in rows.chunks_exact(width) {
            for (column, &value) in row.iter().enumerate() {
                largest = largest.max(value);
                if self.is_whole(column) {
                    integers.push(value as i64);
                } else {
                    integers.extend(exact_mean::parts(value));
                }
            }
        }
        (largest * ((rows.len() / width) as f64) < SUM_LIMIT).then_some(integers)
    }

    /// Return the sum of rows as NIST has them. It is that of the whole numbers, so the order of
    /// the rows changes no bit; where these have no room for it, the floats are added one after the
    /// other.
    pub fn sum(&self, rows: &[f64]) -> Vec<f64> {
        let width = columns(self.orders).len();
        if rows.len() > width
            && let Some(whole) = self.rows(rows)
        {
            let mut sum = vec![0; self.width()];
            for row in whole.chunks_exact(self.width()) {
                sum.iter_mut().zip(row).for_each(|(total, part)| *total += part);
            }
            return self.floats(&sum);
        }
        let mut sum = vec![0.0; width];
        for row in rows.chunks_exact(width) {
            sum.iter_mut().zip(row).for_each(|(total, part)| *total += part);
        }
        sum
    }

    /// Return whether a column of NIST's own rows counts n-grams.
    const fn is_whole(&self, column: usize) -> bool {
        column >= self.orders && column < 2 * self.orders
    }

    const fn width(&self) -> usize {
        3 * self.orders + 2
    }

    /// Return a row, or a sum of rows, as NIST has it.
    pub(super) fn floats(&self, row: &[i64]) -> Vec<f64> {
        let mut parts = row.iter().copied();
        let mut next = || parts.next().unwrap_or(0);
        (0..2 * self.orders + 1)
            .map(|column| {
                let first = next();
                if self.is_whole(column) { first as f64 } else { exact_mean::sum(first, next()) }
            })
            .collect()
    }
}

impl Metric for Weighed {
    fn columns(&self) -> Vec<String> {
        let names = columns(self.orders).into_iter().enumerate();
        names
            .flat_map(|(column, name)| {
                let low_name = (!self.is_whole(column)).then(|| format!("{name}{REST}"));
                std::iter::once(name).chain(low_name)
            })
            .collect()
    }

    fn counter(&self) -> Box<dyn Counter> {
        Box::new(NoCounter)
    }

    /// Return the score; its details are the penalty, the information of each order, and the length
    /// of the references.
    fn score(&self, row: &[i64], _effective_order: bool) -> Score {
        let floats = self.floats(row);
        let mut result = score(&floats);
        result.details.extend(&floats[..self.orders]);
        result.details.extend(floats.last());
        result
    }

    fn value(&self, row: &[i64], _effective_order: bool) -> f64 {
        score(&self.floats(row)).value
    }
}
