//! Translation edit rate: how many edits make the hypothesis the reference, for each word of the
//! reference, where moving a block of words is one edit.
//!
//! Snover et al., "A Study of Translation Edit Rate with Targeted Human Annotation" (AMTA 2006). To
//! find the fewest edits is too hard; like tercom, sacreBLEU 2.6 moves the block that helps most
//! until none helps, with limits of its own. The same search is done here, to the same number.
//!
//! - `plain` does it step by step, and defines the result;
//! - [`search`] does it with bit sets ([`rows`], [`window`]), and is what counts.

mod alignment;
mod band;
mod counter;
#[cfg(any(test, fuzzing))]
pub(crate) mod every_way;
mod matches;
#[cfg(any(test, fuzzing))]
mod plain;
mod rows;
mod search;
mod shifts;
mod tokenizer;
mod window;

pub use tokenizer::TercomTokenizer;

use crate::abilities::Abilities;
use crate::kernels::KernelChoice;
use crate::metric::{AVERAGE_UNIT, Counter, Metric};

/// TER's settings, as plain values. Names, defaults and checks live in Python.
#[derive(Clone, Copy, Debug)]
pub struct Ter {
    /// The tokenizer of texts; it does not change tokens.
    pub tokenizer: TercomTokenizer,
    /// The kernel that counts.
    pub kernel: KernelChoice,
}

impl Metric for Ter {
    /// Return `edits, reference_length`, the latter in units of 1 / [`AVERAGE_UNIT`] token: it is
    /// the mean over the references, rounded to that where their number does not divide it.
    fn columns(&self) -> Vec<String> {
        vec!["edits".to_owned(), "reference_length".to_owned()]
    }

    fn abilities(&self) -> Abilities<'_> {
        Abilities { sacrebleu: Some(self), ..Abilities::default() }
    }

    fn counter(&self) -> Box<dyn Counter> {
        Box::new(counter::TerCounter::new(*self))
    }

    /// Return the edits in percent of the reference length, in sacreBLEU's order of operations; 100
    /// for edits without reference words.
    fn value(&self, row: &[i64], _effective_order: bool) -> f64 {
        let (edits, length) = (row[0] as f64, row[1] as f64 / AVERAGE_UNIT as f64);
        if length > 0.0 {
            100.0 * (edits / length)
        } else if edits > 0.0 {
            100.0
        } else {
            0.0
        }
    }
}

#[cfg(test)]
mod tests;
