//! Texts of an Arrow array, read where they lie.
//!
//! Nothing says that they are UTF-8, nor that offsets stay inside: all of it is checked before a
//! text is given out. That buffers are as long as the array's length asks for, and that nothing
//! writes into them, cannot be checked: the specification promises it.

use std::ops::Range;
use std::sync::Arc;

use crate::abi::Array;
use crate::kind::Layout;

/// Error of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The text is not UTF-8 from this byte on (from 0), which has this value.
    Utf8(usize, u8),
    /// An integer of a list is null.
    Null,
    /// The array itself makes no sense.
    Broken(&'static str),
}

/// Null rows.
#[derive(Clone, Copy)]
pub struct Nulls(Option<*const u8>);

impl Nulls {
    /// Return the nulls of an array; its first buffer has a bit for each row that is not null.
    pub fn of(array: &Array) -> Self {
        if array.null_count == 0 || array.n_buffers == 0 || array.buffers.is_null() {
            return Self(None);
        }
        // SAFETY: there is a first buffer, which may be null.
        let bits = unsafe { *array.buffers }.cast::<u8>();
        Self((!bits.is_null()).then_some(bits))
    }

    /// Return whether row `i` of the buffer is null.
    ///
    /// # Safety
    /// The array has such a row.
    #[inline]
    pub unsafe fn is_null(self, i: usize) -> bool {
        // SAFETY: the bits go as far as the rows.
        self.0.is_some_and(|bits| unsafe { *bits.add(i / 8) } >> (i % 8) & 1 == 0)
    }
}

/// Return the rows `range` of an array as its buffers count them, which begin at its offset.
pub(crate) fn rows_in_buffers(array: &Array, range: &Range<usize>) -> Result<usize, &'static str> {
    let (Ok(offset), Ok(length)) = (usize::try_from(array.offset), usize::try_from(array.length))
    else {
        return Err("its length or its offset is negative");
    };
    if range.end > length {
        return Err("it is shorter than the rows that use it");
    }
    offset.checked_add(range.start).ok_or("its offset is out of range")
}

/// Return buffer `i` of an array, which must be there unless the array has no rows.
pub(crate) fn buffer<T>(array: &Array, i: usize, optional: bool) -> Result<*const T, &'static str> {
    if !usize::try_from(array.n_buffers).is_ok_and(|count| i < count) || array.buffers.is_null() {
        return Err("it has fewer buffers than its type requires");
    }
    // SAFETY: there are more than `i` buffers.
    let buffer = unsafe { *array.buffers.add(i) };
    if buffer.is_null() && !optional && array.length > 0 {
        return Err("one of its buffers is missing");
    }
    Ok(buffer.cast())
}

/// A part of an array of texts.
pub struct Texts {
    /// The owner, which keeps the memory alive.
    _owner: Arc<Array>,
    nulls: Nulls,
    start: usize,
    len: usize,
    cells: Cells,
}

enum Cells {
    Offsets32(*const i32, *const u8),
    Offsets64(*const i64, *const u8),
    /// 16 bytes for each text; the buffers with their sizes.
    Views(*const View, Vec<(*const u8, usize)>),
    /// Numbers of so many bytes, with a sign or without, of texts.
    Keys(*const u8, usize, bool, Box<Texts>),
    Nulls,
}

/// A length, then a short text; or its beginning, the number of its buffer, and its place there.
type View = [i32; 4];
/// The longest text that a view holds itself.
const SHORT: usize = 12;

// SAFETY: all pointers lead into memory of the owner, which can be sent and only is read.
unsafe impl Send for Texts {}
// SAFETY: as above.
unsafe impl Sync for Texts {}

