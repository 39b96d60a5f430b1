//! Cutting where some borders cost more, as by mweralign with subwords.
//!
//! Neighboring cells are further apart than bits can say: rows are integers, and no faster than
//! that. They are needed for few texts: where the path of the plain table crosses no such border, it
//! is the path of this one, too.

use std::ops::Range;

use super::{Cut, Rules, Table};
use crate::kernels::{Kernel, Work};

/// The price of a forbidden border.
const PRICE: i32 = 100_000;

/// Cells of a table whose rows at the segments' starts are all kept.
const KEPT: usize = if cfg!(test) { 1 << 6 } else { 1 << 23 };

/// Rows that are kept at once on the way back through a reference.
const PIECE: usize = 64;

/// Cut a hypothesis where the segments after the first should not begin with tokens that are
/// `inside` a word. Return nothing where `go_on` says no.
pub(super) fn cut(
    table: &Table<'_>,
    inside: &[bool],
    go_on: &mut impl FnMut() -> bool,
) -> Option<Cut> {
    let costs = Costs { table, inside };
    let segments = table.reference.len();
    let columns = table.hypothesis.len();
    let mut cut = Cut {
        borders: vec![columns; segments + 1],
        chosen: vec![0; segments],
        errors: vec![0; segments],
    };
    // Keep rows at regular intervals of segments, or all rows if there are few.
    let all = segments * columns <= KEPT;
    let distance = if all { 1 } else { segments.isqrt().max(1) };
    let mut saved = Vec::new();
    let mut row: Vec<i32> = (0..=columns as i32).collect();
    for segment in 0..segments {
        if !go_on() {
            return None;
        }
        if segment % distance == 0 {
            saved.push(row.clone());
        }
        row = costs.after(segment, row);
    }
    for (block, row) in saved.into_iter().enumerate().rev() {
        let block = block * distance..segments.min((block + 1) * distance);
        let mut starts = vec![row];
        for segment in block.start..block.end - 1 {
            starts.push(costs.after(segment, starts[starts.len() - 1].clone()));
        }
        for (segment, mut start) in block.zip(starts).rev() {
            if !go_on() {
                return None;
            }
            let end = cut.borders[segment + 1];
            costs.start(segment, &mut start);
            let (chosen, border) = costs.back(segment, &start[..=end]);
            cut.chosen[segment] = chosen;
            cut.borders[segment] = if segment == 0 { 0 } else { border };
        }
    }
    for segment in 0..segments {
        cut.errors[segment] = table.edits(&cut, segment);
    }
    Some(cut)
}

struct Costs<'a> {
    table: &'a Table<'a>,
    inside: &'a [bool],
}

impl Costs<'_> {
    /// Return the cost of the first column at a segment's start.
    fn first(&self, segment: usize) -> i32 {
        let fault = i32::from(self.table.rules == Rules::Mweralign);
        let longest = |segment| {
            let references = self.table.reference.references(segment);
            let lengths = references.map(|reference| self.table.reference.rows(reference).len());
            if fault > 0 { lengths.max() } else { lengths.min() }
        };
        (0..segment).map(|segment| longest(segment).unwrap_or(0) as i32 + fault).sum()
    }

    /// Make the row at the end of the segment before that of a segment's start.
    fn start(&self, segment: usize, row: &mut [i32]) {
        if segment == 0 {
            return;
        }
        for (cost, &inside) in row.iter_mut().zip(self.inside).skip(1) {
            *cost += PRICE * i32::from(inside);
        }
        row[0] = self.first(segment);
    }

    /// Return the row at a segment's end from that at the end of the one before.
    fn after(&self, segment: usize, mut row: Vec<i32>) -> Vec<i32> {
        self.start(segment, &mut row);
        let rows = |reference| {
            let mut row = row.clone();
            self.advance(self.table.reference.rows(reference), &mut row);
            row
        };
        let ends = self.table.reference.references(segment).map(rows);
        let lower = |mut costs: Vec<i32>, row: Vec<i32>| {
            for (cost, other) in costs.iter_mut().zip(row) {
                *cost = (*cost).min(other);
            }
            costs
        };
        ends.reduce(lower).unwrap_or_default()
    }

    /// Move to the last of some rows.
    fn advance(&self, rows: Range<usize>, row: &mut [i32]) {
        let tokens = &self.table.reference.tokens[rows];
        let hypothesis = &self.table.hypothesis[..row.len() - 1];
        self.table.kernel.dispatch(Advance { hypothesis, tokens, row });
    }

    /// Return the reference of a segment that is chosen at its end, the last column of the row at
    /// its start, and the column at which it begins.
    fn back(&self, segment: usize, start: &[i32]) -> (usize, usize) {
        let references = self.table.reference.references(segment);
        let ends = references.clone().map(|reference| {
            let mut row = start.to_vec();
            let mut saved = Vec::new();
            for piece in pieces(self.table.reference.rows(reference)) {
                saved.push(row.clone());
                self.advance(piece, &mut row);
            }
            (row[row.len() - 1], saved)
        });
        let (chosen, (_, saved)) =
            ends.enumerate().min_by_key(|(_, (cost, _))| *cost).unwrap_or_default();
        let mut column = start.len() - 1;
        let pieces: Vec<_> = pieces(self.table.reference.rows(references.start + chosen)).collect();
        for (piece, row) in pieces.into_iter().zip(saved).rev() {
            let mut rows = vec![row[..=column].to_vec()];
            for number in piece {
                let mut row = rows[rows.len() - 1].clone();
                self.advance(number..number + 1, &mut row);
                rows.push(row);
            }
            let mut line = rows.len() - 1;
            while line > 0 && column > 0 {
                let cost = rows[line][column];
                if cost == rows[line - 1][column] + 1 {
                    line -= 1;
                } else if cost == rows[line][column - 1] + 1 {
                    column -= 1;
                } else {
                    (line, column) = (line - 1, column - 1);
                }
            }
        }
        (chosen, column)
    }
}

struct Advance<'a> {
    hypothesis: &'a [u32],
    tokens: &'a [u32],
    row: &'a mut [i32],
}

impl Work for Advance<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, _: K) {
        let Self { hypothesis, tokens, row } = self;
        let mut above = row.to_vec();
        for &token in tokens {
            above.copy_from_slice(row);
            for (((cost, &up), &diagonal), &other) in
                row[1..].iter_mut().zip(&above[1..]).zip(&above).zip(hypothesis)
            {
                *cost = (up + 1).min(diagonal + i32::from(token != other));
            }
            row[0] += 1;
            let mut left = row[0];
            let (blocks, rest) = row[1..].as_chunks_mut::<BLOCK>();
            for block in blocks {
                insert(block, left);
                left = block[BLOCK - 1];
            }
            for cost in rest {
                left = (*cost).min(left + 1);
                *cost = left;
            }
        }
    }
}

/// Cells whose insertions are computed together.
const BLOCK: usize = 8;

/// Lower costs to that of the cell before them, which for the first is `left`, and one more for each
/// step to them.
#[inline(always)]
fn insert(block: &mut [i32; BLOCK], left: i32) {
    for distance in [1, 2, 4] {
        let before = *block;
        for cell in distance..BLOCK {
            block[cell] = before[cell].min(before[cell - distance] + distance as i32);
        }
    }
    for (cell, cost) in block.iter_mut().enumerate() {
        *cost = (*cost).min(left + cell as i32 + 1);
    }
}

fn pieces(rows: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    rows.clone().step_by(PIECE).map(move |start| start..rows.end.min(start + PIECE))
}
