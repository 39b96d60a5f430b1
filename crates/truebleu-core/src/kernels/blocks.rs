//! The plain kernel: what every other kernel must give.

use super::{BLOCK, CHARACTERS, Classified, ENCODED, HELD, Kernel, PANEL, Rows};
use crate::text::ascii::{AsciiSets, WIDE};

/// The kernel without vector instructions.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

/// The lowest bit of each of eight bytes.
const LOW_BITS: u64 = 0x0101_0101_0101_0101;

/// Gathers the lowest bits of eight bytes into one byte, first byte lowest.
#[inline(always)]
const fn gather_low_bits(bytes: u64) -> u64 {
    (bytes & LOW_BITS).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// One bit for each byte of `block`: the highest bit of what `test` makes of
/// it. `test` is given eight bytes at once.
#[inline(always)]
fn high_bits(block: &[u8; BLOCK], test: impl Fn(u64) -> u64) -> u64 {
    block.as_chunks::<8>().0.iter().enumerate().fold(0, |bits, (i, eight)| {
        bits | gather_low_bits(test(u64::from_le_bytes(*eight)) >> 7) << (8 * i)
    })
}

/// The highest bit of each byte that is zero.
#[inline(always)]
const fn zero_bytes(bytes: u64) -> u64 {
    let low = bytes & !(LOW_BITS << 7);
    !((low + !(LOW_BITS << 7)) | bytes)
}

/// Eight numbers of eight bytes as a square: byte `i` of number `k` becomes
/// byte `k` of number `i`. Swaps squares of four, then of two, then bytes.
#[inline(always)]
fn transposed(mut square: [u64; 8]) -> [u64; 8] {
    let masks = [0x0000_0000_FFFF_FFFF, 0x0000_FFFF_0000_FFFF, 0x00FF_00FF_00FF_00FF];
    for (distance, mask) in [4, 2, 1].into_iter().zip(masks) {
        for i in (0..8).filter(|i| i & distance == 0) {
            let differing = (square[i] >> (8 * distance) ^ square[i + distance]) & mask;
            square[i + distance] ^= differing;
            square[i] ^= differing << (8 * distance);
        }
    }
    square
}

/// Places for keys: more than twice as many as there are keys.
const SLOTS: usize = 256;

/// The slot where a search for `key` starts.
#[inline(always)]
const fn slot_of(key: u64) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as usize
}

impl Kernel for Portable {
    type Lanes = [u64; 4];
    type WideLanes = [u64; 8];

    #[inline(always)]
    fn classify(self, block: &[u8; BLOCK], sets: &AsciiSets) -> Classified {
        let mut eights = [0; 8];
        for (members, eight) in eights.iter_mut().zip(block.as_chunks::<8>().0) {
            // One byte for each set, a bit for each byte of the eight.
            for &byte in eight.iter().rev() {
                *members = *members << 1 | sets.by_byte[usize::from(byte)];
            }
        }
        let sets = transposed(eights);
        Classified { sets: std::array::from_fn(|k| sets[k]), wide: sets[WIDE] }
    }

    #[inline(always)]
    fn continuations(self, block: &[u8; BLOCK]) -> u64 {
        high_bits(block, |bytes| bytes & !(bytes << 1))
    }

    #[inline(always)]
    fn any_of(self, block: &[u8; BLOCK], wanted: [u8; 4]) -> u64 {
        let wanted = wanted.map(|byte| LOW_BITS * u64::from(byte));
        high_bits(block, |bytes| {
            wanted.iter().fold(0, |found, wanted| found | zero_bytes(bytes ^ wanted))
        })
    }

    /// A small hash table: a comparison of every pair would take most of the
    /// time that counting takes.
    #[inline(always)]
    fn find(
        self,
        wanted: &[u64],
        keys: &[[u64; 8]],
        length: usize,
        stride: usize,
        found: &mut [u64],
    ) {
        // A slot holds the first place of its key, counted from 1.
        let mut slots = [0_u8; SLOTS];
        // For the first place of each key, all its places.
        let mut places = [0_u64; 64];
        let keys = &keys.as_flattened()[..length];
        // Where the search for `key` ends: at it, or at an empty slot.
        let search = |slots: &[u8; SLOTS], key| {
            let mut slot = slot_of(key);
            while slots[slot] != 0 && keys[usize::from(slots[slot]) - 1] != key {
                slot = (slot + 1) % SLOTS;
            }
            slot
        };
        for (j, &key) in keys.iter().enumerate() {
            let slot = search(&slots, key);
            if slots[slot] == 0 {
                slots[slot] = j as u8 + 1;
            }
            places[usize::from(slots[slot]) - 1] |= 1 << j;
        }
        for (&wanted, found) in wanted.iter().zip(found.iter_mut().step_by(stride)) {
            let first = slots[search(&slots, wanted)];
            *found = if first == 0 { 0 } else { places[usize::from(first) - 1] };
        }
    }

    #[inline(always)]
    fn select(self, block: &[u8; BLOCK], bits: u64, out: &mut [u32; BLOCK]) {
        let mut count = 0;
        for (i, &byte) in block.iter().enumerate() {
            // At most as many as bytes were seen: the index is below 64.
            out[count] = u32::from(byte);
            count += (bits >> i & 1) as usize;
        }
    }

    #[inline(always)]
    fn positions(self, mut bits: u64, base: u32, out: &mut [u32; BLOCK]) {
        for slot in &mut out[..bits.count_ones() as usize] {
            *slot = base + bits.trailing_zeros();
            bits &= bits - 1;
        }
    }

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

/// Writes the UTF-8 of a character, and gives its length.
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

/// [`Kernel::multiply`], four rows after four rows.
#[inline(always)]
pub(super) fn multiply(rows: &[Rows], weights: [&[[u8; 4]]; HELD]) -> [[i32; PANEL]; HELD] {
    let mut sums = [[0i32; PANEL]; HELD];
    for (i, rows) in rows.iter().enumerate() {
        // Products of 16 bits in pairs are what compilers know an instruction for.
        let pairs = [0, 2].map(|at| rows.0.map(|row| [row[at], row[at + 1]].map(i16::from)));
        for (sums, weights) in sums.iter_mut().zip(weights) {
            let weights = weights[i].map(i32::from);
            for (pairs, weights) in pairs.iter().zip(weights.as_chunks::<2>().0) {
                for (sum, pair) in sums.iter_mut().zip(pairs) {
                    *sum += weights[0] * i32::from(pair[0]) + weights[1] * i32::from(pair[1]);
                }
            }
        }
    }
    sums
}
