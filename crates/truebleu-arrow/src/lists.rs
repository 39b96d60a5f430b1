//! Lists in an Arrow array, and lists of texts.

use std::ops::Range;
use std::sync::Arc;

use crate::abi::Array;
use crate::kind::{Layout, Ranges};
use crate::texts::{Fault, Nulls, Offset, Texts, buffer, offset, rows_in_buffers};

/// A part of an array of lists of texts.
pub struct Lists {
    places: Places,
    texts: Texts,
}

/// Where the elements of each list are, in the array of elements.
pub(crate) struct Places {
    nulls: Nulls,
    start: usize,
    len: usize,
    cells: Cells,
}

enum Cells {
    Offsets32(*const i32),
    Offsets64(*const i64),
    Fixed(usize),
    Views32(*const i32, *const i32),
    Views64(*const i64, *const i64),
}

// SAFETY: all pointers lead into memory of the elements' owner, which can be sent and only is read.
unsafe impl Send for Places {}
// SAFETY: as above.
unsafe impl Sync for Places {}

impl Lists {
    /// Create the rows `range` of `array`, which is `owner`. They are not checked yet.
    ///
    /// # Errors
    /// Missing part of the array.
    pub fn new(
        owner: &Arc<Array>,
        array: &Array,
        (ranges, layout): (Ranges, &Layout),
        range: Range<usize>,
    ) -> Result<Self, &'static str> {
        let places = Places::new(array, ranges, &range)?;
        let inside = child(array)?;
        let all_rows = 0..usize::try_from(inside.length).unwrap_or(0);
        let texts = Texts::new(owner, inside, layout, all_rows)?;
        Ok(Self { places, texts })
    }

    /// Return the number of lists.
    pub const fn len(&self) -> usize {
        self.places.len()
    }

    /// Return whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Return the texts of list `i`; nothing for null.
    ///
    /// # Safety
    /// [`Lists::check_dictionary`] found nothing wrong, nor did [`Lists::check`] with the list.
    pub unsafe fn get(&self, i: usize) -> Option<impl ExactSizeIterator<Item = Option<&str>>> {
        let places = self.places.get(i).ok()??;
        // SAFETY: the texts of a list are checked with it.
        Some(places.map(|place| unsafe { self.texts.get(place) }))
    }

    /// Check the lists `range`.
    ///
    /// # Errors
    /// The first that is wrong.
    pub fn check(&self, range: Range<usize>) -> Result<(), (usize, Fault)> {
        for i in range {
            self.check_list(i).map_err(|fault| (i, fault))?;
        }
        Ok(())
    }

    /// Check the texts of the dictionary, if there is one.
    ///
    /// # Errors
    /// The first that is wrong.
    pub fn check_dictionary(&self) -> Result<(), (usize, Fault)> {
        self.texts.check_dictionary()
    }

    fn check_list(&self, i: usize) -> Result<(), Fault> {
        match self.places.inside(i, self.texts.len())? {
            None => Ok(()),
            Some(places) => self.texts.check(places).map_err(|(_, fault)| fault),
        }
    }
}

impl Places {
    /// Create the places of the rows `range` of `array`. They are not checked yet.
    ///
    /// # Errors
    /// Missing part of the array.
    pub(crate) fn new(
        array: &Array,
        ranges: Ranges,
        range: &Range<usize>,
    ) -> Result<Self, &'static str> {
        let start = rows_in_buffers(array, range)?;
        let cells = match ranges {
            Ranges::Offsets32 => Cells::Offsets32(buffer(array, 1, false)?),
            Ranges::Offsets64 => Cells::Offsets64(buffer(array, 1, false)?),
            Ranges::Fixed(size) => Cells::Fixed(size),
            Ranges::Views32 => Cells::Views32(buffer(array, 1, false)?, buffer(array, 2, false)?),
            Ranges::Views64 => Cells::Views64(buffer(array, 1, false)?, buffer(array, 2, false)?),
        };
        Ok(Self { nulls: Nulls::of(array), start, len: range.len(), cells })
    }

    /// Return the number of lists.
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// Return where the elements of list `i` are, of `elements` in all.
    ///
    /// # Errors
    /// Places that make no sense, or are outside.
    pub(crate) fn inside(&self, i: usize, elements: usize) -> Result<Option<Range<usize>>, Fault> {
        match self.get(i)? {
            Some(places) if places.end > elements => {
                Err(Fault::Broken("it points outside its array"))
            }
            places => Ok(places),
        }
    }

    /// Return where the elements of list `i` are; nothing for null.
    fn get(&self, i: usize) -> Result<Option<Range<usize>>, Fault> {
        if i >= self.len {
            return Err(Fault::Broken("row index out of range"));
        }
        let row = self.start + i;
        // SAFETY: there is such a row; an array of offsets has one more.
        unsafe {
            if self.nulls.is_null(row) {
                return Ok(None);
            }
            let cell_range = match self.cells {
                Cells::Offsets32(offsets) => offset(offsets, row).zip(offset(offsets, row + 1)),
                Cells::Offsets64(offsets) => offset(offsets, row).zip(offset(offsets, row + 1)),
                Cells::Fixed(size) => {
                    row.checked_mul(size).and_then(|at| Some((at, at.checked_add(size)?)))
                }
                Cells::Views32(offsets, sizes) => sized(offsets, sizes, row),
                Cells::Views64(offsets, sizes) => sized(offsets, sizes, row),
            };
            match cell_range {
                Some((start, end)) if start <= end => Ok(Some(start..end)),
                _ => Err(Fault::Broken("its offsets are out of order")),
            }
        }
    }
}

/// Return the array of the elements of lists.
///
/// # Errors
/// There is none.
pub(crate) fn child(array: &Array) -> Result<&Array, &'static str> {
    if array.n_children != 1 || array.children.is_null() {
        return Err("its lists have no child array");
    }
    // SAFETY: there is one child, which lives as long as the array.
    unsafe { (*array.children).as_ref() }.ok_or("its lists have no child array")
}

/// # Safety
/// There is such an offset and such a size.
unsafe fn sized<T: Offset>(
    offsets: *const T,
    sizes: *const T,
    row: usize,
) -> Option<(usize, usize)> {
    // SAFETY: as the caller promises.
    let (start, size) = unsafe { (offset(offsets, row)?, offset(sizes, row)?) };
    Some((start, start.checked_add(size)?))
}
