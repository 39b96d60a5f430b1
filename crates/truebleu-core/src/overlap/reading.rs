//! A text as words, each with the characters of the text that it stands for.

use crate::error::Error;
use crate::kernels::KernelChoice;
use crate::metric::{Text, check_texts};
use crate::ngrams::Words;
use crate::text::in_ranges;
use crate::text::lowercase::Case;
use crate::text::tables::{PUNCTUATION, SYMBOL};
use crate::text::whitespace::is_space;
use crate::tokenizers::{self, Analysis, Tokenizer};

/// What the words of a text are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// What white space parts, in lower case and without punctuation and
    /// symbols (Brown et al. 2020, appendix C); nothing, where nothing is left.
    Bare,
    /// Tokens.
    Tokens(Tokenizer, Case),
}

/// First and last character of a word in its text, the last one exclusive,
/// counted as code points.
pub(super) type Characters = (u32, u32);

/// Reads texts one after the other.
#[derive(Debug)]
pub(super) struct Reader {
    rule: Rule,
    kernel: KernelChoice,
    analysis: Analysis,
    scratch: tokenizers::Scratch,
    /// The words of [`Rule::Bare`], one behind the other, and where each ends.
    bytes: Vec<u8>,
    ends: Vec<u32>,
    /// For each word its characters; empty where they are not known.
    characters: Vec<Characters>,
}

impl Reader {
    pub(super) fn new(rule: Rule, kernel: KernelChoice) -> Self {
        Self {
            rule,
            kernel,
            analysis: Analysis::default(),
            scratch: tokenizers::Scratch::default(),
            bytes: Vec::new(),
            ends: Vec::new(),
            characters: Vec::new(),
        }
    }

    /// Gives the words of a text, and the characters of each where they are
    /// known: those of tokens that were handed over are not, nor those of a
    /// text that its tokenizer rewrites.
    pub(super) fn read<'a>(
        &'a mut self,
        text: Text<'a>,
    ) -> Result<(Words<'a>, &'a [Characters]), Error> {
        check_texts(text, &[])?;
        self.characters.clear();
        let (Text::Plain(plain), Rule::Bare) = (text, self.rule) else {
            return Ok(self.read_tokens(text));
        };
        self.read_bare(plain);
        self.analysis.set_words(&self.bytes, &self.ends);
        let words = Words { tokens: &self.analysis.tokens, bytes: &self.bytes };
        Ok((words, &self.characters))
    }

    fn read_tokens<'a>(&'a mut self, text: Text<'a>) -> (Words<'a>, &'a [Characters]) {
        let (tokenizer, case) = match self.rule {
            Rule::Tokens(tokenizer, case) => (tokenizer, case),
            Rule::Bare => (Tokenizer::None, Case::Mixed),
        };
        self.analysis.read_by(self.kernel, tokenizer, case, &text, &mut self.scratch);
        if let Text::Plain(plain) = text {
            self.locate(plain);
        }
        (self.analysis.words(&text), &self.characters)
    }

    /// Finds the characters of the tokens of `text`.
    fn locate(&mut self, text: &str) {
        let tokens = &self.analysis.tokens;
        if self.analysis.is_rewritten() {
            let bytes = self.analysis.bytes(text.as_bytes());
            let mut searched = Searched { text, at: 0, character: 0, rest: String::new() };
            for i in 0..tokens.len() {
                let Some(found) = searched.next(tokens.token(bytes, i)) else {
                    self.characters.clear(); // it is more than lower-cased
                    return;
                };
                self.characters.push(found);
            }
        } else if text.is_ascii() {
            self.characters.extend((0..tokens.len()).map(|i| tokens.span(i)));
        } else {
            let (mut at, mut character) = (0, 0);
            let mut count_to = |place: u32| {
                let bytes = &text.as_bytes()[at..place as usize];
                character += bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u32;
                at = place as usize;
                character
            };
            for i in 0..tokens.len() {
                let (start, end) = tokens.span(i);
                self.characters.push((count_to(start), count_to(end)));
            }
        }
    }

    fn read_bare(&mut self, text: &str) {
        self.bytes.clear();
        self.ends.clear();
        let mut open = None;
        for (character, c) in (0..).zip(text.chars()) {
            if is_space(c) {
                self.close(&mut open);
            } else if !is_mark(c) {
                let start = open.map_or(character, |(start, _)| start);
                open = Some((start, character + 1));
                self.push_lower(c);
            }
        }
        self.close(&mut open);
    }

    fn close(&mut self, open: &mut Option<Characters>) {
        if let Some(characters) = open.take() {
            self.characters.push(characters);
            self.ends.push(self.bytes.len() as u32);
        }
    }

    /// Each character by itself: a final sigma is any other.
    fn push_lower(&mut self, c: char) {
        if c.is_ascii() {
            self.bytes.push(c.to_ascii_lowercase() as u8);
            return;
        }
        for lower in c.to_lowercase() {
            let lower = if lower == 'ς' { 'σ' } else { lower };
            self.bytes.extend_from_slice(lower.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
}

/// Whether a character is punctuation or a symbol.
fn is_mark(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_punctuation();
    }
    in_ranges(PUNCTUATION, c.into()) || in_ranges(SYMBOL, c.into())
}

/// A text in which lower-cased tokens are looked for, one behind the other.
struct Searched<'t> {
    text: &'t str,
    /// Up to where it was searched, in bytes and in characters.
    at: usize,
    character: u32,
    /// What of the last character's lower case no token had yet: `İ` becomes
    /// two characters, which may be two tokens.
    rest: String,
}

impl Searched<'_> {
    /// The characters of the next token: what comes next but for white space
    /// is equal to it but for case. None where it is not.
    fn next(&mut self, token: &[u8]) -> Option<Characters> {
        let token = std::str::from_utf8(token).ok()?;
        let mut left = token;
        let mut start = self.character;
        if self.rest.is_empty() {
            self.skip_spaces(token);
            start = self.character;
        } else {
            start -= 1;
            let rest = std::mem::take(&mut self.rest);
            left = self.without(left, &rest)?;
        }
        while !left.is_empty() {
            let c = self.peek()?;
            self.step(c);
            left = match left.strip_prefix(c) {
                Some(rest) => rest,
                None if c == 'Σ' => left.strip_prefix(['σ', 'ς'])?,
                None => self.without(left, &c.to_lowercase().to_string())?,
            };
        }
        Some((start, self.character))
    }

    /// What is left of a token behind a character's lower case; what the
    /// token has no more of is kept for the next one.
    fn without<'l>(&mut self, token: &'l str, lower: &str) -> Option<&'l str> {
        if let Some(rest) = lower.strip_prefix(token) {
            self.rest = rest.to_owned();
            return Some("");
        }
        token.strip_prefix(lower)
    }

    fn skip_spaces(&mut self, token: &str) {
        let wanted = token.chars().next().is_some_and(is_space);
        while let Some(c) = self.peek().filter(|&c| is_space(c) && !wanted) {
            self.step(c);
        }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn step(&mut self, c: char) {
        self.at += c.len_utf8();
        self.character += 1;
    }
}
