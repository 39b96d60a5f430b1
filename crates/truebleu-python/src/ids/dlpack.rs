//! Arrays in the memory of PyTorch, JAX and others, by DLPack: the structures of its header
//! `dlpack.h`, and the capsules in which Python objects export them.

use std::ffi::{CStr, c_void};

use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::critical_section::with_critical_section;
use pyo3::types::{PyDict, PyTuple};

/// Devices whose memory the processor reads: its own, and what CUDA and ROCm pin there.
const READABLE: [i32; 3] = [1, 3, 11];

/// The type codes of signed and unsigned integers and of bool.
const INT: u8 = 0;
const UINT: u8 = 1;
const BOOL: u8 = 6;

#[repr(C)]
#[derive(Clone, Copy)]
struct Device {
    kind: i32,
    number: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct DataType {
    code: u8,
    bits: u8,
    lanes: u16,
}

#[repr(C)]
struct DlTensor {
    data: *mut c_void,
    device: Device,
    dimensions: i32,
    data_type: DataType,
    shape: *mut i64,
    /// In elements; null: rows one after the other.
    strides: *mut i64,
    byte_offset: u64,
}

/// The tensor of a capsule named "dltensor".
#[repr(C)]
struct Managed {
    tensor: DlTensor,
    context: *mut c_void,
    delete: Option<unsafe extern "C" fn(*mut Self)>,
}

/// The tensor of a capsule named "dltensor_versioned".
#[repr(C)]
struct Versioned {
    major: u32,
    minor: u32,
    context: *mut c_void,
    delete: Option<unsafe extern "C" fn(*mut Self)>,
    flags: u64,
    tensor: DlTensor,
}

/// A tensor that was taken over: its memory stays until this is dropped.
pub enum Tensor {
    Plain(*mut c_void),
    Versioned(*mut c_void),
}

// SAFETY: the tensor's memory is only read; its deleter is called with the interpreter attached.
unsafe impl Send for Tensor {}
// SAFETY: as above.
unsafe impl Sync for Tensor {}

/// Why a tensor cannot be read.
pub enum Refusal {
    /// It is not on the processor: "device type 2".
    Device(i32),
    /// Its type, for the message.
    Type(String),
    /// The object has no tensor after all, or a broken one.
    Unreadable(String),
}

/// Shape and strides (in bytes) of a tensor, and where it is.
pub struct View {
    pub address: *const u8,
    pub shape: Vec<usize>,
    pub strides: Vec<isize>,
    pub signed: bool,
    pub is_bool: bool,
    pub bytes: usize,
}

impl Tensor {
    /// Take the tensor of an object that has `__dlpack__`.
    pub fn of(value: &Bound<'_, PyAny>) -> Result<(Self, View), Refusal> {
        let py = value.py();
        let unreadable = |error: PyErr| Refusal::Unreadable(error.value(py).to_string());
        let device = value.call_method0(pyo3::intern!(py, "__dlpack_device__"));
        let device = device.and_then(|device| device.cast_into::<PyTuple>().map_err(PyErr::from));
        let kind = device.and_then(|device| device.get_item(0)?.extract::<i32>());
        let kind = kind.map_err(unreadable)?;
        if !READABLE.contains(&kind) {
            return Err(Refusal::Device(kind));
        }
        let capsule = Self::capsule(value).map_err(unreadable)?;
        let tensor = Self::take(&capsule).map_err(unreadable)?;
        let view = tensor.view()?;
        Ok((tensor, view))
    }

    /// Return the capsule: of version 1 from objects that export no other, such as read-only ones.
    fn capsule<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = value.py();
        let name = pyo3::intern!(py, "__dlpack__");
        value.call_method0(name).or_else(|error| {
            if !error.is_instance_of::<PyBufferError>(py) {
                return Err(error);
            }
            let keywords = PyDict::new(py);
            keywords.set_item("max_version", (1, 0))?;
            value.call_method(name, (), Some(&keywords)).map_err(|_| error)
        })
    }

