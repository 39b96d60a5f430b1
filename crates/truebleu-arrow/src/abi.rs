//! The Arrow C data interface: three structures, as its specification lays them out.
//!
//! The producer of one sets `release`; the consumer calls it once, here when the value is dropped.

use std::borrow::Cow;
use std::ffi::{CStr, c_char, c_int, c_void};

/// The type of an array, and its name where it is a column.
#[repr(C)]
pub struct Schema {
    /// The type, as a C string.
    pub format: *const c_char,
    /// The name, as a C string, or null.
    pub name: *const c_char,
    /// Pairs of keys and values, or null.
    pub metadata: *const c_char,
    /// Whether there may be nulls, and the like.
    pub flags: i64,
    /// Number of children.
    pub n_children: i64,
    /// Pointers to them.
    pub children: *mut *mut Self,
    /// The values of a dictionary, or null.
    pub dictionary: *mut Self,
    /// The release callback; none: already released.
    pub release: Option<unsafe extern "C" fn(*mut Self)>,
    /// Private data of the producer.
    pub private: *mut c_void,
}

/// An array: buffers of memory, and arrays inside it.
#[repr(C)]
pub struct Array {
    /// Rows.
    pub length: i64,
    /// Rows that are null; -1: not counted.
    pub null_count: i64,
    /// Rows in the buffers before the first.
    pub offset: i64,
    /// Number of buffers.
    pub n_buffers: i64,
    /// Number of children.
    pub n_children: i64,
    /// Pointers to them.
    pub buffers: *mut *const c_void,
    /// Pointers to them.
    pub children: *mut *mut Self,
    /// The values of a dictionary, or null.
    pub dictionary: *mut Self,
    /// The release callback; none: already released.
    pub release: Option<unsafe extern "C" fn(*mut Self)>,
    /// Private data of the producer.
    pub private: *mut c_void,
}

/// Arrays of one type, one after the other.
#[repr(C)]
pub struct Stream {
    /// Fills in the type of all arrays; 0, or an error.
    pub get_schema: Option<unsafe extern "C" fn(*mut Self, *mut Schema) -> c_int>,
    /// Fills in the next array, a released one at the end; 0, or an error.
    pub get_next: Option<unsafe extern "C" fn(*mut Self, *mut Array) -> c_int>,
    /// Last error as a C string, or null.
    pub get_last_error: Option<unsafe extern "C" fn(*mut Self) -> *const c_char>,
    /// The release callback; none: already released.
    pub release: Option<unsafe extern "C" fn(*mut Self)>,
    /// Private data of the producer.
    pub private: *mut c_void,
}

/// A structure that others fill and whose owner releases it.
pub trait Handed: Sized {
    /// The name of the capsule in which Python objects export it.
    const NAME: &'static CStr;
    /// The structure before another library fills it.
    const EMPTY: Self;
    /// Return whether it holds something.
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
                    // SAFETY: the producer requires this call, once: the owner drops it, and
                    // `release` marks it as released.
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

/// Return a C string as text; nothing for none.
///
/// # Safety
/// The pointer is null, or a string that ends with a zero and lives for 'a.
pub unsafe fn text<'a>(string: *const c_char) -> Cow<'a, str> {
    if string.is_null() {
        return "".into();
    }
    // SAFETY: as the caller promises.
    unsafe { CStr::from_ptr(string) }.to_string_lossy()
}
