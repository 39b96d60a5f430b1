//! Texts as numbers for their tokens: read once, compared many times.

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

    /// Text `i` as it is counted.
    #[must_use]
    pub fn text(&self, i: usize) -> Text<'_> {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        Text::Ids(&self.ids[start..self.ends[i]])
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
            let ids = matches!(text, Text::Ids(_));
            let one_kind = vocabulary.number(analysis.words(text), ids, &mut numbers);
            debug_assert!(one_kind, "words and ids cannot be numbered together");
            numbered.ids.extend(numbers.iter().map(|&number| i64::from(number)));
            numbered.ends.push(numbered.ids.len());
        }
        numbered
    }
}
