//! The length of the longest common subsequence, 64 cells of its table at a time (Hyyrö,
//! "Bit-parallel LCS-length computation revisited", 2004).
//!
//! A column of the table is a set of bits: bit `i` is 0 where the length grows from the first `i`
//! tokens of the reference to the first `i + 1`. A token of the hypothesis updates the column; its
//! row has its positions in the reference.
//!
//! A long column does not fit in registers. It is cut into strips of [`STRIP`] words: each goes
//! through the whole hypothesis before the next one does. What a strip carries to the next one is a
//! bit for each token of the hypothesis.

use crate::bits::WORD;
use crate::ngrams::shared::{NONE, Shared};
use crate::ngrams::{Positions, Rows};

/// Words of a strip.
const STRIP: usize = 8;

/// Buffers for one segment, reused for the next.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// For each number of a token, its row in the strip; 0: the strip does not have it.
    row_of: Vec<u32>,
    /// The rows of the tokens of a strip, after an empty one.
    rows: Vec<[u64; STRIP]>,
    /// The numbers of the tokens of both texts, but for those that the other text does not have.
    hypothesis: Vec<u32>,
    reference: Vec<u32>,
    /// For each token of the hypothesis, what is carried into the next strip.
    carries: Vec<bool>,
}

/// Update words of a column by a token with this row, and what is carried into them to what is
/// carried out of them.
#[inline(always)]
fn step<const WORDS: usize>(column: &mut [u64; WORDS], row: &[u64; WORDS], carry: bool) -> bool {
    let mut carry = carry;
    for (word, &here) in column.iter_mut().zip(row) {
        let (sum, over) = word.overflowing_add(*word & here);
        let (sum, over_again) = sum.overflowing_add(u64::from(carry));
        carry = over | over_again;
        *word = sum | (*word & !here);
    }
    carry
}

/// Return the length of the longest common subsequence of texts whose sets of positions are
/// filled, or `None` if a column is longer than a strip.
#[inline(always)]
pub(super) fn of_positions(positions: &Positions) -> Option<i64> {
    Some(match positions.words() {
        0 => 0,
        1 => by_rows::<1>(positions),
        2 => by_rows::<2>(positions),
        3 => by_rows::<3>(positions),
        4 => by_rows::<4>(positions),
        5 => by_rows::<5>(positions),
        6 => by_rows::<6>(positions),
        7 => by_rows::<7>(positions),
        STRIP => by_rows::<STRIP>(positions),
        _ => return None,
    })
}

#[inline(always)]
fn by_rows<const WORDS: usize>(positions: &Positions) -> i64 {
    let mut column = [u64::MAX; WORDS];
    for row in positions.fixed() {
        step(&mut column, row, false);
    }
    length(&column)
}

/// Return how often the length grows in a column.
#[inline(always)]
fn length(column: &[u64]) -> i64 {
    column.iter().map(|word| i64::from(word.count_zeros())).sum()
}

/// Return the length of the longest common subsequence of long texts.
#[inline(always)]
pub(super) fn of_shared(shared: &Shared, scratch: &mut Scratch) -> i64 {
    let Scratch { row_of, rows, hypothesis, reference, carries } = scratch;
    // Tokens of one text are in no common subsequence.
    hypothesis.clear();
    hypothesis.extend(shared.hypothesis.iter().filter(|&&number| number != NONE));
    reference.clear();
    reference.extend(shared.reference.iter().filter(|&&number| number != NONE));
    row_of.clear();
    row_of.resize(shared.count, 0);
    carries.clear();
    carries.resize(hypothesis.len(), false);
    let strips = reference.chunks(STRIP * WORD);
    strips.map(|strip| add_strip(strip, hypothesis, row_of, rows, carries)).sum()
}

/// Return how often the length grows in the positions of a strip of the reference.
#[inline(always)]
fn add_strip(
    strip: &[u32],
    hypothesis: &[u32],
    row_of: &mut [u32],
    rows: &mut Vec<[u64; STRIP]>,
    carries: &mut [bool],
) -> i64 {
    rows.clear();
    rows.push([0; STRIP]);
    for (position, &number) in strip.iter().enumerate() {
        let row = &mut row_of[number as usize];
        if *row == 0 {
            *row = rows.len() as u32;
            rows.push([0; STRIP]);
        }
        rows[*row as usize][position / WORD] |= 1 << (position % WORD);
    }
    let mut column = [u64::MAX; STRIP];
    for (&number, carry) in hypothesis.iter().zip(carries) {
        *carry = step(&mut column, &rows[row_of[number as usize] as usize], *carry);
    }
    strip.iter().for_each(|&number| row_of[number as usize] = 0);
    length(&column)
}
