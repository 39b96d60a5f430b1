//! Reading texts, 64 bytes at a time, and finding tokens by their keys.

use super::{Portable, keys};
use crate::text::ascii::{AsciiSets, SETS, WIDE};

/// Bytes that are classified at once.
pub const BLOCK: usize = 64;

/// Classes of the bytes of a block: one bit per byte, lowest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Classified {
    /// The members of each ASCII set.
    pub sets: [u64; SETS],
    /// Bytes of characters outside ASCII.
    pub wide: u64,
}

/// Operations on blocks of 64 bytes of text.
pub trait Blocks: Copy {
    /// Return a block that starts with `bytes`, fewer than 64, and goes on with spaces.
    #[inline(always)]
    fn fill(self, bytes: &[u8]) -> [u8; BLOCK] {
        let mut block = [b' '; BLOCK];
        block[..bytes.len()].copy_from_slice(bytes);
        block
    }

    /// Return, for each byte of `block` which `sets` it is in.
    fn classify(self, block: &[u8; BLOCK], sets: &AsciiSets) -> Classified;

    /// Return the bytes of `block` that are the second or a later byte of a character.
    fn continuations(self, block: &[u8; BLOCK]) -> u64;

    /// Return the bytes of `block` that equal any of `wanted`.
    fn any_of(self, block: &[u8; BLOCK], wanted: [u8; 4]) -> u64;

    /// Find, for each of `wanted`, which of the first `length` keys (at most 64, in eights) equal
    /// it: bit `j` for key `j`. The answer to `wanted[i]` goes to `found[i * stride]`.
    fn find(
        self,
        wanted: &[u64],
        keys: &[[u64; 8]],
        length: usize,
        stride: usize,
        found: &mut [u64],
    );

    /// Write the key of each token of `text` (see `keys`) but for those of more than eight bytes,
    /// whose indices go to `long`: for them, the first eight bytes. Return how many are long. The
    /// first `count` spans are tokens, which lie in the text, one after the other. The slices are
    /// equally long and end after a whole number of eights; what is behind the tokens may change.
    #[inline(always)]
    fn keys(
        self,
        text: &[u8],
        starts: &[u32],
        ends: &[u32],
        count: usize,
        keys: &mut [u64],
        long: &mut [u32],
    ) -> usize {
        keys::keys(text, starts, ends, count, keys, long)
    }

    /// Write the bytes of `block` whose bits are set in `bits`, as numbers, to the start of `out`.
    /// Bytes after them in `out` may change.
    fn select(self, block: &[u8; BLOCK], bits: u64, out: &mut [u32; BLOCK]);

    /// Write `base` plus the position of each set bit of `bits`, lowest first, to the start of
    /// `out`. What is behind them in `out` may change.
    fn positions(self, bits: u64, base: u32, out: &mut [u32; BLOCK]);
}

/// The lowest bit of each of eight bytes.
const LOW_BITS: u64 = 0x0101_0101_0101_0101;

/// Gather the lowest bits of eight bytes into one byte, first byte lowest.
#[inline(always)]
const fn gather_low_bits(bytes: u64) -> u64 {
    (bytes & LOW_BITS).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Return one bit for each byte of `block`: the highest bit of what `test` makes of it. `test` is
/// given eight bytes at once.
#[inline(always)]
fn high_bits(block: &[u8; BLOCK], test: impl Fn(u64) -> u64) -> u64 {
    block.as_chunks::<8>().0.iter().enumerate().fold(0, |bits, (i, eight)| {
        bits | gather_low_bits(test(u64::from_le_bytes(*eight)) >> 7) << (8 * i)
    })
}

/// Return the highest bit of each byte that is zero.
#[inline(always)]
const fn zero_bytes(bytes: u64) -> u64 {
    let low = bytes & !(LOW_BITS << 7);
    !((low + !(LOW_BITS << 7)) | bytes)
}

/// Transpose eight numbers of eight bytes: byte `i` of number `k` becomes byte `k` of number `i`.
/// Swaps squares of four, then of two, then bytes.
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

/// Return the slot where a search for `key` starts.
#[inline(always)]
const fn slot_of(key: u64) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as usize
}

impl Blocks for Portable {
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
    fn any_of(self, block: &[u8; BLOCK], wanted_words: [u8; 4]) -> u64 {
        let wanted_words = wanted_words.map(|byte| LOW_BITS * u64::from(byte));
        high_bits(block, |bytes| {
            wanted_words
                .iter()
                .fold(0, |found, wanted_words| found | zero_bytes(bytes ^ wanted_words))
        })
    }

    /// Find keys by a small hash table: comparing every pair would take most of the time of
    /// counting.
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
            // At most as many as the bytes seen so far, so the index is below 64.
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
}
