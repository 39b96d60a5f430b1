//! Characters and words: whitespace as Python has it, lowercasing, Unicode categories, UTF-8,
//! stems.

pub mod ascii;
pub mod lowercase;
pub mod porter;
#[rustfmt::skip]
pub mod tables;
pub mod utf8;
pub mod whitespace;

/// Return the character outside ASCII that the rest of a text starts with, valid UTF-8: its code
/// point, and its number of bytes.
#[inline(always)]
pub fn wide_character(bytes: &[u8]) -> (u32, usize) {
    let part = |byte: u8| u32::from(byte & 0x3F);
    match *bytes {
        [a @ 0xF0..=0xFF, b, c, d, ..] => {
            (u32::from(a & 0x07) << 18 | part(b) << 12 | part(c) << 6 | part(d), 4)
        }
        [a @ 0xE0..=0xEF, b, c, ..] => (u32::from(a & 0x0F) << 12 | part(b) << 6 | part(c), 3),
        [a, b, ..] => (u32::from(a & 0x1F) << 6 | part(b), 2),
        _ => (0, 1), // does not occur in UTF-8
    }
}

/// Return whether `code` lies in one of the sorted, inclusive `ranges`.
pub fn in_ranges(ranges: &[(u32, u32)], code: u32) -> bool {
    let after = ranges.partition_point(|&(first, _)| first <= code);
    after > 0 && code <= ranges[after - 1].1
}

#[cfg(test)]
mod tests {
    use super::wide_character;

    #[test]
    fn every_character_outside_ascii_is_read() {
        for c in '\u{80}'..=char::MAX {
            let mut buffer = [b'x'; 8];
            let length = c.encode_utf8(&mut buffer).len();
            assert_eq!(wide_character(&buffer), (u32::from(c), length));
            assert_eq!(wide_character(&buffer[..length]), (u32::from(c), length));
        }
    }
}
