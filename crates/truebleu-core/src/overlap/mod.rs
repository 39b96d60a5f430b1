//! What texts share with a corpus: n-grams of some order, and the longest
//! runs of tokens around them.
//!
//! One side is held in memory with all its n-grams; the other passes by, text
//! by text, so it may be of any size. An n-gram is looked up by its hash and
//! then compared token by token: what is found is there.
//!
//! - Texts are held, and documents of a corpus pass ([`Overlap::pass`]): of
//!   each n-gram of the texts it is kept in which document it is, of several
//!   the one that shares the longest run around it.
//! - Or a corpus is held, and texts pass ([`Overlap::find`]).
//! - Or texts are looked for among themselves ([`Overlap::among`]).

mod grams;
mod reading;

use std::collections::HashMap;
use std::ops::Range;

use crate::error::Error;
use crate::inventory::{UNKNOWN, Vocabulary, range_of};
use crate::kernels::KernelChoice;
use crate::metric::Text;
use crate::mixing::Mixed;
use grams::{Gram, Grams, NONE, Rolling};
use reading::{Characters, Reader};

pub use reading::Rule;

/// What a text shares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shared {
    /// How many tokens the text has.
    pub tokens: usize,
    /// How many n-grams.
    pub ngrams: usize,
    /// How many of them are shared.
    pub shared_ngrams: usize,
    /// How many tokens lie in a shared n-gram.
    pub shared_tokens: usize,
    /// Equal runs of tokens, by where they begin in the text. They may overlap
    /// by less than an n-gram.
    pub matches: Vec<Match>,
}

/// A run of tokens of a text that is in a document, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// Where it lies in the text, in tokens.
    pub tokens: Range<usize>,
    /// The same in characters; none where they are not known.
    pub characters: Option<Range<u32>>,
    /// The document, counted from 0.
    pub document: u64,
    /// Where it lies in the document, in tokens.
    pub document_tokens: Range<usize>,
    /// The same in characters.
    pub document_characters: Option<Range<u32>>,
    /// In how many documents that n-gram of it is which is in the fewest.
    pub documents: u64,
}

/// Texts that are held, with all their n-grams.
#[derive(Debug)]
pub struct Overlap {
    order: usize,
    rolling: Rolling,
    reader: Reader,
    vocabulary: Vocabulary,
    tokens: Vec<u32>,
    ends: Vec<usize>,
    /// For each token its characters; (0, 0) where they are not known.
    characters: Vec<Characters>,
    /// For each token the n-gram that begins there; [`NONE`] where the text
    /// ends before it does.
    begins: Vec<u32>,
    grams: Grams,
    /// N-grams that a passing document has.
    found: HashMap<u32, Found, Mixed>,
    /// How many documents have passed.
    passed: u64,
    numbers: Vec<u32>,
}

/// Where an n-gram was found in documents that passed.
#[derive(Clone, Copy, Debug)]
struct Found {
    /// How many tokens the run has in which every n-gram is one that is held.
    run: usize,
    document: u64,
    token: usize,
    characters: Option<Characters>,
    documents: u64,
    last: u64,
}

impl Overlap {
    /// Nothing is held yet. `order` is the length of the n-grams, at least 1.
    #[must_use]
    pub fn new(order: usize, rule: Rule, kernel: KernelChoice) -> Self {
        Self {
            order,
            rolling: Rolling::new(order),
            reader: Reader::new(rule, kernel),
            vocabulary: Vocabulary::default(),
            tokens: Vec::new(),
            ends: Vec::new(),
            characters: Vec::new(),
            begins: Vec::new(),
            grams: Grams::default(),
            found: HashMap::default(),
            passed: 0,
            numbers: Vec::new(),
        }
    }

    /// How many texts are held.
    #[must_use]
    pub fn texts(&self) -> usize {
        self.ends.len()
    }

    /// How many documents have passed.
    #[must_use]
    pub fn passed(&self) -> u64 {
        self.passed
    }

