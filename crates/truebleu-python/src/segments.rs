//! Python's sequences of texts as the core's segments.
//!
//! Texts are borrowed: CPython keeps the UTF-8 of a str inside the str (for
//! ASCII it is the str). A list may change while the interpreter lock is
//! released, so a block of segments holds a copy of its part of the list, and
//! with it the texts that are read. Lists of tokens are copied.

use std::ops::Range;

use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use truebleu_core::corpus::Segments;
use truebleu_core::metric::Text;

use crate::errors::{input_error, internal_error, invalid_unicode, length_mismatch};
use crate::strings::Part;

/// Hypotheses with their references, as Python hands them over.
pub struct Source<'py> {
    /// The number of segments.
    segments: usize,
    hypotheses: Bound<'py, PyAny>,
    references: References<'py>,
    kind: Kind,
}

enum References<'py> {
    Streams(Vec<Bound<'py, PyAny>>),
    PerSegment(Bound<'py, PyAny>),
}

impl References<'_> {
    /// What the references are, for hypotheses that are all empty lists.
    fn kind(&self) -> PyResult<Option<Kind>> {
        match self {
            Self::Streams(streams) => {
                for stream in streams {
                    if let Some(kind) = kind_of(stream)? {
                        return Ok(Some(kind));
                    }
                }
            }
            Self::PerSegment(lists) => {
                for list in lists.try_iter()? {
                    if let Some(kind) = kind_of(snapshot(&list?)?.as_any())? {
                        return Ok(Some(kind));
                    }
                }
            }
        }
        Ok(None)
    }
}

/// What the elements are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Words,
    Ids,
}

impl<'py> Source<'py> {
    /// Takes the sequences, which must be as long as each other.
    pub fn new(
        hypotheses: &Bound<'py, PyAny>,
        references: &Bound<'py, PyAny>,
        per_segment: bool,
    ) -> PyResult<Self> {
        let length = |sequence: &Bound<'py, PyAny>| Part::whole(sequence).map(|part| part.len());
        let segments = length(hypotheses)?;
        let (references, lengths) = if per_segment {
            (References::PerSegment(references.clone()), vec![length(references)?])
        } else {
            let streams: Vec<_> = snapshot(references)?.iter().collect();
            let lengths = streams.iter().map(length).collect::<PyResult<_>>()?;
            (References::Streams(streams), lengths)
        };
        if let Some(other) = lengths.into_iter().find(|&length| length != segments) {
            let message = format!("{segments} hypotheses, but {other} references");
            return Err(length_mismatch(hypotheses.py(), &message));
        }
        let kind = match kind_of(hypotheses)? {
            Some(kind) => kind,
            None => references.kind()?.unwrap_or(Kind::Words),
        };
        Ok(Self { segments, hypotheses: hypotheses.clone(), references, kind })
    }

    /// The number of segments.
    pub fn len(&self) -> usize {
        self.segments
    }

    /// Reads the segments `range` into `block`.
    pub fn read(&self, range: Range<usize>, block: &mut Block) -> PyResult<()> {
        block.clear();
        let hypotheses = block.hold(&self.hypotheses, &range)?;
        let references = match &self.references {
            References::Streams(streams) => {
                streams.iter().map(|stream| block.hold(stream, &range)).collect::<PyResult<_>>()?
            }
            References::PerSegment(lists) => vec![block.hold(lists, &range)?],
        };
        for (i, segment) in range.enumerate() {
            self.read_cell(&hypotheses, i, (segment, "hypothesis"), block)?;
            if let References::PerSegment(_) = self.references {
                let own = snapshot(&references[0].get(i)?)?;
                let own = block.hold(own.as_any(), &(0..own.len()))?;
                for j in 0..own.len() {
                    self.read_cell(&own, j, (segment, "reference"), block)?;
                }
            } else {
                for stream in &references {
                    self.read_cell(stream, i, (segment, "reference"), block)?;
                }
            }
            block.close_segment();
        }
        Ok(())
    }

