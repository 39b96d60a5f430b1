//! BLEU and related metrics: text, tokens, n-gram counts and scores.
//!
//! The crate has no Python, no files and no conventions: it has their rules, and a rule that only one
//! tool has is named after the tool. A [`metric::Metric`] counts each segment into a row of integers;
//! rows add; a row has a value.

pub mod abilities;
mod bits;
pub mod bleu;
pub mod chrf;
pub mod cider;
pub mod compiled;
pub mod corpus;
pub mod diversity;
pub mod error;
pub mod exact_mean;
pub mod expectation;
pub mod external;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
pub mod gleu;
mod hashing;
pub mod inventory;
pub mod kernels;
pub mod lines;
pub mod meteor;
pub mod metric;
pub mod ngrams;
pub mod nist;
pub mod pairwise;
pub mod resampling;
pub mod resegmentation;
pub mod rouge;
pub mod segment;
pub mod ter;
#[cfg(test)]
mod testing;
pub mod text;
pub mod threads;
pub mod tokenizers;
pub mod tokens;
