//! Metrics whose numbers are made elsewhere: their rows and formulas.

use pyo3::prelude::*;
use truebleu_core::exact_mean;
use truebleu_core::external::{ErrorRate, Mean, SUM_LIMIT};

use crate::array::Array;
use crate::errors::internal_error;
use crate::metric::Metric;

/// Return the mean of one number for each segment; `mean_rows` gives its rows.
#[pyfunction]
pub fn mean() -> Metric {
    Metric::new(Mean)
}

/// Create the error rate: substitutions, deletions and insertions per token of the references.
#[pyfunction]
#[pyo3(signature = (*, scale))]
pub fn error_rate(scale: f64) -> Metric {
    Metric::new(ErrorRate { scale })
}

/// Return the rows of finite numbers of 64 bits, one after the other, in native byte order.
#[pyfunction]
pub fn mean_rows(data: &[u8]) -> PyResult<Array> {
    let (numbers, rest) = data.as_chunks::<8>();
    let values: Vec<f64> = numbers.iter().map(|bytes| f64::from_ne_bytes(*bytes)).collect();
    let numbers = values.iter().all(|value| value.is_finite());
    let largest = values.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
    if !rest.is_empty() || !numbers || largest * values.len() as f64 >= SUM_LIMIT {
        return Err(internal_error("these bytes are not numbers that fit into rows"));
    }
    let rows = values.into_iter().flat_map(exact_mean::row).collect();
    Ok(Array::rows(rows, exact_mean::COLUMNS.len()))
}
