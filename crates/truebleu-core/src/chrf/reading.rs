//! A text as chrF sees it: its characters as numbers, and its words.
//!
//! Like the tokenizers it reads 64 bytes at a time: what is whitespace, and which bytes begin a
//! character, are bit sets.

use super::Chrf;
use super::alphabet::Alphabet;
use crate::bits::{lowest, ones};
use crate::kernels::{BLOCK, Blocks};
use crate::text::ascii::AsciiSets;
use crate::text::lowercase::lowercase_into;
use crate::text::whitespace::{self, wide_spaces};
use crate::text::wide_character;
use crate::tokens::Tokens;

/// Whitespace, the one set that is looked for.
static SETS: AsciiSets = AsciiSets::first(whitespace::ASCII);

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
    /// Starts and ends of words, alternating.
    edges: Numbers,
    words: Tokens,
}

impl Reading {
    /// Read `text` as `chrf` has it.
    #[inline(always)]
    pub(super) fn read<K: Blocks>(
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
        Scan { chrf, alphabet, characters, edges, in_word: 0, spill: 0 }.all(kernel, text);
        if chrf.word_order > 0 {
            cut_words(kernel, text.as_bytes(), edges.all(), words);
        }
    }

    /// Return the characters' numbers.
    #[inline(always)]
    pub(super) fn characters(&self) -> &[u32] {
        self.characters.all()
    }

    /// Return the number of words.
    #[inline(always)]
    pub(super) fn word_count(&self) -> usize {
        self.words.len()
    }

    /// Return the words, if they count, and the bytes that they are spans of; `text` is what was
    /// read.
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
    /// 1 when a word goes on from the block before.
    in_word: u64,
    /// The bytes of whitespace that goes on from the block before.
    spill: u64,
}

impl Scan<'_> {
    #[inline(always)]
    fn all<K: Blocks>(&mut self, kernel: K, text: &str) {
        self.characters.count = 0;
        self.edges.count = 0;
        let bytes = text.as_bytes();
        let (whole, rest) = bytes.as_chunks::<BLOCK>();
        for (i, block) in whole.iter().enumerate() {
            self.block(kernel, block, u64::MAX, bytes, i * BLOCK);
        }
        // Pad with spaces, so that the last word ends in this block.
        let block = kernel.fill(rest);
        let valid = lowest(rest.len());
        self.block(kernel, &block, valid, bytes, whole.len() * BLOCK);
    }

    /// Read a block that starts at `start` of the text and belongs to it where `valid` says.
    #[inline(always)]
    fn block<K: Blocks>(
        &mut self,
        kernel: K,
        block: &[u8; BLOCK],
        valid: u64,
        bytes: &[u8],
        start: usize,
    ) {
        let Chrf { whitespace, word_order, .. } = *self.chrf;
        let classified = kernel.classify(block, &SETS);
        let mut spaces = classified.sets[0] | std::mem::take(&mut self.spill);
        let mut firsts = valid;
        if classified.wide != 0 {
            firsts &= !kernel.continuations(block);
            let (now, next) = wide_spaces(kernel, block, &bytes[start..]);
            spaces |= now;
            self.spill = next;
        }
        let selected = if whitespace { firsts } else { firsts & !spaces };
        kernel.select(block, selected, self.characters.block_end());
        for position in ones(classified.wide & selected) {
            let (code, _) = wide_character(&bytes[start + position..]);
            let number = self.alphabet.wide(code);
            let before = (selected & lowest(position)).count_ones();
            self.characters.block_end()[before as usize] = number;
        }
        self.characters.count += selected.count_ones() as usize;
        if word_order > 0 {
            let edges = !spaces ^ (!spaces << 1 | self.in_word);
            self.in_word = !spaces >> 63;
            kernel.positions(edges, start as u32, self.edges.block_end());
            self.edges.count += edges.count_ones() as usize;
        }
    }
}

/// Split one sign off each word of two or more characters: the last one, else the first one, never
/// both.
#[inline(always)]
fn cut_words<K: Blocks>(kernel: K, bytes: &[u8], edges: &[u32], words: &mut Tokens) {
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
        // Always write the second part; keep it only if it is not empty.
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

    /// Return the scratch space for one block, from the end on.
    #[inline(always)]
    fn block_end(&mut self) -> &mut [u32; BLOCK] {
        let end = self.count + BLOCK;
        if self.numbers.len() < end {
            self.numbers.resize(2 * end, 0);
        }
        self.numbers[self.count..].first_chunk_mut().expect("there is room for a block")
    }
}
