//! CIDEr for Python: a corpus grows segment by segment, then has scores.

use pyo3::prelude::*;
use truebleu_core::cider::{self, Cider as Formula, Frequencies};
use truebleu_core::inventory::Token;

use crate::array::Array;
use crate::corpus::{Corpus, check_orders};
use crate::lines::Lines;

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
pub struct Cider(Corpus);

#[pymethods]
impl Cider {
    #[new]
    fn new(py: Python<'_>, tokenizer: &str, case: &str) -> PyResult<Self> {
        Corpus::new(py, tokenizer, case).map(Self)
    }

    /// Add the next segments. Return the fewest and the most references of one.
    fn add(
        &self,
        py: Python<'_>,
        hypotheses: &Bound<'_, PyAny>,
        references: &Bound<'_, PyAny>,
        per_segment: bool,
    ) -> PyResult<(usize, usize)> {
        self.0.add(py, hypotheses, references, per_segment)
    }

    /// Add the first `count` lines that wait in files.
    fn add_lines(
        &self,
        py: Python<'_>,
        hypotheses: &Lines,
        references: Vec<PyRef<'_, Lines>>,
        count: usize,
    ) -> PyResult<()> {
        self.0.add_lines(py, hypotheses, &references, count)
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
        check_orders(orders.min(divisor))?;
        let formula = Formula { orders, sigma, clipped, divisor };
        let frequencies = frequencies.map(|frequencies| &frequencies.0);
        Ok(Array::values(py.detach(|| formula.scores(&self.0.inventory(), frequencies))))
    }

    /// Return the n-grams of the references, each with the number of segments that have it.
    fn document_frequencies(&self, orders: usize) -> PyResult<Vec<(Vec<String>, u32)>> {
        check_orders(orders)?;
        let inventory = self.0.inventory();
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
