//! Probabilities as parts of a whole.

/// The weight of each reference as a whole number of parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    parts: Vec<i64>,
    whole: i64,
}

/// What the whole is divided into: weights are good to 2^-48 of it.
const BITS: u32 = 48;

impl Weights {
    /// The same weight for each: exact.
    #[must_use]
    pub fn uniform(references: usize) -> Self {
        Self { parts: vec![1; references], whole: references as i64 }
    }

    /// Weights in these proportions, finite, none negative and not all 0.
    /// `longest` is at least the number of tokens of any text: of so many
    /// parts sums must not overflow.
    #[must_use]
    pub fn new(weights: &[f64], longest: usize) -> Self {
        if weights.iter().all(|weight| Some(weight) == weights.first()) {
            return Self::uniform(weights.len());
        }
        let room = 61 - (usize::BITS - longest.leading_zeros());
        let largest = weights.iter().copied().fold(0.0, f64::max);
        // Of the largest first, so that no sum can overflow.
        let total: f64 = weights.iter().map(|weight| weight / largest).sum();
        let unit = (1_i64 << BITS.min(room)) as f64;
        let part = |weight: &f64| (weight / largest / total * unit).round() as i64;
        let parts: Vec<i64> = weights.iter().map(part).collect();
        Self { whole: parts.iter().sum(), parts }
    }

    /// The parts of reference `i`.
    #[must_use]
    pub fn part(&self, i: usize) -> i64 {
        self.parts[i]
    }

    /// All parts together.
    #[must_use]
    pub const fn whole(&self) -> i64 {
        self.whole
    }
}
