//! The edit-distance table as bits: a row of differences in a few numbers.
//!
//! Neighbouring cells differ by -1, 0 or 1, so a row is kept as two sets of columns (where it rises
//! and where it falls), and the next row follows from it in some fifteen operations for 64 columns.
//! Myers, "A fast bit-vector algorithm for approximate string matching" (JACM 1999), in the form of
//! Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances" (Nordic
//! Journal of Computing 2003). Rows are hypothesis words, columns are reference words. [`Rows`] have no
//! band; [`super::window`] does the same within it.

use super::alignment::Step;
use super::matches::Masks;

/// One row, 64 columns of it: bit `j` for column `j + 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// The cell costs 1 more than its left neighbour.
    pub(super) rises: u64,
    /// It costs 1 less.
    pub(super) falls: u64,
    /// It costs as much as the one above its left neighbour.
    pub(super) same: u64,
    /// It costs 1 more than the one above.
    pub(super) grows: u64,
}

impl Row {
    /// Return how a cheapest path came to the cell of a bit, where the row's word has these places:
    /// by a match or a substitution if it can, else a deletion, else an insertion.
    #[inline(always)]
    pub(super) const fn step(&self, mask: u64, bit: usize) -> Step {
        if mask >> bit & 1 == 1 {
            Step::Match
        } else if self.same >> bit & 1 == 0 {
            Step::Substitute
        } else if self.grows >> bit & 1 == 1 {
            Step::Delete
        } else {
            Step::Insert
        }
    }
}

/// Above the first row: every column costs 1 more than the one before.
pub(super) const TOP: Row = Row { rises: u64::MAX, falls: 0, same: 0, grows: 0 };

/// Return the next row, 64 columns of it, and its carry into the next 64.
#[inline(always)]
pub(super) fn next(rises: u64, falls: u64, mask: u64, carry: &mut Carry) -> Row {
    let matched = mask & rises;
    let (sum, over) = matched.overflowing_add(rises);
    let (sum, over_too) = sum.overflowing_add(carry.sum);
    let same = (sum ^ rises) | mask | falls;
    let grows = falls | !(same | rises);
    let shrinks = same & rises;
    let grows_left = grows << 1 | carry.grows;
    let shrinks_left = shrinks << 1 | carry.shrinks;
    *carry = Carry { sum: u64::from(over | over_too), grows: grows >> 63, shrinks: shrinks >> 63 };
    Row { rises: shrinks_left | !(same | grows_left), falls: same & grows_left, same, grows }
}

#[derive(Clone, Copy)]
pub(super) struct Carry {
    sum: u64,
    grows: u64,
    shrinks: u64,
}

/// At the left border every row costs 1 more than the one above.
pub(super) const BORDER: Carry = Carry { sum: 0, grows: 1, shrinks: 0 };

/// The rows of one order of the hypothesis words, kept for walking back.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// Row 0, then one for each word; as many parts for each as masks have.
    rows: Vec<Row>,
}

impl Rows {
    /// Compute the rows after row `first`, which must be filled already, and return the distance.
    #[inline(always)]
    pub(super) fn fill<const W: usize>(
        &mut self,
        masks: Masks<'_>,
        order: &[u32],
        first: usize,
    ) -> u32 {
        let needed = (order.len() + 1) * W;
        if self.rows.len() < needed {
            self.rows.resize(needed, TOP);
        }
        let rows = &mut self.rows.as_chunks_mut::<W>().0[first..=order.len()];
        if first == 0 {
            rows[0] = [TOP; W];
        }
        let mut row = rows[0];
        for (&word, place) in order[first..].iter().zip(&mut rows[1..]) {
            let mask = masks.array::<W>(word);
            let mut carry = BORDER;
            for w in 0..W {
                row[w] = next(row[w].rises, row[w].falls, mask[w], &mut carry);
            }
            *place = row;
        }
        let mut distance = order.len() as u32;
        for (w, part) in row.iter().enumerate() {
            distance += (part.rises & masks.used(w)).count_ones();
            distance -= (part.falls & masks.used(w)).count_ones();
        }
        distance
    }

    /// Return how a cheapest path came to column `j` of row `i`, both from 1, where the word of
    /// this row is `word`.
    #[inline(always)]
    pub(super) fn step<const W: usize>(
        &self,
        masks: Masks<'_>,
        word: u32,
        i: usize,
        j: usize,
    ) -> Step {
        let (w, bit) = ((j - 1) / 64, (j - 1) % 64);
        self.rows[i * W + w].step(masks.array::<W>(word)[w], bit)
    }

    /// Return the distances of `L` other orders, which all begin as this one up to row `first`.
    /// `word(i, l)` is the word in row `i`, from 0, of order `l`.
    #[inline(always)]
    pub(super) fn distances<const W: usize, const L: usize>(
        &self,
        masks: Masks<'_>,
        first: usize,
        words: usize,
        word: impl Fn(usize, usize) -> u32,
    ) -> [u32; L] {
        let start = &self.rows.as_chunks::<W>().0[first];
        let mut rises = start.map(|row| [row.rises; L]);
        let mut falls = start.map(|row| [row.falls; L]);
        for i in first..words {
            let masks: [&[u64; W]; L] = std::array::from_fn(|l| masks.array(word(i, l)));
            let mut carry = [BORDER; L];
            for w in 0..W {
                for l in 0..L {
                    let row = next(rises[w][l], falls[w][l], masks[l][w], &mut carry[l]);
                    rises[w][l] = row.rises;
                    falls[w][l] = row.falls;
                }
            }
        }
        let mut distances = [words as u32; L];
        for w in 0..W {
            let used = masks.used(w);
            for l in 0..L {
                distances[l] += (rises[w][l] & used).count_ones();
                distances[l] -= (falls[w][l] & used).count_ones();
            }
        }
        distances
    }
}