impl Texts {
    /// Create the rows `range` of `array`, which is `owner` or inside it. They are not checked yet.
    ///
    /// # Errors
    /// Missing part of the array.
    pub fn new(
        owner: &Arc<Array>,
        array: &Array,
        layout: &Layout,
        range: Range<usize>,
    ) -> Result<Self, &'static str> {
        let start = rows_in_buffers(array, &range)?;
        let cells = match layout {
            Layout::Offsets32 => {
                Cells::Offsets32(buffer(array, 1, false)?, buffer(array, 2, true)?)
            }
            Layout::Offsets64 => {
                Cells::Offsets64(buffer(array, 1, false)?, buffer(array, 2, true)?)
            }
            Layout::Views => Cells::Views(buffer(array, 1, false)?, view_buffers(array)?),
            Layout::Keys(bytes, signed, values) => {
                // SAFETY: an array of a dictionary type points to its values.
                let inside = unsafe { array.dictionary.as_ref() }.ok_or("it has no dictionary")?;
                let all_rows = 0..usize::try_from(inside.length).unwrap_or(0);
                let values = Self::new(owner, inside, values, all_rows)?;
                Cells::Keys(buffer(array, 1, false)?, *bytes, *signed, Box::new(values))
            }
            Layout::Nulls => Cells::Nulls,
        };
        let nulls = if matches!(cells, Cells::Nulls) { Nulls(None) } else { Nulls::of(array) };
        Ok(Self { _owner: Arc::clone(owner), nulls, start, len: range.len(), cells })
    }

    /// Return the number of rows.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Return whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Return the text of row `i`; nothing for null.
    ///
    /// # Safety
    /// [`Texts::check_dictionary`] found nothing wrong, nor did [`Texts::check`] with the row.
    #[inline]
    pub unsafe fn get(&self, i: usize) -> Option<&str> {
        // SAFETY: what was found to be right is UTF-8.
        self.bytes(i).ok()?.map(|bytes| unsafe { std::str::from_utf8_unchecked(bytes) })
    }

    /// Check the rows `range`.
    ///
    /// # Errors
    /// The first that is wrong.
    pub fn check(&self, range: Range<usize>) -> Result<(), (usize, Fault)> {
        let fast = match &self.cells {
            Cells::Offsets32(offsets, data) => self.is_whole(*offsets, *data, &range),
            Cells::Offsets64(offsets, data) => self.is_whole(*offsets, *data, &range),
            Cells::Views(views, _) => self.are_views_whole(*views, &range),
            Cells::Keys(..) | Cells::Nulls => false,
        };
        if fast {
            return Ok(());
        }
        for i in range {
            self.check_row(i).map_err(|fault| (i, fault))?;
        }
        Ok(())
    }

    /// Check the texts of the dictionary, if there is one: all, for any row may refer to any.
    ///
    /// # Errors
    /// The first that is wrong.
    pub fn check_dictionary(&self) -> Result<(), (usize, Fault)> {
        match &self.cells {
            Cells::Keys(.., values) => {
                values.check_dictionary()?;
                values.check(0..values.len)
            }
            _ => Ok(()),
        }
    }

    fn check_row(&self, i: usize) -> Result<(), Fault> {
        let Some(bytes) = self.bytes(i)? else { return Ok(()) };
        if matches!(self.cells, Cells::Keys(..)) {
            return Ok(()); // the dictionary was checked
        }
        match simdutf8::compat::from_utf8(bytes) {
            Ok(_) => Ok(()),
            Err(error) => Err(Fault::Utf8(error.valid_up_to(), bytes[error.valid_up_to()])),
        }
    }

    /// Return whether the texts between two offsets are UTF-8, all at once, and cut between
    /// characters.
    fn is_whole<T: Offset>(
        &self,
        offsets: *const T,
        data: *const u8,
        range: &Range<usize>,
    ) -> bool {
        if range.is_empty() {
            return true;
        }
        // SAFETY: an array has an offset more than rows.
        let offset_of = |i: usize| unsafe { offset(offsets, self.start + i) };
        let (Some(first), Some(last)) = (offset_of(range.start), offset_of(range.end)) else {
            return false;
        };
        if first == last {
            return range.clone().all(|i| offset_of(i) == Some(first));
        }
        if last < first || data.is_null() {
            return false;
        }
        // SAFETY: texts lie between their offsets.
        let bytes = unsafe { std::slice::from_raw_parts(data.add(first), last - first) };
        if simdutf8::basic::from_utf8(bytes).is_err() {
            return false;
        }
        let mut before = first;
        range.clone().all(|i| {
            let Some(end) = offset_of(i + 1) else { return false };
            let fits = before <= end && end <= last;
            before = end;
            // A byte inside a character has the bits 10 in front.
            fits && bytes.get(end - first).is_none_or(|byte| byte & 0xC0 != 0x80)
        })
    }

    /// Return whether the texts of views are UTF-8: those that lie one after the other all at once.
    fn are_views_whole(&self, views: *const View, range: &Range<usize>) -> bool {
        let is_text = |bytes: &[u8]| simdutf8::basic::from_utf8(bytes).is_ok();
        // Adjacent texts of one buffer, and the number of the buffer.
        let (mut run, mut place): (&[u8], i32) = (&[], -1);
        for i in range.clone() {
            let bytes = match self.bytes(i) {
                Ok(Some(bytes)) => bytes,
                Ok(None) => continue,
                Err(_) => return false,
            };
            if bytes.len() <= SHORT {
                if !bytes.is_ascii() && std::str::from_utf8(bytes).is_err() {
                    return false;
                }
                continue;
            }
            // SAFETY: there is such a row.
            let [_, _, number, _] = unsafe { views.add(self.start + i).read_unaligned() };
            let follows = number == place && run.as_ptr_range().end == bytes.as_ptr();
            // A byte inside a character has the bits 10 in front.
            if follows && bytes[0] & 0xC0 != 0x80 {
                // SAFETY: the text begins where the run ends, in the same buffer.
                run = unsafe { std::slice::from_raw_parts(run.as_ptr(), run.len() + bytes.len()) };
            } else if !is_text(std::mem::replace(&mut run, bytes)) {
                return false;
            }
            place = number;
        }
        is_text(run)
    }

    /// Return the bytes of row `i`.
    #[inline]
    fn bytes(&self, i: usize) -> Result<Option<&[u8]>, Fault> {
        if i >= self.len {
            return Err(Fault::Broken("row index out of range"));
        }
        let row = self.start + i;
        // SAFETY: there is such a row.
        if unsafe { self.nulls.is_null(row) } {
            return Ok(None);
        }
        // SAFETY: there is such a row.
        unsafe {
            match &self.cells {
                Cells::Offsets32(offsets, data) => between(*offsets, *data, row).map(Some),
                Cells::Offsets64(offsets, data) => between(*offsets, *data, row).map(Some),
                Cells::Views(views, buffers) => viewed(*views, buffers, row).map(Some),
                Cells::Keys(keys, bytes, signed, values) => {
                    match key(*keys, *bytes, *signed, row).filter(|&key| key < values.len) {
                        Some(key) => values.bytes(key),
                        None => Err(Fault::Broken("its number is not in the dictionary")),
                    }
                }
                Cells::Nulls => Ok(None),
            }
        }
    }
}

