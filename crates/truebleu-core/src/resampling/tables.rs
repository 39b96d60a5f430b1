//! Sums over swapped units for a block of trials: the method of the Four Russians (Arlazarov,
//! Dinic, Kronrod and Faradzhev 1970). Eight units have 256 possible sums; a table of them takes a
//! trial eight units further with one look-up and one addition.

use std::ops::Add;

use super::draws::{self, TRIALS_AT_ONCE};
use super::philox::{LANES, Philox, WORDS};
use super::statistics::Statistics;
use crate::kernels::{Kernel, KernelChoice, Work};

/// Trials that are summed together: enough for the tables to pay off, few enough for their sums to
/// stay in the second-level cache.
pub(super) const BLOCK: usize = 8 * TRIALS_AT_ONCE;

/// Units of a table: one bit each of the byte that looks up.
pub(super) const GROUP: usize = 8;
/// Tables that are added in one pass over the sums: together they stay in the first-level cache.
pub(super) const TABLES: usize = 2;
/// Columns of a table.
const PANEL: usize = 32;
/// The largest sum of 16 bits.
const MOST: u64 = i16::MAX as u64;

/// Units that are swapped in the trials of a block.
#[derive(Clone, Copy)]
pub(super) enum Swaps<'a> {
    /// Each unit draws by its key.
    Keyed { seed: u64, block: usize },
    /// For each eight units in order, a byte for each trial.
    Drawn(&'a [[u8; BLOCK]]),
}

/// The integers that sums are made in.
trait Sum: Copy + Default + Add<Output = Self> + Into<i64> + Send + Sync {}
impl Sum for i16 {}
impl Sum for i64 {}

/// A row of a panel; of 16-bit numbers, one line of the cache.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Row<I>([I; PANEL]);

/// The differences of the rows of all systems but the first to the first, on the units where there
/// are any.
pub(super) struct Differences {
    width: usize,
    /// The columns where there are any.
    columns: Vec<usize>,
    narrow: Groups<i16>,
    /// Those of units with a difference that 16 bits have no room for.
    wide: Groups<i64>,
}

/// Units, as many as `TABLES` take at a time.
struct Groups<I> {
    /// The keys of the units in draws; at the end, key 0 fills up.
    keys: Vec<u64>,
    /// For each group and each panel of columns, the rows of the group's units.
    values: Vec<[Row<I>; GROUP]>,
    /// After which of these so many units have been summed that the next could leave the integers'
    /// range.
    full: Vec<bool>,
}

impl Differences {
    /// Read the differences. Units without any are left out; with `all_units`, none is, so that
    /// groups are units in order, as [`Swaps::Drawn`] needs them.
    pub(super) fn new(statistics: &Statistics, all_units: bool) -> Self {
        let first = statistics.columns();
        let width = statistics.width() - first;
        let difference = |unit: usize, i: usize| {
            let row = statistics.unit(unit);
            row[first + i] - row[i % first]
        };
        let mut differs = vec![false; width];
        let mut is_wide = vec![false; statistics.units()];
        let (mut narrow, mut wide) = (Vec::new(), Vec::new());
        for (unit, is_wide) in is_wide.iter_mut().enumerate() {
            let mut largest = 0;
            for (i, differs) in differs.iter_mut().enumerate() {
                let size = difference(unit, i).unsigned_abs();
                *differs |= size > 0;
                largest = size.max(largest);
            }
            match largest {
                0 => {}
                _ if largest <= MOST / (TABLES * GROUP) as u64 => narrow.push(unit),
                _ => {
                    *is_wide = true;
                    wide.push(unit);
                }
            }
        }
        for units in [&mut narrow, &mut wide] {
            if all_units && !units.is_empty() {
                *units = (0..statistics.units()).collect();
            }
        }
        let columns: Vec<usize> = (0..width).filter(|&i| differs[i]).collect();
        let difference_at = |unit: usize, i: usize, of_wide: bool| {
            if is_wide[unit] == of_wide { difference(unit, columns[i]) } else { 0 }
        };
        Self {
            width,
            // Lossless: narrow differences are far below the 16-bit maximum.
            narrow: Groups::new(statistics, &narrow, columns.len(), MOST, |unit, i| {
                difference_at(unit, i, false) as i16
            }),
            wide: Groups::new(statistics, &wide, columns.len(), i64::MAX as u64, |unit, i| {
                difference_at(unit, i, true)
            }),
            columns,
        }
    }

