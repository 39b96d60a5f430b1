//! How sure a difference between systems is: their statistics summed again and again, with segments
//! swapped (approximate randomization) or drawn with replacement (the bootstrap).
//!
//! Statistics are rows of integers that add ([`Statistics`]), so a trial needs sums of rows and
//! never the text. [`plain`] defines the sums; [`randomization`] and [`bootstrap`] make the same
//! ones fast, for all systems at once and from the same draws ([`draws`]), in blocks of trials, so
//! that memory does not grow with their number. All sums are exact: what is counted does not depend
//! on threads, partition or order. [`shard`] has the sums of a part of the data, where the whole is
//! not in memory; [`sacrebleu`] the same tests as sacreBLEU computes them, from the draws of [`numpy`].

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
