//! BLEU of one hypothesis with each of many references, with the bits of the general formula.
//!
//! The hypothesis fixes the total of each order, so the logarithm of a precision is a table over
//! its matches, and the brevity penalty a table over the reference length. One exponential is left
//! for each pair. The tables are made by [`smoothing::precisions`], the definition.

use super::counts::{Counts, Last};
use super::formula::{Lengths, NEARLY_PERFECT};
use super::rules::{
    Arithmetic, Average, Finish, Joining, Mean, Rules, Scaling, ZeroPrecisionRule, ZeroScoreRule,
};
use super::{Bleu, Smoothing, smoothing};
use crate::abilities::PairScorer;

/// Hypothesis lengths below this keep their tables: they come back, and the tables stay small.
const KEPT_LENGTHS: usize = 256;

/// Reference lengths below this have their brevity penalty in a table.
const TABLED_REFERENCES: usize = 1024;

impl Bleu {
    /// Return whether tables give the score: each precision depends on the matches of its order and
    /// the number of orders without a match below it, and the mean is that of logarithms.
    pub(super) fn has_tables(&self) -> bool {
        use Smoothing::{AddK, Exp, Floor, Laplace, Least, None as Unsmoothed, Pseudocounts};
        let Rules { zero_score, arithmetic, zero_precisions, mean, joining, finish, .. } =
            self.rules;
        matches!(
            self.smoothing,
            Unsmoothed | Floor(_) | Exp | AddK(_) | Laplace(_) | Pseudocounts | Least(_)
        ) && self.weights.is_none()
            && self.average == Average::Micro
            && zero_score == ZeroScoreRule::NoMatches
            && arithmetic == Arithmetic::Double
            && zero_precisions == ZeroPrecisionRule::Annihilate
            && matches!(mean, Mean::Quotient | Mean::Reciprocal)
            && joining == Joining::Product
            && matches!(finish, Finish::Whole | Finish::AsIs)
    }
}

/// The scorer of pairs, with the tables of the hypothesis lengths it has met.
pub(super) struct Pairs<'a> {
    bleu: &'a Bleu,
    effective_order: bool,
    tables: Vec<Option<Table>>,
}

impl<'a> Pairs<'a> {
    pub(super) fn new(bleu: &'a Bleu, effective_order: bool) -> Self {
        let tables = std::iter::repeat_with(|| None).take(KEPT_LENGTHS).collect();
        Self { bleu, effective_order, tables }
    }
}

impl PairScorer for Pairs<'_> {
    fn score(
        &mut self,
        hypothesis: usize,
        references: &[usize],
        matches: &[&[u16]],
        values: &mut [f64],
    ) {
        let Self { bleu, effective_order, tables } = self;
        let make = || Table::new(bleu, hypothesis, *effective_order);
        let mut long;
        let table = match tables.get_mut(hypothesis) {
            Some(kept) => kept.get_or_insert_with(make),
            None => {
                long = make();
                &mut long
            }
        };
        for (j, (value, &reference)) in values.iter_mut().zip(references).enumerate() {
            *value = table.score(bleu, reference, |n| i64::from(matches[n][j]));
        }
    }
}

/// Tables for one hypothesis length.
struct Table {
    length: usize,
    /// The orders that count.
    orders: usize,
    /// The number of n-grams of each order, as the rules total them.
    totals: Vec<i64>,
    /// For each order, the logarithm of the precision by the number of matches.
    logarithms: Vec<Vec<f64>>,
    /// For each order, the logarithm of its precision without matches, by the number of orders
    /// below it without matches.
    unmatched: Vec<Vec<f64>>,
    /// The brevity penalty by reference length; NaN where it is not computed yet.
    penalties: Vec<f64>,
}

