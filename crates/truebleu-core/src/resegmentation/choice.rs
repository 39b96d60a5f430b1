//! Segments with several references: at the end of the segment the least of all continues.

use super::Table;
use super::strips::{Edge, Row, Strip, WORDS, value};
use crate::bits::WORD;

/// The last row of a reference in a strip.
pub(super) struct End {
    row: Row,
    /// The difference of the column left of the strip to the same column at the segment's start.
    left: i64,
}

/// Return the last row of each reference of a segment. `edges` has the differences of all their rows
/// left of the strip, and then right of it.
pub(super) fn ends(
    strip: &mut Strip,
    table: &Table<'_>,
    segment: usize,
    start: Row,
    edges: &mut [Edge],
) -> Vec<End> {
    let first = table.reference.all_rows(segment).start;
    let references = table.reference.references(segment).map(|reference| {
        let rows = table.reference.rows(reference);
        let edges = &mut edges[rows.start - first..rows.end - first];
        let left = edges.iter().copied().map(value).sum();
        let mut row = start;
        strip.advance(table, rows, &mut row, edges);
        End { row, left }
    });
    references.collect()
}

/// Return which of the references is the cheapest at a column of the strip, counted from 1.
pub(super) fn cheapest(ends: &[End], column: usize) -> usize {
    let costs = ends.iter().map(|end| end.left + end.row.prefix(column));
    costs.enumerate().min_by_key(|&(_, cost)| cost).map_or(0, |(reference, _)| reference)
}

/// Return the row of the least costs. `first_strip`: with mweralign's fault, the first column costs
/// more than the second.
pub(super) fn lowest(table: &Table<'_>, ends: Vec<End>, first_strip: bool) -> Row {
    let mut row = ends.into_iter().reduce(lesser).map_or(Row::FIRST, |end| end.row);
    if first_strip && table.empty_in_front.is_some() {
        row.up[0] &= !1;
        row.down[0] |= 1;
    }
    row
}

/// Return the lesser of two costs in each column.
fn lesser(first: End, second: End) -> End {
    let mut row = Row { up: [0; WORDS], down: [0; WORDS] };
    let left = first.left.min(second.left);
    // How much more the first costs.
    let mut more = first.left - second.left;
    for word in 0..WORDS {
        let [one, other] = [&first.row, &second.row].map(|row| (row.up[word], row.down[word]));
        let sum =
            |(up, down): (u64, u64)| i64::from(up.count_ones()) - i64::from(down.count_ones());
        let at_end = more + sum(one) - sum(other);
        // Each column changes the difference of the two by at most 2.
        let far = 2 * WORD as i64;
        (row.up[word], row.down[word]) = if one == other || more + far <= 0 && at_end <= 0 {
            if more <= 0 { one } else { other }
        } else if more >= far && at_end >= 0 {
            other
        } else {
            merged(one, other, more)
        };
        more = at_end;
    }
    End { row, left }
}

/// Return the differences of 64 columns of the lesser costs; the first costs `more` before them.
fn merged(one: (u64, u64), other: (u64, u64), mut more: i64) -> (u64, u64) {
    let (mut up, mut down) = (0, 0);
    for column in 0..WORD {
        let change = |(up, down): (u64, u64)| {
            (up >> column & 1).cast_signed() - (down >> column & 1).cast_signed()
        };
        let (first, second) = (change(one), change(other));
        let before = more.min(0);
        more += first - second;
        // The minimum is the second plus the first's excess, if that is negative.
        let difference = second + more.min(0) - before;
        up |= u64::from(difference > 0) << column;
        down |= u64::from(difference < 0) << column;
    }
    (up, down)
}
