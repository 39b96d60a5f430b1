//! Sets of places as bits of numbers: bit `p` is place `p`.

/// The bits of a number.
pub(crate) const WORD: usize = u64::BITS as usize;

/// Return the set bits, lowest first.
#[inline(always)]
pub(crate) fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let position = bits.trailing_zeros() as usize;
        bits &= bits - 1;
        Some(position)
    })
}

/// Return the set bits of numbers that stand one after the other.
#[inline(always)]
pub(crate) fn places(words: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    words
        .enumerate()
        .flat_map(|(word, bits)| ones(bits).map(move |position| word * WORD + position))
}

/// Return the lowest `count` bits; all, where a number has no more.
#[inline(always)]
pub(crate) const fn lowest(count: usize) -> u64 {
    if count < WORD { (1 << count) - 1 } else { u64::MAX }
}

/// Return `length` bits from `position` on: in this number, and in the next.
#[inline(always)]
pub(crate) const fn span(position: usize, length: usize) -> (u64, u64) {
    let bits = ((1_u128 << length) - 1) << position;
    (bits as u64, (bits >> 64) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_back() {
        assert_eq!(ones(0).count(), 0);
        assert!(ones(1 | 1 << 5 | 1 << 63).eq([0, 5, 63]));
        assert!(places([1 << 63, 0, 0b101].into_iter()).eq([63, 128, 130]));
    }

    #[test]
    fn a_span_goes_on_in_the_next_number() {
        assert_eq!([0, 1, 63, 64, 65].map(lowest), [0, 1, u64::MAX >> 1, u64::MAX, u64::MAX]);
        assert_eq!((span(5, 0), span(5, 2), span(63, 3)), ((0, 0), (0b11 << 5, 0), (1 << 63, 3)));
    }
}
