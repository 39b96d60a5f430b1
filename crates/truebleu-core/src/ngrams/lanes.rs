//! Counting with bit sets, several orders at once: the orders are the lanes of a vector, so that
//! what [`plain`](super::plain) does for all of them in one token is a handful of instructions
//! here.

use super::Rows;
use crate::kernels::{Kernel, Lanes};

/// The orders that [`Kernel::Lanes`] count together.
pub const ORDERS: usize = 4;
/// The orders that [`Kernel::WideLanes`] count together.
pub const WIDE_ORDERS: usize = 8;
/// The number of tokens that [`count_distinct`] handles together.
const EIGHT: usize = 8;
/// How many tokens before its last one the longest n-gram has.
const LOOKED_BACK: usize = ORDERS - 1;
/// The number of zeros before and after the rows that [`count_distinct`] reads.
pub const MARGIN: usize = EIGHT;

/// The state of one segment's count with several references.
#[derive(Debug, Default)]
pub struct Scratch {
    /// For each hypothesis token, one bit for each order: whether the n-gram that ends there got a
    /// bit in any reference so far.
    matched: Vec<u8>,
}

impl Scratch {
    /// Begin a hypothesis of `length` tokens.
    #[inline(always)]
    pub fn reset(&mut self, length: usize) {
        self.matched.clear();
        self.matched.resize(length, 0);
    }

    /// Add a reference.
    #[inline(always)]
    pub fn add<K: Kernel>(&mut self, kernel: K, positions: &impl Rows) {
        let mut matched = self.matched.iter_mut();
        run(kernel.lanes(), positions, |free| {
            if let Some(orders) = matched.next() {
                *orders |= free.nonzero_mask();
            }
        });
    }

    /// Write the matches of the first orders.
    #[inline(always)]
    pub fn matches(&self, matches: &mut [i64]) {
        for (n, count) in matches.iter_mut().enumerate() {
            *count = self.matched.iter().map(|&orders| i64::from(orders >> n & 1)).sum();
        }
    }
}

/// Return the matches of four orders against a single reference, eight tokens at a time. Return None
/// for long texts, and if an n-gram of two tokens or more occurs twice and is in the reference.
///
/// Otherwise, each such n-gram that is in the reference matches. Only single tokens, which often
/// occur twice, are counted one after the other.
///
/// `rows` has the rows of the hypothesis tokens, of one word each, between [`MARGIN`] zeros before
/// and after them.
#[inline(always)]
pub fn count_distinct(zero: impl Lanes<Array = [u64; 8]>, rows: &[u64]) -> Option<[i64; ORDERS]> {
    // Below, sums of fewer than 2^7 sets without their highest 7 bits do not overflow.
    if rows.len() >= 1 << 7 {
        return None;
    }
    let (mut sum, mut union) = (zero, zero);
    let mut longer = [0; ORDERS - 1];
    let windows = rows.windows(LOOKED_BACK + EIGHT).skip(MARGIN - LOOKED_BACK).step_by(EIGHT);
    for window in windows {
        let window: &[u64; LOOKED_BACK + EIGHT] = window.try_into().ok()?;
        // The rows of eight tokens; with `back`, of the tokens that many places before them.
        let row = |back: usize| {
            let eight = window[LOOKED_BACK - back..].first_chunk();
            zero.loaded(eight.expect("the window has eight rows more than are looked back"))
        };
        let two = row(0).and(row(1).shift_left());
        let three = two.and(row(2).shift_left().shift_left());
        let four = three.and(row(3).shift_left().shift_left().shift_left());
        for (count, ends) in longer.iter_mut().zip([two, three, four]) {
            *count += i64::from(ends.nonzero_mask().count_ones());
        }
        (sum, union) = (sum.add(two), union.or(two));
    }
    let sum = sum.to_array().iter().fold(0, |sum: u64, lane| sum.wrapping_add(*lane));
    let union = union.to_array().iter().fold(0, |union, lane| union | lane);
    // Two sets are identical or disjoint: the sum is the union if no set occurs twice, else larger.
    if union >> (64 - 7) != 0 || sum != union {
        return None;
    }
    let mut free = u64::MAX;
    for &row in &rows[MARGIN..rows.len() - MARGIN] {
        let left = row & free;
        free &= !(left & left.wrapping_neg());
    }
    let [two, three, four] = longer;
    Some([i64::from(free.count_zeros()), two, three, four])
}

