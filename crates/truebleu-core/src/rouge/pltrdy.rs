//! Counting a segment as the package rouge 1.0.1 (pltrdy) does.
//!
//! A text is cut at every full stop, and its pieces are sentences. Words are what whitespace leaves;
//! a piece of whitespace alone is one empty word. N-grams go over the ends of sentences. For the
//! longest common subsequence, each sentence of the reference is compared with each of the
//! hypothesis, and the words of all subsequences are united.

use std::collections::HashMap;

use super::{Best, Counts, Rouge, Variant};
use crate::error::Error;
use crate::metric::{Counter, check_segment};
use crate::segment::Text;
use crate::text::lowercase::Case;
use crate::text::whitespace::is_space;

/// A counter of segments that reuses its buffers.
pub(super) struct PltrdyCounter {
    rouge: Rouge,
    repeats: bool,
    hypothesis: Reading,
    references: Vec<Reading>,
    counting: Counting,
    best: Vec<Best>,
}

impl PltrdyCounter {
    /// Create a counter. Without `repeats`, each n-gram and each word of a text counts once.
    pub(super) fn new(rouge: Rouge, repeats: bool) -> Self {
        Self {
            best: vec![Default::default(); rouge.variants.len()],
            rouge,
            repeats,
            hypothesis: Reading::default(),
            references: Vec::new(),
            counting: Counting::default(),
        }
    }
}

impl Counter for PltrdyCounter {
    fn count_from(
        &mut self,
        _known: usize,
        hypothesis: Text<'_>,
        references: &[Text<'_>],
        row: &mut [i64],
    ) -> Result<(), Error> {
        check_segment(&self.rouge, hypothesis, references)?;
        let Self { rouge, repeats, hypothesis: ours, references: theirs, counting, best } = self;
        if theirs.len() < references.len() {
            theirs.resize_with(references.len(), Reading::default);
        }
        let mut numbers = Numbers::default();
        ours.read(rouge.case, hypothesis, &mut numbers);
        for (i, (&text, reference)) in references.iter().zip(theirs).enumerate() {
            reference.read(rouge.case, text, &mut numbers);
            for (&variant, best) in rouge.variants.iter().zip(&mut *best) {
                let counts = counting.count(variant, *repeats, ours, reference);
                best.update(rouge.package, counts, i == 0);
            }
        }
        Best::write(best, row);
        Ok(())
    }
}

/// A number for each word of a segment.
#[derive(Default)]
struct Numbers {
    of_words: HashMap<Box<[u8]>, u32>,
    of_ids: HashMap<i64, u32>,
}

impl Numbers {
    fn of_word(&mut self, word: &[u8]) -> u32 {
        if let Some(&number) = self.of_words.get(word) {
            return number;
        }
        let number = self.of_words.len() as u32;
        self.of_words.insert(word.into(), number);
        number
    }

    fn of_id(&mut self, id: i64) -> u32 {
        let number = self.of_ids.len() as u32;
        *self.of_ids.entry(id).or_insert(number)
    }
}

/// The words of a text, as numbers, and where its sentences end.
#[derive(Default)]
struct Reading {
    words: Vec<u32>,
    ends: Vec<usize>,
    lowercased: String,
}

impl Reading {
    fn read(&mut self, case: Case, text: Text<'_>, numbers: &mut Numbers) {
        let Self { words, ends, lowercased } = self;
        words.clear();
        ends.clear();
        match text {
            Text::Plain(text) => {
                lowercased.clear();
                let text = if case == Case::Mixed {
                    text
                } else {
                    case.apply(text, true, lowercased);
                    lowercased
                };
                for piece in text.split('.').filter(|piece| !piece.is_empty()) {
                    let before = words.len();
                    let pieces = piece.split(is_space).filter(|word| !word.is_empty());
                    words.extend(pieces.map(|word| numbers.of_word(word.as_bytes())));
                    if words.len() == before {
                        words.push(numbers.of_word(b""));
                    }
                    ends.push(words.len());
                }
            }
            Text::Words { bytes, ends: word_ends } => {
                let starts = std::iter::once(&0).chain(word_ends);
                for (&start, &end) in starts.zip(word_ends) {
                    match &bytes[start as usize..end as usize] {
                        b"\n" => ends.push(words.len()),
                        word => words.push(numbers.of_word(word)),
                    }
                }
                ends.push(words.len());
            }
            Text::Ids(ids) => {
                words.extend(ids.iter().map(|&id| numbers.of_id(id)));
                ends.push(words.len());
            }
        }
    }

