//! NIST for Python: a corpus grows segment by segment, then has rows.

use pyo3::prelude::*;
use truebleu_core::metric::Metric as _;
use truebleu_core::nist::{self, Weighed};

use crate::array::Array;
use crate::corpus::{Corpus, check_orders};
use crate::errors::column_error;
use crate::lines::Lines;
use crate::metric::Metric;

/// A system and its references, held as numbers of tokens: the weights of n-grams are known only
/// when all references are.
#[pyclass(frozen, module = "truebleu._native")]
pub struct Nist(Corpus);

#[pymethods]
impl Nist {
    #[new]
    fn new(py: Python<'_>, tokenizer: &str, case: &str) -> PyResult<Self> {
        Corpus::new(py, tokenizer, case).map(Self)
    }

    /// Add the next segments. Return the fewest and the most references of one.
    fn add(
        &self,
        py: Python<'_>,
        hypotheses: &Bound<'_, PyAny>,
        references: &Bound<'_, PyAny>,
        per_segment: bool,
    ) -> PyResult<(usize, usize)> {
        self.0.add(py, hypotheses, references, per_segment)
    }

    /// Add the first `count` lines that wait in files.
    fn add_lines(
        &self,
        py: Python<'_>,
        hypotheses: &Lines,
        references: Vec<PyRef<'_, Lines>>,
        count: usize,
    ) -> PyResult<()> {
        self.0.add_lines(py, hypotheses, &references, count)
    }

    /// Return the rows as whole numbers, of which `nist_of_rows` has the formula.
    fn whole_rows(&self, py: Python<'_>, orders: usize) -> PyResult<Array> {
        check_orders(orders)?;
        let weighed = Weighed { orders };
        let rows = py.detach(|| weighed.rows(&nist::rows(&self.0.inventory(), 0, orders)));
        let rows = rows.ok_or_else(|| {
            let message = "the information of a segment's n-grams, times the number of segments, \
                           is 2**32 bits or more, too large for integer rows. Use fewer segments.";
            column_error(py, message)
        })?;
        Ok(Array::rows(rows, weighed.columns().len()))
    }

    /// Return the sum of the rows.
    fn sum(&self, py: Python<'_>, orders: usize) -> PyResult<Vec<f64>> {
        check_orders(orders)?;
        Ok(py.detach(|| Weighed { orders }.sum(&nist::rows(&self.0.inventory(), 0, orders))))
    }

    /// Return the score of each segment, by the weights of all.
    fn segment_scores(&self, py: Python<'_>, orders: usize) -> PyResult<Array> {
        check_orders(orders)?;
        Ok(Array::values(py.detach(|| {
            let rows = nist::rows(&self.0.inventory(), 0, orders);
            rows.chunks_exact(nist::columns(orders).len())
                .map(|row| nist::score(row).value)
                .collect()
        })))
    }
}

/// Create NIST of rows that `Nist.whole_rows` returned.
#[pyfunction]
pub fn nist_of_rows(orders: usize) -> PyResult<Metric> {
    check_orders(orders)?;
    Ok(Metric::new(Weighed { orders }))
}

/// Return the score of a row, and its length penalty.
#[pyfunction]
pub fn nist_score(row: Vec<f64>) -> PyResult<(f64, f64)> {
    check_orders(row.len() / 2)?;
    let score = nist::score(&row);
    Ok((score.value, score.details[0]))
}
