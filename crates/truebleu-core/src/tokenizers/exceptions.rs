//! Tokens that may be empty, and those that are not cut.

use std::ops::Range;

use super::block::Block;
use crate::bits::lowest;
use crate::kernels::{BLOCK, Blocks};
use crate::tokens::Tokens;

/// Split a text of `length` bytes where each whitespace character ends a token and starts another,
/// as `boundaries` does it otherwise: writes where tokens start and end, counted from `start`, and
/// gives their number.
#[inline(always)]
pub(super) fn cut_at_each_space<K: Blocks>(
    kernel: K,
    length: usize,
    start: usize,
    blocks: &[Block],
    tokens: &mut Tokens,
) -> usize {
    let (mut started, mut ended) = (0, 0);
    // Treat the text as surrounded by spaces.
    let mut space_before = 1;
    for (b, block) in blocks.iter().enumerate() {
        let spaces = block.space & lowest(length - b * BLOCK);
        let start_bits = (spaces << 1 | space_before) & !block.continuation;
        let end_bits = spaces & !block.continuation;
        space_before = spaces >> 63;
        let base = (start + b * BLOCK) as u32;
        let (starts, ends) = tokens.places(started, ended);
        kernel.positions(start_bits, base, starts);
        kernel.positions(end_bits, base, ends);
        started += start_bits.count_ones() as usize;
        ended += end_bits.count_ones() as usize;
    }
    let end = (start + length) as u32;
    if space_before != 0 {
        tokens.places(started, ended).0[0] = end;
        started += 1;
    }
    tokens.set_end(ended, end);
    started
}

/// Mark the bytes `part` of a text as parts of words, whatever they are.
pub(super) fn make_words(blocks: &mut [Block], part: Range<usize>) {
    for p in part {
        let block = &mut blocks[p / BLOCK];
        let others = !(1 << (p % BLOCK));
        block.isolated &= others;
        block.mark &= others;
        block.number &= others;
        block.hyphen &= others;
    }
}
