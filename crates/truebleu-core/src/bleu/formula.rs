//! From a row to a score: Papineni et al. (ACL 2002), in the order of operations of each program
//! ([`super::rules`]), so that the bits agree.

use super::Bleu;
use super::counts::{Counts, Last};
use super::rules::{
    Arithmetic, Brevity, EffectiveOrders, Finish, Joining, Mean, Scaling, Totals,
    ZeroPrecisionRule, ZeroScoreRule, single,
};
use super::smoothing;
use super::wide::exact_sum;

/// Rounding never lowers a perfect score below this share of it.
pub(super) const NEARLY_PERFECT: f64 = 1.0 - 1e-9;

/// The score of a row, with what it was made of.
#[derive(Clone, Debug, PartialEq)]
pub struct BleuScore {
    /// BLEU, 0 to the scale. Not a number if the program that the rules follow raises an error
    /// instead.
    pub value: f64,
    /// The smoothed precision of each order, 0 to the scale.
    pub precisions: Vec<f64>,
    /// 0 to 1; 1 when the hypothesis is not shorter than the reference.
    pub brevity_penalty: f64,
}

impl Bleu {
    /// Return the score of a row. With `effective_order`, orders for which the hypothesis has no
    /// n-gram are left out and the weights of the others renormalized; otherwise such an order
    /// makes the score zero. A mean of segments has an effective order of its own.
    ///
    /// # Panics
    /// When the row does not have this metric's columns.
    pub fn bleu_score(&self, row: &[i64], effective_order: bool) -> BleuScore {
        let mut precisions = vec![0.0; self.orders];
        let effective_order = self.effective_order(effective_order);
        let length = self.reference_tokens(row);
        let (value, brevity_penalty) =
            self.score_with(row, length, effective_order, &mut precisions);
        let value = self.mean_of_segments(row).unwrap_or(value);
        if self.rules.scaling == Scaling::Last {
            precisions.iter_mut().for_each(|precision| *precision *= self.scale);
        }
        BleuScore { value, precisions, brevity_penalty }
    }

    /// Return the value of [`Bleu::bleu_score`]: resampling calls it millions of times, so the
    /// usual orders do without an allocation.
    pub(super) fn value_alone(&self, row: &[i64], effective_order: bool) -> f64 {
        let effective_order = self.effective_order(effective_order);
        self.mean_of_segments(row).unwrap_or_else(|| self.value_of_counts(row, effective_order))
    }

    /// Return the value that the counts alone give.
    pub(super) fn value_of_counts(&self, row: &[i64], effective_order: bool) -> f64 {
        self.value_with_length(row, self.reference_tokens(row), effective_order)
    }

    /// Return the value of a row's counts, and of an effective reference length in tokens in place
    /// of the row's: a mean of any number of lengths.
    pub(crate) fn value_with_length(&self, row: &[i64], length: f64, effective_order: bool) -> f64 {
        const USUAL: usize = 8;
        if self.orders <= USUAL {
            self.score_with(row, length, effective_order, &mut [0.0; USUAL][..self.orders]).0
        } else {
            self.score_with(row, length, effective_order, &mut vec![0.0; self.orders]).0
        }
    }

    /// Return the value and the brevity penalty of a row; write the precisions, which are zeros
    /// before, in the unit of [`Bleu::unit`].
    fn score_with(
        &self,
        row: &[i64],
        reference_tokens: f64,
        effective_order: bool,
        precisions: &mut [f64],
    ) -> (f64, f64) {
        let lengths = Lengths { hypothesis: row[0] as f64, reference: reference_tokens };
        self.score_of(&self.counts(row), lengths, effective_order, precisions)
    }

    /// Return the score of counts.
    pub(super) fn score_of(
        &self,
        counts: &Counts<'_>,
        lengths: Lengths,
        effective_order: bool,
        precisions: &mut [f64],
    ) -> (f64, f64) {
        let brevity_penalty = lengths.penalty(self.rules.brevity, self.rules.arithmetic);
        if self.scores_zero(counts, lengths) {
            return (0.0, brevity_penalty);
        }
        let smoothed = match self.rules.effective {
            EffectiveOrders::Longest if effective_order => counts.orders_of_longest(self.orders),
            _ => self.orders,
        };
        let (unit, precisions) = (self.unit(), &mut precisions[..smoothed]);
        let divisible =
            smoothing::precisions(self.smoothing, &self.rules, unit, counts, precisions);
        let orders = if effective_order {
            self.effective(divisible, counts.hypothesis_length)
        } else {
            self.orders
        };
        let value = self.joined(&precisions[..orders], lengths, brevity_penalty);
        (self.finished(value, &precisions[..orders], brevity_penalty), brevity_penalty)
    }

