//! Everything that a kernel can do to texts, on one input: what must be the same for every kernel.

use super::{BLOCK, Classified, Kernel, Lanes, Work};
use crate::text::ascii::AsciiSets;

/// The input.
#[derive(Clone, Copy)]
pub(crate) struct Operands<'a> {
    pub(crate) block: &'a [u8; BLOCK],
    pub(crate) sets: &'a AsciiSets,
    pub(crate) wanted: &'a [u64],
    pub(crate) keys: &'a [[u64; 8]],
    pub(crate) length: usize,
}

/// All operations.
pub(crate) struct Everything<'a>(pub(crate) Operands<'a>);

type Answers = (Classified, u64, u64, Vec<u64>, [Vec<u32>; 2], [(Vec<u64>, u8); 2]);

/// Return the results of all lane operations on three numbers.
#[inline(always)]
fn all_of<L: Lanes>(zero: L, a: u64, b: u64, c: u64) -> (Vec<u64>, u8) {
    let x = zero.filled(a).next_order().and(zero.filled(b));
    let y = zero.filled(c).shift_left().next_order();
    let numbers = zero.loaded(&y.to_array()).add(x);
    let many = y.or(x.next_order().next_order().lowest_bit()).shift_left().next_order();
    let lanes = [
        x.and(y),
        x.or(y),
        x.and_not(y),
        x.lowest_bit(),
        x.highest_bit(),
        x.is_nonzero(),
        many,
        many.next_order().next_order(),
        numbers,
        zero,
    ];
    let mut all = Vec::new();
    for lanes in lanes {
        all.extend(lanes.to_array().as_ref());
    }
    (all, x.nonzero_mask())
}

impl Work for Everything<'_> {
    type Output = Answers;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Answers {
        let Operands { block, sets, wanted, keys, length } = self.0;
        let continuations = kernel.continuations(block);
        let any = kernel.any_of(block, [0xC2, b' ', 0, 0xE3]);
        let mut matches = vec![7; 2 * wanted.len()];
        kernel.find(wanted, keys, length, 2, &mut matches);
        let mut positions = [0; BLOCK];
        kernel.positions(any, 1000, &mut positions);
        let mut selected = [0; BLOCK];
        kernel.select(block, any, &mut selected);
        let count = any.count_ones() as usize;
        let lanes = [
            all_of(kernel.lanes(), matches[0], any, continuations),
            all_of(kernel.wide_lanes(), matches[0], any, continuations),
        ];
        (
            kernel.classify(block, sets),
            continuations,
            any,
            matches,
            [positions[..count].to_vec(), selected[..count].to_vec()],
            lanes,
        )
    }
}
