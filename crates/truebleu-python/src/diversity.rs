//! Diversity of texts for Python: a collection that grows, and is then counted.

use std::sync::{Mutex, MutexGuard};

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use truebleu_core::bleu::Bleu;
use truebleu_core::corpus::Segments;
use truebleu_core::diversity::Diversity as Counted;
use truebleu_core::error::Error;
use truebleu_core::inventory::Inventory;
use truebleu_core::threads::locked;

use crate::array::Array;
use crate::errors::{configuration_error, core_error, internal_error};
use crate::lines::{Lines, side_by_side};
use crate::metric::Metric;
use crate::segments::Source;
use crate::settings;

/// Texts between two checks for Ctrl-C.
const BLOCK: usize = 2048;

/// Counting marks texts by numbers of 32 bits, twice.
const MOST: usize = i32::MAX as usize;

/// A collection of texts, held as numbers of tokens, and what was counted of it.
#[pyclass(frozen, module = "truebleu._native")]
pub struct Diversity(Mutex<Box<State>>);

struct State {
    inventory: Inventory,
    texts: usize,
    counted: Option<Counted>,
}

#[pymethods]
impl Diversity {
    #[new]
    fn new(py: Python<'_>, tokenizer: &str, case: &str) -> PyResult<Self> {
        let kernel = settings::kernel(py)?;
        let tokenizer = settings::tokenizer(py, tokenizer)?;
        let inventory = Inventory::new(tokenizer, settings::case(case)?, kernel, 1);
        Ok(Self(Mutex::new(Box::new(State { inventory, texts: 0, counted: None }))))
    }

    /// Add the next texts.
    fn add(&self, py: Python<'_>, texts: &Bound<'_, PyAny>) -> PyResult<()> {
        let source = Source::new(texts, PyTuple::empty(py).as_any(), false)?.passing(true);
        source.each_block(py, BLOCK, |_, block| self.add_all(block))?;
        Ok(())
    }

    /// Add the first `count` lines that wait in a file.
    fn add_lines(&self, py: Python<'_>, texts: &Lines, count: usize) -> PyResult<()> {
        side_by_side(py, texts, &[], count, |lines| self.add_all(lines))
    }

    /// Count all added texts, for so many orders and for those that the metric looks at. Return for
    /// each of the first: how many n-grams, how many different ones, their entropy.
    fn count(
        &self,
        py: Python<'_>,
        orders: usize,
        metric: &Metric,
    ) -> PyResult<Vec<(u64, u64, f64)>> {
        let looked_at = bleu(py, metric)?.orders_looked_at();
        let mut interrupt = Ok(());
        let go_on = || {
            Python::attach(|py| interrupt = py.check_signals());
            interrupt.is_ok()
        };
        let orders_counted = py.detach(|| {
            let mut state = self.state();
            state.counted = Counted::count(&state.inventory, orders.max(looked_at), go_on);
            let diversity =
                state.counted.iter().flat_map(|diversity| &diversity.orders).take(orders);
            diversity.map(|order| (order.total, order.distinct, order.entropy)).collect()
        });
        interrupt?;
        Ok(orders_counted)
    }

    /// Return the sentence score of each text, with all others as its references, of what was
    /// counted.
    fn scores(&self, py: Python<'_>, metric: &Metric, effective_order: bool) -> PyResult<Array> {
        self.with(py, metric, |counted, bleu| counted.scores(bleu, effective_order))
            .map(Array::values)
    }

    /// Return the row of each text, with all others as its references, of what was counted.
    fn rows(&self, py: Python<'_>, metric: &Metric) -> PyResult<Array> {
        let rows = self.with(py, metric, Counted::rows)?;
        Ok(Array::rows(rows, metric.core().columns().len()))
    }
}

impl Diversity {
    fn state(&self) -> MutexGuard<'_, Box<State>> {
        locked(&self.0)
    }

    fn add_all<S: Segments + ?Sized>(&self, segments: &S) -> Result<(), Error> {
        let mut state = self.state();
        (0..segments.len()).try_for_each(|i| {
            if state.texts == MOST {
                return Err(Error::CorpusTooLong { segment: MOST });
            }
            state.texts += 1;
            state.inventory.add_hypothesis(0, segments.segment(i, &mut Vec::new()))
        })
    }

    fn with<T: Send>(
        &self,
        py: Python<'_>,
        metric: &Metric,
        work: impl FnOnce(&Counted, &Bleu) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let bleu = bleu(py, metric)?;
        let result = py.detach(|| match &self.state().counted {
            Some(counted) if counted.orders.len() >= bleu.orders_looked_at() => {
                Some(work(counted, bleu))
            }
            _ => None,
        });
        result
            .ok_or_else(|| internal_error("too few orders were counted"))?
            .map_err(|error| core_error(py, &error))
    }
}

fn bleu<'m>(py: Python<'_>, metric: &'m Metric) -> PyResult<&'m Bleu> {
    metric.bleu().ok_or_else(|| configuration_error(py, "diversity supports BLEU only"))
}
