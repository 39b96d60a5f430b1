//! TER for Python: its settings as the core's.

use pyo3::prelude::*;
use truebleu_core::ter::{Ter, TercomTokenizer};

use crate::metric::Metric;
use crate::settings;

/// Create TER with these settings. A score has no details.
#[pyfunction]
#[pyo3(signature = (*, normalized, no_punct, asian_support, case_sensitive))]
pub fn ter(
    py: Python<'_>,
    normalized: bool,
    no_punct: bool,
    asian_support: bool,
    case_sensitive: bool,
) -> PyResult<Metric> {
    Ok(Metric::new(Ter {
        tokenizer: TercomTokenizer { normalized, no_punct, asian_support, case_sensitive },
        kernel: settings::kernel(py)?,
    }))
}

/// Return the tokens that TER counts.
#[pyfunction]
#[pyo3(signature = (text, *, normalized, no_punct, asian_support, case_sensitive))]
pub fn tokenize_ter(
    text: &str,
    normalized: bool,
    no_punct: bool,
    asian_support: bool,
    case_sensitive: bool,
) -> Vec<String> {
    TercomTokenizer { normalized, no_punct, asian_support, case_sensitive }.tokenize(text)
}
