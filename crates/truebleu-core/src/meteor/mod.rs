//! METEOR: Banerjee and Lavie, "METEOR: An Automatic Metric for MT Evaluation with Improved
//! Correlation with Human Judgments" (2005), with the parameters of Lavie and Agarwal (2007), in
//! the reading that NLTK has.
//!
//! Words are matched in three stages, each among what the ones before left: the same word, the same
//! stem, a synonym. (NLTK has only stems left in the third stage: it takes the synonyms of a stem,
//! and one matches if it is itself a stem.) In each stage, from the last word of the hypothesis to
//! the first, a word takes the last free one of the reference that it can have. Here words are
//! numbers ([`Texts`] makes them), and a [`Vocabulary`] has their stems and synonyms.

mod texts;

pub use texts::Texts;

/// Stems and synonyms of words, by their numbers.
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
    /// The share of precision's weight in the harmonic mean, 0 to 1: 0.9 gives recall nine times
    /// the weight of precision.
    pub alpha: f64,
    /// Exponent of the fragmentation penalty.
    pub beta: f64,
    /// The largest penalty.
    pub gamma: f64,
}

impl Meteor {
    /// Return the score of a hypothesis, 0 to 1 (with a gamma up to 1), against the reference that
    /// gives the highest; 0 without a reference.
    pub fn score<'r>(
        &self,
        aligner: &mut Aligner<'_>,
        hypothesis: &[u32],
        references: impl Iterator<Item = &'r [u32]>,
    ) -> f64 {
        let score = |reference: &[u32]| {
            let pairs = aligner.align(hypothesis, reference);
            self.of_counts(pairs.len(), chunks(pairs), hypothesis.len(), reference.len())
        };
        references.map(score).fold(0.0, f64::max)
    }

    /// Return the score of matches in so many chunks, in NLTK's order of operations.
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

/// No place, at the end of a chain of places.
const NONE: u32 = u32::MAX;

/// The aligner for texts of one vocabulary; it reuses its buffers.
#[derive(Debug)]
pub struct Aligner<'v> {
    words: &'v Vocabulary,
    /// The last free place of each word or stem in the reference, by its number.
    last: Vec<u32>,
    /// For each place in the reference, the free one before it of the same word or stem.
    before: Vec<u32>,
    /// The places that are left of the hypothesis (the last first) and of the reference.
    left: [Vec<u32>; 2],
    pairs: Vec<(u32, u32)>,
}

/// Words that a stage compares.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Words,
    Stems,
    Synonyms,
}

impl<'v> Aligner<'v> {
    /// Create an aligner for texts of this vocabulary.
    pub fn new(words: &'v Vocabulary) -> Self {
        let last = vec![NONE; words.stems.len().max(words.synonyms.len())];
        Self { words, last, before: Vec::new(), left: Default::default(), pairs: Vec::new() }
    }

    /// Return the pairs of matched words, in the hypothesis's order.
    pub fn align(&mut self, hypothesis: &[u32], reference: &[u32]) -> &[(u32, u32)] {
        self.pairs.clear();
        self.before.resize(reference.len().max(self.before.len()), NONE);
        let [mine, theirs] = &mut self.left;
        mine.clear();
        mine.extend((0..hypothesis.len() as u32).rev());
        theirs.clear();
        theirs.extend(0..reference.len() as u32);
        for stage in [Stage::Words, Stage::Stems, Stage::Synonyms] {
            if self.left.iter().any(Vec::is_empty) {
                break;
            }
            self.stage(stage, hypothesis, reference);
        }
        self.pairs.sort_unstable();
        &self.pairs
    }

    /// Match the remaining words of both sides.
    fn stage(&mut self, stage: Stage, hypothesis: &[u32], reference: &[u32]) {
        let Self { words, last, before, left: [mine, theirs], pairs } = self;
        let key = |text: &[u32], place: u32| {
            let word = text[place as usize];
            if stage == Stage::Words { word } else { words.stems[word as usize] }
        };
        for &place in &*theirs {
            let head = &mut last[key(reference, place) as usize];
            before[place as usize] = std::mem::replace(head, place);
        }
        let first = pairs.len();
        mine.retain(|&place| {
            let mut stem = key(hypothesis, place);
            if stage == Stage::Synonyms {
                let place_of = |&stem: &u32| last[stem as usize].wrapping_add(1);
                let meant = words.synonyms[stem as usize].iter().copied();
                stem = meant.chain([stem]).max_by_key(place_of).unwrap_or(stem);
            }
            let head = &mut last[stem as usize];
            if *head == NONE {
                return true;
            }
            pairs.push((place, *head));
            *head = before[*head as usize];
            false
        });
        for &place in &*theirs {
            last[key(reference, place) as usize] = NONE;
        }
        let taken = &mut pairs[first..];
        taken.sort_unstable_by_key(|&(_, place)| place);
        theirs.retain(|place| taken.binary_search_by_key(place, |&(_, taken)| taken).is_err());
    }
}

/// Return the number of chunks: runs of matches that are adjacent on both sides.
fn chunks(pairs: &[(u32, u32)]) -> usize {
    let next = |two: &&[(u32, u32)]| two[1] != (two[0].0 + 1, two[0].1 + 1);
    pairs.windows(2).filter(next).count() + usize::from(!pairs.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{Aligner, Meteor, Vocabulary};

    fn words(count: usize) -> Vocabulary {
        Vocabulary { stems: (0..count as u32).collect(), synonyms: vec![Vec::new(); count] }
    }

    fn align(words: &Vocabulary, hypothesis: &[u32], reference: &[u32]) -> Vec<(u32, u32)> {
        Aligner::new(words).align(hypothesis, reference).to_vec()
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
    fn of_synonyms_the_last_place_is_taken() {
        let mut words = words(4);
        words.synonyms[0] = vec![1, 2];
        assert_eq!(align(&words, &[0, 0], &[1, 2, 3]), [(0, 0), (1, 1)]);
        assert_eq!(align(&words, &[0, 0, 0], &[2, 1, 3]), [(1, 0), (2, 1)]);
    }

    #[test]
    fn room_is_used_again() {
        let words = words(3);
        let mut aligner = Aligner::new(&words);
        assert_eq!(aligner.align(&[0, 1, 2], &[2, 2]), [(2, 1)]);
        assert_eq!(aligner.align(&[2], &[0, 2, 1]), [(0, 1)]);
        assert!(aligner.align(&[2], &[0, 1]).is_empty());
    }

    #[test]
    fn the_same_words_have_one_chunk() {
        let meteor = Meteor { alpha: 0.9, beta: 3.0, gamma: 0.5 };
        let words = words(2);
        let mut aligner = Aligner::new(&words);
        let mut score = |hypothesis: &[u32], reference: &[u32]| {
            meteor.score(&mut aligner, hypothesis, [reference].into_iter())
        };
        assert!((score(&[0, 1], &[0, 1]) - (1.0 - 0.5 / 8.0)).abs() < 1e-15);
        assert_eq!(score(&[], &[]), 0.0);
        assert_eq!(score(&[0], &[1]), 0.0);
    }
}
