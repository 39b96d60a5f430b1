//! `Metric`: a metric of the core, as Python holds it.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use truebleu_core::abilities::Recounting;
use truebleu_core::bleu::Bleu;
use truebleu_core::corpus::{self, Output};
use truebleu_core::error::{Error, UNDEFINED};
use truebleu_core::expectation::UtilityOptions;
use truebleu_core::metric as core;
use truebleu_core::threads;

use crate::array::{Array, Row};
use crate::block::Block;
use crate::compiled::{self, Compiled};
use crate::engine::{self, SpareCounter, SumAndCounts};
use crate::errors::{configuration_error, core_error, internal_error};
use crate::expectation::{self, BestAndUtilities, ExpectationOptions, expected};
use crate::lines::{Lines, Sharing, count_lines};
use crate::pairwise::pairwise;
use crate::segments::Source;

/// A score: its value and what it was made of.
type Score<'py> = (f64, Bound<'py, PyTuple>);
/// A row, then its score.
type RowAndScore<'py> = (Bound<'py, PyTuple>, f64, Bound<'py, PyTuple>);
/// Conversion of another metric's rows, or of their sum, into rows of a metric.
type Recount = fn(&dyn Recounting, &[i64], usize) -> Result<Option<Vec<i64>>, Error>;

/// A metric: immutable, used from any thread.
#[pyclass(frozen, module = "truebleu._native")]
pub struct Metric {
    metric: Arc<dyn core::Metric>,
    /// The same metric, if it is BLEU: for what only BLEU can do.
    bleu: Option<Arc<Bleu>>,
    columns: Vec<String>,
    spare: SpareCounter,
}

