//! Where a table of buckets has a key. A bucket has eight slots, which one instruction compares
//! ([`FindSlot`]).

use crate::hashing::Seeded;
use crate::kernels::{EMPTY, FindSlot, SLOTS};

/// Key of a table.
pub(super) trait Key: Copy + Eq {
    /// Mark of empty slots.
    const EMPTY: Self;

    /// Return 64 bits, the highest of which select a bucket.
    fn hash(self, factor: u64) -> u64;

    /// Return the slot by [`FindSlot`].
    fn find<K: FindSlot>(kernel: K, slots: &[Self; SLOTS], key: Self) -> usize;
}

impl Key for u32 {
    const EMPTY: Self = EMPTY as Self;

    #[inline(always)]
    fn hash(self, factor: u64) -> u64 {
        u64::from(self).wrapping_mul(factor)
    }

    #[inline(always)]
    fn find<K: FindSlot>(kernel: K, slots: &[Self; SLOTS], key: Self) -> usize {
        kernel.find_narrow(slots, key)
    }
}

impl Key for u64 {
    const EMPTY: Self = EMPTY;

    #[inline(always)]
    fn hash(self, factor: u64) -> u64 {
        // The upper half of a key affects only the upper half of a product, so fold it into the
        // lower half.
        (self ^ self >> 32).wrapping_mul(factor)
    }

    #[inline(always)]
    fn find<K: FindSlot>(kernel: K, slots: &[Self; SLOTS], key: Self) -> usize {
        kernel.find_wide(slots, key)
    }
}

/// Where a table has a key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hashing {
    /// Number of buckets: a power of two.
    pub(super) count: usize,
    /// Secret odd factor: nobody can choose tokens that fall into one bucket.
    pub(super) factor: u64,
    /// Shift from a hash to a bucket.
    shift: u32,
}

impl Default for Hashing {
    fn default() -> Self {
        Self { count: 0, factor: Seeded::default().factor(), shift: 0 }
    }
}

impl Hashing {
    /// Set the number of buckets.
    #[inline(always)]
    pub(super) fn resize(&mut self, count: usize) {
        (self.count, self.shift) = (count, u64::BITS - count.ilog2());
    }

    /// Return the bucket and slot of a key, or the empty slot where it belongs. `keys_of` returns
    /// the keys of a bucket.
    #[inline(always)]
    pub(super) fn find<'k, K: FindSlot, T: Key + 'k>(
        self,
        kernel: K,
        keys_of: impl Fn(usize) -> &'k [T; SLOTS],
        key: T,
    ) -> (usize, usize) {
        let mut bucket = (key.hash(self.factor) >> self.shift) as usize;
        loop {
            let slot = T::find(kernel, keys_of(bucket), key);
            if slot < SLOTS {
                return if key == T::EMPTY { (self.count, 0) } else { (bucket, slot) };
            }
            bucket = (bucket + 1) & (self.count - 1); // this one is full, which is rare
        }
    }
}
