//! Strips: 512 columns of the table, all of whose rows are computed before the next strip's.
//!
//! A row is kept as the differences of neighboring columns, -1, 0 or 1, as two bits each. A step
//! to the next row needs the columns whose token is that of the row, and the difference between the
//! rows left of the strip; it gives that right of the strip.

use std::ops::Range;

use super::Table;
use crate::bits::WORD;
use crate::kernels::{Kernel, Work};

/// Numbers of 64 columns in a strip.
pub(super) const WORDS: usize = 8;

/// Columns of a strip.
pub(super) const COLUMNS: usize = WORDS * WORD;

/// A row of a strip: the columns that are one more than their left neighbor, and one less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub up: [u64; WORDS],
    pub down: [u64; WORDS],
}

impl Row {
    /// The row of no reference token: each column costs one insertion more.
    pub const FIRST: Self = Self { up: [u64::MAX; WORDS], down: [0; WORDS] };

    /// Return the difference of a column, counted from 1, to the column left of the strip.
    pub fn prefix(&self, column: usize) -> i64 {
        let (words, rest) = (column / WORD, column % WORD);
        let sum = |numbers: &[u64; WORDS]| {
            let full: u32 = numbers[..words].iter().map(|number| number.count_ones()).sum();
            let part = numbers.get(words).map_or(0, |number| number & ((1 << rest) - 1));
            i64::from(full + part.count_ones())
        };
        sum(&self.up) - sum(&self.down)
    }
}

/// The difference of a cell to the one above: bit 0 is 1 more, bit 1 is 1 less.
pub(super) type Edge = u8;

/// 1 more, as in the first column.
pub(super) const MORE: Edge = 1;

/// Return a difference as a number.
pub(super) fn value(edge: Edge) -> i64 {
    i64::from(edge & 1) - i64::from(edge >> 1)
}

/// A strip, with the columns of each of its tokens.
pub(super) struct Strip {
    /// For each token, which of `matches` is its own; 0 for none.
    places: Vec<u32>,
    /// Tokens of the strip.
    used: Vec<u32>,
    matches: Vec<[u64; WORDS]>,
    /// In the strip of the first token with mweralign's fault: that token, the place of its columns
    /// without the first one, and the rows in which all count.
    first: Option<(u32, u32, Range<usize>)>,
    padded: Vec<u32>,
}

impl Strip {
    pub fn new(vocabulary: usize) -> Self {
        Self {
            places: vec![0; vocabulary],
            used: Vec::new(),
            matches: vec![[0; WORDS]],
            first: None,
            padded: Vec::new(),
        }
    }

    /// Move to another strip of the table.
    pub fn enter(&mut self, table: &Table<'_>, strip: usize) {
        for token in self.used.drain(..) {
            self.places[token as usize] = 0;
        }
        self.matches.truncate(1);
        let start = strip * COLUMNS;
        let end = table.hypothesis.len().min(start + COLUMNS);
        for (column, &token) in table.hypothesis[start..end].iter().enumerate() {
            let index = &mut self.places[token as usize];
            if *index == 0 {
                *index = self.matches.len() as u32;
                self.matches.push([0; WORDS]);
                self.used.push(token);
            }
            self.matches[*index as usize][column / WORD] |= 1 << (column % WORD);
        }
        self.first = None;
        if strip == 0 && table.empty_in_front.is_some() {
            let token = table.hypothesis[0];
            let mut others = self.matches[self.places[token as usize] as usize];
            others[0] &= !1;
            self.first = Some((token, self.matches.len() as u32, table.first_matches()));
            self.matches.push(others);
        }
    }

    /// Return the columns that match the tokens of rows, as places in `matches`.
    fn places<'a>(
        &'a self,
        tokens: &'a [u32],
        rows: Range<usize>,
    ) -> impl ExactSizeIterator<Item = u32> + 'a {
        let faulty = self.first.as_ref();
        tokens[rows.clone()].iter().zip(rows).map(move |(&token, row)| match faulty {
            Some((first, without, all)) if token == *first && !all.contains(&row) => *without,
            _ => self.places[token as usize],
        })
    }

    /// Compute the last of the `rows` from the row before them. `edges` has the differences of these
    /// rows left of the strip, and then right of it.
    pub fn advance(
        &mut self,
        table: &Table<'_>,
        rows: Range<usize>,
        row: &mut Row,
        edges: &mut [Edge],
    ) {
        debug_assert_eq!(rows.len(), edges.len());
        let mut padded = std::mem::take(&mut self.padded);
        padded.clear();
        padded.resize(WORDS - 1, 0);
        padded.extend(self.places(&table.reference.tokens, rows));
        padded.resize(padded.len() + WORDS - 1, 0);
        table.kernel.dispatch(Advance { matches: &self.matches, padded: &padded, row, edges });
        self.padded = padded;
    }

    /// Write, for each of the `rows` and the first `words` numbers of columns, which cells are one
    /// more than the one above, and which one more than their left neighbor.
    pub fn trace(
        &self,
        table: &Table<'_>,
        rows: Range<usize>,
        mut row: Row,
        edges: &[Edge],
        words: usize,
        steps: &mut Steps,
    ) {
        steps.rows.clear();
        for (index, &edge) in self.places(&table.reference.tokens, rows).zip(edges) {
            let matches = &self.matches[index as usize];
            let mut carried = (u64::from(edge & 1), u64::from(edge >> 1));
            let mut deletions = [0; WORDS];
            for word in 0..words {
                let (up, down) = (&mut row.up[word], &mut row.down[word]);
                (deletions[word], carried) = step(up, down, matches[word], carried);
            }
            steps.rows.push([deletions, row.up]);
        }
    }
}

