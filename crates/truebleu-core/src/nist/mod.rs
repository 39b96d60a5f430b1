//! NIST's score (Doddington 2002), as mteval computes it: matched n-grams are weighted by the
//! information of their last word: the less likely the words before it make it, the more.
//!
//! The weights come from all references of the corpus, so a segment's row can be made only when all
//! are known. The rows are floats. They add, and the score is a formula of the sum: a document's or
//! a system's is that of its segments' rows, all by the weights of the whole corpus.

mod weighed;

use crate::inventory::{Inventory, Level, Token};
use crate::metric::Score;

pub use weighed::Weighed;

/// The longest n-grams of mteval's NIST.
pub const ORDERS: usize = 5;

/// The ratio of lengths at which the penalty is one half.
const HALF_AT: f64 = 1.5;

/// Return the names of a row's columns.
pub fn columns(orders: usize) -> Vec<String> {
    let of_orders = |what: &str| (1..=orders).map(|n| format!("{what}_{n}")).collect::<Vec<_>>();
    let mut names = of_orders("information");
    names.extend(of_orders("totals"));
    names.push("reference_length".to_owned());
    names
}

/// Return the row of each segment of a system, one after the other: for each order the information
/// in bits of the matched n-grams, for each order the number of n-grams of the hypothesis, and the
/// mean length of the references.
pub fn rows(inventory: &Inventory, system: usize, orders: usize) -> Vec<f64> {
    let width = 2 * orders + 1;
    let mut rows = vec![0.0; inventory.segments() * width];
    for (segment, row) in rows.chunks_exact_mut(width).enumerate() {
        let length = inventory.hypothesis(system, segment).count();
        for n in 0..orders {
            row[orders + n] = length.saturating_sub(n) as f64;
        }
        let (references, words) = inventory.reference_words(segment);
        row[2 * orders] = words as f64 / references as f64;
    }
    let mut level = inventory.level();
    let mut above = Above::of_words(inventory, &level);
    for n in 0..orders {
        if n > 0 {
            level.raise();
        }
        let information = above.information(inventory, &level);
        let matched = |segment: usize, gram: u32, matches: u32| {
            rows[segment * width + n] += information[gram as usize] * f64::from(matches);
        };
        level.each_match(system, matched);
    }
    rows
}

/// The order above the current one, that of the prefixes.
struct Above {
    /// For each place in the references, the n-gram that begins there.
    numbers: Vec<u32>,
    /// Count of each n-gram in all references.
    counts: Vec<u32>,
    /// The number of all words of the references.
    words: f64,
    /// 0 at the order of words, which have no prefix.
    order: usize,
}

impl Above {
    fn of_words(inventory: &Inventory, level: &Level<'_>) -> Self {
        let words =
            (0..inventory.segments()).map(|i| inventory.reference_words(i).1).sum::<usize>();
        let numbers = level.reference_numbers().to_vec();
        Self { numbers, counts: Vec::new(), words: words as f64, order: 0 }
    }

    /// Return the information of each n-gram of `level`, the order below: how many bits less likely
    /// it is than its prefix. `level` then is the order above.
    fn information(&mut self, inventory: &Inventory, level: &Level<'_>) -> Vec<f64> {
        let counts = level.reference_counts();
        let mut information = vec![0.0; counts.len()];
        level.each_reference(|place, gram| {
            let gram = gram as usize;
            let likely = match self.order {
                0 => self.words,
                1 if is_false(inventory.token(self.numbers[place])) => self.words,
                _ => f64::from(self.counts[self.numbers[place] as usize]),
            };
            information[gram] = -(f64::from(counts[gram]) / likely).ln() / std::f64::consts::LN_2;
        });
        if self.order == 0 {
            self.forget_empty_word(inventory, level, &mut information);
        }
        self.numbers.copy_from_slice(level.reference_numbers());
        self.counts = counts;
        self.order += 1;
        information
    }

    /// Drop the empty word: in mteval it is an n-gram of order 0 (its tokenizers make some), which
    /// no order counts.
    fn forget_empty_word(&self, inventory: &Inventory, level: &Level<'_>, information: &mut [f64]) {
        level.each_reference(|_, gram| {
            if inventory.token(gram) == Token::Word(b"") {
                information[gram as usize] = 0.0;
            }
        });
    }
}

/// Return whether Perl evaluates the word as false: mteval tests so whether an n-gram has a prefix,
/// and takes the number of all words where it seems to have none.
fn is_false(token: Token<'_>) -> bool {
    matches!(token, Token::Word(b"0" | b""))
}

/// Return the score of a row, or of a sum of rows; its detail is the penalty.
pub fn score(row: &[f64]) -> Score {
    let orders = row.len() / 2;
    let (information, rest) = row.split_at(orders);
    let (totals, length) = rest.split_at(orders);
    let sum: f64 = information.iter().zip(totals).map(|(info, total)| info / total.max(1.0)).sum();
    let penalty = length_penalty(totals.first().copied().unwrap_or(0.0), length[0]);
    Score { value: sum * penalty, details: vec![penalty] }
}

/// Return 1 for a hypothesis as long as the references or longer, one half where they are
/// [`HALF_AT`] times as long. (mteval stops where the references have no word: here they are not
/// longer than the hypothesis.)
fn length_penalty(hypothesis: f64, reference: f64) -> f64 {
    if hypothesis <= 0.0 {
        return 0.0;
    }
    let ratio = hypothesis / reference;
    if ratio >= 1.0 {
        return 1.0;
    }
    let beta = -0.5_f64.ln() / HALF_AT.ln() / HALF_AT.ln();
    (-beta * ratio.ln() * ratio.ln()).exp()
}

#[cfg(test)]
mod tests;
