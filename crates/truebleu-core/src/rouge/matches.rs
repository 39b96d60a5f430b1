//! Where in a reference the token stands that a hypothesis has at a place: a row of bits for each
//! token of the hypothesis.

use crate::ngrams::numbers::Numbers;
use crate::ngrams::{Positions, Rows, Words};

/// Rows of bits, made one by one.
pub(super) trait Matches {
    /// Return the words of a row: enough bits for the reference.
    fn width(&self) -> usize;

    /// Return the row of token `at`.
    fn row(&mut self, at: usize) -> &[u64];
}

/// All rows, in a table.
impl Matches for &Positions {
    #[inline(always)]
    fn width(&self) -> usize {
        self.words()
    }

    #[inline(always)]
    fn row(&mut self, at: usize) -> &[u64] {
        &self.bits()[at * self.words()..][..self.words()]
    }
}

/// Places by token, for texts whose table would be too large, or where two different tokens have
/// one key: memory is linear in the length.
pub(super) struct Places {
    /// The number of each token of the hypothesis.
    numbers: Vec<u32>,
    /// Start of the places of each number in `places`.
    starts: Vec<usize>,
    places: Vec<u32>,
    /// The row that was made last, and of which token.
    row: Vec<u64>,
    shown: Option<u32>,
}

impl Places {
    pub(super) fn new(hypothesis: Words<'_>, reference: Words<'_>) -> Self {
        let mut numbers = Numbers::default();
        let words = numbers.all(reference);
        let mut starts = vec![0; numbers.len() + 1];
        for &number in &words {
            starts[number as usize + 1] += 1;
        }
        for number in 1..starts.len() {
            starts[number] += starts[number - 1];
        }
        let (mut next, mut places) = (starts.clone(), vec![0; words.len()]);
        for (place, &number) in words.iter().enumerate() {
            places[next[number as usize]] = place as u32;
            next[number as usize] += 1;
        }
        let row = vec![0; words.len().div_ceil(64)];
        let numbers = numbers.all(hypothesis);
        Self { numbers, starts, places, row, shown: None }
    }

    /// Return the places of a token; none of one that the reference does not have.
    fn places(&self, number: u32) -> &[u32] {
        match self.starts.get(number as usize + 1) {
            Some(&end) => &self.places[self.starts[number as usize]..end],
            None => &[],
        }
    }
}

impl Matches for Places {
    fn width(&self) -> usize {
        self.row.len()
    }

    fn row(&mut self, at: usize) -> &[u64] {
        let number = self.numbers[at];
        if self.shown != Some(number) {
            let mut row = std::mem::take(&mut self.row);
            for &place in self.shown.map_or(&[][..], |shown| self.places(shown)) {
                row[place as usize / 64] = 0;
            }
            for &place in self.places(number) {
                row[place as usize / 64] |= 1 << (place % 64);
            }
            (self.row, self.shown) = (row, Some(number));
        }
        &self.row
    }
}
