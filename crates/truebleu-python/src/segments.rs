//! Python's sequences of texts as the core's segments.
//!
//! Texts are borrowed where their UTF-8 is there: an ASCII str is its own, and a column never
//! changes. A list may change while the interpreter lock is released, so a block of segments holds
//! a copy of its part of the list, and with it the texts that are read. Other texts are encoded
//! into the block, from the characters of the str where these can be read ([`crate::characters`]).
//! Lists of tokens are copied, and so are rows of token ids, whose memory others may write to.
//!
//! Where CPython must encode the UTF-8, every str that is not ASCII caches it: for many texts half
//! as much memory again as they have. Where that is too much, a block has copies, which are dropped
//! when it is filled again.

use std::ops::Range;

use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use truebleu_core::error::Error;

use crate::block::Block;
use crate::characters::Layout;
use crate::errors::{core_error, input_error, internal_error, invalid_unicode, length_mismatch};
use crate::ids::IdRows;
use crate::strings::Part;

/// The number of tokens of a segment that is not long.
const USUAL: usize = 64;

/// How many ids to copy at once of each of hypotheses and references: 128 KiB.
const COPIED: usize = 1 << 14;

/// Distance, in segments, at which a text is prefetched.
const SOON: usize = 4;

/// Hypotheses of one system or several with their references, as Python passes them.
pub struct Source<'py> {
    /// The segments.
    range: Range<usize>,
    /// Those of each system.
    hypotheses: Vec<Bound<'py, PyAny>>,
    references: References<'py>,
    kind: Kind,
    /// No UTF-8 is cached in the str objects.
    passing: bool,
    /// Layout of the characters of a str, if they can be read directly.
    layout: Option<Layout>,
}

enum References<'py> {
    Streams(Vec<Bound<'py, PyAny>>),
    PerSegment(Bound<'py, PyAny>),
}

impl References<'_> {
    /// Return the kind of the references, for hypotheses that are all empty lists.
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
                    if let Some(kind) = kind_of(&list?)? {
                        return Ok(Some(kind));
                    }
                }
            }
        }
        Ok(None)
    }
}

/// Type of the elements.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Words,
    Ids,
}

impl<'py> Source<'py> {
    /// Take the sequences, which must be as long as each other.
    pub fn new(
        hypotheses: &Bound<'py, PyAny>,
        references: &Bound<'py, PyAny>,
        per_segment: bool,
    ) -> PyResult<Self> {
        Self::of_systems(vec![hypotheses.clone()], references, per_segment)
    }

    /// Take the hypotheses of several systems (one at least), as long as each other, too.
    pub fn of_systems(
        hypotheses: Vec<Bound<'py, PyAny>>,
        references: &Bound<'py, PyAny>,
        per_segment: bool,
    ) -> PyResult<Self> {
        let length = |sequence: &Bound<'py, PyAny>| Part::all(sequence).map(|part| part.len());
        let Some(first) = hypotheses.first() else {
            return Err(internal_error("at least one system is required"));
        };
        let segments = length(first)?;
        let (references, mut lengths) = if per_segment {
            (References::PerSegment(references.clone()), vec![length(references)?])
        } else {
            let streams: Vec<_> = snapshot(references)?.iter().collect();
            let lengths = streams.iter().map(length).collect::<PyResult<_>>()?;
            (References::Streams(streams), lengths)
        };
        for others in &hypotheses[1..] {
            lengths.push(length(others)?);
        }
        if let Some(others) = lengths.into_iter().find(|&length| length != segments) {
            let hypotheses = if segments == 1 { "hypothesis" } else { "hypotheses" };
            let references = if others == 1 { "reference" } else { "references" };
            let message = format!("got {segments} {hypotheses} and {others} {references}");
            return Err(length_mismatch(first.py(), &message));
        }
        let kind = match kind_of(first)? {
            Some(kind) => kind,
            None => references.kind()?.unwrap_or(Kind::Words),
        };
        let layout = Layout::of_interpreter(first.py());
        Ok(Self { range: 0..segments, hypotheses, references, kind, passing: false, layout })
    }

    /// Limit the source to the segments `range`, as far as they exist.
    pub fn part(mut self, range: Range<usize>) -> Self {
        let end = range.end.min(self.range.end);
        self.range = range.start.min(end)..end;
        self
    }

    /// Set whether texts are read without caching UTF-8 in the str objects.
    pub const fn passing(mut self, passing: bool) -> Self {
        self.passing = passing;
        self
    }

    /// Return the number of systems.
    pub fn systems(&self) -> usize {
        self.hypotheses.len()
    }

    /// Return the number of segments.
    pub fn len(&self) -> usize {
        self.range.len()
    }

    /// Return the mean number of ids of a hypothesis, where they are those of an array.
    fn mean_ids(&self) -> Option<usize> {
        let ids = self.hypotheses[0].cast::<IdRows>().ok()?.get();
        Some(ids.ids() / ids.len().max(1))
    }

    /// Return how many segments of usual length are as much work as these.
    pub fn work(&self) -> usize {
        self.mean_ids().map_or(self.len(), |ids| self.len() * ids.div_ceil(USUAL))
    }

    /// Return how many segments to read at once: at most `most`, and fewer where they are long, so
    /// that their copies stay in the cache.
    pub fn at_once(&self, most: usize) -> usize {
        self.mean_ids().map_or(most, |ids| (COPIED / ids.max(1)).clamp(1, most))
    }