/// An offset of 32 or 64 bits.
pub(crate) trait Offset: Copy + TryInto<usize> {}
impl Offset for i32 {}
impl Offset for i64 {}

/// Return offset `i`; nothing where it is negative.
///
/// # Safety
/// There is such an offset.
#[inline]
pub(crate) unsafe fn offset<T: Offset>(offsets: *const T, i: usize) -> Option<usize> {
    // SAFETY: as the caller promises; buffers need not be aligned.
    unsafe { offsets.add(i).read_unaligned() }.try_into().ok()
}

/// # Safety
/// There is such a row, and texts lie between their offsets.
#[inline]
unsafe fn between<'a, T: Offset>(
    offsets: *const T,
    data: *const u8,
    row: usize,
) -> Result<&'a [u8], Fault> {
    // SAFETY: as the caller promises.
    unsafe {
        match (offset(offsets, row), offset(offsets, row + 1)) {
            (Some(start), Some(end)) if start == end => Ok(&[]),
            (Some(start), Some(end)) if start < end && !data.is_null() => {
                Ok(std::slice::from_raw_parts(data.add(start), end - start))
            }
            _ => Err(Fault::Broken("its offsets are out of order")),
        }
    }
}

/// # Safety
/// There is such a row, and the buffers have their sizes.
#[inline]
unsafe fn viewed<'a>(
    views: *const View,
    buffers: &[(*const u8, usize)],
    row: usize,
) -> Result<&'a [u8], Fault> {
    // SAFETY: as the caller promises; a short text lies behind its length.
    unsafe {
        let view = views.add(row);
        let [length, _, number, start] = view.read_unaligned();
        let wrong = Fault::Broken("its view points outside its buffer");
        let Ok(length) = usize::try_from(length) else { return Err(wrong) };
        if length <= SHORT {
            return Ok(std::slice::from_raw_parts(view.cast::<u8>().add(4), length));
        }
        match (usize::try_from(number).ok().and_then(|i| buffers.get(i)), usize::try_from(start)) {
            (Some(&(data, size)), Ok(start)) if start + length <= size => {
                Ok(std::slice::from_raw_parts(data.add(start), length))
            }
            _ => Err(wrong),
        }
    }
}

/// Return number `i` of a dictionary's numbers; nothing where it is negative.
///
/// # Safety
/// There is such a number, of so many bytes.
#[inline]
unsafe fn key(keys: *const u8, bytes: usize, signed: bool, i: usize) -> Option<usize> {
    // SAFETY: as the caller promises.
    unsafe {
        let key = keys.add(i * bytes);
        match (bytes, signed) {
            (1, true) => usize::try_from(key.cast::<i8>().read()).ok(),
            (1, false) => Some(usize::from(key.read())),
            (2, true) => usize::try_from(key.cast::<i16>().read_unaligned()).ok(),
            (2, false) => Some(usize::from(key.cast::<u16>().read_unaligned())),
            (4, true) => usize::try_from(key.cast::<i32>().read_unaligned()).ok(),
            (4, false) => usize::try_from(key.cast::<u32>().read_unaligned()).ok(),
            (_, true) => usize::try_from(key.cast::<i64>().read_unaligned()).ok(),
            (_, false) => usize::try_from(key.cast::<u64>().read_unaligned()).ok(),
        }
    }
}

/// Return the buffers that views lead into: those between the views and the last one, which has
/// sizes.
fn view_buffers(array: &Array) -> Result<Vec<(*const u8, usize)>, &'static str> {
    let count =
        usize::try_from(array.n_buffers.saturating_sub(3)).map_err(|_| "it has too few buffers")?;
    let sizes = buffer::<i64>(array, count + 2, true)?;
    let sized = |i: usize| {
        if sizes.is_null() {
            return Err("the sizes of its buffers are missing");
        }
        // SAFETY: there is a size for each.
        let size = unsafe { sizes.add(i).read_unaligned() };
        let data = buffer::<u8>(array, i + 2, true)?;
        let size = if data.is_null() { 0 } else { size };
        Ok((data, usize::try_from(size).map_err(|_| "a buffer's size is negative")?))
    };
    (0..count).map(sized).collect()
}
