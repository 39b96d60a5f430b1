//! The scores of all hypotheses against all references.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use truebleu_core::metric::Metric;
use truebleu_core::pairwise::{Pairwise, PairwiseOptions};
use truebleu_core::threads::{self, locked};

use crate::array::Array;
use crate::block::Block;
use crate::errors::core_error;

/// How many pairs are scored between two checks for Ctrl-C: what takes some tenths of a second,
/// which for one metric is a hundred times as many as for another.
pub struct Pace {
    pairs: usize,
    begun: Instant,
}

impl Pace {
    pub fn new() -> Self {
        Self { pairs: 1 << 16, begun: Instant::now() }
    }

    /// Return the number of pairs to compute next.
    pub fn pairs(&mut self) -> usize {
        self.begun = Instant::now();
        self.pairs
    }

    /// Record that these pairs are done.
    pub fn done(&mut self) {
        let taken = self.begun.elapsed();
        if taken < Duration::from_millis(100) {
            self.pairs = (4 * self.pairs).min(1 << 22);
        } else if taken > Duration::from_millis(400) {
            self.pairs = (self.pairs / 4).max(1 << 10);
        }
    }
}

/// Return the sentence score of each hypothesis against each reference: a row for each hypothesis.
pub fn pairwise(
    py: Python<'_>,
    metric: &dyn Metric,
    hypotheses: &Bound<'_, PyAny>,
    references: &Bound<'_, PyAny>,
    effective_order: bool,
    threads: usize,
) -> PyResult<Array> {
    let (hypotheses, references) = (Block::of(py, hypotheses)?, Block::of(py, references)?);
    let (ours, theirs) = (hypotheses.texts(), references.texts());
    let pairs = py
        .detach(|| Pairwise::new(metric, &ours, &theirs))
        .map_err(|error| core_error(py, &error))?;
    let threads = threads::how_many(threads, ours.len() * theirs.len());
    let mut values = zeros(ours.len(), theirs.len())?;
    let (mut pace, width) = (Pace::new(), theirs.len().max(1));
    let signals = Signals::new();
    let options = PairwiseOptions { effective_order, threads, go_on: &|| signals.go_on() };
    let mut first = 0;
    while first < ours.len() && !theirs.is_empty() {
        let left = ours.len() - first;
        let some = (pace.pairs() / width).clamp(1, left);
        let count = if pairs.is_quick_in_pieces() { some } else { left };
        let piece = &mut values[first * width..(first + count) * width];
        let scored = py.detach(|| pairs.score(first, &options, piece));
        // Check signals first: Ctrl-C must not be lost to an error of another thread.
        signals.raised()?;
        scored.map_err(|error| core_error(py, &error))?;
        py.check_signals()?;
        pace.done();
        first += count;
    }
    Ok(Array::table(values, theirs.len()))
}

/// Return zeros for the scores of a table, or `MemoryError` if there is no room for them.
fn zeros(rows: usize, columns: usize) -> PyResult<Vec<f64>> {
    let error = || {
        let message = format!("pairwise: no memory for {rows} x {columns} scores");
        PyMemoryError::new_err(format!("{message}. Score fewer texts in one call."))
    };
    let size = rows.checked_mul(columns).ok_or_else(error)?;
    // `vec!` aborts the process if there is no memory, so reserve it first. It does not write the
    // zeros that the operating system provides, unlike `resize`.
    Vec::<f64>::new().try_reserve_exact(size).map_err(|_| error())?;
    Ok(vec![0.0; size])
}

/// The check for Ctrl-C during the work of several threads.
pub struct Signals {
    /// Signals are handled on one thread: that which called.
    caller: ThreadId,
    looked: Mutex<Instant>,
    raised: Mutex<PyResult<()>>,
    stopped: AtomicBool,
}

impl Signals {
    pub fn new() -> Self {
        Self {
            caller: std::thread::current().id(),
            looked: Mutex::new(Instant::now()),
            raised: Mutex::new(Ok(())),
            stopped: AtomicBool::new(false),
        }
    }

    /// Return whether there was none yet; cheap enough to call often.
    pub fn go_on(&self) -> bool {
        if std::thread::current().id() == self.caller {
            let mut looked = locked(&self.looked);
            // A second check would find no signal and let the work go on.
            let is_due = looked.elapsed() > Duration::from_millis(50);
            if is_due && !self.stopped.load(Ordering::Relaxed) {
                let signal = Python::attach(|py| py.check_signals());
                self.stopped.store(signal.is_err(), Ordering::Relaxed);
                *locked(&self.raised) = signal;
                *looked = Instant::now();
            }
        }
        !self.stopped.load(Ordering::Relaxed)
    }

    /// Return the exception that was raised meanwhile.
    pub fn raised(&self) -> PyResult<()> {
        std::mem::replace(&mut *locked(&self.raised), Ok(()))
    }
}
