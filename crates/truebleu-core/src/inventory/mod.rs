//! The inventory of a corpus: every n-gram with its count in the hypotheses, its clipped matches
//! and its largest count in a reference, and the segments in which it was missed, repeated or made
//! up.
//!
//! [`ngrams`](crate::ngrams) counts matches without ever looking at an n-gram as such, which is
//! what makes it fast. Here the n-grams themselves are the result. Tokens get small numbers, and so
//! does each n-gram of an order: it is an n-gram of the order below and one more token, so one
//! table of pairs for each order names all of them exactly, without hashing their text.
//!
//! One order is held at a time ([`Level`]). Memory is 8 bytes for each token of the corpus and
//! about 50 for each different n-gram of the current order; of the n-grams only the first of each
//! ranking leave a [`Table`].

mod marks;
mod numbering;
mod ranking;
mod sequences;
mod steps;
mod table;
mod vocabulary;

use std::ops::Range;

use crate::corpus::Segments;
use crate::error::Error;
use crate::kernels::KernelChoice;
use crate::segment::{Text, check_texts};
use crate::text::lowercase::{Case, Casing};
use crate::tokenizers::{self, Analysis, Tokenizer};

pub use marks::{Mark, Status};
pub use numbering::{Numbered, Numbering};
pub use ranking::{Counts, Entry, Gram, Kind};
pub use sequences::{Grams, Sequences, WordSequences};
pub(crate) use steps::Steps;
pub use table::{Level, Table};
pub use vocabulary::Token;
use vocabulary::Vocabulary;

/// A corpus as numbers for its tokens.
pub struct Inventory {
    tokenizer: Tokenizer,
    case: Casing,
    kernel: KernelChoice,
    vocabulary: Vocabulary,
    /// The hypotheses of each system.
    systems: Vec<Texts>,
    references: Texts,
    /// End of the references of each segment among all references.
    reference_ends: Vec<usize>,
    analysis: Analysis,
    tokenizing: tokenizers::Scratch,
}

/// Return the range of item `i` of items that lie one after the other and end at `ends`.
pub(crate) fn range_of(ends: &[usize], i: usize) -> Range<usize> {
    let start = if i == 0 { 0 } else { ends[i - 1] };
    start..ends[i]
}

/// Texts as numbers of tokens, one after the other.
#[derive(Debug, Default)]
struct Texts {
    tokens: Vec<u32>,
    ends: Vec<usize>,
}

impl Texts {
    /// Return the range of text `i`.
    fn range(&self, i: usize) -> Range<usize> {
        range_of(&self.ends, i)
    }

    fn text(&self, i: usize) -> &[u32] {
        &self.tokens[self.range(i)]
    }
}

impl Inventory {
    /// Create an inventory of `systems` systems on the same references, empty yet.
    pub fn new(tokenizer: Tokenizer, case: Casing, kernel: KernelChoice, systems: usize) -> Self {
        Self {
            tokenizer,
            case,
            kernel,
            vocabulary: Vocabulary::default(),
            systems: (0..systems).map(|_| Texts::default()).collect(),
            references: Texts::default(),
            reference_ends: Vec::new(),
            analysis: Analysis::default(),
            tokenizing: tokenizers::Scratch::default(),
        }
    }

    /// Add the hypothesis of the system's next segment.
    ///
    /// # Errors
    /// When it is too long, or of another kind than the texts before; the segment in the error is
    /// the system's.
    pub fn add_hypothesis(&mut self, system: usize, text: Text<'_>) -> Result<(), Error> {
        let segment = self.systems[system].ends.len();
        let mut texts = std::mem::take(&mut self.systems[system]);
        let added = self.add(text, self.case.hypothesis, &mut texts);
        self.systems[system] = texts;
        added.map_err(|error| error.after(segment))
    }

