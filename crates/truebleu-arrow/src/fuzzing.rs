//! What a fuzzer tries, and the tests with what it found: arrays whose buffers are as long as the
//! specification promises, and hold anything.
//!
//! What comes out is compared with the same buffers read step by step, where every access is
//! checked.

use std::ffi::{CString, c_void};
use std::ops::Range;
use std::sync::Arc;

use crate::abi::{Array, Handed, Schema};
use crate::integers::IntegerLists;
use crate::kind::{Integer, Kind, Layout, Ranges};
use crate::lists::Lists;
use crate::texts::{Fault, Texts};

/// Bytes that are read once; past their end are zeros.
struct Tape<'a>(&'a [u8]);

impl Tape<'_> {
    fn byte(&mut self) -> u8 {
        let Some((&byte, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        byte
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::from(self.byte()) % limit
    }

    fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.byte()).collect()
    }

    /// Return offsets: mostly in order, sometimes any, none beyond 2047.
    fn offsets(&mut self, count: usize) -> Vec<i64> {
        let mut last = 0;
        let mut next = || {
            let byte = i64::from(self.byte());
            last = if byte < 240 { (last + byte % 8).min(2047) } else { (byte - 248) * 7 };
            last
        };
        (0..count).map(|_| next()).collect()
    }
}

/// Return numbers as the bytes of a buffer.
fn laid(numbers: &[i64], bytes: usize) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()[..bytes].to_vec()).collect()
}

/// An array with all that it points to.
struct ArrayParts {
    length: usize,
    offset: usize,
    null_count: i64,
    /// The first holds a bit for each row that is not null, if there is one.
    buffers: Vec<Option<Vec<u8>>>,
    inside: Option<Box<Self>>,
    dictionary: Option<Box<Self>>,
}

impl ArrayParts {
    fn new(tape: &mut Tape<'_>) -> Self {
        let (length, offset) = (tape.below(20), tape.below(10));
        let bits = (tape.byte() % 2 == 1).then(|| tape.bytes((offset + length).div_ceil(8)));
        let null_count = [0, -1, 1][tape.below(3)];
        let buffers = vec![bits];
        Self { length, offset, null_count, buffers, inside: None, dictionary: None }
    }

    const fn rows(&self) -> usize {
        self.offset + self.length
    }

    fn texts(tape: &mut Tape<'_>, layout: &Layout) -> Self {
        let mut parts = Self::new(tape);
        let rows = parts.rows();
        match layout {
            Layout::Offsets32 | Layout::Offsets64 => {
                let offsets = tape.offsets(rows + 1);
                let size = offsets.iter().copied().max().unwrap_or(0).max(0);
                let bytes = if matches!(layout, Layout::Offsets32) { 4 } else { 8 };
                parts.buffers.push(Some(laid(&offsets, bytes)));
                parts.buffers.push((size > 0).then(|| tape.bytes(size as usize)));
            }
            Layout::Views => parts.add_views(tape),
            Layout::Keys(bytes, _, values) => {
                parts.buffers.push(Some(tape.bytes(rows * bytes)));
                parts.dictionary = Some(Box::new(Self::texts(tape, values)));
            }
            Layout::Nulls => parts.buffers.clear(),
        }
        parts
    }

    fn add_views(&mut self, tape: &mut Tape<'_>) {
        let count = tape.below(4);
        let mut views = Vec::new();
        for _ in 0..self.rows() {
            let (kind, number, start) = (tape.byte(), tape.below(5) as i32 - 1, tape.byte());
            let length = if kind < 250 { i32::from(kind % 32) } else { i32::from(kind) - 253 };
            views.extend(length.to_le_bytes());
            if (0..=12).contains(&length) {
                views.extend(tape.bytes(12));
            } else {
                views.extend([0; 4]);
                views.extend(number.to_le_bytes());
                views.extend((i32::from(start) - 2).to_le_bytes());
            }
        }
        self.buffers.push(Some(views));
        let buffer = |_| {
            let size = tape.below(250);
            tape.bytes(size)
        };
        let buffers: Vec<Vec<u8>> = (0..count).map(buffer).collect();
        let sizes: Vec<i64> = buffers.iter().map(|buffer| buffer.len() as i64).collect();
        self.buffers.extend(buffers.into_iter().map(Some));
        self.buffers.push(Some(laid(&sizes, 8)));
    }

