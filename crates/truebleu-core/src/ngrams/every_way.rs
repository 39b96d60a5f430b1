//! Every way of counting the same n-grams.

use super::dictionary::Dictionary;
use super::{Scratch, Words, buckets, by_numbers, count, direct, lanes, plain, trie};
use crate::kernels::{Kernel, KernelChoice, Work};

/// The matches that every kernel counts, as [`super::count`] does it and by the plain form.
pub(crate) struct Count<'a>(pub(crate) Words<'a>, pub(crate) &'a [Words<'a>], pub(crate) usize);

impl Work for Count<'_> {
    type Output = Vec<i64>;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Vec<i64> {
        let mut matches = vec![0; self.2];
        count(kernel, self.0, self.1, &mut Scratch::default(), &mut matches);
        matches
    }
}

/// The matches by the form that defines them; none where two different long tokens have one hash,
/// which bit sets do not count.
struct Plain<'a>(Words<'a>, &'a [Words<'a>], usize);

impl Work for Plain<'_> {
    type Output = Option<Vec<i64>>;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Option<Vec<i64>> {
        let (mut scratch, mut matches) = (plain::Scratch::default(), vec![0; self.2]);
        scratch.reset(self.0.tokens.len(), self.2);
        for &reference in self.1 {
            let mut positions = super::Positions::default();
            if !positions.fill(kernel, self.0, reference) {
                return None;
            }
            scratch.add(&positions);
        }
        scratch.matches(&mut matches);
        Some(matches)
    }
}

/// The matches by tables; none where two different long tokens have one hash.
struct Buckets<'a>(Words<'a>, &'a [Words<'a>], usize, buckets::Scratch);

impl Work for Buckets<'_> {
    type Output = Option<Vec<i64>>;

    #[inline(always)]
    fn run<K: Kernel>(mut self, kernel: K) -> Option<Vec<i64>> {
        let mut matches = vec![0; self.2];
        self.3.count(kernel, self.0, self.1, &mut matches).then_some(matches)
    }
}

/// The matches by bit sets of numbered tokens; none where two different long tokens have one hash.
struct ByNumbers<'a>(Words<'a>, &'a [Words<'a>], usize, Dictionary);

impl Work for ByNumbers<'_> {
    type Output = Option<Vec<i64>>;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Option<Vec<i64>> {
        let mut matches = vec![0; self.2];
        let mut scratch = Scratch { dictionary: self.3, ..Scratch::default() };
        by_numbers(kernel, self.0, self.1, &mut scratch, &mut matches).then_some(matches)
    }
}

/// Return the matches, once all ways of counting agree on them.
pub(crate) fn every_way(
    hypothesis: Words<'_>,
    references: &[Words<'_>],
    orders: usize,
    seen: &mut trie::Seen,
) -> Vec<i64> {
    let mut expected = vec![0; orders];
    trie::count(hypothesis, references, &mut expected);
    let mut compiled = vec![0; orders];
    trie::Trie::of_references(references, orders).count(hypothesis, seen, &mut compiled);
    assert_eq!(compiled, expected, "compiled");
    for kernel in KernelChoice::available() {
        let matches = kernel.dispatch(Count(hypothesis, references, orders));
        assert_eq!(matches, expected, "{kernel:?}");
        for scratch in [buckets::Scratch::default(), buckets::Scratch::crowded()] {
            let work = Buckets(hypothesis, references, orders, scratch);
            if let Some(matches) = kernel.dispatch(work) {
                assert_eq!(matches, expected, "buckets, {kernel:?}");
            }
        }
        if orders > lanes::ORDERS || !direct::Scratch::fits_numbered(references) {
            continue;
        }
        for dictionary in [Dictionary::default(), Dictionary::crowded()] {
            let work = ByNumbers(hypothesis, references, orders, dictionary);
            if let Some(matches) = kernel.dispatch(work) {
                assert_eq!(matches, expected, "bit sets of numbered tokens, {kernel:?}");
            }
        }
    }
    if let Some(matches) = KernelChoice::Portable.dispatch(Plain(hypothesis, references, orders)) {
        assert_eq!(matches, expected, "plain");
    }
    expected
}
