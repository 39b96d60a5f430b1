//! Many against many: the score of every hypothesis against every reference.
//!
//! All texts are tokenized once, their tokens numbered where the metric has
//! tokens, and each reference is read once for all hypotheses.

use std::sync::{Mutex, PoisonError};

use crate::error::Error;
use crate::inventory::Numbered;
use crate::metric::{Metric, Text, check_texts};

/// Hypotheses and references that are compared all with all.
pub struct Pairwise<'a> {
    metric: &'a dyn Metric,
    texts: Vec<Text<'a>>,
    numbered: Option<Numbered>,
    hypotheses: usize,
}

impl<'a> Pairwise<'a> {
    /// Reads all texts.
    ///
    /// # Errors
    /// A text that cannot be counted, or one of another kind: its number,
    /// counted from 0 over the hypotheses and then the references.
    pub fn new(
        metric: &'a dyn Metric,
        hypotheses: &[Text<'a>],
        references: &[Text<'a>],
    ) -> Result<Self, Error> {
        let texts = [hypotheses, references].concat();
        for (i, &text) in texts.iter().enumerate() {
            check_texts(texts[0], &[text]).map_err(|error| error.after(i))?;
        }
        let numbered = metric.numbered(&texts);
        Ok(Self { metric, texts, numbered, hypotheses: hypotheses.len() })
    }

    /// The number of references.
    #[must_use]
    pub fn references(&self) -> usize {
        self.texts.len() - self.hypotheses
    }

    /// Writes the sentence scores against the references from `first` on:
    /// those of all hypotheses against one, then against the next, as many as
    /// `values` has room for.
    ///
    /// # Errors
    /// A hypothesis that has no score; it is counted from 0.
    pub fn score(
        &self,
        first: usize,
        effective_order: bool,
        threads: usize,
        values: &mut [f64],
    ) -> Result<(), Error> {
        let parts = Mutex::new(values.chunks_mut(self.hypotheses.max(1)).enumerate());
        let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
            let mut counter = self.metric.counter();
            let mut row = vec![0; self.metric.columns().len()];
            while let Some((j, values)) = next() {
                let reference = [self.text(self.hypotheses + first + j)];
                for (i, value) in values.iter_mut().enumerate() {
                    let hypothesis = self.text(i);
                    let counted = if i == 0 {
                        counter.count(hypothesis, &reference, &mut row)
                    } else {
                        counter.count_again(hypothesis, &reference, &mut row)
                    };
                    counted.map_err(|error| error.after(i))?;
                    *value = self.metric.value(&row, effective_order);
                    if value.is_nan() {
                        return Err(Error::Undefined { segment: i });
                    }
                }
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            // Where the system gives no more threads, those that there are do it all.
            let others: Vec<_> = (1..threads)
                .map_while(|_| std::thread::Builder::new().spawn_scoped(scope, work).ok())
                .collect();
            let mut result = work();
            for thread in others {
                let other = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                result = result.and(other);
            }
            result
        })
    }

    fn text(&self, i: usize) -> Text<'_> {
        match &self.numbered {
            Some(numbered) => numbered.text(i),
            None => self.texts[i],
        }
    }
}
