//! CPython's strings inside a tuple: read in place, and asked for ahead of time.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Starts to load the head of element `i`, if there is one.
#[inline]
pub fn prefetch_item(tuple: &Bound<'_, PyTuple>, i: usize) {
    if i < tuple.len() {
        // SAFETY: `i` is less than the tuple's length.
        prefetch(unsafe { ffi::PyTuple_GetItem(tuple.as_ptr(), i.cast_signed()) }.cast());
    }
}

/// Starts to load two cache lines. A hint: it reads nothing, and any address
/// will do.
#[inline]
fn prefetch(address: *const u8) {
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

/// The UTF-8 of element `i`, or nothing when it is not a str or not Unicode
/// (which is looked into by who needs to say so).
///
/// # Safety
/// `i` must be less than the tuple's length, and the tuple must live for 'a.
#[inline]
pub unsafe fn borrow_text<'a>(tuple: &Bound<'_, PyTuple>, i: usize) -> Option<&'a str> {
    let mut length = 0;
    // SAFETY: the item is a valid object, for `i` is less than the length.
    // PyUnicode_AsUTF8AndSize checks that it is a str, and gives valid UTF-8
    // that lives inside the str; that is immutable, and held by the tuple.
    unsafe {
        let item = ffi::PyTuple_GetItem(tuple.as_ptr(), i.cast_signed());
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