impl Table {
    fn new(bleu: &Bleu, length: usize, effective_order: bool) -> Self {
        let all_orders = bleu.counted_orders();
        let ngrams = |n: usize| length.saturating_sub(n) as i64;
        let totals: Vec<i64> = (0..all_orders).map(|n| bleu.rules.totals.of(ngrams(n))).collect();
        let mut precisions = vec![0.0; bleu.orders];
        let with_matches = |matches: &[i64], precisions: &mut [f64]| {
            precisions.fill(0.0);
            let counts = counts(length, matches, &totals);
            smoothing::precisions(bleu.smoothing, &bleu.rules, bleu.unit(), &counts, precisions)
        };
        let mut divisible = bleu.orders;
        let mut unmatched = vec![Vec::new(); bleu.orders];
        for first in (0..bleu.orders).rev() {
            let matches: Vec<i64> = (0..all_orders).map(|n| i64::from(n < first)).collect();
            divisible = with_matches(&matches, &mut precisions);
            for n in first..bleu.orders {
                unmatched[n].push(precisions[n].ln());
            }
        }
        let mut logarithms: Vec<Vec<f64>> =
            unmatched.iter().map(|unmatched| vec![unmatched[0]]).collect();
        for some in 1..=length as i64 {
            let matches: Vec<i64> = (0..all_orders).map(|n| some.min(ngrams(n))).collect();
            with_matches(&matches, &mut precisions);
            for (n, logarithms) in logarithms.iter_mut().enumerate() {
                if some <= ngrams(n) {
                    logarithms.push(precisions[n].ln());
                }
            }
        }
        let orders = if bleu.effective_order(effective_order) {
            bleu.effective(divisible, length as i64)
        } else {
            bleu.orders
        };
        let penalties = vec![f64::NAN; TABLED_REFERENCES];
        Self { length, orders, totals, logarithms, unmatched, penalties }
    }

    /// Return the score with a reference of this length, of this many matches of each order.
    #[inline(always)]
    fn score(&mut self, bleu: &Bleu, reference: usize, matches: impl Fn(usize) -> i64) -> f64 {
        if self.orders == 0 || matches(0) == 0 {
            return 0.0;
        }
        let mut sum = 0.0;
        let mut orders_without = 0;
        for n in 0..self.orders {
            sum += match matches(n) {
                0 => {
                    orders_without += 1;
                    self.unmatched[n][orders_without - 1]
                }
                some => self.logarithms[n][some as usize],
            };
        }
        let orders = self.orders as f64;
        let logarithm =
            if bleu.rules.mean == Mean::Reciprocal { (1.0 / orders) * sum } else { sum / orders };
        let value = self.penalty(bleu, reference) * logarithm.exp();
        if bleu.rules.finish == Finish::Whole && value >= bleu.unit() * NEARLY_PERFECT {
            return self.finished_score(bleu, reference, matches);
        }
        match bleu.rules.scaling {
            Scaling::First => value,
            Scaling::Last => value * bleu.scale,
        }
    }

    #[inline(always)]
    fn penalty(&mut self, bleu: &Bleu, reference: usize) -> f64 {
        let lengths = self.lengths(reference);
        let compute = || lengths.penalty(bleu.rules.brevity, bleu.rules.arithmetic);
        match self.penalties.get_mut(reference) {
            Some(penalty) => {
                if penalty.is_nan() {
                    *penalty = compute();
                }
                *penalty
            }
            None => compute(),
        }
    }

    /// Return the score by the general formula, whose last step depends on the precisions.
    #[cold]
    fn finished_score(&self, bleu: &Bleu, reference: usize, matches: impl Fn(usize) -> i64) -> f64 {
        let matches: Vec<i64> = (0..self.totals.len()).map(matches).collect();
        let counts = counts(self.length, &matches, &self.totals);
        let effective = self.orders < bleu.orders;
        bleu.score_of(&counts, self.lengths(reference), effective, &mut vec![0.0; bleu.orders]).0
    }

    fn lengths(&self, reference: usize) -> Lengths {
        Lengths { hypothesis: self.length as f64, reference: reference as f64 }
    }
}

fn counts<'a>(length: usize, matches: &'a [i64], totals: &'a [i64]) -> Counts<'a> {
    let last = Last::default();
    Counts { hypothesis_length: length as i64, matches, mean_matches: None, totals, last }
}
