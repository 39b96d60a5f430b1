//! Texts as numbers for what their n-grams are made of, and every n-gram of an order as one number:
//! for comparing many texts with many.

use std::ops::Range;

use super::vocabulary::Vocabulary;
use super::{Numbered, Steps, range_of};
use crate::ngrams::Words;

/// Texts as numbers, for tokens or for characters: equal exactly when these are.
#[derive(Debug)]
pub struct Sequences {
    numbers: Vec<u32>,
    ends: Vec<usize>,
    orders: usize,
}

impl Sequences {
    /// Create an empty set of texts whose n-grams of 1 to `orders` count.
    pub const fn new(orders: usize) -> Self {
        Self { numbers: Vec::new(), ends: Vec::new(), orders }
    }

    /// Create texts from numbered tokens.
    pub fn of_tokens(numbered: &Numbered, orders: usize) -> Self {
        let mut sequences = Self::new(orders);
        for ids in numbered.all() {
            // IDs are consecutive from 0 and fit into 32 bits.
            sequences.push(ids.iter().map(|&id| id as u32));
        }
        sequences
    }

    /// Add a text.
    pub fn push(&mut self, numbers: impl IntoIterator<Item = u32>) {
        self.numbers.extend(numbers);
        self.ends.push(self.numbers.len());
    }

    /// Return the number of texts.
    pub fn texts(&self) -> usize {
        self.ends.len()
    }

    /// Return the largest order of n-grams that counts.
    pub const fn orders(&self) -> usize {
        self.orders
    }

    /// Return the number of tokens or characters of a text.
    pub fn length(&self, text: usize) -> usize {
        self.range(text).len()
    }

    /// Return the n-grams of order 1.
    pub fn grams(&self) -> Grams {
        let distinct = self.numbers.iter().max().map_or(0, |&largest| largest as usize + 1);
        Grams { order: 1, numbers: self.numbers.clone(), distinct }
    }

    /// Return the n-grams of the next order: an n-gram is one of the order below, and what follows
    /// it.
    pub fn raised(&self, below: &Grams) -> Grams {
        let mut steps = Steps::default();
        let mut numbers = below.numbers.clone();
        for text in 0..self.texts() {
            let range = self.range(text);
            steps.raise(&mut numbers[range.clone()], below.order, &self.numbers[range]);
        }
        Grams { order: below.order + 1, numbers, distinct: steps.len() }
    }

    /// Return the n-grams of a text, from its first on.
    pub fn grams_of<'a>(&self, grams: &'a Grams, text: usize) -> &'a [u32] {
        let range = self.range(text);
        let count = (range.len() + 1).saturating_sub(grams.order);
        &grams.numbers[range.start..range.start + count]
    }

    fn range(&self, text: usize) -> Range<usize> {
        range_of(&self.ends, text)
    }
}

/// Texts as numbers for their words, under way.
pub struct WordSequences {
    sequences: Sequences,
    vocabulary: Vocabulary,
    numbers: Vec<u32>,
}

impl WordSequences {
    /// Create an empty set of texts whose n-grams of 1 to `orders` count.
    pub fn new(orders: usize) -> Self {
        Self {
            sequences: Sequences::new(orders),
            vocabulary: Vocabulary::default(),
            numbers: Vec::new(),
        }
    }

    /// Add a text.
    pub fn push(&mut self, words: Words<'_>) {
        self.numbers.clear();
        self.vocabulary.number(words, false, &mut self.numbers);
        self.sequences.push(self.numbers.iter().copied());
    }

    /// Return all of them.
    pub fn finish(self) -> Sequences {
        self.sequences
    }
}

/// All n-grams of one order, as numbers.
#[derive(Debug)]
pub struct Grams {
    order: usize,
    /// For each place, the n-gram that begins there; stale where the text ends before it does.
    numbers: Vec<u32>,
    distinct: usize,
}

impl Grams {
    /// Return the largest number plus one.
    pub const fn distinct(&self) -> usize {
        self.distinct
    }
}
