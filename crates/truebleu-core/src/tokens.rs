//! A tokenized text: where its tokens are, and a key for each.
//!
//! Two tokens of up to eight bytes are equal exactly when their keys are. A longer token's key is a
//! hash with a tag that no short token can have; where two such keys are equal, `ngrams` compares
//! the bytes. So equal always means equal, whatever the hash function does.

use std::ops::Range;

use crate::kernels::{Blocks, Portable, is_long, long_key};

/// Number of spans written at a time.
const PLACES: usize = 64;

/// Places for spans.
pub(crate) type Places = [u32; PLACES];

/// A text's tokens. Kept and used again for the next text.
#[derive(Debug, Default)]
pub struct Tokens {
    /// Start of each token, in bytes. Longer than `count`: see [`Tokens::starts`].
    starts: Vec<u32>,
    /// End of each token, in bytes.
    ends: Vec<u32>,
    keys: Vec<u64>,
    /// The tokens whose keys are hashes: the first `long_count`.
    long: Vec<u32>,
    long_count: usize,
    count: usize,
}

impl Tokens {
    /// Return the number of tokens.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Return whether there is no token.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Return the key of each token.
    #[inline(always)]
    pub fn keys(&self) -> &[u64] {
        &self.keys[..self.count]
    }

    /// Return the keys in eights; what follows the last one is stale.
    #[inline(always)]
    pub fn keys_in_eights(&self) -> &[[u64; 8]] {
        &self.keys.as_chunks().0[..self.count.div_ceil(8)]
    }

    /// Return the tokens whose keys are hashes, as indices.
    #[inline(always)]
    pub fn long(&self) -> &[u32] {
        &self.long[..self.long_count]
    }

