//! The words of many segments as METEOR compares them: numbers, and the stems of those that there
//! are.

use std::collections::HashMap;

use super::{Aligner, Meteor, Vocabulary};
use crate::corpus::Segments;
use crate::error::Error;
use crate::inventory::{Inventory, Token};
use crate::kernels::KernelChoice;
use crate::text::lowercase::{Casing, lowercase_into};
use crate::text::porter::stem_into;
use crate::tokenizers::Tokenizer;

/// Segments that grow, and then have scores. Their tokens are texts.
pub struct Texts {
    inventory: Inventory,
    stem: bool,
}

impl Texts {
    /// Create an empty set of segments; `stem`: words with the same stem match.
    pub fn new(tokenizer: Tokenizer, case: Casing, kernel: KernelChoice, stem: bool) -> Self {
        Self { inventory: Inventory::new(tokenizer, case, kernel, 1), stem }
    }

    /// Add the next segments.
    ///
    /// # Errors
    /// A text that cannot be read, or no reference.
    pub fn add<S: Segments + ?Sized>(&mut self, segments: &S) -> Result<(), Error> {
        self.inventory.add_segments(0, segments)
    }

    /// Return the vocabulary; `synonyms` calls back with each synonym of a stem of a hypothesis.
    ///
    /// # Errors
    /// Result of `synonyms`.
    pub fn vocabulary<E>(
        &self,
        mut synonyms: impl FnMut(&[u8], &mut dyn FnMut(&[u8])) -> Result<(), E>,
    ) -> Result<Vocabulary, E> {
        let (said, _, words) = self.inventory.numbers(0);
        let mut numbers: HashMap<Vec<u8>, u32> = HashMap::new();
        let mut stem = Vec::new();
        let stems: Vec<u32> = (0..words as u32)
            .map(|word| {
                self.stem_into(word, &mut stem);
                let next = numbers.len() as u32;
                numbers.get(&stem).copied().unwrap_or_else(|| {
                    numbers.insert(stem.clone(), next);
                    next
                })
            })
            .collect();
        let mut is_said = vec![false; numbers.len()];
        said.iter().for_each(|&word| is_said[stems[word as usize] as usize] = true);
        // In order of first occurrence, so that the first error is always the same.
        let mut by_number: Vec<_> = numbers.iter().collect();
        by_number.sort_unstable_by_key(|&(_, number)| number);
        let mut meant = vec![Vec::new(); numbers.len()];
        for (stem, &number) in by_number.into_iter().filter(|&(_, &n)| is_said[n as usize]) {
            let meanings = &mut meant[number as usize];
            synonyms(stem, &mut |other| meanings.extend(numbers.get(other)))?;
        }
        Ok(Vocabulary { stems, synonyms: meant })
    }

    /// Return the score of each segment, by its [`Texts::vocabulary`].
    pub fn scores(&self, meteor: Meteor, words: &Vocabulary) -> Vec<f64> {
        let mut aligner = Aligner::new(words);
        let score = |segment| {
            let hypothesis = self.inventory.hypothesis_numbers(0, segment);
            let references = self.inventory.reference_numbers(segment);
            meteor.score(&mut aligner, hypothesis, references)
        };
        (0..self.inventory.segments()).map(score).collect()
    }

    /// Write the stem of a lowercase word; the word itself where words are not stemmed.
    fn stem_into(&self, word: u32, stem: &mut Vec<u8>) {
        stem.clear();
        match self.inventory.token(word) {
            Token::Word(bytes) => match std::str::from_utf8(bytes) {
                Ok(text) if self.stem => {
                    let mut lowered = String::with_capacity(text.len());
                    lowercase_into(text, &mut lowered);
                    stem_into(&lowered, stem);
                }
                _ => stem.extend_from_slice(bytes),
            },
            Token::Id(id) => stem.extend(id.to_ne_bytes()),
        }
    }
}