    /// Return the sums of a block of trials: each column of a trial at `[column * BLOCK + trial]`.
    pub(super) fn sums(&self, kernel: KernelChoice, swaps: Swaps<'_>) -> Vec<i64> {
        let mut sums = vec![0; self.width * BLOCK];
        let columns = &self.columns[..];
        kernel.dispatch(Sums { of: &self.narrow, columns, swaps, sums: &mut sums });
        kernel.dispatch(Sums { of: &self.wide, columns, swaps, sums: &mut sums });
        sums
    }
}

impl<I: Sum> Groups<I> {
    /// Create the groups; `difference` returns the difference of a unit in the i-th column, and no
    /// sum may exceed `most`.
    fn new(
        statistics: &Statistics,
        units: &[usize],
        columns: usize,
        most: u64,
        difference: impl Fn(usize, usize) -> I,
    ) -> Self {
        let panels = columns.div_ceil(PANEL);
        let groups = units.len().div_ceil(GROUP * TABLES) * TABLES;
        let mut values = vec![[Row([I::default(); PANEL]); GROUP]; groups * panels];
        let mut full = vec![false; groups / TABLES];
        let mut sizes = vec![0u64; columns];
        for (pass, units) in units.chunks(GROUP * TABLES).enumerate() {
            let mut added = vec![0u64; columns];
            for (place, &unit) in units.iter().enumerate() {
                let group = pass * TABLES + place / GROUP;
                for (i, added) in added.iter_mut().enumerate() {
                    let value = difference(unit, i);
                    values[group * panels + i / PANEL][place % GROUP].0[i % PANEL] = value;
                    *added = added.saturating_add(value.into().unsigned_abs());
                }
            }
            let no_room = |(size, added): (&u64, &u64)| size.saturating_add(*added) > most;
            if pass > 0 && sizes.iter().zip(&added).any(no_room) {
                full[pass - 1] = true;
                sizes.fill(0);
            }
            for (size, added) in sizes.iter_mut().zip(added) {
                *size = size.saturating_add(added);
            }
        }
        full.last_mut().into_iter().for_each(|last| *last = true);
        let mut keys: Vec<u64> = units.iter().map(|&unit| statistics.key(unit)).collect();
        keys.resize(groups * GROUP, 0);
        Self { keys, values, full }
    }
}

/// The sums of some trials, to be added to `sums`.
struct Sums<'a, I> {
    of: &'a Groups<I>,
    columns: &'a [usize],
    swaps: Swaps<'a>,
    sums: &'a mut [i64],
}

impl<I: Sum> Work for Sums<'_, I> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, _kernel: K) {
        let Groups { keys, values, full } = self.of;
        let panels = self.columns.len().div_ceil(PANEL);
        let zeros = Row([I::default(); PANEL]);
        let mut sums = vec![zeros; if full.is_empty() { 0 } else { panels * BLOCK }];
        let mut tables = [[zeros; 1 << GROUP]; TABLES];
        let mut bytes = [[0; BLOCK]; TABLES];
        let passes = keys.chunks_exact(GROUP * TABLES).zip(full);
        let passes = values.chunks_exact((panels * TABLES).max(1)).zip(passes).enumerate();
        for (pass, (values, (keys, &full))) in passes {
            match self.swaps {
                Swaps::Keyed { seed, block } => {
                    for (keys, bytes) in keys.chunks_exact(GROUP).zip(&mut bytes) {
                        swap_bytes(Philox::new(seed), keys, block, bytes);
                    }
                }
                Swaps::Drawn(groups) => bytes.copy_from_slice(&groups[pass * TABLES..][..TABLES]),
            }
            for panel in 0..panels {
                for (number, table) in tables.iter_mut().enumerate() {
                    fill(table, &values[number * panels + panel]);
                }
                let [first, second] = &tables;
                let trials = bytes[0].iter().zip(&bytes[1]);
                for (sum, (&one, &two)) in sums[panel * BLOCK..][..BLOCK].iter_mut().zip(trials) {
                    let both = added(&first[usize::from(one)], &second[usize::from(two)]);
                    *sum = added(sum, &both);
                }
            }
            if full {
                for (i, &column) in self.columns.iter().enumerate() {
                    let rows = &sums[i / PANEL * BLOCK..][..BLOCK];
                    for (sum, row) in self.sums[column * BLOCK..][..BLOCK].iter_mut().zip(rows) {
                        *sum += row.0[i % PANEL].into();
                    }
                }
                sums.fill(zeros);
            }
        }
    }
}