    fn sentences(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(&start, &end)| &self.words[start..end])
    }
}

/// Buffers of [`subsequence`].
#[derive(Default)]
struct Table {
    row: Vec<u32>,
    goes_up: Vec<u64>,
}

/// Buffers for what two texts share.
#[derive(Default)]
struct Counting {
    ours: Vec<u32>,
    theirs: Vec<u32>,
    /// Places of the n-grams of both texts, in the order of the n-grams.
    places: [Vec<u32>; 2],
    table: Table,
    sentence: Vec<u32>,
    union: Vec<u32>,
}

impl Counting {
    fn count(
        &mut self,
        variant: Variant,
        repeats: bool,
        hypothesis: &Reading,
        reference: &Reading,
    ) -> Counts {
        match variant {
            Variant::Ngrams(order) => self.ngrams(order, repeats, hypothesis, reference),
            Variant::Subsequence | Variant::Summary => {
                self.subsequences(repeats, hypothesis, reference)
            }
        }
    }

    fn ngrams(
        &mut self,
        order: usize,
        repeats: bool,
        hypothesis: &Reading,
        reference: &Reading,
    ) -> Counts {
        for (places, reading) in self.places.iter_mut().zip([hypothesis, reference]) {
            let of = |at: u32| &reading.words[at as usize..][..order];
            places.clear();
            places.extend(0..(reading.words.len() + 1).saturating_sub(order) as u32);
            places.sort_unstable_by(|&a, &b| of(a).cmp(of(b)));
            if !repeats {
                places.dedup_by(|a, b| of(*a) == of(*b));
            }
        }
        let [ours, theirs] = &self.places;
        let (mut i, mut j, mut matches) = (0, 0, 0);
        while let (Some(&a), Some(&b)) = (ours.get(i), theirs.get(j)) {
            let a = &hypothesis.words[a as usize..][..order];
            let b = &reference.words[b as usize..][..order];
            i += usize::from(a <= b);
            j += usize::from(b <= a);
            matches += i64::from(a == b);
        }
        Counts { matches, hypothesis: ours.len() as i64, reference: theirs.len() as i64 }
    }

    fn subsequences(&mut self, repeats: bool, hypothesis: &Reading, reference: &Reading) -> Counts {
        let Self { ours, theirs, table, sentence, union, .. } = self;
        for (words, reading) in [(&mut *ours, hypothesis), (theirs, reference)] {
            words.clone_from(&reading.words);
            if !repeats {
                distinct(words);
            }
        }
        union.clear();
        for of_reference in reference.sentences() {
            for of_hypothesis in hypothesis.sentences() {
                subsequence(of_reference, of_hypothesis, table, sentence);
                union.extend_from_slice(sentence);
            }
        }
        if !repeats {
            distinct(union);
        }
        Counts {
            matches: union.len() as i64,
            hypothesis: ours.len() as i64,
            reference: theirs.len() as i64,
        }
    }
}

/// Leave each word once, in any order.
fn distinct(words: &mut Vec<u32>) {
    words.sort_unstable();
    words.dedup();
}

/// Find the words of a longest common subsequence, last word first: the way back goes up where that
/// leaves strictly more in common, else to the left.
///
/// Of the table of lengths, only one row is kept, and one bit for each cell: whether the way back
/// goes up. Texts of many thousand words without a full stop then fit into memory.
fn subsequence(first: &[u32], second: &[u32], table: &mut Table, words: &mut Vec<u32>) {
    let Table { row, goes_up } = table;
    let width = second.len().div_ceil(64);
    row.clear();
    row.resize(second.len(), 0);
    goes_up.clear();
    goes_up.resize(first.len() * width, 0_u64);
    for (i, word) in first.iter().enumerate() {
        let bits = &mut goes_up[i * width..][..width];
        let (mut diagonal, mut left) = (0, 0);
        for (j, (other, cell)) in second.iter().zip(&mut *row).enumerate() {
            let above = *cell;
            bits[j / 64] |= u64::from(above > left) << (j % 64);
            left = if word == other { diagonal + 1 } else { above.max(left) };
            (*cell, diagonal) = (left, above);
        }
    }
    words.clear();
    let (mut i, mut j) = (first.len(), second.len());
    while i > 0 && j > 0 {
        if first[i - 1] == second[j - 1] {
            words.push(first[i - 1]);
            (i, j) = (i - 1, j - 1);
        } else if goes_up[(i - 1) * width + (j - 1) / 64] >> ((j - 1) % 64) & 1 == 1 {
            i -= 1;
        } else {
            j -= 1;
        }
    }
}
