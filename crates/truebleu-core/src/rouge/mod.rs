//! ROUGE (Lin 2004): recall, precision and F of what a text has in common with a reference:
//! n-grams, or their longest common subsequence.
//!
//! Numbers are those of Google's package rouge-score, or of the package rouge, in their order of
//! operations. A row holds the counts, and for a mean over segments the segment's precision, recall
//! and F as columns that add.

mod counter;
#[cfg(any(test, fuzzing))]
pub(crate) mod definition;
mod matches;
mod pltrdy;
mod reading;
mod stems;
mod subsequence;
mod summary;
#[cfg(test)]
mod tests;

use crate::abilities::Abilities;
use crate::exact_mean;
use crate::inventory::Numbering;
use crate::kernels::KernelChoice;
use crate::metric::{Counter, Metric, Score};
use crate::text::lowercase::Case;
use crate::tokenizers::Tokenizer;

/// Variant of ROUGE.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// N-grams of one order.
    Ngrams(usize),
    /// The longest common subsequence of the texts.
    Subsequence,
    /// For each sentence of the reference, the union of its longest common subsequences with all
    /// sentences of the hypothesis. Sentences are lines; among tokens that were made elsewhere, the
    /// token "\n" ends one.
    Summary,
}

/// The package whose numbers are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Package {
    /// Google's rouge-score 0.1.2.
    #[default]
    RougeScore,
    /// rouge 1.0.1 (pltrdy), which has its own tokens and sentences.
    Pltrdy {
        /// Whether an n-gram or word counts as often as it occurs in a text (`exclusive=False`),
        /// not once.
        repeats: bool,
    },
}

impl Package {
    /// Create the package that the convention of this name reproduces.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "rouge-score" => Some(Self::RougeScore),
            "rouge-pltrdy" => Some(Self::Pltrdy { repeats: false }),
            "rouge-pltrdy-repeats" => Some(Self::Pltrdy { repeats: true }),
            _ => None,
        }
    }

    /// Return the rates of counts, in the package's order of operations.
    fn rates(self, counts: Counts) -> Rates {
        let Counts { matches, hypothesis, reference } = counts;
        let precision = matches as f64 / hypothesis.max(1) as f64;
        let recall = matches as f64 / reference.max(1) as f64;
        let sum = precision + recall;
        let f = match self {
            Self::RougeScore if sum > 0.0 => 2.0 * precision * recall / sum,
            Self::RougeScore => 0.0,
            Self::Pltrdy { .. } => 2.0 * (precision * recall / (sum + 1e-8)),
        };
        Rates { precision, recall, f }
    }
}

/// What the variants need.
#[derive(Clone, Copy, Debug)]
struct Requested {
    /// The highest order of n-grams; 0: none.
    orders: usize,
    subsequence: bool,
    summary: bool,
}

impl Requested {
    fn of(variants: &[Variant]) -> Self {
        let order = |&variant: &Variant| if let Variant::Ngrams(n) = variant { n } else { 0 };
        Self {
            orders: variants.iter().map(order).max().unwrap_or(0),
            subsequence: variants.contains(&Variant::Subsequence),
            summary: variants.contains(&Variant::Summary),
        }
    }
}

/// ROUGE's settings, as plain values. Names, defaults and checks live in Python.
#[derive(Clone, Debug)]
pub struct Rouge {
    /// The package whose numbers are computed.
    pub package: Package,
    /// Variants, at least one. A row has the columns of each, one after the other, and all of them
    /// are counted at once.
    pub variants: Vec<Variant>,
    /// The tokenizer of a text, or of each of its sentences.
    pub tokenizer: Tokenizer,
    /// Lowercasing of text.
    pub case: Case,
    /// Whether tokens of more than three characters are stemmed.
    pub stem: bool,
    /// The value of a perfect score: 100 or 1.
    pub scale: f64,
    /// The kernel that counts.
    pub kernel: KernelChoice,
}

/// Number of columns of a variant.
pub const COLUMNS: usize = COUNTS + MEANS.len();
/// The columns of the mean, behind the counts.
const MEANS: [&str; 7] =
    ["segments", "precision", "precision_rest", "recall", "recall_rest", "f", "f_rest"];
