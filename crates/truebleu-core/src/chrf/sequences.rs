//! Many texts as numbers for their characters and words.

use super::Chrf;
use super::alphabet::Alphabet;
use super::reading::Reading;
use crate::inventory::{Sequences, WordSequences};
use crate::kernels::{Kernel, Work};
use crate::metric::Text;

impl Chrf {
    /// The characters of all texts and, where they count, the words; none
    /// where there are tokens instead of text.
    pub(super) fn read_all(&self, texts: &[Text<'_>]) -> Option<Vec<Sequences>> {
        self.kernel.dispatch(ReadAll { chrf: self, texts })
    }
}

struct ReadAll<'a, 't> {
    chrf: &'a Chrf,
    texts: &'a [Text<'t>],
}

impl Work for ReadAll<'_, '_> {
    type Output = Option<Vec<Sequences>>;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Option<Vec<Sequences>> {
        let chrf = self.chrf;
        let (mut alphabet, mut reading) = (Alphabet::default(), Reading::default());
        let mut characters = Sequences::new(chrf.char_order);
        let mut words = WordSequences::new(chrf.word_order);
        for text in self.texts {
            let Text::Plain(text) = *text else { return None };
            reading.read(kernel, chrf, text, &mut alphabet);
            characters.push(reading.characters().iter().copied());
            if chrf.word_order > 0 {
                words.push(reading.words(chrf, text));
            }
        }
        let mut found = vec![characters];
        if chrf.word_order > 0 {
            found.push(words.finish());
        }
        Some(found)
    }
}
