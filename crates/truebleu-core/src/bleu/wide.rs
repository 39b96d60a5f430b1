//! Numbers of twice the precision: the sum of two `f64` (T. J. Dekker, "A floating-point technique
//! for extending the available precision", 1971).
//!
//! NLTK computes with fractions and rounds once, at the end. About 106 bits round to the same
//! `f64`, except with a probability of about 2^-50.

use std::ops::{Add, Div, Mul};

/// `high + low`, where `low` is at most half a unit in the last place of `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Wide {
    high: f64,
    low: f64,
}

impl Wide {
    /// Create the number itself.
    pub(super) const fn new(value: f64) -> Self {
        Self { high: value, low: 0.0 }
    }

    /// Return the nearest `f64`.
    pub(super) const fn to_f64(self) -> f64 {
        self.high
    }

    /// Return `high + low` for a smaller `low`.
    fn renormalised(high: f64, low: f64) -> Self {
        let sum = high + low;
        Self { high: sum, low: low - (sum - high) }
    }
}

/// Return the sum of two numbers, and what its rounding loses (D. Knuth).
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

impl Add for Wide {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (high, rest) = two_sum(self.high, other.high);
        let (low, lost) = two_sum(self.low, other.low);
        let first = Self::renormalised(high, rest + low);
        Self::renormalised(first.high, first.low + lost)
    }
}

impl Mul for Wide {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let high = self.high * other.high;
        let low = self.high.mul_add(other.high, -high);
        Self::renormalised(high, low + (self.high * other.low + self.low * other.high))
    }
}

impl Div for Wide {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        // Long division with three digits of 53 bits.
        let mut remainder = self;
        let mut quotient = Self::new(0.0);
        for _ in 0..3 {
            let digit = remainder.high / other.high;
            remainder = remainder + other * Self::new(-digit);
            quotient = quotient + Self::new(digit);
        }
        quotient
    }
}

/// Return the sum of numbers, rounded once.
pub(super) fn exact_sum(terms: impl Iterator<Item = f64>) -> f64 {
    terms.fold(Wide::new(0.0), |sum, term| sum + Wide::new(term)).to_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_third_three_times_is_one() {
        let third = Wide::new(1.0) / Wide::new(3.0);
        assert_eq!((third + third + third).to_f64(), 1.0);
        assert_eq!(third.to_f64(), 1.0 / 3.0);
        assert!((third.low / third.high).abs() > 1e-17, "the low part is there");
    }

    #[test]
    fn a_sum_is_rounded_once() {
        let tenths = [0.1; 10];
        assert_ne!(tenths.iter().sum::<f64>(), 1.0);
        assert_eq!(exact_sum(tenths.into_iter()), 1.0);
        assert_eq!(exact_sum([1e16, 1.0, -1e16].into_iter()), 1.0);
    }

    #[test]
    fn low_parts_are_what_rounding_loses() {
        let tiny = 2f64.powi(-60);
        let up = Wide::renormalised(1.0, 0.75 * f64::EPSILON);
        assert_eq!(up, Wide { high: 1.0 + f64::EPSILON, low: -0.25 * f64::EPSILON });
        let value = Wide { high: 1.0, low: tiny };
        let opposite = Wide { high: -1.0, low: tiny * (1.0 + f64::EPSILON) };
        assert_eq!(value + opposite, Wide { high: 2.0 * tiny, low: tiny * f64::EPSILON });
        let square = Wide::new(1.0 + 2f64.powi(-30)) * Wide::new(1.0 + 2f64.powi(-30));
        assert_eq!(square, Wide { high: 1.0 + 2f64.powi(-29), low: tiny });
        let (two, three) = (Wide { high: 2.0, low: tiny }, Wide { high: 3.0, low: tiny / 2.0 });
        assert_eq!(two * three, Wide { high: 6.0, low: 4.0 * tiny });
    }

    #[test]
    fn products_and_quotients_undo_each_other() {
        let (a, b) = (Wide::new(7.0) / Wide::new(11.0), Wide::new(13.0) / Wide::new(17.0));
        assert_eq!((a * b / b).to_f64(), 7.0 / 11.0);
        assert_eq!((a / b).to_f64(), 7.0 * 17.0 / (11.0 * 13.0));
    }
}
