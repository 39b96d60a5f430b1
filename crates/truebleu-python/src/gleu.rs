//! GLEU for Python: its settings as the core's.

use pyo3::prelude::*;
use truebleu_core::gleu::Gleu;

use crate::errors::internal_error;
use crate::metric::Metric;
use crate::settings;

/// Create GLEU with these settings. A score has no details.
#[pyfunction]
#[pyo3(name = "gleu", signature = (*, tokenizer, case, min_order, max_order, scale))]
pub fn make(
    py: Python<'_>,
    tokenizer: &str,
    case: &str,
    min_order: usize,
    max_order: usize,
    scale: f64,
) -> PyResult<Metric> {
    if min_order == 0 || max_order < min_order {
        return Err(internal_error("orders start at 1, and the first must not exceed the last"));
    }
    Ok(Metric::new(Gleu {
        tokenizer: settings::tokenizer(py, tokenizer)?,
        case: settings::case(case)?,
        min_order,
        max_order,
        scale,
        kernel: settings::kernel(py)?,
    }))
}
