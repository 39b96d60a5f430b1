//! Significance tests: sums of statistics with segments swapped (approximate randomization) or
//! drawn with replacement (bootstrap).
//!
//! Statistics are additive rows of integers ([`Statistics`]), so a trial needs sums of rows, not the
//! text. [`plain`] defines the sums; [`randomization`] and [`bootstrap`] compute them fast, for all
//! systems at once from the same draws ([`draws`]), in blocks of trials, so that memory does not
//! grow with their number. All sums are exact and independent of threads, partitions and order.
//! [`shard`] has the sums of a part of the data; [`sacrebleu`] computes the tests as sacreBLEU does,
//! from the draws of [`numpy`].

pub mod bootstrap;
pub mod draws;
mod exact;
pub mod groups;
pub mod numpy;
mod packing;
pub mod philox;
pub mod plain;
mod products;
pub mod randomization;
pub mod sacrebleu;
pub mod shard;
mod statistics;
mod tables;

pub use statistics::{Scorer, Statistics, Totals};

#[cfg(test)]
mod shard_tests;
#[cfg(test)]
mod tests;
