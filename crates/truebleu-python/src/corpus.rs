//! A system and its references that grow segment by segment, for metrics whose weights are known
//! only when all references are: NIST and CIDEr.

use std::sync::{Mutex, MutexGuard};

use pyo3::prelude::*;
use truebleu_core::inventory::Inventory;
use truebleu_core::threads::locked;

use crate::errors::internal_error;
use crate::lines::{Lines, side_by_side};
use crate::segments::Source;
use crate::settings;

/// Segments between two checks for Ctrl-C.
const BLOCK: usize = 512;

/// The segments, held as numbers of tokens.
pub struct Corpus(Mutex<Box<Inventory>>);

impl Corpus {
    pub fn new(py: Python<'_>, tokenizer: &str, case: &str) -> PyResult<Self> {
        let kernel = settings::kernel(py)?;
        let tokenizer = settings::tokenizer(py, tokenizer)?;
        let inventory = Inventory::new(tokenizer, settings::case(case)?, kernel, 1);
        Ok(Self(Mutex::new(Box::new(inventory))))
    }

    /// Add the next segments. Return the fewest and the most references of one.
    pub fn add(
        &self,
        py: Python<'_>,
        hypotheses: &Bound<'_, PyAny>,
        references: &Bound<'_, PyAny>,
        per_segment: bool,
    ) -> PyResult<(usize, usize)> {
        let source = Source::new(hypotheses, references, per_segment)?;
        source.each_block(py, BLOCK, |_, block| self.inventory().add_segments(0, block))
    }

    /// Add the first `count` lines that wait in files.
    pub fn add_lines(
        &self,
        py: Python<'_>,
        hypotheses: &Lines,
        references: &[PyRef<'_, Lines>],
        count: usize,
    ) -> PyResult<()> {
        side_by_side(py, hypotheses, references, count, |lines| {
            self.inventory().add_segments(0, lines)
        })
    }

    pub fn inventory(&self) -> MutexGuard<'_, Box<Inventory>> {
        locked(&self.0)
    }
}

/// Refuse to count no order at all.
pub fn check_orders(orders: usize) -> PyResult<()> {
    if orders > 0 { Ok(()) } else { Err(internal_error("at least one order is required")) }
}
