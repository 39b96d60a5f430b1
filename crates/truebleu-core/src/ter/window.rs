//! The edit-distance table within the band, as bits: a window of 64 columns that slides along the
//! band, which has 50 (more where the reference is much longer than the hypothesis).
//!
//! The bits are those of [`super::rows`]. Cells outside of the band cost as much as they can: the
//! column to the right of the band costs 1 more than its left neighbour, the one to the left 1 more
//! than the cell above. Matches of cells whose diagonal neighbour is outside do not count. No path
//! through a cell outside is then the cheapest, so each cell inside costs what [`super::plain`]
//! says.
//!
//! Below the words that a shift moves, the differences between cells are soon the same as without
//! the shift. From there on the rest of the table is known.

use std::ops::Range;

use super::alignment::{Alignment, Step};
use super::band::Band;
use super::matches::Matches;
use super::rows::{BORDER, Carry, Row, TOP, next};
use super::search::Table;
use super::shifts::Move;
use crate::bits::{WORD, lowest};

/// Number of rows between two comparisons with the differences of the unshifted text.
const SETTLING: usize = 8;

/// The window in one row.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    /// The column to the left of the window: bit `b` is column `base + b + 1`.
    base: usize,
    /// By how many columns it moved to the right, from the row above.
    moved: usize,
    /// The bits from this one on, up to `diagonal_end`, have a diagonal neighbour in the band.
    diagonal_start: usize,
    diagonal_end: usize,
    /// The bits below this one are in the band.
    inside: usize,
}

impl Line {
    /// Return the window in row `i`, from 1.
    fn new(band: &Band, i: usize, reference: usize) -> Self {
        let (above, columns) = (band.columns(i - 1), band.columns(i));
        let left_of = |start: usize| start.saturating_sub(1);
        let base = left_of(columns.start);
        Self {
            base,
            moved: base - left_of(above.start),
            diagonal_start: above.start.saturating_sub(base),
            diagonal_end: above.end.min(reference) - base,
            inside: columns.end - 1 - base,
        }
    }

    /// Return the bits of number `w` that are in the band.
    #[inline(always)]
    const fn inside(&self, w: usize) -> u64 {
        lowest(self.inside.saturating_sub(w * WORD))
    }

    /// Return the bits of number `w` that have a diagonal neighbour in the band.
    #[inline(always)]
    const fn diagonal(&self, w: usize) -> u64 {
        lowest(self.diagonal_end.saturating_sub(w * WORD))
            & !lowest(self.diagonal_start.saturating_sub(w * WORD))
    }
}

/// Buffers of a table.
#[derive(Debug, Default)]
pub(super) struct Window {
    /// For each row, where the window is. Row 0 is above the first word.
    lines: Vec<Line>,
    /// The numbers of a row.
    words: usize,
    rows: Vec<Row>,
    /// Matches with a diagonal neighbour in the band: as many numbers as `rows`.
    masks: Vec<u64>,
    /// For each row, by how much the columns that the window left rise in the row above.
    passed: Vec<i64>,
    distance: i64,
    /// The rows that the last order of words changed.
    changed: Range<usize>,
    /// The last row on which the last distances after shifts depend.
    last_row: usize,
    /// Matches where words move: for each row, those of several shifts.
    moved: Vec<u64>,
}

impl Window {
    /// Prepare for a pair of texts that have words.
    pub(super) fn table<M: Matches>(&mut self, matches: M, band: Band) -> WindowTable<'_, M> {
        let (hypothesis, reference) = (band.hypothesis, matches.reference());
        self.lines.clear();
        self.lines.push(Line::default());
        self.lines.extend((1..=hypothesis).map(|i| Line::new(&band, i, reference)));
        // Keep the last bit outside of the band in every row, because shifts repeat it.
        let widest = self.lines.iter().map(|line| line.inside).max().unwrap_or(0);
        self.words = widest / WORD + 1;
        let numbers = (hypothesis + 1) * self.words;
        self.rows.clear();
        self.rows.resize(numbers, TOP);
        self.masks.resize(numbers, 0);
        self.passed.resize(hypothesis + 1, 0);
        WindowTable { matches, safe: band.safe_distance(), window: self }
    }
}

/// The table of a pair of texts.
pub(super) struct WindowTable<'a, M> {
    matches: M,
    /// Up to this distance the band does not matter.
    safe: i64,
    window: &'a mut Window,
}

impl<M> WindowTable<'_, M> {
    /// Return how a cheapest path within the band came to column `j` of row `i`, both from 1.
    #[inline(always)]
    pub(super) fn step(&self, i: usize, j: usize) -> Step {
        let Window { lines, words, rows, masks, .. } = &*self.window;
        let bit = j - 1 - lines[i].base;
        let number = i * words + bit / WORD;
        rows[number].step(masks[number], bit % WORD)
    }
}

