//! `Metric`: a metric of the core, as Python holds it.

use std::sync::Mutex;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use truebleu_core::bleu::{Bleu, ReferenceLength, Smoothing};
use truebleu_core::corpus::{self, Output};
use truebleu_core::kernels::KernelChoice;
use truebleu_core::metric::{Counter, Metric as _};
use truebleu_core::tokenizers::Tokenizer;

use crate::array::Array;
use crate::engine::{self, Wanted};
use crate::errors::{configuration_error, core_error, internal_error};
use crate::lines::{Lines, count_lines};
use crate::segments::{Block, Source};

/// The tokenizer with this name.
pub fn tokenizer(py: Python<'_>, name: &str) -> PyResult<Tokenizer> {
    Tokenizer::from_name(name).ok_or_else(|| {
        let names = Tokenizer::ALL.map(Tokenizer::name).join(", ");
        configuration_error(py, &format!("the core has no tokenizer {name:?}; it has {names}"))
    })
}

fn reference_length(name: &str) -> PyResult<ReferenceLength> {
    match name {
        "closest" => Ok(ReferenceLength::Closest),
        "shortest" => Ok(ReferenceLength::Shortest),
        "longest" => Ok(ReferenceLength::Longest),
        "average" => Ok(ReferenceLength::Average),
        _ => Err(internal_error("unknown reference length")),
    }
}

fn smoothing(name: &str, value: f64) -> PyResult<Smoothing> {
    match name {
        "none" => Ok(Smoothing::None),
        "floor" => Ok(Smoothing::Floor(value)),
        "add-k" => Ok(Smoothing::AddK(value)),
        "exp" => Ok(Smoothing::Exp),
        "method4" => Ok(Smoothing::Method4(value)),
        "method5" => Ok(Smoothing::Method5),
        "method6" => Ok(Smoothing::Method6(value)),
        "method7" => Ok(Smoothing::Method7(value)),
        _ => Err(internal_error("unknown smoothing")),
    }
}

/// A score: value, precisions, brevity penalty.
type Score<'py> = (f64, Bound<'py, PyTuple>, f64);
/// A row, then its score.
type RowAndScore<'py> = (Bound<'py, PyTuple>, f64, Bound<'py, PyTuple>, f64);

/// A metric: immutable, used from any thread.
#[pyclass(frozen, module = "truebleu._native")]
pub struct Metric {
    pub bleu: Bleu,
    columns: Vec<String>,
    /// A counter for `sentence`, so that its room is made once. Who finds it
    /// taken makes another: nobody waits, and a fork leaves nothing locked.
    spare: Mutex<Option<Box<dyn Counter>>>,
}

