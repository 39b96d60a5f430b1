//! Sums over swapped units for a block of trials: the method of the Four
//! Russians (Arlazarov, Dinic, Kronrod and Faradzhev 1970). Eight units have
//! 256 possible sums; a table of them takes a trial eight units further with
//! one look-up and one addition.

use std::ops::Add;

use super::draws::TRIALS_AT_ONCE;
use super::philox::{LANES, Philox, WORDS};
use super::statistics::Statistics;
use crate::kernels::{Kernel, KernelChoice, Work};

/// Trials that are summed together: enough to make the tables worth it, few
/// enough for their sums to stay in the second-level cache.
pub(super) const BLOCK: usize = 8 * TRIALS_AT_ONCE;

/// Units of a table: one bit each of the byte that looks up.
const GROUP: usize = 8;
/// Columns of a table: its 256 entries stay in the first-level cache.
const PANEL: usize = 16;

/// The integers that sums are made in.
trait Sum: Copy + Default + Add<Output = Self> + Into<i64> + Send + Sync {}
impl Sum for i32 {}
impl Sum for i64 {}

/// The differences of the rows of all systems but the first to the first, on
/// the units where there are any.
pub(super) struct Differences {
    width: usize,
    /// The units, in groups of eight; the last group is filled with unit 0.
    units: Vec<u32>,
    values: Values,
}

/// For each group and each panel of columns, the rows of the group's units.
enum Values {
    /// No sum of these leaves 32 bits.
    Narrow(Vec<[[i32; PANEL]; GROUP]>),
    Wide(Vec<[[i64; PANEL]; GROUP]>),
}

impl Differences {
    pub(super) fn new(statistics: &Statistics) -> Self {
        let columns = statistics.columns();
        let width = statistics.width() - columns;
        let difference = |unit: usize, i: usize| {
            let row = statistics.unit(unit);
            row[columns + i] - row[i % columns]
        };
        let differs = |&unit: &usize| (0..width).any(|i| difference(unit, i) != 0);
        let differing: Vec<usize> = (0..statistics.units()).filter(differs).collect();
        let mut largest = vec![0u64; width];
        for &unit in &differing {
            for (i, sum) in largest.iter_mut().enumerate() {
                *sum = sum.saturating_add(difference(unit, i).unsigned_abs());
            }
        }
        let narrow = largest.iter().all(|&sum| sum <= i32::MAX as u64);
        let panels = width.div_ceil(PANEL);
        let values = if narrow {
            // Lossless: each is at most the sum, which fits.
            Values::Narrow(arranged(&differing, panels, width, |u, i| difference(u, i) as i32))
        } else {
            Values::Wide(arranged(&differing, panels, width, difference))
        };
        let mut units: Vec<u32> = differing.iter().map(|&unit| unit as u32).collect();
        units.resize(units.len().next_multiple_of(GROUP), 0);
        Self { width, units, values }
    }

    /// How many columns a sum has.
    pub(super) const fn width(&self) -> usize {
        self.width
    }

    /// The sums of the `BLOCK` trials from `block * BLOCK`: each column of a
    /// trial at `[trial * width + column]`.
    pub(super) fn sums(&self, kernel: KernelChoice, seed: u64, block: usize) -> Vec<i64> {
        match &self.values {
            Values::Narrow(values) => kernel.dispatch(Sums { of: self, values, seed, block }),
            Values::Wide(values) => kernel.dispatch(Sums { of: self, values, seed, block }),
        }
    }
}

fn arranged<I: Sum>(
    units: &[usize],
    panels: usize,
    width: usize,
    difference: impl Fn(usize, usize) -> I,
) -> Vec<[[I; PANEL]; GROUP]> {
    let mut values = vec![[[I::default(); PANEL]; GROUP]; units.len().div_ceil(GROUP) * panels];
    for (place, &unit) in units.iter().enumerate() {
        for i in 0..width {
            let panel = place / GROUP * panels + i / PANEL;
            values[panel][place % GROUP][i % PANEL] = difference(unit, i);
        }
    }
    values
}

