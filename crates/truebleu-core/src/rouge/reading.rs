//! A text as ROUGE compares it: tokens, stemmed if requested, and where its sentences end.

use crate::kernels::Blocks;
use crate::ngrams::Words;
use crate::segment::Text;
use crate::text::porter::stem_into;
use crate::tokenizers::{Analysis, Scratch};

use super::{Rouge, Variant};

/// What ends a sentence. As a token of its own it stands between the sentences of a reference,
/// where it matches nothing: no tokenizer makes it of a line.
const LINE_END: &[u8] = b"\n";

/// Shorter words are not stemmed.
const SHORTEST_STEMMED: usize = 4;

/// A text that was read. Kept and used again for the next.
#[derive(Debug, Default)]
pub(super) struct Reading {
    /// The tokens as they are compared.
    tokens: Analysis,
    /// The bytes of the tokens, one after the other, and where each ends, when `is_copied`: else
    /// they are those of the text.
    bytes: Vec<u8>,
    ends: Vec<u32>,
    is_copied: bool,
    /// Ends of sentences, in tokens.
    sentences: Vec<u32>,
    /// A line as it is tokenized.
    line: Analysis,
}

impl Reading {
    /// Read a text; `parted` puts a token between sentences, where they matter.
    #[inline(always)]
    pub(super) fn read<K: Blocks>(
        &mut self,
        kernel: K,
        rouge: &Rouge,
        parted: bool,
        text: &Text<'_>,
        scratch: &mut Scratch,
    ) {
        self.sentences.clear();
        let summary = rouge.variant == Variant::Summary;
        let parted = parted && summary;
        self.is_copied = (summary || rouge.stem) && !text.is_ids();
        if !self.is_copied {
            self.tokens.read(kernel, rouge.tokenizer.scheme(), rouge.case, text, scratch);
            self.sentences.push(self.tokens.tokens.len() as u32);
            return;
        }
        self.bytes.clear();
        self.ends.clear();
        match *text {
            Text::Plain(text) if summary => {
                for line in text.split('\n') {
                    self.add(kernel, rouge, &Text::Plain(line), scratch);
                    self.end_sentence(parted);
                }
            }
            Text::Words { bytes, ends } if summary => {
                let tokens = ends.iter().scan(0, |start, &end| {
                    let token = &bytes[*start as usize..end as usize];
                    *start = end;
                    Some(token)
                });
                for token in tokens {
                    if token == LINE_END {
                        self.end_sentence(parted);
                    } else {
                        self.push(token);
                    }
                }
                self.end_sentence(parted);
            }
            _ => {
                self.add(kernel, rouge, text, scratch);
                self.end_sentence(parted);
            }
        }
        self.tokens.set_words(&self.bytes, &self.ends);
    }

    /// Return the tokens, of the text that was read last.
    #[inline(always)]
    pub(super) fn words<'a>(&'a self, text: &Text<'a>) -> Words<'a> {
        if self.is_copied {
            Words { tokens: &self.tokens.tokens, bytes: &self.bytes }
        } else {
            self.tokens.words(text)
        }
    }

    /// Return where the sentences that have tokens end, in tokens; a separator counts as one token.
    pub(super) fn sentences(&self) -> &[u32] {
        &self.sentences
    }

    /// Add the tokens of a text.
    #[inline(always)]
    fn add<K: Blocks>(&mut self, kernel: K, rouge: &Rouge, text: &Text<'_>, scratch: &mut Scratch) {
        let mut line = std::mem::take(&mut self.line);
        line.read(kernel, rouge.tokenizer.scheme(), rouge.case, text, scratch);
        let words = line.words(text);
        for i in 0..words.tokens.len() {
            let token = words.token(i);
            match std::str::from_utf8(token) {
                Ok(word) if rouge.stem && word.chars().nth(SHORTEST_STEMMED - 1).is_some() => {
                    stem_into(word, &mut self.bytes);
                    self.ends.push(self.bytes.len() as u32);
                }
                _ => self.push(token),
            }
        }
        self.line = line;
    }

    #[inline(always)]
    fn push(&mut self, token: &[u8]) {
        self.bytes.extend_from_slice(token);
        self.ends.push(self.bytes.len() as u32);
    }

    /// End a sentence, if it has tokens.
    #[inline(always)]
    fn end_sentence(&mut self, parted: bool) {
        let last = self.sentences.last().map_or(0, |&end| end + u32::from(parted));
        if self.ends.len() as u32 > last {
            self.sentences.push(self.ends.len() as u32);
            if parted {
                self.push(LINE_END);
            }
        }
    }
}
