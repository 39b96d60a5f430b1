//! References that are read once for many hypotheses.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use truebleu_core::compiled::{self, Compiled as Core};
use truebleu_core::error::Error;
use truebleu_core::threads;

use crate::array::Array;
use crate::block::Block;
use crate::errors::{core_error, internal_error};
use crate::metric::Metric;
use crate::segments::Source;

/// Hypotheses between two checks for Ctrl-C: some tenths of a second, of long ones.
const PIECE: usize = 1 << 12;

/// The least number of hypotheses that several threads share.
const LEAST: usize = 256;

/// The references of a segment, read for one metric.
#[pyclass(frozen, module = "truebleu._native")]
pub struct Compiled {
    references: Core,
    metric: Py<Metric>,
}

#[pymethods]
impl Compiled {
    /// Read the references, a list or tuple, for `metric`.
    #[new]
    fn new(py: Python<'_>, metric: Py<Metric>, references: &Bound<'_, PyAny>) -> PyResult<Self> {
        let block = Block::of(py, references)?;
        let references = py
            .detach(|| Core::new(metric.get().core(), &block.texts()))
            .map_err(|error| core_error(py, &error))?;
        Ok(Self { references, metric })
    }

    /// About how much memory they take, in bytes.
    #[getter]
    fn bytes(&self) -> usize {
        self.references.bytes()
    }
}

/// Return the row of each hypothesis against the references in the same place.
pub fn rows(
    metric: &Bound<'_, Metric>,
    hypotheses: &Bound<'_, PyAny>,
    references: &[PyRef<'_, Compiled>],
    threads: usize,
) -> PyResult<Vec<i64>> {
    let py = metric.py();
    let source = Source::new(hypotheses, PyTuple::empty(py).as_any(), false)?;
    if source.len() != references.len() {
        return Err(internal_error("got different numbers of hypotheses and references"));
    }
    if references.iter().any(|references| !references.metric.is(metric)) {
        return Err(internal_error("the references were read for another metric"));
    }
    let core = metric.get().core();
    let columns = core.columns().len();
    let threads = threads::how_many(threads, source.len());
    let references: Vec<_> = references.iter().map(|compiled| &compiled.references).collect();
    let mut rows = vec![0; references.len() * columns];
    source.each_block(py, source.at_once(PIECE).max(LEAST), |start, block| {
        let pairs: Vec<_> =
            block.texts().into_iter().zip(references[start..].iter().copied()).collect();
        let rows = &mut rows[start * columns..][..pairs.len() * columns];
        compiled::rows(core, &pairs, threads, rows).map_err(|error| error.after(start))
    })?;
    Ok(rows)
}

/// Return the value of each row.
pub fn values(metric: &Metric, rows: &[i64], effective_order: bool) -> Result<Array, Error> {
    let core = metric.core();
    let rows = rows.chunks_exact(core.columns().len()).enumerate();
    let values = rows.map(|(segment, row)| core.value_of(segment, row, effective_order));
    values.collect::<Result<_, _>>().map(Array::values)
}