impl<M: Matches> Table for WindowTable<'_, M> {
    const SETTLES: bool = true;
    type Matches = M;

    #[inline(always)]
    fn matches(&self) -> M {
        self.matches
    }

    #[inline(always)]
    fn fill(&mut self, order: &[u32], shift: Option<Move>) -> u32 {
        let Self { matches, window, .. } = self;
        window.distance = window.fill(*matches, order, shift);
        window.distance as u32
    }

    #[inline(always)]
    fn is_banded(&self, _distance: u32) -> bool {
        true
    }

    #[inline(always)]
    fn is_unbanded(&self, distance: u32) -> bool {
        i64::from(distance) <= self.safe
    }

    #[inline(always)]
    fn align(&self, order: &[u32], _distance: u32, alignment: &mut Alignment) -> bool {
        alignment.reset(order.len(), self.matches.reference());
        alignment.go_back(|i, j| Some(self.step(i, j))).is_some()
    }

    #[inline(always)]
    fn changed(&self) -> Range<usize> {
        self.window.changed.clone()
    }

    #[inline(always)]
    fn last_row(&self) -> usize {
        self.window.last_row
    }

    #[inline(always)]
    fn distances<const L: usize>(&mut self, order: &[u32], moves: &[Move; L]) -> [u32; L] {
        let Self { matches, window, .. } = self;
        window.last_row = order.len();
        match window.words {
            1 => window.distances(*matches, order, moves),
            _ => moves.map(|shift| window.wide_distance(*matches, order, shift)),
        }
    }

    #[inline(always)]
    fn is_banded_after(&mut self, _order: &[u32], _shift: Move, _distance: u32) -> bool {
        true
    }
}

/// Return number `w` of a row's part that follows from the row above, where that stands in this
/// window.
#[inline(always)]
fn part(line: &Line, w: usize, above: (u64, u64), mask: u64, carry: &mut Carry) -> Row {
    let row = next(above.0, above.1, mask, carry);
    let inside = line.inside(w);
    Row {
        rises: row.rises | !inside,
        falls: row.falls & inside,
        same: row.same | !line.diagonal(w),
        grows: row.grows,
    }
}

/// Return a row of one number in the window of the row below.
#[inline(always)]
fn slide(line: &Line, rises: u64, falls: u64) -> (u64, u64) {
    // Rows rise outside of the band, so the last bit is set, and the arithmetic shift repeats it.
    ((rises.cast_signed() >> line.moved).cast_unsigned(), falls >> line.moved)
}

/// Return number `w` of a row in the window of the row below.
fn slide_wide(line: &Line, w: usize, above: &[Row]) -> (u64, u64) {
    let number = |w: usize| above.get(w).map_or((u64::MAX, 0), |row| (row.rises, row.falls));
    let (w, shift) = (w + line.moved / WORD, line.moved % WORD);
    let (low, high) = (number(w), number(w + 1));
    let joined = |low: u64, high: u64| low >> shift | high << 1 << (WORD - 1 - shift);
    (joined(low.0, high.0), joined(low.1, high.1))
}

/// Return by how much a row rises over its first columns.
#[inline(always)]
fn rise(rises: u64, falls: u64, columns: usize) -> i64 {
    let (rises, falls) = (rises & lowest(columns), falls & lowest(columns));
    if columns <= 1 {
        rises.cast_signed() - falls.cast_signed() // most windows move by one column
    } else {
        i64::from(rises.count_ones()) - i64::from(falls.count_ones())
    }
}

/// Return by how much a row of several numbers rises over its first columns.
fn rise_wide(row: &[Row], columns: usize) -> i64 {
    let part =
        |(w, row): (usize, &Row)| rise(row.rises, row.falls, columns.saturating_sub(w * WORD));
    row.iter().enumerate().map(part).sum()
}

/// Write the row below one, of several numbers; return by how much the columns rise that the window
/// leaves.
fn advance_wide(
    line: &Line,
    above: &[Row],
    row: &mut [Row],
    masks: impl Iterator<Item = u64>,
) -> i64 {
    let mut carry = BORDER;
    for (w, (to, mask)) in row.iter_mut().zip(masks).enumerate() {
        *to = part(line, w, slide_wide(line, w, above), mask, &mut carry);
    }
    rise_wide(above, line.moved)
}

impl Window {
    /// Return the matches of a word in a row that count, of number `w`.
    #[inline(always)]
    fn mask(line: &Line, w: usize, matches: impl Matches, word: u32) -> u64 {
        matches.window(word, line.base + w * WORD) & line.diagonal(w)
    }

    /// Fill the rows that an order of words changes, as [`Table::fill`].
    #[inline(always)]
    fn fill(&mut self, matches: impl Matches, order: &[u32], shift: Option<Move>) -> i64 {
        let words = self.words;
        let (first, settled) = shift.map_or((0, usize::MAX), |shift| (shift.first, shift.end));
        self.changed = first + 1..order.len() + 1;
        let mut change = 0;
        for i in first + 1..=order.len() {
            let (line, word) = (self.lines[i], order[i - 1]);
            let (above, rows) = self.rows[(i - 1) * words..(i + 1) * words].split_at_mut(words);
            let masks = &mut self.masks[i * words..(i + 1) * words];
            for (w, mask) in masks.iter_mut().enumerate() {
                *mask = Self::mask(&line, w, matches, word);
            }
            let before = (rows[0].rises, rows[0].falls);
            let passed = match (&*above, &mut *rows, &*masks) {
                ([above], [row], [mask]) => {
                    let slid = slide(&line, above.rises, above.falls);
                    *row = part(&line, 0, slid, *mask, &mut { BORDER });
                    rise(above.rises, above.falls, line.moved)
                }
                (above, row, masks) => advance_wide(&line, above, row, masks.iter().copied()),
            };
            change += passed - self.passed[i];
            self.passed[i] = passed;
            if i >= settled && words == 1 && before == (rows[0].rises, rows[0].falls) {
                self.changed.end = i + 1;
                return self.distance + change;
            }
        }
        self.total(order.len())
    }

