//! Numbers for NumPy, without copying and without NumPy.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::errors::internal_error;

enum Numbers {
    Wide(Vec<i64>),
    Narrow(Vec<i32>),
    Floats(Vec<f64>),
}

impl Numbers {
    const fn len(&self) -> usize {
        match self {
            Self::Wide(numbers) => numbers.len(),
            Self::Narrow(numbers) => numbers.len(),
            Self::Floats(numbers) => numbers.len(),
        }
    }
}

/// A row of an array.
pub enum Row<'a> {
    Wide(&'a [i64]),
    Narrow(&'a [i32]),
}

/// An array that owns its memory; `numpy.asarray(array)` shares it.
#[pyclass(frozen, module = "truebleu._native")]
pub struct Array {
    numbers: Numbers,
    /// Numbers per row; none if there are no rows, only numbers.
    columns: Option<usize>,
}

impl Array {
    /// Create an array of consecutive rows of `columns` integers.
    pub fn rows(values: Vec<i64>, columns: usize) -> Self {
        Self { numbers: Numbers::Wide(values), columns: Some(columns) }
    }

    /// Create an array of 32-bit numbers.
    fn narrow(values: Vec<i32>, columns: usize) -> Self {
        Self { numbers: Numbers::Narrow(values), columns: Some(columns) }
    }

    /// Return the rows of each of `systems` systems. `rows` holds segment after segment, in each
    /// system after system. Numbers of 32 bits where all fit: rows of many systems wait to be
    /// resampled.
    pub fn of_systems(rows: &[i64], systems: usize, columns: usize) -> Vec<Self> {
        // Write some segments for all systems before the next, so that they stay in the cache.
        const SEGMENTS: usize = 64;
        let width = systems * columns;
        let new_rows = || Vec::with_capacity(rows.len() / systems);
        let mut narrow: Vec<Vec<i32>> = (0..systems).map(|_| new_rows()).collect();
        let mut fits = true;
        for segments in rows.chunks(SEGMENTS * width) {
            for (system, values) in narrow.iter_mut().enumerate() {
                for row in segments.chunks_exact(width) {
                    let row = &row[system * columns..][..columns];
                    fits &= row.iter().fold(true, |all, &v| all & (i64::from(v as i32) == v));
                    values.extend(row.iter().map(|&value| value as i32));
                }
            }
        }
        if fits {
            return narrow.into_iter().map(|values| Self::narrow(values, columns)).collect();
        }
        let of = |system: usize| {
            rows.chunks_exact(width).flat_map(move |row| &row[system * columns..][..columns])
        };
        (0..systems).map(|system| Self::rows(of(system).copied().collect(), columns)).collect()
    }

    /// Create an array of one number for each segment.
    pub fn values(values: Vec<f64>) -> Self {
        Self { numbers: Numbers::Floats(values), columns: None }
    }

    /// Create an array of consecutive rows of `columns` numbers.
    pub fn table(values: Vec<f64>, columns: usize) -> Self {
        Self { numbers: Numbers::Floats(values), columns: Some(columns) }
    }

    /// Return how many rows or values there are.
    pub fn segments(&self) -> usize {
        self.numbers.len() / self.columns.unwrap_or(1)
    }

    /// Return the rows one by one, whatever their numbers' size; none: there are no rows of so many
    /// columns.
    pub fn each_row(&self, width: usize) -> Option<impl Iterator<Item = Row<'_>>> {
        let (wide, narrow) = match &self.numbers {
            _ if self.columns != Some(width) => return None,
            Numbers::Wide(values) => (values.as_slice(), &[][..]),
            Numbers::Narrow(values) => (&[][..], values.as_slice()),
            Numbers::Floats(_) => return None,
        };
        let wide = wide.chunks_exact(width).map(Row::Wide);
        Some(wide.chain(narrow.chunks_exact(width).map(Row::Narrow)))
    }

    /// Return the integers of an array of rows of 64 bits each, and how many columns they have.
    pub fn as_rows(&self) -> Option<(&[i64], usize)> {
        match &self.numbers {
            Numbers::Wide(values) => Some((values, self.columns?)),
            _ => None,
        }
    }
}

/// Return the columns of a part of rows of `width` numbers.
fn part_of<N: Copy>(rows: &[N], width: usize, part: usize, columns: usize) -> Vec<N> {
    rows.chunks_exact(width).flat_map(|row| &row[part * columns..][..columns]).copied().collect()
}

#[pymethods]
impl Array {
    /// Create an array from consecutive rows of `columns` 64-bit integers in native byte order, for
    /// example from a file.
    #[staticmethod]
    fn of_rows(data: &[u8], columns: usize) -> PyResult<Self> {
        let (numbers, rest) = data.as_chunks::<8>();
        if columns == 0 || !rest.is_empty() || numbers.len() % columns != 0 {
            return Err(internal_error("these bytes are not rows of that many columns"));
        }
        let values: Vec<i64> = numbers.iter().map(|bytes| i64::from_ne_bytes(*bytes)).collect();
        let narrow: Option<Vec<i32>> = values.iter().map(|&value| value.try_into().ok()).collect();
        Ok(match narrow {
            Some(values) => Self::narrow(values, columns),
            None => Self::rows(values, columns),
        })
    }

    /// The memory as NumPy describes it. NumPy keeps the array alive.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let interface = PyDict::new(py);
        let (address, kind) = match &self.numbers {
            Numbers::Wide(values) => (values.as_ptr() as usize, "<i8"),
            Numbers::Narrow(values) => (values.as_ptr() as usize, "<i4"),
            Numbers::Floats(values) => (values.as_ptr() as usize, "<f8"),
        };
        match self.columns {
            Some(columns) => interface.set_item("shape", (self.segments(), columns))?,
            None => interface.set_item("shape", (self.segments(),))?,
        }
        interface.set_item("typestr", kind)?;
        // NumPy may write: the array is returned once and nothing else reads its memory.
        interface.set_item("data", (address, false))?;
        interface.set_item("version", 3)?;
        Ok(interface)
    }

    /// Return arrays of the columns of rows of integers, in `parts` equal parts.
    fn split(&self, parts: usize) -> PyResult<Vec<Self>> {
        let Some(width) = self.columns.filter(|columns| parts > 0 && columns % parts == 0) else {
            return Err(internal_error("rows cannot be split into these parts"));
        };
        let columns = width / parts;
        Ok((0..parts)
            .map(|part| match &self.numbers {
                Numbers::Wide(rows) => Self::rows(part_of(rows, width, part, columns), columns),
                Numbers::Narrow(rows) => Self::narrow(part_of(rows, width, part, columns), columns),
                Numbers::Floats(rows) => Self::table(part_of(rows, width, part, columns), columns),
            })
            .collect())
    }

    /// Return the numbers as bytes, in native byte order: for use without NumPy.
    fn tobytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes: Vec<u8> = match &self.numbers {
            Numbers::Wide(values) => values.iter().flat_map(|v| v.to_ne_bytes()).collect(),
            Numbers::Narrow(values) => values.iter().flat_map(|v| v.to_ne_bytes()).collect(),
            Numbers::Floats(values) => values.iter().flat_map(|v| v.to_ne_bytes()).collect(),
        };
        PyBytes::new(py, &bytes)
    }

    fn __len__(&self) -> usize {
        self.segments()
    }
}
