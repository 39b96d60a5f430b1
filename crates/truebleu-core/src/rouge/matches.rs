//! Where in a reference the token stands that a hypothesis has at a position: a row of bits for each
//! token of the hypothesis.

use crate::ngrams::shared::{NONE, Shared};
use crate::ngrams::{Positions, Rows};

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

/// Positions by token, for long texts: memory is linear in the length.
pub(super) struct Places<'a> {
    /// The number of each token of the hypothesis.
    numbers: &'a [u32],
    /// Start of the positions of each number in `positions`.
    starts: Vec<usize>,
    positions: Vec<u32>,
    /// The row that was made last, and of which token.
    row: Vec<u64>,
    shown: u32,
}

impl<'a> Places<'a> {
    pub(super) fn new(shared: &'a Shared) -> Self {
        let tokens = || (0..).zip(&shared.reference).filter(|&(_, &number)| number != NONE);
        let mut starts = vec![0; shared.count + 1];
        for (_, &number) in tokens() {
            starts[number as usize + 1] += 1;
        }
        for number in 1..starts.len() {
            starts[number] += starts[number - 1];
        }
        let (mut next, mut positions) = (starts.clone(), vec![0; starts[shared.count]]);
        for (position, &number) in tokens() {
            positions[next[number as usize]] = position;
            next[number as usize] += 1;
        }
        let row = vec![0; shared.reference.len().div_ceil(64)];
        Self { numbers: &shared.hypothesis, starts, positions, row, shown: NONE }
    }

    /// Return the positions of a token; none of one that the reference does not have.
    fn positions(&self, number: u32) -> &[u32] {
        match self.starts.get(number as usize + 1) {
            Some(&end) if number != NONE => &self.positions[self.starts[number as usize]..end],
            _ => &[],
        }
    }
}

impl Matches for Places<'_> {
    fn width(&self) -> usize {
        self.row.len()
    }

    fn row(&mut self, at: usize) -> &[u64] {
        let number = self.numbers[at];
        if self.shown != number {
            let mut row = std::mem::take(&mut self.row);
            for &position in self.positions(self.shown) {
                row[position as usize / 64] = 0;
            }
            for &position in self.positions(number) {
                row[position as usize / 64] |= 1 << (position % 64);
            }
            (self.row, self.shown) = (row, number);
        }
        &self.row
    }
}