    fn lists(tape: &mut Tape<'_>, ranges: Ranges, layout: &Layout) -> Self {
        let mut parts = Self::places_of_lists(tape, ranges);
        parts.inside = Some(Box::new(Self::texts(tape, layout)));
        parts
    }

    fn integer_lists(tape: &mut Tape<'_>, ranges: Ranges, integer: Integer) -> Self {
        let mut parts = Self::places_of_lists(tape, ranges);
        let mut inside = Self::new(tape);
        let data = tape.bytes(inside.rows() * integer.bytes);
        inside.buffers.push(Some(data));
        parts.inside = Some(Box::new(inside));
        parts
    }

    /// Return lists without their elements.
    fn places_of_lists(tape: &mut Tape<'_>, ranges: Ranges) -> Self {
        let mut parts = Self::new(tape);
        let rows = parts.rows();
        let bytes = if matches!(ranges, Ranges::Offsets32 | Ranges::Views32) { 4 } else { 8 };
        match ranges {
            Ranges::Offsets32 | Ranges::Offsets64 => {
                parts.buffers.push(Some(laid(&tape.offsets(rows + 1), bytes)));
            }
            Ranges::Views32 | Ranges::Views64 => {
                let sizes: Vec<i64> = (0..rows).map(|_| i64::from(tape.byte() % 10) - 1).collect();
                parts.buffers.push(Some(laid(&tape.offsets(rows), bytes)));
                parts.buffers.push(Some(laid(&sizes, bytes)));
            }
            Ranges::Fixed(_) => {}
        }
        parts
    }

    /// Return whether row `i`, counted from the offset, is null.
    fn is_null(&self, i: usize) -> bool {
        let row = self.offset + i;
        let bits = self.buffers.first().filter(|_| self.null_count != 0);
        bits.and_then(Option::as_ref).is_some_and(|bits| bits[row / 8] >> (row % 8) & 1 == 0)
    }

    /// Return number `i` of a buffer of numbers.
    fn number(&self, buffer: usize, bytes: usize, signed: bool, i: usize) -> Option<usize> {
        let buffer = self.buffers[buffer].as_ref()?;
        let mut all = [0; 8];
        all[..bytes].copy_from_slice(&buffer[i * bytes..][..bytes]);
        if signed && all[bytes - 1] & 0x80 != 0 {
            return None; // it is negative
        }
        usize::try_from(u64::from_le_bytes(all)).ok()
    }

    /// Return the bytes of row `i`: an error where there are none that make sense.
    fn bytes(&self, layout: &Layout, i: usize) -> Result<Option<Vec<u8>>, ()> {
        if matches!(layout, Layout::Nulls) || self.is_null(i) {
            return Ok(None);
        }
        let row = self.offset + i;
        let part = |buffer: usize, start: usize, end: usize| -> Result<Option<Vec<u8>>, ()> {
            let data = self.buffers.get(buffer).and_then(Option::as_ref);
            match data.and_then(|data| data.get(start..end)) {
                Some(found) => Ok(Some(found.to_vec())),
                None if start == end => Ok(Some(Vec::new())),
                None => Err(()),
            }
        };
        match layout {
            Layout::Offsets32 | Layout::Offsets64 => {
                let bytes = if matches!(layout, Layout::Offsets32) { 4 } else { 8 };
                let offset = |i| self.number(1, bytes, true, i).ok_or(());
                part(2, offset(row)?, offset(row + 1)?)
            }
            Layout::Views => {
                let length = self.number(1, 4, true, 4 * row).ok_or(())?;
                if length <= 12 {
                    return part(1, 16 * row + 4, 16 * row + 4 + length);
                }
                let buffer = self.number(1, 4, true, 4 * row + 2).ok_or(())?;
                let start = self.number(1, 4, true, 4 * row + 3).ok_or(())?;
                let sizes = self.buffers.len() - 1;
                if 2 + buffer < sizes { part(2 + buffer, start, start + length) } else { Err(()) }
            }
            Layout::Keys(bytes, signed, values) => {
                let inside = self.dictionary.as_ref().ok_or(())?;
                let key = self.number(1, *bytes, *signed, row).ok_or(())?;
                if key < inside.length { inside.bytes(values, key) } else { Err(()) }
            }
            Layout::Nulls => Ok(None),
        }
    }

