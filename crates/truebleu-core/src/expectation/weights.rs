//! Probabilities as parts of a whole.

/// The weight of each reference as a whole number of parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    parts: Vec<i64>,
    total: i64,
    /// A reference with more than half of the weight, and the weights of the others alone: too
    /// few of the common parts may be theirs.
    heaviest: Option<(usize, Box<Self>)>,
}

/// Parts of the total weight: weights are exact to 2^-48 of it.
const BITS: u32 = 48;

impl Weights {
    /// Create equal weights: exact.
    pub fn uniform(references: usize) -> Self {
        Self { parts: vec![1; references], total: references as i64, heaviest: None }
    }

    /// Create weights in these proportions, finite, none negative and not all 0. `longest` is at
    /// least the number of tokens of any text; it limits the parts so that sums cannot overflow.
    pub fn new(weights: &[f64], longest: usize) -> Self {
        Self::with_others(weights, longest, |heaviest| without(weights, heaviest, 0.0))
    }

    /// Create weights that are exp(`scale` x) of these logarithms, below infinity and not all minus
    /// infinity.
    pub fn of_logarithms(logarithms: &[f64], scale: f64, longest: usize) -> Self {
        Self::with_others(&exponentials(logarithms, scale), longest, |heaviest| {
            exponentials(&without(logarithms, heaviest, f64::NEG_INFINITY), scale)
        })
    }

    /// Add the weights without the heaviest reference; `others` returns them with 0 in its place.
    fn with_others(
        weights: &[f64],
        longest: usize,
        others: impl FnOnce(usize) -> Vec<f64>,
    ) -> Self {
        let mut all = Self::in_parts(weights, longest);
        let most_of_all = |&part: &i64| part > all.total / 2;
        if weights.len() > 1
            && let Some(heaviest) = all.parts.iter().position(most_of_all)
        {
            all.heaviest = Some((heaviest, Box::new(Self::in_parts(&others(heaviest), longest))));
        }
        all
    }

    fn in_parts(weights: &[f64], longest: usize) -> Self {
        let largest = weights.iter().copied().fold(0.0, f64::max);
        if largest == 0.0 {
            return Self { parts: vec![0; weights.len()], total: 0, heaviest: None };
        }
        if weights.iter().all(|weight| Some(weight) == weights.first()) {
            return Self::uniform(weights.len());
        }
        let bits = 61 - (usize::BITS - longest.leading_zeros());
        // Relative to the largest weight, so that no sum can overflow.
        let total: f64 = weights.iter().map(|weight| weight / largest).sum();
        let unit = (1_i64 << BITS.min(bits)) as f64;
        let part = |weight: &f64| (weight / largest / total * unit).round() as i64;
        let parts: Vec<i64> = weights.iter().map(part).collect();
        Self { total: parts.iter().sum(), parts, heaviest: None }
    }

    /// Return the parts of reference `i`.
    pub fn part(&self, i: usize) -> i64 {
        self.parts[i]
    }

    /// Return all parts together.
    pub const fn total(&self) -> i64 {
        self.total
    }

    /// Return the reference with more than half of the weight, where there is one, and the weights
    /// without it: its part of these is 0.
    pub fn heaviest(&self) -> Option<(usize, &Self)> {
        self.heaviest.as_ref().map(|(heaviest, others)| (*heaviest, &**others))
    }

    /// Return the weights from which the parts of reference `i` can be taken away: these, or those
    /// of the others alone.
    pub fn to_take_from(&self, i: usize) -> &Self {
        match self.heaviest() {
            Some((heaviest, others)) if heaviest == i => others,
            _ => self,
        }
    }
}

/// Return the numbers with number `i` replaced.
fn without(numbers: &[f64], i: usize, instead: f64) -> Vec<f64> {
    let mut others = numbers.to_vec();
    others[i] = instead;
    others
}

/// Return exp(`scale` x) in proportion to the largest, so that nothing overflows.
fn exponentials(logarithms: &[f64], scale: f64) -> Vec<f64> {
    let largest = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weight =
        |&x: &f64| if x == f64::NEG_INFINITY { 0.0 } else { (scale * (x - largest)).exp() };
    logarithms.iter().map(weight).collect()
}
