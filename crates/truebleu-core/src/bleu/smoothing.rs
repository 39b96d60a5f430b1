//! Smoothing of zero precisions.
//!
//! Chen and Cherry, "A Systematic Comparison of Smoothing Techniques for Sentence-Level BLEU" (WMT
//! 2014), number them; the canonical names are sacreBLEU's where it has them. Orders for which the
//! hypothesis has no n-gram at all keep precision 0, except under add-k; other programs have other
//! rules for them, and ways of their own ([`nltk`]).

use super::counts::Counts;
use super::nltk;
use super::rules::{Missing, Rules};

/// A smoothing with its parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Smoothing {
    /// Method 0: zero stays zero.
    None,
    /// Method 1: zero matches count as this many.
    Floor(f64),
    /// Method 2 (Lin and Och 2004): this many are added to the matches and totals of all orders but
    /// the first.
    AddK(f64),
    /// Method 3 (NIST's mteval): the k-th order without matches counts as 1 / 2^k of a match.
    Exp,
    /// Method 4: as method 3, with K / ln(hypothesis length) in place of 2.
    Method4(f64),
    /// Method 5: the matches of each order become the mean of its neighbors' and its own.
    Method5,
    /// Method 6 (Gao and He 2013): from the third order on, each precision is smoothed, with this
    /// weight, toward the value expected from the two below it.
    Method6(f64),
    /// Method 7: method 4, then method 5.
    Method7(f64),
    /// This many are added to the matches and totals of all orders, the first too (TensorFlow's
    /// NMT, Moses).
    Laplace(f64),
    /// 1e-15 is added to all matches and 1e-9 to all totals (pycocoevalcap).
    Pseudocounts,
    /// A precision of zero becomes this (NLTK's method 0: the smallest normal number).
    Least(f64),
    /// NLTK's method 4, with its K.
    NltkMethod4(f64),
    /// NLTK's method 5.
    NltkMethod5,
    /// NLTK's method 6, with its alpha.
    NltkMethod6(f64),
    /// NLTK's method 7, with its K.
    NltkMethod7(f64),
}

impl Smoothing {
    /// Return whether it needs the matches of order N + 1.
    pub const fn looks_ahead(self) -> bool {
        matches!(self, Self::Method5 | Self::Method7(_))
    }

    /// Return whether it changes no precision of a corpus in which every order matches.
    const fn is_of_zeros(self) -> bool {
        matches!(self, Self::None | Self::Floor(_) | Self::Exp | Self::Least(_))
    }

    /// Return whether it is one of NLTK's, which are defined for whole counts only.
    pub const fn is_of_whole_counts(self) -> bool {
        matches!(self, Self::NltkMethod4(_)) || self.looks_at_last()
    }

    /// Return whether it needs the counts of the last segment.
    pub const fn looks_at_last(self) -> bool {
        matches!(self, Self::NltkMethod5 | Self::NltkMethod6(_) | Self::NltkMethod7(_))
    }
}

/// Return the smoothed precisions of the orders 1 to `precisions.len()`, a perfect one being
/// `unit`. Return the number of orders before the first for which there is nothing to divide by;
/// the precisions from there on are 0.
pub(super) fn precisions(
    smoothing: Smoothing,
    rules: &Rules,
    unit: f64,
    counts: &Counts<'_>,
    precisions: &mut [f64],
) -> usize {
    match smoothing {
        Smoothing::NltkMethod4(k) => nltk::method4(k, counts, precisions),
        Smoothing::NltkMethod5 => nltk::method5(counts, precisions),
        Smoothing::NltkMethod6(alpha) => nltk::method6(alpha, counts, precisions),
        Smoothing::NltkMethod7(k) => nltk::method7(k, counts, precisions),
        _ => return order_by_order(smoothing, rules, unit, counts, precisions),
    }
    precisions.iter_mut().for_each(|precision| *precision *= unit);
    precisions.len()
}