    /// Call with the first segment's number and so many segments at a time, without the interpreter
    /// lock; look for Ctrl-C between them. Return the fewest and the most references of a segment.
    pub fn each_block(
        &self,
        py: Python<'_>,
        size: usize,
        mut work: impl FnMut(usize, &Block) -> Result<(), Error> + Send,
    ) -> PyResult<(usize, usize)> {
        let mut block = Block::new();
        for start in (0..self.len()).step_by(size) {
            self.read(start..(start + size).min(self.len()), &mut block)?;
            py.detach(|| work(start, &block)).map_err(|error| core_error(py, &error))?;
            py.check_signals()?;
        }
        Ok(block.reference_counts)
    }

    /// Read the segments `range`, counted from the first of these, into `block`.
    pub fn read(&self, range: Range<usize>, block: &mut Block) -> PyResult<()> {
        let range = self.range.start + range.start..self.range.start + range.end;
        block.clear();
        block.systems = self.systems();
        let hypotheses: Vec<_> = self
            .hypotheses
            .iter()
            .map(|system| block.hold(system, &range))
            .collect::<PyResult<_>>()?;
        let references = match &self.references {
            References::Streams(streams) => {
                streams.iter().map(|stream| block.hold(stream, &range)).collect::<PyResult<_>>()?
            }
            References::PerSegment(lists) => vec![block.hold(lists, &range)?],
        };
        for (i, segment) in range.enumerate() {
            for system in &hypotheses {
                system.prefetch(i + SOON);
                self.read_cell(system, i, (segment, "hypothesis"), block)?;
            }
            if let References::PerSegment(_) = self.references {
                // SAFETY: the block holds the column for as long as the texts.
                if !unsafe { references[0].each_text(i, |text| block.add_text(text)) } {
                    let own = references[0].get(i)?;
                    let own = block.hold(&own, &(0..Part::all(&own)?.len()))?;
                    for j in 0..own.len() {
                        self.read_cell(&own, j, (segment, "reference"), block)?;
                    }
                }
            } else {
                for stream in &references {
                    stream.prefetch(i + SOON);
                    self.read_cell(stream, i, (segment, "reference"), block)?;
                }
            }
            block.close_segment();
        }
        Ok(())
    }

    /// Add element `i` of `part`, which the block holds, to the block. None adds nothing: it is a
    /// reference that the segment does not have.
    #[inline]
    fn read_cell(
        &self,
        part: &Part<'_>,
        i: usize,
        place: Place,
        block: &mut Block,
    ) -> PyResult<()> {
        if self.kind == Kind::Text {
            if let Some(layout) = self.layout
                // SAFETY: as below; strings were found to lie so.
                && let Some(characters) = unsafe { part.characters(layout, i) }
                && block.add_characters(characters)
            {
                return Ok(());
            }
            if self.passing && !matches!(part, Part::Column(..)) {
                if let Some(bytes) = part.encode_text(i) {
                    block.add_encoded(bytes);
                    return Ok(());
                }
            // SAFETY: `i` is a place in the part; the block holds it for as
            // long as the text, which it gives out for as long as it lives.
            } else if let Some(text) = unsafe { part.borrow_text(i) } {
                block.add_text(text);
                return Ok(());
            }
        }
        if let (Part::Ids(ids, rows), Kind::Ids) = (part, self.kind)
            && let Some(run) = ids.get().run(rows.start + i)
        {
            return block.add_run(ids.py(), run, place);
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
pub type Place = (usize, &'static str);

/// Return the error for a cell that should be text. Python adds how to repair it.
pub fn not_text(cell: &Bound<'_, PyAny>, (segment, role): Place) -> PyErr {
    let number = segment + 1;
    if cell.is_instance_of::<PyString>() {
        let message = format!("segment {number}: the {role} is not valid Unicode");
        return invalid_unicode(cell.py(), &message, segment);
    }
    let message = format!("segment {number}: the {role} is {}, not a str", describe(cell));
    input_error(cell.py(), &message, segment)
}

/// Describe a value in a few words.
pub fn describe(value: &Bound<'_, PyAny>) -> String {
    if value.is_none() {
        return "None".to_owned();
    }
    let name =
        value.get_type().name().map_or_else(|_| "object".to_owned(), |name| name.to_string());
    match name.as_str() {
        "list" | "tuple" => format!("a {name}"),
        "bytes" => name,
        "float" | "int" | "bool" => match value.str() {
            Ok(digits) => format!("the {name} {digits}"),
            Err(_) => format!("a very large {name}"),
        },
        _ => format!("of type {name}"),
    }
}

/// Return a tuple of the elements of a list or tuple.
pub fn snapshot<'py>(sequence: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    if let Ok(tuple) = sequence.cast::<PyTuple>() {
        Ok(tuple.clone())
    } else if let Ok(list) = sequence.cast::<PyList>() {
        Ok(list.to_tuple())
    } else {
        Err(internal_error("expected a list or a tuple"))
    }
}

/// Return the kind of the first cell that has one, for all must be alike.
fn kind_of(cells: &Bound<'_, PyAny>) -> PyResult<Option<Kind>> {
    if cells.is_instance_of::<IdRows>() {
        return Ok(Some(Kind::Ids));
    }
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
