//! Settings that Python passes by name, as the core's; Python has checked them.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use truebleu_core::bleu::Rules;
use truebleu_core::kernels::KernelChoice;
use truebleu_core::text::lowercase::{Case, Casing};
use truebleu_core::tokenizers::Tokenizer;

use crate::errors::{configuration_error, core_error, internal_error};

/// Return the kernel that counts: the fastest, or the one that the environment names.
pub fn kernel(py: Python<'_>) -> PyResult<KernelChoice> {
    KernelChoice::from_environment().map_err(|error| core_error(py, &error))
}

/// Return the tokenizer with this name.
pub fn tokenizer(py: Python<'_>, name: &str) -> PyResult<Tokenizer> {
    Tokenizer::from_name(name).ok_or_else(|| {
        let names = Tokenizer::ALL.map(Tokenizer::name).join(", ");
        configuration_error(py, &format!("unknown tokenizer '{name}'. Choose from: {names}."))
    })
}

/// Return the casing with this name.
pub fn case(name: &str) -> PyResult<Casing> {
    Casing::from_name(name).ok_or_else(|| internal_error("unknown case"))
}

/// Return the case with this name, where hypotheses and references have the same.
pub fn one_case(name: &str) -> PyResult<Case> {
    Case::from_name(name).ok_or_else(|| internal_error("unknown case"))
}

/// Return a convention's rules: the default ones, but for those that `given` names.
pub fn rules(given: &Bound<'_, PyDict>) -> PyResult<Rules> {
    let mut rules = Rules::default();
    for (rule, choice) in given {
        let (rule, choice): (String, String) = (rule.extract()?, choice.extract()?);
        rules
            .set(&rule, &choice)
            .ok_or_else(|| internal_error(&format!("unknown rule {rule}={choice}")))?;
    }
    Ok(rules)
}
