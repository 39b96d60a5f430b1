//! The edits of a pair of texts in every way, for tests and fuzzers.

use super::matches::{Lists, Masks};
use super::plain;
use super::search::Search;
use crate::bits::WORD;
use crate::kernels::Portable;

/// Return the sets of the places of each hypothesis word, and the numbers of each set.
pub(super) fn sets(hypothesis: &[u32], reference: &[u32]) -> (Vec<u64>, usize) {
    let words = reference.len().div_ceil(WORD);
    let mut bits = vec![0; words * hypothesis.len()];
    for (i, word) in hypothesis.iter().enumerate() {
        for (j, _) in reference.iter().enumerate().filter(|(_, other)| *other == word) {
            bits[i * words + j / WORD] |= 1 << (j % WORD);
        }
    }
    (bits, words)
}

/// Return the edits, after checking that each way finds the same.
pub(crate) fn every_way(hypothesis: &[u32], reference: &[u32]) -> u32 {
    let expected = plain::edits(hypothesis, reference);
    if hypothesis.is_empty() || reference.is_empty() {
        return expected;
    }
    let mut search = Search::default();
    let (bits, words) = sets(hypothesis, reference);
    let masks = Masks { bits: &bits, words, reference: reference.len() };
    let distinct = 1 + hypothesis.iter().chain(reference).max().map_or(0, |&word| word as usize);
    let lists = Lists::of_numbers(hypothesis.to_vec(), reference, distinct);
    let ways = [search.edits(Portable, masks), search.within(masks), search.listed(&lists)];
    assert_eq!(ways, [expected; 3], "{hypothesis:?} against {reference:?}");
    expected
}
