//! The search of [`super::plain`], the same result much faster.
//!
//! - Distances come from bits instead of cells: without a band for short references ([`Rows`]), and
//!   within it for long ones ([`Window`]). Where the cheapest path of the former stays inside the
//!   band, distance and path are the same: the band makes no cell of the path cheaper or dearer.
//!   Where it leaves the band, the search is done again within it.
//! - Words that both texts share bound every distance from below. At that bound no shift can help.
//! - All shifts are listed before any is tried. When their number ends the search, none need be
//!   tried at all.
//! - A shift of `n` words changes a distance without a band by at most `2 n`, so shifts that cannot
//!   become the best one are not tried.
//! - Shifts are tried several at a time, from the first row that any changes.
//! - A shift that is made changes few rows of a window. Shifts whose effect depends on other rows
//!   are not tried again.

use std::ops::Range;

use super::alignment::Alignment;
use super::band::Band;
use super::matches::{Lists, Masks, Matches};
use super::rows::Rows;
use super::shifts::{Candidate, LIMIT, Move, list_candidates};
use super::window::Window;
use crate::kernels::{Kernel, Work};

/// Number of shifts tried at a time.
const LANES: usize = 4;

/// An edit-distance table for the words of a hypothesis, whose order changes.
pub(super) trait Table {
    /// Whether a shift changes some rows only.
    const SETTLES: bool;

    /// The places of words.
    type Matches: Matches;

    fn matches(&self) -> Self::Matches;

    /// Fill the table for an order of words, of which those behind `shift` and those before are
    /// where they were (none are, without a shift), and return the distance.
    fn fill(&mut self, order: &[u32], shift: Option<Move>) -> u32;

    /// Return whether a distance of this table is surely that within the band.
    fn is_banded(&self, distance: u32) -> bool;

    /// Return whether a distance of this table is surely that without a band.
    fn is_unbanded(&self, distance: u32) -> bool;

    /// Align the words along a cheapest path to the last cell, which costs `distance`. Return false
    /// if that path leaves the band.
    fn align(&self, order: &[u32], distance: u32, alignment: &mut Alignment) -> bool;

    /// Return the rows that the last call of [`Table::fill`] changed. Others, and the words below
    /// them, are what they were before.
    fn changed(&self) -> Range<usize>;

    /// Return the last row on which the result of the last call of [`Table::distances`] depends.
    fn last_row(&self) -> usize;

    /// Return the distances after each of `L` shifts of the order that was filled.
    fn distances<const L: usize>(&mut self, order: &[u32], moves: &[Move; L]) -> [u32; L];

    /// Return whether the distance after a shift is that within the band.
    fn is_banded_after(&mut self, order: &[u32], shift: Move, distance: u32) -> bool;
}

/// A cheapest path leaves the band: the distance within it is not known.
#[derive(Debug)]
pub(super) struct OutOfBand;

/// Buffers of the search, reused for the next pair.
#[derive(Debug, Default)]
pub(super) struct Search {
    rows: Rows,
    other_rows: OtherRows,
    window: Window,
    state: State,
}

/// What is known of a pair during its search.
#[derive(Debug, Default)]
struct State {
    /// The hypothesis words as they stand now.
    order: Vec<u32>,
    alignment: Alignment,
    candidates: Vec<Candidate>,
    /// For each candidate, what is known of it.
    effects: Vec<Option<Effect>>,
    /// The candidates and effects before the last shift.
    candidates_before: Vec<Candidate>,
    effects_before: Vec<Option<Effect>>,
}

/// What a shift does to the distance.
#[derive(Clone, Copy, Debug)]
struct Effect {
    change: i32,
    /// It depends on the rows from the first one that the shift moves to this one.
    last: usize,
}

impl Search {
    /// Return the edits of [`super::plain::edits`] for words given by masks. Both texts have words.
    #[inline(always)]
    pub(super) fn edits<K: Kernel>(&mut self, kernel: K, masks: Masks<'_>) -> u32 {
        let unbanded = match masks.words {
            1 => self.unbanded::<1>(masks),
            2 => self.unbanded::<2>(masks),
            _ => Err(OutOfBand),
        };
        unbanded.unwrap_or_else(|OutOfBand| kernel.run_apart(Within { search: self, masks }))
    }

    /// Search without a band, as long as that does not matter.
    #[inline(always)]
    fn unbanded<const W: usize>(&mut self, masks: Masks<'_>) -> Result<u32, OutOfBand> {
        let Self { rows, other_rows, state, .. } = self;
        let words = masks.bits.len() / W;
        let band = Band::new(words, masks.reference);
        let lower_bound = words.max(masks.reference) - masks.common(&mut [0; W]);
        state.order.clear();
        state.order.extend(0..words as u32);
        let table = Unbanded::<W> { masks, band, safe: band.safe_distance(), rows, other_rows };
        state.edits(table, lower_bound as u32)
    }

