//! `Inventory`: the n-grams of a corpus, looked at one by one.

use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use truebleu_core::inventory::{self as core, Counts, Entry, Gram, Kind, Status, Table, Token};

use crate::errors::internal_error;
use crate::segments::{Source, snapshot};
use crate::settings;

/// Segments between two checks for Ctrl-C.
const BLOCK: usize = 512;

/// Counts of a system: in its hypotheses, matched, clipped.
type CountParts = (u64, u64, u64);
/// Tokens, reference count, counts of the systems.
type GramParts<'py> = (Bound<'py, PyTuple>, u64, Vec<CountParts>);
/// Which of the n-grams, value, how many segments, the first of these, and the value in each of
/// them.
type EntryParts = (usize, i64, usize, Vec<usize>, Vec<i64>);
/// Order, how many different n-grams, their reference counts, the counts of the systems, the
/// n-grams of the rankings, the rankings.
type TableParts<'py> =
    (usize, usize, u64, Vec<CountParts>, Vec<GramParts<'py>>, Vec<Vec<EntryParts>>);

/// The texts of some systems and their references as numbers of tokens. It never changes.
#[pyclass(frozen, module = "truebleu._native")]
pub struct Inventory(Box<core::Inventory>);

#[pymethods]
impl Inventory {
    /// Create an inventory; `systems` has the hypotheses of each system.
    #[new]
    fn new(
        py: Python<'_>,
        tokenizer: &str,
        case: &str,
        systems: &Bound<'_, PyAny>,
        references: &Bound<'_, PyAny>,
        per_segment: bool,
    ) -> PyResult<Self> {
        let systems = snapshot(systems)?;
        let kernel = settings::kernel(py)?;
        let tokenizer = settings::tokenizer(py, tokenizer)?;
        let mut inventory =
            Box::new(core::Inventory::new(tokenizer, settings::case(case)?, kernel, systems.len()));
        let nothing = PyTuple::empty(py);
        for (system, hypotheses) in systems.iter().enumerate() {
            let first = system == 0;
            let references = if first { references } else { nothing.as_any() };
            let source = Source::new(&hypotheses, references, per_segment && first)?;
            if !first && source.len() != inventory.segments() {
                return Err(internal_error("all systems must have the same segments"));
            }
            source.each_block(py, BLOCK, |_, block| inventory.add_segments(system, block))?;
        }
        Ok(Self(inventory))
    }

    /// Number of segments.
    #[getter]
    fn segments(&self) -> usize {
        self.0.segments()
    }

    /// Return the tokens of a hypothesis.
    fn hypothesis<'py>(
        &self,
        py: Python<'py>,
        system: usize,
        segment: usize,
    ) -> PyResult<Bound<'py, PyTuple>> {
        self.check(system, segment)?;
        tokens(py, self.0.hypothesis(system, segment))
    }

    /// Return the tokens of each reference of a segment.
    fn references<'py>(&self, py: Python<'py>, segment: usize) -> PyResult<Bound<'py, PyTuple>> {
        self.check(0, segment)?;
        let texts = self.0.references(segment).map(|text| tokens(py, text.into_iter()));
        PyTuple::new(py, texts.collect::<PyResult<Vec<_>>>()?)
    }

    /// Return, for each segment, how often the rarest token of its references is in all references
    /// together; 0 where they have none.
    fn rarest(&self, py: Python<'_>) -> Vec<u32> {
        py.detach(|| self.0.rarest())
    }

    /// Return, for each order, the n-grams that lead each ranking. A ranking is "matched",
    /// "missed", "clipped" or "unmatched" with its system twice, or "ahead" with the two systems.
    fn tables<'py>(
        &self,
        py: Python<'py>,
        orders: usize,
        rankings: Vec<(String, usize, usize)>,
        top: usize,
        places: usize,
    ) -> PyResult<Vec<TableParts<'py>>> {
        let kinds =
            rankings.iter().map(|ranking| self.kind(ranking)).collect::<PyResult<Vec<_>>>()?;
        let mut levels = Vec::with_capacity(orders);
        let mut level = py.detach(|| self.0.level());
        for order in 1..=orders {
            let table = py.detach(|| {
                if order > 1 {
                    level.raise();
                }
                level.table(&kinds, top, places)
            });
            py.check_signals()?;
            levels.push(self.table_parts(py, &table)?);
        }
        Ok(levels)
    }

    /// Return, for each order, the status of the n-gram that begins at each token of a hypothesis
    /// ("matched", "clipped" or "unmatched"), and which references, counted from 0, have it.
    fn marks<'py>(
        &self,
        py: Python<'py>,
        system: usize,
        segment: usize,
        orders: usize,
    ) -> PyResult<Bound<'py, PyList>> {
        self.check(system, segment)?;
        let orders = self.0.marks(system, segment, orders).into_iter().map(|marks| {
            let parts = marks.into_iter().map(|mark| {
                let status = match mark.status {
                    Status::Matched => "matched",
                    Status::Clipped => "clipped",
                    Status::Unmatched => "unmatched",
                };
                (status, mark.references)
            });
            parts.collect::<Vec<_>>()
        });
        PyList::new(py, orders.collect::<Vec<_>>())
    }
}

