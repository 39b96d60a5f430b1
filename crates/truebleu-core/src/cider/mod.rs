//! CIDEr and CIDEr-D (Vedantam, Zitnick and Parikh 2015, <https://arxiv.org/abs/1411.5726>), bit for
//! bit as pycocoevalcap and vrama91/cider compute them.
//!
//! The vector of a text has a weight for each n-gram of an order: its count times the logarithm of
//! the number of documents (segments) over the number of documents whose references have it. The
//! similarity of two texts is the cosine of their vectors; a score is ten times its mean over the
//! orders and the references.

mod frequencies;

use std::f64::consts::E;
use std::hint::black_box;

use crate::inventory::{Inventory, Level};

pub use frequencies::{Frequencies, count};

/// The largest score: the cosines of all orders are 1.
const LARGEST: f64 = 10.0;

/// Settings of the formula.
#[derive(Clone, Copy, Debug)]
pub struct Cider {
    /// The longest n-grams.
    pub orders: usize,
    /// Width of the Gaussian length penalty, in bigrams; infinity: there is none.
    pub sigma: f64,
    /// Whether a weight of the hypothesis counts at most as much as that of the reference.
    pub clipped: bool,
    /// What the sum over the orders is divided by: their number.
    pub divisor: usize,
}

impl Cider {
    /// Return the score of each segment; `frequencies` are those of the references of all segments,
    /// if none are given.
    pub fn scores(&self, inventory: &Inventory, frequencies: Option<&Frequencies>) -> Vec<f64> {
        let segments = inventory.segments();
        let mut similarities = vec![0.0; segments * self.orders];
        let mut level = inventory.level();
        for n in 0..self.orders {
            if n > 0 {
                level.raise();
            }
            let weights = match frequencies {
                Some(frequencies) => frequencies.weights(inventory, &level),
                None => own_weights(&level, segments),
            };
            let mut vectors = [Vector::new(weights.len()), Vector::new(weights.len())];
            for segment in 0..segments {
                similarities[segment * self.orders + n] =
                    self.similarity(inventory, &level, segment, &weights, &mut vectors);
            }
        }
        let score = |(segment, similarities): (usize, &[f64])| {
            let sum: f64 = similarities.iter().sum();
            let (references, _) = inventory.reference_words(segment);
            sum / self.divisor as f64 / references as f64 * LARGEST
        };
        similarities.chunks_exact(self.orders.max(1)).enumerate().map(score).collect()
    }

    /// Return the sum of a segment's similarities by one order, over the references.
    fn similarity(
        &self,
        inventory: &Inventory,
        level: &Level<'_>,
        segment: usize,
        weights: &[f64],
        [hypothesis, reference]: &mut [Vector; 2],
    ) -> f64 {
        let mut sum = 0.0;
        let mut references = inventory.reference_numbers(segment);
        let bigrams = |words: usize| words.saturating_sub(1) as f64;
        let length = bigrams(inventory.hypothesis_numbers(0, segment).len());
        level.each_source(segment, |source, _, grams| {
            if source == 0 {
                return hypothesis.read(grams, weights);
            }
            reference.read(grams, weights);
            let mut value = self.product(hypothesis, reference, weights);
            if hypothesis.norm != 0.0 && reference.norm != 0.0 {
                value /= hypothesis.norm * reference.norm;
            }
            let words = references.next().map_or(0, <[u32]>::len);
            sum += value * self.penalty(length - bigrams(words));
        });
        sum
    }

    /// Return the inner product of two vectors.
    fn product(&self, hypothesis: &Vector, reference: &Vector, weights: &[f64]) -> f64 {
        let mut sum = 0.0;
        for &gram in &hypothesis.grams {
            let theirs = reference.weight(gram, weights);
            if theirs != 0.0 {
                let ours = hypothesis.weight(gram, weights);
                sum += if self.clipped { ours.min(theirs) } else { ours } * theirs;
            }
        }
        sum
    }

    /// Return the penalty for a difference of lengths. It is a power of e, not `exp`, which rounds
    /// otherwise than the original for most lengths.
    fn penalty(&self, difference: f64) -> f64 {
        power(E, -(difference * difference) / (2.0 * power(self.sigma, 2.0)))
    }
}

/// Return the weight of each n-gram, by the references of the corpus.
fn own_weights(level: &Level<'_>, segments: usize) -> Vec<f64> {
    let documents = (segments as f64).ln();
    document_counts(level, segments)
        .into_iter()
        .map(|count| documents - f64::from(count.max(1)).ln())
        .collect()
}

/// Return for each n-gram how many segments have it in a reference.
fn document_counts(level: &Level<'_>, segments: usize) -> Vec<u32> {
    let mut counts = vec![0; level.distinct()];
    let mut last = vec![u32::MAX; level.distinct()];
    for segment in 0..segments {
        level.each_source(segment, |source, _, grams| {
            for &gram in if source == 0 { &[] } else { grams } {
                let gram = gram as usize;
                counts[gram] += u32::from(last[gram] != segment as u32);
                last[gram] = segment as u32;
            }
        });
    }
    counts
}

/// Return a power as the platform's `pow` has it. (Without `black_box` a compiler may put a product
/// or `exp` in its place, which differ in the last bit.)
fn power(base: f64, exponent: f64) -> f64 {
    black_box(base).powf(black_box(exponent))
}

/// The n-grams of one order of one text.
struct Vector {
    /// Count of each n-gram of the corpus in this text.
    counts: Vec<u32>,
    /// The distinct n-grams, in order of first occurrence.
    grams: Vec<u32>,
    norm: f64,
}

impl Vector {
    fn new(distinct: usize) -> Self {
        Self { counts: vec![0; distinct], grams: Vec::new(), norm: 0.0 }
    }

    fn read(&mut self, grams: &[u32], weights: &[f64]) {
        for gram in self.grams.drain(..) {
            self.counts[gram as usize] = 0;
        }
        for &gram in grams {
            let count = &mut self.counts[gram as usize];
            if *count == 0 {
                self.grams.push(gram);
            }
            *count += 1;
        }
        let squares = self.grams.iter().map(|&gram| power(self.weight(gram, weights), 2.0));
        self.norm = squares.sum::<f64>().sqrt();
    }

    fn weight(&self, gram: u32, weights: &[f64]) -> f64 {
        let gram = gram as usize;
        f64::from(self.counts[gram]) * weights[gram]
    }
}

#[cfg(test)]
mod tests;