    /// Search within the band, where the sets of a word are `masks`.
    #[inline(always)]
    pub(super) fn within(&mut self, masks: Masks<'_>) -> u32 {
        let words = masks.bits.len() / masks.words;
        let common = masks.common(&mut vec![0; masks.words]);
        self.state.order.clear();
        self.state.order.extend(0..words as u32);
        self.windowed(masks, common)
    }

    /// Search within the band, where the places of a word are lists. Both texts have words.
    #[inline(always)]
    pub(super) fn listed(&mut self, lists: &Lists) -> u32 {
        self.state.order.clone_from(&lists.hypothesis);
        self.windowed(lists, lists.common)
    }

    #[inline(always)]
    fn windowed(&mut self, matches: impl Matches, common: usize) -> u32 {
        let Self { window, state, .. } = self;
        let (words, reference) = (state.order.len(), matches.reference());
        let table = window.table(matches, Band::new(words, reference));
        let edits = state.edits(table, (words.max(reference) - common) as u32);
        edits.expect("a window holds all of the band")
    }
}

/// A search within the band.
struct Within<'s, 'm> {
    search: &'s mut Search,
    masks: Masks<'m>,
}

impl Work for Within<'_, '_> {
    type Output = u32;

    #[inline(always)]
    fn run<K: Kernel>(self, _kernel: K) -> u32 {
        self.search.within(self.masks)
    }
}

impl State {
    /// Return the edits of the words in `order`. No distance is below `lower_bound`.
    #[inline(always)]
    fn edits<T: Table>(&mut self, mut table: T, lower_bound: u32) -> Result<u32, OutOfBand> {
        let mut distance = table.fill(&self.order, None);
        let (mut shifts, mut checked) = (0, 0);
        loop {
            let is_least = distance == lower_bound;
            if is_least && table.is_banded(distance) {
                return Ok(shifts + distance);
            }
            let Self { order, alignment, candidates, effects, candidates_before, effects_before } =
                self;
            if !table.align(order, distance, alignment) {
                return Err(OutOfBand);
            }
            if is_least {
                return Ok(shifts + distance);
            }
            std::mem::swap(candidates, candidates_before);
            std::mem::swap(effects, effects_before);
            list_candidates(table.matches(), order, alignment, &mut checked, candidates);
            if checked >= LIMIT {
                return Ok(shifts + distance);
            }
            effects.clear();
            effects.resize(candidates.len(), None);
            if T::SETTLES && shifts > 0 {
                self.keep_effects(&table.changed());
            }
            let Some(best) = self.best_shift(&mut table, distance, distance - lower_bound)? else {
                return Ok(shifts + distance);
            };
            best.apply_in_place(&mut self.order);
            shifts += 1;
            distance = table.fill(&self.order, Some(best));
        }
    }

    /// Return the best shift of all candidates; none when none saves anything. `most` is what one
    /// can save at most.
    #[inline(always)]
    fn best_shift<T: Table>(
        &mut self,
        table: &mut T,
        distance: u32,
        most: u32,
    ) -> Result<Option<Move>, OutOfBand> {
        let Self { order, candidates, effects, .. } = self;
        let is_unbanded = table.is_unbanded(distance);
        let (mut best, mut saved) = (None, 0);
        let (mut next, mut end) = (0, candidates.len());
        loop {
            // Candidates are in descending rank, so later ones must save more.
            let start = next;
            let (mut moves, mut places) = ([Move::default(); LANES], [0; LANES]);
            let mut taken = 0;
            while taken < LANES && next < end {
                let candidate = candidates[next];
                if saved >= most || is_unbanded && saved >= 2 * candidate.length() {
                    end = next;
                    break;
                }
                if effects[next].is_none() {
                    (moves[taken], places[taken]) = (candidate.as_move(order.len()), next);
                    taken += usize::from(!moves[taken].is_none());
                }
                next += 1;
            }
            if start == next {
                return Ok(best);
            }
            if taken > 0 {
                let [first, ..] = moves;
                moves[taken..].fill(first);
                let distances = if taken == 1 {
                    let [one] = table.distances(order, &[first]);
                    [one; LANES]
                } else {
                    table.distances(order, &moves)
                };
                let last = table.last_row();
                for (&place, after) in places[..taken].iter().zip(distances) {
                    effects[place] =
                        Some(Effect { change: (after as i32) - distance as i32, last });
                }
            }
            for (candidate, effect) in candidates[start..next].iter().zip(&effects[start..next]) {
                let Some(effect) = effect else { continue };
                let after = distance.saturating_add_signed(effect.change);
                if after + saved < distance {
                    let tried = candidate.as_move(order.len());
                    if !table.is_banded_after(order, tried, after) {
                        return Err(OutOfBand);
                    }
                    saved = distance - after;
                    best = Some(tried);
                }
            }
        }
    }

