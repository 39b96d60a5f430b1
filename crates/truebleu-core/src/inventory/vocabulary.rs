//! Small numbers for tokens, equal exactly when the tokens are, and the way back.

use super::range_of;
use crate::ngrams::Words;
use crate::ngrams::numbers::{Name, Numbers};

/// A token as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// Text.
    Word(&'a [u8]),
    /// A number.
    Id(i64),
}

/// The distinct tokens, each with its number.
#[derive(Debug, Default)]
pub(crate) struct Vocabulary {
    numbers: Numbers,
    names: Names,
}

/// Tokens by number. A corpus has words or ids, never both.
#[derive(Debug, Default)]
enum Names {
    /// No tokens yet.
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
        self.numbers.len()
    }

    /// Return the token with this number.
    pub(crate) fn token(&self, number: u32) -> Token<'_> {
        let i = number as usize;
        match &self.names {
            Names::Open => Token::Word(&[]),
            Names::Words { bytes, ends } => Token::Word(&bytes[range_of(ends, i)]),
            Names::Ids(ids) => Token::Id(ids[i]),
        }
    }

    /// Add the numbers of the tokens of a text. Return false when words meet ids.
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
        for (i, name) in words.names().enumerate() {
            let fresh = self.len();
            let number = self.numbers.number(name);
            if number as usize == fresh {
                self.keep(words, i, name);
            }
            numbers.push(number);
        }
        true
    }

    /// Record the name of a new token.
    fn keep(&mut self, words: Words<'_>, i: usize, name: Name<'_>) {
        match (&mut self.names, name) {
            (Names::Words { bytes, ends }, _) => {
                bytes.extend_from_slice(words.token(i));
                ends.push(bytes.len());
            }
            (Names::Ids(ids), Name::Key(key)) => ids.push(key.cast_signed()),
            _ => {}
        }
    }
}
