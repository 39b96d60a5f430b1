//! How much the texts of a collection repeat each other: the BLEU of each against all others (Zhu
//! et al., "Texygen", SIGIR 2018), the share of n-grams that are different (Li et al., NAACL 2016),
//! and their entropy.
//!
//! A text's clipped matches against all others ask, of each n-gram, for the largest count in
//! another text. That is the largest count of all, or the second largest where the text has the
//! largest itself: so one pass over the n-grams finds these, and a second one the matches. Both are
//! linear in the length of all texts.
//!
//! An n-gram that is there once in all texts is in no other text, and so is each longer one around
//! it: they are counted, but never looked up. That spares most look-ups from the third order on.

mod counting;
mod lengths;

use std::collections::BTreeMap;

use crate::bleu::{Bleu, ReferenceLength};
use crate::error::Error;
use crate::inventory::Inventory;
use crate::metric::{AVERAGE_UNIT, Metric};
use counting::Grams;
use lengths::Lengths;

/// The n-grams of one order, of all texts together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrderCounts {
    /// Number of n-grams.
    pub total: u64,
    /// Number of distinct n-grams.
    pub distinct: u64,
    /// The entropy of their distribution in nats: 0 where all are the same, ln(total) where none is
    /// there twice.
    pub entropy: f64,
}

/// A collection of texts that was counted.
#[derive(Debug)]
pub struct Diversity {
    /// Of each order from 1.
    pub orders: Vec<OrderCounts>,
    lengths: Lengths,
    /// For each text its clipped matches against all others, of each order.
    matches: Vec<u32>,
}

impl Diversity {
    /// Count the orders 1 to `orders` of the first system's texts. `go_on` is called now and then;
    /// none: it returned false.
    pub fn count(
        inventory: &Inventory,
        orders: usize,
        mut go_on: impl FnMut() -> bool,
    ) -> Option<Self> {
        let (tokens, ends, distinct) = inventory.numbers(0);
        let mut grams = Grams::new(tokens, ends, distinct);
        let mut matches = vec![0; ends.len() * orders];
        let mut counts_of_orders = Vec::with_capacity(orders);
        for n in 0..orders {
            let numbers = grams.count(&mut go_on)?;
            let of_order = matches.iter_mut().skip(n).step_by(orders);
            grams.match_others(of_order, &mut go_on)?;
            counts_of_orders.push(order_counts(&numbers));
        }
        Some(Self { orders: counts_of_orders, lengths: Lengths::new(ends), matches })
    }

    /// Return how many texts there are.
    pub fn texts(&self) -> usize {
        self.lengths.texts()
    }

    /// Return the sentence score of each text with all others as its references.
    ///
    /// # Errors
    /// When the metric cannot have so many references, or a text has no score.
    ///
    /// # Panics
    /// When fewer orders were counted than the metric looks at.
    pub fn scores(&self, bleu: &Bleu, effective_order: bool) -> Result<Vec<f64>, Error> {
        self.check(bleu, true)?;
        let mut row = vec![0; bleu.width()];
        let mut wide = self.wide_row();
        let rule = bleu.reference_length;
        (0..self.texts())
            .map(|i| {
                self.write_wide(i, &mut wide);
                let length = self.lengths.of_others(rule, i);
                wide[1] = length as i64;
                bleu.write_from_wider(&wide, &mut row);
                let value = bleu.value_with_length(&row, length, effective_order);
                if value.is_nan() { Err(Error::Undefined { segment: i }) } else { Ok(value) }
            })
            .collect()
    }

    /// Return the row of each text with all others as its references, one after the other.
    ///
    /// # Errors
    /// As [`Diversity::scores`]; or the mean of so many lengths is no whole number of the row's
    /// unit.
    ///
    /// # Panics
    /// As [`Diversity::scores`].
    pub fn rows(&self, bleu: &Bleu) -> Result<Vec<i64>, Error> {
        self.check(bleu, false)?;
        let width = bleu.width();
        let mut rows = vec![0; self.texts() * width];
        let mut wide = self.wide_row();
        for (i, row) in rows.chunks_exact_mut(width).enumerate() {
            self.write_wide(i, &mut wide);
            let length = self.lengths.of_others(bleu.reference_length, i);
            wide[1] = match bleu.reference_length {
                ReferenceLength::Average => (length * AVERAGE_UNIT as f64).round() as i64,
                _ => length as i64,
            };
            bleu.write_from_wider(&wide, row);
            bleu.pool(row).map_err(|error| error.after(i))?;
        }
        Ok(rows)
    }

    fn check(&self, bleu: &Bleu, any_mean: bool) -> Result<(), Error> {
        assert!(self.orders.len() >= bleu.orders_looked_at(), "enough orders were counted");
        let others = self.texts().saturating_sub(1);
        match bleu.check_references(others) {
            Err(Error::UnevenAverage { .. }) if any_mean => Ok(()),
            checked => checked,
        }
    }

    /// Return an empty row of a plain BLEU of all counted orders.
    fn wide_row(&self) -> Vec<i64> {
        vec![0; 2 + 2 * self.orders.len()]
    }

    /// Write the row of text `i`, but for the reference length.
    fn write_wide(&self, i: usize, wide: &mut [i64]) {
        let orders = self.orders.len();
        let length = self.lengths.of(i);
        wide[0] = length as i64;
        let (matches, totals) = wide[2..].split_at_mut(orders);
        for (to, &from) in matches.iter_mut().zip(&self.matches[i * orders..]) {
            *to = i64::from(from);
        }
        for (n, total) in totals.iter_mut().enumerate() {
            *total = length.saturating_sub(n) as i64;
        }
    }
}

/// Return the counts of an order, from how many n-grams occur how often (`numbers`).
fn order_counts(numbers: &BTreeMap<u32, u64>) -> OrderCounts {
    let total: u64 = numbers.iter().map(|(&count, &many)| u64::from(count) * many).sum();
    // H = ln T - sum c ln c / T. Sum counts in ascending order, so that the order of texts has no
    // effect.
    let sum: f64 = numbers
        .iter()
        .map(|(&count, &many)| many as f64 * (f64::from(count) * f64::from(count).ln()))
        .sum();
    let entropy = if total == 0 { 0.0 } else { (total as f64).ln() - sum / total as f64 };
    OrderCounts { total, distinct: numbers.values().sum(), entropy: entropy.max(0.0) }
}

#[cfg(test)]
mod tests;