/// The steps back from cells: of each row, where a deletion leads to the cell, and where an
/// insertion does.
#[derive(Default)]
pub(super) struct Steps {
    pub rows: Vec<[[u64; WORDS]; 2]>,
}

/// Compute 64 columns of the next row from the differences `up` and `down` of a row, and return
/// which of its cells are one more than the one above, and what the next columns need.
#[inline(always)]
fn step(up: &mut u64, down: &mut u64, matches: u64, carried: (u64, u64)) -> (u64, (u64, u64)) {
    let unequal = !(matches | *down);
    let matches = matches | carried.1;
    let diagonal = ((matches & *up).wrapping_add(*up) ^ *up) | matches;
    let more = *down | !(diagonal | *up);
    let less = *up & diagonal;
    let out = (more >> (WORD - 1), less >> (WORD - 1));
    let (above, below) = (more << 1 | carried.0, less << 1 | carried.1);
    *up = below | (unequal & !above);
    *down = above & !unequal;
    (more, out)
}

struct Advance<'a> {
    matches: &'a [[u64; WORDS]],
    /// The places of the rows' columns, between some zeros.
    padded: &'a [u32],
    row: &'a mut Row,
    edges: &'a mut [Edge],
}

impl Work for Advance<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(mut self, _: K) {
        if !K::STAGGERED {
            return self.in_order();
        }
        let rows = self.edges.len();
        let mut carried = [[0; WORDS]; 2];
        let full = (WORDS - 1).min(rows);
        self.staggered::<false>(&mut carried, 0..full);
        self.staggered::<true>(&mut carried, full..rows);
        self.staggered::<false>(&mut carried, rows..rows + WORDS - 1);
    }
}

impl Advance<'_> {
    /// Compute row after row, each from left to right: the sums of the numbers are carried on.
    #[inline(always)]
    fn in_order(self) {
        let Row { mut up, mut down } = *self.row;
        for (&index, edge) in self.padded[WORDS - 1..].iter().zip(self.edges) {
            let matches = &self.matches[index as usize];
            let (mut above, mut below) = (u64::from(*edge & 1), u64::from(*edge >> 1));
            let (mut first, mut carry) = (below, false);
            for word in 0..WORDS {
                let unequal = !(matches[word] | down[word]);
                let matches = matches[word] | first;
                first = 0;
                let (sum, over) = (matches & up[word]).overflowing_add(up[word]);
                let (sum, again) = sum.overflowing_add(u64::from(carry));
                carry = over | again;
                let diagonal = (sum ^ up[word]) | matches;
                let more = down[word] | !(diagonal | up[word]);
                let less = up[word] & diagonal;
                let (shifted, lowered) = (more << 1 | above, less << 1 | below);
                (above, below) = (more >> (WORD - 1), less >> (WORD - 1));
                up[word] = lowered | (unequal & !shifted);
                down[word] = shifted & !unequal;
            }
            *edge = (above | below << 1) as Edge;
        }
        *self.row = Row { up, down };
    }

    /// Compute the numbers of a row one row apart, so that none waits for its neighbor: at time `t`
    /// number `w` is at row `t - w`. Not `FULL`: some of them are before the first row or behind the
    /// last, and stay.
    #[inline(always)]
    fn staggered<const FULL: bool>(
        &mut self,
        carried: &mut [[u64; WORDS]; 2],
        times: Range<usize>,
    ) {
        let rows = self.edges.len();
        let Row { mut up, mut down } = *self.row;
        let [mut above, mut below] = *carried;
        for time in times {
            let places: &[u32; WORDS] =
                self.padded[time..].first_chunk().expect("there are zeros around the rows");
            let edge = if time < rows { self.edges[time] } else { 0 };
            let mut matches = [0; WORDS];
            for word in 0..WORDS {
                matches[word] = self.matches[places[WORDS - 1 - word] as usize][word];
            }
            let (mut from_above, mut from_below) = ([0; WORDS], [0; WORDS]);
            from_above[1..].copy_from_slice(&above[..WORDS - 1]);
            from_below[1..].copy_from_slice(&below[..WORDS - 1]);
            from_above[0] = u64::from(edge & 1);
            from_below[0] = u64::from(edge >> 1);
            let before = (up, down);
            for word in 0..WORDS {
                let carried = (from_above[word], from_below[word]);
                let (_, out) = step(&mut up[word], &mut down[word], matches[word], carried);
                (above[word], below[word]) = out;
            }
            if !FULL {
                for word in 0..WORDS {
                    if time < word || time - word >= rows {
                        (up[word], down[word]) = (before.0[word], before.1[word]);
                    }
                }
            }
            if let Some(edge) = (time + 1).checked_sub(WORDS).map(|row| &mut self.edges[row]) {
                *edge = (above[WORDS - 1] | below[WORDS - 1] << 1) as Edge;
            }
        }
        *self.row = Row { up, down };
        *carried = [above, below];
    }
}