fn order_by_order(
    smoothing: Smoothing,
    rules: &Rules,
    unit: f64,
    counts: &Counts<'_>,
    precisions: &mut [f64],
) -> usize {
    let orders = precisions.len();
    if smoothing.is_of_zeros()
        && counts.mean_matches.is_none()
        && counts.matches[..orders].iter().all(|&matches| matches > 0)
    {
        // The usual case of resampling, which computes millions of scores.
        let counts = counts.matches.iter().zip(counts.totals);
        for (precision, (&matches, &total)) in precisions.iter_mut().zip(counts) {
            *precision = rules.arithmetic.precision(unit, matches as f64, total as f64);
        }
        return orders;
    }
    let smoothed = smoothed_matches(smoothing, counts, orders);
    let matches_of =
        |n: usize| smoothed.as_ref().map_or_else(|| counts.matches_of(n), |all| all[n]);
    let mut halvings = 1.0;
    for n in 0..orders {
        if let (0, Some(precision)) = (counts.totals[n], of_no_ngram(rules.missing)) {
            precisions[n] = unit * precision;
            continue;
        }
        let (mut matches, mut total) = (matches_of(n), counts.totals[n] as f64);
        if rules.missing == Missing::OneNgram {
            total = total.max(1.0);
        }
        match smoothing {
            Smoothing::AddK(k) if n > 0 => (matches, total) = (matches + k, total + k),
            Smoothing::Laplace(k) => (matches, total) = (matches + k, total + k),
            Smoothing::Pseudocounts => (matches, total) = (matches + 1e-15, total + 1e-9),
            // Orders from 3 on need the precisions of the two lower orders.
            Smoothing::Method6(alpha) if n > 1 && total > 0.0 => {
                let (below, two_below) = (precisions[n - 1] / unit, precisions[n - 2] / unit);
                let expected = if two_below == 0.0 { 0.0 } else { below * below / two_below };
                (matches, total) = (matches + alpha * expected, total + alpha);
            }
            _ => {}
        }
        if total == 0.0 {
            return n;
        }
        precisions[n] = match smoothing {
            Smoothing::Exp if matches == 0.0 => {
                halvings *= 2.0;
                unit / (halvings * total)
            }
            Smoothing::Floor(floor) if matches == 0.0 => unit * floor / total,
            Smoothing::Least(precision) if matches == 0.0 => unit * precision,
            _ => rules.arithmetic.precision(unit, matches, total),
        };
    }
    orders
}

/// Return the precision of an order without any n-gram, where a rule defines it.
const fn of_no_ngram(rule: Missing) -> Option<f64> {
    match rule {
        Missing::One => Some(1.0),
        Missing::Value(value) => Some(value),
        Missing::Zero | Missing::OneNgram => None,
    }
}

/// Return the matches of each order as methods 4, 5 and 7 change them; none for the other methods.
fn smoothed_matches(smoothing: Smoothing, counts: &Counts<'_>, orders: usize) -> Option<Vec<f64>> {
    use Smoothing::{Method4, Method5, Method7};
    if !matches!(smoothing, Method4(_) | Method5 | Method7(_)) {
        return None;
    }
    let mut matches: Vec<f64> = (0..counts.matches.len()).map(|n| counts.matches_of(n)).collect();
    if let Method4(k) | Method7(k) = smoothing {
        // ln(1) = 0: a hypothesis of one token leaves zero matches at zero.
        let factor = k / (counts.hypothesis_length as f64).ln();
        let mut inverse = 1.0;
        for (matches, &total) in matches.iter_mut().zip(counts.totals).take(orders) {
            if *matches == 0.0 && total > 0 {
                inverse *= factor;
                *matches = 1.0 / inverse;
            }
        }
    }
    if smoothing.looks_ahead() {
        let mut below = matches[0] + 1.0;
        for n in 0..orders {
            below = (below + matches[n] + matches[n + 1]) / 3.0;
            matches[n] = below;
        }
    }
    Some(matches)
}
