//! chrF for Python: its settings, which Python has checked, as the core's.

use pyo3::prelude::*;
use truebleu_core::chrf::Chrf;

use crate::errors::internal_error;
use crate::metric::Metric;
use crate::settings;

/// Create chrF with these settings. A score's details are the means of precision and recall over
/// the orders that both texts have, 0 to 100.
#[pyfunction]
#[pyo3(signature = (*, char_order, word_order, beta_squared, lowercase, whitespace, eps_smoothing))]
pub fn chrf(
    py: Python<'_>,
    char_order: usize,
    word_order: usize,
    beta_squared: f64,
    lowercase: bool,
    whitespace: bool,
    eps_smoothing: bool,
) -> PyResult<Metric> {
    if char_order + word_order == 0 {
        return Err(internal_error("at least one order is required"));
    }
    Ok(Metric::new(Chrf {
        char_order,
        word_order,
        beta_squared,
        lowercase,
        whitespace,
        eps_smoothing,
        kernel: settings::kernel(py)?,
    }))
}
