//! What every metric is: it counts a segment into a row of integers, rows
//! add, and a row has a value.

use crate::bleu::Bleu;
use crate::compiled::Ready;
use crate::error::Error;
use crate::expectation::MeanCounts;
use crate::inventory::{Numbered, Sequences};
use crate::kernels::KernelChoice;

/// A hypothesis or a reference.
#[derive(Clone, Copy, Debug)]
pub enum Text<'a> {
    /// Plain text, for the metric's tokenizer.
    Plain(&'a str),
    /// Ready tokens: each ends at `ends[i]` in `bytes` and starts where the
    /// one before ends.
    Words {
        /// The tokens, one behind the other; valid UTF-8.
        bytes: &'a [u8],
        /// Where each ends.
        ends: &'a [u32],
    },
    /// Ready tokens that are numbers.
    Ids(&'a [i64]),
}

impl Text<'_> {
    /// At least its number of tokens. (Those of a text have a byte each, but
    /// that some tokenizers see an empty one at an end.)
    #[must_use]
    pub const fn most_tokens(&self) -> usize {
        1 + match self {
            Self::Plain(text) => text.len(),
            Self::Words { ends, .. } => ends.len(),
            Self::Ids(ids) => ids.len(),
        }
    }

    /// Whether its tokens are numbers.
    #[must_use]
    pub const fn is_ids(&self) -> bool {
        matches!(self, Self::Ids(_))
    }

    /// Whether `self` and `other` can be compared.
    #[must_use]
    pub const fn same_kind(&self, other: &Self) -> bool {
        matches!(
            (self, other),
            (Self::Plain(_), Self::Plain(_))
                | (Self::Words { .. }, Self::Words { .. })
                | (Self::Ids(_), Self::Ids(_))
        )
    }
}

/// Mean lengths are counted in this fraction of a token, so that rows stay
/// integers: the least common multiple of 1 to 16. Up to 16 references divide
/// it.
pub const AVERAGE_UNIT: i64 = 720_720;

/// The longest text of a segment: positions in it are 32-bit numbers, and the
/// last block of a kernel may reach beyond the end.
const LONGEST: usize = u32::MAX as usize - 64;

/// Whether a hypothesis and its references can be counted together.
///
/// # Errors
/// When they are of different kinds, or one is too long; the segment in the
/// error is 0.
pub fn check_texts(hypothesis: Text<'_>, references: &[Text<'_>]) -> Result<(), Error> {
    for text in references.iter().chain([&hypothesis]) {
        if !text.same_kind(&hypothesis) {
            return Err(Error::MixedKinds { segment: 0 });
        }
        if let Text::Plain(text) = text
            && text.len() > LONGEST
        {
            return Err(Error::SegmentTooLong { segment: 0, bytes: text.len() });
        }
    }
    Ok(())
}