#[pymethods]
impl Metric {
    /// The names of a row's columns.
    #[getter]
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.columns)
    }

    /// Return the sum of all rows; the fewest and the most references of a segment.
    fn sum<'py>(
        &self,
        py: Python<'py>,
        hypotheses: &Bound<'py, PyAny>,
        references: &Bound<'py, PyAny>,
        per_segment: bool,
        threads: usize,
    ) -> PyResult<(Bound<'py, PyTuple>, usize, usize)> {
        let source = Source::new(hypotheses, references, per_segment)?;
        let (sum, (fewest, most)) = self.count(py, &source, Output::Sum, threads)?;
        Ok((PyTuple::new(py, sum)?, fewest, most))
    }

    /// Return the row of each segment; the fewest and the most references of one.
    fn rows<'py>(
        &self,
        py: Python<'py>,
        hypotheses: &Bound<'py, PyAny>,
        references: &Bound<'py, PyAny>,
        per_segment: bool,
        threads: usize,
    ) -> PyResult<(Array, usize, usize)> {
        let source = Source::new(hypotheses, references, per_segment)?;
        let mut rows = vec![0; source.len() * self.columns.len()];
        let (_, (fewest, most)) = self.count(py, &source, Output::Rows(&mut rows), threads)?;
        Ok((Array::rows(rows, self.columns.len()), fewest, most))
    }

    /// Return the rows of each of several systems, whose references are read once: in one array for
    /// each system; the fewest and the most references of a segment. `part` is the first segment
    /// and the one behind the last, none: all; `passing`: texts leave no UTF-8 behind in their str.
    #[pyo3(signature = (hypotheses, references, per_segment, threads, part=None, passing=false))]
    #[expect(clippy::too_many_arguments, reason = "what is counted, and how")]
    fn rows_of_systems<'py>(
        &self,
        py: Python<'py>,
        hypotheses: Vec<Bound<'py, PyAny>>,
        references: &Bound<'py, PyAny>,
        per_segment: bool,
        threads: usize,
        part: Option<(usize, usize)>,
        passing: bool,
    ) -> PyResult<(Vec<Array>, usize, usize)> {
        let source = Source::of_systems(hypotheses, references, per_segment)?.passing(passing);
        let source = match part {
            Some((start, end)) => source.part(start..end),
            None => source,
        };
        let systems = source.systems();
        let mut rows = vec![0; source.len() * systems * self.columns.len()];
        let (_, (fewest, most)) = self.count(py, &source, Output::Rows(&mut rows), threads)?;
        Ok((self.of_systems(py, &rows, systems), fewest, most))
    }

    /// Return the score of each segment; the fewest and the most references of one.
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
        let mut values = vec![0.0; source.len()];
        let output = Output::Values { values: &mut values, effective_order };
        let (_, (fewest, most)) = self.count(py, &source, output, threads)?;
        Ok((Array::values(values), fewest, most))
    }

    /// Return the row of one segment and its score: row, value, details.
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
        let mut counter = self.spare.take(&*self.metric);
        let mut row = vec![0; self.columns.len()];
        let mut output = Output::Rows(&mut row);
        corpus::count(&*self.metric, &mut *counter, &block, 0..1, &mut output, &mut [])
            .map_err(|error| core_error(py, &error))?;
        self.spare.put_back(counter, block.size());
        let score = self.metric.score(&row, effective_order);
        if score.value.is_nan() {
            return Err(core_error(py, &Error::Undefined { segment: 0 }));
        }
        Ok((PyTuple::new(py, row)?, score.value, PyTuple::new(py, score.details)?))
    }

    /// Return the row of each hypothesis against the compiled references in the same place.
    fn rows_against(
        slf: &Bound<'_, Self>,
        hypotheses: &Bound<'_, PyAny>,
        references: Vec<PyRef<'_, Compiled>>,
        threads: usize,
    ) -> PyResult<Array> {
        let rows = compiled::rows(slf, hypotheses, &references, threads)?;
        Ok(Array::rows(rows, slf.get().columns.len()))
    }

    /// Return the score of each of them.
    fn scores_against(
        slf: &Bound<'_, Self>,
        hypotheses: &Bound<'_, PyAny>,
        references: Vec<PyRef<'_, Compiled>>,
        effective_order: bool,
        threads: usize,
    ) -> PyResult<Array> {
        let rows = compiled::rows(slf, hypotheses, &references, threads)?;
        compiled::values(slf.get(), &rows, effective_order)
            .map_err(|error| core_error(slf.py(), &error))
    }

    /// Return the score of each hypothesis (a row) against each reference (a column).
    fn pairwise<'py>(
        &self,
        py: Python<'py>,
        hypotheses: &Bound<'py, PyAny>,
        references: &Bound<'py, PyAny>,
        effective_order: bool,
        threads: usize,
    ) -> PyResult<Array> {
        pairwise(py, &*self.metric, hypotheses, references, effective_order, threads)
    }

    /// Return, for each set of texts, its best hypothesis, and how well each hypothesis agrees with
    /// the references: in the mean with "each", with the "mean" of them, or with "all" at once. The
    /// texts of all sets stand one after the other; `sizes` has of each the hypotheses and the
    /// references behind them (0: the hypotheses are the references), `weights` the weight of each
    /// reference of all sets, with `log_scale` as logarithms that are multiplied by it. A text that
    /// is wrong is counted over all sets.
    #[expect(clippy::too_many_arguments, reason = "what is compared, and how")]
    fn expected<'py>(
        &self,
        py: Python<'py>,
        texts: &Bound<'py, PyAny>,
        sizes: Vec<(usize, usize)>,
        weights: Option<Vec<f64>>,
        log_scale: Option<f64>,
        effective_order: bool,
        against: &str,
        exclude_self: bool,
        higher_is_better: bool,
        threads: usize,
    ) -> PyResult<BestAndUtilities<'py>> {
        let utility = UtilityOptions {
            effective_order,
            against: expectation::against(against)?,
            exclude_self,
        };
        let options =
            ExpectationOptions { sizes, weights, log_scale, utility, higher_is_better, threads };
        expected(py, &*self.metric, texts, &options)
    }

    /// Return the sum of the rows of the first `segments` waiting lines of each system, whose
    /// references are read once: a row for each. Of several threads, this one calls `meanwhile`
    /// before it counts.
    #[pyo3(signature = (hypotheses, references, segments, threads, meanwhile=None))]
    fn sum_lines<'py>(
        &self,
        py: Python<'py>,
        hypotheses: Vec<PyRef<'py, Lines>>,
        references: Vec<PyRef<'py, Lines>>,
        segments: usize,
        threads: usize,
        meanwhile: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let metric = &*self.metric;
        let hypotheses: Vec<&Lines> = hypotheses.iter().map(|lines| &**lines).collect();
        let sharing = Sharing { threads, meanwhile };
        let sums =
            count_lines(py, metric, &hypotheses, &references, segments, sharing, Output::Sum)?;
        sums.chunks_exact(self.columns.len()).map(|row| PyTuple::new(py, row)).collect()
    }

    /// Return the rows of the first `segments` waiting lines of each system: in one array for each.
    #[pyo3(signature = (hypotheses, references, segments, threads, meanwhile=None))]
    fn rows_lines<'py>(
        &self,
        py: Python<'py>,
        hypotheses: Vec<PyRef<'py, Lines>>,
        references: Vec<PyRef<'py, Lines>>,
        segments: usize,
        threads: usize,
        meanwhile: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Vec<Array>> {
        let hypotheses: Vec<&Lines> = hypotheses.iter().map(|lines| &**lines).collect();
        let mut rows = vec![0; segments * hypotheses.len() * self.columns.len()];
        let sharing = Sharing { threads, meanwhile };
        let output = Output::Rows(&mut rows);
        count_lines(py, &*self.metric, &hypotheses, &references, segments, sharing, output)?;
        Ok(self.of_systems(py, &rows, hypotheses.len()))
    }

    /// Return the sum of the rows, and the score of each of these segments.
    #[expect(clippy::too_many_arguments, reason = "what is counted, and how")]
    #[pyo3(signature = (hypotheses, references, segments, effective_order, threads, meanwhile=None))]
    fn score_lines<'py>(
        &self,
        py: Python<'py>,
        hypotheses: &Lines,
        references: Vec<PyRef<'py, Lines>>,
        segments: usize,
        effective_order: bool,
        threads: usize,
        meanwhile: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyTuple>, Array)> {
        let mut values = vec![0.0; segments];
        let sharing = Sharing { threads, meanwhile };
        let output = Output::Values { values: &mut values, effective_order };
        let row =
            count_lines(py, &*self.metric, &[hypotheses], &references, segments, sharing, output)?;
        Ok((PyTuple::new(py, row)?, Array::values(values)))
    }

    /// Sum the rows that another metric counted of the same texts into a row of this metric: raw
    /// counts, of as many orders as this one needs.
    fn summed_from<'py>(&self, py: Python<'py>, rows: &Array) -> PyResult<Bound<'py, PyTuple>> {
        let row =
            self.recounted(py, rows, |metric, rows, columns| metric.summed_from(rows, columns))?;
        PyTuple::new(py, row)
    }

    /// Return the rows of this metric, from another metric's rows.
    fn rows_from(&self, py: Python<'_>, rows: &Array) -> PyResult<Array> {
        let rows =
            self.recounted(py, rows, |metric, rows, columns| metric.rows_from(rows, columns))?;
        Ok(Array::rows(rows, self.columns.len()))
    }

    /// Return the value of each row.
    fn values(&self, rows: &Array, effective_order: bool) -> PyResult<Array> {
        let Some(rows) = rows.each_row(self.columns.len()) else {
            return Err(internal_error("rows must be those of the metric"));
        };
        let value = |row: Row<'_>| match row {
            Row::Wide(row) => self.metric.value(row, effective_order),
            Row::Narrow(row) => {
                let row: Vec<i64> = row.iter().map(|&count| count.into()).collect();
                self.metric.value(&row, effective_order)
            }
        };
        Ok(Array::values(rows.map(value).collect()))
    }

    /// Return the score of a row: value, details.
    fn score<'py>(
        &self,
        py: Python<'py>,
        row: Vec<i64>,
        effective_order: bool,
    ) -> PyResult<Score<'py>> {
        if row.len() != self.columns.len() {
            return Err(internal_error("a row must have the columns of the metric"));
        }
        let score = self.metric.score(&row, effective_order);
        if score.value.is_nan() {
            return Err(configuration_error(
                py,
                &format!("no score under this convention. {UNDEFINED}"),
            ));
        }
        Ok((score.value, PyTuple::new(py, score.details)?))
    }
}

