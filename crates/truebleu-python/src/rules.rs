//! The rules of a convention, which Python hands over by name, as the core's.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use truebleu_core::bleu::Rules;

use crate::errors::internal_error;

/// The default rules, but for those that `given` names.
pub fn rules(given: &Bound<'_, PyDict>) -> PyResult<Rules> {
    let mut rules = Rules::default();
    for (rule, choice) in given {
        let (rule, choice): (String, String) = (rule.extract()?, choice.extract()?);
        rules
            .set(&rule, &choice)
            .ok_or_else(|| internal_error(&format!("there is no rule {rule}={choice}")))?;
    }
    Ok(rules)
}
