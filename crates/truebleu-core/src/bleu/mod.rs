//! BLEU: its settings, the row that it counts for a segment, and the score of
//! a (summed) row.

mod counter;
mod estimate;
mod formula;
mod mean;
mod names;
mod nltk;
mod pooling;
mod recounting;
mod rules;
mod smoothing;
mod wide;

pub use formula::BleuScore;
pub use rules::{
    Arithmetic, Average, Brevity, Finish, Hopeless, Joining, Mean, Missing, Rules, Scaling, Totals,
    Zeros,
};
pub use smoothing::Smoothing;

use crate::compiled::Ready;
use crate::error::Error;
use crate::expectation::MeanCounts;
use crate::inventory::{Numbered, Sequences};
use crate::kernels::KernelChoice;
use crate::metric::{AVERAGE_UNIT, Counter, Metric, Score, Text};
use crate::text::lowercase::Casing;
use crate::tokenizers::Tokenizer;
use smoothing::LAST_ORDER;

/// Which length of several references counts for the brevity penalty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceLength {
    /// The one nearest to the hypothesis, the shorter of two (Papineni et al.
    /// 2002 say "best match"; the tie rule is mteval's).
    Closest,
    /// The one nearest to the hypothesis, the first of two (torchmetrics).
    ClosestFirst,
    /// The shortest (mteval before v13).
    Shortest,
    /// The longest.
    Longest,
    /// The mean.
    Average,
}

/// BLEU's settings, as plain values. Names, defaults and checks live in Python.
#[derive(Clone, Debug)]
pub struct Bleu {
    /// Makes tokens of a text.
    pub tokenizer: Tokenizer,
    /// What becomes of upper case.
    pub case: Casing,
    /// The number of n-gram orders, N.
    pub orders: usize,
    /// The weight of each order, their sum 1; none: all the same.
    pub weights: Option<Vec<f64>>,
    /// Which reference length counts.
    pub reference_length: ReferenceLength,
    /// What replaces precisions of zero.
    pub smoothing: Smoothing,
    /// The value of a perfect score: 100 or 1.
    pub scale: f64,
    /// What else the program does that the settings are of.
    pub rules: Rules,
    /// What the score of a corpus is.
    pub average: Average,
    /// Where the rules know one reference, what else could be chosen that takes several: an error
    /// names it.
    pub of_several: String,
    /// The kernel that counts.
    pub kernel: KernelChoice,
}

impl Bleu {
    /// The orders that are counted: one more than N where the smoothing looks
    /// beyond N.
    #[must_use]
    pub const fn counted_orders(&self) -> usize {
        self.orders + self.smoothing.looks_ahead() as usize
    }

    /// The columns of a row.
    pub(crate) fn width(&self) -> usize {
        self.pooled().end + self.last_columns()
    }

    /// The effective reference length of a row, in tokens; under the average
    /// it is counted in units of 1 / [`AVERAGE_UNIT`].
    #[must_use]
    pub fn reference_tokens(&self, row: &[i64]) -> f64 {
        match self.reference_length {
            ReferenceLength::Average => row[1] as f64 / AVERAGE_UNIT as f64,
            _ => row[1] as f64,
        }
    }
}

impl Metric for Bleu {
    /// `hypothesis_length, reference_length, matches_1.., totals_1..`, then
    /// those of a mean of sentence scores, and, where the smoothing looks at
    /// the last segment, what it looks at.
    fn columns(&self) -> Vec<String> {
        let mut columns = vec!["hypothesis_length".to_owned(), "reference_length".to_owned()];
        for name in ["matches", "totals"] {
            columns.extend((1..=self.counted_orders()).map(|n| format!("{name}_{n}")));
        }
        if self.average != Average::Micro {
            columns.extend(crate::mean::COLUMNS.map(str::to_owned));
        }
        if self.smoothing.looks_at_last() {
            columns.push("last_hypothesis_length".to_owned());
            columns.extend(["matches", "totals"].map(|name| format!("last_{name}_{LAST_ORDER}")));
        }
        columns
    }

    fn last_columns(&self) -> usize {
        if self.smoothing.looks_at_last() { 3 } else { 0 }
    }

    fn summed_from(&self, rows: &[i64], columns: usize) -> Result<Option<Vec<i64>>, Error> {
        self.summed_from_wider(rows, columns)
    }

    fn numbered(&self, texts: &[Text<'_>]) -> Option<Numbered> {
        Some(Numbered::read(self.tokenizer, self.case.of_both()?, self.kernel, texts))
    }

    fn bleu(&self) -> Option<&Self> {
        Some(self)
    }

    fn sequences(&self, texts: &[Text<'_>]) -> Option<Vec<Sequences>> {
        if self.smoothing.looks_at_last() {
            return None;
        }
        let numbered = self.numbered(texts)?;
        Some(vec![Sequences::of_tokens(&numbered, self.counted_orders())])
    }

    fn row_of_matches(
        &self,
        lengths: &[[usize; 2]],
        matches: &[i64],
        row: &mut [i64],
    ) -> Result<(), Error> {
        let [hypothesis, reference] = lengths[0];
        self.write_lengths(hypothesis, [reference as i64].into_iter(), row);
        row[2..2 + matches.len()].copy_from_slice(matches);
        self.pool(row)
    }

    fn value_of_mean(&self, counts: &MeanCounts<'_>, effective_order: bool) -> Option<f64> {
        self.mean_value(counts, effective_order)
    }

    fn ready(&self, references: &[Text<'_>]) -> Option<Box<dyn Ready>> {
        Some(Box::new(counter::BleuReferences::new(self, references)))
    }

    fn counter(&self) -> Box<dyn Counter> {
        Box::new(counter::BleuCounter::new(self.clone()))
    }

    /// The details are the precisions of the orders, then the brevity penalty.
    fn score(&self, row: &[i64], effective_order: bool) -> Score {
        let BleuScore { value, precisions: mut details, brevity_penalty } =
            self.bleu_score(row, effective_order);
        details.push(brevity_penalty);
        Score { value, details }
    }

    fn value(&self, row: &[i64], effective_order: bool) -> f64 {
        self.value_alone(row, effective_order)
    }

    fn estimate(
        &self,
        kernel: KernelChoice,
        _: bool,
        columns: &[f64],
        values: &mut [f64],
    ) -> Option<f64> {
        self.estimates(kernel, columns, values)
    }

    fn check_references(&self, count: usize) -> Result<(), Error> {
        if count == 0 {
            return Err(Error::NoReference { segment: 0 });
        }
        if self.rules.one_reference && count > 1 {
            let instead = self.of_several.clone();
            return Err(Error::OneReference { segment: 0, references: count, instead });
        }
        let uneven = AVERAGE_UNIT % count as i64 != 0;
        if self.reference_length == ReferenceLength::Average && uneven {
            return Err(Error::UnevenAverage {
                segment: 0,
                references: count,
                otherwise: ", or reference_length=\"closest\", \"shortest\" or \"longest\"",
            });
        }
        Ok(())
    }
}

#[cfg(test)]
pub(crate) mod tests;
