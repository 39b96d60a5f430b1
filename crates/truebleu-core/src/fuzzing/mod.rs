//! What fuzzers try: each target takes any bytes, makes a case of them, and
//! panics where two ways to one result part.
//!
//! The programs under `fuzz/` hand over what a fuzzer finds. The tests replay
//! what was found before, without one, so that both run the same checks.

mod counting;
mod tape;
mod texts;

pub use counting::{characters, edits, metrics, ngrams, shards};
pub use texts::{kernels, lines, tokenizers};

/// A target: it returns, or it panics.
pub type Target = fn(&[u8]);

/// All targets by name.
pub const TARGETS: [(&str, Target); 8] = [
    ("tokenizers", tokenizers),
    ("kernels", kernels),
    ("lines", lines),
    ("ngrams", ngrams),
    ("characters", characters),
    ("edits", edits),
    ("metrics", metrics),
    ("shards", shards),
];

#[cfg(test)]
mod tests;
