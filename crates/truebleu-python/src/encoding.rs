//! From the characters of CPython's strings to UTF-8.

use std::ops::Range;

use crate::characters::Characters;

/// UTF-8 of many texts, one behind the other.
#[derive(Default)]
pub struct Room {
    /// What was used before is not cleared, only written again.
    bytes: Vec<u8>,
    used: usize,
}

impl Room {
    /// Forgets the texts, not the room for them.
    pub const fn clear(&mut self) {
        self.used = 0;
    }

    /// Adds a text and gives its place; nothing where it holds a lone surrogate.
    pub fn add(&mut self, characters: Characters<'_>) -> Option<Range<usize>> {
        match characters {
            Characters::Utf8(text) => {
                self.grow(text.len());
                self.bytes[self.used..][..text.len()].copy_from_slice(text.as_bytes());
                Some(self.take(text.len()))
            }
            Characters::One(units) => self.encode::<2, _>(units),
            Characters::Two(units) => self.encode::<3, _>(units),
            Characters::Four(units) => self.encode::<4, _>(units),
        }
    }

    /// The text at a place that [`Room::add`] gave since the last [`Room::clear`].
    #[inline]
    pub fn text(&self, range: &Range<usize>) -> &str {
        // SAFETY: what is at such a place was written as UTF-8.
        unsafe { std::str::from_utf8_unchecked(&self.bytes[range.clone()]) }
    }

    /// Encodes characters, of which one takes at most `MOST` bytes.
    fn encode<const MOST: usize, U: Unit>(&mut self, units: &[U]) -> Option<Range<usize>> {
        self.grow(units.len() * MOST + SLACK);
        let out = &mut self.bytes[self.used..];
        let (mut rest, mut end) = (units, 0);
        while !rest.is_empty() {
            let ascii = U::copy_ascii(rest, &mut out[end..]);
            rest = &rest[ascii..];
            end += ascii;
            while let Some((&unit, others)) = rest.split_first()
                && unit.into() >= 0x80
            {
                end += char::from_u32(unit.into())?.encode_utf8(&mut out[end..]).len();
                rest = others;
            }
        }
        Some(self.take(end))
    }

    /// Makes room for so many bytes more.
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

/// How many bytes beyond what it copies [`Unit::copy_ascii`] may write.
const SLACK: usize = 16;

/// A character as CPython stores it.
trait Unit: Copy + Into<u32> {
    /// Copies the ASCII at the beginning, and says how much that is.
    #[inline]
    fn copy_ascii(units: &[Self], out: &mut [u8]) -> usize {
        let ascii = units.iter().take_while(|&&unit| unit.into() < 0x80);
        ascii.zip(out).map(|(&unit, out)| *out = unit.into() as u8).count()
    }
}

impl Unit for u8 {
    #[cfg(target_arch = "x86_64")]
    #[inline]
    fn copy_ascii(units: &[Self], out: &mut [u8]) -> usize {
        use std::arch::x86_64::{_mm_loadu_si128, _mm_movemask_epi8, _mm_storeu_si128};
        let mut done = 0;
        while let Some(from) = units[done..].first_chunk::<16>()
            && let Some(to) = out[done..].first_chunk_mut::<16>()
        {
            // SAFETY: 16 bytes are read, and 16 written; every x86-64 has these instructions.
            let wide = unsafe {
                let bytes = _mm_loadu_si128(from.as_ptr().cast());
                _mm_storeu_si128(to.as_mut_ptr().cast(), bytes);
                _mm_movemask_epi8(bytes)
            };
            if wide != 0 {
                return done + wide.trailing_zeros() as usize;
            }
            done += 16;
        }
        let rest = units[done..].iter().take_while(|unit| unit.is_ascii());
        done + rest.zip(&mut out[done..]).map(|(&unit, out)| *out = unit).count()
    }
}

impl Unit for u16 {
    #[cfg(target_arch = "x86_64")]
    #[inline]
    fn copy_ascii(units: &[Self], out: &mut [u8]) -> usize {
        use std::arch::x86_64::{
            _mm_adds_epu16, _mm_loadu_si128, _mm_movemask_epi8, _mm_packs_epi16, _mm_packus_epi16,
            _mm_set1_epi16, _mm_setzero_si128, _mm_storel_epi64,
        };
        let mut done = 0;
        while let Some(from) = units[done..].first_chunk::<8>()
            && let Some(to) = out[done..].first_chunk_mut::<8>()
        {
            // SAFETY: 16 bytes are read, and 8 written; every x86-64 has these instructions.
            let wide = unsafe {
                let units = _mm_loadu_si128(from.as_ptr().cast());
                _mm_storel_epi64(to.as_mut_ptr().cast(), _mm_packus_epi16(units, units));
                // The highest bit says that a character is not ASCII.
                let marked = _mm_adds_epu16(units, _mm_set1_epi16(0x7F80));
                _mm_movemask_epi8(_mm_packs_epi16(marked, _mm_setzero_si128()))
            };
            if wide != 0 {
                return done + wide.trailing_zeros() as usize;
            }
            done += 8;
        }
        let rest = units[done..].iter().take_while(|&&unit| unit < 0x80);
        done + rest.zip(&mut out[done..]).map(|(&unit, out)| *out = unit as u8).count()
    }
}

impl Unit for u32 {}
