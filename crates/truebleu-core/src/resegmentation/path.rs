//! The way back through the table, from its end: it computes again what it meets.

use std::ops::Range;

use super::choice;
use super::grid::{Grid, Unit};
use super::strips::{COLUMNS, Edge, Row, Steps, Strip};
use super::{Cut, Table};
use crate::bits::WORD;

/// Rows whose steps are written down at once.
const PIECE: usize = 256;

/// Cut the hypothesis of a table, whose kept rows are `distance` apart. Return nothing where `go_on`
/// says no.
pub(super) fn cut(
    table: &Table<'_>,
    distance: usize,
    go_on: &mut impl FnMut() -> bool,
) -> Option<Cut> {
    let mut path = Path::new(table);
    if path.is_in_table() {
        let mut strip = Strip::new(table.vocabulary);
        let grid = Grid::new(table, distance, &mut strip, go_on)?;
        let mut steps = Steps::default();
        while path.is_in_table() {
            if !go_on() {
                return None;
            }
            path.follow_block(&grid, &mut strip, &mut steps);
        }
    }
    path.finish();
    Some(path.cut)
}

/// A place in the table, and what was found behind it.
struct Path<'a> {
    table: &'a Table<'a>,
    cut: Cut,
    /// The current segment is the one before; 0 when all are found.
    segments: usize,
    /// The reference of the current segment, counted over all segments; none at the end of a
    /// segment with several.
    reference: Option<usize>,
    /// Numbers of rows (of all references) and of columns before the cell.
    row: usize,
    column: usize,
}

impl<'a> Path<'a> {
    fn new(table: &'a Table<'a>) -> Self {
        let segments = table.reference.len();
        let cut = Cut {
            borders: vec![0; segments + 1],
            chosen: vec![0; segments],
            errors: vec![0; segments],
        };
        let column = table.hypothesis.len();
        let mut path = Self { table, cut, segments, reference: None, row: 0, column };
        path.cut.borders[segments] = column;
        path.enter();
        path
    }

    /// Return whether rows and columns are left.
    const fn is_in_table(&self) -> bool {
        self.segments > 0 && self.column > 0
    }

    /// Enter the current segment at its end; those without rows are passed.
    fn enter(&mut self) {
        let reference = self.table.reference;
        while let Some(segment) = self.segments.checked_sub(1) {
            let references = reference.references(segment);
            let rows = reference.all_rows(segment);
            self.row = rows.end;
            self.reference = (references.len() == 1).then_some(references.start);
            if !rows.is_empty() {
                return;
            }
            self.reference = Some(references.start);
            self.leave();
        }
    }

    /// Leave the current segment at its start.
    fn leave(&mut self) {
        self.segments -= 1;
        let first = self.table.reference.references(self.segments).start;
        self.cut.chosen[self.segments] = self.reference.unwrap_or(first) - first;
        if self.segments > 0 {
            self.cut.borders[self.segments] = self.column;
        } else {
            self.cut.errors[0] += self.column;
        }
    }

    /// Choose the reference of the current segment.
    fn choose(&mut self, reference: usize) {
        self.reference = Some(reference);
        let rows = self.table.reference.rows(reference);
        self.row = rows.end;
        if rows.is_empty() {
            self.leave();
            self.enter();
        }
    }

    /// Find the segments for which no token is left.
    fn finish(&mut self) {
        while self.segments > 0 {
            let segment = self.segments - 1;
            let reference = match self.reference.take() {
                Some(reference) => reference,
                None => {
                    let shortest = self.table.reference.shortest(segment);
                    self.row = self.table.reference.rows(shortest).end;
                    shortest
                }
            };
            self.cut.errors[segment] += self.row - self.table.reference.rows(reference).start;
            self.reference = Some(reference);
            self.leave();
            self.reference = None;
        }
    }

    /// Follow the path through the block and the group of strips in which it is.
    fn follow_block(&mut self, grid: &Grid<'_>, strip: &mut Strip, steps: &mut Steps) {
        let last = (self.column - 1) / COLUMNS;
        let first = last / grid.group * grid.group;
        let units = grid.units_until(self.row);
        let rows = grid.rows(&units);
        // The differences left of each strip of the group.
        let mut edges = vec![grid.edges(first, rows.clone())];
        for number in first..last {
            strip.enter(self.table, number);
            let (mut row, mut next) = (grid.row(&units, number), edges[number - first].clone());
            for unit in &grid.units[units.clone()] {
                let edges = &mut next[within(&unit.rows, rows.start)];
                unit.advance(strip, self.table, number, &mut row, edges);
            }
            edges.push(next);
        }
        for number in (first..=last).rev() {
            strip.enter(self.table, number);
            let mut current = InStrip { grid, strip, number, steps };
            self.follow_strip(&mut current, units.clone(), &edges[number - first]);
            if !self.is_in_table() || self.row <= rows.start {
                return;
            }
        }
    }

