//! chrF and chrF++: n-grams of characters, and of words, as an F-score.
//!
//! Popović, "chrF: character n-gram F-score for automatic MT evaluation" (WMT 2015) and "chrF++:
//! words helping character n-grams" (WMT 2017), with the choices of sacreBLEU 2.6: which whitespace
//! counts, how words are cut, what an order without n-grams does, and which of several references
//! counts.

mod alphabet;
mod counter;
#[cfg(any(test, fuzzing))]
pub(crate) mod definition;
mod formula;
mod places;
mod reading;
mod sequences;
mod sorted;

pub use formula::ChrfScore;
pub(crate) use formula::EPSILON;

use crate::abilities::Abilities;
use crate::kernels::KernelChoice;
use crate::metric::{Counter, Metric, Score};

/// chrF's settings, as plain values. Names, defaults and checks live in Python.
#[derive(Clone, Debug)]
pub struct Chrf {
    /// The number of orders of character n-grams; 6 in chrF.
    pub char_order: usize,
    /// The number of orders of word n-grams: 0 in chrF, 2 in chrF++.
    pub word_order: usize,
    /// β², where β says how many times recall weighs as much as precision.
    pub beta_squared: f64,
    /// Whether text is lowercased first.
    pub lowercase: bool,
    /// Whether whitespace counts among the characters.
    pub whitespace: bool,
    /// Whether the F-scores of all orders are averaged, each at least 1e-16, instead of the
    /// precisions and recalls of the orders that there are.
    pub eps_smoothing: bool,
    /// The kernel that counts.
    pub kernel: KernelChoice,
}

impl Chrf {
    /// Return the number of all orders.
    pub const fn orders(&self) -> usize {
        self.char_order + self.word_order
    }
}

impl Metric for Chrf {
    /// Return `hypothesis_char_1, reference_char_1, matches_char_1, ..` for each order of
    /// characters, then the same with `word`.
    fn columns(&self) -> Vec<String> {
        let orders = (1..=self.char_order).map(|n| format!("char_{n}"));
        let orders = orders.chain((1..=self.word_order).map(|n| format!("word_{n}")));
        orders
            .flat_map(|order| {
                ["hypothesis", "reference", "matches"].map(|what| format!("{what}_{order}"))
            })
            .collect()
    }

    fn abilities(&self) -> Abilities<'_> {
        Abilities {
            matches: Some(self),
            mean: Some(self),
            sacrebleu: Some(self),
            ..Abilities::default()
        }
    }

    fn counter(&self) -> Box<dyn Counter> {
        Box::new(counter::ChrfCounter::new(self.clone()))
    }

    /// Return the score; its details are the averages of precision and recall, 0 to 100.
    fn score(&self, row: &[i64], _effective_order: bool) -> Score {
        let ChrfScore { value, precision, recall } = self.chrf_score(row);
        Score { value, details: vec![precision, recall] }
    }

    fn value(&self, row: &[i64], _effective_order: bool) -> f64 {
        self.chrf_score(row).value
    }
}

#[cfg(test)]
pub(crate) mod tests;