/// Fill the table with the sum of each subset of the rows.
#[inline(always)]
fn fill<I: Sum>(table: &mut [Row<I>; 1 << GROUP], rows: &[Row<I>; GROUP]) {
    for (bit, row) in rows.iter().enumerate() {
        let (without, with) = table.split_at_mut(1 << bit);
        for (with, without) in with.iter_mut().zip(without) {
            *with = added(without, row);
        }
    }
}

#[inline(always)]
fn added<I: Sum>(a: &Row<I>, b: &Row<I>) -> Row<I> {
    Row(std::array::from_fn(|i| a.0[i] + b.0[i]))
}

/// Return, for each trial of a block, a byte with the bits of eight units.
#[inline(always)]
fn swap_bytes(philox: Philox, keys: &[u64], block: usize, bytes: &mut [u8; BLOCK]) {
    const BLOCKS: usize = BLOCK / TRIALS_AT_ONCE;
    const { assert!(LANES == 2 * BLOCKS) };
    // Ordered by word of the counters, then by block.
    let mut bits = [[[0u32; BLOCKS]; WORDS]; GROUP];
    for (two, bits) in bits.as_chunks_mut::<2>().0.iter_mut().enumerate() {
        // Eight blocks of two units at once.
        let lanes = std::array::from_fn(|lane| {
            (keys[2 * two + lane / BLOCKS], block * BLOCKS + lane % BLOCKS)
        });
        let words = draws::swaps_of_lanes(philox, lanes);
        for (place, word) in words.iter().enumerate() {
            bits[0][place].copy_from_slice(&word[..BLOCKS]);
            bits[1][place].copy_from_slice(&word[BLOCKS..]);
        }
    }
    let mut eights = [0u64; BLOCK / 8];
    for (unit, bits) in bits.iter().enumerate() {
        let mut of_unit = [[0; 4]; BLOCK / 32];
        for (four, word) in of_unit.iter_mut().zip(bits.as_flattened()) {
            *four = word.to_le_bytes();
        }
        for (eight, &byte) in eights.iter_mut().zip(of_unit.as_flattened()) {
            *eight |= u64::from(byte) << (8 * unit);
        }
    }
    let eights = eights.map(|eight| transposed(eight).to_le_bytes());
    // Restore the order of trials: by block, then by word.
    for (i, word) in bytes.chunks_exact_mut(32).enumerate() {
        let (number, place) = (i / WORDS, i % WORDS);
        word.copy_from_slice(eights[(place * BLOCKS + number) * 4..][..4].as_flattened());
    }
}

/// Transpose: bit `j` of byte `i` becomes bit `i` of byte `j`.
#[inline(always)]
const fn transposed(mut bits: u64) -> u64 {
    let mut swapped = (bits ^ bits >> 7) & 0x00AA_00AA_00AA_00AA;
    bits ^= swapped ^ swapped << 7;
    swapped = (bits ^ bits >> 14) & 0x0000_CCCC_0000_CCCC;
    bits ^= swapped ^ swapped << 14;
    swapped = (bits ^ bits >> 28) & 0x0000_0000_F0F0_F0F0;
    bits ^ swapped ^ swapped << 28
}
