//! Texts as numbers for their tokens: read once, compared many times.

use super::range_of;
use super::vocabulary::Vocabulary;
use crate::kernels::{Kernel, KernelChoice, Work};
use crate::segment::Text;
use crate::text::lowercase::Case;
use crate::tokenizers::{Analysis, Scratch, Tokenizer};

/// Tokenization of numbered texts.
#[derive(Clone, Copy, Debug)]
pub struct Numbering {
    /// The tokenizer.
    pub tokenizer: Tokenizer,
    /// Lowercasing of text.
    pub case: Case,
    /// The kernel that reads.
    pub kernel: KernelChoice,
}

impl Numbering {
    /// Read texts, which must all be of one kind.
    pub fn read(self, texts: &[Text<'_>]) -> Numbered {
        self.kernel.dispatch(Reading { by: self, texts })
    }
}

/// Texts whose tokens are numbers: equal exactly when the tokens are.
#[derive(Debug, Default)]
pub struct Numbered {
    ids: Vec<i64>,
    ends: Vec<usize>,
}

impl Numbered {
    /// Return the numbers of each text.
    pub fn all(&self) -> impl Iterator<Item = &[i64]> {
        (0..self.ends.len()).map(|i| self.ids(i))
    }

    /// Return the numbers of text `i`, counted from 0 in the order of first occurrence.
    pub fn ids(&self, i: usize) -> &[i64] {
        &self.ids[range_of(&self.ends, i)]
    }

    /// Return text `i` as it is counted.
    pub fn text(&self, i: usize) -> Text<'_> {
        Text::Ids(self.ids(i))
    }
}

struct Reading<'a, 't> {
    by: Numbering,
    texts: &'a [Text<'t>],
}

impl Work for Reading<'_, '_> {
    type Output = Numbered;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Numbered {
        let (mut analysis, mut scratch) = (Analysis::default(), Scratch::default());
        let (mut vocabulary, mut numbers) = (Vocabulary::default(), Vec::new());
        let mut numbered = Numbered::default();
        let Numbering { tokenizer, case, .. } = self.by;
        for text in self.texts {
            analysis.read(kernel, tokenizer.scheme(), case, text, &mut scratch);
            numbers.clear();
            let one_kind = vocabulary.number(analysis.words(text), text.is_ids(), &mut numbers);
            debug_assert!(one_kind, "words and ids cannot be numbered together");
            numbered.ids.extend(numbers.iter().map(|&number| i64::from(number)));
            numbered.ends.push(numbered.ids.len());
        }
        numbered
    }
}
