//! From a row to a score, in the order of operations of sacreBLEU 2.6, so that the bits agree.

use super::Chrf;
use crate::abilities::{AgainstMean, MeanCounts};

/// The value of an undefined precision, recall or F-score under `eps_smoothing`.
pub(crate) const EPSILON: f64 = 1e-16;

/// The score of a row, with what it was made of.
#[derive(Clone, Debug, PartialEq)]
pub struct ChrfScore {
    /// The F-score, 0 to 100.
    pub value: f64,
    /// The mean precision of the orders that both texts have, 0 to 100.
    pub precision: f64,
    /// Their mean recall, 0 to 100.
    pub recall: f64,
}

impl Chrf {
    /// Return the score of a row: of each order the n-grams of the hypothesis, those of the
    /// reference, and the matches.
    ///
    /// # Panics
    /// When the row does not have this metric's columns.
    pub fn chrf_score(&self, row: &[i64]) -> ChrfScore {
        assert_eq!(row.len(), 3 * self.orders(), "the row has the columns of this metric");
        self.joined(row.as_chunks().0.iter().map(|&[hypothesis, reference, matches]| Order {
            precision: ratio(matches, hypothesis),
            recall: ratio(matches, reference),
            exists: hypothesis > 0 && reference > 0,
        }))
    }

    fn joined(&self, orders: impl Iterator<Item = Order>) -> ChrfScore {
        let (mut precision, mut recall, mut smoothed) = (0.0, 0.0, 0.0);
        let mut count = 0.0;
        for Order { precision: p, recall: r, exists } in orders {
            smoothed += self.f_score_or_epsilon(p, r);
            if exists {
                precision += p;
                recall += r;
                count += 1.0;
            }
        }
        if count > 0.0 {
            precision /= count;
            recall /= count;
        }
        let value = if self.eps_smoothing {
            100.0 * smoothed / self.orders() as f64
        } else if precision + recall > 0.0 {
            let product = (1.0 + self.beta_squared) * precision * recall;
            100.0 * (product / (self.beta_squared * precision + recall))
        } else {
            0.0
        };
        ChrfScore { value, precision: 100.0 * precision, recall: 100.0 * recall }
    }

    fn f_score_or_epsilon(&self, precision: f64, recall: f64) -> f64 {
        let divisor = self.beta_squared * precision + recall;
        if divisor > 0.0 {
            (1.0 + self.beta_squared) * precision * recall / divisor
        } else {
            EPSILON
        }
    }
}

impl AgainstMean for Chrf {
    fn value_of_mean(&self, mean: &MeanCounts<'_>, _effective_order: bool) -> f64 {
        let orders = (0..self.orders()).map(|order| {
            let (counter, n) =
                if order < self.char_order { (0, order) } else { (1, order - self.char_order) };
            let (matches, reference) = (mean.matches[order], mean.reference_totals[order]);
            let ours = mean.lengths[counter].saturating_sub(n);
            let hypothesis = if reference > 0 { ours as i64 } else { 0 };
            let matched = matches as f64 / mean.unit as f64;
            let precision = if hypothesis > 0 { matched / hypothesis as f64 } else { EPSILON };
            let exists = hypothesis > 0 && reference > 0;
            Order { precision, recall: ratio(matches, reference), exists }
        });
        self.joined(orders).value
    }
}

/// Precision and recall of an order.
struct Order {
    precision: f64,
    recall: f64,
    /// Both texts have n-grams of it.
    exists: bool,
}

fn ratio(matches: i64, total: i64) -> f64 {
    if total > 0 { matches as f64 / total as f64 } else { EPSILON }
}
