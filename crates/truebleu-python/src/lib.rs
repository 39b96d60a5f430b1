//! `truebleu._native`: the Python bindings of `truebleu_core`.
//!
//! It turns Python's strings into text without copying them, releases the interpreter lock while
//! the core counts, and turns the core's errors into the classes of `truebleu.errors`. Names,
//! defaults and policy are Python's.

mod array;
mod arrow;
mod bleu;
mod block;
mod characters;
mod chrf;
mod cider;
mod compiled;
mod corpus;
mod diversity;
mod engine;
mod errors;
mod expectation;
mod external;
mod gleu;
mod ids;
mod inventory;
mod lines;
mod meteor;
mod metric;
mod nist;
mod pairwise;
mod resampling;
mod resegmentation;
mod rouge;
mod segments;
mod settings;
mod shard;
mod strings;
mod ter;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use truebleu_core::kernels::KernelChoice;
use truebleu_core::text::{lowercase, tables};
use truebleu_core::tokenizers::Tokenizer;

/// Return the kernels that this processor can run, slowest first.
#[pyfunction]
fn kernels() -> Vec<&'static str> {
    KernelChoice::available().into_iter().map(KernelChoice::name).collect()
}

/// Return the kernel that counts: the fastest, or what TRUEBLEU_KERNEL names.
#[pyfunction]
fn active_kernel(py: Python<'_>) -> PyResult<&'static str> {
    settings::kernel(py).map(KernelChoice::name)
}

/// Return the tokens that a tokenizer of the core makes of a text.
#[pyfunction]
fn tokenize(py: Python<'_>, text: &str, tokenizer: &str, case: &str) -> PyResult<Vec<String>> {
    Ok(settings::tokenizer(py, tokenizer)?.tokenize(text, settings::one_case(case)?))
}

/// Return the text in lower case, as the core has it: the whole text, or ASCII alone.
#[pyfunction]
#[pyo3(signature = (text, case="lc"))]
fn lower(text: &str, case: &str) -> PyResult<String> {
    let mut lowered = String::with_capacity(text.len());
    settings::one_case(case)?.apply(text, true, &mut lowered);
    Ok(lowered)
}

/// Return the native module. It has no mutable state of its own.
#[pymodule(gil_used = false)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("UNICODE_VERSION", tables::UNICODE_VERSION)?;
    module.add("LOWERCASE_UNICODE_VERSION", lowercase::unicode_version())?;
    let names = Tokenizer::ALL.map(Tokenizer::name);
    module.add("TOKENIZERS", PyTuple::new(module.py(), names)?)?;
    module.add_function(wrap_pyfunction!(kernels, module)?)?;
    module.add_function(wrap_pyfunction!(active_kernel, module)?)?;
    module.add_function(wrap_pyfunction!(tokenize, module)?)?;
    module.add_function(wrap_pyfunction!(lower, module)?)?;
    module.add_class::<array::Array>()?;
    module.add_class::<diversity::Diversity>()?;
    module.add_class::<arrow::ArrowNumbers>()?;
    module.add_class::<arrow::ArrowReader>()?;
    module.add_class::<arrow::Column>()?;
    module.add_class::<arrow::Rows>()?;
    module.add_class::<cider::Cider>()?;
    module.add_class::<cider::DocumentFrequencies>()?;
    module.add_class::<compiled::Compiled>()?;
    module.add_class::<ids::IdRows>()?;
    module.add_class::<lines::Lines>()?;
    module.add_class::<meteor::MeteorTexts>()?;
    module.add_class::<metric::Metric>()?;
    module.add_class::<nist::Nist>()?;
    module.add_class::<resampling::Resampling>()?;
    module.add_class::<shard::Shard>()?;
    module.add_class::<inventory::Inventory>()?;
    module.add_function(wrap_pyfunction!(bleu::bleu, module)?)?;
    module.add_function(wrap_pyfunction!(chrf::chrf, module)?)?;
    module.add_function(wrap_pyfunction!(gleu::make, module)?)?;
    module.add_function(wrap_pyfunction!(external::mean, module)?)?;
    module.add_function(wrap_pyfunction!(external::mean_rows, module)?)?;
    module.add_function(wrap_pyfunction!(external::error_rate, module)?)?;
    module.add_function(wrap_pyfunction!(nist::nist_of_rows, module)?)?;
    module.add_function(wrap_pyfunction!(nist::nist_score, module)?)?;
    module.add_function(wrap_pyfunction!(resegmentation::is_unspaced, module)?)?;
    module.add_function(wrap_pyfunction!(resegmentation::join_lines, module)?)?;
    module.add_function(wrap_pyfunction!(resegmentation::resegment_texts, module)?)?;
    module.add_function(wrap_pyfunction!(resegmentation::resegment_tokens, module)?)?;
    module.add_function(wrap_pyfunction!(rouge::make, module)?)?;
    module.add_function(wrap_pyfunction!(rouge::rouge_rates, module)?)?;
    module.add_function(wrap_pyfunction!(rouge::stem, module)?)?;
    module.add_function(wrap_pyfunction!(ter::ter, module)?)?;
    module.add_function(wrap_pyfunction!(ter::tokenize_ter, module)?)?;
    Ok(())
}