    /// Return the orders that an effective order leaves: those with something to divide by, or,
    /// where there always is, as many as there are tokens (NLTK's `auto_reweigh`).
    pub(super) fn effective(&self, divisible: usize, length: i64) -> usize {
        match self.rules.totals {
            Totals::Raw => divisible,
            Totals::AtLeastOne => divisible.min(usize::try_from(length).unwrap_or(0).max(1)),
        }
    }

    /// Return the value of a perfect precision while the score is computed.
    pub(super) fn unit(&self) -> f64 {
        match self.rules.scaling {
            Scaling::First => self.scale,
            Scaling::Last => 1.0,
        }
    }

    fn counts<'a>(&self, row: &'a [i64]) -> Counts<'a> {
        let orders = self.counted_orders();
        assert_eq!(row.len(), self.width(), "the row has the columns of this metric");
        let (matches, rest) = row[2..].split_at(orders);
        let (totals, rest) = rest.split_at(orders);
        let last = match rest[self.pooled().len()..] {
            [length, matches, totals] => Last { length, matches, totals },
            _ => Last::default(),
        };
        Counts { hypothesis_length: row[0], matches, mean_matches: None, totals, last }
    }

    /// Return whether the score is 0 whatever the smoothing.
    fn scores_zero(&self, counts: &Counts<'_>, lengths: Lengths) -> bool {
        let mut matches = counts.matches[..self.orders].iter();
        match self.rules.zero_score {
            ZeroScoreRule::NoMatches => matches.all(|&matches| matches == 0),
            ZeroScoreRule::AnyOrder => matches.any(|&matches| matches == 0),
            ZeroScoreRule::EmptySide => lengths.hypothesis == 0.0 || lengths.reference == 0.0,
            ZeroScoreRule::Never => false,
        }
    }

    /// Return the geometric mean of the precisions that count, with the brevity penalty.
    fn joined(&self, precisions: &[f64], lengths: Lengths, brevity_penalty: f64) -> f64 {
        let arithmetic = self.rules.arithmetic;
        let logarithm = match self.rules.mean {
            Mean::Root => {
                let root = 1.0 / precisions.len() as f64;
                return precisions.iter().product::<f64>().powf(root) * brevity_penalty;
            }
            Mean::Quotient | Mean::Reciprocal => self.mean_logarithm(precisions),
            Mean::Terms | Mean::ExactTerms => self.sum_of_terms(precisions),
        };
        let Some(logarithm) = logarithm else { return 0.0 };
        match self.rules.joining {
            Joining::Product => brevity_penalty * arithmetic.step(logarithm.exp()),
            Joining::Exponent => arithmetic.step(logarithm + lengths.log_penalty()).exp(),
        }
    }

    /// Return the weights and precisions that count.
    fn counting<'a>(
        &'a self,
        precisions: &'a [f64],
        usual: f64,
    ) -> impl Iterator<Item = (f64, f64)> + Clone + 'a {
        let weight = move |n: usize| self.weights.as_ref().map_or(usual, |weights| weights[n]);
        let keeps_zeros = self.rules.zero_precisions == ZeroPrecisionRule::Annihilate;
        let weighted = precisions.iter().enumerate().map(move |(n, &p)| (weight(n), p));
        weighted.filter(move |&(weight, p)| weight > 0.0 && (keeps_zeros || p != 0.0))
    }

    /// Return the weighted mean of the logarithms, in units of the weights; none when nothing
    /// counts, or a precision of zero does.
    fn mean_logarithm(&self, precisions: &[f64]) -> Option<f64> {
        if self.weights.is_none() && self.rules.zero_precisions == ZeroPrecisionRule::Annihilate {
            return self.plain_mean_logarithm(precisions);
        }
        // Equal weights are 1.0 here, and multiplying by 1.0 is exact.
        let counting = self.counting(precisions, 1.0);
        let total: f64 = counting.clone().map(|(weight, _)| weight).sum();
        if total == 0.0 || counting.clone().any(|(_, precision)| precision == 0.0) {
            return None;
        }
        let sum: f64 = counting.map(|(weight, precision)| weight * precision.ln()).sum();
        // If all weights are used, they sum to 1 up to rounding, so do not divide by their sum.
        let all_there = self.weights.as_ref().is_some_and(|w| w.len() == precisions.len())
            && self.rules.zero_precisions == ZeroPrecisionRule::Annihilate;
        Some(match self.rules.mean {
            _ if all_there => sum,
            Mean::Reciprocal => (1.0 / total) * sum,
            _ => sum / total,
        })
    }

    /// Return [`Bleu::mean_logarithm`] for equal weights: the case of resampling.
    fn plain_mean_logarithm(&self, precisions: &[f64]) -> Option<f64> {
        if precisions.is_empty() || precisions.contains(&0.0) {
            return None;
        }
        let orders = precisions.len() as f64;
        let sum: f64 = precisions.iter().map(|precision| precision.ln()).sum();
        Some(if self.rules.mean == Mean::Reciprocal { (1.0 / orders) * sum } else { sum / orders })
    }

    /// Return the sum of the weights of the first orders, where effective order leaves out others
    /// (Opik); 1 where none is left out, or none that is left has a weight.
    fn weight_of_orders_left(&self, orders: usize) -> f64 {
        let cut = self.weights.as_ref().filter(|weights| orders < weights.len());
        let total: f64 = cut.map_or(1.0, |weights| weights[..orders].iter().sum());
        if total == 0.0 { 1.0 } else { total }
    }

    /// Return the sum of weights times logarithms; none when a precision of zero counts.
    fn sum_of_terms(&self, precisions: &[f64]) -> Option<f64> {
        let arithmetic = self.rules.arithmetic;
        let counting = self.counting(precisions, 1.0 / precisions.len() as f64);
        if counting.clone().any(|(_, precision)| precision == 0.0) {
            return None;
        }
        let total = self.weight_of_orders_left(precisions.len());
        let terms =
            counting.map(|(weight, p)| arithmetic.step(weight / total * arithmetic.step(p.ln())));
        Some(match self.rules.mean {
            Mean::ExactTerms => exact_sum(terms),
            _ => arithmetic.step(terms.sum()),
        })
    }

    /// Apply the rules' last step to the value.
    fn finished(&self, value: f64, precisions: &[f64], brevity_penalty: f64) -> f64 {
        let value = match self.rules.arithmetic {
            Arithmetic::Single | Arithmetic::SingleQuotients => single(value),
            _ => value,
        };
        let value = match self.rules.finish {
            Finish::AsIs => value,
            Finish::Clamp => value.clamp(0.0, self.unit()),
            Finish::Decimals(places) => decimals(value, places),
            Finish::Whole => self.finish_perfect(value, precisions, brevity_penalty),
        };
        match self.rules.scaling {
            Scaling::First => value,
            Scaling::Last => value * self.scale,
        }
    }

    /// Return exactly 100 for a perfect score: exp(ln(100)) is 100.00000000000004. With a brevity
    /// penalty it stays as it is in sacreBLEU. Under add-k, where m is t, 100 (m + k) / (t + k) may
    /// miss 100 by a rounding.
    fn finish_perfect(&self, value: f64, precisions: &[f64], brevity_penalty: f64) -> f64 {
        let unit = self.unit();
        if value < unit * NEARLY_PERFECT {
            return value;
        }
        let rounding = 4.0 * f64::EPSILON * unit;
        let mut counting = self.counting(precisions, 1.0);
        if brevity_penalty == 1.0 && counting.clone().all(|(_, p)| (p - unit).abs() <= rounding) {
            return unit;
        }
        let bounded = counting.all(|(_, precision)| precision <= unit + rounding);
        if bounded { value.min(unit) } else { value }
    }
}

