//! `Shard`: a part of the data of a comparison, to which other parts are added.

use pyo3::prelude::*;
use truebleu_core::resampling::Scorer;
use truebleu_core::resampling::shard::{self, Draws};

use crate::array::{Array, Row};
use crate::errors::internal_error;
use crate::metric::Metric;
use crate::resampling::{CountParts, tested};
use crate::settings::kernel;

/// Trials between two checks for Ctrl-C, in blocks.
const PIECE: usize = 8;

/// The sums of a part, or of all parts. With the methods of `Resampling`, so that merged parts are
/// used like the rows themselves.
#[pyclass(module = "truebleu._native")]
pub struct Shard {
    metric: Py<Metric>,
    effective_order: bool,
    shard: shard::Shard,
}

#[pymethods]
impl Shard {
    /// Create a part of a comparison of so many systems, without any data.
    #[new]
    fn new(
        py: Python<'_>,
        metric: Py<Metric>,
        effective_order: bool,
        systems: usize,
        seed: u64,
        trials: usize,
        resamples: usize,
    ) -> PyResult<Self> {
        if systems == 0 {
            return Err(internal_error("at least one system is required"));
        }
        let columns = metric.bind(py).get().core().columns().len();
        let shard = shard::Shard::new(Draws { seed, trials, resamples }, systems, columns);
        Ok(Self { metric, effective_order, shard })
    }

    /// Take rows: `keys` are integers of 64 bits in native byte order, and `systems` has for each
    /// system a row for every key.
    fn add(
        &mut self,
        py: Python<'_>,
        keys: &[u8],
        systems: Vec<PyRef<'_, Array>>,
        threads: usize,
    ) -> PyResult<()> {
        let kernel = kernel(py)?;
        let (keys, rest) = keys.as_chunks::<8>();
        let totals = self.shard.totals();
        let fits = rest.is_empty() && systems.len() == totals.systems();
        let mut of_systems = Vec::new();
        for rows in &systems {
            match rows.each_row(totals.columns()) {
                Some(each) if fits && rows.segments() == keys.len() => of_systems.push(each),
                _ => return Err(internal_error("each key needs a row of every system")),
            }
        }
        let mut row = Vec::new();
        for key in keys {
            row.clear();
            for system in &mut of_systems {
                match system.next() {
                    Some(Row::Wide(part)) => row.extend_from_slice(part),
                    Some(Row::Narrow(part)) => row.extend(part.iter().map(|&n| i64::from(n))),
                    None => {}
                }
            }
            self.shard.add(u64::from_ne_bytes(*key), &row, kernel, threads);
        }
        Ok(())
    }

    /// Return the part as bytes.
    #[expect(
        clippy::wrong_self_convention,
        reason = "what waits is added first; the name is Python's"
    )]
    fn to_bytes(&mut self, py: Python<'_>, threads: usize) -> PyResult<Vec<u8>> {
        let kernel = kernel(py)?;
        Ok(py.detach(|| {
            self.shard.settle(kernel, threads);
            self.shard.to_bytes()
        }))
    }

    /// Add another part, given as bytes.
    fn merge(&mut self, data: &[u8]) -> PyResult<()> {
        if self.shard.take_bytes(data) {
            return Ok(());
        }
        Err(internal_error("these bytes are not a part of this comparison"))
    }

    /// Number of units.
    #[getter]
    fn units(&self) -> u64 {
        self.shard.units()
    }

    /// Return whether the keys are 0, 1, 2, ... each once; none: there are fewer numbers from the
    /// least to the largest than keys, so that some key occurs twice.
    fn numbered(&self, py: Python<'_>) -> Option<bool> {
        let (keys, units) = (self.shard.keys(), self.shard.units());
        let numbers = i128::from(keys.most) - i128::from(keys.least) + 1;
        if numbers < i128::from(units) {
            return None;
        }
        Some(py.detach(|| keys.are_numbers(units)))
    }

    /// Return the summed row of each system.
    fn totals(&self) -> Vec<Vec<i64>> {
        let totals = self.shard.totals();
        (0..totals.systems()).map(|system| totals.of(system).to_vec()).collect()
    }

    /// Return, for each pair of systems, the number of units on which their rows differ.
    fn differing(&self) -> Vec<u64> {
        self.shard.differing().to_vec()
    }

    /// Do as `Resampling.randomization`; the draws are those of the parts.
    #[pyo3(signature = (trials, seed, threads, progress=None))]
    fn randomization(
        &self,
        py: Python<'_>,
        trials: usize,
        seed: u64,
        threads: usize,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<CountParts>> {
        let resamples = self.shard.draws().resamples;
        self.check(Draws { seed, trials, resamples })?;
        let kernel = kernel(py)?;
        let scorer = self.scorer();
        let test = py.detach(|| self.shard.randomization(scorer, kernel));
        tested(py, test, PIECE, progress, threads.max(1))
    }

    /// Do as `Resampling.bootstrap`, for Poisson weights.
    #[pyo3(signature = (resamples, seed, kind, threads, progress=None))]
    fn bootstrap(
        &self,
        py: Python<'_>,
        resamples: usize,
        seed: u64,
        kind: &str,
        threads: usize,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Array> {
        let _ = threads;
        let trials = self.shard.draws().trials;
        self.check(Draws { seed, trials, resamples })?;
        if kind != "poisson" {
            return Err(internal_error("parts support Poisson weights only"));
        }
        let scorer = self.scorer();
        let values = py.detach(|| self.shard.bootstrap(scorer));
        if let Some(progress) = progress {
            progress.call1((1, 1))?;
        }
        Ok(Array::table(values, self.shard.totals().systems()))
    }

    /// Do as `Resampling.leave_out`: return the scores without each group of units.
    fn leave_out(&self, py: Python<'_>, kind: &str, threads: usize) -> PyResult<Array> {
        if kind != "poisson" {
            return Err(internal_error("parts have groups of units"));
        }
        let scorer = self.scorer();
        let values = py.detach(|| self.shard.leave_groups_out(scorer, threads.max(1)));
        Ok(Array::table(values, self.shard.totals().systems()))
    }
}

impl Shard {
    fn scorer(&self) -> Scorer<'_> {
        Scorer { metric: self.metric.get().core(), effective_order: self.effective_order }
    }

    fn check(&self, draws: Draws) -> PyResult<()> {
        if self.shard.draws() == draws {
            return Ok(());
        }
        Err(internal_error("these draws differ from those of the parts"))
    }
}
