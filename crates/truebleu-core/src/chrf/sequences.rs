//! Many texts as numbers for their characters and words.

use super::Chrf;
use super::alphabet::Alphabet;
use super::counter::write;
use super::reading::Reading;
use crate::abilities::FromMatches;
use crate::error::Error;
use crate::inventory::{Sequences, WordSequences};
use crate::kernels::{Kernel, Work};
use crate::segment::Text;

impl FromMatches for Chrf {
    /// Return the characters of all texts and, where they count, the words; none where there are
    /// tokens instead of text.
    fn sequences(&self, texts: &[Text<'_>]) -> Option<Vec<Sequences>> {
        self.kernel.dispatch(ReadAll { chrf: self, texts })
    }

    fn row_of_matches(
        &self,
        lengths: &[[usize; 2]],
        matches: &[i64],
        row: &mut [i64],
    ) -> Result<(), Error> {
        let (characters, words) = row.split_at_mut(3 * self.char_order);
        let (of_characters, of_words) = matches.split_at(self.char_order);
        write(characters, of_characters, lengths[0]);
        if let Some(&lengths) = lengths.get(1) {
            write(words, of_words, lengths);
        }
        Ok(())
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
        let mut sequences = vec![characters];
        if chrf.word_order > 0 {
            sequences.push(words.finish());
        }
        Some(sequences)
    }
}