    /// Add the references of the next segment.
    ///
    /// # Errors
    /// As [`Inventory::add_hypothesis`], or when there is none.
    pub fn add_references(&mut self, references: &[Text<'_>]) -> Result<(), Error> {
        let segment = self.reference_ends.len();
        if references.is_empty() {
            return Err(Error::NoReference { segment });
        }
        let case = self.case.reference;
        let mut texts = std::mem::take(&mut self.references);
        let added = references.iter().try_for_each(|&text| self.add(text, case, &mut texts));
        self.reference_ends.push(texts.ends.len());
        self.references = texts;
        added.map_err(|error| error.after(segment))
    }

    /// Add the next segments of a system, with their references where it is the first.
    ///
    /// # Errors
    /// As [`Inventory::add_hypothesis`] and [`Inventory::add_references`].
    pub fn add_segments<S: Segments + ?Sized>(
        &mut self,
        system: usize,
        segments: &S,
    ) -> Result<(), Error> {
        let mut references = Vec::new();
        for i in 0..segments.len() {
            references.clear();
            self.add_hypothesis(system, segments.segment(i, &mut references))?;
            if system == 0 {
                self.add_references(&references)?;
            }
        }
        Ok(())
    }

    fn add(&mut self, text: Text<'_>, case: Case, texts: &mut Texts) -> Result<(), Error> {
        check_texts(text, &[])?;
        self.analysis.read_by(self.kernel, self.tokenizer, case, &text, &mut self.tokenizing);
        if !self.vocabulary.number(self.analysis.words(&text), text.is_ids(), &mut texts.tokens) {
            return Err(Error::MixedKinds { segment: 0 });
        }
        texts.ends.push(texts.tokens.len());
        // N-gram numbers have 32 bits, and there is at most one n-gram per token.
        let tokens: usize =
            self.systems.iter().chain([&self.references, &*texts]).map(|t| t.tokens.len()).sum();
        if tokens > u32::MAX as usize {
            return Err(Error::CorpusTooLong { segment: 0 });
        }
        Ok(())
    }

    /// Return the number of segments.
    pub fn segments(&self) -> usize {
        self.reference_ends.len()
    }

    /// Return the number of systems.
    pub fn systems(&self) -> usize {
        self.systems.len()
    }

    /// Return the token with a number of an [`Entry`].
    pub fn token(&self, number: u32) -> Token<'_> {
        self.vocabulary.token(number)
    }

    /// Return the tokens of a hypothesis.
    pub fn hypothesis(&self, system: usize, segment: usize) -> impl Iterator<Item = Token<'_>> {
        self.systems[system].text(segment).iter().map(|&number| self.token(number))
    }

    /// Return the tokens of each reference of a segment.
    pub fn references(&self, segment: usize) -> impl Iterator<Item = Vec<Token<'_>>> {
        self.places_of_references(segment)
            .map(|i| self.references.text(i).iter().map(|&number| self.token(number)).collect())
    }

    /// Return the tokens of a hypothesis by number.
    pub fn hypothesis_numbers(&self, system: usize, segment: usize) -> &[u32] {
        self.systems[system].text(segment)
    }

    /// Return the tokens of each reference of a segment by number.
    pub fn reference_numbers(&self, segment: usize) -> impl Iterator<Item = &[u32]> {
        self.places_of_references(segment).map(|i| self.references.text(i))
    }

    /// Return how many references a segment has, and how many words they have together.
    pub fn reference_words(&self, segment: usize) -> (usize, usize) {
        let places = self.places_of_references(segment);
        (places.len(), places.map(|i| self.references.text(i).len()).sum())
    }

    /// Return the tokens of a system's hypotheses by number, where each hypothesis ends among them,
    /// and below which all numbers are.
    pub(crate) fn numbers(&self, system: usize) -> (&[u32], &[usize], usize) {
        let texts = &self.systems[system];
        (&texts.tokens, &texts.ends, self.vocabulary.len())
    }

    /// Return, for each segment, how often the rarest token of its references is in all references
    /// together; 0 where they have no token.
    pub fn rarest(&self) -> Vec<u32> {
        let mut counts = vec![0_u32; self.vocabulary.len()];
        for &token in &self.references.tokens {
            counts[token as usize] += 1;
        }
        let of_text = |i| self.references.text(i).iter().map(|&token| counts[token as usize]).min();
        (0..self.segments())
            .map(|segment| {
                self.places_of_references(segment).filter_map(of_text).min().unwrap_or(0)
            })
            .collect()
    }

    /// Return the n-grams of order 1; those of the next orders follow from them.
    pub fn level(&self) -> Level<'_> {
        Level::new(self)
    }

    /// Return which of all references belong to a segment.
    fn places_of_references(&self, segment: usize) -> Range<usize> {
        range_of(&self.reference_ends, segment)
    }
}

#[cfg(test)]
mod tests;
