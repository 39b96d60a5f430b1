//! Fuzz targets: each builds a case from any bytes and panics where two ways to compute a result
//! differ.
//!
//! The programs under `fuzz/` pass the inputs of a fuzzer. The tests replay earlier findings
//! without a fuzzer, so that both run the same checks.

mod counting;
mod tape;
mod texts;

pub use counting::{characters, edits, metrics, ngrams, segments, shards, subsequences};
pub use texts::{kernels, lines, tokenizers};

/// A target: it returns, or it panics.
pub type Target = fn(&[u8]);

/// All targets by name.
pub const TARGETS: [(&str, Target); 10] = [
    ("tokenizers", tokenizers),
    ("kernels", kernels),
    ("lines", lines),
    ("ngrams", ngrams),
    ("subsequences", subsequences),
    ("characters", characters),
    ("edits", edits),
    ("metrics", metrics),
    ("segments", segments),
    ("shards", shards),
];

#[cfg(test)]
mod tests;
