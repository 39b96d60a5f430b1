//! Characters: whitespace as Python has it, lower-casing, Unicode categories, UTF-8.

pub mod ascii;
pub mod lowercase;
pub mod porter;
#[rustfmt::skip]
pub mod tables;
pub mod utf8;
pub mod whitespace;

/// Whether `code` lies in one of the sorted, inclusive `ranges`.
#[must_use]
pub fn in_ranges(ranges: &[(u32, u32)], code: u32) -> bool {
    let after = ranges.partition_point(|&(first, _)| first <= code);
    after > 0 && code <= ranges[after - 1].1
}
