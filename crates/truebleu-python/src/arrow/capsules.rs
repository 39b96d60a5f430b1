//! Arrow's structures in the capsules in which Python objects export them.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::critical_section::with_critical_section;
use truebleu_arrow::abi::Handed;

use crate::errors::column_error;

/// Take over what a capsule holds; the capsule is empty from then on.
pub fn take<T: Handed>(capsule: &Bound<'_, PyAny>) -> PyResult<T> {
    // SAFETY: the pointer of a capsule of this name is such a structure, or there is an error. It
    // is moved out, and what stays behind is marked as released, as the specification requires; by
    // one thread at a time, also where there is no interpreter lock.
    let taken = with_critical_section(capsule, || unsafe {
        let pointer = ffi::PyCapsule_GetPointer(capsule.as_ptr(), T::NAME.as_ptr()).cast::<T>();
        if pointer.is_null() {
            return Err(PyErr::fetch(capsule.py()));
        }
        Ok(std::ptr::replace(pointer, T::EMPTY))
    })?;
    if taken.is_alive() {
        return Ok(taken);
    }
    Err(column_error(capsule.py(), "the Arrow data was read already. Pass the table again."))
}

/// Put a structure into a capsule, which releases it unless it is taken over.
pub fn give<T: Handed>(py: Python<'_>, structure: T) -> PyResult<Bound<'_, PyAny>> {
    unsafe extern "C" fn forget<T: Handed>(capsule: *mut ffi::PyObject) {
        // SAFETY: the capsule is one of those made below, and holds the box that was put in.
        unsafe {
            let pointer = ffi::PyCapsule_GetPointer(capsule, T::NAME.as_ptr()).cast::<T>();
            if pointer.is_null() {
                ffi::PyErr_Clear();
            } else {
                drop(Box::from_raw(pointer));
            }
        }
    }
    let pointer = Box::into_raw(Box::new(structure));
    // SAFETY: the name lives forever, and the destructor frees the box.
    unsafe {
        let capsule = ffi::PyCapsule_New(pointer.cast(), T::NAME.as_ptr(), Some(forget::<T>));
        if capsule.is_null() {
            drop(Box::from_raw(pointer));
            return Err(PyErr::fetch(py));
        }
        Ok(Bound::from_owned_ptr(py, capsule))
    }
}
