//! Some segments of Python's, ready for the core.

use std::ops::Range;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use truebleu_core::corpus::Segments;
use truebleu_core::segment::Text;

use crate::characters::{Characters, Utf8Texts};
use crate::errors::input_error;
use crate::ids::{Identity, Run};
use crate::segments::{Place, Source, describe, not_text, snapshot};
use crate::strings::{Part, prefetch};

/// Some segments, ready for the core.
#[derive(Default)]
pub struct Block {
    /// Objects that keep the texts of `cells` alive: parts of sequences, and texts that the block
    /// made itself.
    held: Vec<Py<PyAny>>,
    cells: Vec<Cell>,
    /// Number of systems.
    pub systems: usize,
    /// End of the cells of each segment: the hypothesis of each system, then the references.
    segment_ends: Vec<usize>,
    /// The UTF-8 of texts whose str has none.
    encoded: Utf8Texts,
    /// The tokens of cells that are lists.
    bytes: Vec<u8>,
    token_ends: Vec<u32>,
    ids: Vec<i64>,
    /// The fewest and the most references of a segment, of all that were read.
    pub reference_counts: (usize, usize),
}

enum Cell {
    /// Valid as long as the objects that the block holds; do not return it for longer.
    Text(&'static str),
    Encoded(Range<usize>),
    Words {
        bytes: Range<usize>,
        ends: Range<usize>,
    },
    /// Token ids, and where they were copied from, if that is an array's memory.
    Ids(Range<usize>, Option<Identity>),
}

impl Block {
    /// Create a block without segments.
    pub fn new() -> Self {
        Self { systems: 1, reference_counts: (usize::MAX, 0), ..Self::default() }
    }

    /// Return all texts of a sequence, each a segment without references.
    pub fn of(py: Python<'_>, texts: &Bound<'_, PyAny>) -> PyResult<Self> {
        let source = Source::new(texts, PyTuple::empty(py).as_any(), false)?;
        let mut block = Self::new();
        source.read(0..source.len(), &mut block)?;
        Ok(block)
    }

    /// Return the first hypothesis of each segment.
    pub fn texts(&self) -> Vec<Text<'_>> {
        (0..self.len()).map(|i| self.segment(i, &mut Vec::new())).collect()
    }

    /// Clear the segments, and keep their memory.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.held.clear();
        self.segment_ends.clear();
        self.encoded.clear();
        self.bytes.clear();
        self.token_ends.clear();
        self.ids.clear();
    }

    /// Copy a part of a sequence, to hold its elements.
    pub fn hold<'py>(
        &mut self,
        sequence: &Bound<'py, PyAny>,
        range: &Range<usize>,
    ) -> PyResult<Part<'py>> {
        let part = Part::copy(sequence, range)?;
        if part.len() != range.len() {
            let message = "a list changed its length while it was read";
            return Err(input_error(sequence.py(), message, range.start + part.len()));
        }
        self.held.push(part.object().clone().unbind());
        Ok(part)
    }

    /// Add a text, which must be among what the block holds: it is not kept for longer.
    pub fn add_text(&mut self, text: &'static str) {
        self.cells.push(Cell::Text(text));
    }

    /// Add a text that is read from its str; false where it is not Unicode.
    #[inline]
    pub fn add_characters(&mut self, characters: Characters<'static>) -> bool {
        let cell = match characters {
            Characters::Utf8(text) => {
                prefetch(text.as_ptr());
                Some(Cell::Text(text))
            }
            wide => self.encoded.add(wide).map(Cell::Encoded),
        };
        let is_text = cell.is_some();
        self.cells.extend(cell);
        is_text
    }

    /// Add a text as UTF-8 that CPython cached, and hold it.
    pub fn add_encoded(&mut self, text: Bound<'_, PyBytes>) {
        let bytes = text.as_bytes();
        // SAFETY: CPython encodes to valid UTF-8. The bytes are immutable, held from here on, and
        // not given out for longer.
        self.cells.push(Cell::Text(unsafe {
            std::str::from_utf8_unchecked(std::slice::from_raw_parts(bytes.as_ptr(), bytes.len()))
        }));
        self.held.push(text.into_any().unbind());
    }

    /// Return the bytes of all texts; of token ids their number.
    pub fn size(&self) -> usize {
        let size = |cell: &Cell| match cell {
            Cell::Text(text) => text.len(),
            Cell::Encoded(range) | Cell::Ids(range, _) | Cell::Words { bytes: range, .. } => {
                range.len()
            }
        };
        self.cells.iter().map(size).sum()
    }

    /// Start to load the heads of all texts, which lie in the cache of the core that counted their
    /// references up: to wait for each alone costs a tenth of the time of two threads.
    pub fn prefetch(&self) {
        for cell in &self.cells {
            match cell {
                Cell::Text(text) => prefetch(text.as_ptr()),
                Cell::Encoded(range) => prefetch(self.encoded.text(range).as_ptr()),
                _ => {}
            }
        }
    }

    /// End a segment: what was added since the last one is its hypotheses and its references.
    pub fn close_segment(&mut self) {
        let first = self.segment_ends.last().copied().unwrap_or(0);
        let references = self.cells.len() - first - self.systems;
        let (fewest, most) = self.reference_counts;
        self.reference_counts = (fewest.min(references), most.max(references));
        self.segment_ends.push(self.cells.len());
    }

    /// Add a list of words.
    pub fn add_words(&mut self, cell: &Bound<'_, PyAny>, place: Place) -> PyResult<()> {
        let (first_byte, first_end) = (self.bytes.len(), self.token_ends.len());
        for token in tokens(cell, place, "str")? {
            let Ok(text) = token.cast::<PyString>() else {
                return Err(wrong_token(&token, place, "str"));
            };
            let Ok(text) = text.to_str() else { return Err(not_text(&token, place)) };
            self.bytes.extend_from_slice(text.as_bytes());
            let Ok(end) = u32::try_from(self.bytes.len() - first_byte) else {
                let message = format!("segment {}: the tokens have 4 GiB or more", place.0 + 1);
                return Err(input_error(cell.py(), &message, place.0));
            };
            self.token_ends.push(end);
        }
        let bytes = first_byte..self.bytes.len();
        self.cells.push(Cell::Words { bytes, ends: first_end..self.token_ends.len() });
        Ok(())
    }

    /// Add a row of an array's numbers. Where the last segment has the same row in the same place,
    /// as repeated references have, its copy serves again.
    pub fn add_run(&mut self, py: Python<'_>, run: &Run, place: Place) -> PyResult<()> {
        let identity = Some(run.identity());
        let (first, first_before) = self.last_segments();
        let before = self.cells[..first].get(first_before + self.cells.len() - first);
        if let Some(Cell::Ids(ids, same)) = before
            && *same == identity
        {
            self.cells.push(Cell::Ids(ids.clone(), identity));
            return Ok(());
        }
        let start = self.ids.len();
        run.widen(&mut self.ids).map_err(|token| {
            let (segment, role) = place;
            let message = format!(
                "segment {}: token {} of the {role} is out of range. Use token ids from -2**63 to \
                 2**63 - 1.",
                segment + 1,
                token + 1
            );
            input_error(py, &message, segment)
        })?;
        self.cells.push(Cell::Ids(start..self.ids.len(), identity));
        Ok(())
    }

    /// Return the first cell of the segment that is added, and of the one before.
    fn last_segments(&self) -> (usize, usize) {
        let mut ends = self.segment_ends.iter().rev().copied();
        (ends.next().unwrap_or(0), ends.next().unwrap_or(0))
    }

    /// Add a list of numbers.
    pub fn add_ids(&mut self, cell: &Bound<'_, PyAny>, place: Place) -> PyResult<()> {
        let first = self.ids.len();
        for token in tokens(cell, place, "int")? {
            let Ok(id) = token.extract::<i64>() else {
                return Err(wrong_token(&token, place, "int of at most 64 bits"));
            };
            self.ids.push(id);
        }
        self.cells.push(Cell::Ids(first..self.ids.len(), None));
        Ok(())
    }
}

