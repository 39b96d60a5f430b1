//! From characters to tokens, 64 bytes at a time, as arithmetic on bit sets.
//!
//! A text is read in blocks of 64 bytes. For each block there is one 64-bit set for each property
//! ("is whitespace", "is a number", ...), a bit for each byte; "the byte before is a number" is
//! then a shift by one. A token boundary (a *cut*) before a byte is a bit too. What is rare (runs
//! of punctuation, whitespace outside ASCII) is done one by one.

use std::ops::Range;

use super::block::Block;
use super::classes::Class;
use super::exceptions::{cut_at_each_space, make_words};
use super::runs::cut_run;
use super::schemes::{Exception, Scheme, Trims, Wide};
use crate::bits::{ones, span};
use crate::kernels::{BLOCK, Blocks};
use crate::text::whitespace::{trim_end, trim_start, wide_spaces};
use crate::text::wide_character;
use crate::tokens::Tokens;

/// Buffers for the blocks of one text, reused for the next.
#[derive(Debug, Default)]
pub struct Scratch {
    /// As many as the longest text so far needed.
    blocks: Vec<Block>,
}

impl Scratch {
    /// Return blocks for a text of `length` bytes. What they hold is stale.
    #[inline(always)]
    fn blocks(&mut self, length: usize) -> &mut [Block] {
        let count = length.div_ceil(BLOCK);
        if self.blocks.len() < count {
            self.blocks.resize(count, Block::default());
        }
        &mut self.blocks[..count]
    }
}

/// Write the tokens of `text` to `tokens`; what lies in `whole` is not cut. Return false, and no
/// tokens, when the text holds what [`Scheme`] may rewrite and `rewrites` is set.
#[inline(always)]
pub(super) fn tokenize<K: Blocks>(
    kernel: K,
    scheme: &'static Scheme,
    text: &str,
    rewrites: bool,
    whole: &[Range<usize>],
    scratch: &mut Scratch,
    tokens: &mut Tokens,
) -> bool {
    if scheme.ascii.only_first && matches!(scheme.wide, Wide::Words | Wide::Space) {
        tokens.reset(0);
        let count = split(kernel, scheme, text.as_bytes(), tokens);
        tokens.finish(kernel, text.as_bytes(), count);
        return true;
    }
    let (start, end) = extent(scheme, text);
    let bytes = &text.as_bytes()[start..end];
    let blocks = scratch.blocks(bytes.len());
    let special = classify(kernel, scheme, bytes, blocks);
    if rewrites && special {
        return false;
    }
    for part in whole {
        make_words(blocks, part.start - start..part.end - start);
    }
    tokens.reset(0);
    let count = if scheme.exception == Exception::EmptyAnywhere {
        cut_at_each_space(kernel, bytes.len(), start, blocks, tokens)
    } else {
        cut(kernel, scheme, bytes.len(), start, blocks, tokens)
    };
    tokens.finish(kernel, text.as_bytes(), count);
    true
}

/// Write where the tokens of a text that only whitespace separates start and end. Return their
/// number. (What the functions below give for such a scheme, without the bits of all that it does
/// not have.)
#[inline(always)]
fn split<K: Blocks>(
    kernel: K,
    scheme: &'static Scheme,
    bytes: &[u8],
    tokens: &mut Tokens,
) -> usize {
    let (mut started, mut ended) = (0, 0);
    let (mut now, mut next) = (Block::default(), Block::default());
    let mut word_before = 0;
    for start in (0..bytes.len()).step_by(BLOCK) {
        let tail = &bytes[start..];
        let filled;
        let block = match tail.first_chunk() {
            Some(block) => block,
            None => {
                filled = kernel.fill(tail);
                &filled
            }
        };
        let classified = kernel.classify(block, &scheme.ascii);
        now.space = classified.sets[0] | std::mem::take(&mut next.space);
        if classified.wide != 0 {
            if matches!(scheme.wide, Wide::Space) {
                now.space |= classified.wide;
            } else {
                let (low, high) = wide_spaces(kernel, block, tail);
                now.space |= low;
                next.space = high;
            }
        }
        let word = !now.space;
        let before = word << 1 | word_before;
        word_before = word >> 63;
        let (start_bits, end_bits) = (word & !before, before & !word);
        let (starts, ends) = tokens.places(started, ended);
        kernel.positions(start_bits, start as u32, starts);
        kernel.positions(end_bits, start as u32, ends);
        started += start_bits.count_ones() as usize;
        ended += end_bits.count_ones() as usize;
    }
    if word_before != 0 {
        tokens.set_end(ended, bytes.len() as u32);
    }
    started
}

