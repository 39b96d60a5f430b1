//! Runs of punctuation, which are rare: one by one.

use super::block::Block;
use crate::kernels::BLOCK;

/// Split the run of marks that starts at byte `first` (or one mark of several bytes).
///
/// The tools do this by two substitutions that each consume two characters, "not a number, mark"
/// and then "mark, not a number". What is left of that: every mark of a run is a token, but a
/// number behind the run keeps its last mark when the pairs before it come out even.
#[inline(never)]
pub(super) fn cut_run(ends_are_numbers: bool, first: usize, length: usize, blocks: &mut [Block]) {
    let is = |bits: fn(&Block) -> u64, p: usize| bits(&blocks[p / BLOCK]) >> (p % BLOCK) & 1 == 1;
    let mut behind = first;
    let mut marks = 0;
    while behind < length && is(|block| block.mark, behind) {
        marks += usize::from(!is(|block| block.continuation, behind));
        behind += 1;
    }
    let number = |p: Option<usize>| match p {
        Some(p) if p < length => is(|block| block.number, p),
        _ => ends_are_numbers,
    };
    let (number_before, number_after) = (number(first.checked_sub(1)), number(Some(behind)));
    let is_joined = number_after && number_before == (marks % 2 == 1);
    if is_joined && marks == 1 {
        return;
    }
    for p in first..behind {
        let block = &mut blocks[p / BLOCK];
        block.cut |= (1 << (p % BLOCK)) & !block.continuation;
    }
    if !is_joined && behind < length {
        blocks[behind / BLOCK].cut |= 1 << (behind % BLOCK);
    }
}
