//! The way forward through the table: strip after strip, of which some rows and some columns are
//! kept.
//!
//! The table is divided into blocks of rows (of whole segments, where a segment has several
//! references) and groups of strips. The first row of each block and the differences left of each
//! group are kept: what is between them can be computed again.

use std::ops::Range;

use super::Table;
use super::choice;
use super::strips::{COLUMNS, Edge, MORE, Row, Strip};

/// Rows between two that are kept, of a small table.
const ROWS: usize = 512;

/// Return the distance of kept rows and columns for a table of this size: what is kept has as many
/// bytes as the table has cells, divided by twice the distance, so at most 32 times as many as the
/// table has rows or columns.
pub(super) fn distance_for(columns: usize, rows: usize) -> usize {
    (columns.min(rows) / 64).next_power_of_two().max(ROWS)
}

/// Return the edit distance of the hypothesis to a reference of one segment.
pub(super) fn distance(table: &Table<'_>) -> usize {
    let (columns, rows) = (table.hypothesis.len(), table.reference.tokens.len());
    let mut edges = vec![MORE; rows];
    let mut strip = Strip::new(table.vocabulary);
    let mut distance = rows as i64;
    for number in 0..columns.div_ceil(COLUMNS) {
        strip.enter(table, number);
        let mut row = Row::FIRST;
        strip.advance(table, 0..rows, &mut row, &mut edges);
        distance += row.prefix(COLUMNS.min(columns - number * COLUMNS));
    }
    distance.unsigned_abs() as usize
}

/// Rows that are computed at once.
pub(super) struct Unit {
    pub rows: Range<usize>,
    /// The segment whose references these are, if it has several; rows of other segments follow
    /// each other like those of one text.
    pub segment: Option<usize>,
}

/// The kept part of a table.
pub(super) struct Grid<'a> {
    table: &'a Table<'a>,
    pub units: Vec<Unit>,
    /// The units of each block.
    blocks: Vec<Range<usize>>,
    /// Strips of a group.
    pub group: usize,
    strips: usize,
    /// The row before each block but the first, of all strips.
    rows: Vec<Row>,
    /// The differences left of each group but the first, of all rows, four in a byte.
    edges: Vec<Vec<u8>>,
}

impl<'a> Grid<'a> {
    /// Compute the table. Return nothing where `go_on` says no.
    pub fn new(
        table: &'a Table<'a>,
        distance: usize,
        strip: &mut Strip,
        go_on: &mut impl FnMut() -> bool,
    ) -> Option<Self> {
        let units = units(table, distance);
        let blocks = blocks(&units, distance);
        let strips = table.hypothesis.len().div_ceil(COLUMNS);
        let rows = vec![Row::FIRST; strips * blocks.len().saturating_sub(1)];
        let group = (distance / COLUMNS).max(1);
        let mut grid = Self { table, units, blocks, group, strips, rows, edges: Vec::new() };
        let mut edges = vec![MORE; table.reference.tokens.len()];
        for number in 0..strips {
            if number > 0 && number % group == 0 {
                grid.edges.push(edges.chunks(4).map(packed).collect());
            }
            strip.enter(table, number);
            let mut row = grid.first_row(number);
            for block in 0..grid.blocks.len() {
                if !go_on() {
                    return None;
                }
                if block > 0 {
                    grid.rows[(block - 1) * strips + number] = row;
                }
                for unit in grid.blocks[block].clone() {
                    let unit = &grid.units[unit];
                    unit.advance(strip, table, number, &mut row, &mut edges[unit.rows.clone()]);
                }
            }
        }
        Some(grid)
    }

    /// Return the units of a block from its start until one that has the row before `row`.
    pub fn units_until(&self, row: usize) -> Range<usize> {
        let unit = self.units.partition_point(|unit| unit.rows.start < row) - 1;
        let block = self.blocks.partition_point(|block| block.start <= unit) - 1;
        self.blocks[block].start..unit + 1
    }

    /// Return the rows of units.
    pub fn rows(&self, units: &Range<usize>) -> Range<usize> {
        self.units[units.start].rows.start..self.units[units.end - 1].rows.end
    }

    /// Return the row before units, the first of which is that of a block, in a strip.
    pub fn row(&self, units: &Range<usize>, strip: usize) -> Row {
        let block = self.blocks.partition_point(|block| block.start < units.start);
        let saved = block.checked_sub(1).map(|index| self.rows[index * self.strips + strip]);
        saved.unwrap_or_else(|| self.first_row(strip))
    }

    /// Return the differences of rows left of a strip, the first of a group.
    pub fn edges(&self, strip: usize, rows: Range<usize>) -> Vec<Edge> {
        let Some(index) = (strip / self.group).checked_sub(1) else {
            return vec![MORE; rows.len()];
        };
        let edge = |row: usize| self.edges[index][row / 4] >> (row % 4 * 2) & 3;
        rows.map(edge).collect()
    }

    fn first_row(&self, strip: usize) -> Row {
        let mut row = Row::FIRST;
        if strip == 0 && self.table.empty_in_front.is_some_and(|empty| empty > 0) {
            row.up[0] &= !1;
            row.down[0] |= u64::from(self.table.empty_in_front > Some(1));
        }
        row
    }
}

impl Unit {
    /// Compute the last row of a strip. `edges` has the differences of all rows left of the strip,
    /// and then right of it.
    pub fn advance(
        &self,
        strip: &mut Strip,
        table: &Table<'_>,
        number: usize,
        row: &mut Row,
        edges: &mut [Edge],
    ) {
        match self.segment {
            None => strip.advance(table, self.rows.clone(), row, edges),
            Some(segment) => {
                let ends = choice::ends(strip, table, segment, *row, edges);
                *row = choice::lowest(table, ends, number == 0);
            }
        }
    }
}

/// Return all rows as units of at most `distance` rows, but whole segments where a segment has
/// several references.
fn units(table: &Table<'_>, distance: usize) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    for segment in 0..table.reference.len() {
        let mut rows = table.reference.all_rows(segment);
        let several = table.reference.references(segment).len() > 1;
        if several {
            units.push(Unit { rows, segment: Some(segment) });
            continue;
        }
        while !rows.is_empty() {
            let open = units.last_mut().filter(|unit| unit.segment.is_none());
            match open.filter(|unit| unit.rows.len() < distance) {
                Some(unit) => {
                    let end = rows.end.min(unit.rows.start + distance);
                    (unit.rows.end, rows.start) = (end, end);
                }
                None => units.push(Unit { rows: rows.start..rows.start, segment: None }),
            }
        }
    }
    units.retain(|unit| !unit.rows.is_empty());
    units
}

/// Return the units of blocks of at most `distance` rows, or of one unit.
fn blocks(units: &[Unit], distance: usize) -> Vec<Range<usize>> {
    let mut blocks: Vec<Range<usize>> = Vec::new();
    for (number, unit) in units.iter().enumerate() {
        match blocks.last_mut() {
            Some(block) if unit.rows.end - units[block.start].rows.start <= distance => {
                block.end = number + 1;
            }
            _ => blocks.push(number..number + 1),
        }
    }
    blocks
}

fn packed(edges: &[Edge]) -> u8 {
    edges.iter().rev().fold(0, |byte, edge| byte << 2 | edge)
}