/// Return the part of `text` that is examined. Where its ends matter, whitespace around it must
/// not.
#[inline(always)]
fn extent(scheme: &Scheme, text: &str) -> (usize, usize) {
    match scheme.trims {
        Trims::Nothing | Trims::EndBeforeReplacing => (0, text.len()),
        Trims::End => (0, trim_end(text).len()),
        Trims::Both => {
            let text = trim_end(text);
            (text.len() - trim_start(text).len(), text.len())
        }
    }
}

/// Fill `blocks` with what each byte is; return whether any is special.
#[inline(always)]
fn classify<K: Blocks>(
    kernel: K,
    scheme: &'static Scheme,
    bytes: &[u8],
    blocks: &mut [Block],
) -> bool {
    let mut special = 0;
    let mut spill = Block::default();
    let (whole, rest) = bytes.as_chunks::<BLOCK>();
    for (b, (block, now)) in whole.iter().zip(&mut *blocks).enumerate() {
        special |= classify_block(kernel, scheme, block, &bytes[b * BLOCK..], &mut spill, now);
    }
    if let (false, Some(now)) = (rest.is_empty(), blocks.last_mut()) {
        let block = kernel.fill(rest);
        special |= classify_block(kernel, scheme, &block, rest, &mut spill, now);
        if scheme.ends_are_numbers {
            now.number |= 1 << rest.len();
        }
    }
    special != 0
}

/// Write what each byte of a block is to `now`; return which are special. `bytes` is the text from
/// the block's start on (a character may reach beyond the block); `spill` has the bits of the last
/// character of the block before that extend into this one.
#[inline(always)]
fn classify_block<K: Blocks>(
    kernel: K,
    scheme: &'static Scheme,
    block: &[u8; BLOCK],
    bytes: &[u8],
    spill: &mut Block,
    now: &mut Block,
) -> u64 {
    let classified = kernel.classify(block, &scheme.ascii);
    let [space, isolated, mark, number, hyphen, special] = classified.sets;
    let before = std::mem::take(spill);
    *now = Block {
        space: space | before.space,
        isolated: isolated | before.isolated,
        mark: mark | before.mark,
        number: number | before.number,
        hyphen,
        ..Block::default()
    };
    if classified.wide != 0 {
        widen(kernel, scheme, block, bytes, classified.wide, now, spill);
    }
    special
}

/// Add what the characters outside ASCII are.
#[inline(always)]
fn widen<K: Blocks>(
    kernel: K,
    scheme: &'static Scheme,
    block: &[u8; BLOCK],
    bytes: &[u8],
    wide: u64,
    now: &mut Block,
    spill: &mut Block,
) {
    match scheme.wide {
        Wide::Opaque => {}
        Wide::Space => now.space |= wide,
        Wide::Words | Wide::Isolated => {
            if matches!(scheme.wide, Wide::Isolated) {
                now.continuation = kernel.continuations(block);
                now.isolated |= wide;
            }
            let (low, high) = wide_spaces(kernel, block, bytes);
            now.space |= low;
            spill.space = high;
        }
        Wide::Table(classes) => {
            let classes = classes();
            now.continuation = kernel.continuations(block);
            for p in ones(wide & !now.continuation) {
                let (code, length) = wide_character(&bytes[p..]);
                let (low, high) = span(p, length);
                let (now, next) = match classes.class(code) {
                    Class::Word => continue,
                    Class::Space => (&mut now.space, &mut spill.space),
                    Class::Isolated => (&mut now.isolated, &mut spill.isolated),
                    Class::Mark => (&mut now.mark, &mut spill.mark),
                    Class::Number => (&mut now.number, &mut spill.number),
                };
                *now |= low;
                *next |= high;
            }
        }
    }
}

