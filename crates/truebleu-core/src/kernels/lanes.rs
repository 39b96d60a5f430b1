//! Some 64-bit numbers side by side: the n-gram orders from 1 on of one step.
//!
//! A value proves that the processor has its instructions: the first one comes from a kernel
//! ([`Kernel::lanes`](super::Kernel::lanes)), and all others are made from it.

/// Four or eight lanes of 64 bits. Lane `n` belongs to the n-gram order `n + 1`.
pub trait Lanes: Copy {
    /// The lanes as an array.
    type Array: AsRef<[u64]>;

    /// Return all lanes `value`, whatever they were.
    fn filled(self, value: u64) -> Self;
    /// Return these numbers as lanes, whatever the lanes were.
    fn loaded(self, numbers: &Self::Array) -> Self;
    /// Return the lanes as numbers.
    fn to_array(self) -> Self::Array;
    /// Return the lanes moved up by one; the lowest becomes all ones.
    fn next_order(self) -> Self;
    /// Return the lanes shifted left by one bit.
    fn shift_left(self) -> Self;
    /// Return the highest bit of each lane, moved to the lowest.
    fn highest_bit(self) -> Self;
    /// Return the sum of each lane and that of `other`, modulo 2^64.
    fn add(self, other: Self) -> Self;
    /// Return `self & other`.
    fn and(self, other: Self) -> Self;
    /// Return `self | other`.
    fn or(self, other: Self) -> Self;
    /// Return `self & !other`.
    fn and_not(self, other: Self) -> Self;
    /// Return the lowest set bit of each lane.
    fn lowest_bit(self) -> Self;
    /// Return all ones in each lane that is not zero.
    fn is_nonzero(self) -> Self;
    /// Return a mask: bit `n` is set when lane `n` is not zero.
    fn nonzero_mask(self) -> u8;
}

impl<const LANES: usize> Lanes for [u64; LANES] {
    type Array = Self;

    #[inline(always)]
    fn filled(self, value: u64) -> Self {
        [value; LANES]
    }

    #[inline(always)]
    fn loaded(self, numbers: &Self) -> Self {
        *numbers
    }

    #[inline(always)]
    fn to_array(self) -> Self {
        self
    }

    #[inline(always)]
    fn next_order(self) -> Self {
        std::array::from_fn(|n| if n == 0 { u64::MAX } else { self[n - 1] })
    }

    #[inline(always)]
    fn shift_left(self) -> Self {
        self.map(|lane| lane << 1)
    }

    #[inline(always)]
    fn highest_bit(self) -> Self {
        self.map(|lane| lane >> 63)
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        std::array::from_fn(|n| self[n].wrapping_add(other[n]))
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        std::array::from_fn(|n| self[n] & other[n])
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        std::array::from_fn(|n| self[n] | other[n])
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        std::array::from_fn(|n| self[n] & !other[n])
    }

    #[inline(always)]
    fn lowest_bit(self) -> Self {
        self.map(|lane| lane & lane.wrapping_neg())
    }

    #[inline(always)]
    fn is_nonzero(self) -> Self {
        self.map(|lane| if lane == 0 { 0 } else { u64::MAX })
    }

    #[inline(always)]
    fn nonzero_mask(self) -> u8 {
        self.iter().enumerate().fold(0, |mask, (n, &lane)| mask | u8::from(lane != 0) << n)
    }
}
