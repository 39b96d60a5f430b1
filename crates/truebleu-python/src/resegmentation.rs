//! Re-segmentation for Python: texts or tokens in, borders out.

use std::ops::Range;
use std::sync::Mutex;

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use truebleu_core::error::Error;
use truebleu_core::kernels::KernelChoice;
use truebleu_core::resegmentation::tokens::{self, Scheme, Tokens, Vocabulary, each_token, join};
use truebleu_core::resegmentation::{Cut, Problem, Reference, Rules};
use truebleu_core::text::lowercase::Case;
use truebleu_core::threads::{self, locked};

use crate::errors::{core_error, internal_error};
use crate::pairwise::Signals;
use crate::settings;

/// Characters of each segment in the hypothesis, chosen references, edits, lengths of these
/// references; the hypothesis's number of tokens.
type TextParts = (Vec<(usize, usize)>, Vec<usize>, Vec<usize>, Vec<usize>, usize);
/// Where each segment begins, and the hypothesis ends; chosen references, edits, lengths of these
/// references.
type TokenParts = (Vec<usize>, Vec<usize>, Vec<usize>, Vec<usize>);

/// Return lines as one text.
#[pyfunction]
pub fn join_lines(lines: Vec<PyBackedStr>) -> String {
    join(lines.iter().map(|line| &**line))
}

/// Return whether texts in the script of a character have no spaces between words.
#[pyfunction]
pub fn is_unspaced(character: char) -> bool {
    tokens::is_unspaced(character)
}

/// Cut the text of each document into its segments; `documents` has how many of them are its own.
#[pyfunction]
#[pyo3(signature = (hypotheses, references, documents, *, tokens, case, whole_words, mweralign))]
#[allow(clippy::too_many_arguments, reason = "keywords of Python")]
pub fn resegment_texts(
    py: Python<'_>,
    hypotheses: Vec<PyBackedStr>,
    references: Vec<Vec<PyBackedStr>>,
    documents: Vec<usize>,
    tokens: &str,
    case: &str,
    whole_words: bool,
    mweralign: bool,
) -> PyResult<Vec<TextParts>> {
    let scheme = Scheme::from_name(tokens).ok_or_else(|| internal_error("unknown tokens"))?;
    let setting = Setting::new(py, case, mweralign)?;
    for (segment, text) in hypotheses.iter().enumerate() {
        if text.len() >= u32::MAX as usize {
            return Err(core_error(py, &Error::SegmentTooLong { segment, bytes: text.len() }));
        }
    }
    each_document(py, &documents, hypotheses.len(), references.len(), |number, segments, go_on| {
        let text = &hypotheses[number];
        let mut vocabulary = Vocabulary::new(setting.case);
        let tokens = Tokens::new(scheme, text, &mut vocabulary);
        let mut reference = Reference::default();
        let mut numbers = Vec::new();
        for texts in &references[segments] {
            for text in texts {
                numbers.clear();
                each_token(scheme, text, |start, end| {
                    numbers.push(vocabulary.number(&text[start..end]));
                });
                reference.add(numbers.iter().copied());
            }
            reference.end_segment();
        }
        let problem = setting.problem(&tokens.numbers, &reference, &vocabulary);
        let mut cut = problem.cut(go_on)?;
        if whole_words {
            problem.move_borders(&mut cut, |token| tokens.is_glued(text, token));
        }
        let spans = tokens.spans(text, &cut.borders);
        let lengths = lengths(&reference, &cut);
        Some((spans, cut.chosen, cut.errors, lengths, tokens.numbers.len()))
    })
}

