//! The search of [`super::plain`], the same result much faster.
//!
//! - Distances come from [`Rows`], bits instead of cells, without a band. Where the cheapest path
//!   stays inside the band, distance and path are the same: the band makes no cell of the path
//!   cheaper or dearer. Where it leaves the band, the plain form computes the result.
//! - Words that both texts share bound every distance from below. At that bound no shift can help.
//! - All shifts are listed before any is tried. When their number ends the search, none need be
//!   tried at all.
//! - A shift of `n` words changes a distance by at most `2 n`, so shifts that cannot become the
//!   best one are not tried.
//! - Shifts are tried several at a time, from the first row that any changes.

use super::alignment::Alignment;
use super::band::Band;
use super::plain;
use super::rows::{Masks, Rows};
use super::shifts::{Candidate, LIMIT, Move, list_candidates};

/// Number of shifts tried at a time.
const LANES: usize = 4;

/// The longest reference that bits are used for: beyond it, rows take longer than the few cells of
/// a row that are in the band.
pub(super) const LONGEST_REFERENCE: usize = 64 * 64;
/// The longest hypothesis.
pub(super) const LONGEST_HYPOTHESIS: usize = Candidate::LARGEST;

/// Buffers of the search, reused for the next pair.
#[derive(Debug, Default)]
pub(super) struct Search {
    rows: Rows,
    alignment: Alignment,
    /// The hypothesis words as they stand now.
    order: Vec<u32>,
    candidates: Vec<Candidate>,
    /// For looking at one shift closely.
    other_rows: Rows,
    other_alignment: Alignment,
    other_order: Vec<u32>,
}

/// Constants of the search.
#[derive(Clone, Copy)]
struct Pair<'a> {
    masks: Masks<'a>,
    band: Band,
    /// Up to this distance the band can be left out of account.
    safe: i64,
}

impl Search {
    /// Return the edits of [`plain::edits`] for words given by masks. The reference has at least
    /// one word; both have no more than can be.
    #[inline(always)]
    pub(super) fn edits(&mut self, masks: Masks<'_>) -> u32 {
        match masks.words {
            1 => self.edits_of::<1>(masks),
            2 => self.edits_of::<2>(masks),
            3 => self.edits_of::<3>(masks),
            4 => self.edits_of::<4>(masks),
            5..=8 => widened::<8>(masks, |masks| self.edits_of::<8>(masks)),
            9..=16 => widened::<16>(masks, |masks| self.edits_of::<16>(masks)),
            _ => widened::<64>(masks, |masks| self.edits_of::<64>(masks)),
        }
    }

    #[inline(always)]
    fn edits_of<const W: usize>(&mut self, masks: Masks<'_>) -> u32 {
        let words = masks.bits.len() / W;
        self.order.clear();
        self.order.extend(0..words as u32);
        let mut distance = self.rows.fill::<W>(masks, &self.order, 0);
        let lower_bound = (words.max(masks.reference) - masks.common::<W>()) as u32;
        let band = Band::new(words, masks.reference);
        let pair = Pair { masks, band, safe: band.safe_distance() };
        let (mut shifts, mut checked) = (0, 0);
        loop {
            if distance == lower_bound && i64::from(distance) <= pair.safe {
                return shifts + distance;
            }
            let unbanded = distance;
            distance = self.align(pair, distance);
            if distance == lower_bound {
                return shifts + distance;
            }
            let Self { order, alignment, candidates, .. } = self;
            list_candidates(masks, order, alignment, &mut checked, candidates);
            if checked >= LIMIT {
                return shifts + distance;
            }
            let max_gain = distance - lower_bound;
            let exact = distance == unbanded;
            let Some(best) = self.best_shift::<W>(pair, distance, max_gain, exact) else {
                return shifts + distance;
            };
            best.apply_in_place(&mut self.order);
            shifts += 1;
            distance = self.rows.fill::<W>(masks, &self.order, best.first);
        }
    }

    /// Align the words in their present order, whose distance without a band is `distance`. Return
    /// the distance within the band.
    #[inline(always)]
    fn align(&mut self, pair: Pair<'_>, distance: u32) -> u32 {
        let Self { rows, alignment, order, .. } = self;
        if walk(pair, rows, order, distance, alignment) {
            distance
        } else {
            plainly(pair, order, alignment)
        }
    }

