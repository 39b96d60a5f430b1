//! BLEU for Python: its settings, which Python has checked, as the core's.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use truebleu_core::bleu::{Average, Bleu, ReferenceLength, Smoothing};

use crate::errors::internal_error;
use crate::metric::Metric;
use crate::settings;

/// Create BLEU with these settings. A score's details are the precisions of the orders, then the
/// brevity penalty. `macro_average` makes the score of a corpus the mean of its segments' scores,
/// with effective order or without. `of_several` names what accepts several references, where the
/// rules accept one.
#[pyfunction]
#[pyo3(signature = (*, tokenizer, case, max_ngram_order, weights, reference_length,
                    smoothing, smoothing_value, scale, rules, macro_average, of_several=String::new()))]
#[expect(clippy::too_many_arguments, reason = "keywords, one for each setting")]
pub fn bleu(
    py: Python<'_>,
    tokenizer: &str,
    case: &str,
    max_ngram_order: usize,
    weights: Option<Vec<f64>>,
    reference_length: &str,
    smoothing: &str,
    smoothing_value: f64,
    scale: f64,
    rules: &Bound<'_, PyDict>,
    macro_average: Option<bool>,
    of_several: String,
) -> PyResult<Metric> {
    if max_ngram_order == 0 || weights.as_ref().is_some_and(|w| w.len() != max_ngram_order) {
        return Err(internal_error("pass one weight per order, at least one"));
    }
    Ok(Metric::of_bleu(Bleu {
        tokenizer: settings::tokenizer(py, tokenizer)?,
        case: settings::case(case)?,
        orders: max_ngram_order,
        weights,
        reference_length: ReferenceLength::from_name(reference_length)
            .ok_or_else(|| internal_error("unknown reference length"))?,
        smoothing: Smoothing::from_name(smoothing, smoothing_value)
            .ok_or_else(|| internal_error("unknown smoothing"))?,
        scale,
        rules: settings::rules(rules)?,
        average: macro_average
            .map_or(Average::Micro, |effective_order| Average::Macro { effective_order }),
        of_several,
        kernel: settings::kernel(py)?,
    }))
}
