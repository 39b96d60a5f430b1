//! Whitespace as Python's `str.split()` and `str.rstrip()` have it: 29 code points.
//!
//! Rust's `char::is_whitespace` lacks U+001C..U+001F; a tokenizer built on it differs from every
//! Python tool on text that holds them.

use crate::bits::{ones, span};
use crate::kernels::{BLOCK, Blocks};

/// The ASCII part: `\t \n \v \f \r`, U+001C..U+001F, space.
pub const ASCII: &[u8] = b"\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f ";

/// The ASCII part of Unicode's White_Space, which is Perl's `\s` and C's `isspace`; outside ASCII
/// all agree with Python.
pub const UNICODE_ASCII: &[u8] = b"\t\n\x0b\x0c\r ";

/// The first bytes that a whitespace character outside ASCII can have.
const LEADS: [u8; 4] = [0xC2, 0xE1, 0xE2, 0xE3];

/// Return whether Python's `str.split()` splits at `c`.
pub const fn is_space(c: char) -> bool {
    matches!(c,
        '\t'..='\r' | '\u{1c}'..='\u{20}' | '\u{85}' | '\u{a0}' | '\u{1680}'
        | '\u{2000}'..='\u{200a}' | '\u{2028}' | '\u{2029}' | '\u{202f}'
        | '\u{205f}' | '\u{3000}')
}

/// Return whether `c` is a control character that Unicode calls whitespace.
pub const fn is_unicode_control_space(c: char) -> bool {
    matches!(c, '\t'..='\r' | '\u{85}')
}

/// Return the number of bytes of the non-ASCII whitespace character that `bytes` starts with, or 0.
/// `bytes` is the rest of a valid UTF-8 text.
#[inline(always)]
fn wide_space(bytes: &[u8]) -> usize {
    match *bytes {
        [0xC2, 0x85 | 0xA0, ..] => 2,
        [0xE1, 0x9A, 0x80, ..]
        | [0xE2, 0x80, 0x80..=0x8A | 0xA8 | 0xA9 | 0xAF, ..]
        | [0xE2, 0x81, 0x9F, ..]
        | [0xE3, 0x80, 0x80, ..] => 3,
        _ => 0,
    }
}

/// Return the whitespace outside ASCII that begins in `block`, as bits: its bytes there, and those
/// in the next block. `bytes` is the rest of a valid UTF-8 text from the block's start on.
#[inline(always)]
pub(crate) fn wide_spaces<K: Blocks>(kernel: K, block: &[u8; BLOCK], bytes: &[u8]) -> (u64, u64) {
    let (mut now, mut next) = (0, 0);
    for position in ones(kernel.any_of(block, LEADS)) {
        let (low, high) = span(position, wide_space(&bytes[position..]));
        now |= low;
        next |= high;
    }
    (now, next)
}

/// Return `text` without whitespace at its end, as `str.rstrip()`.
pub fn trim_end(text: &str) -> &str {
    text.trim_end_matches(is_space)
}

/// Return `text` without whitespace at its start, as `str.lstrip()`.
pub fn trim_start(text: &str) -> &str {
    text.trim_start_matches(is_space)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_views_of_whitespace_agree_on_every_character() {
        for c in '\0'..=char::MAX {
            let mut buffer = [0; 4];
            let bytes = c.encode_utf8(&mut buffer).as_bytes();
            if c.is_ascii() {
                assert_eq!(is_space(c), ASCII.contains(&bytes[0]), "{c:?}");
            } else {
                let expected = if is_space(c) { bytes.len() } else { 0 };
                assert_eq!(wide_space(bytes), expected, "{c:?}");
                assert!(!is_space(c) || LEADS.contains(&bytes[0]), "{c:?}");
            }
        }
    }

    #[test]
    fn there_are_twenty_nine() {
        assert_eq!(('\0'..=char::MAX).filter(|&c| is_space(c)).count(), 29);
    }
}
