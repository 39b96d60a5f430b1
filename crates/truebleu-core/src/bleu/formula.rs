//! From a row to a score: Papineni et al. (ACL 2002), in the order of
//! operations of sacreBLEU 2.6, so that the bits agree.

use super::Bleu;
use super::smoothing::{self, Counts};

/// The score of a row, with what it was made of.
#[derive(Clone, Debug, PartialEq)]
pub struct BleuScore {
    /// BLEU, 0 to the scale.
    pub value: f64,
    /// The smoothed precision of each order, 0 to the scale.
    pub precisions: Vec<f64>,
    /// 0 to 1; 1 when the hypothesis is not shorter than the reference.
    pub brevity_penalty: f64,
}

impl Bleu {
    /// The score of a row. With `effective_order`, orders for which the
    /// hypothesis has no n-gram are left out and the weights of the others
    /// renormalised; without, they make the score 0.
    ///
    /// # Panics
    /// When the row does not have this metric's columns.
    #[must_use]
    pub fn bleu_score(&self, row: &[i64], effective_order: bool) -> BleuScore {
        let mut precisions = vec![0.0; self.orders];
        let (value, brevity_penalty) = self.score_with(row, effective_order, &mut precisions);
        BleuScore { value, precisions, brevity_penalty }
    }

    /// The value of [`Bleu::bleu_score`]: resampling asks for it millions of
    /// times, so the usual orders do without an allocation.
    pub(super) fn value_alone(&self, row: &[i64], effective_order: bool) -> f64 {
        const USUAL: usize = 8;
        if self.orders <= USUAL {
            self.score_with(row, effective_order, &mut [0.0; USUAL][..self.orders]).0
        } else {
            self.bleu_score(row, effective_order).value
        }
    }

    /// The value and the brevity penalty of a row; writes the precisions,
    /// which are zeros before.
    fn score_with(&self, row: &[i64], effective_order: bool, precisions: &mut [f64]) -> (f64, f64) {
        let counted = self.counted_orders();
        assert_eq!(row.len(), 2 + 2 * counted, "the row has the columns of this metric");
        let counts = Counts {
            hypothesis_length: row[0],
            matches: &row[2..2 + counted],
            totals: &row[2 + counted..],
        };
        let brevity_penalty = brevity_penalty(row[0], self.reference_tokens(row));
        // Nothing in common is 0 under every smoothing.
        if counts.matches[..self.orders].iter().all(|&matches| matches == 0) {
            return (0.0, brevity_penalty);
        }
        let divisible = smoothing::precisions(self.smoothing, self.scale, &counts, precisions);
        let orders = if effective_order { divisible } else { self.orders };
        (self.value_of(&precisions[..orders], brevity_penalty), brevity_penalty)
    }

    /// The weighted geometric mean of the precisions that count, times the
    /// brevity penalty.
    fn value_of(&self, precisions: &[f64], brevity_penalty: f64) -> f64 {
        let weight = |n: usize| self.weights.as_ref().map_or(1.0, |weights| weights[n]);
        let counting = || {
            let weighted = precisions.iter().enumerate().map(|(n, &p)| (weight(n), p));
            weighted.filter(|&(weight, _)| weight > 0.0)
        };
        let total: f64 = counting().map(|(weight, _)| weight).sum();
        if total == 0.0 || counting().any(|(_, precision)| precision == 0.0) {
            return 0.0;
        }
        // Equal weights are 1.0 here, and times 1.0 changes nothing.
        let sum: f64 = counting().map(|(weight, precision)| weight * precision.ln()).sum();
        // Weights that are all there add up to 1, but for rounding.
        let all_there = self.weights.as_ref().is_some_and(|w| w.len() == precisions.len());
        let mean = if all_there { sum } else { sum / total };
        let value = brevity_penalty * mean.exp();
        if self.rounding_stands {
            return value;
        }
        // exp(ln(100)) is 100.00000000000004; a perfect score is perfect. With a
        // brevity penalty it stays as it is in sacreBLEU. Under add-k, where m is
        // t, 100 (m + k) / (t + k) may miss 100 by a rounding.
        let rounding = 4.0 * f64::EPSILON * self.scale;
        let all_perfect = counting().all(|(_, p)| (p - self.scale).abs() <= rounding);
        if all_perfect && brevity_penalty == 1.0 {
            return self.scale;
        }
        let bounded = counting().all(|(_, precision)| precision <= self.scale + rounding);
        if bounded { value.min(self.scale) } else { value }
    }
}

/// exp(1 - r / c) for a hypothesis of `length` tokens that is shorter than
/// the reference.
fn brevity_penalty(length: i64, reference: f64) -> f64 {
    let length = length as f64;
    if length >= reference {
        1.0
    } else if length == 0.0 {
        0.0
    } else {
        (1.0 - reference / length).exp()
    }
}
