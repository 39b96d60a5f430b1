//! The rules in which known BLEU programs differ, beyond their settings.
//!
//! A convention is a bundle of settings and of these. The bundles live in Python; what each rule
//! computes lives here, once.

/// The rules of one program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// Total of a segment's n-grams.
    pub totals: Totals,
    /// The rule for counts that score 0 before any smoothing.
    pub zero_score: ZeroScoreRule,
    /// The precision of an order for which there is no hypothesis n-gram.
    pub missing: Missing,
    /// The orders that an effective order leaves.
    pub effective: EffectiveOrders,
    /// Division and rounding of a precision.
    pub arithmetic: Arithmetic,
    /// The rule for a precision of zero in the mean.
    pub zero_precisions: ZeroPrecisionRule,
    /// Formula of the geometric mean.
    pub mean: Mean,
    /// The brevity penalty's formula.
    pub brevity: Brevity,
    /// Combination of mean and brevity penalty.
    pub joining: Joining,
    /// When the scale is multiplied in.
    pub scaling: Scaling,
    /// Last step.
    pub finish: Finish,
    /// Whether a segment has one reference, never more.
    pub one_reference: bool,
}

impl Default for Rules {
    /// Return sacreBLEU's rules, except that a perfect score is exactly 100.
    fn default() -> Self {
        Self {
            totals: Totals::Raw,
            zero_score: ZeroScoreRule::NoMatches,
            missing: Missing::Zero,
            effective: EffectiveOrders::Smoothed,
            arithmetic: Arithmetic::Double,
            zero_precisions: ZeroPrecisionRule::Annihilate,
            mean: Mean::Quotient,
            brevity: Brevity::Lengths,
            joining: Joining::Product,
            scaling: Scaling::First,
            finish: Finish::Whole,
            one_reference: false,
        }
    }
}

/// Total of a segment's n-grams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Totals {
    /// As many as there are.
    Raw,
    /// At least one in each segment (NLTK).
    AtLeastOne,
}

impl Totals {
    /// Return the total of a segment that has so many n-grams of an order.
    #[inline(always)]
    pub(super) fn of(self, ngrams: i64) -> i64 {
        match self {
            Self::Raw => ngrams,
            Self::AtLeastOne => ngrams.max(1),
        }
    }
}

/// The rule for counts that score 0 before any smoothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZeroScoreRule {
    /// No match of any order, which means none of order 1.
    NoMatches,
    /// No match of some order (torchmetrics).
    AnyOrder,
    /// No token on one of the sides (Future AGI's evaluation 101).
    EmptySide,
    /// None; the smoothing decides.
    Never,
}

/// The precision of an order for which there is no hypothesis n-gram.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Missing {
    /// 0, when the smoothing adds nothing to the total.
    Zero,
    /// 1, whatever the smoothing (mteval).
    One,
    /// This, whatever the smoothing.
    Value(f64),
    /// That of a total of one (ignite).
    OneNgram,
}

/// The orders that an effective order leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EffectiveOrders {
    /// Those with something to divide by after the smoothing of all orders.
    Smoothed,
    /// Those of which a hypothesis has an n-gram; the others are not smoothed either (Opik).
    Longest,
}

/// Division and rounding of a precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// All in double precision.
    Double,
    /// Matches times the reciprocal of the total (ignite, no smoothing).
    Reciprocal,
    /// The same in single precision; the rest in double.
    SingleReciprocal,
    /// Quotients in single precision, logarithms in double, the result in single (KerasHub).
    SingleQuotients,
    /// All in single precision (torchmetrics, Moses).
    Single,
}

impl Arithmetic {
    /// Return `matches / total` in units of `unit`.
    #[inline]
    pub(super) fn precision(self, unit: f64, matches: f64, total: f64) -> f64 {
        match self {
            Self::Double => unit * matches / total,
            Self::Reciprocal => unit * (matches * (1.0 / total)),
            Self::SingleReciprocal => {
                unit * f64::from(matches as f32 * (1.0 / f64::from(total as f32)) as f32)
            }
            Self::SingleQuotients | Self::Single => unit * single(matches / total),
        }
    }

    /// Return an intermediate value, rounded if all is in single precision.
    #[inline]
    pub(super) fn step(self, value: f64) -> f64 {
        if self == Self::Single { single(value) } else { value }
    }

    /// Return a quotient of lengths.
    #[inline]
    pub(super) fn quotient(self, value: f64) -> f64 {
        if matches!(self, Self::Single | Self::SingleQuotients) { single(value) } else { value }
    }
}

/// Return a number rounded to single precision.
#[inline]
pub(super) fn single(value: f64) -> f64 {
    f64::from(value as f32)
}

/// The rule for a precision of zero in the mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZeroPrecisionRule {
    /// The score is 0.
    Annihilate,
    /// Its order is left out, and its weight is lost (NLTK).
    Drop,
    /// Its order is left out; the weights of the others grow to make 1.
    Renormalise,
}

/// Formula of the geometric mean; the variants differ in last bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mean {
    /// The sum of logarithms, divided by the number of orders.
    Quotient,
    /// The sum of logarithms, times the reciprocal of the number of orders.
    Reciprocal,
    /// The sum of weights times logarithms.
    Terms,
    /// The same, rounded once.
    ExactTerms,
    /// The root of the product.
    Root,
}

/// The brevity penalty for `c` hypothesis and `r` reference tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brevity {
    /// exp(1 - r / c) where c < r.
    Lengths,
    /// exp(1 - 1 / (c / r)) where c / r <= 1 (TensorFlow's NMT, and its heirs).
    Ratio,
    /// The same of (c + 1e-15) / (r + 1e-9) (pycocoevalcap).
    Guarded,
    /// exp(1 - c / r) where c <= r, a bonus (promptfoo, by mistake).
    Inverted,
}

/// Combination of mean and brevity penalty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joining {
    /// Their product.
    Product,
    /// The exponential of the sum of their logarithms (mteval without smoothing, Moses).
    Exponent,
}

/// When the scale is multiplied in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scaling {
    /// With each precision, before the logarithm (sacreBLEU).
    First,
    /// With the value.
    Last,
}

/// Last step of the formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// Remove rounding errors of nearly perfect scores: a perfect score is exactly the scale, and no
    /// score is above it.
    Whole,
    /// Nothing: the formula's own rounding stands.
    AsIs,
    /// It is kept between 0 and a perfect value.
    Clamp,
    /// It is rounded to so many decimals.
    Decimals(usize),
}

/// Definition of the corpus score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Average {
    /// The score of the summed counts.
    #[default]
    Micro,
    /// The mean of the segments' scores.
    Macro {
        /// Whether these are made with effective order.
        effective_order: bool,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_rounded_to_single_precision() {
        let short = f64::from(0.1f32);
        let rounded = [
            (Arithmetic::Double, 0.1, 0.1),
            (Arithmetic::Reciprocal, 0.1, 0.1),
            (Arithmetic::SingleReciprocal, 0.1, 0.1),
            (Arithmetic::SingleQuotients, 0.1, short),
            (Arithmetic::Single, short, short),
        ];
        for (arithmetic, step, quotient) in rounded {
            assert_eq!((arithmetic.step(0.1), arithmetic.quotient(0.1)), (step, quotient));
        }
    }
}