/// Whether each of many texts can be counted together with each.
///
/// # Errors
/// As [`check_texts`]: the first text that is too long, or of another kind than
/// the first of all; it is counted from 0.
pub fn check_all(texts: &[Text<'_>]) -> Result<(), Error> {
    for (i, &text) in texts.iter().enumerate() {
        check_texts(texts[0], &[text]).map_err(|error| error.after(i))?;
    }
    Ok(())
}

/// Whether a metric can count a segment: what counters of texts ask first.
///
/// # Errors
/// What [`Metric::check_references`] and [`check_texts`] say.
#[inline]
pub fn check_segment(
    metric: &impl Metric,
    hypothesis: Text<'_>,
    references: &[Text<'_>],
) -> Result<(), Error> {
    metric.check_references(references.len())?;
    check_texts(hypothesis, references)
}

/// A row's score.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// The number, 0 to the metric's scale where it has one.
    pub value: f64,
    /// What it was made of; each metric says what and in which order.
    pub details: Vec<f64>,
}

/// A metric: immutable, shared between threads.
pub trait Metric: Send + Sync {
    /// The names of a row's columns.
    fn columns(&self) -> Vec<String>;

    /// How many columns at the end of a row are not added, but are those of
    /// the last segment.
    fn last_columns(&self) -> usize {
        0
    }

    /// The summed row of this metric, of the rows (of so many columns) that
    /// another one counted of the same texts; none where they do not say it.
    ///
    /// # Errors
    /// A segment that has no score where the metric needs one.
    fn summed_from(&self, rows: &[i64], columns: usize) -> Result<Option<Vec<i64>>, Error> {
        let _ = (rows, columns);
        Ok(None)
    }

    /// Texts as the numbers of their tokens, which have the same rows, for who
    /// counts each of them many times; none: the metric is not about tokens.
    fn numbered(&self, _texts: &[Text<'_>]) -> Option<Numbered> {
        None
    }

    /// BLEU, where it is that: for what is known of no other metric.
    fn bleu(&self) -> Option<&Bleu> {
        None
    }

    /// Texts as what this metric counts n-grams of (BLEU: tokens; chrF:
    /// characters, and words); none: its rows do not follow from lengths and
    /// matches ([`Metric::row_of_matches`]).
    fn sequences(&self, _texts: &[Text<'_>]) -> Option<Vec<Sequences>> {
        None
    }

    /// Writes the row of a hypothesis and one reference, from their lengths in
    /// each of [`Metric::sequences`] and how many n-grams of each order of each
    /// they share.
    ///
    /// # Errors
    /// Where the segment has no score, and its row needs it.
    fn row_of_matches(
        &self,
        _lengths: &[[usize; 2]],
        _matches: &[i64],
        _row: &mut [i64],
    ) -> Result<(), Error> {
        unreachable!("a metric with sequences has rows of them")
    }

    /// The value of a hypothesis against the mean of many references; none
    /// where the metric has no such value.
    fn value_of_mean(&self, _counts: &MeanCounts<'_>, _effective_order: bool) -> Option<f64> {
        None
    }

    /// References, which are not empty and can be counted, as what hypotheses
    /// are counted against quickly, for who has many; none: there is nothing
    /// that could be done once for all of them.
    fn ready(&self, _references: &[Text<'_>]) -> Option<Box<dyn Ready>> {
        None
    }

    /// A counter for a thread of its own.
    fn counter(&self) -> Box<dyn Counter>;

    /// The score of a row, in the metric's scale; it has no details, unless the
    /// metric has.
    fn score(&self, row: &[i64], effective_order: bool) -> Score {
        Score { value: self.value(row, effective_order), details: Vec::new() }
    }

    /// The value alone.
    fn value(&self, row: &[i64], effective_order: bool) -> f64;

    /// Estimates the values of many rows at once, for who only asks whether
    /// they pass a bound and computes the few in doubt: value `i` is that of
    /// the row `columns[i], columns[n + i], columns[2 * n + i], ...` of whole
    /// numbers, `n` being the number of values; NaN where there is no estimate.
    ///
    /// Gives by how much an estimate can be off at most; none: this metric has
    /// no estimates.
    fn estimate(
        &self,
        _kernel: KernelChoice,
        _effective_order: bool,
        _columns: &[f64],
        _values: &mut [f64],
    ) -> Option<f64> {
        None
    }

    /// Whether a segment can have this number of references: one or more, unless
    /// the metric says otherwise.
    ///
    /// # Errors
    /// When it cannot; the segment in the error is 0.
    fn check_references(&self, count: usize) -> Result<(), Error> {
        if count == 0 { Err(Error::NoReference { segment: 0 }) } else { Ok(()) }
    }
}

/// Counts segments, one after the other.
pub trait Counter: Send {
    /// Writes the row of a segment of which the first `known` references were
    /// those of the last one, too, so that what was found out about them
    /// serves again. `references` is not empty.
    ///
    /// # Errors
    /// When the segment cannot be counted; the segment in the error is 0.
    fn count_from(
        &mut self,
        known: usize,
        hypothesis: Text<'_>,
        references: &[Text<'_>],
        row: &mut [i64],
    ) -> Result<(), Error>;

    /// Writes the row of a segment.
    ///
    /// # Errors
    /// As [`Counter::count_from`].
    fn count(
        &mut self,
        hypothesis: Text<'_>,
        references: &[Text<'_>],
        row: &mut [i64],
    ) -> Result<(), Error> {
        self.count_from(0, hypothesis, references, row)
    }

    /// Writes the row of another hypothesis, of the last segment's references;
    /// the row is the one that `count` writes.
    ///
    /// # Errors
    /// As [`Counter::count_from`].
    fn count_again(
        &mut self,
        hypothesis: Text<'_>,
        references: &[Text<'_>],
        row: &mut [i64],
    ) -> Result<(), Error> {
        self.count_from(references.len(), hypothesis, references, row)
    }
}
