//! Stems of the tokens of texts. Words repeat, so those that were stemmed are looked up by their
//! keys: the key of a short word is the word, and its stem is a key, too.

use std::collections::HashMap;

use crate::hashing::Seeded;
use crate::kernels::{is_long, key, short_token};
use crate::ngrams::Words;
use crate::text::porter::stem_into;
use crate::tokens::Tokens;

/// Shorter words, in characters, are not stemmed.
const SHORTEST_STEMMED: usize = 4;

/// Maximum number of words of each length class that are remembered: with more, all are forgotten.
const MAX_WORDS: usize = 1 << 15;

/// Number of entries of the first table.
const FIRST: usize = 1 << 8;

/// Mark of empty entries: the key of the empty token, which is its own stem.
const EMPTY: u64 = u64::MAX;

/// The stems of words that occurred.
#[derive(Debug)]
pub(super) struct Stems {
    /// Words of up to eight bytes by their keys: a power of two of entries, at most half of them
    /// used. The entry of a key is the first free one from its hash on.
    short: Vec<Entry>,
    short_count: usize,
    factor: u64,
    /// Longer words by their keys.
    long: HashMap<u64, LongWord, Seeded>,
}

/// The keys of a short word and its stem.
#[derive(Clone, Copy, Debug)]
struct Entry {
    word: u64,
    stem: u64,
}

/// A word of more than eight bytes and its stem, whose key is `key`.
#[derive(Debug)]
struct LongWord {
    word: Box<[u8]>,
    stem: Box<[u8]>,
    key: u64,
}

impl Default for Stems {
    fn default() -> Self {
        let factor = Seeded::default().factor();
        Self { short: Vec::new(), short_count: 0, factor, long: HashMap::default() }
    }
}

impl Stems {
    /// Write the stems of words as tokens, and the bytes of those longer than eight bytes.
    #[inline(always)]
    pub(super) fn stem(&mut self, words: Words<'_>, stems: &mut Tokens, bytes: &mut Vec<u8>) {
        stems.set_keys(words.tokens.keys());
        for key in stems.keys_mut() {
            if !is_long(*key) {
                *key = self.short(*key);
            }
        }
        bytes.clear();
        for &i in words.tokens.long() {
            let stem = self.long(words.tokens.keys()[i as usize], words.token(i as usize));
            let start = bytes.len() as u32;
            if is_long(stem.key) {
                bytes.extend_from_slice(&stem.stem);
            }
            stems.set_key(i, stem.key, start..bytes.len() as u32);
        }
    }

    /// Return the key of the stem of a word of up to eight bytes.
    #[inline(always)]
    fn short(&mut self, word: u64) -> u64 {
        if let Some(last) = self.short.len().checked_sub(1) {
            let mut i = self.hash(word);
            loop {
                let entry = self.short[i & last];
                if entry.word == word {
                    return entry.stem;
                }
                if entry.word == EMPTY {
                    break;
                }
                i += 1;
            }
        }
        self.add_short(word)
    }

    /// Return where a word's entry may be, or behind.
    #[inline(always)]
    fn hash(&self, word: u64) -> usize {
        // Fold the upper bits in: lower bits of a product depend only on lower bits of the word.
        ((word ^ word >> 32).wrapping_mul(self.factor) >> 32) as usize
    }

    /// Stem a new short word.
    #[cold]
    fn add_short(&mut self, word: u64) -> u64 {
        let (bytes, length) = short_token(word);
        let entry = Entry { word, stem: key(&stemmed(&bytes[..length])) };
        if word == EMPTY {
            return entry.stem;
        }
        if 2 * (self.short_count + 1) > self.short.len() {
            self.grow();
        }
        self.insert(entry);
        self.short_count += 1;
        entry.stem
    }

    /// Double the table, or forget all words.
    fn grow(&mut self) {
        let entries = std::mem::take(&mut self.short);
        let empty = Entry { word: EMPTY, stem: EMPTY };
        if self.short_count >= MAX_WORDS {
            (self.short, self.short_count) = (vec![empty; FIRST], 0);
            return;
        }
        self.short = vec![empty; (2 * entries.len()).max(FIRST)];
        entries
            .into_iter()
            .filter(|entry| entry.word != EMPTY)
            .for_each(|entry| self.insert(entry));
    }