    /// Return the best shift of all candidates; none when none saves anything. `most` is what one
    /// can save at most. With `exact`, the distance now is the one without a band.
    #[inline(always)]
    fn best_shift<const W: usize>(
        &mut self,
        pair: Pair<'_>,
        distance: u32,
        most: u32,
        exact: bool,
    ) -> Option<Move> {
        let words = self.order.len();
        let (mut best, mut saved) = (None, 0);
        let mut next = 0;
        loop {
            // Candidates come with their rank falling: later ones must save more.
            let mut moves = [Move::default(); LANES];
            let mut taken = 0;
            while taken < LANES && next < self.candidates.len() {
                let candidate = self.candidates[next];
                next += 1;
                let bound = 2 * candidate.length() as u32;
                if saved >= most || exact && saved >= bound {
                    next = self.candidates.len();
                    break;
                }
                moves[taken] = candidate.as_move(words);
                taken += usize::from(!moves[taken].is_none());
            }
            if taken == 0 {
                return best;
            }
            let first = moves[..taken].iter().map(|m| m.first).min().unwrap_or(0);
            let Self { rows, order, .. } = self;
            let word = |i: usize, l: usize| order[moves[l].source(i)];
            let distances: [u32; LANES] = if taken == 1 {
                let [one] = rows.distances::<W, 1>(pair.masks, first, words, word);
                [one; LANES]
            } else {
                rows.distances::<W, LANES>(pair.masks, first, words, word)
            };
            for (&tried, after) in moves[..taken].iter().zip(distances) {
                if after + saved < distance {
                    let after = self.banded::<W>(pair, tried, after);
                    if after + saved < distance {
                        saved = distance - after;
                        best = Some(tried);
                    }
                }
            }
        }
    }

    /// Return the distance within the band after a shift; `distance` is the one without.
    #[inline(always)]
    fn banded<const W: usize>(&mut self, pair: Pair<'_>, shift: Move, distance: u32) -> u32 {
        if i64::from(distance) <= pair.safe {
            return distance;
        }
        let Self { other_rows: rows, other_alignment: alignment, other_order: order, .. } = self;
        order.clone_from(&self.order);
        shift.apply_in_place(order);
        rows.fill::<W>(pair.masks, order, 0);
        if walk(pair, rows, order, distance, alignment) {
            distance
        } else {
            plainly(pair, order, alignment)
        }
    }
}

/// Follow the path back through `rows`. Return false where it leaves the band.
#[inline(always)]
fn walk(
    pair: Pair<'_>,
    rows: &Rows,
    order: &[u32],
    distance: u32,
    alignment: &mut Alignment,
) -> bool {
    let masks = pair.masks;
    alignment.reset(order.len(), masks.reference);
    if i64::from(distance) <= pair.safe {
        return alignment.go_back(|i, j| Some(rows.step(masks, order[i - 1], i, j))).is_some();
    }
    let border = alignment.go_back(|i, j| {
        let step = rows.step(masks, order[i - 1], i, j);
        pair.band.columns(i).contains(&j).then_some(step)
    });
    border.is_some_and(|row| pair.band.columns(row).start == 0)
}

/// Align as the plain form does. Return the distance within the band.
#[cold]
#[inline(never)]
fn plainly(pair: Pair<'_>, order: &[u32], alignment: &mut Alignment) -> u32 {
    let (hypothesis, reference) = numbers(pair.masks, order);
    plain::align(&hypothesis, &reference, &pair.band, alignment)
}

/// Return numbers for the words: equal words have equal numbers.
fn numbers(masks: Masks<'_>, order: &[u32]) -> (Vec<u32>, Vec<u32>) {
    // A word's number is its first place in the reference.
    let mut reference: Vec<u32> = (0..masks.reference as u32).collect();
    let mut hypothesis = Vec::with_capacity(order.len());
    for &word in order {
        let mut places = masks.places(word);
        let number = places.next().map_or(u32::MAX, |first| first as u32);
        places.for_each(|place| reference[place] = number);
        hypothesis.push(number);
    }
    (hypothesis, reference)
}

/// Return the masks with `W` numbers for each word.
#[cold]
fn widened<const W: usize>(masks: Masks<'_>, then: impl FnOnce(Masks<'_>) -> u32) -> u32 {
    let mut bits = vec![0; masks.bits.len() / masks.words * W];
    for (wide, mask) in bits.chunks_exact_mut(W).zip(masks.bits.chunks_exact(masks.words)) {
        wide[..masks.words].copy_from_slice(mask);
    }
    then(Masks { bits: &bits, words: W, reference: masks.reference })
}
