//! Arrays of integers that Python objects describe: NumPy's by `__array_interface__`, those of
//! PyTorch, JAX and others by `__dlpack__`, and bytes.

use std::sync::Arc;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use truebleu_arrow::abi::Array as ArrowArray;

use super::dlpack::{Refusal, Tensor, View, contiguous};
use super::numbers::{Number, Run};
use crate::errors::{column_error, internal_error};

/// The owner of an array's memory, kept as long as the memory is read.
#[expect(dead_code, reason = "an owner is only kept")]
enum Owner {
    Object(Py<PyAny>),
    Tensor(Tensor),
    Arrow(Arc<ArrowArray>),
}

/// An array of integers, or of bools.
pub struct Array {
    owner: Owner,
    address: *const u8,
    pub shape: Vec<usize>,
    /// In bytes.
    strides: Vec<isize>,
    pub number: Number,
}

/// The memory of an array, with what its rows have in common.
#[expect(dead_code, reason = "an owner is only kept")]
pub struct Memory(Owner);

impl Memory {
    /// Create the memory of an array of Arrow.
    pub const fn of_arrow(array: Arc<ArrowArray>) -> Self {
        Self(Owner::Arrow(array))
    }
}

impl Array {
    /// Return the array of a Python object: one that exports its memory, or a tuple of bytes, their
    /// type in NumPy's short form ("i8") and their shape. `name` is that of the value in messages.
    pub fn of(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        let py = value.py();
        let refused = |refusal| refused(value, name, refusal);
        if let Ok((bytes, kind, shape)) =
            value.extract::<(Bound<'_, PyBytes>, String, Vec<usize>)>()
        {
            let wrong = || internal_error("these bytes are not such an array");
            let number = Number::of_name(&kind).ok_or_else(wrong)?;
            return Self::of_bytes(&bytes, number, shape).ok_or_else(wrong);
        }
        let refusal = match value.hasattr(intern!(py, "__dlpack__"))? {
            false => Refusal::Unreadable("it exports no memory".to_owned()),
            true => match Tensor::of(value) {
                Ok((tensor, view)) => {
                    return Self::new(Owner::Tensor(tensor), view).map_err(refused);
                }
                Err(refusal) => refusal,
            },
        };
        // NumPy does not export read-only, unaligned or text arrays through DLPack.
        let Ok(interface) = value.getattr(intern!(py, "__array_interface__")) else {
            return Err(refused(refusal));
        };
        let view = interface_view(&interface).map_err(refused)?;
        Self::new(Owner::Object(value.clone().unbind()), view).map_err(refused)
    }

    /// Return bytes that hold numbers one after the other, as an array of this shape.
    pub fn of_bytes(bytes: &Bound<'_, PyBytes>, number: Number, shape: Vec<usize>) -> Option<Self> {
        let size = shape.iter().try_fold(number.bytes(), |size, &n| size.checked_mul(n));
        let strides = contiguous(&shape, number.bytes());
        let address = bytes.as_bytes().as_ptr();
        let owner = Owner::Object(bytes.clone().into_any().unbind());
        (size == Some(bytes.as_bytes().len())).then_some(Self {
            owner,
            address,
            shape,
            strides,
            number,
        })
    }

    fn new(owner: Owner, view: View) -> Result<Self, Refusal> {
        let View { address, shape, strides, signed, is_bool, bytes } = view;
        let number = if is_bool && bytes == 1 { Some(Number::Bool) } else { None };
        let number = number.or_else(|| Number::of(signed, bytes));
        let number = number.ok_or_else(|| Refusal::Type(format!("int{}", 8 * bytes)))?;
        if address.is_null() && !shape.contains(&0) {
            return Err(Refusal::Unreadable("it has no memory".to_owned()));
        }
        Ok(Self { owner, address, shape, strides, number })
    }

    /// Return the numbers of an array of one dimension.
    pub fn run(&self) -> Run {
        // SAFETY: the producer of the array promised that it has these numbers.
        unsafe { Run::new(self.address, self.shape[0], self.strides[0], self.number) }
    }

    /// Return the numbers `start..start + len` of an array of one dimension, which has so many.
    pub fn between(&self, start: usize, len: usize) -> Run {
        let address = self.address.wrapping_offset(start.cast_signed() * self.strides[0]);
        // SAFETY: as above.
        unsafe { Run::new(address, len, self.strides[0], self.number) }
    }

    /// Return the rows of an array of two dimensions.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = Run> {
        (0..self.shape[0]).map(|i| {
            let address = self.address.wrapping_offset(i.cast_signed() * self.strides[0]);
            // SAFETY: as above.
            unsafe { Run::new(address, self.shape[1], self.strides[1], self.number) }
        })
    }

