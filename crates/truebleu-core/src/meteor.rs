//! METEOR: Banerjee and Lavie, "METEOR: An Automatic Metric for MT Evaluation
//! with Improved Correlation with Human Judgments" (2005), with the
//! parameters of Lavie and Agarwal (2007), in the reading that NLTK has.
//!
//! Words are matched in three stages, each among what the ones before left:
//! the same word, the same stem, a synonym. (NLTK has nothing but stems left when
//! it comes to synonyms: it is those of a stem, and one matches where it is
//! itself a stem.) In each stage, from the last word
//! of the hypothesis to the first, a word takes the last free one of the
//! reference that it can have. What words mean comes from elsewhere: here they
//! are numbers, and a [`Vocabulary`] knows their stems and synonyms.

use std::collections::HashMap;

/// What is known of words, by their numbers.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    /// The number of each word's stem.
    pub stems: Vec<u32>,
    /// The stems that each stem can stand for, in any order.
    pub synonyms: Vec<Vec<u32>>,
}

/// METEOR's parameters.
#[derive(Clone, Copy, Debug)]
pub struct Meteor {
    /// The share of precision's weight in the harmonic mean, 0 to 1: 0.9 gives
    /// recall nine times the weight of precision.
    pub alpha: f64,
    /// How the penalty grows with fragmentation.
    pub beta: f64,
    /// The largest penalty.
    pub gamma: f64,
}

impl Meteor {
    /// The score of a hypothesis, 0 to 1 (with a gamma up to 1), against the
    /// reference that gives the highest; 0 without a reference.
    #[must_use]
    pub fn score(&self, words: &Vocabulary, hypothesis: &[u32], references: &[Vec<u32>]) -> f64 {
        let one = |reference: &Vec<u32>| {
            let pairs = align(words, hypothesis, reference);
            self.of_counts(pairs.len(), chunks(&pairs), hypothesis.len(), reference.len())
        };
        references.iter().map(one).fold(0.0, f64::max)
    }

    /// The score of matches in so many chunks, in NLTK's order of operations.
    fn of_counts(&self, matches: usize, chunks: usize, hypothesis: usize, reference: usize) -> f64 {
        if matches == 0 {
            return 0.0;
        }
        let precision = matches as f64 / hypothesis as f64;
        let recall = matches as f64 / reference as f64;
        let mean = (precision * recall) / (self.alpha * precision + (1.0 - self.alpha) * recall);
        let penalty = self.gamma * (chunks as f64 / matches as f64).powf(self.beta);
        (1.0 - penalty) * mean
    }
}

/// Which word of the hypothesis is matched with which of the reference, in the
/// hypothesis's order.
#[must_use]
pub fn align(words: &Vocabulary, hypothesis: &[u32], reference: &[u32]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let mut left: [Vec<usize>; 2] =
        [(0..hypothesis.len()).collect(), (0..reference.len()).collect()];
    let same = |word: u32, take: &mut dyn FnMut(u32)| take(word);
    stage(&mut pairs, &mut left, |i| hypothesis[i], |j| reference[j], same);
    let stem = |word: u32| words.stems[word as usize];
    stage(&mut pairs, &mut left, |i| stem(hypothesis[i]), |j| stem(reference[j]), same);
    let meant = |word: u32, take: &mut dyn FnMut(u32)| {
        take(word);
        words.synonyms[word as usize].iter().for_each(|&synonym| take(synonym));
    };
    stage(&mut pairs, &mut left, |i| stem(hypothesis[i]), |j| stem(reference[j]), meant);
    pairs.sort_unstable();
    pairs
}

/// Matches what is left of both sides; `keys` names all that a word can have.
fn stage(
    pairs: &mut Vec<(usize, usize)>,
    left: &mut [Vec<usize>; 2],
    hypothesis: impl Fn(usize) -> u32,
    reference: impl Fn(usize) -> u32,
    keys: impl Fn(u32, &mut dyn FnMut(u32)),
) {
    if left.iter().any(Vec::is_empty) {
        return;
    }
    let mut places: HashMap<u32, Vec<usize>> = HashMap::new();
    for &j in &left[1] {
        places.entry(reference(j)).or_default().push(j);
    }
    let before = pairs.len();
    left[0].retain_last_first(|i| {
        let mut last: Option<(usize, u32)> = None;
        keys(hypothesis(i), &mut |key| {
            let place = places.get(&key).and_then(|places| places.last());
            last = last.max(place.map(|&place| (place, key)));
        });
        let Some((j, key)) = last else { return true };
        places.entry(key).or_default().pop();
        pairs.push((i, j));
        false
    });
    let mut taken: Vec<usize> = pairs[before..].iter().map(|&(_, j)| j).collect();
    taken.sort_unstable();
    left[1].retain(|j| taken.binary_search(j).is_err());
}

/// `Vec::retain` from the last element to the first.
trait RetainLastFirst {
    fn retain_last_first(&mut self, keep: impl FnMut(usize) -> bool);
}

impl RetainLastFirst for Vec<usize> {
    fn retain_last_first(&mut self, mut keep: impl FnMut(usize) -> bool) {
        self.reverse();
        self.retain(|&i| keep(i));
        self.reverse();
    }
}

/// In how many runs the matches lie that are neighbours on both sides.
fn chunks(pairs: &[(usize, usize)]) -> usize {
    let next = |two: &&[(usize, usize)]| two[1] != (two[0].0 + 1, two[0].1 + 1);
    pairs.windows(2).filter(next).count() + usize::from(!pairs.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{Meteor, Vocabulary, align};

    fn words(count: usize) -> Vocabulary {
        Vocabulary { stems: (0..count as u32).collect(), synonyms: vec![Vec::new(); count] }
    }

    #[test]
    fn the_last_free_word_is_taken() {
        assert_eq!(align(&words(2), &[0, 1, 0], &[0, 0, 1, 0]), [(0, 1), (1, 2), (2, 3)]);
    }

    #[test]
    fn stems_and_synonyms_come_behind_words() {
        let mut words = words(4);
        words.stems[1] = 0;
        words.synonyms[2] = vec![3];
        assert_eq!(align(&words, &[1, 0, 2], &[0, 3, 1]), [(0, 2), (1, 0), (2, 1)]);
        assert_eq!(align(&words, &[1, 2], &[3, 0]), [(0, 1), (1, 0)]);
    }

    #[test]
    fn the_same_words_have_one_chunk() {
        let meteor = Meteor { alpha: 0.9, beta: 3.0, gamma: 0.5 };
        let score = meteor.score(&words(2), &[0, 1], &[vec![0, 1]]);
        assert!((score - (1.0 - 0.5 / 8.0)).abs() < 1e-15);
        assert_eq!(meteor.score(&words(2), &[], &[vec![]]), 0.0);
        assert_eq!(meteor.score(&words(2), &[0], &[vec![1]]), 0.0);
    }
}
