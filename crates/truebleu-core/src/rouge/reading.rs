//! A text as ROUGE compares it: tokens, stemmed if requested, and where its sentences end.

use memchr::{memchr, memchr_iter};

use super::stems::Stems;
use super::{Requested, Rouge};
use crate::kernels::Blocks;
use crate::ngrams::Words;
use crate::segment::Text;
use crate::text::lowercase::Case;
use crate::tokenizers::{self, Analysis};
use crate::tokens::Tokens;

/// Character between sentences, and the token that ends a sentence among ready tokens.
const LINE_END: u8 = b'\n';

/// Buffers that all texts share.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    tokenizing: tokenizers::Scratch,
    stems: Stems,
    line: Analysis,
}

/// A text that was read. Kept and used again for the next.
#[derive(Debug, Default)]
pub(super) struct Reading {
    tokens: TokenList,
    lines: Lines,
    /// Whether `lines` has the tokens of the sentences; else they are those of the text.
    is_by_line: bool,
    /// Ends of the sentences that have tokens, in tokens.
    sentences: Vec<u32>,
}

/// Tokens as they are compared.
#[derive(Debug, Default)]
struct TokenList {
    analysis: Analysis,
    stems: Tokens,
    /// Bytes of the stems that are longer than their keys.
    stem_bytes: Vec<u8>,
    is_stemmed: bool,
}

/// Tokens of a text that was read line by line.
#[derive(Debug, Default)]
struct Lines {
    /// The tokens, one after the other.
    bytes: Vec<u8>,
    /// End of each in `bytes`.
    ends: Vec<u32>,
    tokens: TokenList,
}

impl Reading {
    /// Read a text.
    #[inline(always)]
    pub(super) fn read<K: Blocks>(
        &mut self,
        kernel: K,
        rouge: &Rouge,
        requested: Requested,
        text: &Text<'_>,
        scratch: &mut Scratch,
    ) {
        let has_lines = requested.summary && has_lines(text);
        self.is_by_line = has_lines && !keeps_lines(rouge, text);
        self.sentences.clear();
        if self.is_by_line {
            self.read_lines(kernel, rouge, text, scratch);
        }
        if !self.is_by_line || requested.orders > 0 || requested.subsequence {
            self.tokens.read(kernel, rouge, text, scratch);
        }
        if !self.is_by_line {
            let words = self.tokens.analysis.words(text);
            if has_lines {
                find_sentences(words, &mut self.sentences);
            } else if !words.tokens.is_empty() {
                self.sentences.push(words.tokens.len() as u32);
            }
        }
    }

    /// Return the tokens of `text`, the text that was read last.
    #[inline(always)]
    pub(super) fn words<'a>(&'a self, text: &Text<'a>) -> Words<'a> {
        self.tokens.words(text)
    }

    /// Return the tokens of the sentences of `text`, the text that was read last, and where the
    /// sentences that have tokens end among them.
    #[inline(always)]
    pub(super) fn sentences<'a>(&'a self, text: &Text<'a>) -> (Words<'a>, &'a [u32]) {
        let Lines { bytes, ends, tokens } = &self.lines;
        let words = if self.is_by_line {
            tokens.words(&Text::Words { bytes, ends })
        } else {
            self.words(text)
        };
        (words, &self.sentences)
    }

    /// Return whether the tokens of the sentences are not those of the text.
    pub(super) fn is_by_line(&self) -> bool {
        self.is_by_line
    }

    /// Read the tokens of each line.
    #[inline(always)]
    fn read_lines<K: Blocks>(
        &mut self,
        kernel: K,
        rouge: &Rouge,
        text: &Text<'_>,
        scratch: &mut Scratch,
    ) {
        let Self { lines: Lines { bytes, ends, tokens }, sentences, .. } = self;
        bytes.clear();
        ends.clear();
        let mut push = |token: &[u8]| {
            bytes.extend_from_slice(token);
            ends.push(bytes.len() as u32);
            ends.len() as u32
        };
        let mut end_sentence = |count: u32| {
            if count > sentences.last().copied().unwrap_or(0) {
                sentences.push(count);
            }
        };
        let mut count = 0;
        if let Text::Plain(text) = *text {
            for line in text.split(char::from(LINE_END)).map(Text::Plain) {
                let Scratch { tokenizing, line: analysis, .. } = &mut *scratch;
                analysis.read(kernel, rouge.tokenizer.scheme(), rouge.case, &line, tokenizing);
                let words = analysis.words(&line);
                for i in 0..words.tokens.len() {
                    count = push(words.token(i));
                }
                end_sentence(count);
            }
        } else {
            for token in ready_tokens(text) {
                if token == [LINE_END] {
                    end_sentence(count);
                } else {
                    count = push(token);
                }
            }
            end_sentence(count);
        }
        tokens.read(kernel, rouge, &Text::Words { bytes, ends }, scratch);
    }
}

impl TokenList {
    #[inline(always)]
    fn read<K: Blocks>(
        &mut self,
        kernel: K,
        rouge: &Rouge,
        text: &Text<'_>,
        scratch: &mut Scratch,
    ) {
        let Self { analysis, stems, stem_bytes, is_stemmed } = self;
        let scheme = rouge.tokenizer.scheme();
        analysis.read(kernel, scheme, rouge.case, text, &mut scratch.tokenizing);
        *is_stemmed = rouge.stem && !text.is_ids();
        if *is_stemmed {
            scratch.stems.stem(analysis.words(text), stems, stem_bytes);
        }
    }

    #[inline(always)]
    fn words<'a>(&'a self, text: &Text<'a>) -> Words<'a> {
        if self.is_stemmed {
            Words { tokens: &self.stems, bytes: &self.stem_bytes }
        } else {
            self.analysis.words(text)
        }
    }
}

/// Return whether a text has an end of a line.
fn has_lines(text: &Text<'_>) -> bool {
    match *text {
        Text::Plain(text) => memchr(LINE_END, text.as_bytes()).is_some(),
        _ => ready_tokens(text).any(|token| token == [LINE_END]),
    }
}

/// Return whether the tokens of a text are those of its lines, and spans of a text that has their
/// ends.
fn keeps_lines(rouge: &Rouge, text: &Text<'_>) -> bool {
    let is_plain = matches!(text, Text::Plain(_));
    is_plain && rouge.tokenizer.splits_lines() && rouge.case != Case::LowerAfter
}

/// Return the tokens of a text of ready tokens; nothing of others.
fn ready_tokens<'a>(text: &Text<'a>) -> impl Iterator<Item = &'a [u8]> {
    let (bytes, ends) = match *text {
        Text::Words { bytes, ends } => (bytes, ends),
        _ => (&[][..], &[][..]),
    };
    let starts = std::iter::once(&0).chain(ends);
    starts.zip(ends).map(move |(&start, &end)| &bytes[start as usize..end as usize])
}

/// Add where the sentences that have tokens end: at the ends of the lines of a text whose tokens do
/// not go over them.
fn find_sentences(words: Words<'_>, sentences: &mut Vec<u32>) {
    let count = words.tokens.len();
    let (mut token, mut last) = (0, 0);
    for end in memchr_iter(LINE_END, words.bytes).chain([words.bytes.len()]) {
        while token < count && (words.tokens.span(token).0 as usize) < end {
            token += 1;
        }
        if token > last {
            sentences.push(token as u32);
            last = token;
        }
    }
}
