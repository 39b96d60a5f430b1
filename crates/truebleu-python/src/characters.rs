//! The characters inside CPython's strings, read where they lie.
//!
//! The stable interface has one way to a text's bytes: CPython encodes a str that is not ASCII, and
//! then caches the UTF-8 next to the characters. That takes as long as counting the text, and as
//! much memory as the text. So the characters are read from the str itself, where two things hold:
//! the interpreter is a CPython whose strings are known, and strings made for the purpose were
//! found to have the expected layout. Everywhere else the interface is used.

use std::ffi::c_char;
use std::ops::Range;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use truebleu_core::kernels::KernelChoice;
use truebleu_core::text::utf8::{self, Character};

/// The head of every object: its reference count and its type. Without an interpreter lock there
/// are two counts, the id of the owning thread, and a lock.
const HEAD: usize = size_of::<ffi::PyObject>();
const FREE_THREADED: bool = HEAD > 16;

/// Offsets of a string's length and, after its hash, of the word of its state.
const LENGTH: usize = HEAD;
const STATE: usize = HEAD + 16;

/// Bits of the state: how many bytes a character has (three bits), then one each for characters
/// that stand directly behind the head, and for a text of ASCII alone.
const WIDTH: u32 = 2;
const COMPACT: u32 = 5;
const ASCII: u32 = 6;

/// Offset of the rest of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The characters of ASCII texts. For other texts, the length of their UTF-8, then its
    /// address.
    ascii: usize,
    /// The characters of other texts.
    wide: usize,
    /// Where the bits of the state begin. In free-threaded builds from 3.14 on, what is before them
    /// has a byte of its own.
    shift: u32,
}