    /// Follow the path through units of a strip.
    fn follow_strip(&mut self, current: &mut InStrip<'_>, units: Range<usize>, edges: &[Edge]) {
        let start = current.grid.units[units.start].rows.start;
        let (mut row, mut rows) = (current.grid.row(&units, current.number), Vec::new());
        for unit in &current.grid.units[units.start..units.end] {
            rows.push(row);
            // The path does not reach later units.
            if unit.rows.end >= self.row {
                break;
            }
            let mut edges = edges[within(&unit.rows, start)].to_vec();
            unit.advance(current.strip, self.table, current.number, &mut row, &mut edges);
        }
        let left = current.number * COLUMNS;
        for (unit, row) in current.grid.units[units].iter().zip(rows).rev() {
            while self.segments > 0 && self.column > left && self.row > unit.rows.start {
                self.follow_unit(current, unit, row, &edges[within(&unit.rows, start)]);
            }
        }
    }

    /// Follow the path through a unit, whose rows are after `row`.
    fn follow_unit(&mut self, current: &mut InStrip<'_>, unit: &Unit, row: Row, edges: &[Edge]) {
        let rows = match (unit.segment, self.reference) {
            (None, _) => unit.rows.start..self.row,
            (Some(_), Some(reference)) => self.table.reference.rows(reference).start..self.row,
            (Some(segment), None) => {
                let mut edges = edges.to_vec();
                let ends = choice::ends(current.strip, self.table, segment, row, &mut edges);
                let column = self.column - current.number * COLUMNS;
                let first = self.table.reference.references(segment).start;
                self.choose(first + choice::cheapest(&ends, column));
                return;
            }
        };
        let edges = &edges[within(&rows, unit.rows.start)];
        let pieces: Vec<_> =
            rows.clone().step_by(PIECE).map(|at| at..rows.end.min(at + PIECE)).collect();
        let mut before = vec![row];
        for piece in &pieces[..pieces.len() - 1] {
            let mut row = before[before.len() - 1];
            let mut edges = edges[within(piece, rows.start)].to_vec();
            current.strip.advance(self.table, piece.clone(), &mut row, &mut edges);
            before.push(row);
        }
        for (piece, row) in pieces.into_iter().zip(before).rev() {
            let edges = &edges[within(&piece, rows.start)];
            self.follow_rows(current, piece, row, edges);
        }
    }

    /// Follow the path through some rows of a strip.
    fn follow_rows(
        &mut self,
        current: &mut InStrip<'_>,
        rows: Range<usize>,
        row: Row,
        edges: &[Edge],
    ) {
        let left = current.number * COLUMNS;
        if self.column <= left {
            return;
        }
        let words = (self.column - left).div_ceil(WORD);
        current.strip.trace(self.table, rows.clone(), row, edges, words, current.steps);
        while self.segments > 0 && self.column > left && self.row > rows.start {
            let (word, bit) = ((self.column - left - 1) / WORD, (self.column - left - 1) % WORD);
            let [deletions, insertions] = current.steps.rows[self.row - rows.start - 1];
            let segment = self.segments - 1;
            if deletions[word] >> bit & 1 == 1 {
                self.cut.errors[segment] += 1;
                self.row -= 1;
            } else if insertions[word] >> bit & 1 == 1 {
                self.cut.errors[segment] += 1;
                self.column -= 1;
                continue;
            } else {
                self.row -= 1;
                self.column -= 1;
                let (hypothesis, reference) = (self.table.hypothesis, &self.table.reference.tokens);
                self.cut.errors[segment] +=
                    usize::from(hypothesis[self.column] != reference[self.row]);
            }
            let reference = self.reference.map(|reference| self.table.reference.rows(reference));
            if reference.is_some_and(|reference| reference.start == self.row) {
                self.leave();
                self.enter();
            }
        }
    }
}

/// A strip, and what is needed there.
struct InStrip<'a> {
    grid: &'a Grid<'a>,
    strip: &'a mut Strip,
    number: usize,
    steps: &'a mut Steps,
}

/// Return a range counted from `start`.
const fn within(range: &Range<usize>, start: usize) -> Range<usize> {
    range.start - start..range.end - start
}
