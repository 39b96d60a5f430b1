//! Texts as numbers for their tokens: read once, compared many times.

use super::range_of;
use super::vocabulary::Vocabulary;
use crate::kernels::{Kernel, KernelChoice, Work};
use crate::metric::Text;
use crate::text::lowercase::Case;
use crate::tokenizers::{Analysis, Scratch, Tokenizer};

/// Texts whose tokens are numbers: equal exactly when the tokens are.
#[derive(Debug, Default)]
pub struct Numbered {
    ids: Vec<i64>,
    ends: Vec<usize>,
}

impl Numbered {
    /// Reads texts, which must all be of one kind.
    #[must_use]
    pub fn read(
        tokenizer: Tokenizer,
        case: Case,
        kernel: KernelChoice,
        texts: &[Text<'_>],
    ) -> Self {
        kernel.dispatch(Reading { tokenizer, case, texts })
    }

    /// The number of texts.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The numbers of text `i`, counted from 0 in the order in which tokens are met.
    #[must_use]
    pub fn ids(&self, i: usize) -> &[i64] {
        &self.ids[range_of(&self.ends, i)]
    }

    /// Text `i` as it is counted.
    #[must_use]
    pub fn text(&self, i: usize) -> Text<'_> {
        Text::Ids(self.ids(i))
    }
}

struct Reading<'a, 't> {
    tokenizer: Tokenizer,
    case: Case,
    texts: &'a [Text<'t>],
}

impl Work for Reading<'_, '_> {
    type Output = Numbered;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Numbered {
        let (mut analysis, mut scratch) = (Analysis::default(), Scratch::default());
        let (mut vocabulary, mut numbers) = (Vocabulary::default(), Vec::new());
        let mut numbered = Numbered::default();
        for text in self.texts {
            analysis.read(kernel, self.tokenizer.scheme(), self.case, text, &mut scratch);
            numbers.clear();
            let one_kind = vocabulary.number(analysis.words(text), text.is_ids(), &mut numbers);
            debug_assert!(one_kind, "words and ids cannot be numbered together");
            numbered.ids.extend(numbers.iter().map(|&number| i64::from(number)));
            numbered.ends.push(numbered.ids.len());
        }
        numbered
    }
}