    /// Return the distance of the words whose rows were filled.
    fn total(&self, words: usize) -> i64 {
        let passed: i64 = self.passed[1..=words].iter().sum();
        let last = &self.rows[words * self.words..];
        words as i64 + passed + rise_wide(last, self.lines[words].inside)
    }

    /// Return the distances after shifts, where rows have one number.
    #[inline(always)]
    fn distances<const L: usize>(
        &mut self,
        matches: impl Matches,
        order: &[u32],
        moves: &[Move; L],
    ) -> [u32; L] {
        let first = moves.iter().map(|shift| shift.first).min().unwrap_or(0);
        let end = moves.iter().map(|shift| shift.end).max().unwrap_or(0);
        let Self { lines, rows, masks, .. } = self;
        let (rows, lines) = (&rows[..=order.len()], &lines[..=order.len()]);
        self.moved.clear();
        self.moved.extend(masks[first + 1..=end].iter().flat_map(|&mask| [mask; L]));
        let moved = self.moved.as_chunks_mut::<L>().0;
        for (l, shift) in moves.iter().enumerate() {
            let mut collect = |row: usize, words: &[u32]| {
                for ((&word, line), masks) in
                    words.iter().zip(&lines[row + 1..]).zip(&mut moved[row - first..])
                {
                    masks[l] = matches.window(word, line.base);
                }
            };
            collect(shift.first, &order[shift.middle..shift.end]);
            let behind = shift.first + shift.end - shift.middle;
            collect(behind, &order[shift.first..shift.middle]);
        }
        let mut lanes = Lanes::<L> {
            rises: [rows[first].rises; L],
            falls: [rows[first].falls; L],
            change: [0; L],
        };
        for ((line, masks), &usual) in
            lines[first + 1..].iter().zip(&*moved).zip(&self.passed[first + 1..])
        {
            lanes.advance(line, *masks, usual);
        }
        for i in end..order.len() {
            if (i - end).is_multiple_of(SETTLING) && lanes.are(&rows[i]) {
                self.last_row = i;
                return lanes.change.map(|change| (self.distance + change) as u32);
            }
            lanes.advance(&lines[i + 1], [masks[i + 1]; L], self.passed[i + 1]);
        }
        let (row, inside) = (&rows[order.len()], lines[order.len()].inside);
        let usual = rise(row.rises, row.falls, inside);
        std::array::from_fn(|l| {
            let unlike = rise(lanes.rises[l], lanes.falls[l], inside) - usual;
            (self.distance + lanes.change[l] + unlike) as u32
        })
    }

    /// Return the distance after a shift, where rows have several numbers.
    #[cold]
    #[inline(never)]
    fn wide_distance(&self, matches: impl Matches, order: &[u32], shift: Move) -> u32 {
        let words = self.words;
        let mut above = self.rows[shift.first * words..][..words].to_vec();
        let mut row = above.clone();
        let mut passed: i64 = self.passed[1..=shift.first].iter().sum();
        for (i, line) in self.lines.iter().enumerate().skip(shift.first + 1) {
            let word = order[shift.source(i - 1)];
            let masks = (0..words).map(|w| Self::mask(line, w, matches, word));
            passed += advance_wide(line, &above, &mut row, masks);
            std::mem::swap(&mut above, &mut row);
        }
        let inside = self.lines[order.len()].inside;
        (order.len() as i64 + passed + rise_wide(&above, inside)) as u32
    }
}

/// The same row after several shifts.
struct Lanes<const L: usize> {
    rises: [u64; L],
    falls: [u64; L],
    /// By how much more the columns rose that the window left.
    change: [i64; L],
}

impl<const L: usize> Lanes<L> {
    /// Go on to the next row; without a shift, the columns that the window leaves rise by `usual`.
    #[inline(always)]
    fn advance(&mut self, line: &Line, masks: [u64; L], usual: i64) {
        let Self { rises, falls, change } = self;
        for (l, change) in change.iter_mut().enumerate() {
            *change += rise(rises[l], falls[l], line.moved) - usual;
        }
        for (l, mask) in masks.into_iter().enumerate() {
            let above = slide(line, rises[l], falls[l]);
            let row = part(line, 0, above, mask & line.diagonal(0), &mut { BORDER });
            (rises[l], falls[l]) = (row.rises, row.falls);
        }
    }

    /// Return whether all are this row.
    #[inline(always)]
    fn are(&self, row: &Row) -> bool {
        self.rises == [row.rises; L] && self.falls == [row.falls; L]
    }
}