    /// Take over what a capsule holds, and rename it, as the protocol requires.
    fn take(capsule: &Bound<'_, PyAny>) -> PyResult<Self> {
        type Make = fn(*mut c_void) -> Tensor;
        const KINDS: [(&CStr, &CStr, Make); 2] = [
            (c"dltensor", c"used_dltensor", Tensor::Plain),
            (c"dltensor_versioned", c"used_dltensor_versioned", Tensor::Versioned),
        ];
        // One thread at a time, also in free-threaded Python.
        with_critical_section(capsule, || {
            for (name, used, make) in KINDS {
                // SAFETY: these functions take any object, and report one of another name.
                unsafe {
                    if ffi::PyCapsule_IsValid(capsule.as_ptr(), name.as_ptr()) == 0 {
                        continue;
                    }
                    let pointer = ffi::PyCapsule_GetPointer(capsule.as_ptr(), name.as_ptr());
                    if pointer.is_null()
                        || ffi::PyCapsule_SetName(capsule.as_ptr(), used.as_ptr()) != 0
                    {
                        return Err(PyErr::fetch(capsule.py()));
                    }
                    return Ok(make(pointer));
                }
            }
            Err(PyBufferError::new_err("__dlpack__ returned no tensor"))
        })
    }

    fn view(&self) -> Result<View, Refusal> {
        let broken = |why: &str| Refusal::Unreadable(format!("its DLPack tensor {why}"));
        // SAFETY: the capsule's name says which structure this is; it lives until it is dropped.
        let tensor = unsafe {
            match self {
                Self::Plain(managed) => &(*managed.cast::<Managed>()).tensor,
                Self::Versioned(managed) => {
                    let versioned = managed.cast::<Versioned>();
                    if (*versioned).major != 1 {
                        return Err(broken("has an unknown version"));
                    }
                    &(*versioned).tensor
                }
            }
        };
        if !READABLE.contains(&tensor.device.kind) {
            return Err(Refusal::Device(tensor.device.kind));
        }
        let DataType { code, bits, lanes } = tensor.data_type;
        if !matches!(code, INT | UINT | BOOL) || lanes != 1 || bits % 8 != 0 {
            return Err(Refusal::Type(type_name(code, bits)));
        }
        let bytes = usize::from(bits / 8);
        let dimensions =
            usize::try_from(tensor.dimensions).map_err(|_| broken("has no dimensions"))?;
        if dimensions > 0 && tensor.shape.is_null() {
            return Err(broken("has no shape"));
        }
        // SAFETY: there is a size, and a stride if there are any, for each dimension.
        let (shape, strides) = unsafe {
            let sizes = (0..dimensions).map(|i| usize::try_from(*tensor.shape.add(i)));
            let shape: Vec<usize> =
                sizes.collect::<Result<_, _>>().map_err(|_| broken("has a negative size"))?;
            let strides = (!tensor.strides.is_null()).then(|| {
                let stride =
                    |i| (*tensor.strides.add(i) as isize).wrapping_mul(bytes.cast_signed());
                (0..dimensions).map(stride).collect()
            });
            (shape, strides)
        };
        let strides = strides.unwrap_or_else(|| contiguous(&shape, bytes));
        let address = tensor.data.cast::<u8>().wrapping_add(tensor.byte_offset as usize);
        Ok(View { address, shape, strides, signed: code == INT, is_bool: code == BOOL, bytes })
    }
}

impl Drop for Tensor {
    fn drop(&mut self) {
        // The deleter may use Python objects. At the interpreter's end the memory goes with it.
        Python::try_attach(|_| {
            // SAFETY: the capsule's name says which structure this is. It was taken over, so its
            // deleter is called here, once.
            unsafe {
                match *self {
                    Self::Plain(pointer) => {
                        let managed = pointer.cast::<Managed>();
                        if let Some(delete) = (*managed).delete {
                            delete(managed);
                        }
                    }
                    Self::Versioned(pointer) => {
                        let managed = pointer.cast::<Versioned>();
                        if let Some(delete) = (*managed).delete {
                            delete(managed);
                        }
                    }
                }
            }
        });
    }
}

/// Return the strides of an array whose rows follow each other.
pub fn contiguous(shape: &[usize], bytes: usize) -> Vec<isize> {
    let mut next = bytes.cast_signed();
    let stride = |&size: &usize| {
        let stride = next;
        next = next.wrapping_mul(size.cast_signed());
        stride
    };
    let mut strides: Vec<isize> = shape.iter().rev().map(stride).collect();
    strides.reverse();
    strides
}

fn type_name(code: u8, bits: u8) -> String {
    let kind = match code {
        INT => "int",
        UINT => "uint",
        2 => "float",
        4 => "bfloat",
        5 => "complex",
        BOOL => "bool",
        _ => return format!("DLPack type {code}"),
    };
    format!("{kind}{bits}")
}
