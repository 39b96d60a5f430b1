//! Longest common subsequences and their unions by definition, and every way to compute them.

use std::collections::HashMap;

use super::matches::Places;
use super::{subsequence, summary};
use crate::kernels::{Kernel, KernelChoice, Work};
use crate::ngrams::shared::Shared;
use crate::ngrams::{Positions, Scratch, Words};
use crate::tokens::Tokens;

/// Tokens of a sentence.
type Sentence = Vec<Vec<u8>>;

/// Return the table of the longest common subsequence.
fn table<T: PartialEq>(reference: &[T], hypothesis: &[T]) -> Vec<Vec<usize>> {
    let mut table = vec![vec![0; hypothesis.len() + 1]; reference.len() + 1];
    for i in 1..=reference.len() {
        for j in 1..=hypothesis.len() {
            table[i][j] = if reference[i - 1] == hypothesis[j - 1] {
                table[i - 1][j - 1] + 1
            } else {
                table[i - 1][j].max(table[i][j - 1])
            };
        }
    }
    table
}

/// Return the length of the longest common subsequence.
pub(super) fn length<T: PartialEq>(hypothesis: &[T], reference: &[T]) -> i64 {
    table(reference, hypothesis)[reference.len()][hypothesis.len()] as i64
}

/// Return the hits of ROUGE-Lsum, with rouge-score's way back and its counters.
pub(super) fn hits<T: std::hash::Hash + Eq>(hypothesis: &[Vec<T>], reference: &[Vec<T>]) -> i64 {
    let mut left: HashMap<&T, i64> = HashMap::new();
    hypothesis.iter().flatten().for_each(|token| *left.entry(token).or_default() += 1);
    let mut hits = 0;
    for sentence in reference {
        let mut union = vec![false; sentence.len()];
        for token in hypothesis {
            let table = table(sentence, token);
            let (mut i, mut j) = (sentence.len(), token.len());
            while i > 0 && j > 0 {
                if sentence[i - 1] == token[j - 1] {
                    (i, j) = (i - 1, j - 1);
                    union[i] = true;
                } else if table[i][j - 1] > table[i - 1][j] {
                    j -= 1;
                } else {
                    i -= 1;
                }
            }
        }
        for (token, _) in sentence.iter().zip(union).filter(|&(_, actual)| actual) {
            let count = left.entry(token).or_default();
            hits += i64::from(*count > 0);
            *count -= i64::from(*count > 0);
        }
    }
    hits
}

/// Tokens of sentences, one after the other.
#[derive(Default)]
struct Joined {
    bytes: Vec<u8>,
    tokens: Tokens,
    /// Ends of the sentences that have tokens.
    sentences: Vec<u32>,
}

impl Joined {
    fn new(sentences: &[Sentence]) -> Self {
        let (mut joined, mut ends) = (Self::default(), Vec::new());
        for sentence in sentences.iter().filter(|sentence| !sentence.is_empty()) {
            for token in sentence {
                joined.bytes.extend_from_slice(token);
                ends.push(joined.bytes.len() as u32);
            }
            joined.sentences.push(ends.len() as u32);
        }
        joined.tokens.set_words(&joined.bytes, &ends);
        joined
    }

    fn words(&self) -> Words<'_> {
        Words { tokens: &self.tokens, bytes: &self.bytes }
    }
}

/// Lengths and hits by every way of a kernel.
struct EveryWay<'a>(&'a Joined, &'a Joined);

impl Work for EveryWay<'_> {
    type Output = (Vec<i64>, Vec<i64>);

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Self::Output {
        let Self(hypothesis, reference) = self;
        let (mut lengths, mut hits) = (Vec::new(), Vec::new());
        let (mut scratch, mut union) = Default::default();
        let mut positions = Positions::default();
        // Filling fails if two different tokens share a key.
        if positions.fill(kernel, hypothesis.words(), reference.words()) {
            lengths.extend(subsequence::of_positions(&positions));
            let sentences = [&hypothesis.sentences, &reference.sentences];
            hits.push(summary::hits(&positions, sentences[0], sentences[1], &mut union));
        }
        let mut shared = [Shared::default(), Shared::default()];
        shared[0].fill(kernel, hypothesis.words(), reference.words(), &mut Scratch::default());
        shared[1].fill_by_bytes(hypothesis.words(), reference.words());
        for shared in &shared {
            lengths.push(subsequence::of_shared(kernel, shared, &mut scratch));
            let places = Places::new(shared);
            hits.push(summary::hits(
                places,
                &hypothesis.sentences,
                &reference.sentences,
                &mut union,
            ));
        }
        (lengths, hits)
    }
}

/// Check the longest common subsequence of two texts of sentences, and the union of those of the
/// sentences: every way gives what the definition does.
pub(crate) fn check(hypothesis: &[Sentence], reference: &[Sentence]) {
    let length = length(&hypothesis.concat(), &reference.concat());
    let hits = self::hits(hypothesis, reference);
    let (hypothesis, reference) = (Joined::new(hypothesis), Joined::new(reference));
    for kernel in KernelChoice::available() {
        let (lengths, unions) = kernel.dispatch(EveryWay(&hypothesis, &reference));
        assert!(
            lengths.iter().all(|&actual| actual == length),
            "{kernel:?}: {lengths:?}, {length}"
        );
        assert!(unions.iter().all(|&actual| actual == hits), "{kernel:?}: {unions:?}, {hits}");
    }
}