/// Find the cuts of a text of `length` bytes and write where its tokens start and end, counted from
/// `start`. Return their number.
#[inline(always)]
fn cut<K: Blocks>(
    kernel: K,
    scheme: &Scheme,
    length: usize,
    start: usize,
    blocks: &mut [Block],
    tokens: &mut Tokens,
) -> usize {
    let (mut started, mut ended) = (0, 0);
    let mut before = Before::new(scheme.ends_are_numbers);
    for b in 0..blocks.len() {
        cut_block(scheme.ends_are_numbers, b, length, blocks, &mut before);
        let block = blocks[b];
        let word = !block.space;
        let word_before = word << 1 | before.word;
        before.word = word >> 63;
        let start_bits = word & (block.cut | !word_before);
        let end_bits = word_before & (block.cut | block.space);
        let base = (start + b * BLOCK) as u32;
        let (starts, ends) = tokens.places(started, ended);
        kernel.positions(start_bits, base, starts);
        kernel.positions(end_bits, base, ends);
        started += start_bits.count_ones() as usize;
        ended += end_bits.count_ones() as usize;
    }
    if before.word != 0 {
        tokens.set_end(ended, (start + length) as u32);
    }
    started
}

/// Class of the last byte of the previous block (in the lowest bit).
struct Before {
    word: u64,
    isolated: u64,
    mark: u64,
    /// A number, or an end that counts as one.
    number: u64,
    /// A number indeed: what a hyphen needs.
    digit: u64,
    lone_mark: u64,
    split_hyphen: u64,
}

impl Before {
    const fn new(ends_are_numbers: bool) -> Self {
        Self {
            word: 0,
            isolated: 0,
            mark: 0,
            number: ends_are_numbers as u64,
            digit: 0,
            lone_mark: 0,
            split_hyphen: 0,
        }
    }
}

/// Find the cuts in block `b`, and those that a run of marks from there makes in later blocks.
#[inline(always)]
fn cut_block(
    ends_are_numbers: bool,
    b: usize,
    length: usize,
    blocks: &mut [Block],
    before: &mut Before,
) {
    let block = blocks[b];
    let next = match blocks.get(b + 1) {
        Some(next) => (next.mark, next.number),
        None => (0, u64::from(ends_are_numbers)),
    };
    let number_before = block.number << 1 | before.number;
    let number_after = block.number >> 1 | next.1 << 63;
    let mark_before = block.mark << 1 | before.mark;
    let mark_after = block.mark >> 1 | next.0 << 63;

    // A single one-byte mark is a token unless it is inside a number.
    let single = block.mark & !mark_before & !mark_after;
    let lone = single & !(number_before & number_after);
    let split_hyphen = block.hyphen & (block.number << 1 | before.digit);
    let alone = block.isolated | lone | split_hyphen;
    let alone_before = alone << 1 | before.isolated | before.lone_mark | before.split_hyphen;
    blocks[b].cut |= (alone | alone_before) & !block.continuation;

    before.isolated = block.isolated >> 63;
    before.lone_mark = lone >> 63;
    before.split_hyphen = split_hyphen >> 63;
    before.mark = block.mark >> 63;
    before.number = block.number >> 63;
    before.digit = block.number >> 63;

    for p in ones(block.mark & !single & !mark_before) {
        cut_run(ends_are_numbers, b * BLOCK + p, length, blocks);
    }
}