impl Metric {
    /// Create a metric of the core for Python.
    pub fn new(metric: impl core::Metric + 'static) -> Self {
        Self::of(Arc::new(metric), None)
    }

    /// Create a metric from BLEU.
    pub fn of_bleu(bleu: Bleu) -> Self {
        let bleu = Arc::new(bleu);
        Self::of(bleu.clone(), Some(bleu))
    }

    fn of(metric: Arc<dyn core::Metric>, bleu: Option<Arc<Bleu>>) -> Self {
        let columns = metric.columns();
        Self { metric, bleu, columns, spare: SpareCounter::default() }
    }

    /// Return the metric as BLEU, if it is BLEU.
    pub fn bleu(&self) -> Option<&Bleu> {
        self.bleu.as_deref()
    }

    /// Return the metric of the core.
    pub fn core(&self) -> &dyn core::Metric {
        &*self.metric
    }

    fn recounted(&self, py: Python<'_>, rows: &Array, recount: Recount) -> PyResult<Vec<i64>> {
        let Some((numbers, columns)) = rows.as_rows() else {
            return Err(internal_error("rows are integers"));
        };
        let metric = self.metric.abilities().recounting;
        metric
            .and_then(|metric| py.detach(|| recount(metric, numbers, columns)).transpose())
            .transpose()
            .map_err(|error| core_error(py, &error))?
            .ok_or_else(|| internal_error("these rows lack what this metric counts"))
    }

    fn of_systems(&self, py: Python<'_>, rows: &[i64], systems: usize) -> Vec<Array> {
        py.detach(|| Array::of_systems(rows, systems, self.columns.len()))
    }

    fn count(
        &self,
        py: Python<'_>,
        source: &Source<'_>,
        output: Output<'_>,
        threads: usize,
    ) -> PyResult<SumAndCounts> {
        let threads = threads::how_many(threads, source.work());
        engine::count(py, &*self.metric, &self.spare, source, output, threads)
    }
}