/// Return the tokens of a cell that should be a list of them.
fn tokens<'py>(
    cell: &Bound<'py, PyAny>,
    (segment, role): Place,
    kind: &str,
) -> PyResult<Bound<'py, PyTuple>> {
    snapshot(cell).map_err(|_| {
        let message = format!(
            "segment {}: the {role} is {}, not a list of {kind} tokens like the first hypothesis. \
             Pass all hypotheses and references as str, or all as lists of tokens.",
            segment + 1,
            describe(cell)
        );
        input_error(cell.py(), &message, segment)
    })
}

fn wrong_token(token: &Bound<'_, PyAny>, (segment, role): Place, kind: &str) -> PyErr {
    let message = format!(
        "segment {}: a token of the {role} is {}, not {} {kind}. \
         Pass all tokens as str, or all as int.",
        segment + 1,
        describe(token),
        if kind.starts_with('i') { "an" } else { "a" },
    );
    input_error(token.py(), &message, segment)
}

impl Segments for Block {
    fn len(&self) -> usize {
        self.segment_ends.len()
    }

    fn systems(&self) -> usize {
        self.systems
    }

    #[inline(always)]
    fn segment<'s>(&'s self, i: usize, references: &mut Vec<Text<'s>>) -> Text<'s> {
        let cells = self.cells_of(i);
        references.extend(cells[self.systems..].iter().map(|cell| self.text(cell)));
        self.text(&cells[0])
    }

    #[inline]
    fn hypothesis(&self, i: usize, system: usize) -> Text<'_> {
        self.text(&self.cells_of(i)[system])
    }
}

impl Block {
    #[inline(always)]
    fn cells_of(&self, i: usize) -> &[Cell] {
        let first = if i == 0 { 0 } else { self.segment_ends[i - 1] };
        &self.cells[first..self.segment_ends[i]]
    }

    /// Always inlined: a text that a call returns in memory is written in parts and read as a whole,
    /// which has to wait for the parts.
    #[inline(always)]
    fn text<'s>(&'s self, cell: &Cell) -> Text<'s> {
        match cell {
            Cell::Text(text) => Text::Plain(text),
            Cell::Encoded(range) => Text::Plain(self.encoded.text(range)),
            Cell::Words { bytes, ends } => Text::Words {
                bytes: &self.bytes[bytes.clone()],
                ends: &self.token_ends[ends.clone()],
            },
            Cell::Ids(ids, _) => Text::Ids(&self.ids[ids.clone()]),
        }
    }
}
