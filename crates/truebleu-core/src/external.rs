//! Formulas of rows that are made elsewhere: of numbers that a program, a model or a person gives
//! each segment. What needs rows and no texts (sums, resampling) works on them as on all others.

use crate::error::Error;
use crate::exact_mean;
use crate::metric::{Counter, Metric};
use crate::segment::Text;

/// Limit of the largest absolute number times the number of segments. A resample can draw the
/// segment with the largest number every time and adds rows of two systems, and a column of 64 bits
/// holds sums up to 2^33.
pub const SUM_LIMIT: f64 = (1u64 << 32) as f64;

/// The mean of one number for each segment, whose row is [`exact_mean::row`].
#[derive(Clone, Copy, Debug)]
pub struct Mean;

/// Edits for each token of the references: an error rate.
#[derive(Clone, Copy, Debug)]
pub struct ErrorRate {
    /// The value of a rate of one: 100 or 1.
    pub scale: f64,
}

impl Metric for Mean {
    fn columns(&self) -> Vec<String> {
        exact_mean::COLUMNS.map(str::to_owned).to_vec()
    }

    fn counter(&self) -> Box<dyn Counter> {
        Box::new(NoCounter)
    }

    fn value(&self, row: &[i64], _effective_order: bool) -> f64 {
        if row[0] == 0 { 0.0 } else { exact_mean::sum(row[1], row[2]) / row[0] as f64 }
    }

    fn check_references(&self, _count: usize) -> Result<(), Error> {
        Ok(())
    }
}

impl Metric for ErrorRate {
    fn columns(&self) -> Vec<String> {
        ["substitutions", "deletions", "insertions", "reference_length"].map(str::to_owned).to_vec()
    }

    fn counter(&self) -> Box<dyn Counter> {
        Box::new(NoCounter)
    }

    /// Return edits over length; for empty references the edits, as in jiwer.
    fn value(&self, row: &[i64], _effective_order: bool) -> f64 {
        let edits = (row[0] + row[1] + row[2]) as f64;
        self.scale * if row[3] == 0 { edits } else { edits / row[3] as f64 }
    }
}

/// A counter that refuses every text.
pub(crate) struct NoCounter;

impl Counter for NoCounter {
    fn count_from(
        &mut self,
        _: usize,
        _: Text<'_>,
        _: &[Text<'_>],
        _: &mut [i64],
    ) -> Result<(), Error> {
        Err(Error::ExternalRows { segment: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::{ErrorRate, Mean};
    use crate::error::Error;
    use crate::exact_mean;
    use crate::metric::Metric;
    use crate::segment::Text;

    #[test]
    fn a_mean_is_that_of_the_numbers() {
        for value in [0.0, 1.0, -1.0, 0.1, -0.3, 99.9, -1e6 / 3.0] {
            assert_eq!(
                Mean.value(&exact_mean::row(value), false).to_bits(),
                value.to_bits(),
                "{value}"
            );
        }
        let [a, b] = [0.25, -0.75].map(exact_mean::row);
        assert_eq!(Mean.value(&[a[0] + b[0], a[1] + b[1], a[2] + b[2]], false), -0.25);
        assert_eq!(Mean.value(&[0, 0, 0], false), 0.0);
    }

    #[test]
    fn a_rate_is_edits_over_length() {
        let rate = ErrorRate { scale: 100.0 };
        assert_eq!(rate.value(&[1, 1, 0, 8], false), 25.0);
        assert_eq!(rate.value(&[0, 0, 3, 0], false), 300.0);
        assert_eq!(rate.value(&[0, 0, 0, 0], false), 0.0);
    }

    #[test]
    fn columns_have_their_names() {
        assert_eq!(Mean.columns(), ["segments", "score", "score_rest"]);
        let names = ["substitutions", "deletions", "insertions", "reference_length"];
        assert_eq!(ErrorRate { scale: 1.0 }.columns(), names);
    }

    #[test]
    fn texts_are_refused() {
        for metric in [&Mean as &dyn Metric, &ErrorRate { scale: 1.0 }] {
            let mut row = vec![0; metric.columns().len()];
            let text = Text::Plain("a");
            let result = metric.counter().count(text, &[text], &mut row);
            assert_eq!(result, Err(Error::ExternalRows { segment: 0 }));
        }
    }
}