    fn insert(&mut self, entry: Entry) {
        let last = self.short.len() - 1;
        let mut i = self.hash(entry.word) & last;
        while self.short[i].word != EMPTY {
            i = (i + 1) & last;
        }
        self.short[i] = entry;
    }

    /// Return the stem of a word of more than eight bytes, whose key is `word_key`.
    #[inline(always)]
    fn long(&mut self, word_key: u64, word: &[u8]) -> &LongWord {
        if self.long.len() >= MAX_WORDS {
            self.long.clear();
        }
        let entry = self.long.entry(word_key).or_insert_with(|| LongWord::new(word));
        if *entry.word != *word {
            *entry = LongWord::new(word); // another word with the same key
        }
        entry
    }
}

impl LongWord {
    #[cold]
    fn new(word: &[u8]) -> Self {
        let stem = stemmed(word);
        Self { word: word.into(), key: key(&stem), stem: stem.into() }
    }
}

/// Return the stem of a word; it is never longer than the word.
fn stemmed(word: &[u8]) -> Vec<u8> {
    let mut stem = Vec::with_capacity(word.len());
    match std::str::from_utf8(word) {
        Ok(text) if text.chars().nth(SHORTEST_STEMMED - 1).is_some() => stem_into(text, &mut stem),
        _ => stem.extend_from_slice(word),
    }
    stem
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, tokens};

    /// Return the keys of the stems of words, and the bytes of the long ones.
    fn stems_of(stems: &mut Stems, words: &[String]) -> Vec<(u64, Vec<u8>)> {
        let (text, words) = tokens(words.iter().map(String::as_str));
        let (mut actual, mut bytes) = (Tokens::default(), Vec::new());
        stems.stem(Words { tokens: &words, bytes: &text }, &mut actual, &mut bytes);
        let long: Vec<u32> =
            (0..).zip(actual.keys()).filter(|&(_, &key)| is_long(key)).map(|(i, _)| i).collect();
        assert_eq!(actual.long(), long);
        (0..actual.len()).map(|i| (actual.keys()[i], actual.token(&bytes, i).to_vec())).collect()
    }

    fn check(stems: &mut Stems, words: &[String]) {
        let expected = words.iter().map(|word| {
            let stem = stemmed(word.as_bytes());
            assert!(stem.len() <= word.len(), "{word}");
            (key(&stem), if stem.len() > 8 { stem } else { Vec::new() })
        });
        assert_eq!(stems_of(stems, words), expected.collect::<Vec<_>>());
    }

    #[test]
    fn stems_are_those_of_the_stemmer() {
        let endings =
            ["", "s", "ing", "ation", "alli", "fulness", "\u{e9}", "ies", "y", "\u{df}ed"];
        let mut random = Random(1);
        let mut letters = |length: usize| -> String {
            (0..length).map(|_| char::from(b'a' + random.below(26) as u8)).collect()
        };
        let mut stems = Stems::default();
        // More words than the cache holds, then the words of every tenth text again.
        let texts: Vec<Vec<String>> = (0..100)
            .map(|i| (0..1000).map(|j| letters((i + j) % 9) + endings[j % 10]).collect())
            .collect();
        for words in texts.iter().chain(texts.iter().step_by(10)) {
            check(&mut stems, words);
            check(&mut stems, words);
            assert!(stems.short_count <= MAX_WORDS && stems.long.len() <= MAX_WORDS);
        }
    }

    #[test]
    fn words_with_one_key_have_their_own_stems() {
        let mut stems = Stems::default();
        let [one, two] = ["internationalizations", "misunderstandings"];
        for word in [one, two, one] {
            assert_eq!(*stems.long(7, word.as_bytes()).stem, *stemmed(word.as_bytes()));
        }
    }

    #[test]
    fn words_of_fewer_than_four_characters_stay() {
        let words = ["", "was", "ties", "\u{e9}as", "\u{e9}\u{e9}s"].map(str::to_owned);
        let expected = ["", "was", "tie", "\u{e9}as", "\u{e9}\u{e9}s"];
        let actual = stems_of(&mut Stems::default(), &words);
        assert!(actual.iter().map(|&(key, _)| key).eq(expected.map(|word| key(word.as_bytes()))));
    }
}
