//! Sums of many words at once: first each word by itself, then what is carried between them.
//!
//! Safety: a value of a kernel proves that the processor has its instructions; an [`Eight`] has as
//! many bytes as are loaded and stored, at an address that is a multiple of 64.

use std::arch::x86_64::*;

use super::{Avx2, Avx512};
use crate::kernels::{Eight, StepColumn};

/// What the sums of up to 63 words without carries say of their carries.
#[derive(Clone, Copy, Debug, Default)]
struct Carries {
    /// Bit `i`: the sum of word `i` carries.
    generate: u64,
    /// Bit `i`: the sum of word `i` is all ones, and carries what is carried into it.
    propagate: u64,
}

impl Carries {
    /// Return, as bit `i`, what is carried into word `i` if `carry` is carried into the first word.
    /// An addition of the masks lets each carry run through the words that propagate it.
    #[inline(always)]
    const fn resolve(self, carry: bool) -> u64 {
        ((self.generate << 1 | carry as u64) + self.propagate) ^ self.propagate
    }
}

/// For each mask of four bits, all ones in the words whose bits are set.
static WORDS_OF_MASK: [[i64; 4]; 16] = {
    let mut words = [[0; 4]; 16];
    let mut mask = 0;
    while mask < 16 {
        let mut word = 0;
        while word < 4 {
            words[mask][word] = -((mask >> word & 1) as i64);
            word += 1;
        }
        mask += 1;
    }
    words
};

impl StepColumn for Avx2 {
    #[inline(always)]
    fn step_column<const EIGHTS: usize>(
        self,
        column: &mut [Eight; EIGHTS],
        row: &[Eight; EIGHTS],
        carry: bool,
    ) -> bool {
        // SAFETY: see above.
        unsafe {
            let ones = _mm256_set1_epi64x(-1);
            let mut sums = [[_mm256_setzero_si256(); 2]; EIGHTS];
            let mut carries = Carries::default();
            for i in 0..2 * EIGHTS {
                let words =
                    _mm256_load_si256(column[i / 2].0.as_ptr().cast::<__m256i>().add(i % 2));
                let row = _mm256_load_si256(row[i / 2].0.as_ptr().cast::<__m256i>().add(i % 2));
                let shared = _mm256_and_si256(words, row);
                let sum = _mm256_add_epi64(words, shared);
                // The highest bit carries where both have it, or one has it and the sum has not.
                let over = _mm256_or_si256(shared, _mm256_andnot_si256(sum, words));
                let mask = |bits| _mm256_movemask_pd(_mm256_castsi256_pd(bits)) as u64;
                carries.generate |= mask(over) << (4 * i);
                carries.propagate |= mask(_mm256_cmpeq_epi64(sum, ones)) << (4 * i);
                sums[i / 2][i % 2] = sum;
            }
            let carried = carries.resolve(carry);
            for i in 0..2 * EIGHTS {
                let to = column[i / 2].0.as_mut_ptr().cast::<__m256i>().add(i % 2);
                let row = _mm256_load_si256(row[i / 2].0.as_ptr().cast::<__m256i>().add(i % 2));
                let mask = &WORDS_OF_MASK[(carried >> (4 * i)) as usize % 16];
                let minus_one = _mm256_loadu_si256(mask.as_ptr().cast());
                let sum = _mm256_sub_epi64(sums[i / 2][i % 2], minus_one);
                let others = _mm256_andnot_si256(row, _mm256_load_si256(to));
                _mm256_store_si256(to, _mm256_or_si256(sum, others));
            }
            carried >> (8 * EIGHTS) & 1 == 1
        }
    }
}

impl StepColumn for Avx512 {
    #[inline(always)]
    fn step_column<const EIGHTS: usize>(
        self,
        column: &mut [Eight; EIGHTS],
        row: &[Eight; EIGHTS],
        carry: bool,
    ) -> bool {
        // SAFETY: see above.
        unsafe {
            let ones = _mm512_set1_epi64(-1);
            let mut sums = [_mm512_setzero_si512(); EIGHTS];
            let mut carries = Carries::default();
            for i in 0..EIGHTS {
                let words = _mm512_load_si512(column[i].0.as_ptr().cast());
                let row = _mm512_load_si512(row[i].0.as_ptr().cast());
                sums[i] = _mm512_add_epi64(words, _mm512_and_si512(words, row));
                let over = _mm512_cmplt_epu64_mask(sums[i], words);
                carries.generate |= u64::from(over) << (8 * i);
                let all = _mm512_cmpeq_epi64_mask(sums[i], ones);
                carries.propagate |= u64::from(all) << (8 * i);
            }
            let carried = carries.resolve(carry);
            for i in 0..EIGHTS {
                let words = _mm512_load_si512(column[i].0.as_ptr().cast());
                let row = _mm512_load_si512(row[i].0.as_ptr().cast());
                let sum = _mm512_mask_sub_epi64(sums[i], (carried >> (8 * i)) as u8, sums[i], ones);
                let words = _mm512_or_si512(sum, _mm512_andnot_si512(row, words));
                _mm512_store_si512(column[i].0.as_mut_ptr().cast(), words);
            }
            carried >> (8 * EIGHTS) & 1 == 1
        }
    }
}