#[pymethods]
impl Metric {
    /// BLEU with these settings, which Python has checked.
    #[staticmethod]
    #[pyo3(signature = (*, tokenizer, lowercase, max_ngram_order, weights, reference_length,
                        smoothing, smoothing_value, scale))]
    #[expect(clippy::too_many_arguments, reason = "keywords, one for each setting")]
    fn bleu(
        py: Python<'_>,
        tokenizer: &str,
        lowercase: bool,
        max_ngram_order: usize,
        weights: Option<Vec<f64>>,
        reference_length: &str,
        smoothing: &str,
        smoothing_value: f64,
        scale: f64,
    ) -> PyResult<Self> {
        let bleu = Bleu {
            tokenizer: self::tokenizer(py, tokenizer)?,
            lowercase,
            orders: max_ngram_order,
            weights,
            reference_length: self::reference_length(reference_length)?,
            smoothing: self::smoothing(smoothing, smoothing_value)?,
            scale,
            kernel: KernelChoice::from_environment().map_err(|error| core_error(py, &error))?,
        };
        if bleu.orders == 0 || bleu.weights.as_ref().is_some_and(|w| w.len() != bleu.orders) {
            return Err(internal_error("there must be as many weights as orders, at least one"));
        }
        Ok(Self { columns: bleu.columns(), bleu, spare: Mutex::new(None) })
    }

    /// The names of a row's columns.
    #[getter]
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.columns)
    }

    /// The sum of all rows; the fewest and the most references of a segment.
    fn sum<'py>(
        &self,
        py: Python<'py>,
        hypotheses: &Bound<'py, PyAny>,
        references: &Bound<'py, PyAny>,
        per_segment: bool,
        threads: usize,
    ) -> PyResult<(Bound<'py, PyTuple>, usize, usize)> {
        let source = Source::new(hypotheses, references, per_segment)?;
        let counted = self.count(py, &source, Wanted::Sum, threads)?;
        let (fewest, most) = counted.reference_counts;
        Ok((PyTuple::new(py, counted.sum)?, fewest, most))
    }

    /// The row of each segment; the fewest and the most references of one.
    fn rows<'py>(
        &self,
        py: Python<'py>,
        hypotheses: &Bound<'py, PyAny>,
        references: &Bound<'py, PyAny>,
        per_segment: bool,
        threads: usize,
    ) -> PyResult<(Array, usize, usize)> {
        let source = Source::new(hypotheses, references, per_segment)?;
        let counted = self.count(py, &source, Wanted::Rows, threads)?;
        let (fewest, most) = counted.reference_counts;
        Ok((Array::rows(counted.rows, self.columns.len()), fewest, most))
    }

    /// The score of each segment; the fewest and the most references of one.
    fn segment_scores<'py>(
        &self,
        py: Python<'py>,
        hypotheses: &Bound<'py, PyAny>,
        references: &Bound<'py, PyAny>,
        per_segment: bool,
        effective_order: bool,
        threads: usize,
    ) -> PyResult<(Array, usize, usize)> {
        let source = Source::new(hypotheses, references, per_segment)?;
        let counted = self.count(py, &source, Wanted::Values(effective_order), threads)?;
        let (fewest, most) = counted.reference_counts;
        Ok((Array::values(counted.values), fewest, most))
    }

    /// The row of one segment and its score: row, value, precisions, brevity
    /// penalty.
    fn sentence<'py>(
        &self,
        py: Python<'py>,
        hypothesis: &Bound<'py, PyAny>,
        references: &Bound<'py, PyAny>,
        effective_order: bool,
    ) -> PyResult<RowAndScore<'py>> {
        let hypotheses = PyTuple::new(py, [hypothesis])?;
        let references = PyTuple::new(py, [references])?;
        let source = Source::new(hypotheses.as_any(), references.as_any(), true)?;
        let mut block = Block::new();
        source.read(0..1, &mut block)?;
        let spare = self.spare.try_lock().ok().and_then(|mut spare| spare.take());
        let mut counter = spare.unwrap_or_else(|| self.bleu.counter());
        let mut row = vec![0; self.columns.len()];
        let mut output = Output::Rows(&mut row);
        corpus::count(&self.bleu, &mut *counter, &block, 0..1, &mut output)
            .map_err(|error| core_error(py, &error))?;
        if let Ok(mut spare) = self.spare.try_lock() {
            *spare = Some(counter);
        }
        let (value, precisions, brevity_penalty) = self.score(py, row.clone(), effective_order)?;
        Ok((PyTuple::new(py, row)?, value, precisions, brevity_penalty))
    }

    /// The sum of the rows of the first `segments` waiting lines of each file.
    fn sum_lines<'py>(
        &self,
        py: Python<'py>,
        hypotheses: &Lines,
        references: Vec<PyRef<'py, Lines>>,
        segments: usize,
        threads: usize,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let row = count_lines(py, &self.bleu, hypotheses, &references, segments, threads, None)?;
        PyTuple::new(py, row)
    }

    /// The same, and the score of each of these segments.
    fn score_lines<'py>(
        &self,
        py: Python<'py>,
        hypotheses: &Lines,
        references: Vec<PyRef<'py, Lines>>,
        segments: usize,
        effective_order: bool,
        threads: usize,
    ) -> PyResult<(Bound<'py, PyTuple>, Array)> {
        let mut values = vec![0.0; segments];
        let wanted = Some((values.as_mut_slice(), effective_order));
        let row = count_lines(py, &self.bleu, hypotheses, &references, segments, threads, wanted)?;
        Ok((PyTuple::new(py, row)?, Array::values(values)))
    }

    /// The score of a row: value, precisions, brevity penalty.
    fn score<'py>(
        &self,
        py: Python<'py>,
        row: Vec<i64>,
        effective_order: bool,
    ) -> PyResult<Score<'py>> {
        if row.len() != self.columns.len() {
            return Err(internal_error("a row must have the columns of the metric"));
        }
        let score = self.bleu.score(&row, effective_order);
        Ok((score.value, PyTuple::new(py, score.precisions)?, score.brevity_penalty))
    }
}

impl Metric {
    fn count(
        &self,
        py: Python<'_>,
        source: &Source<'_>,
        wanted: Wanted,
        threads: usize,
    ) -> PyResult<engine::Counted> {
        let threads = if threads == 0 { corpus::default_threads(source.len()) } else { threads };
        engine::count(py, &self.bleu, source, wanted, threads)
    }
}