    /// Return the text of row `i`: an error where there is none.
    fn text(&self, layout: &Layout, i: usize) -> Result<Option<String>, ()> {
        self.bytes(layout, i)?.map(|bytes| String::from_utf8(bytes).map_err(|_| ())).transpose()
    }

    /// Return which texts are in the list of row `i`, or an error where the row is invalid.
    fn places(&self, ranges: Ranges, i: usize) -> Result<Option<Range<usize>>, ()> {
        if self.is_null(i) {
            return Ok(None);
        }
        let row = self.offset + i;
        let number = |buffer, bytes, i| self.number(buffer, bytes, true, i).ok_or(());
        let (start, end) = match ranges {
            Ranges::Offsets32 => (number(1, 4, row)?, number(1, 4, row + 1)?),
            Ranges::Offsets64 => (number(1, 8, row)?, number(1, 8, row + 1)?),
            Ranges::Fixed(size) => {
                let start = row.checked_mul(size).ok_or(())?;
                (start, start.checked_add(size).ok_or(())?)
            }
            Ranges::Views32 => (number(1, 4, row)?, number(1, 4, row)? + number(2, 4, row)?),
            Ranges::Views64 => (number(1, 8, row)?, number(1, 8, row)? + number(2, 8, row)?),
        };
        let inside = self.inside.as_ref().ok_or(())?;
        if start <= end && end <= inside.length { Ok(Some(start..end)) } else { Err(()) }
    }

    /// Return the array, of buffers that end where the specification lets them end.
    fn array(&self) -> OwnedArray {
        let pointer = |buffer: &Option<Vec<u8>>| {
            buffer.as_ref().map_or(std::ptr::null(), |buffer| buffer.as_ptr().cast::<c_void>())
        };
        let mut buffers: Vec<*const c_void> = self.buffers.iter().map(pointer).collect();
        let mut array = Array { n_buffers: buffers.len() as i64, ..Array::EMPTY };
        array.buffers = buffers.as_mut_ptr();
        array.length = self.length as i64;
        array.offset = self.offset as i64;
        array.null_count = self.null_count;
        let mut others = [&self.inside, &self.dictionary]
            .map(|other| other.as_ref().map(|other| Box::new(other.array())));
        let [inside, dictionary] = &mut others;
        let mut children: Vec<_> = inside.iter_mut().map(|held| &raw mut held.array).collect();
        (array.n_children, array.children) = (children.len() as i64, children.as_mut_ptr());
        if let Some(held) = dictionary {
            array.dictionary = &raw mut held.array;
        }
        OwnedArray { array, _buffers: buffers, _children: children, _others: others }
    }
}

/// An array, and what it points to.
struct OwnedArray {
    array: Array,
    _buffers: Vec<*const c_void>,
    _children: Vec<*mut Array>,
    _others: [Option<Box<Self>>; 2],
}

