//! Numbers for NumPy, without copying and without NumPy.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

enum Numbers {
    Rows { values: Vec<i64>, columns: usize },
    Values(Vec<f64>),
    Table { values: Vec<f64>, columns: usize },
}

/// An array that owns its memory; `numpy.asarray(array)` shares it.
#[pyclass(frozen, module = "truebleu._native")]
pub struct Array(Numbers);

impl Array {
    /// Rows of `columns` integers, one behind the other.
    pub fn rows(values: Vec<i64>, columns: usize) -> Self {
        Self(Numbers::Rows { values, columns })
    }

    /// One number for each segment.
    pub fn values(values: Vec<f64>) -> Self {
        Self(Numbers::Values(values))
    }

    /// Rows of `columns` numbers, one behind the other.
    pub fn table(values: Vec<f64>, columns: usize) -> Self {
        Self(Numbers::Table { values, columns })
    }

    /// How many rows or values there are.
    pub const fn segments(&self) -> usize {
        match &self.0 {
            Numbers::Rows { values, columns } => values.len() / *columns,
            Numbers::Values(values) => values.len(),
            Numbers::Table { values, columns } => values.len() / *columns,
        }
    }

    /// The integers of an array of rows, and how many columns they have.
    pub fn as_rows(&self) -> Option<(&[i64], usize)> {
        match &self.0 {
            Numbers::Rows { values, columns } => Some((values, *columns)),
            _ => None,
        }
    }
}

#[pymethods]
impl Array {
    /// NumPy's description of the memory. NumPy keeps the array alive.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let interface = PyDict::new(py);
        let address = match &self.0 {
            Numbers::Rows { values, columns } => {
                interface.set_item("shape", (values.len() / columns, *columns))?;
                interface.set_item("typestr", "<i8")?;
                values.as_ptr() as usize
            }
            Numbers::Values(values) => {
                interface.set_item("shape", (values.len(),))?;
                interface.set_item("typestr", "<f8")?;
                values.as_ptr() as usize
            }
            Numbers::Table { values, columns } => {
                interface.set_item("shape", (values.len() / columns, *columns))?;
                interface.set_item("typestr", "<f8")?;
                values.as_ptr() as usize
            }
        };
        // NumPy may write: the array is handed out once and nobody else reads
        // its memory.
        interface.set_item("data", (address, false))?;
        interface.set_item("version", 3)?;
        Ok(interface)
    }

    /// The numbers as bytes, in the machine's order: for who does without NumPy.
    fn tobytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes: Vec<u8> = match &self.0 {
            Numbers::Rows { values, .. } => values.iter().flat_map(|v| v.to_ne_bytes()).collect(),
            Numbers::Values(values) | Numbers::Table { values, .. } => {
                values.iter().flat_map(|v| v.to_ne_bytes()).collect()
            }
        };
        PyBytes::new(py, &bytes)
    }

    fn __len__(&self) -> usize {
        self.segments()
    }
}