    /// Adds element `i` of `part`, which the block holds, to the block. None
    /// adds nothing: it is a reference that the segment does not have.
    #[inline]
    fn read_cell(
        &self,
        part: &Part<'_>,
        i: usize,
        place: Place,
        block: &mut Block,
    ) -> PyResult<()> {
        if self.kind == Kind::Text {
            // SAFETY: `i` is a place in the part; the block holds it for as
            // long as the text, which it gives out for as long as it lives.
            if let Some(text) = unsafe { part.borrow_text(i) } {
                block.cells.push(Cell::Text(text));
                return Ok(());
            }
        }
        let cell = part.get(i)?;
        if cell.is_none() && place.1 == "reference" {
            return Ok(());
        }
        match self.kind {
            Kind::Text => Err(not_text(&cell, place)),
            Kind::Words => block.add_words(&cell, place),
            Kind::Ids => block.add_ids(&cell, place),
        }
    }
}

/// A segment, counted from 0, and "hypothesis" or "reference".
type Place = (usize, &'static str);

/// The error for a cell that should be text.
fn not_text(cell: &Bound<'_, PyAny>, (segment, role): Place) -> PyErr {
    let py = cell.py();
    let number = segment + 1;
    if let Ok(text) = cell.cast::<PyString>() {
        let at = text.to_str().err().and_then(|error| {
            error.value(py).getattr("start").and_then(|start| start.extract::<usize>()).ok()
        });
        let at = at.map_or_else(String::new, |at| format!(" at character {}", at + 1));
        let message = format!(
            "segment {number}: the {role} is not valid Unicode: it holds a lone surrogate{at}; \
             decode the text with errors=\"replace\" or repair its source"
        );
        return invalid_unicode(py, &message, segment);
    }
    let advice = match describe(cell).as_str() {
        "None" => "a missing hypothesis must be an empty string if it is to count as empty",
        "a list" | "a tuple" => "all hypotheses and references must be str, or all lists of tokens",
        "bytes" => "decode it first, for instance with .decode(\"utf-8\")",
        _ => "every hypothesis and reference must be a str",
    };
    let message =
        format!("segment {number}: the {role} is {}, not a str; {advice}", describe(cell));
    input_error(py, &message, segment)
}

/// What a value is, in a few words.
fn describe(value: &Bound<'_, PyAny>) -> String {
    if value.is_none() {
        return "None".to_owned();
    }
    let name =
        value.get_type().name().map_or_else(|_| "object".to_owned(), |name| name.to_string());
    match name.as_str() {
        "list" | "tuple" => format!("a {name}"),
        "bytes" => name,
        "float" | "int" | "bool" => format!("the {name} {value}"),
        _ => format!("of type {name}"),
    }
}

/// A tuple of the elements of a list or tuple.
pub fn snapshot<'py>(sequence: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    if let Ok(tuple) = sequence.cast::<PyTuple>() {
        Ok(tuple.clone())
    } else if let Ok(list) = sequence.cast::<PyList>() {
        Ok(list.to_tuple())
    } else {
        Err(internal_error("a list or a tuple is needed"))
    }
}

/// What the first cell is that says it, for all must be alike.
fn kind_of(cells: &Bound<'_, PyAny>) -> PyResult<Option<Kind>> {
    for cell in cells.try_iter()? {
        let cell = cell?;
        if cell.is_instance_of::<PyList>() || cell.is_instance_of::<PyTuple>() {
            match snapshot(&cell)?.iter().next() {
                // Any list of tokens may be empty: ask the next one.
                None => continue,
                Some(token) if token.is_instance_of::<PyString>() => return Ok(Some(Kind::Words)),
                Some(_) => return Ok(Some(Kind::Ids)),
            }
        }
        if !cell.is_none() {
            return Ok(Some(Kind::Text));
        }
    }
    Ok(None)
}

/// Some segments, ready for the core.
pub struct Block {
    /// The parts of sequences that hold the texts of `cells`.
    held: Vec<Py<PyAny>>,
    cells: Vec<Cell>,
    /// Where the cells of each segment end: its hypothesis, then its references.
    segment_ends: Vec<usize>,
    /// The tokens of cells that are lists.
    bytes: Vec<u8>,
    token_ends: Vec<u32>,
    ids: Vec<i64>,
    /// The fewest and the most references of a segment, of all that were read.
    pub reference_counts: (usize, usize),
}

enum Cell {
    /// Lives as long as what the block holds: not to be given out for longer.
    Text(&'static str),
    Words {
        bytes: Range<usize>,
        ends: Range<usize>,
    },
    Ids(Range<usize>),
}

impl Block {
    /// A block without segments.
    pub const fn new() -> Self {
        Self {
            held: Vec::new(),
            cells: Vec::new(),
            segment_ends: Vec::new(),
            bytes: Vec::new(),
            token_ends: Vec::new(),
            ids: Vec::new(),
            reference_counts: (usize::MAX, 0),
        }
    }

