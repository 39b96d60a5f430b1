//! What texts share with a corpus, for Python: one side is held, the other
//! passes by.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard};

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use truebleu_core::corpus::Segments;
use truebleu_core::error::Error;
use truebleu_core::metric::Text;
use truebleu_core::overlap::{Match, Overlap as Core, Rule, Shared};
use truebleu_core::threads::locked;

use crate::block::Block;
use crate::errors::internal_error;
use crate::lines::{Lines, side_by_side};
use crate::segments::Source;
use crate::settings;

/// Texts between two looks for Ctrl-C.
const BLOCK: usize = 512;

type Place = (usize, usize);
type Characters = Option<(u32, u32)>;
/// Tokens and characters in the text; the document, tokens and characters in it; in how many
/// documents it is.
type MatchParts = (Place, Characters, u64, Place, Characters, u64);
/// A text's number; how many tokens, n-grams, shared n-grams and shared tokens; the matches.
type SharedParts = (u64, usize, usize, usize, usize, Vec<MatchParts>);

/// Texts that are held, with all their n-grams, and what documents that passed share with them.
#[pyclass(frozen, module = "truebleu._native")]
pub struct Overlap(Mutex<Box<Core>>);

#[pymethods]
impl Overlap {
    /// `tokenizer` none: words in lower case and without punctuation.
    #[new]
    fn new(py: Python<'_>, order: usize, tokenizer: Option<&str>, case: &str) -> PyResult<Self> {
        if order == 0 {
            return Err(internal_error("n-grams have a token at least"));
        }
        let kernel = settings::kernel(py)?;
        let case = settings::one_case(case)?;
        let rule = match tokenizer {
            Some(name) => Rule::Tokens(settings::tokenizer(py, name)?, case),
            None => Rule::Bare,
        };
        Ok(Self(Mutex::new(Box::new(Core::new(order, rule, kernel)))))
    }

    /// How many texts are held, and how many have passed.
    #[getter]
    fn counts(&self, py: Python<'_>) -> (usize, u64) {
        py.detach(|| {
            let core = self.core();
            (core.texts(), core.passed())
        })
    }

    /// Hold more texts.
    fn add(&self, py: Python<'_>, texts: &Bound<'_, PyAny>) -> PyResult<()> {
        each_block(py, texts, |block| each(block, |text| self.core().add(text)))
    }

    /// Hold the first `count` lines that wait in a file.
    fn add_lines(&self, py: Python<'_>, texts: &Lines, count: usize) -> PyResult<()> {
        side_by_side(py, texts, &[], count, |lines| each(lines, |text| self.core().add(text)))
    }

    /// Note what documents that pass share with the texts that are held.
    fn pass_by(&self, py: Python<'_>, documents: &Bound<'_, PyAny>) -> PyResult<()> {
        each_block(py, documents, |block| each(block, |text| self.core().pass(text)))
    }

    /// The same of the first `count` lines that wait in a file.
    fn pass_lines(&self, py: Python<'_>, documents: &Lines, count: usize) -> PyResult<()> {
        side_by_side(py, documents, &[], count, |lines| each(lines, |text| self.core().pass(text)))
    }

    /// What the texts from `first` to the one before `end` share, those that share something, and
    /// how many of them have no n-gram; n-grams in more than `most` documents do not count.
    /// `among`: with other texts that are held, instead of documents that passed.
    fn shared(
        &self,
        py: Python<'_>,
        first: usize,
        end: usize,
        most: u64,
        among: bool,
    ) -> (Vec<SharedParts>, usize) {
        py.detach(|| {
            let core = self.core();
            let of = |i| if among { core.among(i, most) } else { core.passed_over(i, most) };
            let mut found = Found::default();
            for i in first..end.min(core.texts()) {
                found.add(i as u64, &of(i));
            }
            (found.shared, found.short)
        })
    }

    /// What texts that pass share with the documents that are held, as `shared` has it.
    fn find(
        &self,
        py: Python<'_>,
        texts: &Bound<'_, PyAny>,
        most: u64,
    ) -> PyResult<(Vec<SharedParts>, usize)> {
        let mut found = Found::default();
        each_block(py, texts, |block| self.find_all(block, most, &mut found))?;
        Ok((found.shared, found.short))
    }

    /// The same of the first `count` lines that wait in a file.
    fn find_lines(
        &self,
        py: Python<'_>,
        texts: &Lines,
        count: usize,
        most: u64,
    ) -> PyResult<(Vec<SharedParts>, usize)> {
        let mut found = Found::default();
        side_by_side(py, texts, &[], count, |lines| self.find_all(lines, most, &mut found))?;
        Ok((found.shared, found.short))
    }
}

impl Overlap {
    fn core(&self) -> MutexGuard<'_, Box<Core>> {
        locked(&self.0)
    }

    fn find_all<S: Segments + ?Sized>(
        &self,
        texts: &S,
        most: u64,
        found: &mut Found,
    ) -> Result<(), Error> {
        each(texts, |text| {
            let mut core = self.core();
            let number = core.passed();
            found.add(number, &core.find(text, most)?);
            Ok(())
        })
    }
}

/// What was found of some texts.
#[derive(Default)]
struct Found {
    shared: Vec<SharedParts>,
    /// How many texts have no n-gram.
    short: usize,
}

impl Found {
    fn add(&mut self, number: u64, shared: &Shared) {
        self.short += usize::from(shared.ngrams == 0);
        if !shared.matches.is_empty() {
            self.shared.push((
                number,
                shared.tokens,
                shared.ngrams,
                shared.shared_ngrams,
                shared.shared_tokens,
                shared.matches.iter().map(match_parts).collect(),
            ));
        }
    }
}

fn match_parts(found: &Match) -> MatchParts {
    let place = |range: &Range<usize>| (range.start, range.end);
    let characters = |range: &Option<Range<u32>>| range.as_ref().map(|r| (r.start, r.end));
    (
        place(&found.tokens),
        characters(&found.characters),
        found.document,
        place(&found.document_tokens),
        characters(&found.document_characters),
        found.documents,
    )
}

/// Calls with blocks of Python's texts, without the interpreter lock.
fn each_block(
    py: Python<'_>,
    texts: &Bound<'_, PyAny>,
    mut work: impl FnMut(&Block) -> Result<(), Error> + Send,
) -> PyResult<()> {
    let source = Source::new(texts, PyTuple::empty(py).as_any(), false)?.passing(true);
    source.each_block(py, BLOCK, |_, block| work(block))?;
    Ok(())
}

/// Calls with each text.
fn each<S: Segments + ?Sized>(
    texts: &S,
    mut work: impl FnMut(Text<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    (0..texts.len()).try_for_each(|i| work(texts.segment(i, &mut Vec::new())))
}
