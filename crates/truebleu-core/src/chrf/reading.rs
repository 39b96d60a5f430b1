//! A text as chrF sees it: its characters as numbers, and its words.
//!
//! Like the tokenizers it reads 64 bytes at a time: what is white space, and
//! which bytes begin a character, are bit sets. White space outside ASCII is
//! rare, and a text that has it is read character by character.

use super::Chrf;
use super::alphabet::Alphabet;
use crate::kernels::{BLOCK, Kernel};
use crate::text::ascii::AsciiSets;
use crate::text::lowercase::lowercase_into;
use crate::text::whitespace::{self, is_space, wide_space};
use crate::tokens::Tokens;

/// White space, the one set that is looked for.
static SETS: AsciiSets = AsciiSets::new([whitespace::ASCII, b"", b"", b"", b"", b""]);

/// The signs that are cut off words: Python's `string.punctuation`.
static MARKS: [bool; 256] = {
    let mut marks = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        marks[byte] = (byte as u8).is_ascii_punctuation();
        byte += 1;
    }
    marks
};

/// A text's characters and words. Kept and used again for the next text.
#[derive(Debug, Default)]
pub(super) struct Reading {
    lowered: String,
    characters: Numbers,
    /// Where words start and end, by turns.
    edges: Numbers,
    words: Tokens,
}

impl Reading {
    /// Reads `text` as `chrf` has it.
    #[inline(always)]
    pub(super) fn read<K: Kernel>(
        &mut self,
        kernel: K,
        chrf: &Chrf,
        text: &str,
        alphabet: &mut Alphabet,
    ) {
        let Self { lowered, characters, edges, words } = self;
        let text = if chrf.lowercase {
            lowered.clear();
            lowercase_into(text, lowered);
            lowered
        } else {
            text
        };
        let mut scan = Scan { chrf, alphabet, characters, edges };
        if !scan.by_blocks(kernel, text) {
            scan.by_characters(text);
        }
        if chrf.word_order > 0 {
            cut_words(kernel, text.as_bytes(), edges.all(), words);
        }
    }

    /// The characters' numbers.
    #[inline(always)]
    pub(super) fn characters(&self) -> &[u32] {
        self.characters.all()
    }

    /// The number of words.
    #[inline(always)]
    pub(super) fn word_count(&self) -> usize {
        self.words.len()
    }

    /// The words, if any are asked for, and the bytes that they are spans of;
    /// `text` is what was read.
    #[inline(always)]
    pub(super) fn words<'a>(&'a self, chrf: &Chrf, text: &'a str) -> crate::ngrams::Words<'a> {
        let text = if chrf.lowercase { &self.lowered } else { text };
        crate::ngrams::Words { tokens: &self.words, bytes: text.as_bytes() }
    }
}

/// A reading under way.
struct Scan<'a> {
    chrf: &'a Chrf,
    alphabet: &'a mut Alphabet,
    characters: &'a mut Numbers,
    edges: &'a mut Numbers,
}

