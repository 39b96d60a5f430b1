//! The Arrow C data interface: three structures, as its specification lays them out.
//!
//! Who makes one fills in `release`; who takes one over calls it once, which dropping does here.

use std::ffi::{CStr, c_char, c_int, c_void};

use pyo3::ffi;
use pyo3::prelude::*;

use crate::errors::column_error;

/// The type of an array, and its name where it is a column.
#[repr(C)]
pub struct Schema {
    pub format: *const c_char,
    pub name: *const c_char,
    pub metadata: *const c_char,
    pub flags: i64,
    pub n_children: i64,
    pub children: *mut *mut Self,
    pub dictionary: *mut Self,
    pub release: Option<unsafe extern "C" fn(*mut Self)>,
    pub private: *mut c_void,
}

/// An array: buffers of memory, and arrays inside it.
#[repr(C)]
pub struct Array {
    pub length: i64,
    pub null_count: i64,
    pub offset: i64,
    pub n_buffers: i64,
    pub n_children: i64,
    pub buffers: *mut *const c_void,
    pub children: *mut *mut Self,
    pub dictionary: *mut Self,
    pub release: Option<unsafe extern "C" fn(*mut Self)>,
    pub private: *mut c_void,
}

/// Arrays of one type, one after the other.
#[repr(C)]
pub struct Stream {
    pub get_schema: Option<unsafe extern "C" fn(*mut Self, *mut Schema) -> c_int>,
    pub get_next: Option<unsafe extern "C" fn(*mut Self, *mut Array) -> c_int>,
    pub get_last_error: Option<unsafe extern "C" fn(*mut Self) -> *const c_char>,
    pub release: Option<unsafe extern "C" fn(*mut Self)>,
    pub private: *mut c_void,
}

/// A structure that others fill and whose owner releases it.
pub trait Handed: Sized {
    /// What the capsule is called in which Python objects hand it over.
    const NAME: &'static CStr;
    /// One that holds nothing.
    const EMPTY: Self;
    /// Whether it holds something.
    fn is_alive(&self) -> bool;
}

macro_rules! handed {
    ($structure:ty, $name:literal, $empty:expr) => {
        impl Handed for $structure {
            const NAME: &'static CStr = $name;
            const EMPTY: Self = $empty;

            fn is_alive(&self) -> bool {
                self.release.is_some()
            }
        }

        impl Drop for $structure {
            fn drop(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: whoever filled the structure wants this to be called, once: the
                    // owner is who drops it, and `release` marks it as done.
                    unsafe { release(self) };
                }
            }
        }

        // SAFETY: the specification lets a structure be moved, used and released by any one
        // thread; what it points to must not change as long as it lives.
        unsafe impl Send for $structure {}
    };
}

handed!(
    Schema,
    c"arrow_schema",
    Self {
        format: std::ptr::null(),
        name: std::ptr::null(),
        metadata: std::ptr::null(),
        flags: 0,
        n_children: 0,
        children: std::ptr::null_mut(),
        dictionary: std::ptr::null_mut(),
        release: None,
        private: std::ptr::null_mut(),
    }
);
handed!(
    Array,
    c"arrow_array",
    Self {
        length: 0,
        null_count: 0,
        offset: 0,
        n_buffers: 0,
        n_children: 0,
        buffers: std::ptr::null_mut(),
        children: std::ptr::null_mut(),
        dictionary: std::ptr::null_mut(),
        release: None,
        private: std::ptr::null_mut(),
    }
);
handed!(
    Stream,
    c"arrow_array_stream",
    Self {
        get_schema: None,
        get_next: None,
        get_last_error: None,
        release: None,
        private: std::ptr::null_mut(),
    }
);

// SAFETY: an array is only read once it was taken over, and its memory does not change.
unsafe impl Sync for Array {}

/// Takes over what a capsule holds; the capsule is empty from then on.
pub fn take<T: Handed>(capsule: &Bound<'_, PyAny>) -> PyResult<T> {
    // SAFETY: the pointer of a capsule of this name is such a structure, or there is an error. It
    // is moved out, and what stays behind is marked as released, as the specification wants it.
    let taken = unsafe {
        let place = ffi::PyCapsule_GetPointer(capsule.as_ptr(), T::NAME.as_ptr()).cast::<T>();
        if place.is_null() {
            return Err(PyErr::fetch(capsule.py()));
        }
        std::ptr::replace(place, T::EMPTY)
    };
    if taken.is_alive() {
        return Ok(taken);
    }
    Err(column_error(capsule.py(), "the Arrow data was read already: hand it over once more"))
}

/// Puts a structure into a capsule, which releases it unless somebody takes it over.
pub fn give<T: Handed>(py: Python<'_>, structure: T) -> PyResult<Bound<'_, PyAny>> {
    unsafe extern "C" fn forget<T: Handed>(capsule: *mut ffi::PyObject) {
        // SAFETY: the capsule is one of those made below, and holds the box that was put in.
        unsafe {
            let place = ffi::PyCapsule_GetPointer(capsule, T::NAME.as_ptr()).cast::<T>();
            if place.is_null() {
                ffi::PyErr_Clear();
            } else {
                drop(Box::from_raw(place));
            }
        }
    }
    let place = Box::into_raw(Box::new(structure));
    // SAFETY: the name lives for ever, and the destructor frees the box.
    unsafe {
        let capsule = ffi::PyCapsule_New(place.cast(), T::NAME.as_ptr(), Some(forget::<T>));
        if capsule.is_null() {
            drop(Box::from_raw(place));
            return Err(PyErr::fetch(py));
        }
        Ok(Bound::from_owned_ptr(py, capsule))
    }
}

/// A C string as text; nothing for none.
///
/// # Safety
/// The pointer is null, or a string that ends with a zero and lives for 'a.
pub unsafe fn text<'a>(string: *const c_char) -> std::borrow::Cow<'a, str> {
    if string.is_null() {
        return "".into();
    }
    // SAFETY: as the caller promises.
    unsafe { CStr::from_ptr(string) }.to_string_lossy()
}