/// Index of the first of these columns.
const COUNTS: usize = 3;

/// Counts of a hypothesis and one reference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    matches: i64,
    hypothesis: i64,
    reference: i64,
}

/// Precision, recall and F, 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Rates {
    precision: f64,
    recall: f64,
    f: f64,
}

/// A variant's counts and rates with the reference of the highest F so far, the first of equals.
#[derive(Clone, Copy, Default)]
struct Best {
    counts: Counts,
    rates: Rates,
}

impl Best {
    #[inline(always)]
    fn update(&mut self, package: Package, counts: Counts, is_first: bool) {
        let rates = package.rates(counts);
        if is_first || rates.f > self.rates.f {
            *self = Self { counts, rates };
        }
    }

    /// Write the row of a segment, which has the columns of each variant.
    fn write(best: &[Self], row: &mut [i64]) {
        for (Self { counts, rates }, row) in best.iter().zip(row.chunks_exact_mut(COLUMNS)) {
            let Counts { matches, hypothesis, reference } = *counts;
            let Rates { precision, recall, f } = *rates;
            let [[p, p_rest], [r, r_rest], [f, f_rest]] =
                [precision, recall, f].map(exact_mean::parts);
            row[..COUNTS].copy_from_slice(&[matches, hypothesis, reference]);
            row[COUNTS..].copy_from_slice(&[1, p, p_rest, r, r_rest, f, f_rest]);
        }
    }
}

/// Return the rates of a row: those of its counts where it is one segment's, else the means of
/// those of its segments.
fn rates(package: Package, row: &[i64]) -> Rates {
    let segments = row[COUNTS];
    if segments <= 1 {
        return package.rates(Counts { matches: row[0], hypothesis: row[1], reference: row[2] });
    }
    let mean = |at: usize| exact_mean::sum(row[at], row[at + 1]) / segments as f64;
    Rates { precision: mean(COUNTS + 1), recall: mean(COUNTS + 3), f: mean(COUNTS + 5) }
}

impl Metric for Rouge {
    /// Return the columns of each variant: the matches, the counts of hypothesis and reference, and
    /// the columns of the mean.
    fn columns(&self) -> Vec<String> {
        let counts = ["matches", "hypothesis", "reference"];
        let names = self.variants.iter().flat_map(|_| counts.iter().chain(&MEANS));
        names.map(|&name| name.to_owned()).collect()
    }

    fn abilities(&self) -> Abilities<'_> {
        let Self { package, tokenizer, case, kernel, .. } = *self;
        let plain = package == Package::RougeScore
            && !self.stem
            && !self.variants.contains(&Variant::Summary);
        let numbering = plain.then_some(Numbering { tokenizer, case, kernel });
        Abilities { numbering, ..Abilities::default() }
    }

    fn counter(&self) -> Box<dyn Counter> {
        match self.package {
            Package::RougeScore => Box::new(counter::RougeCounter::new(self.clone())),
            Package::Pltrdy { repeats } => {
                Box::new(pltrdy::PltrdyCounter::new(self.clone(), repeats))
            }
        }
    }

    /// Return the score of the first variant; its details are precision and recall, then F,
    /// precision and recall of each of the others.
    fn score(&self, row: &[i64], _effective_order: bool) -> Score {
        let mut rates =
            rates_of_variants(self.package, row).flatten().map(|rate| self.scale * rate);
        Score { value: rates.next().unwrap_or_default(), details: rates.collect() }
    }

    fn value(&self, row: &[i64], _effective_order: bool) -> f64 {
        self.scale * rates(self.package, &row[..COLUMNS]).f
    }
}

/// Return F, precision and recall of each variant, 0 to 1, of a row.
pub fn rates_of_variants(package: Package, row: &[i64]) -> impl Iterator<Item = [f64; 3]> {
    let rates = row.chunks_exact(COLUMNS).map(move |row| rates(package, row));
    rates.map(|rates| [rates.f, rates.precision, rates.recall])
}
