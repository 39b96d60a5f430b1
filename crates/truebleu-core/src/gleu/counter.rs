//! Counting a segment for GLEU.

use super::Gleu;
use crate::error::Error;
use crate::kernels::{Kernel, Work};
use crate::metric::{Counter, Text, check_segment};
use crate::ngrams;
use crate::tokenizers::{self, Analysis};

/// Counts segments one after the other with the same room.
pub(super) struct GleuCounter {
    gleu: Gleu,
    hypothesis: Analysis,
    reference: Analysis,
    tokenizing: tokenizers::Scratch,
    counting: ngrams::Scratch,
    matches: Vec<i64>,
}

impl GleuCounter {
    pub(super) fn new(gleu: Gleu) -> Self {
        let matches = vec![0; gleu.max_order];
        Self {
            gleu,
            hypothesis: Analysis::default(),
            reference: Analysis::default(),
            tokenizing: tokenizers::Scratch::default(),
            counting: ngrams::Scratch::default(),
            matches,
        }
    }
}

impl Counter for GleuCounter {
    fn count(
        &mut self,
        hypothesis: Text<'_>,
        references: &[Text<'_>],
        row: &mut [i64],
    ) -> Result<(), Error> {
        check_segment(&self.gleu, hypothesis, references)?;
        let kernel = self.gleu.kernel;
        kernel.dispatch(CountSegment { counter: self, hypothesis, references, row });
        Ok(())
    }
}

struct CountSegment<'a, 't> {
    counter: &'a mut GleuCounter,
    hypothesis: Text<'t>,
    references: &'a [Text<'t>],
    row: &'a mut [i64],
}

impl Work for CountSegment<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        let GleuCounter { gleu, hypothesis, reference, tokenizing, counting, matches } =
            self.counter;
        let scheme = gleu.tokenizer.scheme();
        hypothesis.read(kernel, scheme, gleu.case.hypothesis, &self.hypothesis, tokenizing);
        let (mut best, mut possible) = (0, 0);
        for text in self.references {
            reference.read(kernel, scheme, gleu.case.reference, text, tokenizing);
            let sides = [hypothesis.words(&self.hypothesis), reference.words(text)];
            let longer = sides.map(|words| gleu.ngrams(words.tokens.len())).into_iter().max();
            let longer = longer.unwrap_or(0);
            ngrams::count(kernel, sides[0], &sides[1..], counting, matches);
            let matched: i64 = matches[gleu.min_order - 1..].iter().sum();
            // The first reference of the highest share; one without n-grams has none.
            if longer > 0 && (possible == 0 || matched * possible > best * longer) {
                (best, possible) = (matched, longer);
            }
        }
        self.row.copy_from_slice(&[best, possible]);
    }
}

impl Gleu {
    /// The n-grams of a text of `length` tokens.
    fn ngrams(&self, length: usize) -> i64 {
        (self.min_order..=self.max_order).map(|n| (length + 1).saturating_sub(n) as i64).sum()
    }
}
