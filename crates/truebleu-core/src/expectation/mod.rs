//! Expected utility: how well each hypothesis of a set agrees with all of a set of references, each
//! with its probability.
//!
//! Kumar and Byrne, "Minimum Bayes-Risk Decoding for Statistical Machine Translation" (NAACL 2004),
//! choose the hypothesis with the largest one.
//!
//! - [`exact`] is the weighted mean of the scores against each reference;
//! - [`mean`] is the score against one reference that is the mean of them all: in linear time
//!   (DeNero et al., "Fast Consensus Decoding over Translation Forests", ACL 2009).
//!
//! Weights are whole numbers ([`Weights`]), and so are counts; scores are added as whole numbers of
//! a small unit. So the order of the references and the number of threads change no bit.

pub mod exact;
pub mod mean;
mod weights;

use crate::error::Error;
use crate::metric::Metric;
use crate::segment::Text;

pub use weights::Weights;

/// Texts that are compared: hypotheses, and the references behind them, which are the hypotheses
/// themselves where there are no others.
#[derive(Clone, Copy)]
pub struct Set<'a> {
    /// Hypotheses, then references.
    pub texts: &'a [Text<'a>],
    /// Number of hypotheses among them.
    pub hypotheses: usize,
    /// The weights of the references.
    pub weights: &'a Weights,
}

impl Set<'_> {
    /// Return where the references begin among the texts.
    pub const fn first_reference(&self) -> usize {
        if self.hypotheses == self.texts.len() { 0 } else { self.hypotheses }
    }

    /// Return how many there are.
    pub const fn references(&self) -> usize {
        self.texts.len() - self.first_reference()
    }
}

/// Form of the references.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// Each reference: the mean of the scores.
    Each,
    /// The mean of the references.
    Mean,
    /// All references together, as in a sentence's score: weights do not count.
    All,
}

/// Options of the utilities of a set.
#[derive(Clone, Copy, Debug)]
pub struct UtilityOptions {
    /// Sentence scores with effective order.
    pub effective_order: bool,
    /// Form of the references.
    pub against: Against,
    /// Whether reference `i` is left out for hypothesis `i`. The utility is NaN if no weight is
    /// left.
    pub exclude_self: bool,
}

/// Return the expected utility of each hypothesis.
///
/// # Errors
/// A text that cannot be counted, counted from 0 in the set; a hypothesis that has no score.
pub fn utilities(
    metric: &dyn Metric,
    set: Set<'_>,
    options: UtilityOptions,
) -> Result<Vec<f64>, Error> {
    match options.against {
        Against::Mean => mean::utilities(metric, set, options),
        Against::All => together(metric, set, options.effective_order),
        Against::Each => {
            let mut means = exact::Means::new(metric, set, options)?;
            while means.add(usize::MAX, 1)? {}
            Ok(means.utilities())
        }
    }
}

/// Return the score of each hypothesis against all references, which are read once.
fn together(metric: &dyn Metric, set: Set<'_>, effective_order: bool) -> Result<Vec<f64>, Error> {
    let references = &set.texts[set.first_reference()..];
    let mut counter = metric.counter();
    let mut row = vec![0; metric.columns().len()];
    let mut values = Vec::with_capacity(set.hypotheses);
    for (i, &hypothesis) in set.texts[..set.hypotheses].iter().enumerate() {
        let result = if i == 0 {
            counter.count(hypothesis, references, &mut row)
        } else {
            counter.count_again(hypothesis, references, &mut row)
        };
        result.map_err(|error| error.after(i))?;
        values.push(metric.value_of(i, &row, effective_order)?);
    }
    Ok(values)
}

/// Return the first hypothesis with the best utility; none where there is no hypothesis.
pub fn best(utilities: &[f64], higher_is_better: bool) -> Option<usize> {
    let mut best = None;
    for (i, &utility) in utilities.iter().enumerate() {
        let better = best.is_none_or(|best: usize| {
            if higher_is_better { utility > utilities[best] } else { utility < utilities[best] }
        });
        if better {
            best = Some(i);
        }
    }
    best
}

#[cfg(test)]
mod tests;
