//! `IdRows`: token ids in the memory of arrays, as a sequence of rows that Python and the core can
//! read.
//!
//! The memory belongs to others, who may write to it. So each row is copied, with the interpreter
//! attached, before it is counted: a value that changes meanwhile changes a score at most.

mod array;
mod dlpack;
mod numbers;

use std::ops::Range;
use std::sync::Arc;

use pyo3::exceptions::{PyIndexError, PyMemoryError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PySlice};
use truebleu_arrow::integers::IntegerLists;
use truebleu_arrow::kind::Integer;
use truebleu_arrow::texts::Fault;

use self::array::{Array, Memory};
pub use self::numbers::{Identity, Number, Run};
use crate::errors::{column_error, input_error, internal_error};

/// Token ids, row by row. None of it changes but the numbers in the memory of others.
#[pyclass(frozen, module = "truebleu._native")]
pub struct IdRows {
    rows: Arc<Rows>,
    range: Range<usize>,
}

struct Rows {
    /// A missing row has no run.
    runs: Vec<Option<Run>>,
    owners: Arc<Owners>,
}

/// What keeps the memory of the runs.
type Owners = Vec<Memory>;

// SAFETY: the runs point into memory that the owners keep, and only read it.
unsafe impl Send for Rows {}
// SAFETY: as above.
unsafe impl Sync for Rows {}

impl IdRows {
    fn new(runs: Vec<Option<Run>>, owners: impl Into<Arc<Owners>>) -> Self {
        let range = 0..runs.len();
        Self { rows: Arc::new(Rows { runs, owners: owners.into() }), range }
    }

    /// Create the rows of lists of Arrow, one array after the other.
    ///
    /// # Errors
    /// The first row that is wrong.
    pub fn of_lists(lists: &[IntegerLists]) -> Result<Self, (usize, Fault)> {
        let mut runs = Vec::with_capacity(lists.iter().map(IntegerLists::len).sum());
        for lists in lists {
            let Integer { bytes, signed } = lists.integer();
            let number = Number::of(signed, bytes).unwrap_or(Number::I64);
            for i in 0..lists.len() {
                let list = lists.get(i).map_err(|fault| (runs.len(), fault))?;
                // SAFETY: the array has these integers, and an owner.
                runs.push(list.map(|(start, len)| unsafe {
                    Run::new(start, len, bytes.cast_signed(), number)
                }));
            }
        }
        let owners: Owners = lists.iter().map(|lists| Memory::of_arrow(lists.owner())).collect();
        Ok(Self::new(runs, owners))
    }

    /// Return rows of the same memory.
    fn of_runs(&self, runs: Vec<Option<Run>>) -> Self {
        Self::new(runs, Arc::clone(&self.rows.owners))
    }

    /// Return the number of rows.
    pub fn len(&self) -> usize {
        self.range.len()
    }

    /// Return the numbers of row `i`; nothing for a missing row.
    pub fn run(&self, i: usize) -> Option<&Run> {
        self.runs().get(i)?.as_ref()
    }

    /// Return the number of ids of all rows.
    pub fn ids(&self) -> usize {
        self.runs().iter().flatten().map(Run::len).sum()
    }

    fn runs(&self) -> &[Option<Run>] {
        &self.rows.runs[self.range.clone()]
    }

    /// Return row `i` as a list of int; None for a missing row.
    pub fn object<'py>(&self, py: Python<'py>, i: usize) -> PyResult<Bound<'py, PyAny>> {
        let Some(run) = self.run(i) else { return Ok(py.None().into_bound(py)) };
        let mut ids = Vec::with_capacity(run.len());
        if run.widen(&mut ids).is_ok() {
            return Ok(PyList::new(py, ids)?.into_any());
        }
        Ok(PyList::new(py, run.exact())?.into_any())
    }

    /// Return the rows, each cut to the length that `length` finds for its number and its ids.
    fn cut(&self, mut length: impl FnMut(usize, &Run) -> PyResult<usize>) -> PyResult<Self> {
        let cut = |(i, run): (usize, &Option<Run>)| match run {
            Some(run) => Ok(Some(run.part(length(i, run)?))),
            None => Ok(None),
        };
        Ok(self.of_runs(self.runs().iter().enumerate().map(cut).collect::<PyResult<_>>()?))
    }
}

#[pymethods]
impl IdRows {
    /// Return the rows of an array of two dimensions. `name` is that of the array in messages.
    #[staticmethod]
    fn of_array(array: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        let py = array.py();
        let array = integers(array, name)?;
        if array.shape.len() != 2 {
            let message = format!(
                "{name} has the shape {}, not two dimensions. Pass an array of shape (rows, \
                 columns), or a flat one with offsets to Ids.ragged(values, offsets).",
                tuple(&array.shape)
            );
            return Err(column_error(py, &message));
        }
        let mut runs = Vec::new();
        runs.try_reserve_exact(array.shape[0])
            .map_err(|_| PyMemoryError::new_err(format!("{name} has too many rows")))?;
        runs.extend(array.rows().map(Some));
        Ok(Self::new(runs, vec![array.into_memory()]))
    }

