//! Lists of integers in an Arrow array.

use std::ops::Range;
use std::sync::Arc;

use crate::abi::Array;
use crate::kind::{Integer, Ranges};
use crate::lists::{Places, child};
use crate::texts::{Fault, Nulls, buffer, rows_in_buffers};

/// A part of an array of lists of integers.
pub struct IntegerLists {
    owner: Arc<Array>,
    places: Places,
    nulls: Nulls,
    /// The element in the buffer that is the first of the child array.
    start: usize,
    /// The number of elements of the child array.
    elements: usize,
    data: *const u8,
    integer: Integer,
}

impl IntegerLists {
    /// Create the rows `range` of `array`. They are checked when they are read.
    ///
    /// # Errors
    /// Missing part of the array.
    pub fn new(
        array: Arc<Array>,
        (ranges, integer): (Ranges, Integer),
        range: &Range<usize>,
    ) -> Result<Self, &'static str> {
        let places = Places::new(&array, ranges, range)?;
        let inside = child(&array)?;
        let elements = usize::try_from(inside.length).map_err(|_| "its length is negative")?;
        let start = rows_in_buffers(inside, &(0..elements))?;
        let (data, nulls) = (buffer(inside, 1, false)?, Nulls::of(inside));
        Ok(Self { places, nulls, start, elements, data, integer, owner: array })
    }

    /// Return the number of lists.
    pub const fn len(&self) -> usize {
        self.places.len()
    }

    /// Return whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Return the type of the integers.
    pub const fn integer(&self) -> Integer {
        self.integer
    }

    /// Return the array, which keeps the memory alive.
    pub fn owner(&self) -> Arc<Array> {
        Arc::clone(&self.owner)
    }

    /// Return where the integers of list `i` are, and how many; nothing for null.
    ///
    /// # Errors
    /// Places that make no sense, or a null among the integers.
    pub fn get(&self, i: usize) -> Result<Option<(*const u8, usize)>, Fault> {
        let Some(range) = self.places.inside(i, self.elements)? else { return Ok(None) };
        let (start, len) = (self.start + range.start, range.len());
        // SAFETY: the array has these elements.
        if (start..start + len).any(|element| unsafe { self.nulls.is_null(element) }) {
            return Err(Fault::Null);
        }
        Ok(Some((self.data.wrapping_add(start * self.integer.bytes), len)))
    }
}