fn layout(tape: &mut Tape<'_>, depth: usize) -> Layout {
    match tape.below(if depth < 3 { 6 } else { 4 }) {
        0 => Layout::Offsets32,
        1 => Layout::Offsets64,
        2 => Layout::Views,
        3 => Layout::Nulls,
        _ => {
            let bytes = [1, 2, 4, 8][tape.below(4)];
            Layout::Keys(bytes, tape.byte() % 2 == 1, Box::new(layout(tape, depth + 1)))
        }
    }
}

/// Check columns of texts, of lists of them and of lists of integers: valid cells are read as the
/// buffers have them, and invalid ones are refused.
pub fn columns(data: &[u8]) {
    integer_lists(&mut Tape(data));
    let mut tape = Tape(data);
    let kind = tape.below(10);
    let layout = layout(&mut tape, 0);
    let ranges = [Ranges::Offsets32, Ranges::Offsets64, Ranges::Views32, Ranges::Views64];
    match kind {
        0..4 => texts(&mut tape, &layout),
        4..8 => lists(&mut tape, ranges[kind - 4], &layout),
        8 => {
            let size = tape.below(200);
            let size = if size < 190 { size % 5 } else { usize::MAX >> (size - 190) };
            lists(&mut tape, Ranges::Fixed(size), &layout);
        }
        _ => schema(&mut tape),
    }
}

/// Return a part of the rows.
fn part(tape: &mut Tape<'_>, length: usize) -> Range<usize> {
    let (a, b) = (tape.below(length + 1), tape.below(length + 1));
    if tape.byte().is_multiple_of(2) { 0..length } else { a.min(b)..a.max(b) }
}

fn dictionary_is_text(made: &ArrayParts, layout: &Layout) -> bool {
    match (layout, &made.dictionary) {
        (Layout::Keys(_, _, values), Some(inside)) => {
            dictionary_is_text(inside, values)
                && (0..inside.length).all(|i| inside.text(values, i).is_ok())
        }
        _ => true,
    }
}

fn texts(tape: &mut Tape<'_>, layout: &Layout) {
    let parts = ArrayParts::texts(tape, layout);
    let range = part(tape, parts.length);
    let mut owned = parts.array();
    let owner = Arc::new(std::mem::replace(&mut owned.array, Array::EMPTY));
    let texts = Texts::new(&owner, &owner, layout, range.clone()).expect("nothing is missing");
    assert_eq!(texts.len(), range.len());
    let is_text = texts.check_dictionary().is_ok();
    assert_eq!(is_text, dictionary_is_text(&parts, layout));
    if is_text {
        let expected: Vec<_> = range.map(|i| parts.text(layout, i)).collect();
        let checked = texts.check(0..texts.len());
        // SAFETY: it is only called where nothing was found to be wrong.
        same(&expected, checked, |i| unsafe { texts.get(i) }.map(ToOwned::to_owned));
    }
}

fn lists(tape: &mut Tape<'_>, ranges: Ranges, layout: &Layout) {
    let parts = ArrayParts::lists(tape, ranges, layout);
    let range = part(tape, parts.length);
    let inside = parts.inside.as_ref().expect("lists have texts inside");
    let mut owned = parts.array();
    let owner = Arc::new(std::mem::replace(&mut owned.array, Array::EMPTY));
    let lists = Lists::new(&owner, &owner, (ranges, layout), range.clone());
    let lists = lists.expect("nothing is missing");
    let is_text = lists.check_dictionary().is_ok();
    assert_eq!(is_text, dictionary_is_text(inside, layout));
    if is_text {
        let list = |i| -> Result<Option<Vec<Option<String>>>, ()> {
            let places = parts.places(ranges, i)?;
            places.map(|places| places.map(|j| inside.text(layout, j)).collect()).transpose()
        };
        let expected: Vec<_> = range.map(list).collect();
        let checked = lists.check(0..lists.len());
        same(&expected, checked, |i| {
            // SAFETY: it is only called where nothing was found to be wrong.
            unsafe { lists.get(i) }
                .map(|texts| texts.map(|text| text.map(ToOwned::to_owned)).collect())
        });
    }
}