    /// Return arrays of one dimension, or None, as rows; nothing if one is another value.
    #[staticmethod]
    fn of_arrays(arrays: Vec<Bound<'_, PyAny>>) -> Option<Self> {
        let (mut runs, mut owners) = (Vec::new(), Vec::new());
        for array in &arrays {
            if array.is_none() {
                runs.push(None);
                continue;
            }
            let array = integers(array, "").ok().filter(|array| array.shape.len() == 1)?;
            runs.push(Some(array.run()));
            owners.push(array.into_memory());
        }
        Some(Self::new(runs, owners))
    }

    /// Return rows of an array of one dimension: row `i` is between the offsets `i` and `i + 1`.
    #[staticmethod]
    fn ragged(values: &Bound<'_, PyAny>, offsets: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        let py = values.py();
        let values = integers(values, &format!("{name}: values"))?;
        let &[count] = values.shape.as_slice() else {
            let shape = tuple(&values.shape);
            let message =
                format!("{name}: values has the shape {shape}. Pass an array of one dimension.");
            return Err(column_error(py, &message));
        };
        let offsets = list(offsets, &format!("{name}: offsets"))?;
        if offsets.is_empty() {
            let message =
                format!("{name}: offsets is empty. Pass one more offset than rows, [0] for none.");
            return Err(column_error(py, &message));
        }
        let mut runs = Vec::with_capacity(offsets.len() - 1);
        for (row, pair) in offsets.windows(2).enumerate() {
            match (usize::try_from(pair[0]), usize::try_from(pair[1])) {
                (Ok(start), Ok(end)) if start <= end && end <= count => {
                    runs.push(Some(values.between(start, end - start)));
                }
                _ => {
                    let message = format!(
                        "{name}: row {} has the offsets {} and {}. Use offsets that do not fall, \
                         from 0 to {count}, the number of values.",
                        row + 1,
                        pair[0],
                        pair[1]
                    );
                    return Err(input_error(py, &message, row));
                }
            }
        }
        Ok(Self::new(runs, vec![values.into_memory()]))
    }

    /// Return rows of integers that bytes hold one after the other: `kind` is their type in
    /// NumPy's short form, such as "i8", `lengths` their numbers per row (-1: missing).
    #[staticmethod]
    fn of_bytes(data: &Bound<'_, PyBytes>, kind: &str, lengths: Vec<i64>) -> PyResult<Self> {
        let wrong = || internal_error("these bytes are not rows of such integers");
        let number = Number::of_name(kind).ok_or_else(wrong)?;
        let mut present = lengths.iter().filter_map(|&len| usize::try_from(len).ok());
        let len = present.try_fold(0, usize::checked_add).ok_or_else(wrong)?;
        let array = Array::of_bytes(data, number, vec![len]).ok_or_else(wrong)?;
        let mut start = 0;
        let run = |&len: &i64| {
            let len = usize::try_from(len).ok()?;
            start += len;
            Some(array.between(start - len, len))
        };
        let runs = lengths.iter().map(run).collect();
        Ok(Self::new(runs, vec![array.into_memory()]))
    }

    /// Return the rows without what follows their first `lengths[i]` ids.
    fn with_lengths(&self, lengths: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        let py = lengths.py();
        let lengths = list(lengths, &format!("{name}: lengths"))?;
        if lengths.len() != self.len() {
            let message = format!(
                "{name}: got {} rows and {} lengths. Pass one length per row.",
                self.len(),
                lengths.len()
            );
            return Err(column_error(py, &message));
        }
        self.cut(|row, run| {
            let length = usize::try_from(lengths[row]).ok().filter(|&length| length <= run.len());
            length.ok_or_else(|| {
                let message = format!(
                    "{name}: row {} has the length {}. Use a length from 0 to {}, the number of \
                     columns.",
                    row + 1,
                    lengths[row],
                    run.len()
                );
                input_error(py, &message, row)
            })
        })
    }

    /// Return the rows without the ids `pad` at their ends.
    fn without_padding(&self, pad: i128) -> PyResult<Self> {
        self.cut(|_, run| Ok(run.trimmed(pad)))
    }

    /// Return the rows up to their first id `end`, without it.
    fn before(&self, end: i128) -> PyResult<Self> {
        self.cut(|_, run| Ok(run.ended(end)))
    }

    /// Return the ids of each row where an array of the same shape has 1s, which precede the 0s.
    fn masked(&self, mask: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        let py = mask.py();
        let mask_name = format!("{name}: mask");
        let mask = Array::of(mask, &mask_name)?;
        let columns = self.run(0).map_or(0, Run::len);
        if mask.shape.len() != 2
            || mask.shape[0] != self.len()
            || (self.len() > 0 && mask.shape[1] != columns)
        {
            let message = format!(
                "{mask_name} has the shape {}, the array ({}, {columns}). Pass a mask of the same \
                 shape.",
                tuple(&mask.shape),
                self.len()
            );
            return Err(column_error(py, &message));
        }
        let masks: Vec<Run> = mask.rows().collect();
        self.cut(|row, _| {
            masks[row].ones().map_err(|place| {
                let message = format!(
                    "{mask_name}: row {} is not 1s followed by 0s: see its column {}. Move the \
                     padding behind the tokens.",
                    row + 1,
                    place + 1
                );
                input_error(py, &message, row)
            })
        })
    }

