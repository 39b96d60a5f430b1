//! Metrics whose numbers are made in Python: their rows and formulas.

use pyo3::prelude::*;
use truebleu_core::measured::{ErrorRate, MEAN_COLUMNS, MOST, Mean, mean_row};
use truebleu_core::meteor::{Meteor, Vocabulary};

use crate::array::Array;
use crate::errors::internal_error;
use crate::metric::Metric;

/// The mean of one number for each segment; `mean_rows` gives its rows.
#[pyfunction]
pub fn mean() -> Metric {
    Metric::new(Mean)
}

/// Substitutions, deletions and insertions for each token of the references.
#[pyfunction]
#[pyo3(signature = (*, scale))]
pub fn error_rate(scale: f64) -> Metric {
    Metric::new(ErrorRate { scale })
}

/// The rows of finite numbers of 64 bits, one behind the other, in the machine's order.
#[pyfunction]
pub fn mean_rows(data: &[u8]) -> PyResult<Array> {
    let (numbers, rest) = data.as_chunks::<8>();
    let values: Vec<f64> = numbers.iter().map(|bytes| f64::from_ne_bytes(*bytes)).collect();
    let size: f64 = values.iter().map(|value| value.abs()).sum();
    if !rest.is_empty() || size.is_nan() || size >= MOST {
        return Err(internal_error("these bytes are no numbers that rows can hold"));
    }
    let rows = values.into_iter().flat_map(mean_row).collect();
    Ok(Array::rows(rows, MEAN_COLUMNS.len()))
}

/// METEOR of each segment. Words are numbers, from 0 to below the length of `stems` and
/// `synonyms`, which say of each word the number of its stem, and of each stem those that it can
/// stand for.
#[pyfunction]
#[pyo3(signature = (hypotheses, references, stems, synonyms, *, alpha, beta, gamma))]
#[expect(clippy::too_many_arguments, reason = "texts, words and parameters")]
pub fn meteor(
    py: Python<'_>,
    hypotheses: Vec<Vec<u32>>,
    references: Vec<Vec<Vec<u32>>>,
    stems: Vec<u32>,
    synonyms: Vec<Vec<u32>>,
    alpha: f64,
    beta: f64,
    gamma: f64,
) -> PyResult<Array> {
    let known = |&word: &u32| (word as usize) < stems.len();
    let texts = hypotheses.iter().chain(references.iter().flatten());
    let told = |&stem: &u32| (stem as usize) < synonyms.len();
    if !(stems.iter().all(told) && texts.flatten().all(known)) {
        return Err(internal_error("every word has a stem, and every stem synonyms"));
    }
    let meteor = Meteor { alpha, beta, gamma };
    let words = Vocabulary { stems, synonyms };
    let pairs = hypotheses.iter().zip(&references);
    let values = py.detach(|| pairs.map(|(h, r)| meteor.score(&words, h, r)).collect());
    Ok(Array::values(values))
}