impl Scan<'_> {
    /// Reads a text. Gives false, and nothing of use, when it has white space
    /// outside ASCII.
    #[inline(always)]
    fn by_blocks<K: Kernel>(&mut self, kernel: K, text: &str) -> bool {
        self.characters.count = 0;
        self.edges.count = 0;
        let bytes = text.as_bytes();
        let (whole, rest) = bytes.as_chunks::<BLOCK>();
        let mut in_word = 0;
        let mut start = 0;
        for block in whole {
            if !self.block(kernel, block, u64::MAX, bytes, start, &mut in_word) {
                return false;
            }
            start += BLOCK;
        }
        let block = kernel.fill(rest);
        let valid = (1 << rest.len()) - 1;
        // Spaces follow the text, so that its last word ends in this block.
        self.block(kernel, &block, valid, bytes, start, &mut in_word)
    }

    /// Reads a block that starts at `start` and has the text where `valid`
    /// says. `in_word` is 1 when a word goes on from the block before.
    #[inline(always)]
    fn block<K: Kernel>(
        &mut self,
        kernel: K,
        block: &[u8; BLOCK],
        valid: u64,
        bytes: &[u8],
        start: usize,
        in_word: &mut u64,
    ) -> bool {
        let classified = kernel.classify(block, &SETS);
        let in_words = !classified.sets[0];
        let mut kept = if self.chrf.whitespace { valid } else { in_words };
        let mut wide = classified.wide;
        if wide != 0 {
            let continuations = kernel.continuations(block);
            kept &= !continuations;
            wide &= !continuations;
        }
        kernel.select(block, kept, self.characters.room());
        while wide != 0 {
            let place = wide.trailing_zeros();
            let character = &bytes[start + place as usize..];
            if wide_space(character) > 0 {
                return false;
            }
            let before = (kept & ((1 << place) - 1)).count_ones();
            let number = self.alphabet.wide(code_point(character));
            self.characters.room()[before as usize] = number;
            wide &= wide - 1;
        }
        self.characters.count += kept.count_ones() as usize;
        if self.chrf.word_order > 0 {
            let edges = in_words ^ (in_words << 1 | *in_word);
            *in_word = in_words >> 63;
            kernel.positions(edges, start as u32, self.edges.room());
            self.edges.count += edges.count_ones() as usize;
        }
        true
    }

    /// Reads a text of any kind, slowly.
    #[inline(never)]
    fn by_characters(&mut self, text: &str) {
        self.characters.count = 0;
        self.edges.count = 0;
        let mut in_word = false;
        for (start, character) in text.char_indices() {
            let space = is_space(character);
            if self.chrf.whitespace || !space {
                self.characters.push(self.alphabet.any(character));
            }
            if in_word == space {
                self.edges.push(start as u32);
                in_word = !space;
            }
        }
        if in_word {
            self.edges.push(text.len() as u32);
        }
    }
}

/// The character outside ASCII that valid UTF-8 starts with.
#[inline(always)]
fn code_point(bytes: &[u8]) -> u32 {
    let part = |byte: u8| u32::from(byte & 0x3F);
    match *bytes {
        [a @ 0xF0..=0xFF, b, c, d, ..] => {
            u32::from(a & 0x07) << 18 | part(b) << 12 | part(c) << 6 | part(d)
        }
        [a @ 0xE0..=0xEF, b, c, ..] => u32::from(a & 0x0F) << 12 | part(b) << 6 | part(c),
        [a, b, ..] => u32::from(a & 0x1F) << 6 | part(b),
        _ => 0, // does not occur in UTF-8
    }
}

/// Cuts one sign off each word of two or more characters: the last one, else
/// the first one, never both.
#[inline(always)]
fn cut_words<K: Kernel>(kernel: K, bytes: &[u8], edges: &[u32], words: &mut Tokens) {
    words.reset(edges.len() + 1);
    let mut count = 0;
    let (starts, ends) = words.spans_mut();
    for &[start, end] in edges.as_chunks().0 {
        let last = end - 1;
        let at_end = start < last && MARKS[usize::from(bytes[last as usize])];
        let at_start = start < last && MARKS[usize::from(bytes[start as usize])];
        let cut = if at_end {
            last
        } else if at_start {
            start + 1
        } else {
            end
        };
        // The second part is written in any case, and kept if it is one.
        (starts[count], ends[count]) = (start, cut);
        (starts[count + 1], ends[count + 1]) = (cut, end);
        count += 1 + usize::from(cut < end);
    }
    words.finish(kernel, bytes, count);
}

/// Numbers in a vector that only ever grows: what is behind `count` is stale.
#[derive(Debug, Default)]
struct Numbers {
    numbers: Vec<u32>,
    count: usize,
}

impl Numbers {
    #[inline(always)]
    fn all(&self) -> &[u32] {
        &self.numbers[..self.count]
    }

    /// Room for what a block can add, from the end on.
    #[inline(always)]
    fn room(&mut self) -> &mut [u32; BLOCK] {
        let end = self.count + BLOCK;
        if self.numbers.len() < end {
            self.numbers.resize(2 * end, 0);
        }
        self.numbers[self.count..].first_chunk_mut().expect("there is room for a block")
    }

    fn push(&mut self, number: u32) {
        self.room()[0] = number;
        self.count += 1;
    }
}
