//! The longest common subsequence, 64 cells of its table at a time (Hyyrö, "Bit-parallel LCS-length
//! computation revisited", 2004).
//!
//! A column of the table is a set of bits: bit `i` is 0 where the length grows from the first `i`
//! tokens of the reference to the first `i + 1`.

use super::matches::Matches;

/// Update a column by one more token of the hypothesis; `row` has its positions in the reference.
#[inline(always)]
pub(super) fn step(row: &[u64], column: &mut [u64]) {
    let mut carry = false;
    for (word, &here) in column.iter_mut().zip(row) {
        let (sum, over) = word.overflowing_add(*word & here);
        let (sum, over_again) = sum.overflowing_add(u64::from(carry));
        carry = over | over_again;
        *word = sum | (*word & !here);
    }
}

/// Return the length of the longest common subsequence with a hypothesis of `length` tokens.
/// `column` is room that is used again.
#[inline(always)]
pub(super) fn length(mut matches: impl Matches, length: usize, column: &mut Vec<u64>) -> i64 {
    let width = matches.width();
    if width == 1 {
        // Most texts: the column is a number that stays in a register.
        let mut column = [u64::MAX];
        (0..length).for_each(|at| step(matches.row(at), &mut column));
        return i64::from(column[0].count_zeros());
    }
    column.clear();
    column.resize(width, u64::MAX);
    (0..length).for_each(|at| step(matches.row(at), column));
    column.iter().map(|word| i64::from(word.count_zeros())).sum()
}
