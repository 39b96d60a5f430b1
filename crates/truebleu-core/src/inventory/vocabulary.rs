//! Small numbers for tokens, equal exactly when the tokens are, and the way
//! back.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::ngrams::Words;

/// A token as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// Text.
    Word(&'a [u8]),
    /// A number.
    Id(i64),
}

/// The number of no token.
pub(crate) const UNKNOWN: u32 = u32::MAX;

/// The tokens that were met, each with its number.
#[derive(Debug, Default)]
pub(crate) struct Vocabulary {
    /// By key: tokens of up to eight bytes, and numbers.
    by_key: HashMap<u64, u32, Mixed>,
    /// Longer ones by their bytes.
    by_bytes: HashMap<Box<[u8]>, u32>,
    names: Names,
}

/// What the tokens are called, by number. A corpus has words or ids, never
/// both.
#[derive(Debug, Default)]
enum Names {
    /// Nothing was met yet.
    #[default]
    Open,
    Words {
        bytes: Vec<u8>,
        ends: Vec<usize>,
    },
    Ids(Vec<i64>),
}

impl Vocabulary {
    pub(crate) fn len(&self) -> usize {
        match &self.names {
            Names::Open => 0,
            Names::Words { ends, .. } => ends.len(),
            Names::Ids(ids) => ids.len(),
        }
    }

    /// The token with this number.
    pub(crate) fn token(&self, number: u32) -> Token<'_> {
        let i = number as usize;
        match &self.names {
            Names::Open => Token::Word(&[]),
            Names::Words { bytes, ends } => {
                let start = if i == 0 { 0 } else { ends[i - 1] };
                Token::Word(&bytes[start..ends[i]])
            }
            Names::Ids(ids) => Token::Id(ids[i]),
        }
    }

    /// Adds the numbers of the tokens of a text. Gives false when words meet
    /// ids.
    pub(crate) fn number(&mut self, words: Words<'_>, ids: bool, numbers: &mut Vec<u32>) -> bool {
        if words.tokens.is_empty() {
            return true;
        }
        match (&self.names, ids) {
            (Names::Open, true) => self.names = Names::Ids(Vec::new()),
            (Names::Open, false) => {
                self.names = Names::Words { bytes: Vec::new(), ends: Vec::new() };
            }
            (Names::Words { .. }, true) | (Names::Ids(_), false) => return false,
            _ => {}
        }
        let mut long = words.tokens.long().iter().peekable();
        for (i, &key) in words.tokens.keys().iter().enumerate() {
            let is_long = long.next_if(|&&j| j as usize == i).is_some();
            let number = if is_long { self.long(words, i) } else { self.short(words, i, key) };
            numbers.push(number);
        }
        true
    }

    /// Adds the numbers of the tokens of a text, [`UNKNOWN`] for those that
    /// were not met. Gives false when words meet ids.
    pub(crate) fn find(&self, words: Words<'_>, ids: bool, numbers: &mut Vec<u32>) -> bool {
        if matches!((&self.names, ids), (Names::Words { .. }, true) | (Names::Ids(_), false)) {
            return words.tokens.is_empty();
        }
        let mut long = words.tokens.long().iter().peekable();
        numbers.extend(words.tokens.keys().iter().enumerate().map(|(i, key)| {
            let found = if long.next_if(|&&j| j as usize == i).is_some() {
                self.by_bytes.get(words.tokens.token(words.bytes, i))
            } else {
                self.by_key.get(key)
            };
            found.copied().unwrap_or(UNKNOWN)
        }));
        true
    }

    fn short(&mut self, words: Words<'_>, i: usize, key: u64) -> u32 {
        if let Some(&number) = self.by_key.get(&key) {
            return number;
        }
        let number = self.name(words, i, key);
        self.by_key.insert(key, number);
        number
    }

    fn long(&mut self, words: Words<'_>, i: usize) -> u32 {
        let token = words.tokens.token(words.bytes, i);
        if let Some(&number) = self.by_bytes.get(token) {
            return number;
        }
        let number = self.name(words, i, 0);
        self.by_bytes.insert(token.into(), number);
        number
    }

    /// Keeps the name of a fresh token; gives its number.
    fn name(&mut self, words: Words<'_>, i: usize, key: u64) -> u32 {
        let number = self.len() as u32;
        match &mut self.names {
            Names::Words { bytes, ends } => {
                bytes.extend_from_slice(words.tokens.token(words.bytes, i));
                ends.push(bytes.len());
            }
            Names::Ids(ids) => ids.push(key.cast_signed()),
            Names::Open => {}
        }
        number
    }
}

/// A hash for keys that are numbers already: one multiplication, whose two
/// halves are folded.
#[derive(Debug, Default)]
pub(crate) struct Mix(u64);

/// Makes [`Mix`]es.
pub(crate) type Mixed = BuildHasherDefault<Mix>;

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        let product =
            u128::from(self.0 ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
        self.0 = (product >> 64) as u64 ^ product as u64;
    }
}
