//! `Resampling`: the statistics of several systems, tested again and again.

use std::ops::Range;

use pyo3::prelude::*;
use truebleu_core::abilities::{NumpyScore, SacrebleuTested};
use truebleu_core::resampling::bootstrap::{self, Bootstrap};
use truebleu_core::resampling::numpy::{Pcg64, SwapStream};
use truebleu_core::resampling::plain::Kind;
use truebleu_core::resampling::randomization::{self, Randomization};
use truebleu_core::resampling::{Scorer, Statistics, draws, groups, sacrebleu};
use truebleu_core::threads;

use crate::array::{Array, Row};
use crate::errors::internal_error;
use crate::metric::Metric;
use crate::settings::kernel;

/// Of a pair of systems: how many trials reached the difference that was observed, how many there
/// were, and whether these were all assignments.
pub type CountParts = (u64, u64, bool);

/// Units times trials between two checks for Ctrl-C: some tenths of a second.
const PIECE: usize = 1 << 28;

/// The rows of several systems on the same units. It never changes.
#[pyclass(frozen, module = "truebleu._native")]
pub struct Resampling {
    metric: Py<Metric>,
    effective_order: bool,
    statistics: Statistics,
}

#[pymethods]
impl Resampling {
    /// Create the resampling; `systems` has the rows of each system, in one array or several.
    /// `units` is the unit of each segment, counted from 0 without a gap; none: each segment is
    /// one.
    #[new]
    fn new(
        py: Python<'_>,
        metric: Py<Metric>,
        effective_order: bool,
        systems: Vec<Vec<PyRef<'_, Array>>>,
        units: Option<Vec<usize>>,
    ) -> PyResult<Self> {
        let columns = metric.bind(py).get().core().columns().len();
        let lengths: Vec<usize> =
            systems.iter().map(|parts| parts.iter().map(|part| part.segments()).sum()).collect();
        let segments = lengths.first().copied().unwrap_or(0);
        let count = match &units {
            Some(units) => units.iter().max().map_or(0, |last| last + 1),
            None => segments,
        };
        let unequal = lengths.iter().any(|&length| length != segments)
            || units.as_ref().is_some_and(|units| units.len() != segments);
        if unequal || count == 0 || count > draws::MOST_UNITS {
            return Err(internal_error("all systems must have a row for every segment"));
        }
        let mut statistics = Statistics::new(count, systems.len(), columns);
        let mut of_systems = Vec::new();
        for parts in &systems {
            let mut rows = Vec::new();
            for part in parts {
                let Some(part) = part.each_row(columns) else {
                    return Err(internal_error("rows must be those of the metric"));
                };
                rows.push(part);
            }
            of_systems.push(rows.into_iter().flatten());
        }
        // Segment by segment, to write memory once and in order.
        for segment in 0..segments {
            let unit = units.as_ref().map_or(segment, |units| units[segment]);
            for (system, rows) in of_systems.iter_mut().enumerate() {
                match rows.next() {
                    Some(Row::Wide(row)) => statistics.add(unit, system, row),
                    Some(Row::Narrow(row)) => statistics.add(unit, system, row),
                    None => {}
                }
            }
        }
        Ok(Self { metric, effective_order, statistics })
    }

    /// Number of units.
    #[getter]
    fn units(&self) -> usize {
        self.statistics.units()
    }

    /// Return the score of each system.
    fn values(&self) -> Vec<f64> {
        self.scorer().values(self.statistics.totals())
    }

    /// Return, for each pair of systems (0, 1), (0, 2), ... (1, 2), ..., the number of units on
    /// which their rows differ.
    fn differing(&self) -> Vec<usize> {
        self.statistics.differing()
    }

    /// Run approximate randomization for each pair.
    #[pyo3(signature = (trials, seed, threads, progress=None))]
    fn randomization(
        &self,
        py: Python<'_>,
        trials: usize,
        seed: u64,
        threads: usize,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<CountParts>> {
        let kernel = kernel(py)?;
        let threads = threads::how_many(threads, self.work(trials));
        let scorer = self.scorer();
        let test = py.detach(|| Randomization::new(scorer, &self.statistics, kernel, seed, trials));
        tested(py, test, self.piece(randomization::BLOCK), progress, threads)
    }

    /// Return the bootstrap, `kind` "multinomial" or "poisson": the scores of all systems, a row
    /// for each resample.
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
        let kind = kind_of(kind)?;
        let kernel = kernel(py)?;
        let threads = threads::how_many(threads, self.work(resamples));
        let scorer = self.scorer();
        let prepared = py.detach(|| Bootstrap::new(scorer, &self.statistics, kernel, kind, seed));
        let mut values = Vec::new();
        let blocks = resamples.div_ceil(bootstrap::BLOCK);
        in_pieces(py, blocks, self.piece(bootstrap::BLOCK), progress, |blocks| {
            let first = blocks.start * bootstrap::BLOCK;
            let last = (blocks.end * bootstrap::BLOCK).min(resamples);
            values.extend(prepared.values(first..last, threads));
        })?;
        Ok(Array::table(values, self.statistics.systems()))
    }

    /// Return the score of each system as sacreBLEU's tests compute it.
    fn sacrebleu_values(&self) -> PyResult<Vec<f64>> {
        let observed = self.sacrebleu_metric()?.observed();
        let scorer = Scorer { metric: &*observed, effective_order: self.effective_order };
        Ok(scorer.values(self.statistics.totals()))
    }

