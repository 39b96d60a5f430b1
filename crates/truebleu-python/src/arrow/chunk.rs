//! Parts of a column, each in one piece of Arrow's memory, which is checked before it is read.

use std::ops::Range;

use pyo3::prelude::*;
use truebleu_arrow::lists::Lists;
use truebleu_arrow::texts::{Fault, Texts};

use crate::errors::{column_error, input_error, invalid_unicode};

/// Rows that are checked between two checks for Ctrl-C.
const PIECE: usize = 1 << 14;

/// A part of a column that lies in one piece.
pub enum Chunk {
    Texts(Texts),
    Lists(Lists),
}

/// A chunk whose texts are all valid: only [`Chunk::checked`] makes it.
pub struct Checked(Chunk);

impl Chunk {
    const fn len(&self) -> usize {
        match self {
            Self::Texts(texts) => texts.len(),
            Self::Lists(lists) => lists.len(),
        }
    }

    fn check_dictionary(&self) -> Result<(), (usize, Fault)> {
        match self {
            Self::Texts(texts) => texts.check_dictionary(),
            Self::Lists(lists) => lists.check_dictionary(),
        }
    }

    fn check(&self, range: Range<usize>) -> Result<(), (usize, Fault)> {
        match self {
            Self::Texts(texts) => texts.check(range),
            Self::Lists(lists) => lists.check(range),
        }
    }

    /// Check that every text is valid. `name` is the column's, `before` the rows before these.
    pub fn checked(self, py: Python<'_>, name: &str, before: usize) -> PyResult<Checked> {
        py.detach(|| self.check_dictionary())
            .map_err(|(entry, fault)| fault_error(py, name, ("entry", entry), None, &fault))?;
        for start in (0..self.len()).step_by(PIECE) {
            let range = start..(start + PIECE).min(self.len());
            py.detach(|| self.check(range)).map_err(|(row, fault)| {
                let row = before + row;
                fault_error(py, name, ("row", row), Some(row), &fault)
            })?;
            py.check_signals()?;
        }
        Ok(Checked(self))
    }
}

impl Checked {
    /// Return the number of rows.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Return the text of row `i`; nothing for null, and in a chunk of lists.
    #[inline]
    pub fn text(&self, i: usize) -> Option<&str> {
        match &self.0 {
            // SAFETY: all rows were checked.
            Chunk::Texts(texts) => unsafe { texts.get(i) },
            Chunk::Lists(_) => None,
        }
    }

    /// Return the texts of the list in row `i`; nothing for null, and in a chunk of texts.
    pub fn list(&self, i: usize) -> Option<impl Iterator<Item = Option<&str>>> {
        match &self.0 {
            Chunk::Texts(_) => None,
            // SAFETY: all rows were checked.
            Chunk::Lists(lists) => unsafe { lists.get(i) },
        }
    }
}

pub fn fault_error(
    py: Python<'_>,
    name: &str,
    (what, number): (&str, usize),
    segment: Option<usize>,
    fault: &Fault,
) -> PyErr {
    let location = match segment {
        Some(_) => format!("{name}, {what} {}", number + 1),
        None => format!("{name}: {what} {} of its dictionary", number + 1),
    };
    match fault {
        Fault::Utf8(at, byte) => {
            let message = format!(
                "{location}: the text is not UTF-8: byte {} is 0x{byte:02x}, in a column of type \
                 text. Decode the bytes with their encoding when you build the column.",
                at + 1
            );
            invalid_unicode(py, &message, segment)
        }
        Fault::Null => {
            let message = format!(
                "{location}: a token id is null. Drop it, or use an id of your own for it."
            );
            segment.map_or_else(
                || column_error(py, &message),
                |segment| input_error(py, &message, segment),
            )
        }
        Fault::Broken(why) => {
            column_error(py, &format!("{location}: the Arrow array is broken: {why}"))
        }
    }
}
