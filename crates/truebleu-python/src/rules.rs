//! The rules of a convention, which Python hands over by name, as the core's.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use truebleu_core::bleu::{
    Arithmetic, Brevity, Finish, Hopeless, Joining, Mean, Missing, Rules, Scaling, Totals, Zeros,
};

use crate::errors::internal_error;

/// The default rules, but for those that `given` names.
pub fn rules(given: &Bound<'_, PyDict>) -> PyResult<Rules> {
    let mut rules = Rules::default();
    for (rule, choice) in given {
        let (rule, choice): (String, String) = (rule.extract()?, choice.extract()?);
        set(&mut rules, &rule, &choice)
            .ok_or_else(|| internal_error(&format!("there is no rule {rule}={choice}")))?;
    }
    Ok(rules)
}

fn set(rules: &mut Rules, rule: &str, choice: &str) -> Option<()> {
    match rule {
        "totals" => rules.totals = totals(choice)?,
        "hopeless" => rules.hopeless = hopeless(choice)?,
        "missing" => rules.missing = missing(choice)?,
        "arithmetic" => rules.arithmetic = arithmetic(choice)?,
        "zeros" => rules.zeros = zeros(choice)?,
        "mean" => rules.mean = mean(choice)?,
        "brevity" => rules.brevity = brevity(choice)?,
        "joining" => rules.joining = joining(choice)?,
        "scaling" => rules.scaling = scaling(choice)?,
        "finish" => rules.finish = finish(choice)?,
        "references" => rules.one_reference = one_reference(choice)?,
        _ => return None,
    }
    Some(())
}

fn totals(choice: &str) -> Option<Totals> {
    Some(match choice {
        "raw" => Totals::Raw,
        "at-least-one" => Totals::AtLeastOne,
        _ => return None,
    })
}

fn hopeless(choice: &str) -> Option<Hopeless> {
    Some(match choice {
        "no-matches" => Hopeless::NoMatches,
        "any-order" => Hopeless::AnyOrder,
        "empty-side" => Hopeless::EmptySide,
        "never" => Hopeless::Never,
        _ => return None,
    })
}

fn missing(choice: &str) -> Option<Missing> {
    Some(match choice {
        "zero" => Missing::Zero,
        "one" => Missing::One,
        "one-ngram" => Missing::OneNgram,
        value => Missing::Value(value.parse().ok()?),
    })
}

fn arithmetic(choice: &str) -> Option<Arithmetic> {
    Some(match choice {
        "double" => Arithmetic::Double,
        "reciprocal" => Arithmetic::Reciprocal,
        "single-reciprocal" => Arithmetic::SingleReciprocal,
        "single-quotients" => Arithmetic::SingleQuotients,
        "single" => Arithmetic::Single,
        _ => return None,
    })
}

fn zeros(choice: &str) -> Option<Zeros> {
    Some(match choice {
        "annihilate" => Zeros::Annihilate,
        "drop" => Zeros::Drop,
        "renormalise" => Zeros::Renormalise,
        _ => return None,
    })
}

fn mean(choice: &str) -> Option<Mean> {
    Some(match choice {
        "quotient" => Mean::Quotient,
        "reciprocal" => Mean::Reciprocal,
        "terms" => Mean::Terms,
        "exact-terms" => Mean::ExactTerms,
        "root" => Mean::Root,
        _ => return None,
    })
}

fn brevity(choice: &str) -> Option<Brevity> {
    Some(match choice {
        "lengths" => Brevity::Lengths,
        "ratio" => Brevity::Ratio,
        "guarded" => Brevity::Guarded,
        _ => return None,
    })
}

fn joining(choice: &str) -> Option<Joining> {
    Some(match choice {
        "product" => Joining::Product,
        "exponent" => Joining::Exponent,
        _ => return None,
    })
}

fn scaling(choice: &str) -> Option<Scaling> {
    Some(match choice {
        "first" => Scaling::First,
        "last" => Scaling::Last,
        _ => return None,
    })
}

fn finish(choice: &str) -> Option<Finish> {
    Some(match choice {
        "whole" => Finish::Whole,
        "as-is" => Finish::AsIs,
        "clamp" => Finish::Clamp,
        rounded => Finish::Decimals(rounded.strip_prefix("decimals-")?.parse().ok()?),
    })
}

fn one_reference(choice: &str) -> Option<bool> {
    match choice {
        "one" => Some(true),
        "any" => Some(false),
        _ => None,
    }
}