    /// Run sacreBLEU's randomization of each system against the first, with swaps from NumPy's
    /// PCG64 in this state: in how many trials the difference is larger than the observed one.
    fn sacrebleu_randomization(
        &self,
        py: Python<'_>,
        trials: usize,
        state: u128,
        increment: u128,
        threads: usize,
    ) -> PyResult<Vec<u64>> {
        let swapped = self.sacrebleu_metric()?.swapped();
        let observed = self.sacrebleu_values()?;
        let swaps = SwapStream::new(Pcg64::new(state, increment), self.statistics.units());
        let kernel = kernel(py)?;
        let threads = threads::how_many(threads, self.work(trials));
        let test = py.detach(|| {
            let scorer = Scorer { metric: &*swapped, effective_order: self.effective_order };
            Randomization::of_sacrebleu(
                scorer,
                &self.statistics,
                kernel,
                &observed,
                (swaps, trials),
            )
        });
        let counts = tested(py, test, self.piece(randomization::BLOCK), None, threads)?;
        // The pairs with the first system come first.
        let of_first = self.statistics.systems() - 1;
        Ok(counts.into_iter().take(of_first).map(|(reached, ..)| reached).collect())
    }

    /// Run sacreBLEU's bootstrap, with draws from NumPy's PCG64 in this state, after the swaps of
    /// `swapped_trials` trials. Return the scores of all systems, a row for each resample, and for
    /// each system whether its scores are float32.
    fn sacrebleu_bootstrap(
        &self,
        py: Python<'_>,
        resamples: usize,
        state: u128,
        increment: u128,
        swapped_trials: usize,
    ) -> PyResult<(Array, Vec<bool>)> {
        let swaps = SwapStream::new(Pcg64::new(state, increment), self.statistics.units());
        let mut drawn = sacrebleu::Resamples::new(
            self.sacrebleu_metric()?,
            self.effective_order,
            &self.statistics,
            swaps.after(swapped_trials),
            kernel(py)?,
        );
        let systems = self.statistics.systems();
        let (mut values, mut single) = (Vec::new(), vec![true; systems]);
        let blocks = resamples.div_ceil(sacrebleu::BLOCK);
        in_pieces(py, blocks, self.piece(sacrebleu::BLOCK), None, |blocks| {
            for block in blocks {
                let count = (resamples - block * sacrebleu::BLOCK).min(sacrebleu::BLOCK);
                for (i, score) in drawn.next_scores(count).into_iter().enumerate() {
                    values.push(match score {
                        NumpyScore::Single(value) => f64::from(value),
                        NumpyScore::Double(value) => {
                            single[i % systems] = false;
                            value
                        }
                    });
                }
            }
        })?;
        Ok((Array::table(values, systems), single))
    }

    /// Return the scores of all systems without each unit in turn, a row for each; for the Poisson
    /// bootstrap without each group of units.
    fn leave_out(&self, py: Python<'_>, kind: &str, threads: usize) -> PyResult<Array> {
        let kind = kind_of(kind)?;
        let threads = threads::how_many(threads, self.statistics.units());
        let scorer = self.scorer();
        let values = py.detach(|| match kind {
            Kind::Multinomial => bootstrap::leave_one_out(scorer, &self.statistics, threads),
            Kind::Poisson => {
                bootstrap::leave_one_out(scorer, &groups::grouped(&self.statistics), threads)
            }
        });
        Ok(Array::table(values, self.statistics.systems()))
    }
}

impl Resampling {
    fn scorer(&self) -> Scorer<'_> {
        Scorer { metric: self.metric.get().core(), effective_order: self.effective_order }
    }

    fn sacrebleu_metric(&self) -> PyResult<&dyn SacrebleuTested> {
        let tested = self.metric.get().core().abilities().sacrebleu;
        tested.ok_or_else(|| internal_error("sacreBLEU does not test this metric"))
    }

    /// Return the cost of `trials` trials, in counted segments.
    fn work(&self, trials: usize) -> usize {
        self.statistics.units().saturating_mul(trials) / 256
    }

    /// Return how many blocks of trials are done between two checks for Ctrl-C.
    fn piece(&self, block: usize) -> usize {
        let cost = self.statistics.units() * self.statistics.width() * block;
        (PIECE / cost.max(1)).max(2)
    }
}

fn kind_of(name: &str) -> PyResult<Kind> {
    match name {
        "multinomial" => Ok(Kind::Multinomial),
        "poisson" => Ok(Kind::Poisson),
        _ => Err(internal_error("unknown kind of bootstrap")),
    }
}

/// Do the blocks of a test, `piece` at a time.
pub fn tested(
    py: Python<'_>,
    mut test: Randomization<'_>,
    piece: usize,
    progress: Option<&Bound<'_, PyAny>>,
    threads: usize,
) -> PyResult<Vec<CountParts>> {
    in_pieces(py, test.blocks(), piece, progress, |blocks| test.run(blocks, threads))?;
    Ok(test.counts().iter().map(|count| (count.reached, count.trials, count.exact)).collect())
}

/// Do `blocks` blocks, some at a time; call `progress` with how many of all are done after each.
fn in_pieces(
    py: Python<'_>,
    blocks: usize,
    piece: usize,
    progress: Option<&Bound<'_, PyAny>>,
    mut work: impl FnMut(Range<usize>) + Send,
) -> PyResult<()> {
    for start in (0..blocks).step_by(piece) {
        let end = (start + piece).min(blocks);
        py.detach(|| work(start..end));
        py.check_signals()?;
        if let Some(progress) = progress {
            progress.call1((end, blocks))?;
        }
    }
    Ok(())
}
