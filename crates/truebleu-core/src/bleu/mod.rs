//! BLEU: its settings, the row that it counts for a segment, and the score of a (summed) row.

mod counter;
mod counts;
mod estimate;
mod formula;
mod mean;
mod names;
mod nltk;
mod pairs;
mod pooling;
mod recounting;
mod rules;
mod smoothing;
mod wide;

pub use formula::BleuScore;
pub use rules::{
    Arithmetic, Average, Brevity, EffectiveOrders, Finish, Joining, Mean, Missing, Rules, Scaling,
    Totals, ZeroPrecisionRule, ZeroScoreRule,
};
pub use smoothing::Smoothing;

use crate::abilities::{Abilities, FromMatches, PairScorer};
use crate::error::Error;
use crate::inventory::{Numbering, Sequences};
use crate::kernels::KernelChoice;
use crate::metric::{AVERAGE_UNIT, Counter, Metric, Score};
use crate::segment::Text;
use crate::text::lowercase::Casing;
use crate::tokenizers::Tokenizer;
use counts::LAST_ORDER;

/// Rule for the effective reference length of several references.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceLength {
    /// The one nearest to the hypothesis, the shorter of two (Papineni et al. 2002 say "best
    /// match"; the tie rule is mteval's).
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
    /// The tokenizer.
    pub tokenizer: Tokenizer,
    /// Treatment of upper case.
    pub case: Casing,
    /// The number of n-gram orders, N.
    pub orders: usize,
    /// The weight of each order, their sum 1; none: all the same.
    pub weights: Option<Vec<f64>>,
    /// Rule for the effective reference length.
    pub reference_length: ReferenceLength,
    /// Smoothing of zero precisions.
    pub smoothing: Smoothing,
    /// The value of a perfect score: 100 or 1.
    pub scale: f64,
    /// Further rules of the program.
    pub rules: Rules,
    /// Definition of the corpus score.
    pub average: Average,
    /// Choice that accepts several references, named in the error if the rules allow only one.
    pub of_several: String,
    /// The kernel that counts.
    pub kernel: KernelChoice,
}

impl Bleu {
    /// Return the orders that are counted: one more than N where the smoothing looks beyond N.
    pub const fn counted_orders(&self) -> usize {
        self.orders + self.smoothing.looks_ahead() as usize
    }

    /// Return how tokens are numbered; none where hypotheses and references differ in case.
    fn numbering(&self) -> Option<Numbering> {
        let Self { tokenizer, kernel, .. } = *self;
        self.case.of_both().map(|case| Numbering { tokenizer, case, kernel })
    }

    /// Return the columns of a row.
    pub(crate) fn width(&self) -> usize {
        self.pooled().end + self.last_columns()
    }

    /// Return the effective reference length of a row, in tokens; under the average it is counted
    /// in units of 1 / [`AVERAGE_UNIT`].
    pub fn reference_tokens(&self, row: &[i64]) -> f64 {
        match self.reference_length {
            ReferenceLength::Average => row[1] as f64 / AVERAGE_UNIT as f64,
            _ => row[1] as f64,
        }
    }
}

impl FromMatches for Bleu {
    fn sequences(&self, texts: &[Text<'_>]) -> Option<Vec<Sequences>> {
        Some(vec![Sequences::of_tokens(&self.numbering()?.read(texts), self.counted_orders())])
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

    fn pair_scorer(&self, effective_order: bool) -> Option<Box<dyn PairScorer + '_>> {
        self.has_tables().then(|| Box::new(pairs::Pairs::new(self, effective_order)) as _)
    }
}

impl Metric for Bleu {
    /// Return `hypothesis_length, reference_length, matches_1.., totals_1..`, then those of a mean
    /// of sentence scores, and, where the smoothing looks at the last segment, what it looks at.
    fn columns(&self) -> Vec<String> {
        let mut columns = vec!["hypothesis_length".to_owned(), "reference_length".to_owned()];
        for name in ["matches", "totals"] {
            columns.extend((1..=self.counted_orders()).map(|n| format!("{name}_{n}")));
        }
        if self.average != Average::Micro {
            columns.extend(crate::exact_mean::COLUMNS.map(str::to_owned));
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

    fn abilities(&self) -> Abilities<'_> {
        let numbering = self.numbering();
        let plain = numbering.is_some() && !self.smoothing.looks_at_last();
        Abilities {
            numbering,
            matches: plain.then_some(self as _),
            mean: self.has_mean_value().then_some(self as _),
            references: Some(self),
            recounting: Some(self),
            estimates: self.has_estimates().then_some(self as _),
            sacrebleu: Some(self),
        }
    }

    fn counter(&self) -> Box<dyn Counter> {
        Box::new(counter::BleuCounter::new(self.clone()))
    }

    /// Return the score; its details are the precisions of the orders, then the brevity penalty.
    fn score(&self, row: &[i64], effective_order: bool) -> Score {
        let BleuScore { value, precisions: mut details, brevity_penalty } =
            self.bleu_score(row, effective_order);
        details.push(brevity_penalty);
        Score { value, details }
    }

    fn value(&self, row: &[i64], effective_order: bool) -> f64 {
        self.value_alone(row, effective_order)
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
