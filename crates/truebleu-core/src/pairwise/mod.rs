//! Many against many: the score of every hypothesis against every reference.
//!
//! All texts are read once. Where a metric counts n-grams, those of a block of
//! references are counted at once ([`crossing`]), if there are enough of them;
//! else each reference is read once for all hypotheses.

mod crossing;

use std::sync::{Mutex, PoisonError};

use crate::corpus;
use crate::error::Error;
use crate::inventory::Numbered;
use crate::metric::{Metric, Text, check_texts};
use crossing::{BLOCK, Block, Crossing, Scratch};

/// With fewer texts on either side, numbering their n-grams takes longer than
/// it saves.
const WORTH_CROSSING: usize = 32;

/// Hypotheses that a thread takes at a time.
const SHARE: usize = 16;

/// Hypotheses and references that are compared all with all.
pub struct Pairwise<'a> {
    metric: &'a dyn Metric,
    texts: Vec<Text<'a>>,
    read: Read,
    hypotheses: usize,
    first_reference: usize,
}

/// The texts as they are counted.
enum Read {
    Crossing(Crossing),
    Numbered(Numbered),
    AsTheyAre,
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
        Self::within(metric, &texts, hypotheses.len(), hypotheses.len())
    }

    /// Reads texts of which so many are the hypotheses, and those from
    /// `first_reference` on the references: a text may be both.
    ///
    /// # Errors
    /// As [`Pairwise::new`].
    pub fn within(
        metric: &'a dyn Metric,
        texts: &[Text<'a>],
        hypotheses: usize,
        first_reference: usize,
    ) -> Result<Self, Error> {
        for (i, &text) in texts.iter().enumerate() {
            check_texts(texts[0], &[text]).map_err(|error| error.after(i))?;
        }
        let enough = hypotheses.min(texts.len() - first_reference) >= WORTH_CROSSING;
        let sequences = if enough { metric.sequences(texts) } else { None };
        let read = match sequences.and_then(Crossing::new) {
            Some(crossing) => Read::Crossing(crossing),
            None => metric.numbered(texts).map_or(Read::AsTheyAre, Read::Numbered),
        };
        Ok(Self { metric, texts: texts.to_vec(), read, hypotheses, first_reference })
    }

    /// The number of hypotheses.
    #[must_use]
    pub const fn hypotheses(&self) -> usize {
        self.hypotheses
    }

    /// The number of references.
    #[must_use]
    pub fn references(&self) -> usize {
        self.texts.len() - self.first_reference
    }

    /// Writes the sentence scores of the hypotheses from `first` on: those of
    /// one against all references, then those of the next, as many as `values`
    /// has room for.
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
        if self.references() == 0 {
            return Ok(());
        }
        match &self.read {
            Read::Crossing(crossing) => {
                self.score_blocks(crossing, first, effective_order, threads, values)
            }
            _ => self.score_columns(first, effective_order, threads, values),
        }
    }

    /// Block of references by block, on each of which all threads work.
    fn score_blocks(
        &self,
        crossing: &Crossing,
        first: usize,
        effective_order: bool,
        threads: usize,
        values: &mut [f64],
    ) -> Result<(), Error> {
        let references = self.references();
        for start in (0..references).step_by(BLOCK) {
            let count = BLOCK.min(references - start);
            let block = crossing.block(self.first_reference + start, count);
            let parts = Mutex::new(values.chunks_mut(SHARE * references).enumerate());
            let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
            let work = || {
                let mut scoring = Scoring::new(self, crossing, &block, effective_order);
                while let Some((part, values)) = next() {
                    for (i, values) in values.chunks_exact_mut(references).enumerate() {
                        let hypothesis = first + part * SHARE + i;
                        scoring.score(hypothesis, start, &mut values[start..start + count])?;
                    }
                }
                Ok(())
            };
            corpus::on_threads(threads, work)?;
        }
        Ok(())
    }

    /// Reference by reference, each of which a thread compares with all hypotheses.
    fn score_columns(
        &self,
        first: usize,
        effective_order: bool,
        threads: usize,
        values: &mut [f64],
    ) -> Result<(), Error> {
        let references = self.references();
        let hypotheses = values.len() / references;
        let mut columns = vec![0.0; values.len()];
        let parts = Mutex::new(columns.chunks_mut(hypotheses.max(1)).enumerate());
        let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
            let mut counter = self.metric.counter();
            let mut row = vec![0; self.metric.columns().len()];
            while let Some((j, values)) = next() {
                let reference = [self.text(self.first_reference + j)];
                for (i, value) in values.iter_mut().enumerate() {
                    let hypothesis = self.text(first + i);
                    let counted = if i == 0 {
                        counter.count(hypothesis, &reference, &mut row)
                    } else {
                        counter.count_again(hypothesis, &reference, &mut row)
                    };
                    counted.map_err(|error| error.after(first + i))?;
                    *value = self.value(&row, effective_order, first + i)?;
                }
            }
            Ok(())
        };
        corpus::on_threads(threads, work)?;
        transpose(&columns, hypotheses, values);
        Ok(())
    }

    fn value(&self, row: &[i64], effective_order: bool, hypothesis: usize) -> Result<f64, Error> {
        let value = self.metric.value(row, effective_order);
        if value.is_nan() { Err(Error::Undefined { segment: hypothesis }) } else { Ok(value) }
    }

    fn text(&self, i: usize) -> Text<'_> {
        match &self.read {
            Read::Numbered(numbered) => numbered.text(i),
            _ => self.texts[i],
        }
    }
}

/// What a thread needs to score hypotheses against a block.
struct Scoring<'a> {
    pairs: &'a Pairwise<'a>,
    crossing: &'a Crossing,
    block: &'a Block<'a>,
    effective_order: bool,
    scratch: Scratch,
    lengths: Vec<[usize; 2]>,
    matches: Vec<i64>,
    row: Vec<i64>,
}

impl<'a> Scoring<'a> {
    fn new(
        pairs: &'a Pairwise<'a>,
        crossing: &'a Crossing,
        block: &'a Block<'a>,
        effective_order: bool,
    ) -> Self {
        Self {
            pairs,
            crossing,
            block,
            effective_order,
            scratch: Scratch::new(crossing),
            lengths: vec![[0; 2]; crossing.counters()],
            matches: vec![0; crossing.orders()],
            row: vec![0; pairs.metric.columns().len()],
        }
    }

    /// The scores of a hypothesis against the block's references, the first of
    /// which is reference `start` of all.
    fn score(&mut self, hypothesis: usize, start: usize, values: &mut [f64]) -> Result<(), Error> {
        let Self { pairs, crossing, scratch, lengths, matches, row, .. } = self;
        self.block.count(hypothesis, scratch);
        for (j, value) in values.iter_mut().enumerate() {
            for (matches, counts) in matches.iter_mut().zip(scratch.matches.as_chunks::<BLOCK>().0)
            {
                *matches = i64::from(counts[j]);
            }
            crossing.lengths(hypothesis, pairs.first_reference + start + j, lengths);
            let written = pairs.metric.row_of_matches(lengths, matches, row);
            written.map_err(|error| error.after(hypothesis))?;
            *value = pairs.value(row, self.effective_order, hypothesis)?;
        }
        Ok(())
    }
}

/// Writes columns of `length` numbers as rows.
fn transpose(columns: &[f64], length: usize, rows: &mut [f64]) {
    // So many of each side that both sides' lines stay in the cache.
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
