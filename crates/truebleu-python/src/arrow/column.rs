//! `Column`: texts of Arrow, or lists of them, as a sequence that Python and the core can read.

use std::ops::Range;
use std::sync::Arc;

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice, PyString, PyTuple};
use truebleu_core::lines::Survey;

use super::chunk::Checked;
use crate::errors::internal_error;

/// Number of rows, and the number (from 1) of the first.
type Noted = (u64, u64);

struct Chunks {
    parts: Vec<Part>,
    /// End offset of each.
    ends: Vec<usize>,
    lists: bool,
}

/// Some rows of a chunk.
struct Part {
    chunk: Arc<Checked>,
    rows: Range<usize>,
}

/// A column of texts, or of lists of texts. It never changes, and a part of it copies no text.
#[pyclass(frozen, module = "truebleu._native")]
pub struct Column {
    chunks: Arc<Chunks>,
    range: Range<usize>,
    /// Null is an empty text.
    filled: bool,
}

/// A cell of a column.
enum Cell<'a> {
    Text(Option<&'a str>),
    List(Option<Vec<Option<&'a str>>>),
}

impl Column {
    /// Create a column of such chunks, all of texts or all of lists.
    pub fn new(chunks: Vec<Checked>, lists: bool) -> Self {
        let all_of = |chunk: Checked| Part { rows: 0..chunk.len(), chunk: Arc::new(chunk) };
        Self::of_parts(chunks.into_iter().map(all_of).collect(), lists, false)
    }

    fn of_parts(parts: Vec<Part>, lists: bool, filled: bool) -> Self {
        let mut end = 0;
        let add = |part: &Part| {
            end += part.rows.len();
            end
        };
        let ends: Vec<usize> = parts.iter().map(add).collect();
        let range = 0..ends.last().copied().unwrap_or(0);
        Self { chunks: Arc::new(Chunks { parts, ends, lists }), range, filled }
    }

    /// Return the parts of the chunks that its rows lie in.
    fn parts(&self) -> impl Iterator<Item = Part> {
        let Chunks { parts, ends, .. } = &*self.chunks;
        parts.iter().zip(ends).filter_map(|(part, &end)| {
            let first = end - part.rows.len();
            let (start, end) = (self.range.start.max(first), self.range.end.min(end));
            let rows = part.rows.start + start.saturating_sub(first)..;
            let rows = rows.start..rows.start + end.saturating_sub(start);
            (start < end).then(|| Part { chunk: Arc::clone(&part.chunk), rows })
        })
    }

    /// Return the number of rows.
    pub fn len(&self) -> usize {
        self.range.len()
    }

    /// Return the text of row `i`; nothing for null, and for a list.
    #[inline]
    pub fn text(&self, i: usize) -> Option<&str> {
        if self.chunks.lists {
            return None;
        }
        let (chunk, row) = self.locate(i)?;
        chunk.text(row).or_else(|| self.null())
    }

    /// Return the texts of the list in row `i` that are not null.
    pub fn texts(&self, i: usize) -> impl Iterator<Item = &str> {
        let texts = self.locate(i).and_then(|(chunk, row)| chunk.list(row));
        texts.into_iter().flatten().filter_map(|text| text.or_else(|| self.null()))
    }

    const fn null(&self) -> Option<&'static str> {
        if self.filled { Some("") } else { None }
    }

    #[inline]
    fn locate(&self, i: usize) -> Option<(&Checked, usize)> {
        let row = self.range.start + i;
        let Chunks { parts, ends, .. } = &*self.chunks;
        let number = if ends.len() == 1 { 0 } else { ends.partition_point(|&end| end <= row) };
        let Part { chunk, rows } = parts.get(number)?;
        Some((&**chunk, row + rows.end - ends[number]))
    }

    fn cell(&self, i: usize) -> Cell<'_> {
        if !self.chunks.lists {
            return Cell::Text(self.text(i));
        }
        let texts = self.locate(i).and_then(|(chunk, row)| chunk.list(row));
        Cell::List(texts.map(|texts| texts.map(|text| text.or_else(|| self.null())).collect()))
    }

    /// Return row `i` as a Python object: a str or None, or a tuple of them, empty where the list
    /// is null.
    pub fn object<'py>(&self, py: Python<'py>, i: usize) -> PyResult<Bound<'py, PyAny>> {
        Ok(match self.cell(i) {
            Cell::Text(Some(text)) => PyString::new(py, text).into_any(),
            Cell::List(texts) => PyTuple::new(py, texts.unwrap_or_default())?.into_any(),
            Cell::Text(None) => py.None().into_bound(py),
        })
    }

    fn objects<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for i in 0..self.len() {
            list.append(self.object(py, i)?)?;
        }
        Ok(list)
    }

    fn is_equal(&self, other: &Self) -> bool {
        let cells = || (0..self.len()).map(|i| (self.cell(i), other.cell(i)));
        self.len() == other.len()
            && cells().all(|cells| match cells {
                (Cell::Text(one), Cell::Text(two)) => one == two,
                (Cell::List(one), Cell::List(two)) => one == two,
                (Cell::Text(one), Cell::List(two)) => one.is_none() && two.is_none(),
                (Cell::List(one), Cell::Text(two)) => one.is_none() && two.is_none(),
            })
    }
}

