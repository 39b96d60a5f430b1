//! Small numbers for tokens, equal exactly when the tokens are.

use std::collections::HashMap;

use super::Words;
use crate::hashing::Seeded;

/// Identity of a token.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Name<'a> {
    /// The key of a token of up to eight bytes, or of a number.
    Key(u64),
    /// The bytes of a longer token.
    Bytes(&'a [u8]),
}

impl<'a> Words<'a> {
    /// Return the name of each token.
    pub(crate) fn names(self) -> impl Iterator<Item = Name<'a>> {
        let mut long = self.tokens.long().iter().peekable();
        self.tokens.keys().iter().enumerate().map(move |(i, &key)| {
            let is_long = long.next_if(|&&j| j as usize == i).is_some();
            if is_long { Name::Bytes(self.token(i)) } else { Name::Key(key) }
        })
    }
}

/// The distinct tokens, numbered from 0 in order of first occurrence.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    by_key: HashMap<u64, u32, Seeded>,
    by_bytes: HashMap<Box<[u8]>, u32>,
}

impl Numbers {
    /// Return the number of distinct tokens.
    pub(crate) fn len(&self) -> usize {
        self.by_key.len() + self.by_bytes.len()
    }

    /// Return the number of a token: the next number, if it is new.
    pub(crate) fn number(&mut self, name: Name<'_>) -> u32 {
        let fresh = self.len() as u32;
        match name {
            Name::Key(key) => *self.by_key.entry(key).or_insert(fresh),
            Name::Bytes(bytes) => match self.by_bytes.get(bytes) {
                Some(&number) => number,
                None => *self.by_bytes.entry(bytes.into()).or_insert(fresh),
            },
        }
    }

    /// Return the numbers of a text's tokens.
    pub(crate) fn all(&mut self, words: Words<'_>) -> Vec<u32> {
        words.names().map(|name| self.number(name)).collect()
    }

    /// Return the number of a known token.
    pub(crate) fn find(&self, name: Name<'_>) -> Option<u32> {
        match name {
            Name::Key(key) => self.by_key.get(&key),
            Name::Bytes(bytes) => self.by_bytes.get(bytes),
        }
        .copied()
    }

    /// Estimate how much memory they take.
    pub(crate) fn bytes(&self) -> usize {
        const EACH: usize = size_of::<(Box<[u8]>, u32)>() + 1;
        let long: usize = self.by_bytes.keys().map(|bytes| bytes.len() + EACH).sum();
        table_bytes::<(u64, u32)>(self.by_key.capacity()) + long
    }
}

/// Estimate how much memory a table of so many entries takes.
pub(crate) const fn table_bytes<Entry>(capacity: usize) -> usize {
    capacity * (size_of::<Entry>() + 1) * 8 / 7
}
