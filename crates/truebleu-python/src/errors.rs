//! The core's errors as the classes of `truebleu.errors`.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;
use truebleu_core::error::Error;

/// Return an exception of the class `name` of `truebleu.errors`; `add` sets its attributes beyond
/// its message.
fn exception(
    py: Python<'_>,
    name: &str,
    message: &str,
    add: impl FnOnce(&Bound<'_, PyDict>) -> PyResult<()>,
) -> PyErr {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let make = || {
        let module = MODULE
            .get_or_try_init(py, || py.import("truebleu.errors").map(Bound::unbind))?
            .bind(py);
        let keywords = PyDict::new(py);
        add(&keywords)?;
        module.getattr(name)?.call((message,), Some(&keywords))
    };
    make().map_or_else(|error| error, PyErr::from_value)
}

/// Return the error with the index of its segment, counted from 0, if there is one.
fn of_segment(py: Python<'_>, name: &str, message: &str, segment: Option<usize>) -> PyErr {
    exception(py, name, message, |keywords| match segment {
        Some(segment) => keywords.set_item("segment", segment + 1),
        None => Ok(()),
    })
}

/// Return the error for a setting that cannot be used.
pub fn configuration_error(py: Python<'_>, message: &str) -> PyErr {
    of_segment(py, "ConfigurationError", message, None)
}

/// Return the error for a text that cannot be counted; `segment` is counted from 0.
pub fn input_error(py: Python<'_>, message: &str, segment: usize) -> PyErr {
    of_segment(py, "InputError", message, Some(segment))
}

/// Return the error for columns of unequal lengths.
pub fn length_mismatch(py: Python<'_>, message: &str) -> PyErr {
    of_segment(py, "LengthMismatch", message, None)
}

/// Return the error for a text that is not Unicode; `segment` is counted from 0, if there is one.
pub fn invalid_unicode(py: Python<'_>, message: &str, segment: impl Into<Option<usize>>) -> PyErr {
    of_segment(py, "InvalidUnicode", message, segment.into())
}

/// Return the error for a column that cannot be read.
pub fn column_error(py: Python<'_>, message: &str) -> PyErr {
    of_segment(py, "InputError", message, None)
}

/// Return the error for bytes of a file that are not UTF-8; `line` is counted from 1.
pub fn file_error(py: Python<'_>, message: &str, file: &str, line: Option<u64>) -> PyErr {
    exception(py, "InvalidUnicode", message, |keywords| {
        keywords.set_item("file", file)?;
        keywords.set_item("line", line)
    })
}

/// Return the Python exception for an error of the core.
pub fn core_error(py: Python<'_>, error: &Error) -> PyErr {
    let message = error.to_string();
    match error {
        Error::NoReference { segment }
        | Error::SegmentTooLong { segment, .. }
        | Error::UnevenAverage { segment, .. }
        | Error::OneReference { segment, .. }
        | Error::Undefined { segment }
        | Error::MixedKinds { segment }
        | Error::CorpusTooLong { segment }
        | Error::NoText { segment }
        | Error::ExternalRows { segment } => input_error(py, &message, *segment),
        Error::UnknownKernel { .. } | Error::NoMean => configuration_error(py, &message),
    }
}

/// Return the error for wrong arguments from truebleu's own Python: a bug, not a user's mistake.
pub fn internal_error(message: &str) -> PyErr {
    PyTypeError::new_err(format!("truebleu._native: {message}"))
}
