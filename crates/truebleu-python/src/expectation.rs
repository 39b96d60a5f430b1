//! The expected utilities of the hypotheses of many sets.

use std::ops::Range;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use truebleu_core::error::Error;
use truebleu_core::expectation::{Against, Set, UtilityOptions, Weights, best, exact, utilities};
use truebleu_core::metric::Metric;
use truebleu_core::segment::Text;
use truebleu_core::threads;

use crate::block::Block;
use crate::errors::{core_error, input_error, internal_error};
use crate::pairwise::Pace;

/// So much work of small sets is done between two checks for Ctrl-C.
const PIECE: usize = 1 << 18;

/// A set with more pairs than these has all threads for itself.
const LARGE: usize = 1 << 14;

/// For each set its best hypothesis and the utilities of all: see `Metric::expected`.
pub type BestAndUtilities<'py> = Vec<(usize, Bound<'py, PyTuple>)>;

/// The sizes of sets, and the options of their comparison.
pub struct ExpectationOptions {
    /// Of each set, how many of its texts are hypotheses, and how many references stand behind
    /// them; 0: the hypotheses are the references.
    pub sizes: Vec<(usize, usize)>,
    /// Of each reference; none: all the same.
    pub weights: Option<Vec<f64>>,
    /// Weights are logarithms, to be multiplied by this.
    pub log_scale: Option<f64>,
    pub utility: UtilityOptions,
    pub higher_is_better: bool,
    pub threads: usize,
}

/// Return, for each set, its best hypothesis and all utilities. The texts of the sets lie one after
/// the other.
pub fn expected<'py>(
    py: Python<'py>,
    metric: &dyn Metric,
    texts: &Bound<'py, PyAny>,
    options: &ExpectationOptions,
) -> PyResult<BestAndUtilities<'py>> {
    let block = Block::of(py, texts)?;
    let all = block.texts();
    let sets = Sets::new(&all, options);
    let mut utilities_of_sets = Vec::with_capacity(options.sizes.len());
    let mut group = 0..0;
    for i in 0..options.sizes.len() {
        let large = sets.work(i) > LARGE && options.utility.against == Against::Each;
        if large || group.clone().map(|i| sets.work(i)).sum::<usize>() > PIECE {
            utilities_of_sets.extend(sets.small(py, metric, group.clone())?);
            py.check_signals()?;
            group = i..i;
        }
        if large {
            utilities_of_sets.push(sets.large(py, metric, i)?);
            group = i + 1..i + 1;
        } else {
            group.end = i + 1;
        }
    }
    utilities_of_sets.extend(sets.small(py, metric, group)?);
    let chosen = |(i, values): (usize, Vec<f64>)| {
        if let Some(alone) = values.iter().position(|value| value.is_nan()) {
            let message = format!("hypothesis {} has no other reference with a weight", alone + 1);
            return Err(input_error(py, &message, i));
        }
        let best = best(&values, options.higher_is_better).unwrap_or(0);
        Ok((best, PyTuple::new(py, values)?))
    };
    utilities_of_sets.into_iter().enumerate().map(chosen).collect()
}

/// Parse its name in Python.
pub fn against(name: &str) -> PyResult<Against> {
    match name {
        "each" => Ok(Against::Each),
        "mean" => Ok(Against::Mean),
        "all" => Ok(Against::All),
        _ => Err(internal_error("unknown way to compare with references")),
    }
}

struct Sets<'a> {
    texts: &'a [Text<'a>],
    /// Ranges of the texts of each set.
    ranges: Vec<Range<usize>>,
    weights: Vec<Weights>,
    options: &'a ExpectationOptions,
}

impl<'a> Sets<'a> {
    fn new(texts: &'a [Text<'a>], options: &'a ExpectationOptions) -> Self {
        let (mut end, mut first_weight) = (0, 0);
        let (mut ranges, mut weights) = (Vec::new(), Vec::new());
        for &(hypotheses, others) in &options.sizes {
            let range = end..end + hypotheses + others;
            end = range.end;
            let references = if others == 0 { hypotheses } else { others };
            weights.push(match &options.weights {
                None => Weights::uniform(references),
                Some(all) => {
                    let own = &all[first_weight..first_weight + references];
                    let longest = texts[range.clone()].iter().map(Text::most_tokens).max();
                    let longest = longest.unwrap_or(0);
                    match options.log_scale {
                        None => Weights::new(own, longest),
                        Some(scale) => Weights::of_logarithms(own, scale, longest),
                    }
                }
            });
            first_weight += references;
            ranges.push(range);
        }
        Self { texts, ranges, weights, options }
    }

    fn set(&self, i: usize) -> Set<'_> {
        let texts = &self.texts[self.ranges[i].clone()];
        Set { texts, hypotheses: self.options.sizes[i].0, weights: &self.weights[i] }
    }

    /// Estimate the work of a set, in pairs.
    fn work(&self, i: usize) -> usize {
        let set = self.set(i);
        match self.options.utility.against {
            Against::Each => set.hypotheses * set.references(),
            Against::Mean | Against::All => set.texts.len(),
        }
    }

    /// Compute several sets, each on one thread.
    fn small(
        &self,
        py: Python<'_>,
        metric: &dyn Metric,
        group: Range<usize>,
    ) -> PyResult<Vec<Vec<f64>>> {
        let first = group.start;
        let pairs = group.clone().map(|i| self.work(i)).sum();
        let threads = threads::how_many(self.options.threads, pairs);
        let mut utilities_of_sets = vec![Vec::new(); group.len()];
        py.detach(|| {
            let sets = group.zip(&mut utilities_of_sets);
            threads::try_each(
                threads,
                sets,
                || (),
                |(), (i, values)| {
                    *values =
                        utilities(metric, self.set(i), self.options.utility).map_err(|e| (i, e))?;
                    Ok(())
                },
            )
        })
        .map_err(|(i, error): (usize, Error)| self.error(py, i, error))?;
        debug_assert!(
            utilities_of_sets
                .iter()
                .enumerate()
                .all(|(i, v)| v.len() == self.set(first + i).hypotheses)
        );
        Ok(utilities_of_sets)
    }

    /// Compute one set on all threads, checking for Ctrl-C.
    fn large(&self, py: Python<'_>, metric: &dyn Metric, i: usize) -> PyResult<Vec<f64>> {
        let (set, utility) = (self.set(i), self.options.utility);
        let threads = threads::how_many(self.options.threads, self.work(i));
        let mut means = py
            .detach(|| exact::Means::new(metric, set, utility))
            .map_err(|error| self.error(py, i, error))?;
        let mut pace = Pace::new();
        loop {
            let pairs = pace.pairs();
            let more = py.detach(|| means.add(pairs, threads));
            if !more.map_err(|error| self.error(py, i, error))? {
                return Ok(means.utilities());
            }
            py.check_signals()?;
            pace.done();
        }
    }

    /// Return the Python exception; its text index counts over all sets.
    fn error(&self, py: Python<'_>, i: usize, error: Error) -> PyErr {
        core_error(py, &error.after(self.ranges[i].start))
    }
}
