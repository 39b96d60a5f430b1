//! Counts of a hypothesis from which its score is computed.

/// The counts of a row, or of a mean of references.
pub(super) struct Counts<'a> {
    pub(super) hypothesis_length: i64,
    /// Order 1 to N, or N + 1 for a smoothing that looks ahead.
    pub(super) matches: &'a [i64],
    /// The matches where they are fractions, those with a mean of references: `matches` then only
    /// says which are zero.
    pub(super) mean_matches: Option<&'a [f64]>,
    pub(super) totals: &'a [i64],
    pub(super) last: Last,
}

impl Counts<'_> {
    /// Return the number of orders of which some hypothesis has an n-gram, from 1 to `orders`. Each
    /// total must count at least one n-gram in every segment. Then the total of an order is smaller
    /// than that of the order below, as long as some hypothesis has an n-gram of it.
    pub(super) fn orders_of_longest(&self, orders: usize) -> usize {
        1 + self.totals[..orders].windows(2).filter(|pair| pair[0] > pair[1]).count()
    }

    /// Return the matches of order `n + 1`.
    #[inline]
    pub(super) fn matches_of(&self, n: usize) -> f64 {
        self.mean_matches.map_or_else(|| self.matches[n] as f64, |means| means[n])
    }
}

/// What a smoothing of the last segment looks at: the last segment's length, and its matches and
/// total of order [`LAST_ORDER`].
#[derive(Default)]
pub(super) struct Last {
    pub(super) length: i64,
    pub(super) matches: i64,
    pub(super) totals: i64,
}

/// The order that is counted for the last segment alone, whatever N.
pub(super) const LAST_ORDER: usize = 5;