    /// Return each row so many times in turn.
    fn repeated(&self, times: usize) -> Self {
        let runs = self.runs().iter().flat_map(|&run| std::iter::repeat_n(run, times));
        self.of_runs(runs.collect())
    }

    /// Return all rows as bytes: their lengths (-1: missing), then their ids, 64 bits each.
    fn copied<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyBytes>, Vec<i64>)> {
        let (mut ids, mut lengths) = (Vec::new(), Vec::with_capacity(self.len()));
        for (row, run) in self.runs().iter().enumerate() {
            lengths.push(run.map_or(-1, |run| run.len() as i64));
            if let Some(run) = run {
                run.widen(&mut ids).map_err(|place| too_large(py, row, place))?;
            }
        }
        let bytes: Vec<u8> = ids.iter().flat_map(|id| id.to_ne_bytes()).collect();
        Ok((PyBytes::new(py, &bytes), lengths))
    }

    /// The number of ids of all rows.
    #[getter]
    fn tokens(&self) -> usize {
        self.ids()
    }

    fn __len__(&self) -> usize {
        self.len()
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let length = self.len().cast_signed();
        if let Ok(slice) = index.cast::<PySlice>() {
            let indices = slice.indices(length)?;
            if indices.step == 1 {
                let start = self.range.start + indices.start.cast_unsigned();
                let range = start..start + indices.slicelength;
                let part = Self { rows: Arc::clone(&self.rows), range };
                return Ok(Bound::new(py, part)?.into_any());
            }
            let row = |i: usize| (indices.start + i.cast_signed() * indices.step).cast_unsigned();
            let runs = (0..indices.slicelength).map(|i| self.runs()[row(i)]).collect();
            return Ok(Bound::new(py, self.of_runs(runs))?.into_any());
        }
        let index: isize = index.extract()?;
        let index = if index < 0 { index + length } else { index };
        if !(0..length).contains(&index) {
            return Err(PyIndexError::new_err("row index out of range"));
        }
        self.object(py, index.cast_unsigned())
    }

    /// Pickle as a copy: the memory belongs to another object.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let (bytes, lengths) = slf.get().copied(py)?;
        let arguments = (bytes, "i8", lengths);
        let make = py.get_type::<Self>().getattr("of_bytes")?;
        Ok((make, arguments).into_pyobject(py)?.into_any())
    }

    fn __eq__(&self, rows: &Bound<'_, PyAny>) -> bool {
        let Ok(rows) = rows.cast::<Self>() else { return false };
        let rows = rows.get();
        let mut pairs = self.runs().iter().zip(rows.runs());
        self.len() == rows.len()
            && pairs.all(|(ours, theirs)| match (ours, theirs) {
                (Some(ours), Some(theirs)) => {
                    ours.identity() == theirs.identity() || ours.exact() == theirs.exact()
                }
                (ours, theirs) => ours.is_none() && theirs.is_none(),
            })
    }

    fn __hash__(&self) -> isize {
        self.len().cast_signed()
    }

    fn __repr__(&self) -> String {
        format!("<IdRows of {} rows>", self.len())
    }
}

/// Return the error for an id above 2^63 - 1 in a row that is not a segment yet.
fn too_large(py: Python<'_>, row: usize, place: usize) -> PyErr {
    let message = format!(
        "row {}, token {}, is out of range. Use token ids from -2**63 to 2**63 - 1.",
        row + 1,
        place + 1
    );
    input_error(py, &message, row)
}

/// Return the array of a value, which must be of integers.
fn integers(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Array> {
    let array = Array::of(value, name)?;
    if array.number != Number::Bool {
        return Ok(array);
    }
    let message = format!("{name} is of type bool. Pass integers; a mask of bools is mask=.");
    Err(column_error(value.py(), &message))
}

/// Return integers of an array of one dimension, or of a list.
fn list(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<i64>> {
    let py = value.py();
    let refused = || {
        let message =
            format!("{name} is not one integer per row. Pass a list or an array of them.");
        column_error(py, &message)
    };
    if value.is_instance_of::<PyList>() {
        return value.extract().map_err(|_| refused());
    }
    let array = integers(value, name)?;
    if array.shape.len() != 1 {
        return Err(refused());
    }
    let mut values = Vec::with_capacity(array.shape[0]);
    array.run().widen(&mut values).map_err(|_| refused())?;
    Ok(values)
}

/// Write a shape as Python does.
fn tuple(shape: &[usize]) -> String {
    match shape {
        [size] => format!("({size},)"),
        _ => {
            let sizes: Vec<String> = shape.iter().map(ToString::to_string).collect();
            format!("({})", sizes.join(", "))
        }
    }
}
