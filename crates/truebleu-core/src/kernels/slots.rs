//! Search in one bucket of a table.

/// Number of slots of a bucket.
pub const SLOTS: usize = 8;

/// Mark of an empty slot.
pub const EMPTY: u64 = u64::MAX;

/// Search of a key in a bucket whose slots are filled in order.
pub trait FindSlot: Copy {
    /// Return the first slot that is empty or has this key; 8 or more if there is none.
    fn find_wide(self, bucket: &[u64; SLOTS], key: u64) -> usize;

    /// Return the first slot that is empty or has this key; 8 or more if there is none.
    fn find_narrow(self, bucket: &[u32; SLOTS], key: u32) -> usize;
}

impl FindSlot for super::Portable {
    #[inline(always)]
    fn find_wide(self, bucket: &[u64; SLOTS], key: u64) -> usize {
        find(bucket, key, EMPTY)
    }

    #[inline(always)]
    fn find_narrow(self, bucket: &[u32; SLOTS], key: u32) -> usize {
        find(bucket, key, EMPTY as u32)
    }
}

/// Do as [`FindSlot`]. Most keys are in the first slots.
#[inline(always)]
fn find<T: Copy + PartialEq>(bucket: &[T; SLOTS], key: T, empty: T) -> usize {
    bucket.iter().position(|&slot| slot == key || slot == empty).unwrap_or(SLOTS)
}
