//! `ArrowReader`: the columns of an object that exports Arrow data, batch by batch.

use std::ffi::c_int;
use std::sync::{Arc, Mutex};

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use truebleu_arrow::abi::{Array, Handed, Schema, Stream, text};
use truebleu_arrow::integers::IntegerLists;
use truebleu_arrow::kind::Kind;
use truebleu_arrow::lists::Lists;
use truebleu_arrow::texts::{Nulls, Texts};

use super::capsules::take;
use super::chunk::{Checked, Chunk, fault_error};
use super::column::Column;
use crate::errors::{column_error, internal_error};
use crate::ids::IdRows;

/// A column: its name, the readable name of its type, and what can be read of it ("text", "lists"
/// of texts, "ids": lists of integers), if anything.
type Field = (String, String, Option<&'static str>);

/// A reader of an object that has `__arrow_c_stream__` or `__arrow_c_array__`; it reads once.
#[pyclass(frozen, module = "truebleu._native")]
pub struct ArrowReader {
    kind: Kind,
    state: Mutex<State>,
}

struct State {
    source: Source,
    /// Rows that were read.
    rows: usize,
}

enum Source {
    Array(Option<Array>),
    Stream(Stream),
}

#[pymethods]
impl ArrowReader {
    #[new]
    fn new(py: Python<'_>, source: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (kind, source) = if source.hasattr("__arrow_c_stream__")? {
            let mut stream: Stream = take(&source.call_method0("__arrow_c_stream__")?)?;
            (schema_of(py, &mut stream)?, Source::Stream(stream))
        } else {
            let capsules = source.call_method0("__arrow_c_array__")?.cast_into::<PyTuple>()?;
            let schema: Schema = take(&capsules.get_item(0)?)?;
            let array: Array = take(&capsules.get_item(1)?)?;
            (Kind::of(&schema), Source::Array(Some(array)))
        };
        Ok(Self { kind, state: Mutex::new(State { source, rows: 0 }) })
    }

    /// Whether it has columns of names; else it is one column.
    #[getter]
    const fn is_table(&self) -> bool {
        matches!(self.kind, Kind::Rows(_))
    }

    /// The columns.
    #[getter]
    fn fields(&self) -> Vec<Field> {
        let field = |name: &str, kind: &Kind| (name.to_owned(), kind.name(), readable(kind));
        match &self.kind {
            Kind::Rows(fields) => fields.iter().map(|(name, kind)| field(name, kind)).collect(),
            kind => vec![field("", kind)],
        }
    }

    /// Return the columns at the places `wanted` (each once) of all batches that are left. `names`
    /// are what messages call them, and `before` are rows that messages count before the first.
    #[pyo3(signature = (wanted, names, before=0))]
    fn read_remaining(
        &self,
        py: Python<'_>,
        wanted: Vec<usize>,
        names: Vec<String>,
        before: usize,
    ) -> PyResult<Vec<Column>> {
        let mut state = self.state.try_lock().map_err(|_| busy(py))?;
        state.rows += before;
        let mut parts: Vec<Vec<Checked>> = wanted.iter().map(|_| Vec::new()).collect();
        while let Some(chunks) = self.chunks(py, &mut state, &wanted, &names)? {
            for (parts, chunk) in parts.iter_mut().zip(chunks) {
                parts.push(chunk);
            }
        }
        let columns = parts.into_iter().zip(&wanted);
        Ok(columns.map(|(parts, &place)| Column::new(parts, self.is_list(place))).collect())
    }

    /// Return the only column, of lists of integers; `name` is what messages call it.
    fn read_ids(&self, py: Python<'_>, name: &str) -> PyResult<IdRows> {
        let Some(&Kind::IntegerLists(ranges, integer)) = self.kind_at(0) else {
            return Err(internal_error("a column that has no lists of integers"));
        };
        let mut state = self.state.try_lock().map_err(|_| busy(py))?;
        let mut parts = Vec::new();
        while let Some(array) = state.source.next(py)? {
            py.check_signals()?;
            let (mut arrays, rows) = self.split(py, array, &[0])?;
            let array = arrays.pop().ok_or_else(|| internal_error("no such column"))?;
            let lists = IntegerLists::new(Arc::new(array), (ranges, integer), &rows);
            let broken =
                |why| column_error(py, &format!("{name}: the Arrow array is broken: {why}"));
            parts.push(lists.map_err(broken)?);
        }
        IdRows::of_lists(&parts)
            .map_err(|(row, fault)| fault_error(py, name, ("row", row), Some(row), &fault))
    }
}

impl ArrowReader {
    fn kind_at(&self, place: usize) -> Option<&Kind> {
        match &self.kind {
            Kind::Rows(fields) => fields.get(place).map(|(_, kind)| kind),
            kind => (place == 0).then_some(kind),
        }
    }

    fn is_list(&self, place: usize) -> bool {
        matches!(self.kind_at(place), Some(Kind::Lists(..)))
    }

