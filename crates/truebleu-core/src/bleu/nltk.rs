//! NLTK's methods 4 to 7, which differ from those of the paper (`nltk.translate.bleu_score`,
//! NLTK 3.10; from its behavior).
//!
//! NLTK computes with exact fractions until a float comes in, and methods 5 to 7 take what the
//! summed counts lack from the last segment of the corpus alone.

use std::ops::{Add, Div, Mul};

use super::counts::Counts;
use super::wide::Wide;

/// An exact fraction, or a float: whatever is computed from a float is a float.
#[derive(Clone, Copy)]
enum Number {
    Exact(Wide),
    Float(f64),
}

impl Number {
    const fn integer(value: f64) -> Self {
        Self::Exact(Wide::new(value))
    }

    fn fraction(numerator: i64, denominator: i64) -> Self {
        Self::Exact(Wide::new(numerator as f64) / Wide::new(denominator as f64))
    }

    /// Return a parameter; an int of Python stays exact.
    fn parameter(value: f64) -> Self {
        if value.fract() == 0.0 { Self::integer(value) } else { Self::Float(value) }
    }

    const fn to_f64(self) -> f64 {
        match self {
            Self::Exact(value) => value.to_f64(),
            Self::Float(value) => value,
        }
    }

    fn with(
        self,
        other: Self,
        exact: impl Fn(Wide, Wide) -> Wide,
        float: impl Fn(f64, f64) -> f64,
    ) -> Self {
        match (self, other) {
            (Self::Exact(a), Self::Exact(b)) => Self::Exact(exact(a, b)),
            _ => Self::Float(float(self.to_f64(), other.to_f64())),
        }
    }
}

impl Add for Number {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.with(other, Add::add, Add::add)
    }
}

impl Mul for Number {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        self.with(other, Mul::mul, Mul::mul)
    }
}

impl Div for Number {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        self.with(other, Div::div, Div::div)
    }
}

/// Counts that the methods change.
struct Precisions<'a> {
    counts: &'a Counts<'a>,
    precisions: Vec<Number>,
}

impl<'a> Precisions<'a> {
    fn new(counts: &'a Counts<'a>, orders: usize) -> Self {
        let pairs = counts.matches.iter().zip(counts.totals).take(orders);
        let precisions = pairs.map(|(&matches, &total)| Number::fraction(matches, total)).collect();
        Self { counts, precisions }
    }

    fn write(self, out: &mut [f64]) {
        for (out, precisions) in out.iter_mut().zip(self.precisions) {
            *out = precisions.to_f64();
        }
    }

    /// Apply method 4: the i-th order without matches gets ln(length) / (2^i k) of one.
    fn by_length(&mut self, k: f64) {
        if self.counts.hypothesis_length < 2 {
            return; // ln(1) = 0: zeros stay
        }
        let logarithm = (self.counts.hypothesis_length as f64).ln();
        let mut doublings = 1.0;
        for (n, precisions) in self.precisions.iter_mut().enumerate() {
            if self.counts.matches[n] == 0 {
                doublings *= 2.0;
                let matches = 1.0 / (doublings * k / logarithm);
                *precisions = Number::Float(matches / self.counts.totals[n] as f64);
            }
        }
    }

    /// Apply method 5: each precision becomes the mean of its neighbors' and its own.
    fn by_neighbours(&mut self) {
        let last = &self.counts.last;
        let beyond = Number::fraction(last.matches, last.totals);
        let mut below = self.precisions[0] + Number::integer(1.0);
        for n in 0..self.precisions.len() {
            let above = self.precisions.get(n + 1).copied().unwrap_or(beyond);
            below = (below + self.precisions[n] + above) / Number::integer(3.0);
            self.precisions[n] = below;
        }
    }

    /// Apply method 6: each precision from order 3 on is smoothed toward the value expected from
    /// the two below it. Undefined without a match of order 3.
    fn by_expectation(&mut self, alpha: f64) {
        if self.counts.matches.get(2).is_none_or(|&matches| matches == 0)
            || self.precisions.len() < 3
        {
            self.precisions.fill(Number::Float(f64::NAN));
            return;
        }
        let alpha = Number::parameter(alpha);
        for n in 2..self.precisions.len() {
            let (below, two_below) = (self.precisions[n - 1], self.precisions[n - 2]);
            let expected = below * below / two_below;
            let matches = Number::integer(self.counts.matches[n] as f64);
            let total = (self.counts.last.length - n as i64).max(0) as f64;
            self.precisions[n] = (matches + alpha * expected) / (Number::integer(total) + alpha);
        }
    }
}

/// Apply NLTK's method 4.
pub(super) fn method4(k: f64, counts: &Counts<'_>, out: &mut [f64]) {
    let mut precisions = Precisions::new(counts, out.len());
    precisions.by_length(k);
    precisions.write(out);
}

/// Apply NLTK's method 5.
pub(super) fn method5(counts: &Counts<'_>, out: &mut [f64]) {
    let mut precisions = Precisions::new(counts, out.len());
    precisions.by_neighbours();
    precisions.write(out);
}

/// Apply NLTK's method 6; NaN where it is undefined.
pub(super) fn method6(alpha: f64, counts: &Counts<'_>, out: &mut [f64]) {
    let mut precisions = Precisions::new(counts, out.len());
    precisions.by_expectation(alpha);
    precisions.write(out);
}

/// Apply NLTK's method 7: its method 4, then its method 5.
pub(super) fn method7(k: f64, counts: &Counts<'_>, out: &mut [f64]) {
    let mut precisions = Precisions::new(counts, out.len());
    precisions.by_length(k);
    precisions.by_neighbours();
    precisions.write(out);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_parameters_stay_exact() {
        assert!(matches!(Number::parameter(5.0), Number::Exact(_)));
        assert!(matches!(Number::parameter(0.5), Number::Float(_)));
    }
}