/// Content of a str.
#[derive(Clone, Copy)]
pub enum Characters<'a> {
    /// UTF-8: of ASCII, or what CPython made before.
    Utf8(&'a str),
    /// The characters up to U+00FF.
    One(&'a [u8]),
    /// Up to U+FFFF.
    Two(&'a [u16]),
    /// All.
    Four(&'a [u32]),
}

impl Layout {
    /// Create the layout of this interpreter's strings; none where it is not known, or the
    /// environment's `TRUEBLEU_STRINGS` is `interface`.
    pub fn of_interpreter(py: Python<'_>) -> Option<Self> {
        // A `OnceLock` of PyO3: a waiting thread releases the interpreter.
        static FOUND: PyOnceLock<Option<Layout>> = PyOnceLock::new();
        *FOUND.get_or_init(py, || {
            let unwanted =
                std::env::var_os("TRUEBLEU_STRINGS").is_some_and(|way| way == "interface");
            Self::of_version(py).filter(|layout| !unwanted && layout.holds(py))
        })
    }

    /// Return the layout of CPython's `Include/cpython/unicodeobject.h` of this version.
    fn of_version(py: Python<'_>) -> Option<Self> {
        let implementation = py.import("sys").and_then(|sys| sys.getattr("implementation"));
        let name = implementation.and_then(|it| it.getattr("name")).ok()?;
        if !name.eq("cpython").ok()? || size_of::<usize>() != 8 {
            return None;
        }
        let version = py.version_info();
        match (version.major, version.minor) {
            (3, 10 | 11) => Some(Self { ascii: HEAD + 32, wide: HEAD + 56, shift: 0 }),
            (3, minor @ 12..=14) => {
                let shift = if FREE_THREADED && minor >= 14 { 6 } else { 0 };
                Some(Self { ascii: HEAD + 24, wide: HEAD + 40, shift })
            }
            _ => None,
        }
    }

    /// Return the characters of a str; none of anything else, and of a str that is no plain one (of
    /// a class of its own, or made by an interface of old).
    ///
    /// # Safety
    /// `item` is an object with an owner for 'a, the caller is attached to the interpreter, and
    /// strings have this layout.
    #[inline]
    pub unsafe fn read<'a>(self, item: *mut ffi::PyObject) -> Option<Characters<'a>> {
        // SAFETY: a str of exactly this class has the head that is read, and its state defines what
        // follows. It never changes, but for the UTF-8, which is made once, and whose address is
        // written last; and for a bit of the state that is not looked at.
        unsafe {
            if ffi::PyUnicode_CheckExact(item) == 0 {
                return None;
            }
            let field = |offset: usize| item.byte_add(offset);
            let length = field(LENGTH).cast::<usize>().read();
            let state = AtomicU32::from_ptr(field(STATE).cast()).load(Ordering::Relaxed);
            let state = if FREE_THREADED { state >> self.shift } else { state };
            if state >> COMPACT & 1 == 0 {
                return None;
            }
            if state >> ASCII & 1 == 1 {
                return Some(Characters::Utf8(text(field(self.ascii).cast(), length)));
            }
            let bytes =
                AtomicPtr::<u8>::from_ptr(field(self.ascii + 8).cast()).load(Ordering::Acquire);
            if !bytes.is_null() {
                let length = field(self.ascii).cast::<usize>().read();
                return Some(Characters::Utf8(text(bytes, length)));
            }
            let characters = field(self.wide);
            Some(match state >> WIDTH & 7 {
                1 => Characters::One(std::slice::from_raw_parts(characters.cast(), length)),
                2 => Characters::Two(std::slice::from_raw_parts(characters.cast(), length)),
                4 => Characters::Four(std::slice::from_raw_parts(characters.cast(), length)),
                _ => return None,
            })
        }
    }

    /// Return whether strings of every kind lie as this layout has it: before CPython made their
    /// UTF-8, and after.
    fn holds(self, py: Python<'_>) -> bool {
        let texts = ["plain ", "caf\u{e9} ", "\u{4e2d}\u{2019}s ", "\u{1f600} a\u{e9}\u{4e2d} "];
        // Long, so that whatever is read lies inside the string.
        texts.iter().all(|text| self.holds_for(py, &text.repeat(40)).unwrap_or(false))
    }

    fn holds_for(self, py: Python<'_>, text: &str) -> Option<bool> {
        let object = fresh(py, text)?;
        // SAFETY: the object is a str, and held; its UTF-8 was not requested yet.
        let before = unsafe { self.read(object.as_ptr()) }?;
        let mut scratch = Utf8Texts::default();
        let same = match before {
            Characters::Utf8(found) => text.is_ascii() && found == text,
            wide => scratch.add(wide).is_some_and(|range| scratch.text(&range) == text),
        };
        let mut length = 0;
        // SAFETY: the object is a str.
        let utf8: *const c_char =
            unsafe { ffi::PyUnicode_AsUTF8AndSize(object.as_ptr(), &raw mut length) };
        // SAFETY: as above; the UTF-8 is there now.
        let after = match unsafe { self.read(object.as_ptr()) }? {
            Characters::Utf8(found) => found.as_ptr() == utf8.cast() && found == text,
            _ => false,
        };
        Some(same && after)
    }
}

/// # Safety
/// There is valid UTF-8 for 'a, as CPython makes it.
#[inline]
unsafe fn text<'a>(data: *const u8, length: usize) -> &'a str {
    // SAFETY: as the caller promises.
    unsafe { std::str::from_utf8_unchecked(std::slice::from_raw_parts(data, length)) }
}

/// Return a new str.
fn fresh<'py>(py: Python<'py>, text: &str) -> Option<Bound<'py, PyAny>> {
    let size = isize::try_from(text.len()).ok()?;
    // SAFETY: the pointer and the size are those of a text.
    unsafe {
        let object = ffi::PyUnicode_FromStringAndSize(text.as_ptr().cast(), size);
        Bound::from_owned_ptr_or_opt(py, object)
    }
}

/// All kernels write the same: the metric reports a wrong name in the environment.
static KERNEL: LazyLock<KernelChoice> =
    LazyLock::new(|| KernelChoice::from_environment().unwrap_or(KernelChoice::Portable));

/// UTF-8 of many texts, one after the other.
#[derive(Default)]
pub struct Utf8Texts {
    /// Used elements are not cleared, only overwritten.
    bytes: Vec<u8>,
    used: usize,
}

impl Utf8Texts {
    /// Clear the texts, and keep their memory.
    pub const fn clear(&mut self) {
        self.used = 0;
    }

    /// Add a text and return its place; nothing where it holds a lone surrogate.
    pub fn add(&mut self, characters: Characters<'_>) -> Option<Range<usize>> {
        match characters {
            Characters::Utf8(text) => {
                self.grow(text.len());
                self.bytes[self.used..][..text.len()].copy_from_slice(text.as_bytes());
                Some(self.take(text.len()))
            }
            Characters::One(units) => self.encode(units),
            Characters::Two(units) => self.encode(units),
            Characters::Four(units) => self.encode(units),
        }
    }

    /// Return the text at a place that [`Utf8Texts::add`] gave since the last [`Utf8Texts::clear`].
    #[inline]
    pub fn text(&self, range: &Range<usize>) -> &str {
        // SAFETY: what is at such a place was written as UTF-8.
        unsafe { std::str::from_utf8_unchecked(&self.bytes[range.clone()]) }
    }

    fn encode<C: Character>(&mut self, units: &[C]) -> Option<Range<usize>> {
        self.grow(utf8::capacity::<C>(units.len()));
        let length = utf8::encode(*KERNEL, units, &mut self.bytes[self.used..])?;
        Some(self.take(length))
    }

    /// Reserve so many more bytes.
    fn grow(&mut self, more: usize) {
        let needed = self.used + more;
        if self.bytes.len() < needed {
            self.bytes.resize(needed.max(2 * self.bytes.len()), 0);
        }
    }

    const fn take(&mut self, length: usize) -> Range<usize> {
        let start = self.used;
        self.used += length;
        start..self.used
    }
}