    /// Return what keeps the memory.
    pub fn into_memory(self) -> Memory {
        Memory(self.owner)
    }
}

/// Return what `__array_interface__` describes.
fn interface_view(interface: &Bound<'_, PyAny>) -> Result<View, Refusal> {
    let unreadable =
        |error: PyErr| Python::attach(|py| Refusal::Unreadable(error.value(py).to_string()));
    let missing = |what: &str| Refusal::Unreadable(format!("its array interface has no {what}"));
    let interface = interface.cast::<PyDict>().map_err(|_| missing("fields"))?;
    let field = |name: &str| {
        let value = interface.get_item(name).map_err(unreadable)?;
        Ok(value.filter(|value| !value.is_none()))
    };
    let typestr: String =
        field("typestr")?.ok_or_else(|| missing("type"))?.extract().map_err(|_| missing("type"))?;
    let native = if cfg!(target_endian = "little") { ['<', '|'] } else { ['>', '|'] };
    let mut characters = typestr.chars();
    let is_native = characters.next().is_some_and(|order| native.contains(&order));
    let kind = characters.next().unwrap_or(' ');
    let bytes = characters.as_str().parse::<usize>().ok();
    let (true, 'i' | 'u' | 'b', Some(bytes)) = (is_native, kind, bytes) else {
        return Err(Refusal::Type(typestr));
    };
    if field("mask")?.is_some() {
        return Err(Refusal::Unreadable("it is masked".to_owned()));
    }
    let shape: Vec<usize> =
        field("shape")?.ok_or_else(|| missing("shape"))?.extract().map_err(|_| missing("shape"))?;
    let strides: Vec<isize> = match field("strides")? {
        Some(strides) => strides.extract().map_err(unreadable)?,
        None => contiguous(&shape, bytes),
    };
    if strides.len() != shape.len() {
        return Err(missing("stride for each dimension"));
    }
    let data = field("data")?.ok_or_else(|| missing("address"))?;
    let data = data.cast::<PyTuple>().map_err(|_| missing("address"))?;
    let address: usize =
        data.get_item(0).and_then(|address| address.extract()).map_err(unreadable)?;
    let address = std::ptr::with_exposed_provenance(address);
    Ok(View { address, shape, strides, signed: kind == 'i', is_bool: kind == 'b', bytes })
}

fn refused(value: &Bound<'_, PyAny>, name: &str, refusal: Refusal) -> PyErr {
    let message = match refusal {
        Refusal::Device(kind) => {
            let device = value
                .getattr("device")
                .map_or_else(|_| format!("DLPack device {kind}"), |device| device.to_string());
            format!("{name} is on {device}. Move it to the processor: .cpu().")
        }
        Refusal::Type(kind) => {
            let kind = value.getattr("dtype").map_or(kind, |kind| kind.to_string());
            format!(
                "{name} is of type {kind}. Use integers of 8 to 64 bits in the processor's byte \
                 order, such as int64."
            )
        }
        Refusal::Unreadable(why) => {
            let kind = value.get_type().name().map_or_else(|_| "object".into(), |n| n.to_string());
            format!(
                "{name} is of type {kind}, whose memory cannot be read: {why}. Pass an array of \
                 integers, such as one of NumPy or PyTorch."
            )
        }
    };
    column_error(value.py(), &message)
}
