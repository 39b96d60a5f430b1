//! Numbers out, as Arrow: a column, or a table of columns.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::sync::Arc;

use pyo3::prelude::*;
use truebleu_arrow::abi::{Array, Handed, Schema, Stream};

use super::capsules::give;
use crate::errors::{column_error, internal_error};

/// Numbers exported as Arrow, any number of times: a column of float64 or int64 with its name, or a
/// table of such columns.
#[pyclass(frozen, module = "truebleu._native")]
pub struct ArrowNumbers(Arc<Numbers>);

struct Numbers {
    /// In the machine's order, one column behind the other.
    words: Vec<u64>,
    integers: bool,
    names: Vec<CString>,
    table: bool,
}

#[pymethods]
impl ArrowNumbers {
    #[new]
    fn new(
        py: Python<'_>,
        data: &[u8],
        integers: bool,
        names: Vec<String>,
        table: bool,
    ) -> PyResult<Self> {
        let (words, rest) = data.as_chunks::<8>();
        let fits = !names.is_empty() && (table || names.len() == 1);
        if !fits || !rest.is_empty() || !words.len().is_multiple_of(names.len()) {
            return Err(internal_error("these bytes are not columns of equal lengths"));
        }
        let names = names.into_iter().map(CString::new).collect::<Result<_, _>>();
        let names =
            names.map_err(|_| column_error(py, "column names of Arrow cannot contain NUL"))?;
        let words = words.iter().map(|word| u64::from_ne_bytes(*word)).collect();
        Ok(Self(Arc::new(Numbers { words, integers, names, table })))
    }

    /// Return the type, in a capsule.
    fn schema<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        give(py, self.0.schema())
    }

    /// Return the numbers, in a capsule.
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        give(py, self.0.array())
    }

    /// Return schema and array as a stream of one array, in a capsule.
    fn stream<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let parts = StreamParts { numbers: Arc::clone(&self.0), ended: false };
        let mut exported = Stream::EMPTY;
        exported.get_schema = Some(stream_schema);
        exported.get_next = Some(stream_next);
        exported.get_last_error = Some(stream_error);
        exported.release = Some(release_stream);
        exported.private = Box::into_raw(Box::new(parts)).cast();
        give(py, exported)
    }
}

impl Numbers {
    fn schema(&self) -> Schema {
        let format = if self.integers { c"l" } else { c"g" };
        let mut fields: Vec<Schema> =
            self.names.iter().map(|name| schema(format, name, Vec::new())).collect();
        if self.table { schema(c"+s", c"", fields) } else { fields.swap_remove(0) }
    }

    fn array(&self) -> Array {
        if !self.table {
            return column(&self.words);
        }
        let rows = self.words.len() / self.names.len();
        let columns = (0..self.names.len()).map(|i| column(&self.words[i * rows..][..rows]));
        table(rows, columns.collect())
    }
}

/// Private data of an exported stream.
struct StreamParts {
    numbers: Arc<Numbers>,
    ended: bool,
}

unsafe extern "C" fn stream_schema(stream: *mut Stream, place: *mut Schema) -> c_int {
    // SAFETY: it is called for a stream that was made above, with room for a schema.
    unsafe { place.write((*(*stream).private.cast::<StreamParts>()).numbers.schema()) };
    0
}

unsafe extern "C" fn stream_next(stream: *mut Stream, place: *mut Array) -> c_int {
    // SAFETY: as above, with room for an array.
    unsafe {
        let parts = &mut *(*stream).private.cast::<StreamParts>();
        let ended = std::mem::replace(&mut parts.ended, true);
        place.write(if ended { Array::EMPTY } else { parts.numbers.array() });
    }
    0
}

const unsafe extern "C" fn stream_error(_: *mut Stream) -> *const c_char {
    std::ptr::null()
}

unsafe extern "C" fn release_stream(stream: *mut Stream) {
    // SAFETY: it is called once, for a stream that was made above.
    unsafe {
        drop(Box::from_raw((*stream).private.cast::<StreamParts>()));
        (*stream).release = None;
    }
}

/// Private data of an exported schema.
struct SchemaParts {
    _name: CString,
    _children: Vec<Schema>,
    places: Vec<*mut Schema>,
}

/// Private data of an exported array.
struct ArrayParts {
    _numbers: Vec<u64>,
    _children: Vec<Array>,
    buffers: [*const c_void; 2],
    places: Vec<*mut Array>,
}

fn schema(format: &'static CStr, name: &CStr, mut children: Vec<Schema>) -> Schema {
    let places = children.iter_mut().map(std::ptr::from_mut).collect();
    let name = name.to_owned();
    let address: *const c_char = name.as_ptr();
    let mut parts = Box::new(SchemaParts { _name: name, _children: children, places });
    let mut exported = Schema::EMPTY;
    exported.format = format.as_ptr();
    exported.name = address;
    exported.n_children = parts.places.len() as i64;
    exported.children = parts.places.as_mut_ptr();
    exported.release = Some(release_schema);
    exported.private = Box::into_raw(parts).cast();
    exported
}

fn column(words: &[u64]) -> Array {
    let numbers = words.to_vec();
    let buffers = [std::ptr::null(), numbers.as_ptr().cast()];
    array(numbers, buffers, 2, Vec::new(), words.len())
}

fn table(rows: usize, children: Vec<Array>) -> Array {
    array(Vec::new(), [std::ptr::null(); 2], 1, children, rows)
}

fn array(
    numbers: Vec<u64>,
    buffers: [*const c_void; 2],
    used: i64,
    mut children: Vec<Array>,
    rows: usize,
) -> Array {
    let places = children.iter_mut().map(std::ptr::from_mut).collect();
    let mut parts =
        Box::new(ArrayParts { _numbers: numbers, _children: children, buffers, places });
    let mut exported = Array::EMPTY;
    exported.length = rows as i64;
    exported.n_buffers = used;
    exported.buffers = parts.buffers.as_mut_ptr();
    exported.n_children = parts.places.len() as i64;
    exported.children = parts.places.as_mut_ptr();
    exported.release = Some(release_array);
    exported.private = Box::into_raw(parts).cast();
    exported
}

unsafe extern "C" fn release_schema(schema: *mut Schema) {
    // SAFETY: it is called once, for a schema that was made above; children that were moved out
    // are marked as released, the others are dropped with it.
    unsafe {
        drop(Box::from_raw((*schema).private.cast::<SchemaParts>()));
        (*schema).release = None;
    }
}

unsafe extern "C" fn release_array(array: *mut Array) {
    // SAFETY: as for a schema.
    unsafe {
        drop(Box::from_raw((*array).private.cast::<ArrayParts>()));
        (*array).release = None;
    }
}
