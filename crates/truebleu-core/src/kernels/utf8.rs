//! Characters as UTF-8.

use super::Portable;

/// Characters that are encoded at once.
pub const CHARACTERS: usize = 16;
/// Room for what they are encoded to, and for what is written behind it.
pub const ENCODED: usize = 64;

/// The encoder of characters as UTF-8, some at a time.
pub trait EncodeUtf8: Copy {
    /// Write the UTF-8 of characters up to U+00FF to the start of `out`, and return its length.
    /// Bytes after it in `out` may change.
    fn encode_narrow(self, characters: &[u8; CHARACTERS], out: &mut [u8; ENCODED]) -> usize;

    /// Encode characters up to U+FFFF, none of which is a surrogate.
    fn encode_wide(self, characters: &[u16; CHARACTERS], out: &mut [u8; ENCODED]) -> usize;
}

impl EncodeUtf8 for Portable {
    #[inline(always)]
    fn encode_narrow(self, characters: &[u8; CHARACTERS], out: &mut [u8; ENCODED]) -> usize {
        if characters.is_ascii() {
            out[..CHARACTERS].copy_from_slice(characters);
            return CHARACTERS;
        }
        characters.iter().fold(0, |end, &unit| end + encode(unit.into(), &mut out[end..]))
    }

    #[inline(always)]
    fn encode_wide(self, characters: &[u16; CHARACTERS], out: &mut [u8; ENCODED]) -> usize {
        if characters.iter().fold(0, |all, unit| all | unit) < 0x80 {
            out[..CHARACTERS].copy_from_slice(&characters.map(|unit| unit as u8));
            return CHARACTERS;
        }
        characters.iter().fold(0, |end, &unit| end + encode(unit, &mut out[end..]))
    }
}

/// Write the UTF-8 of a character, and return its length.
#[inline(always)]
fn encode(character: u16, out: &mut [u8]) -> usize {
    let six = |shift: u32| (character >> shift & 0x3F) as u8;
    if character < 0x80 {
        out[0] = character as u8;
        1
    } else if character < 0x800 {
        (out[0], out[1]) = (0xC0 | six(6), 0x80 | six(0));
        2
    } else {
        (out[0], out[1], out[2]) = (0xE0 | six(12), 0x80 | six(6), 0x80 | six(0));
        3
    }
}
