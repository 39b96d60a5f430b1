//! The scores of all hypotheses against all references.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use truebleu_core::corpus::{self, Segments};
use truebleu_core::metric::{Metric, Text};
use truebleu_core::pairwise::Pairwise;

use crate::array::Array;
use crate::block::Block;
use crate::errors::core_error;
use crate::segments::Source;

/// Pairs between two looks for Ctrl-C: some tenths of a second.
const PIECE: usize = 1 << 20;

/// The sentence score of each hypothesis against each reference: a row for each hypothesis.
pub fn pairwise(
    py: Python<'_>,
    metric: &dyn Metric,
    hypotheses: &Bound<'_, PyAny>,
    references: &Bound<'_, PyAny>,
    effective_order: bool,
    threads: usize,
) -> PyResult<Array> {
    let (hypotheses, references) = (block(py, hypotheses)?, block(py, references)?);
    let (ours, theirs) = (texts(&hypotheses), texts(&references));
    let pairs = py
        .detach(|| Pairwise::new(metric, &ours, &theirs))
        .map_err(|error| core_error(py, &error))?;
    let threads = corpus::threads(threads, ours.len() * theirs.len()).min(theirs.len().max(1));
    let mut values = vec![0.0; ours.len() * theirs.len()];
    let step = (PIECE / ours.len().max(1)).max(1);
    for (piece, values) in values.chunks_mut(step * ours.len().max(1)).enumerate() {
        py.detach(|| pairs.score(piece * step, effective_order, threads, values))
            .map_err(|error| core_error(py, &error))?;
        py.check_signals()?;
    }
    Ok(py.detach(|| Array::table(transposed(&values, theirs.len(), ours.len()), theirs.len())))
}

/// Texts, held for as long as the block lives.
fn block(py: Python<'_>, texts: &Bound<'_, PyAny>) -> PyResult<Block> {
    let source = Source::new(texts, PyTuple::empty(py).as_any(), false)?;
    let mut block = Block::new();
    source.read(0..source.len(), &mut block)?;
    Ok(block)
}

fn texts(block: &Block) -> Vec<Text<'_>> {
    (0..block.len()).map(|i| block.segment(i, &mut Vec::new())).collect()
}

/// Rows for columns.
fn transposed(values: &[f64], rows: usize, columns: usize) -> Vec<f64> {
    // So many of each side that both sides' lines stay in the cache.
    const TILE: usize = 32;
    let mut turned = vec![0.0; values.len()];
    for first_row in (0..rows).step_by(TILE) {
        for first_column in (0..columns).step_by(TILE) {
            for row in first_row..rows.min(first_row + TILE) {
                for column in first_column..columns.min(first_column + TILE) {
                    turned[column * rows + row] = values[row * columns + column];
                }
            }
        }
    }
    turned
}
