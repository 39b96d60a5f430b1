//! Many against many: the score of every hypothesis against every reference.
//!
//! All texts are read once. Where a metric counts n-grams, those of a block of references are
//! counted at once ([`crossing`]), if there are enough of them; else each reference is read once
//! for all hypotheses.

mod blocks;
mod crossing;

use std::sync::Mutex;

use crate::abilities::{Abilities, FromMatches};
use crate::error::Error;
use crate::inventory::Numbered;
use crate::metric::Metric;
use crate::segment::{Text, check_all};
use crate::threads;
use blocks::{Left, Scoring};
use crossing::{BLOCK, Crossing};

/// With fewer texts on either side, numbering their n-grams takes longer than it saves.
const WORTH_CROSSING: usize = 32;

/// Hypotheses that a thread takes at a time.
const SHARE: usize = 64;

/// Options of pairwise scores.
pub struct PairwiseOptions<'a> {
    /// As in [`Metric::value`].
    pub effective_order: bool,
    /// Maximum number of threads.
    pub threads: usize,
    /// Called now and then, on any thread: whether to go on.
    pub go_on: &'a (dyn Fn() -> bool + Sync),
}

/// Hypotheses and references that are compared all with all.
pub struct Pairwise<'a> {
    metric: &'a dyn Metric,
    texts: Vec<Text<'a>>,
    read: Read<'a>,
    hypotheses: usize,
    first_reference: usize,
}

/// The texts as they are counted.
enum Read<'a> {
    Crossing(Crossing, &'a dyn FromMatches),
    Numbered(Numbered),
    AsTheyAre,
}

impl<'a> Pairwise<'a> {
    /// Read all texts.
    ///
    /// # Errors
    /// A text that cannot be counted, or one of another kind: its number, counted from 0 over the
    /// hypotheses and then the references.
    pub fn new(
        metric: &'a dyn Metric,
        hypotheses: &[Text<'a>],
        references: &[Text<'a>],
    ) -> Result<Self, Error> {
        let texts = [hypotheses, references].concat();
        Self::within(metric, &texts, hypotheses.len(), hypotheses.len())
    }

    /// Read texts of which so many are the hypotheses, and those from `first_reference` on the
    /// references: a text may be both.
    ///
    /// # Errors
    /// As [`Pairwise::new`].
    pub fn within(
        metric: &'a dyn Metric,
        texts: &[Text<'a>],
        hypotheses: usize,
        first_reference: usize,
    ) -> Result<Self, Error> {
        check_all(texts)?;
        let enough = hypotheses.min(texts.len() - first_reference) >= WORTH_CROSSING;
        let Abilities { numbering, matches, .. } = metric.abilities();
        let crossing = matches
            .filter(|_| enough)
            .and_then(|rows| Some((Crossing::new(rows.sequences(texts)?)?, rows)));
        let read = match (crossing, numbering) {
            (Some((crossing, rows)), _) => Read::Crossing(crossing, rows),
            (None, Some(numbering)) => Read::Numbered(numbering.read(texts)),
            (None, None) => Read::AsTheyAre,
        };
        Ok(Self { metric, texts: texts.to_vec(), read, hypotheses, first_reference })
    }

    /// Return the number of hypotheses.
    pub const fn hypotheses(&self) -> usize {
        self.hypotheses
    }

    /// Return whether it costs nothing more to ask for the hypotheses a few at a time.
    pub const fn is_quick_in_pieces(&self) -> bool {
        !matches!(self.read, Read::Crossing(..))
    }

    /// Return the number of references.
    pub fn references(&self) -> usize {
        self.texts.len() - self.first_reference
    }

    /// Write the sentence scores of the hypotheses from `first` on: those of one against all
    /// references, then those of the next, as many as `values` has room for. Some are not written
    /// where it is told not to go on.
    ///
    /// # Errors
    /// A hypothesis that has no score; it is counted from 0.
    pub fn score(
        &self,
        first: usize,
        options: &PairwiseOptions<'_>,
        values: &mut [f64],
    ) -> Result<(), Error> {
        if self.references() == 0 {
            return Ok(());
        }
        match &self.read {
            Read::Crossing(crossing, rows) => {
                self.score_blocks((crossing, *rows), first, options, values)
            }
            _ => self.score_columns(first, options, values),
        }
    }

    /// Score by blocks of references, one per thread as long as there are enough.
    fn score_blocks(
        &self,
        crossing: (&Crossing, &dyn FromMatches),
        first: usize,
        options: &PairwiseOptions<'_>,
        values: &mut [f64],
    ) -> Result<(), Error> {
        let left = Mutex::new(Left::new(values, self.references(), first));
        let next = |own: usize| threads::locked(&left).take(own, SHARE);
        let work = || {
            let mut scoring = Scoring::new(self, crossing, options.effective_order);
            let mut own = usize::MAX;
            while let Some(share) = next(own).filter(|_| (options.go_on)()) {
                let start = share.block * BLOCK;
                if share.block != own {
                    own = share.block;
                    scoring.read(start, BLOCK.min(self.references() - start));
                }
                for (i, values) in share.rows.into_iter().enumerate() {
                    scoring.score(share.first + i, start, values)?;
                }
            }
            Ok(())
        };
        threads::try_each(options.threads, 0..options.threads.max(1), || (), |(), _| work())
            .map(drop)
    }

    /// Score by reference: a thread compares each with all hypotheses.
    fn score_columns(
        &self,
        first: usize,
        options: &PairwiseOptions<'_>,
        values: &mut [f64],
    ) -> Result<(), Error> {
        let references = self.references();
        let hypotheses = values.len() / references;
        let mut columns = vec![0.0; values.len()];
        let parts = columns.chunks_mut(hypotheses.max(1)).enumerate();
        let state = || (self.metric.counter(), vec![0; self.metric.columns().len()]);
        threads::try_each(options.threads, parts, state, |(counter, row), (j, values)| {
            if !(options.go_on)() {
                return Ok(());
            }
            let reference = [self.text(self.first_reference + j)];
            for (i, value) in values.iter_mut().enumerate() {
                let hypothesis = self.text(first + i);
                let result = if i == 0 {
                    counter.count(hypothesis, &reference, row)
                } else {
                    counter.count_again(hypothesis, &reference, row)
                };
                result.map_err(|error| error.after(first + i))?;
                *value = self.metric.value_of(first + i, row, options.effective_order)?;
            }
            Ok(())
        })?;
        transpose(&columns, hypotheses, values);
        Ok(())
    }

    fn text(&self, i: usize) -> Text<'_> {
        match &self.read {
            Read::Numbered(numbered) => numbered.text(i),
            _ => self.texts[i],
        }
    }
}

/// Write columns of `length` numbers as rows.
fn transpose(columns: &[f64], length: usize, rows: &mut [f64]) {
    // As many of each side as fit into the cache.
    const TILE: usize = 32;
    let width = columns.len() / length.max(1);
    for first_column in (0..width).step_by(TILE) {
        for first_row in (0..length).step_by(TILE) {
            for column in first_column..width.min(first_column + TILE) {
                for row in first_row..length.min(first_row + TILE) {
                    rows[row * width + column] = columns[column * length + row];
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
