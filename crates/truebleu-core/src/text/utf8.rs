//! UTF-8 of characters that are kept as numbers of one, two or four bytes each.

use crate::kernels::{CHARACTERS, ENCODED, EncodeUtf8, Kernel, KernelChoice, Work};

/// A character as it is kept: its number.
pub trait Character: Copy + Default {
    /// The most bytes that one takes in UTF-8.
    const MOST: usize;

    /// Write the UTF-8 of some characters, and return its length; nothing where one is a surrogate
    /// or no character at all.
    fn encode<K: EncodeUtf8>(
        kernel: K,
        characters: &[Self; CHARACTERS],
        out: &mut [u8; ENCODED],
    ) -> Option<usize>;
}

impl Character for u8 {
    const MOST: usize = 2;

    #[inline(always)]
    fn encode<K: EncodeUtf8>(
        kernel: K,
        characters: &[Self; CHARACTERS],
        out: &mut [u8; ENCODED],
    ) -> Option<usize> {
        Some(kernel.encode_narrow(characters, out))
    }
}

impl Character for u16 {
    const MOST: usize = 3;

    #[inline(always)]
    fn encode<K: EncodeUtf8>(
        kernel: K,
        characters: &[Self; CHARACTERS],
        out: &mut [u8; ENCODED],
    ) -> Option<usize> {
        // Without an early exit, the loop compiles to a few instructions.
        let surrogates =
            characters.iter().fold(false, |found, &unit| found | (unit & 0xF800 == 0xD800));
        (!surrogates).then(|| kernel.encode_wide(characters, out))
    }
}

impl Character for u32 {
    const MOST: usize = 4;

    /// Encode a text with characters above U+FFFF; most of its characters are below.
    #[inline(always)]
    fn encode<K: EncodeUtf8>(
        kernel: K,
        characters: &[Self; CHARACTERS],
        out: &mut [u8; ENCODED],
    ) -> Option<usize> {
        if characters.iter().fold(0, |all, &unit| all | unit) <= 0xFFFF {
            return u16::encode(kernel, &characters.map(|unit| unit as u16), out);
        }
        let mut end = 0;
        for &unit in characters {
            end += char::from_u32(unit)?.encode_utf8(&mut out[end..]).len();
        }
        Some(end)
    }
}

/// Return how many bytes [`encode`] needs for a text of so many characters.
pub const fn capacity<C: Character>(characters: usize) -> usize {
    characters * C::MOST + ENCODED
}

/// Write a text as UTF-8 to the start of `out`, which has [`capacity`] for it, and return its
/// length; nothing where it is not Unicode. What is behind it in `out` may change.
pub fn encode<C: Character>(kernel: KernelChoice, text: &[C], out: &mut [u8]) -> Option<usize> {
    kernel.dispatch(Encoding { text, out })
}

struct Encoding<'a, C> {
    text: &'a [C],
    out: &'a mut [u8],
}

impl<C: Character> Work for Encoding<'_, C> {
    type Output = Option<usize>;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Option<usize> {
        let (blocks, rest) = self.text.as_chunks::<CHARACTERS>();
        let mut end = 0;
        for block in blocks {
            end += C::encode(kernel, block, room_at(self.out, end))?;
        }
        if !rest.is_empty() {
            let last = last_block(self.text, rest);
            end += C::encode(kernel, &last, room_at(self.out, end))?;
            // What fills it up takes a byte each.
            end -= CHARACTERS - rest.len();
        }
        Some(end)
    }
}

#[inline(always)]
fn room_at(out: &mut [u8], at: usize) -> &mut [u8; ENCODED] {
    out[at..].first_chunk_mut().expect("there is room for a block")
}

/// Return what follows the last complete block of a text, padded with NULs.
///
/// Where there is a block before it, so many characters are copied at once: a copy of as many as
/// there are would call the system's, which takes a tenth of the time.
#[inline(always)]
fn last_block<C: Character>(text: &[C], rest: &[C]) -> [C; CHARACTERS] {
    let mut block = [C::default(); CHARACTERS];
    if let Some(last) = text.last_chunk::<CHARACTERS>() {
        let mut both = [[C::default(); CHARACTERS]; 2];
        both[0] = *last;
        block.copy_from_slice(&both.as_flattened()[CHARACTERS - rest.len()..][..CHARACTERS]);
    } else {
        block[..rest.len()].copy_from_slice(rest);
    }
    block
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that the text by each kernel is `expected`.
    fn check<C: Character>(text: &[C], expected: Option<&[u8]>) {
        for kernel in KernelChoice::available() {
            let mut out = vec![0xFF; capacity::<C>(text.len())];
            let end = encode(kernel, text, &mut out);
            assert_eq!(end.map(|end| &out[..end]), expected, "{kernel:?}");
        }
    }

    /// Return a text that has each character of `characters` at every place of a block once.
    fn at_every_place(characters: impl Iterator<Item = u32>) -> impl Iterator<Item = Vec<u32>> {
        characters.flat_map(|character| {
            (0..2 * CHARACTERS + 1).map(move |at| {
                let mut text = vec![u32::from(b'a'); 2 * CHARACTERS + 1];
                text[at] = character;
                text
            })
        })
    }

    #[test]
    fn every_character_of_one_byte_is_encoded() {
        let all: Vec<u8> = (0..=0xFF).collect();
        for length in 0..=all.len() {
            let text: String = all[..length].iter().map(|&unit| char::from(unit)).collect();
            check(&all[..length], Some(text.as_bytes()));
        }
    }

    #[test]
    fn every_character_is_encoded() {
        let all: Vec<char> = (0..=0x10_FFFF).filter_map(char::from_u32).collect();
        let text: String = all.iter().collect();
        let numbers: Vec<u32> = all.iter().map(|&character| character.into()).collect();
        check(&numbers, Some(text.as_bytes()));
        let narrow: Vec<u16> = numbers.iter().filter_map(|&unit| unit.try_into().ok()).collect();
        let text: String = all.iter().filter(|&&character| character <= '\u{FFFF}').collect();
        check(&narrow, Some(text.as_bytes()));
    }

    #[test]
    fn every_length_stands_at_every_place() {
        let edges = [0, 0x7F, 0x80, 0xFF, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10_FFFF];
        for text in at_every_place(edges.into_iter()) {
            let expected: String = text.iter().filter_map(|&unit| char::from_u32(unit)).collect();
            check(&text, Some(expected.as_bytes()));
            if let Ok(narrow) =
                text.iter().map(|&unit| unit.try_into()).collect::<Result<Vec<u16>, _>>()
            {
                check(&narrow, Some(expected.as_bytes()));
            }
        }
    }

    #[test]
    fn what_is_not_unicode_is_not_encoded() {
        for text in at_every_place([0xD800, 0xDBFF, 0xDC00, 0xDFFF].into_iter()) {
            check(&text, None);
            let narrow: Vec<u16> = text.iter().map(|&unit| unit as u16).collect();
            check(&narrow, None);
        }
        check(&[0x11_0000_u32], None);
    }
}