    fn clear(&mut self) {
        self.cells.clear();
        self.held.clear();
        self.segment_ends.clear();
        self.bytes.clear();
        self.token_ends.clear();
        self.ids.clear();
    }

    /// Copies a part of a sequence, to hold its elements.
    fn hold<'py>(
        &mut self,
        sequence: &Bound<'py, PyAny>,
        range: &Range<usize>,
    ) -> PyResult<Part<'py>> {
        let part = Part::copy(sequence, range)?;
        if part.len() != range.len() {
            let message = "a list became shorter while it was being read";
            return Err(input_error(sequence.py(), message, range.start + part.len()));
        }
        self.held.push(part.object().clone().unbind());
        Ok(part)
    }

    fn close_segment(&mut self) {
        let first = self.segment_ends.last().copied().unwrap_or(0);
        let references = self.cells.len() - first - 1;
        let (fewest, most) = self.reference_counts;
        self.reference_counts = (fewest.min(references), most.max(references));
        self.segment_ends.push(self.cells.len());
    }

    fn add_words(&mut self, cell: &Bound<'_, PyAny>, place: Place) -> PyResult<()> {
        let (first_byte, first_end) = (self.bytes.len(), self.token_ends.len());
        for token in tokens(cell, place, "str")? {
            let Ok(text) = token.cast::<PyString>() else {
                return Err(wrong_token(&token, place, "str"));
            };
            let Ok(text) = text.to_str() else { return Err(not_text(&token, place)) };
            self.bytes.extend_from_slice(text.as_bytes());
            let Ok(end) = u32::try_from(self.bytes.len() - first_byte) else {
                let message = format!("segment {}: its tokens have 4 GiB or more", place.0 + 1);
                return Err(input_error(cell.py(), &message, place.0));
            };
            self.token_ends.push(end);
        }
        let bytes = first_byte..self.bytes.len();
        self.cells.push(Cell::Words { bytes, ends: first_end..self.token_ends.len() });
        Ok(())
    }

    fn add_ids(&mut self, cell: &Bound<'_, PyAny>, place: Place) -> PyResult<()> {
        let first = self.ids.len();
        for token in tokens(cell, place, "int")? {
            let Ok(id) = token.extract::<i64>() else {
                return Err(wrong_token(&token, place, "int of at most 64 bits"));
            };
            self.ids.push(id);
        }
        self.cells.push(Cell::Ids(first..self.ids.len()));
        Ok(())
    }
}

/// The tokens of a cell that should be a list of them.
fn tokens<'py>(
    cell: &Bound<'py, PyAny>,
    (segment, role): Place,
    kind: &str,
) -> PyResult<Bound<'py, PyTuple>> {
    snapshot(cell).map_err(|_| {
        let message = format!(
            "segment {}: the {role} is {}, not a list of {kind} tokens like the first hypothesis; \
             all hypotheses and references must be str, or all lists of tokens",
            segment + 1,
            describe(cell)
        );
        input_error(cell.py(), &message, segment)
    })
}

fn wrong_token(token: &Bound<'_, PyAny>, (segment, role): Place, kind: &str) -> PyErr {
    let message = format!(
        "segment {}: a token of the {role} is {}, not {} {kind}; \
         all tokens must be str, or all int",
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

    #[inline]
    fn segment<'s>(&'s self, i: usize, references: &mut Vec<Text<'s>>) -> Text<'s> {
        let first = if i == 0 { 0 } else { self.segment_ends[i - 1] };
        let cells = &self.cells[first..self.segment_ends[i]];
        references.extend(cells[1..].iter().map(|cell| self.text(cell)));
        self.text(&cells[0])
    }
}

impl Block {
    #[inline]
    fn text<'s>(&'s self, cell: &Cell) -> Text<'s> {
        match cell {
            Cell::Text(text) => Text::Plain(text),
            Cell::Words { bytes, ends } => Text::Words {
                bytes: &self.bytes[bytes.clone()],
                ends: &self.token_ends[ends.clone()],
            },
            Cell::Ids(ids) => Text::Ids(&self.ids[ids.clone()]),
        }
    }
}
