//! METEOR for Python: segments are added, then they have scores. Synonyms come from Python, once
//! for each stem.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyString;
use truebleu_core::meteor::{Meteor, Texts};
use truebleu_core::threads::locked;

use crate::array::Array;
use crate::errors::internal_error;
use crate::segments::Source;
use crate::settings;

/// Segments between two checks for Ctrl-C.
const BLOCK: usize = 512;

/// Segments as numbers of words.
#[pyclass(frozen, module = "truebleu._native", name = "MeteorTexts")]
pub struct MeteorTexts(Mutex<Texts>);

#[pymethods]
impl MeteorTexts {
    #[new]
    fn new(py: Python<'_>, tokenizer: &str, case: &str, stem: bool) -> PyResult<Self> {
        let kernel = settings::kernel(py)?;
        let (tokenizer, case) = (settings::tokenizer(py, tokenizer)?, settings::case(case)?);
        Ok(Self(Mutex::new(Texts::new(tokenizer, case, kernel, stem))))
    }

    /// Add segments; of each a list of references.
    fn add(
        &self,
        py: Python<'_>,
        hypotheses: &Bound<'_, PyAny>,
        references: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let source = Source::new(hypotheses, references, true)?;
        source.each_block(py, BLOCK, |_, block| self.texts().add(block))?;
        Ok(())
    }

    /// Return the score of each segment. `synonyms` gives the words that a stem can stand for;
    /// None: there are none.
    #[pyo3(signature = (synonyms, *, alpha, beta, gamma))]
    fn scores(
        &self,
        py: Python<'_>,
        synonyms: Option<&Bound<'_, PyAny>>,
        alpha: f64,
        beta: f64,
        gamma: f64,
    ) -> PyResult<Array> {
        // Python runs while this is locked, so a waiting thread must release the interpreter.
        let texts = self.0.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let words = texts.vocabulary(|stem, tell| match synonyms {
            Some(synonyms) => add_synonyms(synonyms, stem, tell),
            None => Ok(()),
        })?;
        let meteor = Meteor { alpha, beta, gamma };
        Ok(Array::values(py.detach(|| texts.scores(meteor, &words))))
    }
}

impl MeteorTexts {
    fn texts(&self) -> MutexGuard<'_, Texts> {
        locked(&self.0)
    }
}

/// Call `tell` with each synonym of a stem.
fn add_synonyms(
    synonyms: &Bound<'_, PyAny>,
    stem: &[u8],
    tell: &mut dyn FnMut(&[u8]),
) -> PyResult<()> {
    let stem = std::str::from_utf8(stem).map_err(|_| internal_error("a stem is no text"))?;
    for synonym in synonyms.call1((stem,))?.try_iter()? {
        if let Ok(text) = synonym?.cast::<PyString>()?.to_str() {
            tell(text.as_bytes()); // a word with a lone surrogate cannot occur in a text
        }
    }
    Ok(())
}
