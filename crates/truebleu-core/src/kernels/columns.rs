//! Steps of the columns of a longest common subsequence.

/// Eight words of a column, or of the positions of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Eight(pub [u64; 8]);

/// Additions of numbers of many words.
pub trait StepColumn: Copy {
    /// Update a column by a token that has these positions, `column + (column & row) | (column &
    /// !row)`, where the sum is that of numbers of all words, the lowest first, and of `carry`.
    /// Return what the sum carries out.
    #[inline(always)]
    fn step_column<const EIGHTS: usize>(
        self,
        column: &mut [Eight; EIGHTS],
        row: &[Eight; EIGHTS],
        mut carry: bool,
    ) -> bool {
        for (words, row) in column.iter_mut().zip(row) {
            carry = step_words(&mut words.0, &row.0, carry);
        }
        carry
    }
}

impl StepColumn for super::Portable {}

/// Do as [`StepColumn::step_column`], word by word.
#[inline(always)]
pub fn step_words<const WORDS: usize>(
    column: &mut [u64; WORDS],
    row: &[u64; WORDS],
    mut carry: bool,
) -> bool {
    for (word, &here) in column.iter_mut().zip(row) {
        let (sum, over) = word.overflowing_add(*word & here);
        let (sum, over_again) = sum.overflowing_add(u64::from(carry));
        carry = over | over_again;
        *word = sum | (*word & !here);
    }
    carry
}
