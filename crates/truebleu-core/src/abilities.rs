//! Optional abilities of metrics, beyond counting a segment and scoring a row. Callers ask for an
//! ability, and use the general way where a metric lacks it.

use crate::error::Error;
use crate::inventory::{Numbering, Sequences};
use crate::kernels::KernelChoice;
use crate::metric::Metric;
use crate::ngrams::trie::Seen;
use crate::segment::Text;
use crate::tokenizers::{self, Analysis};

/// The optional abilities of a metric.
#[derive(Clone, Copy, Default)]
pub struct Abilities<'m> {
    /// Its tokens can be numbered: texts of these numbers have the same rows.
    pub numbering: Option<Numbering>,
    /// Its rows follow from lengths and matches.
    pub matches: Option<&'m dyn FromMatches>,
    /// It has a value against the mean of many references.
    pub mean: Option<&'m dyn AgainstMean>,
    /// It reads references once for many hypotheses.
    pub references: Option<&'m dyn ReadOnce>,
    /// Its row can be made of those that another metric counted.
    pub recounting: Option<&'m dyn Recounting>,
    /// It estimates the values of many rows at once.
    pub estimates: Option<&'m dyn Estimating>,
    /// sacreBLEU's paired tests have its score.
    pub sacrebleu: Option<&'m dyn SacrebleuTested>,
}

/// A metric whose rows follow from lengths and matches.
pub trait FromMatches: Sync {
    /// Return texts as what this metric counts n-grams of (BLEU: tokens; chrF: characters, and
    /// words); none where these texts are not of that kind.
    fn sequences(&self, texts: &[Text<'_>]) -> Option<Vec<Sequences>>;

    /// Write the row of a hypothesis and one reference, from their lengths in each of the sequences
    /// and how many n-grams of each order of each they share.
    ///
    /// # Errors
    /// If the segment has no score, and its row needs it.
    fn row_of_matches(
        &self,
        lengths: &[[usize; 2]],
        matches: &[i64],
        row: &mut [i64],
    ) -> Result<(), Error>;

    /// Return a scorer of many pairs, where the metric has one that is faster than rows.
    fn pair_scorer(&self, _effective_order: bool) -> Option<Box<dyn PairScorer + '_>> {
        None
    }
}

/// The scorer of a hypothesis with many references, for a thread of its own.
pub trait PairScorer {
    /// Write the score of a hypothesis with each reference, from their lengths; `matches` has the
    /// n-grams that they share, by order and then by reference.
    fn score(
        &mut self,
        hypothesis: usize,
        references: &[usize],
        matches: &[&[u16]],
        values: &mut [f64],
    );
}

/// A metric that has a value against the mean of many references.
pub trait AgainstMean {
    /// Return the value of a hypothesis.
    fn value_of_mean(&self, counts: &MeanCounts<'_>, effective_order: bool) -> f64;
}

/// The counts of a hypothesis against a mean of references. Counters of n-grams follow each other:
/// BLEU has one, of tokens; chrF one of characters and one of words.
#[derive(Clone, Copy, Debug)]
pub struct MeanCounts<'a> {
    /// Value of a count of 1 in the references' counts and in the matches.
    pub unit: i64,
    /// For each counter, the length of the hypothesis.
    pub lengths: &'a [usize],
    /// For each counter, the mean length of the references, in parts.
    pub reference_lengths: &'a [i64],
    /// For each order of each counter, the mean number of their n-grams, in parts.
    pub reference_totals: &'a [i64],
    /// For each order of each counter, the matches, in parts.
    pub matches: &'a [i64],
}

/// A metric that reads references once for many hypotheses.
pub trait ReadOnce {
    /// Prepare references, which are not empty and can be counted, for counting many hypotheses.
    fn prepare(&self, references: &[Text<'_>]) -> Box<dyn PreparedReferences>;
}

/// References prepared for counting hypotheses against them.
pub trait PreparedReferences: Send + Sync {
    /// Write the row of a hypothesis, which is of the kind of the references.
    ///
    /// # Errors
    /// When it cannot be counted; the segment in the error is 0.
    fn count(
        &self,
        scratch: &mut Scratch,
        hypothesis: Text<'_>,
        row: &mut [i64],
    ) -> Result<(), Error>;

    /// Estimate how much memory they take.
    fn bytes(&self) -> usize;
}

/// Buffers for counting one hypothesis after the other.
#[derive(Default)]
pub struct Scratch {
    /// The hypothesis.
    pub hypothesis: Analysis,
    /// Buffers for tokenizing.
    pub tokenizing: tokenizers::Scratch,
    /// Buffers for counting.
    pub seen: Seen,
}

/// A metric whose row can be made of those that another one counted of the same texts.
pub trait Recounting: Sync {
    /// Sum another metric's rows of single segments into a row of this metric. `rows` have
    /// `columns` columns; return none where they lack the counts.
    ///
    /// # Errors
    /// A segment that has no score where the metric needs one.
    fn summed_from(&self, rows: &[i64], columns: usize) -> Result<Option<Vec<i64>>, Error>;

    /// Return the rows of this metric, segment after segment, from another metric's rows.
    ///
    /// # Errors
    /// As [`Recounting::summed_from`].
    fn rows_from(&self, rows: &[i64], columns: usize) -> Result<Option<Vec<i64>>, Error>;
}

/// A metric that estimates the values of many rows at once, for callers that only check whether
/// they pass a bound, and compute the few in doubt.
pub trait Estimating {
    /// Write the estimates: value `i` is that of the row whose column `k` is `columns[k * n + i]`,
    /// in unit numbers, where `n` is the number of values; NaN where there is no estimate.
    ///
    /// Return the largest possible error of an estimate.
    fn estimate(&self, kernel: KernelChoice, columns: &[f64], values: &mut [f64]) -> f64;
}

/// A metric whose score sacreBLEU's paired tests compute, each in a form of its own.
pub trait SacrebleuTested: Sync {
    /// Return the metric whose values are those of the whole corpus in these tests.
    fn observed(&self) -> Box<dyn Metric>;

    /// Return the metric whose values are those of trials with swapped segments: NumPy adds their
    /// counts up in integers.
    fn swapped(&self) -> Box<dyn Metric>;

    /// Return what 1 is in the integers of a column.
    fn unit(&self, _column: usize) -> i64 {
        1
    }

    /// Return the score of a resample, whose counts are sums in float32.
    fn resampled(&self, row: &[f32], effective_order: bool) -> NumpyScore;
}

/// A score as NumPy 2 gives it: float32, or a float of Python.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NumpyScore {
    /// A float32.
    Single(f32),
    /// A float of Python.
    Double(f64),
}
