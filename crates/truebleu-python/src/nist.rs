//! NIST for Python: a corpus grows segment by segment, then has rows.

use std::sync::{Mutex, MutexGuard};

use pyo3::prelude::*;
use truebleu_core::inventory::Inventory;
use truebleu_core::metric::Metric as _;
use truebleu_core::nist::{self, Weighed};
use truebleu_core::threads::locked;

use crate::array::Array;
use crate::errors::{column_error, internal_error};
use crate::lines::{Lines, side_by_side};
use crate::metric::Metric;
use crate::segments::Source;
use crate::settings;

/// Segments between two checks for Ctrl-C.
const BLOCK: usize = 512;

/// A system and its references, held as numbers of tokens: the weights of n-grams are known only
/// when all references are.
#[pyclass(frozen, module = "truebleu._native")]
pub struct Nist(Mutex<Box<Inventory>>);

#[pymethods]
impl Nist {
    #[new]
    fn new(py: Python<'_>, tokenizer: &str, case: &str) -> PyResult<Self> {
        let kernel = settings::kernel(py)?;
        let tokenizer = settings::tokenizer(py, tokenizer)?;
        let inventory = Inventory::new(tokenizer, settings::case(case)?, kernel, 1);
        Ok(Self(Mutex::new(Box::new(inventory))))
    }

    /// Add the next segments. Return the fewest and the most references of one.
    fn add(
        &self,
        py: Python<'_>,
        hypotheses: &Bound<'_, PyAny>,
        references: &Bound<'_, PyAny>,
        per_segment: bool,
    ) -> PyResult<(usize, usize)> {
        let source = Source::new(hypotheses, references, per_segment)?;
        source.each_block(py, BLOCK, |_, block| self.inventory().add_segments(0, block))
    }

    /// Add the first `count` lines that wait in files.
    fn add_lines(
        &self,
        py: Python<'_>,
        hypotheses: &Lines,
        references: Vec<PyRef<'_, Lines>>,
        count: usize,
    ) -> PyResult<()> {
        side_by_side(py, hypotheses, &references, count, |lines| {
            self.inventory().add_segments(0, lines)
        })
    }

    /// Return a row for each segment; rows add.
    fn rows(&self, py: Python<'_>, orders: usize) -> PyResult<Array> {
        check(orders)?;
        let rows = py.detach(|| nist::rows(&self.inventory(), 0, orders));
        Ok(Array::table(rows, nist::columns(orders).len()))
    }

    /// Return the rows as whole numbers, of which `nist_of_rows` has the formula.
    fn whole_rows(&self, py: Python<'_>, orders: usize) -> PyResult<Array> {
        check(orders)?;
        let weighed = Weighed { orders };
        let rows = py.detach(|| weighed.rows(&nist::rows(&self.inventory(), 0, orders)));
        let rows = rows.ok_or_else(|| {
            let message = "the information of a segment's n-grams, times the number of segments, \
                           is 2**32 bits or more, too large for integer rows. Use fewer segments.";
            column_error(py, message)
        })?;
        Ok(Array::rows(rows, weighed.columns().len()))
    }

    /// Return the sum of the rows.
    fn sum(&self, py: Python<'_>, orders: usize) -> PyResult<Vec<f64>> {
        check(orders)?;
        Ok(py.detach(|| Weighed { orders }.sum(&nist::rows(&self.inventory(), 0, orders))))
    }

    /// Return the score of each segment, by the weights of all.
    fn segment_scores(&self, py: Python<'_>, orders: usize) -> PyResult<Array> {
        check(orders)?;
        Ok(Array::values(py.detach(|| {
            let rows = nist::rows(&self.inventory(), 0, orders);
            rows.chunks_exact(nist::columns(orders).len())
                .map(|row| nist::score(row).value)
                .collect()
        })))
    }
}

impl Nist {
    fn inventory(&self) -> MutexGuard<'_, Box<Inventory>> {
        locked(&self.0)
    }
}

fn check(orders: usize) -> PyResult<()> {
    if orders > 0 { Ok(()) } else { Err(internal_error("at least one order is required")) }
}

/// Create NIST of rows that `Nist.whole_rows` returned.
#[pyfunction]
pub fn nist_of_rows(orders: usize) -> PyResult<Metric> {
    check(orders)?;
    Ok(Metric::new(Weighed { orders }))
}

/// Return the score of a row, and its length penalty.
#[pyfunction]
pub fn nist_score(row: Vec<f64>) -> PyResult<(f64, f64)> {
    check(row.len() / 2)?;
    let score = nist::score(&row);
    Ok((score.value, score.details[0]))
}

/// Return the sum of rows of floats of 64 bits, one after the other, in native byte order.
#[pyfunction]
pub fn nist_sum(data: &[u8], orders: usize) -> PyResult<Vec<f64>> {
    check(orders)?;
    let (numbers, rest) = data.as_chunks::<8>();
    let rows: Vec<f64> = numbers.iter().map(|bytes| f64::from_ne_bytes(*bytes)).collect();
    if !rest.is_empty() || !rows.len().is_multiple_of(nist::columns(orders).len()) {
        return Err(internal_error("these bytes are not rows of NIST"));
    }
    Ok(Weighed { orders }.sum(&rows))
}

/// Return the names of a row's columns.
#[pyfunction]
pub fn nist_columns(orders: usize) -> Vec<String> {
    nist::columns(orders)
}
