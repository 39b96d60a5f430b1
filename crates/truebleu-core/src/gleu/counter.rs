//! Counting a segment for GLEU.

use super::Gleu;
use crate::abilities::{PreparedReferences, ReadOnce, Scratch};
use crate::error::Error;
use crate::kernels::{Kernel, Work};
use crate::metric::{Counter, check_segment};
use crate::ngrams;
use crate::ngrams::trie::Trie;
use crate::segment::Text;
use crate::tokenizers::{self, Analysis};

/// A counter of segments that reuses its buffers.
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
    fn count_from(
        &mut self,
        _known: usize,
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
        let mut best = Best::default();
        for text in self.references {
            reference.read(kernel, scheme, gleu.case.reference, text, tokenizing);
            let sides = [hypothesis.words(&self.hypothesis), reference.words(text)];
            ngrams::count(kernel, sides[0], &sides[1..], counting, matches);
            best.see(gleu, sides.map(|words| words.tokens.len()), matches);
        }
        best.write(self.row);
    }
}

/// The best share of n-grams so far.
#[derive(Default)]
struct Best {
    matched: i64,
    possible: i64,
}

impl Best {
    /// Take a reference into account. The first one with the highest share counts; one without
    /// n-grams has none.
    #[inline(always)]
    fn see(&mut self, gleu: &Gleu, lengths: [usize; 2], matches: &[i64]) {
        let longer = lengths.map(|length| gleu.ngrams(length)).into_iter().max().unwrap_or(0);
        let matched: i64 = matches[gleu.min_order - 1..].iter().sum();
        let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
        let better =
            self.possible == 0 || product(matched, self.possible) > product(self.matched, longer);
        if longer > 0 && better {
            *self = Self { matched, possible: longer };
        }
    }

    fn write(&self, row: &mut [i64]) {
        row.copy_from_slice(&[self.matched, self.possible]);
    }
}

/// References of a segment, each with its length and its n-grams.
struct GleuReferences {
    gleu: Gleu,
    references: Vec<(usize, Trie)>,
}

impl ReadOnce for Gleu {
    fn prepare(&self, references: &[Text<'_>]) -> Box<dyn PreparedReferences> {
        let analyses =
            Analysis::of_all(self.kernel, self.tokenizer, self.case.reference, references);
        let texts = references.iter().zip(&analyses);
        let ngrams = |(text, analysis): (&Text<'_>, &Analysis)| {
            let words = analysis.words(text);
            (words.tokens.len(), Trie::of_references(&[words], self.max_order))
        };
        let references = texts.map(ngrams).collect();
        Box::new(GleuReferences { gleu: self.clone(), references })
    }
}

impl PreparedReferences for GleuReferences {
    fn count(&self, scratch: &mut Scratch, text: Text<'_>, row: &mut [i64]) -> Result<(), Error> {
        let Gleu { kernel, tokenizer, case, .. } = self.gleu;
        let Scratch { hypothesis, tokenizing, seen } = scratch;
        hypothesis.read_by(kernel, tokenizer, case.hypothesis, &text, tokenizing);
        let words = hypothesis.words(&text);
        let mut matches = vec![0; self.gleu.max_order];
        let mut best = Best::default();
        for (length, ngrams) in &self.references {
            ngrams.count(words, seen, &mut matches);
            best.see(&self.gleu, [words.tokens.len(), *length], &matches);
        }
        best.write(row);
        Ok(())
    }

    fn bytes(&self) -> usize {
        let references = self.references.iter();
        size_of::<Self>() + references.map(|(_, ngrams)| 8 + ngrams.bytes()).sum::<usize>()
    }
}

impl Gleu {
    /// Return the n-grams of a text of `length` tokens.
    fn ngrams(&self, length: usize) -> i64 {
        (self.min_order..=self.max_order).map(|n| (length + 1).saturating_sub(n) as i64).sum()
    }
}