impl Inventory {
    fn check(&self, system: usize, segment: usize) -> PyResult<()> {
        if system < self.0.systems() && segment < self.0.segments() {
            return Ok(());
        }
        Err(internal_error("unknown system or segment"))
    }

    fn kind(&self, (name, first, second): &(String, usize, usize)) -> PyResult<Kind> {
        if *first.max(second) >= self.0.systems() {
            return Err(internal_error("unknown system"));
        }
        match name.as_str() {
            "matched" => Ok(Kind::Matched(*first)),
            "missed" => Ok(Kind::Missed(*first)),
            "clipped" => Ok(Kind::Clipped(*first)),
            "unmatched" => Ok(Kind::Unmatched(*first)),
            "ahead" => Ok(Kind::Ahead(*first, *second)),
            _ => Err(internal_error("unknown ranking")),
        }
    }

    fn table_parts<'py>(&self, py: Python<'py>, table: &Table) -> PyResult<TableParts<'py>> {
        let grams = table.grams.iter().map(|gram| self.gram_parts(py, gram));
        let grams = grams.collect::<PyResult<Vec<_>>>()?;
        let rankings =
            table.rankings.iter().map(|ranking| ranking.iter().map(entry_parts).collect());
        let sums = table.sums.iter().map(count_parts).collect();
        Ok((table.order, table.distinct, table.reference, sums, grams, rankings.collect()))
    }

    fn gram_parts<'py>(&self, py: Python<'py>, gram: &Gram) -> PyResult<GramParts<'py>> {
        let tokens = tokens(py, gram.tokens.iter().map(|&number| self.0.token(number)))?;
        Ok((tokens, gram.reference, gram.counts.iter().map(count_parts).collect()))
    }
}

/// Return tokens as Python objects: str, or int.
fn tokens<'py, 'a>(
    py: Python<'py>,
    tokens: impl Iterator<Item = Token<'a>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let objects = tokens.map(|token| match token {
        Token::Word(bytes) => Ok(String::from_utf8_lossy(bytes).into_pyobject(py)?.into_any()),
        Token::Id(id) => Ok(id.into_pyobject(py)?.into_any()),
    });
    PyTuple::new(py, objects.collect::<PyResult<Vec<_>>>()?)
}

fn entry_parts(entry: &Entry) -> EntryParts {
    let (places, values) = entry.places.iter().copied().unzip();
    (entry.gram, entry.value, entry.segments, places, values)
}

const fn count_parts(counts: &Counts) -> CountParts {
    (counts.hypothesis, counts.matches, counts.clipped)
}