    /// Return token `i` of `text`, the text of these tokens.
    #[inline(always)]
    pub fn token<'t>(&self, text: &'t [u8], i: usize) -> &'t [u8] {
        &text[self.starts[i] as usize..self.ends[i] as usize]
    }

    /// Return where token `i` starts and ends, in bytes of the text.
    #[inline(always)]
    pub fn span(&self, i: usize) -> (u32, u32) {
        (self.starts[i], self.ends[i])
    }

    /// Clear the tokens and reserve space for `capacity`.
    #[inline(always)]
    pub(crate) fn reset(&mut self, capacity: usize) {
        self.count = 0;
        self.long_count = 0;
        self.reserve(capacity);
    }

    /// Return the starts and ends of tokens, to be written by position.
    #[inline(always)]
    pub(crate) fn spans_mut(&mut self) -> (&mut [u32], &mut [u32]) {
        (&mut self.starts, &mut self.ends)
    }

    /// Return the places for the starts from token `started` on and for the ends from token `ended`
    /// on, 64 each.
    #[inline(always)]
    pub(crate) fn places(&mut self, started: usize, ended: usize) -> (&mut Places, &mut Places) {
        self.reserve(started.max(ended) + PLACES);
        let starts = self.starts[started..].first_chunk_mut();
        let ends = self.ends[ended..].first_chunk_mut();
        starts.zip(ends).expect("the places were reserved")
    }

    /// Reserve space for `capacity` tokens. The vectors only ever grow, so what is behind the
    /// tokens is stale, never uninitialized.
    #[inline(always)]
    fn reserve(&mut self, capacity: usize) {
        if self.starts.len() < capacity {
            self.grow(capacity);
        }
    }

    #[cold]
    fn grow(&mut self, capacity: usize) {
        let capacity = capacity.max(self.starts.len() * 3 / 2).next_multiple_of(8);
        self.starts.resize(capacity, 0);
        self.ends.resize(capacity, 0);
        self.keys.resize(capacity, 0);
        self.long.resize(capacity, 0);
    }

    /// Write where the last token ends, when the text ends with it.
    #[inline(always)]
    pub(crate) fn set_end(&mut self, token: usize, end: u32) {
        self.ends[token] = end;
    }

    /// Build the keys of the first `count` spans of `text`.
    #[inline(always)]
    pub(crate) fn finish<K: Blocks>(&mut self, kernel: K, text: &[u8], count: usize) {
        self.count = count;
        let padded_count = count.next_multiple_of(8);
        let (starts, ends) = (&self.starts[..padded_count], &self.ends[..padded_count]);
        let (keys, long) = (&mut self.keys[..padded_count], &mut self.long[..padded_count]);
        let long_count = kernel.keys(text, starts, ends, count, keys, long);
        for &i in &long[..long_count] {
            let i = i as usize;
            keys[i] = long_key(&text[starts[i] as usize..ends[i] as usize], keys[i]);
        }
        self.long_count = long_count;
    }

    /// Take ready tokens, given as `ends` in `bytes`, each starting where the one before ends.
    pub fn set_words(&mut self, bytes: &[u8], ends: &[u32]) {
        self.reset(ends.len());
        self.ends[..ends.len()].copy_from_slice(ends);
        if let Some((_, but_last)) = ends.split_last() {
            self.starts[0] = 0;
            self.starts[1..ends.len()].copy_from_slice(but_last);
        }
        self.finish(Portable, bytes, ends.len());
    }

    /// Take numbers as tokens: each is its own key, and none needs bytes.
    pub fn set_ids(&mut self, ids: &[i64]) {
        self.reset(ids.len());
        for (key, id) in self.keys.iter_mut().zip(ids) {
            *key = id.cast_unsigned();
        }
        self.count = ids.len();
    }

    /// Take the keys of tokens, whose spans are empty: [`Tokens::set_key`] sets those of long ones.
    pub(crate) fn set_keys(&mut self, keys: &[u64]) {
        self.reset(keys.len());
        self.keys[..keys.len()].copy_from_slice(keys);
        self.starts[..keys.len()].fill(0);
        self.ends[..keys.len()].fill(0);
        self.count = keys.len();
    }

    /// Return the keys, to be replaced by keys of tokens of up to eight bytes.
    pub(crate) fn keys_mut(&mut self) -> &mut [u64] {
        &mut self.keys[..self.count]
    }

    /// Replace a token, after those before it that are long; `span` is where its bytes are, if it
    /// is long.
    pub(crate) fn set_key(&mut self, token: u32, key: u64, span: Range<u32>) {
        let i = token as usize;
        (self.keys[i], self.starts[i], self.ends[i]) = (key, span.start, span.end);
        if is_long(key) {
            self.long[self.long_count] = token;
            self.long_count += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::tokens;

    #[test]
    fn short_tokens_are_equal_exactly_when_their_keys_are() {
        let words = ["", "\0", "\0\0", "a", "ab", "ba", "a\0", "abcdefgh", "abcdefg", "ÿþ", "日本"];
        let (_, tokens) = tokens(words);
        for (i, a) in words.iter().enumerate() {
            for (j, b) in words.iter().enumerate() {
                assert_eq!(tokens.keys()[i] == tokens.keys()[j], a == b, "{a:?} {b:?}");
            }
        }
        assert!(tokens.long().is_empty());
    }

    #[test]
    fn what_follows_a_token_does_not_change_its_key() {
        let (_, alone) = tokens(["ab"]);
        let (_, followed) = tokens(["ab", "cdefghijk"]);
        assert_eq!(alone.keys()[0], followed.keys()[0]);
    }

    #[test]
    fn long_tokens_are_tagged_and_keep_their_bytes() {
        let words = ["abcdefghi", "short", "Donaudampfschifffahrt"];
        let (text, tokens) = tokens(words);
        assert_eq!(tokens.long(), [0, 2]);
        assert!(tokens.long().iter().all(|&i| tokens.keys()[i as usize] >> 56 == 0xFE));
        for (i, word) in words.iter().enumerate() {
            assert_eq!(tokens.token(&text, i), word.as_bytes());
        }
    }
}
