//! One count for many metrics: the row of any BLEU of the rows that a plain one counted, when
//! tokens, case and rule for the reference length agree.

use super::Bleu;
use super::counts::LAST_ORDER;
use crate::abilities::Recounting;
use crate::corpus;
use crate::error::Error;
use crate::metric::Metric;

/// `rows` are those of a BLEU whose average is micro and whose totals are raw.
impl Recounting for Bleu {
    fn summed_from(&self, rows: &[i64], columns: usize) -> Result<Option<Vec<i64>>, Error> {
        let adding = self.width() - self.last_columns();
        let mut sum = vec![0; self.width()];
        let is_known = self.each_from_wider(rows, columns, |row| {
            corpus::add(&mut sum[..adding], &row[..adding]);
            sum[adding..].copy_from_slice(&row[adding..]);
        })?;
        Ok(is_known.then_some(sum))
    }

    fn rows_from(&self, rows: &[i64], columns: usize) -> Result<Option<Vec<i64>>, Error> {
        let mut recounted = Vec::with_capacity(rows.len() / columns.max(1) * self.width());
        let is_known =
            self.each_from_wider(rows, columns, |row| recounted.extend_from_slice(row))?;
        Ok(is_known.then_some(recounted))
    }
}

impl Bleu {
    /// Call `call` with this metric's row of each segment; return false when too few orders were
    /// counted.
    fn each_from_wider(
        &self,
        rows: &[i64],
        columns: usize,
        mut take: impl FnMut(&[i64]),
    ) -> Result<bool, Error> {
        if columns.saturating_sub(2) / 2 < self.orders_looked_at() {
            return Ok(false);
        }
        let mut row = vec![0; self.width()];
        for (segment, wide) in rows.chunks_exact(columns).enumerate() {
            self.write_from_wider(wide, &mut row);
            self.pool(&mut row).map_err(|error| error.after(segment))?;
            take(&row);
        }
        Ok(true)
    }

    /// Return how many orders a plain BLEU must count for this one.
    pub const fn orders_looked_at(&self) -> usize {
        let orders = self.counted_orders();
        if self.smoothing.looks_at_last() && orders < LAST_ORDER { LAST_ORDER } else { orders }
    }

    /// Write this metric's row of a segment, but for the columns of a mean: `wide` is the row that
    /// a plain BLEU has of it.
    pub(crate) fn write_from_wider(&self, wide: &[i64], row: &mut [i64]) {
        let (given_orders, counted_orders) = (wide.len() / 2 - 1, self.counted_orders());
        let (totals, ngrams) = (self.rules.totals, &wide[2 + given_orders..]);
        row[..2 + counted_orders].copy_from_slice(&wide[..2 + counted_orders]);
        for (total, &ngrams) in
            row[2 + counted_orders..2 + 2 * counted_orders].iter_mut().zip(ngrams)
        {
            *total = totals.of(ngrams);
        }
        let end = row.len() - self.last_columns();
        if let [length, matches, total] = &mut row[end..] {
            *length = wide[0];
            *matches = wide[2 + LAST_ORDER - 1];
            *total = totals.of(ngrams[LAST_ORDER - 1]);
        }
    }
}
