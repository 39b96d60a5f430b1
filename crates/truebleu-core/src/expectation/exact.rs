//! The weighted mean of the scores against each reference.

use super::{Set, UtilityOptions, Weights};
use crate::error::Error;
use crate::metric::Metric;
use crate::pairwise::{self, Pairwise};
use crate::segment::Text;

/// Scores are below this power of two, those of short texts.
const SCORE_BITS: u32 = 24;

/// Utilities, to which hypotheses are added piece by piece.
pub struct Means<'a> {
    pairs: Pairwise<'a>,
    weights: &'a Weights,
    options: UtilityOptions,
    /// Scores are below this power of two.
    score_bits: u32,
    utilities: Vec<f64>,
    values: Vec<f64>,
}

impl<'a> Means<'a> {
    /// Read all texts of a set.
    ///
    /// # Errors
    /// A text that cannot be counted.
    pub fn new(
        metric: &'a dyn Metric,
        set: Set<'a>,
        options: UtilityOptions,
    ) -> Result<Self, Error> {
        let pairs = Pairwise::within(metric, set.texts, set.hypotheses, set.first_reference())?;
        let weights = set.weights;
        let score_bits = score_bits(set.texts);
        let utilities = Vec::with_capacity(set.hypotheses);
        Ok(Self { pairs, weights, options, score_bits, utilities, values: Vec::new() })
    }

    /// Add as many hypotheses as make about so many pairs; tell whether there were any left.
    ///
    /// # Errors
    /// A hypothesis that has no score.
    pub fn add(&mut self, pairs: usize, threads: usize) -> Result<bool, Error> {
        let (first, references) = (self.utilities.len(), self.pairs.references());
        let left = self.pairs.hypotheses() - first;
        let count = left.min((pairs / references.max(1)).max(1));
        if count == 0 {
            return Ok(false);
        }
        let mut values = std::mem::take(&mut self.values);
        values.resize(count * references, 0.0);
        let effective_order = self.options.effective_order;
        let options = pairwise::PairwiseOptions { effective_order, threads, go_on: &|| true };
        self.pairs.score(first, &options, &mut values)?;
        for (i, values) in values.chunks_exact(references).enumerate() {
            self.utilities.push(self.utility(first + i, values));
        }
        self.values = values;
        Ok(true)
    }

    /// Return the expected utility of each hypothesis, when all are added.
    pub fn utilities(self) -> Vec<f64> {
        self.utilities
    }

    fn utility(&self, hypothesis: usize, values: &[f64]) -> f64 {
        let exclude_self = self.options.exclude_self;
        let weights =
            if exclude_self { self.weights.to_take_from(hypothesis) } else { self.weights };
        // Scores are added as integers of 2^-bits, with as many bits as fit. Scores of 1 and more
        // are exact.
        let unit_bits = (63 + weights.total().leading_zeros() - self.score_bits).cast_signed();
        let mut sum = 0;
        for (j, &value) in values.iter().enumerate() {
            if !(exclude_self && j == hypothesis) {
                sum += i128::from(weights.part(j)) * in_units(value, unit_bits);
            }
        }
        let own = if exclude_self { weights.part(hypothesis) } else { 0 };
        let unit = (-f64::from(unit_bits)).exp2();
        sum as f64 / (weights.total() - own) as f64 * unit
    }
}

/// Return the power of two that no score of these texts reaches: an error rate is up to 100 times
/// the tokens of the hypothesis, where the reference has one.
fn score_bits(texts: &[Text<'_>]) -> u32 {
    const BITS_OF_100: u32 = 7;
    let longest = texts.iter().map(Text::most_tokens).max().unwrap_or(0);
    SCORE_BITS.max(BITS_OF_100 + usize::BITS - longest.leading_zeros())
}

/// Return a score, not negative, as a whole number of 2^-bits.
fn in_units(value: f64, bits: i32) -> i128 {
    const FRACTION: i32 = 52;
    let pattern = value.to_bits();
    let exponent = (pattern >> FRACTION) as i32;
    if exponent == 0 {
        return 0; // less than one unit
    }
    let mantissa = i128::from(pattern & ((1 << FRACTION) - 1) | 1 << FRACTION);
    // The value is the mantissa times 2^(exponent - 1023 - 52).
    let shift = exponent - 1023 - FRACTION + bits;
    if shift >= 0 {
        return mantissa << shift;
    }
    let down = (-shift).min(64).cast_unsigned();
    (mantissa + (1 << (down - 1))) >> down
}
