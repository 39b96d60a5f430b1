//! Hypotheses against blocks of references: how threads share the work and do it.

use super::Pairwise;
use super::crossing::{BLOCK, Block, Crossing, Scratch};
use crate::abilities::{FromMatches, PairScorer};
use crate::error::Error;

/// Remaining work.
pub(super) struct Left<'v> {
    /// For each block, the places for the scores of the hypotheses that are left.
    rows: Vec<std::vec::IntoIter<&'v mut [f64]>>,
    /// The first block that no thread has taken yet; those behind it are free, too.
    fresh: usize,
    /// Behind the last hypothesis.
    end: usize,
}

/// Hypotheses against a block.
pub(super) struct Share<'v> {
    pub(super) block: usize,
    /// The first hypothesis.
    pub(super) first: usize,
    /// For each of them, the places for its scores.
    pub(super) rows: Vec<&'v mut [f64]>,
}

impl<'v> Left<'v> {
    /// Return all hypotheses from `first` on, as many as `values` has room for.
    pub(super) fn new(values: &'v mut [f64], references: usize, first: usize) -> Self {
        let count = values.len() / references;
        let mut rows: Vec<Vec<_>> =
            (0..references.div_ceil(BLOCK)).map(|_| Vec::with_capacity(count)).collect();
        for row in values.chunks_exact_mut(references) {
            for (rows, part) in rows.iter_mut().zip(row.chunks_mut(BLOCK)) {
                rows.push(part);
            }
        }
        let rows = rows.into_iter().map(Vec::into_iter).collect();
        Self { rows, fresh: 0, end: first + count }
    }

    /// Return the next `most` hypotheses for the thread that read block `own`: of this block, or of
    /// a free one, or of the one with most left.
    pub(super) fn take(&mut self, own: usize, most: usize) -> Option<Share<'v>> {
        let is_left = |block: usize| self.rows.get(block).is_some_and(|rows| rows.len() > 0);
        let block = if is_left(own) {
            own
        } else if is_left(self.fresh) {
            self.fresh
        } else {
            (0..self.rows.len())
                .max_by_key(|&block| self.rows[block].len())
                .filter(|&b| is_left(b))?
        };
        self.fresh += usize::from(block == self.fresh);
        let rows = &mut self.rows[block];
        let first = self.end - rows.len();
        Some(Share { block, first, rows: rows.take(most).collect() })
    }
}

/// State of a thread that scores hypotheses against a block.
pub(super) struct Scoring<'a> {
    pairs: &'a Pairwise<'a>,
    crossing: &'a Crossing,
    rows: &'a dyn FromMatches,
    scorer: Option<Box<dyn PairScorer + 'a>>,
    block: Block<'a>,
    /// The length of each reference of the block, for the scorer.
    reference_lengths: Vec<usize>,
    effective_order: bool,
    scratch: Scratch,
    lengths: Vec<[usize; 2]>,
    matches: Vec<i64>,
    row: Vec<i64>,
}

impl<'a> Scoring<'a> {
    pub(super) fn new(
        pairs: &'a Pairwise<'a>,
        (crossing, rows): (&'a Crossing, &'a dyn FromMatches),
        effective_order: bool,
    ) -> Self {
        Self {
            pairs,
            crossing,
            rows,
            scorer: rows.pair_scorer(effective_order),
            block: crossing.no_block(),
            reference_lengths: Vec::new(),
            effective_order,
            scratch: Scratch::new(crossing),
            lengths: vec![[0; 2]; crossing.counters()],
            matches: vec![0; crossing.orders()],
            row: vec![0; pairs.metric.columns().len()],
        }
    }

    /// Read so many references from reference `start` on.
    pub(super) fn read(&mut self, start: usize, count: usize) {
        let first = self.pairs.first_reference + start;
        self.block.read(first, count);
        if self.scorer.is_some() {
            self.reference_lengths.clear();
            self.reference_lengths.extend((first..first + count).map(|i| self.crossing.length(i)));
        }
    }

    /// Return the scores of a hypothesis against the block's references, the first of which is
    /// reference `start` of all.
    pub(super) fn score(
        &mut self,
        hypothesis: usize,
        start: usize,
        values: &mut [f64],
    ) -> Result<(), Error> {
        let Self { pairs, crossing, rows, scorer, reference_lengths, .. } = self;
        self.block.count(hypothesis, &mut self.scratch);
        if let Some(scorer) = scorer {
            let matches: Vec<&[u16]> = self.scratch.matches.chunks_exact(BLOCK).collect();
            scorer.score(crossing.length(hypothesis), reference_lengths, &matches, values);
            return Ok(());
        }
        let Self { scratch, lengths, matches, row, .. } = self;
        for (j, value) in values.iter_mut().enumerate() {
            for (matches, counts) in matches.iter_mut().zip(scratch.matches.as_chunks::<BLOCK>().0)
            {
                *matches = i64::from(counts[j]);
            }
            crossing.lengths(hypothesis, pairs.first_reference + start + j, lengths);
            let written = rows.row_of_matches(lengths, matches, row);
            written.map_err(|error| error.after(hypothesis))?;
            *value = pairs.metric.value_of(hypothesis, row, self.effective_order)?;
        }
        Ok(())
    }
}