/// Cut the tokens of each document into its segments. `glued`: for each token, whether no segment
/// should begin there, so that borders move; `inside`: whether a border there has a price.
#[pyfunction]
#[pyo3(signature = (hypotheses, references, documents, *, case, glued, inside, mweralign))]
#[allow(clippy::too_many_arguments, reason = "keywords of Python")]
pub fn resegment_tokens(
    py: Python<'_>,
    hypotheses: Vec<Vec<PyBackedStr>>,
    references: Vec<Vec<Vec<PyBackedStr>>>,
    documents: Vec<usize>,
    case: &str,
    glued: Option<Vec<Vec<bool>>>,
    inside: Option<Vec<Vec<bool>>>,
    mweralign: bool,
) -> PyResult<Vec<TokenParts>> {
    let setting = Setting::new(py, case, mweralign)?;
    let same = |marks: &Option<Vec<Vec<bool>>>| {
        marks
            .as_ref()
            .is_none_or(|marks| marks.iter().map(Vec::len).eq(hypotheses.iter().map(Vec::len)))
    };
    if !same(&glued) || !same(&inside) {
        return Err(internal_error("every token needs a mark"));
    }
    each_document(py, &documents, hypotheses.len(), references.len(), |number, segments, go_on| {
        let mut vocabulary = Vocabulary::new(setting.case);
        let hypothesis: Vec<u32> =
            hypotheses[number].iter().map(|token| vocabulary.number(token)).collect();
        let mut reference = Reference::default();
        for texts in &references[segments] {
            for tokens in texts {
                reference.add(tokens.iter().map(|token| vocabulary.number(token)));
            }
            reference.end_segment();
        }
        let problem = setting.problem(&hypothesis, &reference, &vocabulary);
        let mut cut = match &inside {
            Some(inside) => problem.cut_between(&inside[number], go_on)?,
            None => problem.cut(go_on)?,
        };
        if let Some(glued) = &glued {
            problem.move_borders(&mut cut, |token| glued[number][token]);
        }
        let lengths = lengths(&reference, &cut);
        Some((cut.borders, cut.chosen, cut.errors, lengths))
    })
}

struct Setting {
    kernel: KernelChoice,
    case: Case,
    rules: Rules,
}

impl Setting {
    fn new(py: Python<'_>, case: &str, mweralign: bool) -> PyResult<Self> {
        let rules = if mweralign { Rules::Mweralign } else { Rules::Exact };
        Ok(Self { kernel: settings::kernel(py)?, case: settings::one_case(case)?, rules })
    }

    fn problem<'a>(
        &self,
        hypothesis: &'a [u32],
        reference: &'a Reference,
        vocabulary: &Vocabulary,
    ) -> Problem<'a> {
        let (vocabulary, rules, kernel) = (vocabulary.len(), self.rules, self.kernel);
        Problem { hypothesis, reference, vocabulary, rules, kernel }
    }
}

/// Return the number of tokens of each chosen reference.
fn lengths(reference: &Reference, cut: &Cut) -> Vec<usize> {
    let chosen = cut.chosen.iter().enumerate();
    chosen.map(|(segment, &which)| reference.tokens(segment, which).len()).collect()
}

/// Do the work on each document, on several threads if there are many. `work` takes the number of a
/// document, its segments, and a function that says whether to go on.
fn each_document<T: Send>(
    py: Python<'_>,
    documents: &[usize],
    hypotheses: usize,
    segments: usize,
    work: impl Fn(usize, Range<usize>, &dyn Fn() -> bool) -> Option<T> + Sync,
) -> PyResult<Vec<T>> {
    if documents.len() != hypotheses || documents.iter().sum::<usize>() != segments {
        return Err(internal_error("every segment belongs to a document with a hypothesis"));
    }
    let mut end = 0;
    let jobs = documents.iter().enumerate().map(|(number, &count)| {
        end += count;
        (number, end - count..end)
    });
    let jobs: Vec<_> = jobs.collect();
    let results = Mutex::new((0..documents.len()).map(|_| None).collect::<Vec<_>>());
    let signals = Signals::new();
    let go_on = || signals.go_on();
    let threads = threads::how_many(0, segments);
    let done = py.detach(|| {
        threads::try_each(
            threads,
            jobs.into_iter(),
            || (),
            |(), (number, segments)| {
                let result = work(number, segments, &go_on).ok_or(())?;
                locked(&results)[number] = Some(result);
                Ok(())
            },
        )
    });
    signals.raised()?;
    done.map_err(|()| internal_error("the work was stopped"))?;
    let results = results.into_inner().unwrap_or_default();
    Ok(results.into_iter().flatten().collect())
}