    /// Keep the effects of candidates that do not depend on the rows that the last shift changed.
    #[inline(always)]
    fn keep_effects(&mut self, changed: &Range<usize>) {
        let Self { order, candidates, effects, candidates_before, effects_before, .. } = self;
        let mut previous = candidates_before.iter().zip(effects_before).peekable();
        for (candidate, effect) in candidates.iter().zip(effects) {
            while previous.next_if(|(before, _)| *before > candidate).is_some() {}
            let Some((_, before)) = previous.next_if(|(before, _)| *before == candidate) else {
                continue;
            };
            let first = candidate.as_move(order.len()).first;
            *effect =
                before.filter(|effect| effect.last < changed.start || first >= changed.end - 1);
        }
    }
}

/// A table without a band, of `W` numbers a row.
struct Unbanded<'a, const W: usize> {
    masks: Masks<'a>,
    band: Band,
    /// Up to this distance the band can be left out of account.
    safe: i64,
    rows: &'a mut Rows,
    other_rows: &'a mut OtherRows,
}

/// For looking at one shift closely.
#[derive(Debug, Default)]
struct OtherRows {
    rows: Rows,
    order: Vec<u32>,
    alignment: Alignment,
}

impl<'a, const W: usize> Table for Unbanded<'a, W> {
    const SETTLES: bool = false;
    type Matches = Masks<'a>;

    #[inline(always)]
    fn matches(&self) -> Masks<'a> {
        self.masks
    }

    #[inline(always)]
    fn fill(&mut self, order: &[u32], shift: Option<Move>) -> u32 {
        self.rows.fill::<W>(self.masks, order, shift.map_or(0, |shift| shift.first))
    }

    #[inline(always)]
    fn is_banded(&self, distance: u32) -> bool {
        i64::from(distance) <= self.safe
    }

    #[inline(always)]
    fn is_unbanded(&self, _distance: u32) -> bool {
        true
    }

    #[inline(always)]
    fn align(&self, order: &[u32], distance: u32, alignment: &mut Alignment) -> bool {
        self.align_by(self.rows, order, distance, alignment)
    }

    #[inline(always)]
    fn changed(&self) -> Range<usize> {
        0..usize::MAX
    }

    #[inline(always)]
    fn last_row(&self) -> usize {
        usize::MAX
    }

    #[inline(always)]
    fn distances<const L: usize>(&mut self, order: &[u32], moves: &[Move; L]) -> [u32; L] {
        let first = moves.iter().map(|shift| shift.first).min().unwrap_or(0);
        let word = |i: usize, l: usize| order[moves[l].source(i)];
        self.rows.distances::<W, L>(self.masks, first, order.len(), word)
    }

    #[inline(always)]
    fn is_banded_after(&mut self, order: &[u32], shift: Move, distance: u32) -> bool {
        self.is_banded(distance) || self.stays_inside(order, shift, distance)
    }
}

impl<const W: usize> Unbanded<'_, W> {
    /// Align along the path through these rows, as [`Table::align`].
    #[inline(always)]
    fn align_by(
        &self,
        rows: &Rows,
        order: &[u32],
        distance: u32,
        alignment: &mut Alignment,
    ) -> bool {
        let masks = self.masks;
        alignment.reset(order.len(), masks.reference);
        let step = |i: usize, j: usize| rows.step::<W>(masks, order[i - 1], i, j);
        if self.is_banded(distance) {
            return alignment.go_back(|i, j| Some(step(i, j))).is_some();
        }
        let border =
            alignment.go_back(|i, j| self.band.columns(i).contains(&j).then(|| step(i, j)));
        border.is_some_and(|row| self.band.columns(row).start == 0)
    }

    /// Return whether the path after a shift stays inside the band.
    fn stays_inside(&mut self, order: &[u32], shift: Move, distance: u32) -> bool {
        let mut apart = std::mem::take(self.other_rows);
        apart.order.clear();
        apart.order.extend_from_slice(order);
        shift.apply_in_place(&mut apart.order);
        apart.rows.fill::<W>(self.masks, &apart.order, 0);
        let OtherRows { rows, order, alignment } = &mut apart;
        let is_inside = self.align_by(rows, order, distance, alignment);
        *self.other_rows = apart;
        is_inside
    }
}