    /// Holds one more text.
    ///
    /// # Errors
    /// When it is too long, or of another kind than those before.
    pub fn add(&mut self, text: Text<'_>) -> Result<(), Error> {
        let number = self.ends.len();
        let start = self.tokens.len();
        let (words, characters) = self.reader.read(text).map_err(|error| error.after(number))?;
        if !self.vocabulary.number(words, text.is_ids(), &mut self.tokens) {
            return Err(Error::MixedKinds { segment: number });
        }
        let end = self.tokens.len();
        if end >= NONE as usize || number >= NONE as usize {
            return Err(Error::CorpusTooLong { segment: number });
        }
        self.characters.extend_from_slice(characters);
        self.characters.resize(end, (0, 0));
        self.begins.resize(end, NONE);
        self.ends.push(end);
        let Self { rolling, tokens, begins, grams, order, .. } = self;
        rolling.each(&tokens[start..], UNKNOWN, |at, hash| {
            begins[start + at] = grams.add(hash, start + at, *order, number as u32, tokens);
        });
        Ok(())
    }

    /// Notes what the texts that are held share with a document that passes.
    ///
    /// # Errors
    /// When it is too long, or of another kind than the texts.
    pub fn pass(&mut self, document: Text<'_>) -> Result<(), Error> {
        let number = self.passed;
        let Self { reader, vocabulary, numbers, rolling, grams, tokens, found, order, .. } = self;
        numbers.clear();
        let (words, characters) =
            reader.read(document).map_err(|error| error.after(number as usize))?;
        if !vocabulary.find(words, document.is_ids(), numbers) {
            return Err(Error::MixedKinds { segment: number as usize });
        }
        let mut run = Vec::new();
        let mut next = 0;
        rolling.each(numbers, UNKNOWN, |at, hash| {
            let gram = grams.find(hash, &numbers[at..at + *order], tokens);
            if gram == NONE {
                return;
            }
            if at != next {
                note(found, number, next - run.len(), &run, *order, characters);
                run.clear();
            }
            run.push(gram);
            next = at + 1;
        });
        note(found, number, next - run.len(), &run, *order, characters);
        self.passed += 1;
        Ok(())
    }

    /// What text `i` shares with the documents that passed. N-grams that are
    /// in more than `most` documents do not count.
    #[must_use]
    pub fn passed_over(&self, i: usize, most: u64) -> Shared {
        let range = self.range(i);
        let found = |at: usize| {
            let found = self.found.get(&self.begins[at])?;
            (found.documents <= most).then_some(found)
        };
        let mut shared = self.empty(range.len());
        let mut at = range.start;
        while at < range.end {
            let Some(first) = found(at) else {
                at += 1;
                continue;
            };
            let (mut last, mut documents, mut many) = (first, first.documents, 1);
            // A run goes on as long as the document's does.
            while let Some(next) = (at + many < range.end).then(|| found(at + many)).flatten() {
                if next.document != first.document || next.token != first.token + many {
                    break;
                }
                (last, documents) = (next, documents.min(next.documents));
                many += 1;
            }
            let length = many + self.order - 1;
            let characters = first.characters.zip(last.characters);
            shared.add(
                many,
                Match {
                    tokens: at - range.start..at - range.start + length,
                    characters: self.characters_of(at..at + length),
                    document: first.document,
                    document_tokens: first.token..first.token + length,
                    document_characters: characters.map(|(first, last)| first.0..last.1),
                    documents,
                },
            );
            at += many;
        }
        shared
    }

    /// What a text that passes shares with the documents that are held.
    ///
    /// # Errors
    /// When it is too long, or of another kind than the documents.
    pub fn find(&mut self, text: Text<'_>, most: u64) -> Result<Shared, Error> {
        let number = self.passed as usize;
        let mut numbers = std::mem::take(&mut self.numbers);
        numbers.clear();
        let (words, characters) = self.reader.read(text).map_err(|error| error.after(number))?;
        if !self.vocabulary.find(words, text.is_ids(), &mut numbers) {
            return Err(Error::MixedKinds { segment: number });
        }
        let characters = characters.to_vec();
        let mut begins = vec![NONE; numbers.len()];
        self.rolling.each(&numbers, UNKNOWN, |at, hash| {
            begins[at] = self.grams.find(hash, &numbers[at..at + self.order], &self.tokens);
        });
        let place = |gram: &Gram| (u64::from(gram.texts) <= most).then_some(gram.place);
        let shared = self.runs(&numbers, &begins, place, |range| {
            let (first, last) = (characters.get(range.start)?, characters.get(range.end - 1)?);
            Some(first.0..last.1)
        });
        self.numbers = numbers;
        self.passed += 1;
        Ok(shared)
    }