    /// Return the next batch's columns, checked; nothing at the end.
    fn chunks(
        &self,
        py: Python<'_>,
        state: &mut State,
        wanted: &[usize],
        names: &[String],
    ) -> PyResult<Option<Vec<Checked>>> {
        py.check_signals()?;
        let Some(array) = state.source.next(py)? else { return Ok(None) };
        let before = state.rows;
        let (arrays, rows) = self.split(py, array, wanted)?;
        state.rows += rows.len();
        let mut chunks = Vec::with_capacity(wanted.len());
        for ((array, &place), name) in arrays.into_iter().zip(wanted).zip(names) {
            let kind = self.kind_at(place).ok_or_else(|| internal_error("no such column"))?;
            let owner = Arc::new(array);
            let chunk = match kind {
                Kind::Texts(layout) => {
                    Texts::new(&owner, &owner, layout, rows.clone()).map(Chunk::Texts)
                }
                Kind::Lists(ranges, layout) => {
                    Lists::new(&owner, &owner, (*ranges, layout), rows.clone()).map(Chunk::Lists)
                }
                _ => return Err(internal_error("a column that cannot be read")),
            };
            let broken =
                |why| column_error(py, &format!("{name}: the Arrow array is broken: {why}"));
            chunks.push(chunk.map_err(broken)?.checked(py, name, before)?);
        }
        Ok(Some(chunks))
    }

    /// Return the arrays of the columns that are wanted, moved out of their table, which is
    /// released; and which of their rows are the table's.
    fn split(
        &self,
        py: Python<'_>,
        array: Array,
        wanted: &[usize],
    ) -> PyResult<(Vec<Array>, std::ops::Range<usize>)> {
        let broken = |why: &str| column_error(py, &format!("the Arrow data is broken: {why}"));
        let length = usize::try_from(array.length).map_err(|_| broken("a negative length"))?;
        let Kind::Rows(fields) = &self.kind else { return Ok((vec![array], 0..length)) };
        let offset = usize::try_from(array.offset).map_err(|_| broken("a negative offset"))?;
        if usize::try_from(array.n_children).ok() != Some(fields.len()) {
            return Err(broken("a batch and its schema differ in their columns"));
        }
        let nulls = Nulls::of(&array);
        // SAFETY: the table has these rows.
        if (offset..offset + length).any(|row| unsafe { nulls.is_null(row) }) {
            let message = "a row of the table is null as a whole, not cell by cell. Drop it first.";
            return Err(column_error(py, message));
        }
        let moved = |&place: &usize| {
            // SAFETY: there are as many children as fields, and `place` is one of them; moving it
            // out and marking it as released is what the specification requires.
            unsafe { std::ptr::replace(*array.children.add(place), Array::EMPTY) }
        };
        if wanted.iter().any(|&place| place >= fields.len()) {
            return Err(internal_error("no such column"));
        }
        let arrays: Vec<Array> = wanted.iter().map(moved).collect();
        if arrays.iter().any(|array| !array.is_alive()) {
            return Err(broken("a column is missing"));
        }
        Ok((arrays, offset..offset + length))
    }
}

impl Source {
    /// Return the next array; nothing at the end.
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<Array>> {
        let stream = match self {
            Self::Array(array) => return Ok(array.take()),
            Self::Stream(stream) => stream,
        };
        let Some(get_next) = stream.get_next else {
            return Err(column_error(py, "the Arrow stream cannot be read"));
        };
        let mut array = Array::EMPTY;
        // SAFETY: the stream is alive, and fills an empty array. Whoever makes it may need the
        // interpreter lock in another thread, so it is not held.
        let code = py.detach(|| unsafe { Called(get_next).call(stream, &mut array) });
        check(py, stream, code)?;
        Ok(array.is_alive().then_some(array))
    }
}

/// A function of a stream that fills something in.
struct Called<T>(unsafe extern "C" fn(*mut Stream, *mut T) -> c_int);

impl<T> Called<T> {
    /// # Safety
    /// The stream is alive.
    unsafe fn call(&self, stream: &mut Stream, place: &mut T) -> c_int {
        // SAFETY: as the caller promises.
        unsafe { (self.0)(stream, place) }
    }
}

fn schema_of(py: Python<'_>, stream: &mut Stream) -> PyResult<Kind> {
    let Some(get_schema) = stream.get_schema else {
        return Err(column_error(py, "the Arrow stream has no schema"));
    };
    let mut schema = Schema::EMPTY;
    // SAFETY: the stream is alive, and fills an empty schema.
    let code = py.detach(|| unsafe { Called(get_schema).call(stream, &mut schema) });
    check(py, stream, code)?;
    Ok(Kind::of(&schema))
}

/// Raise the error that a stream reports.
fn check(py: Python<'_>, stream: &mut Stream, code: c_int) -> PyResult<()> {
    if code == 0 {
        return Ok(());
    }
    // Raise a Python exception itself, because its text alone loses information.
    if let Some(error) = PyErr::take(py) {
        return Err(error);
    }
    // SAFETY: the stream is alive; what it gives is null or a C string that lives until its next use.
    let why = unsafe {
        stream.get_last_error.map_or_else(|| "".into(), |last| text(last(stream))).into_owned()
    };
    let why = if why.is_empty() { format!("error {code}") } else { why };
    Err(column_error(py, &format!("the Arrow stream ended with an error: {why}")))
}

const fn readable(kind: &Kind) -> Option<&'static str> {
    match kind {
        Kind::Texts(_) => Some("text"),
        Kind::Lists(..) => Some("lists"),
        Kind::IntegerLists(..) => Some("ids"),
        _ => None,
    }
}

fn busy(py: Python<'_>) -> PyErr {
    column_error(py, "another thread is reading the Arrow stream")
}
