//! The length of the longest common subsequence, 64 cells of its table at a time (Hyyrö,
//! "Bit-parallel LCS-length computation revisited", 2004).
//!
//! A column of the table is a set of bits: bit `i` is 0 where the length grows from the first `i`
//! tokens of the reference to the first `i + 1`. A token of the hypothesis updates the column; its
//! row has its positions in the reference.
//!
//! A long column does not fit in registers. It is cut into strips of up to [`STRIP`] eights of words:
//! each goes through the whole hypothesis before the next one does. What a strip carries to the next
//! one is a bit for each token of the hypothesis.

use crate::bits::WORD;
use crate::kernels::{Eight, Kernel, step_words};
use crate::ngrams::shared::{NONE, Shared};
use crate::ngrams::{Positions, Rows};

/// Eights of words of a strip.
const STRIP: usize = 4;

/// Tokens of the reference for an eight of words.
const TOKENS: usize = 8 * WORD;

/// Buffers for one segment, reused for the next.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// For each number of a token, its row in the strip, which has fewer than 2^16 tokens; 0: the
    /// strip does not have it.
    row_of: Vec<u16>,
    /// The rows of the tokens of a strip, after an empty one.
    rows: Vec<Eight>,
    /// The numbers of the tokens of both texts, but for those that the other text does not have.
    hypothesis: Vec<u32>,
    reference: Vec<u32>,
    /// For each token of the hypothesis, what is carried into the next strip.
    carries: Vec<bool>,
}

/// Return the length of the longest common subsequence of texts whose sets of positions are
/// filled, or `None` if a column is longer than eight words.
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
        8 => by_rows::<8>(positions),
        _ => return None,
    })
}

#[inline(always)]
fn by_rows<const WORDS: usize>(positions: &Positions) -> i64 {
    let mut column = [u64::MAX; WORDS];
    for row in positions.fixed() {
        step_words(&mut column, row, false);
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
pub(super) fn of_shared<K: Kernel>(kernel: K, shared: &Shared, scratch: &mut Scratch) -> i64 {
    let Scratch { row_of, rows, hypothesis, reference, carries } = scratch;
    // Tokens that occur in only one text cannot be in a common subsequence.
    let is_shared = |number: &&u32| **number != NONE;
    hypothesis.clear();
    hypothesis.extend(shared.hypothesis.iter().filter(is_shared));
    reference.clear();
    reference.extend(shared.reference.iter().filter(is_shared));
    row_of.clear();
    row_of.resize(shared.count, 0);
    carries.clear();
    carries.resize(hypothesis.len(), false);
    let mut length = 0;
    for strip in reference.chunks(STRIP * TOKENS) {
        length += match strip.len().div_ceil(TOKENS) {
            1 => add_strip::<K, 1>(kernel, strip, hypothesis, row_of, rows, carries),
            2 => add_strip::<K, 2>(kernel, strip, hypothesis, row_of, rows, carries),
            _ => add_strip::<K, STRIP>(kernel, strip, hypothesis, row_of, rows, carries),
        };
    }
    length
}

/// Return how often the length grows in the positions of a strip of the reference.
#[inline(always)]
fn add_strip<K: Kernel, const EIGHTS: usize>(
    kernel: K,
    strip: &[u32],
    hypothesis: &[u32],
    row_of: &mut [u16],
    rows: &mut Vec<Eight>,
    carries: &mut [bool],
) -> i64 {
    rows.clear();
    rows.extend([Eight([0; 8]); EIGHTS]);
    for (position, &number) in strip.iter().enumerate() {
        let row = &mut row_of[number as usize];
        if *row == 0 {
            *row = (rows.len() / EIGHTS) as u16;
            rows.extend([Eight([0; 8]); EIGHTS]);
        }
        let words = &mut rows[usize::from(*row) * EIGHTS + position / TOKENS].0;
        words[position % TOKENS / WORD] |= 1 << (position % WORD);
    }
    let rows = rows.as_chunks().0;
    let mut column = [Eight([u64::MAX; 8]); EIGHTS];
    for (&number, carry) in hypothesis.iter().zip(carries) {
        let row = &rows[usize::from(row_of[number as usize])];
        *carry = kernel.step_column(&mut column, row, *carry);
    }
    strip.iter().for_each(|&number| row_of[number as usize] = 0);
    column.iter().map(|words| length(&words.0)).sum()
}