/// Return the matches against a single reference: as many as bits were taken. Those of the orders
/// that `zero` has lanes for, then zeros.
#[inline(always)]
pub fn count_one(zero: impl Lanes, rows: &impl Rows) -> [i64; WIDE_ORDERS] {
    run(zero, rows, |_| ())
}

/// Do as [`count_one`], with the state of up to eight words in registers.
#[inline(always)]
pub fn count_long(zero: impl Lanes, rows: &impl Rows) -> [i64; WIDE_ORDERS] {
    match rows.words() {
        5 => fixed::<_, 5>(zero, rows.fixed(), |_| ()),
        6 => fixed::<_, 6>(zero, rows.fixed(), |_| ()),
        7 => fixed::<_, 7>(zero, rows.fixed(), |_| ()),
        8 => fixed::<_, 8>(zero, rows.fixed(), |_| ()),
        _ => count_one(zero, rows),
    }
}

/// Go through the hypothesis; show `step` for each token the bits that were free for it. Return how
/// many were taken for each order.
#[inline(always)]
fn run<L: Lanes>(zero: L, rows: &impl Rows, step: impl FnMut(L)) -> [i64; WIDE_ORDERS] {
    match rows.words() {
        0 => [0; WIDE_ORDERS],
        1 => fixed::<L, 1>(zero, rows.fixed(), step),
        2 => fixed::<L, 2>(zero, rows.fixed(), step),
        3 => fixed::<L, 3>(zero, rows.fixed(), step),
        4 => fixed::<L, 4>(zero, rows.fixed(), step),
        words => {
            let (mut ends, mut taken) = (vec![zero; words], vec![zero; words]);
            through(zero, rows.any(), &mut ends, &mut taken, step);
            sizes(&taken)
        }
    }
}

/// Do as [`through`], with the state in registers.
#[inline(always)]
fn fixed<'a, L: Lanes, const WORDS: usize>(
    zero: L,
    rows: impl Iterator<Item = &'a [u64; WORDS]>,
    step: impl FnMut(L),
) -> [i64; WIDE_ORDERS] {
    let (mut ends, mut taken) = ([zero; WORDS], [zero; WORDS]);
    through(zero, rows.map(|row| &row[..]), &mut ends, &mut taken, step);
    sizes(&taken)
}

/// Run the steps. `ends` holds where n-grams equal to the one that ends at the last token end,
/// `taken` the bits that were taken; a word of each for each word of a row.
#[inline(always)]
fn through<'a, L: Lanes>(
    zero: L,
    rows: impl Iterator<Item = &'a [u64]>,
    ends: &mut [L],
    taken: &mut [L],
    mut step: impl FnMut(L),
) {
    for positions in rows {
        let (mut carry, mut found, mut any_free) = (zero, zero, zero);
        for ((&here, ends), taken) in positions.iter().zip(&mut *ends).zip(&mut *taken) {
            let shifted = ends.shift_left().or(carry);
            carry = ends.highest_bit();
            *ends = zero.filled(here).and(shifted.next_order());
            let free = ends.and_not(*taken).and_not(found);
            *taken = taken.or(free.lowest_bit());
            found = found.or(free.is_nonzero());
            any_free = any_free.or(free);
        }
        step(any_free);
    }
}

/// Return the number of bits in each lane.
#[inline(always)]
fn sizes<L: Lanes>(taken: &[L]) -> [i64; WIDE_ORDERS] {
    let mut sizes = [0; WIDE_ORDERS];
    for lanes in taken {
        for (size, lane) in sizes.iter_mut().zip(lanes.to_array().as_ref()) {
            *size += i64::from(lane.count_ones());
        }
    }
    sizes
}