struct Sums<'a, I> {
    of: &'a Differences,
    values: &'a [[[I; PANEL]; GROUP]],
    seed: u64,
    block: usize,
}

impl<I: Sum> Work for Sums<'_, I> {
    type Output = Vec<i64>;

    #[inline(always)]
    fn run<K: Kernel>(self, _kernel: K) -> Vec<i64> {
        let width = self.of.width;
        let panels = width.div_ceil(PANEL);
        let philox = Philox::new(self.seed);
        let mut sums = vec![[I::default(); PANEL]; panels * BLOCK];
        let mut table = [[I::default(); PANEL]; 1 << GROUP];
        let mut bytes = [0; BLOCK];
        let groups = self.of.units.chunks_exact(GROUP).zip(self.values.chunks_exact(panels.max(1)));
        for (units, values) in groups {
            swap_bytes(philox, units, self.block, &mut bytes);
            for (rows, sums) in values.iter().zip(sums.chunks_exact_mut(BLOCK)) {
                fill(&mut table, rows);
                for (sum, &byte) in sums.iter_mut().zip(&bytes) {
                    *sum = added(sum, &table[usize::from(byte)]);
                }
            }
        }
        (0..BLOCK)
            .flat_map(|trial| (0..width).map(move |i| (i / PANEL * BLOCK + trial, i % PANEL)))
            .map(|(panel, i)| sums[panel][i].into())
            .collect()
    }
}

/// The sum of each subset of the rows.
#[inline(always)]
fn fill<I: Sum>(table: &mut [[I; PANEL]; 1 << GROUP], rows: &[[I; PANEL]; GROUP]) {
    for (bit, row) in rows.iter().enumerate() {
        let (without, with) = table.split_at_mut(1 << bit);
        for (with, without) in with.iter_mut().zip(without) {
            *with = added(without, row);
        }
    }
}

#[inline(always)]
fn added<I: Sum>(a: &[I; PANEL], b: &[I; PANEL]) -> [I; PANEL] {
    std::array::from_fn(|i| a[i] + b[i])
}

/// For each trial of a block, a byte with the bits of eight units.
#[inline(always)]
fn swap_bytes(philox: Philox, units: &[u32], block: usize, bytes: &mut [u8; BLOCK]) {
    const BLOCKS: usize = BLOCK / TRIALS_AT_ONCE;
    const { assert!(LANES == 2 * BLOCKS) };
    let mut bits = [[0u32; BLOCK / 32]; GROUP];
    for two in 0..GROUP / 2 {
        // The counters of `draws::swaps`, eight blocks of two units at once.
        let words = philox.lanes::<LANES>([
            std::array::from_fn(|lane| (block * BLOCKS + lane % BLOCKS) as u32),
            std::array::from_fn(|lane| units[2 * two + lane / BLOCKS]),
            [0; LANES],
            [1; LANES],
        ]);
        for lane in 0..LANES {
            for (place, word) in words.iter().enumerate() {
                bits[2 * two + lane / BLOCKS][lane % BLOCKS * WORDS + place] = word[lane];
            }
        }
    }
    for (i, eight) in bytes.chunks_exact_mut(8).enumerate() {
        let of_units = bits.map(|words| (words[i / 4] >> (i % 4 * 8)) as u8);
        eight.copy_from_slice(&transposed(u64::from_le_bytes(of_units)).to_le_bytes());
    }
}

/// Bit `j` of byte `i` becomes bit `i` of byte `j`.
#[inline(always)]
const fn transposed(mut bits: u64) -> u64 {
    let mut swapped = (bits ^ bits >> 7) & 0x00AA_00AA_00AA_00AA;
    bits ^= swapped ^ swapped << 7;
    swapped = (bits ^ bits >> 14) & 0x0000_CCCC_0000_CCCC;
    bits ^= swapped ^ swapped << 14;
    swapped = (bits ^ bits >> 28) & 0x0000_0000_F0F0_F0F0;
    bits ^ swapped ^ swapped << 28
}
