//! ROUGE for Python: its settings as the core's.

use pyo3::prelude::*;
use truebleu_core::rouge::{COLUMNS, Package, Rouge, Variant, rates_of_variants};
use truebleu_core::text::porter::stem_into;

use crate::array::Array;
use crate::errors::internal_error;
use crate::metric::Metric;
use crate::settings;

/// Create ROUGE with these settings; each variant is the order of the n-grams, "L" or "Lsum". A row
/// has the columns of all variants, one after the other. A score is that of the first variant; its
/// details are precision and recall, then score, precision and recall of each of the others.
#[pyfunction]
#[pyo3(name = "rouge", signature = (*, convention, variants, tokenizer, case, stem, scale))]
pub fn make(
    py: Python<'_>,
    convention: &str,
    variants: Vec<String>,
    tokenizer: &str,
    case: &str,
    stem: bool,
    scale: f64,
) -> PyResult<Metric> {
    Ok(Metric::new(Rouge {
        package: package(convention)?,
        variants: variants.iter().map(|name| variant(name)).collect::<PyResult<_>>()?,
        tokenizer: settings::tokenizer(py, tokenizer)?,
        case: settings::one_case(case)?,
        stem,
        scale,
        kernel: settings::kernel(py)?,
    }))
}

/// Return F, precision and recall of each variant, in the scale of the metric: a row of numbers for
/// each, of the segments with these rows.
#[pyfunction]
pub fn rouge_rates(rows: &Array, convention: &str, scale: f64) -> PyResult<Array> {
    let package = package(convention)?;
    let Some((numbers, columns)) = rows.as_rows() else {
        return Err(internal_error("rows are integers"));
    };
    let segments = rows.segments();
    let mut table = vec![0.0; numbers.len() / COLUMNS * 3];
    for (i, row) in numbers.chunks_exact(columns).enumerate() {
        let places = table.iter_mut().skip(i).step_by(segments);
        let rates = rates_of_variants(package, row).flatten();
        places.zip(rates).for_each(|(place, rate)| *place = scale * rate);
    }
    Ok(Array::table(table, segments))
}

fn package(convention: &str) -> PyResult<Package> {
    Package::from_name(convention).ok_or_else(|| internal_error("unknown convention of ROUGE"))
}

fn variant(name: &str) -> PyResult<Variant> {
    match (name, name.parse()) {
        ("L", _) => Ok(Variant::Subsequence),
        ("Lsum", _) => Ok(Variant::Summary),
        (_, Ok(order @ 1..)) => Ok(Variant::Ngrams(order)),
        _ => Err(internal_error("unknown variant of ROUGE")),
    }
}

/// Return the stem of a word in lower case, by Porter's algorithm as NLTK has it.
#[pyfunction]
pub fn stem(word: &str) -> PyResult<String> {
    let mut stemmed = Vec::with_capacity(word.len());
    stem_into(word, &mut stemmed);
    String::from_utf8(stemmed).map_err(|_| internal_error("a stem is no text"))
}
