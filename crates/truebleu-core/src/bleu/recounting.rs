//! One count for many metrics: the row of any BLEU of the rows that a plain
//! one counted, when tokens, case and rule for the reference length agree.

use super::Bleu;
use super::smoothing::LAST_ORDER;
use crate::error::Error;
use crate::metric::Metric;

impl Bleu {
    /// The summed row of this metric. `rows` are those of single segments, of
    /// a BLEU whose average is micro and whose totals are raw; none when it
    /// counted fewer orders than this one needs.
    ///
    /// # Errors
    /// A segment without a score, where the mean of their scores is asked for.
    pub(super) fn summed_from_wider(
        &self,
        rows: &[i64],
        columns: usize,
    ) -> Result<Option<Vec<i64>>, Error> {
        let given = columns.saturating_sub(2) / 2;
        let counted = self.counted_orders();
        let last = self.last_columns();
        if given < counted || (last > 0 && given < LAST_ORDER) {
            return Ok(None);
        }
        let totals = self.rules.totals;
        let mut row = vec![0; self.width()];
        let mut sum = vec![0; self.width()];
        let adding = self.width() - last;
        for (segment, wide) in rows.chunks_exact(columns).enumerate() {
            let ngrams = &wide[2 + given..];
            row[..2 + counted].copy_from_slice(&wide[..2 + counted]);
            for (total, &ngrams) in row[2 + counted..2 + 2 * counted].iter_mut().zip(ngrams) {
                *total = totals.of(ngrams);
            }
            self.pool(&mut row).map_err(|error| error.after(segment))?;
            for (total, count) in sum[..adding].iter_mut().zip(&row) {
                *total += count;
            }
            if let [length, matches, total] = &mut sum[adding..] {
                *length = wide[0];
                *matches = wide[2 + LAST_ORDER - 1];
                *total = totals.of(ngrams[LAST_ORDER - 1]);
            }
        }
        Ok(Some(sum))
    }
}
