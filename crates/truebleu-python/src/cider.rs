//! CIDEr for Python: a corpus grows segment by segment, then has scores.

use std::sync::{Mutex, MutexGuard};

use pyo3::prelude::*;
use truebleu_core::cider::{self, Cider as Formula, Frequencies};
use truebleu_core::inventory::{Inventory, Token};
use truebleu_core::threads::locked;

use crate::array::Array;
use crate::errors::internal_error;
use crate::lines::{Lines, side_by_side};
use crate::segments::Source;
use crate::settings;

/// Segments between two checks for Ctrl-C.
const BLOCK: usize = 512;

/// In how many documents each n-gram is.
#[pyclass(frozen, module = "truebleu._native", name = "DocumentFrequencies")]
pub struct DocumentFrequencies(Frequencies);

#[pymethods]
impl DocumentFrequencies {
    /// Create frequencies of `documents` documents, of n-grams as lists of words.
    #[new]
    fn new(documents: f64, counts: Vec<(Vec<String>, f64)>) -> Self {
        let counts = counts
            .iter()
            .map(|(words, count)| (words.iter().map(String::as_str).collect(), *count));
        Self(Frequencies::new(documents, counts))
    }
}

/// A system and its references, held as numbers of tokens: the weights of n-grams are known only
/// when all references are.
#[pyclass(frozen, module = "truebleu._native")]
pub struct Cider(Mutex<Box<Inventory>>);

#[pymethods]
impl Cider {
    #[new]
    fn new(py: Python<'_>, tokenizer: &str, case: &str) -> PyResult<Self> {
        let kernel = settings::kernel(py)?;
        let tokenizer = settings::tokenizer(py, tokenizer)?;
        let inventory = Inventory::new(tokenizer, settings::case(case)?, kernel, 1);
        Ok(Self(Mutex::new(Box::new(inventory))))
    }

    /// Add the next segments. Return the fewest and the most references of one.
    fn add(
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
    fn add_lines(
        &self,
        py: Python<'_>,
        hypotheses: &Lines,
        references: Vec<PyRef<'_, Lines>>,
        count: usize,
    ) -> PyResult<()> {
        side_by_side(py, hypotheses, &references, count, |lines| {
            self.inventory().add_segments(0, lines)
        })
    }

    /// Return the score of each segment, by the frequencies of all references unless others are
    /// given.
    #[pyo3(signature = (frequencies, *, orders, sigma, clipped, divisor))]
    fn scores(
        &self,
        py: Python<'_>,
        frequencies: Option<&DocumentFrequencies>,
        orders: usize,
        sigma: f64,
        clipped: bool,
        divisor: usize,
    ) -> PyResult<Array> {
        check(orders.min(divisor))?;
        let formula = Formula { orders, sigma, clipped, divisor };
        let frequencies = frequencies.map(|frequencies| &frequencies.0);
        Ok(Array::values(py.detach(|| formula.scores(&self.inventory(), frequencies))))
    }

    /// Return the n-grams of the references, each with the number of segments that have it.
    fn document_frequencies(&self, orders: usize) -> PyResult<Vec<(Vec<String>, u32)>> {
        check(orders)?;
        let inventory = self.inventory();
        let text = |token: &Token<'_>| match *token {
            Token::Word(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            Token::Id(id) => id.to_string(),
        };
        let counts = cider::count(&inventory, orders);
        let named =
            |(words, count): (Vec<Token<'_>>, u32)| (words.iter().map(text).collect(), count);
        Ok(counts.into_iter().map(named).collect())
    }
}

impl Cider {
    fn inventory(&self) -> MutexGuard<'_, Box<Inventory>> {
        locked(&self.0)
    }
}

fn check(orders: usize) -> PyResult<()> {
    if orders > 0 { Ok(()) } else { Err(internal_error("at least one order is required")) }
}