    /// What text `i` shares with the others that are held. `most`: as in
    /// [`Overlap::passed_over`], the text itself not being counted.
    #[must_use]
    pub fn among(&self, i: usize, most: u64) -> Shared {
        let range = self.range(i);
        let place = |gram: &Gram| {
            let others = u64::from(gram.texts) - 1;
            let place =
                if range.contains(&(gram.place as usize)) { gram.elsewhere } else { gram.place };
            (0 < others && others <= most).then_some(place)
        };
        let mut shared =
            self.runs(&self.tokens[range.clone()], &self.begins[range.clone()], place, |of| {
                self.characters_of(range.start + of.start..range.start + of.end)
            });
        for found in &mut shared.matches {
            found.documents -= 1;
        }
        shared
    }

    /// The runs that a text's tokens share with what is held, each found by
    /// the first n-gram that no run before it has.
    fn runs(
        &self,
        text: &[u32],
        begins: &[u32],
        place: impl Fn(&Gram) -> Option<u32>,
        characters: impl Fn(Range<usize>) -> Option<Range<u32>>,
    ) -> Shared {
        let gram_at = |at: usize| (begins[at] != NONE).then(|| self.grams.get(begins[at]));
        let found = |at: usize| gram_at(at).and_then(|gram| Some((gram, place(gram)?)));
        let mut shared = self.empty(text.len());
        let mut at = 0;
        while at < text.len() {
            let Some((first, start)) = found(at) else {
                at += 1;
                continue;
            };
            let start = start as usize;
            let document = self.ends.partition_point(|&end| end <= start);
            let held = &self.tokens[start..self.ends[document]];
            let (mut many, mut documents) = (1, first.texts);
            // One more token is the same, and its n-gram counts.
            while let Some(next) = (at + many < text.len()).then(|| found(at + many)).flatten() {
                let end = many + self.order - 1;
                if held.get(end) != Some(&text[at + end]) {
                    break;
                }
                documents = documents.min(next.0.texts);
                many += 1;
            }
            let length = many + self.order - 1;
            let begin = self.range(document).start;
            shared.add(
                many,
                Match {
                    tokens: at..at + length,
                    characters: characters(at..at + length),
                    document: document as u64,
                    document_tokens: start - begin..start - begin + length,
                    document_characters: self.characters_of(start..start + length),
                    documents: u64::from(documents),
                },
            );
            at += many;
        }
        shared
    }

    fn empty(&self, tokens: usize) -> Shared {
        let ngrams = (tokens + 1).saturating_sub(self.order);
        Shared { tokens, ngrams, ..Shared::default() }
    }

    fn range(&self, i: usize) -> Range<usize> {
        range_of(&self.ends, i)
    }

    /// The characters of some tokens that are held.
    fn characters_of(&self, tokens: Range<usize>) -> Option<Range<u32>> {
        let (start, end) = (self.characters[tokens.start].0, self.characters[tokens.end - 1].1);
        (start < end).then_some(start..end)
    }
}

impl Shared {
    /// One more run, in which so many n-grams begin.
    fn add(&mut self, ngrams: usize, found: Match) {
        let before = self.matches.last().map_or(0, |last| last.tokens.end);
        self.shared_tokens += found.tokens.end - found.tokens.start.max(before);
        self.shared_ngrams += ngrams;
        self.matches.push(found);
    }
}

/// Notes a run of n-grams that a document has from token `start` on.
fn note(
    found: &mut HashMap<u32, Found, Mixed>,
    document: u64,
    start: usize,
    run: &[u32],
    order: usize,
    characters: &[Characters],
) {
    for (i, &gram) in run.iter().enumerate() {
        let token = start + i;
        let ends = characters.get(token).zip(characters.get(token + order - 1));
        let here = Found {
            run: run.len(),
            document,
            token,
            characters: ends.map(|(first, last)| (first.0, last.1)),
            documents: 1,
            last: document,
        };
        let known = found.entry(gram).or_insert(here);
        let documents = known.documents + u64::from(known.last != document);
        if here.run > known.run {
            *known = here;
        }
        (known.documents, known.last) = (documents, document);
    }
}

#[cfg(test)]
mod tests;
