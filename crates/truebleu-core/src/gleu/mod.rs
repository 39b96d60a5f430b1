//! GLEU: the smaller of precision and recall of all n-grams together.
//!
//! Wu et al., "Google's Neural Machine Translation System" (2016), section 4.3, made it for single
//! sentences; of a corpus, matches and n-grams are summed first, as NLTK does it.

mod counter;

use crate::abilities::Abilities;
use crate::inventory::Numbering;
use crate::kernels::KernelChoice;
use crate::metric::{Counter, Metric};
use crate::text::lowercase::Casing;
use crate::tokenizers::Tokenizer;

/// GLEU's settings, as plain values. Names, defaults and checks live in Python.
#[derive(Clone, Debug)]
pub struct Gleu {
    /// The tokenizer.
    pub tokenizer: Tokenizer,
    /// Lowercasing of text.
    pub case: Casing,
    /// The shortest n-grams that count.
    pub min_order: usize,
    /// The longest.
    pub max_order: usize,
    /// The value of a perfect score: 100 or 1.
    pub scale: f64,
    /// The kernel that counts.
    pub kernel: KernelChoice,
}

impl Metric for Gleu {
    /// Return the matches with the reference that suits best, and the n-grams of the longer side of
    /// the two.
    fn columns(&self) -> Vec<String> {
        vec!["matches".to_owned(), "ngrams".to_owned()]
    }

    fn abilities(&self) -> Abilities<'_> {
        let Self { tokenizer, kernel, .. } = *self;
        let numbering = self.case.of_both().map(|case| Numbering { tokenizer, case, kernel });
        Abilities { numbering, references: Some(self), ..Abilities::default() }
    }

    fn counter(&self) -> Box<dyn Counter> {
        Box::new(counter::GleuCounter::new(self.clone()))
    }

    /// Return matches over n-grams; 0 where there is none.
    fn value(&self, row: &[i64], _effective_order: bool) -> f64 {
        if row[1] == 0 { 0.0 } else { self.scale * (row[0] as f64 / row[1] as f64) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::lowercase::Case;

    #[test]
    fn tokens_are_numbered_and_references_read_once() {
        let gleu = Gleu {
            tokenizer: Tokenizer::ThirteenA,
            case: Case::Mixed.into(),
            min_order: 1,
            max_order: 4,
            scale: 1.0,
            kernel: KernelChoice::Portable,
        };
        let abilities = gleu.abilities();
        assert!(abilities.numbering.is_some() && abilities.references.is_some());
    }
}
