//! CPython's strings inside a list or a tuple, the texts of a column and rows of token ids, read in
//! place.

use std::ops::Range;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};

use crate::arrow::Column;
use crate::characters::{Characters, Layout};
use crate::errors::internal_error;
use crate::ids::IdRows;

/// A list or a tuple, mostly a copy of a part of one that a user has; or rows of a column or of token
/// ids.
pub enum Part<'py> {
    List(Bound<'py, PyList>),
    Tuple(Bound<'py, PyTuple>),
    Column(Bound<'py, Column>, Range<usize>),
    Ids(Bound<'py, IdRows>, Range<usize>),
}

impl<'py> Part<'py> {
    /// Create a part that is the whole sequence.
    pub fn all(sequence: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(list) = sequence.cast::<PyList>() {
            Ok(Self::List(list.clone()))
        } else if let Ok(tuple) = sequence.cast::<PyTuple>() {
            Ok(Self::Tuple(tuple.clone()))
        } else if let Ok(column) = sequence.cast::<Column>() {
            Ok(Self::Column(column.clone(), 0..column.get().len()))
        } else if let Ok(rows) = sequence.cast::<IdRows>() {
            Ok(Self::Ids(rows.clone(), 0..rows.get().len()))
        } else {
            Err(internal_error("expected a list, a tuple, a column or token ids"))
        }
    }

    /// Create a copy of the elements `range`, as far as there are so many. A column and the rows of
    /// token ids never change: their part is the whole itself.
    ///
    /// Making it loads the heads of strings that lie anywhere in memory, many at a time: waiting
    /// for each alone costs as much as tokenizing it.
    pub fn copy(sequence: &Bound<'py, PyAny>, range: &Range<usize>) -> PyResult<Self> {
        Ok(match Self::all(sequence)? {
            Self::List(list) => Self::List(list.get_slice(range.start, range.end)),
            Self::Tuple(tuple) => Self::Tuple(tuple.get_slice(range.start, range.end)),
            Self::Column(column, rows) => {
                let end = range.end.min(rows.end);
                Self::Column(column, range.start.min(end)..end)
            }
            Self::Ids(ids, rows) => {
                let end = range.end.min(rows.end);
                Self::Ids(ids, range.start.min(end)..end)
            }
        })
    }

    /// Return the number of elements.
    pub fn len(&self) -> usize {
        match self {
            Self::List(list) => list.len(),
            Self::Tuple(tuple) => tuple.len(),
            Self::Column(_, rows) | Self::Ids(_, rows) => rows.len(),
        }
    }

    /// Return the list, the tuple, the whole column or all token ids.
    pub fn object(&self) -> &Bound<'py, PyAny> {
        match self {
            Self::List(list) => list.as_any(),
            Self::Tuple(tuple) => tuple.as_any(),
            Self::Column(column, _) => column.as_any(),
            Self::Ids(ids, _) => ids.as_any(),
        }
    }

    /// Return element `i`.
    pub fn get(&self, i: usize) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Self::List(list) => list.get_item(i),
            Self::Tuple(tuple) => tuple.get_item(i),
            Self::Column(column, rows) => column.get().object(column.py(), rows.start + i),
            Self::Ids(ids, rows) => ids.get().object(ids.py(), rows.start + i),
        }
    }

    /// Return the UTF-8 of element `i`, or nothing when it is not a str or not Unicode (the caller
    /// reports which).
    ///
    /// # Safety
    /// `i` must be less than the length, and the element must have an owner for 'a.
    #[inline]
    pub unsafe fn borrow_text<'a>(&self, i: usize) -> Option<&'a str> {
        if let Self::Column(column, rows) = self {
            let text = column.get().text(rows.start + i)?;
            // SAFETY: the column has the text, and an owner keeps the column.
            return Some(unsafe { outliving(text) });
        }
        // SAFETY: as the caller promises.
        let item = unsafe { self.item(i) }?;
        let mut length = 0;
        // SAFETY: the item is a valid object, for `i` is less than the length.
        // PyUnicode_AsUTF8AndSize checks that it is a str, and gives valid UTF-8 that lives inside
        // the str; that is immutable, and has an owner.
        unsafe {
            let data = ffi::PyUnicode_AsUTF8AndSize(item, &raw mut length);
            if data.is_null() {
                ffi::PyErr_Clear();
                return None;
            }
            prefetch(data.cast());
            let bytes = std::slice::from_raw_parts(data.cast::<u8>(), length.cast_unsigned());
            Some(std::str::from_utf8_unchecked(bytes))
        }
    }

    /// Return the characters of element `i`, or nothing where they are not read from the str
    /// itself.
    ///
    /// # Safety
    /// As for [`Part::borrow_text`].
    #[inline]
    pub unsafe fn characters<'a>(&self, layout: Layout, i: usize) -> Option<Characters<'a>> {
        // SAFETY: as the caller promises.
        unsafe { layout.read(self.item(i)?) }
    }

    /// Start to load the characters of an element that is read soon, if there is one: a list's
    /// strings lie anywhere in memory.
    #[inline]
    pub fn prefetch(&self, i: usize) {
        if i < self.len()
            // SAFETY: there is such an element.
            && let Some(item) = unsafe { self.item(i) }
        {
            let start = item.cast::<u8>();
            prefetch(start.wrapping_add(64));
            prefetch(start.wrapping_add(192));
        }
    }

    /// Return element `i`, which the list or the tuple holds; columns and token ids have none.
    ///
    /// # Safety
    /// `i` must be less than the length.
    #[inline]
    unsafe fn item(&self, i: usize) -> Option<*mut ffi::PyObject> {
        let i = i.cast_signed();
        // SAFETY: there is such an item.
        unsafe {
            match self {
                Self::List(list) => Some(ffi::PyList_GetItem(list.as_ptr(), i)),
                Self::Tuple(tuple) => Some(ffi::PyTuple_GetItem(tuple.as_ptr(), i)),
                Self::Column(..) | Self::Ids(..) => None,
            }
        }
    }

    /// Return the UTF-8 of element `i` as an object of its own, of which the str keeps nothing;
    /// nothing where [`Part::borrow_text`] has nothing.
    #[inline]
    pub fn encode_text(&self, i: usize) -> Option<Bound<'py, PyBytes>> {
        let item = self.get(i).ok()?;
        // SAFETY: the item is a valid object. PyUnicode_AsUTF8String checks that it is a str, and
        // gives new bytes, or an error.
        unsafe {
            let bytes = ffi::PyUnicode_AsUTF8String(item.as_ptr());
            let Some(bytes) = Bound::from_owned_ptr_or_opt(item.py(), bytes) else {
                ffi::PyErr_Clear();
                return None;
            };
            Some(bytes.cast_into_unchecked())
        }
    }

    /// Add the texts of row `i` of a column of lists with `add`; false for anything else.
    ///
    /// # Safety
    /// The column must be kept alive for as long as the texts are used.
    pub unsafe fn each_text(&self, i: usize, mut add: impl FnMut(&'static str)) -> bool {
        let Self::Column(column, rows) = self else { return false };
        for text in column.get().texts(rows.start + i) {
            // SAFETY: as the caller promises.
            add(unsafe { outliving(text) });
        }
        true
    }
}

/// Return the text with the lifetime of its owner.
///
/// # Safety
/// The owner must be kept alive for that lifetime, and must not change.
const unsafe fn outliving<'a>(text: &str) -> &'a str {
    // SAFETY: as the caller promises.
    unsafe { &*std::ptr::from_ref(text) }
}

/// Start to load two cache lines. A hint: it reads nothing, and any address will do.
#[inline]
pub fn prefetch(address: *const u8) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: prefetching never faults.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(address.cast());
            _mm_prefetch::<_MM_HINT_T0>(address.wrapping_add(64).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}
