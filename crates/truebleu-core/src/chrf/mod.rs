//! chrF and chrF++: n-grams of characters, and of words, as an F-score.
//!
//! Popović, "chrF: character n-gram F-score for automatic MT evaluation"
//! (WMT 2015) and "chrF++: words helping character n-grams" (WMT 2017), with
//! the choices of sacreBLEU 2.6: which white space counts, how words are cut,
//! what an order without n-grams does, and which of several references counts.

mod alphabet;
mod counter;
#[cfg(any(test, fuzzing))]
pub(crate) mod definition;
mod formula;
mod long;
mod places;
mod reading;
mod sequences;

use counter::write;

pub use formula::ChrfScore;

use crate::error::Error;
use crate::expectation::MeanCounts;
use crate::inventory::Sequences;
use crate::kernels::KernelChoice;
use crate::metric::{Counter, Metric, Score, Text};

/// chrF's settings, as plain values. Names, defaults and checks live in Python.
#[derive(Clone, Debug)]
pub struct Chrf {
    /// The number of orders of character n-grams; 6 in chrF.
    pub char_order: usize,
    /// The number of orders of word n-grams: 0 in chrF, 2 in chrF++.
    pub word_order: usize,
    /// β², where β says how many times recall weighs as much as precision.
    pub beta_squared: f64,
    /// Whether text is lower-cased first.
    pub lowercase: bool,
    /// Whether white space counts among the characters.
    pub whitespace: bool,
    /// Whether the F-scores of all orders are averaged, each at least 1e-16,
    /// instead of the precisions and recalls of the orders that there are.
    pub eps_smoothing: bool,
    /// The kernel that counts.
    pub kernel: KernelChoice,
}

impl Chrf {
    /// The number of all orders.
    #[must_use]
    pub const fn orders(&self) -> usize {
        self.char_order + self.word_order
    }
}

impl Metric for Chrf {
    /// `hypothesis_char_1, reference_char_1, matches_char_1, ..` for each
    /// order of characters, then the same with `word`.
    fn columns(&self) -> Vec<String> {
        let orders = (1..=self.char_order).map(|n| format!("char_{n}"));
        let orders = orders.chain((1..=self.word_order).map(|n| format!("word_{n}")));
        orders
            .flat_map(|order| {
                ["hypothesis", "reference", "matches"].map(|what| format!("{what}_{order}"))
            })
            .collect()
    }

    fn sequences(&self, texts: &[Text<'_>]) -> Option<Vec<Sequences>> {
        self.read_all(texts)
    }

    fn row_of_matches(
        &self,
        lengths: &[[usize; 2]],
        matches: &[i64],
        row: &mut [i64],
    ) -> Result<(), Error> {
        let (characters, words) = row.split_at_mut(3 * self.char_order);
        let (of_characters, of_words) = matches.split_at(self.char_order);
        write(characters, of_characters, lengths[0]);
        if let Some(&lengths) = lengths.get(1) {
            write(words, of_words, lengths);
        }
        Ok(())
    }

    fn value_of_mean(&self, counts: &MeanCounts<'_>, _effective_order: bool) -> Option<f64> {
        Some(self.mean_value(counts))
    }

    fn counter(&self) -> Box<dyn Counter> {
        Box::new(counter::ChrfCounter::new(self.clone()))
    }

    /// The details are the averages of precision and recall, 0 to 100.
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