fn integer_lists(tape: &mut Tape<'_>) {
    let kinds = [
        Ranges::Offsets32,
        Ranges::Offsets64,
        Ranges::Views32,
        Ranges::Views64,
        Ranges::Fixed(2),
        Ranges::Fixed(usize::MAX / 3),
    ];
    let ranges = kinds[tape.below(kinds.len())];
    let integer = Integer { bytes: [1, 2, 4, 8][tape.below(4)], signed: tape.byte() % 2 == 1 };
    let parts = ArrayParts::integer_lists(tape, ranges, integer);
    let range = part(tape, parts.length);
    let inside = parts.inside.as_ref().expect("lists have integers inside");
    let data = inside.buffers[1].as_ref().expect("integers have a buffer");
    let mut owned = parts.array();
    let owner = Arc::new(std::mem::replace(&mut owned.array, Array::EMPTY));
    let lists = IntegerLists::new(owner, (ranges, integer), &range).expect("nothing is missing");
    assert_eq!(lists.len(), range.len());
    for (row, i) in range.enumerate() {
        let expected = parts.places(ranges, i).and_then(|places| match places {
            Some(places) if places.clone().any(|element| inside.is_null(element)) => Err(()),
            Some(places) => {
                let start = (inside.offset + places.start) * integer.bytes;
                Ok(Some(data[start..start + places.len() * integer.bytes].to_vec()))
            }
            None => Ok(None),
        });
        let list = lists.get(row).map_err(|_| ()).map(|list| {
            // SAFETY: the list was found to be right, and the buffers live.
            list.map(|(start, len)| unsafe {
                std::slice::from_raw_parts(start, len * integer.bytes).to_vec()
            })
        });
        assert_eq!(list, expected, "row {row}");
    }
}

/// Check that the cells are the expected ones, or that the first error was reported.
fn same<T: PartialEq + std::fmt::Debug>(
    expected: &[Result<Option<T>, ()>],
    checked: Result<(), (usize, Fault)>,
    found: impl Fn(usize) -> Option<T>,
) {
    let first = expected.iter().position(Result::is_err);
    assert_eq!(checked.err().map(|(row, _)| row), first);
    if first.is_none() {
        for (i, row) in expected.iter().enumerate() {
            assert_eq!(row.as_ref().ok(), Some(&found(i)), "row {i}");
        }
    }
}

/// Check that a type of any name, with child types, has a human-readable name.
fn schema(tape: &mut Tape<'_>) {
    let formats = ["u", "U", "vu", "n", "+l", "+L", "+vl", "+vL", "+s", "+w:3", "c", "L", "tsu:x"];
    let mut build_schema = |_| {
        let format = match tape.below(16) {
            known @ 0..13 => formats[known].as_bytes().to_vec(),
            _ => {
                let length = tape.below(12);
                tape.bytes(length)
            }
        };
        let format: Vec<u8> = format.into_iter().filter(|&byte| byte != 0).collect();
        CString::new(format).expect("there is no zero in it")
    };
    let formats: Vec<CString> = (0..4).map(&mut build_schema).collect();
    let empty = || Schema { n_children: 0, ..Schema::EMPTY };
    let mut schemas: [Schema; 4] = std::array::from_fn(|_| empty());
    for (schema, format) in schemas.iter_mut().zip(&formats) {
        schema.format = format.as_ptr();
    }
    let [mut outer, mut first, mut second, mut values] = schemas;
    let mut children = [&raw mut first, &raw mut second];
    (outer.n_children, outer.children) = (tape.below(3) as i64, children.as_mut_ptr());
    if tape.byte().is_multiple_of(4) {
        outer.dictionary = &raw mut values;
    }
    assert!(!Kind::of(&outer).name().is_empty());
}

#[cfg(test)]
mod tests;
