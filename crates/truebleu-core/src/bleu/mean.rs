//! The score against the mean of many references: expected counts of n-grams and an expected length
//! (DeNero et al., "Fast Consensus Decoding over Translation Forests", ACL 2009).

use super::Bleu;
use super::counts::{Counts, Last};
use super::formula::Lengths;
use super::rules::Average;
use crate::abilities::{AgainstMean, MeanCounts};

impl Bleu {
    /// Return whether there is such a score: not where the formula is of whole counts, or a mean of
    /// sentence scores.
    pub(super) fn has_mean_value(&self) -> bool {
        !self.smoothing.is_of_whole_counts() && self.average == Average::Micro
    }
}

impl AgainstMean for Bleu {
    fn value_of_mean(&self, mean: &MeanCounts<'_>, effective_order: bool) -> f64 {
        let (length, unit) = (mean.lengths[0], mean.unit as f64);
        let total = |n| self.rules.totals.of((length as i64 - n as i64).max(0));
        let totals: Vec<i64> = (0..mean.matches.len()).map(total).collect();
        let matches: Vec<f64> = mean.matches.iter().map(|&parts| parts as f64 / unit).collect();
        let counts = Counts {
            hypothesis_length: length as i64,
            matches: mean.matches,
            mean_matches: Some(&matches),
            totals: &totals,
            last: Last::default(),
        };
        let reference = mean.reference_lengths[0] as f64 / unit;
        let lengths = Lengths { hypothesis: length as f64, reference };
        let mut precisions = vec![0.0; self.orders];
        self.score_of(&counts, lengths, effective_order, &mut precisions).0
    }
}