/// The lengths that the brevity penalty compares.
#[derive(Clone, Copy)]
pub(super) struct Lengths {
    pub(super) hypothesis: f64,
    pub(super) reference: f64,
}

impl Lengths {
    pub(super) fn penalty(self, formula: Brevity, arithmetic: Arithmetic) -> f64 {
        let Self { hypothesis: c, reference: r } = self;
        match formula {
            Brevity::Lengths if c >= r => 1.0,
            Brevity::Lengths | Brevity::Ratio if c == 0.0 && r > 0.0 => 0.0,
            Brevity::Lengths => arithmetic.step((1.0 - arithmetic.quotient(r / c)).exp()),
            Brevity::Ratio if r == 0.0 => 1.0,
            Brevity::Ratio => of_ratio(c / r, arithmetic),
            Brevity::Guarded => of_ratio((c + 1e-15) / (r + 1e-9), arithmetic),
            Brevity::Inverted if c > r || r == 0.0 => 1.0,
            Brevity::Inverted => arithmetic.step((1.0 - arithmetic.quotient(c / r)).exp()),
        }
    }

    /// Return the logarithm of the penalty by lengths.
    fn log_penalty(self) -> f64 {
        if self.hypothesis >= self.reference { 0.0 } else { 1.0 - self.reference / self.hypothesis }
    }
}

fn of_ratio(ratio: f64, arithmetic: Arithmetic) -> f64 {
    let ratio = arithmetic.quotient(ratio);
    if ratio > 1.0 {
        1.0
    } else {
        arithmetic.quotient(1.0 - arithmetic.quotient(1.0 / ratio)).exp()
    }
}

/// Return a number rounded to so many decimals, as Python's `round` does it: by its exact decimal
/// expansion.
fn decimals(value: f64, places: usize) -> f64 {
    format!("{value:.places$}").parse().unwrap_or(value)
}