#[pymethods]
impl Column {
    /// Whether the cells are lists.
    #[getter]
    fn of_lists(&self) -> bool {
        self.chunks.lists
    }

    /// About how many bytes the texts have.
    #[getter]
    fn bytes(&self, py: Python<'_>) -> usize {
        py.detach(|| {
            (0..self.len())
                .map(|i| match self.cell(i) {
                    Cell::Text(text) => text.map_or(0, str::len),
                    Cell::List(texts) => {
                        texts.iter().flatten().map(|text| text.map_or(0, str::len)).sum()
                    }
                })
                .sum()
        })
    }

    /// Return the first row, from 0, that is null or a list with a null inside; none: there is
    /// none.
    fn first_null(&self, py: Python<'_>) -> Option<usize> {
        py.detach(|| {
            (0..self.len()).find(|&i| match self.cell(i) {
                Cell::Text(text) => text.is_none(),
                Cell::List(texts) => texts.is_none_or(|texts| texts.contains(&None)),
            })
        })
    }

    /// Return how many texts are empty, or nothing but whitespace, and the first of them (from 1; 0
    /// if there is none); and how many end in a space and a full stop, as tokenized text does.
    fn survey(&self, py: Python<'_>) -> (Noted, Noted) {
        let mut survey = Survey::default();
        py.detach(|| {
            for (i, number) in (0..self.len()).zip(1..) {
                if let Some(text) = self.text(i) {
                    survey.note_line(text, number);
                }
            }
        });
        let [empty, tokenized] =
            [survey.empty, survey.tokenized].map(|tally| (tally.count, tally.first));
        (empty, tokenized)
    }

    /// Create the rows of several columns of one kind, one after the other.
    #[staticmethod]
    fn joined(columns: Vec<PyRef<'_, Self>>) -> PyResult<Self> {
        let kind = |column: &PyRef<'_, Self>| (column.chunks.lists, column.filled);
        let kinds: Vec<_> = columns.iter().map(kind).collect();
        match kinds.first() {
            Some(&(lists, filled)) if kinds.iter().all(|kind| *kind == (lists, filled)) => {
                let parts = columns.iter().flat_map(|column| column.parts()).collect();
                Ok(Self::of_parts(parts, lists, filled))
            }
            _ => Err(internal_error("expected columns of one kind")),
        }
    }

    /// Return the column with an empty text for each null.
    fn filled(&self) -> Self {
        Self { chunks: Arc::clone(&self.chunks), range: self.range.clone(), filled: true }
    }

    fn __len__(&self) -> usize {
        self.len()
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(slice) = index.cast::<PySlice>() {
            return self.slice(py, slice);
        }
        let index: isize = index.extract()?;
        let length = self.len().cast_signed();
        let index = if index < 0 { index + length } else { index };
        if !(0..length).contains(&index) {
            return Err(PyIndexError::new_err("column index out of range"));
        }
        self.object(py, index.cast_unsigned())
    }

    fn __iter__(column: Py<Self>) -> Rows {
        Rows { column, next: std::sync::atomic::AtomicUsize::new(0) }
    }

    /// Return the first row that is equal to a value, as a list has it.
    fn index(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.objects(py)?.index(value)
    }

    /// Return how many rows are equal to a value.
    fn count(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.objects(py)?.as_sequence().count(value)
    }

    fn __eq__(&self, py: Python<'_>, column: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(column) = column.cast::<Self>() {
            let column = column.get();
            return Ok(py.detach(|| self.is_equal(column)));
        }
        if column.is_instance_of::<PyTuple>() {
            return self.objects(py)?.to_tuple().eq(column);
        }
        if column.is_instance_of::<PyList>() { self.objects(py)?.eq(column) } else { Ok(false) }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.objects(py)?.to_tuple().hash()
    }

    /// Pickle as a tuple: the memory belongs to another object.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let arguments = PyTuple::new(py, [self.objects(py)?])?;
        (py.get_type::<PyTuple>(), arguments).into_pyobject(py)
    }

    fn __repr__(&self) -> String {
        let kind = if self.chunks.lists { "lists of texts" } else { "texts" };
        format!("<Column of {} {kind}>", self.len())
    }
}

impl Column {
    fn slice<'py>(
        &self,
        py: Python<'py>,
        slice: &Bound<'py, PySlice>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let indices = slice.indices(self.len().cast_signed())?;
        if indices.step != 1 {
            return self.objects(py)?.as_any().get_item(slice);
        }
        let start = self.range.start + indices.start.cast_unsigned();
        let range = start..start + indices.slicelength;
        let part = Self { chunks: Arc::clone(&self.chunks), range, filled: self.filled };
        Ok(Bound::new(py, part)?.into_any())
    }
}

/// The rows of a column, one by one.
#[pyclass(frozen, module = "truebleu._native")]
pub struct Rows {
    column: Py<Column>,
    next: std::sync::atomic::AtomicUsize,
}

#[pymethods]
impl Rows {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let i = self.next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let column = self.column.get();
        if i < column.len() { column.object(py, i).map(Some) } else { Ok(None) }
    }
}
