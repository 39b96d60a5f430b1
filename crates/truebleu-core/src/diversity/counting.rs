//! The n-grams of all texts, order by order, each with its two largest counts.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::inventory::{Steps, range_of};

/// In place of a number: the n-gram is there once in all texts.
const ONCE: u32 = u32::MAX;

/// Texts between two calls of `go_on`.
const PART: usize = 1 << 13;

/// The n-grams of the current order.
pub(super) struct Grams<'a> {
    tokens: &'a [u32],
    ends: &'a [usize],
    /// Number of distinct tokens.
    words: usize,
    order: usize,
    /// For each token the number of the n-gram that begins there; stale where the text ends before
    /// it does.
    numbers: Vec<u32>,
    /// Statistics of each numbered n-gram.
    seen: Vec<Seen>,
}

/// An n-gram in the texts up to here.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// Count.
    total: u32,
    /// The text that was read last with it, and how often it is there.
    text: u32,
    here: u32,
    /// Its largest count in a text, and the first text that has it.
    most: u32,
    owner: u32,
    /// Its largest count in any other text.
    second: u32,
}

impl Seen {
    /// Add one occurrence in this text.
    #[inline(always)]
    fn add(&mut self, text: u32) {
        self.total += 1;
        self.meet(text);
        if self.here > self.most {
            if self.owner != text {
                self.second = self.most;
                self.owner = text;
            }
            self.most = self.here;
        } else if self.owner != text {
            self.second = self.second.max(self.here);
        }
    }

    /// Count the n-gram in the text that is read.
    #[inline(always)]
    fn meet(&mut self, mark: u32) {
        if self.text != mark {
            (self.text, self.here) = (mark, 0);
        }
        self.here += 1;
    }
}

impl<'a> Grams<'a> {
    pub(super) fn new(tokens: &'a [u32], ends: &'a [usize], words: usize) -> Self {
        Self { tokens, ends, words, order: 0, numbers: tokens.to_vec(), seen: Vec::new() }
    }

    /// Go on to the next order and count its n-grams. Return, for each count, how many n-grams have
    /// it.
    pub(super) fn count(&mut self, go_on: &mut impl FnMut() -> bool) -> Option<BTreeMap<u32, u64>> {
        self.order += 1;
        self.seen.clear();
        let once = if self.order == 1 { self.count_words(go_on)? } else { self.raise(go_on)? };
        let mut counts = BTreeMap::new();
        if once > 0 {
            counts.insert(1, once);
        }
        for seen in &self.seen {
            if seen.total > 0 {
                *counts.entry(seen.total).or_default() += 1;
            }
        }
        Some(counts)
    }

    fn count_words(&mut self, go_on: &mut impl FnMut() -> bool) -> Option<u64> {
        // No text has this number, so the first occurrence of each word is new.
        self.seen.resize(self.words, Seen { text: u32::MAX, ..Seen::default() });
        for i in 0..self.ends.len() {
            if i % PART == 0 && !go_on() {
                return None;
            }
            for &word in &self.tokens[self.starts(i)] {
                self.seen[word as usize].add(i as u32);
            }
        }
        Some(0)
    }

    /// Return how many n-grams have no number: those that contain an n-gram that occurs once.
    fn raise(&mut self, go_on: &mut impl FnMut() -> bool) -> Option<u64> {
        let mut steps = Steps::default();
        let mut once = 0;
        for i in 0..self.ends.len() {
            if i % PART == 0 && !go_on() {
                return None;
            }
            for position in self.starts(i) {
                // The lower-order n-grams with which it starts and ends.
                let (first, last) = (self.numbers[position], self.numbers[position + 1]);
                if first == ONCE || last == ONCE {
                    self.numbers[position] = ONCE;
                    once += 1;
                    continue;
                }
                let number = steps.number(first, self.tokens[position + self.order - 1]);
                self.numbers[position] = number;
                if number as usize == self.seen.len() {
                    self.seen.push(Seen { text: u32::MAX, ..Seen::default() });
                }
                self.seen[number as usize].add(i as u32);
            }
        }
        Some(once)
    }

    /// Add to each text's place in `matches` how many n-grams of the order are matched by another
    /// text, and record which are there once.
    pub(super) fn match_others<'m>(
        &mut self,
        matches: impl Iterator<Item = &'m mut u32>,
        go_on: &mut impl FnMut() -> bool,
    ) -> Option<()> {
        for (i, matches) in matches.enumerate() {
            if i % PART == 0 && !go_on() {
                return None;
            }
            for position in self.starts(i) {
                let number = self.numbers[position];
                if number == ONCE {
                    continue;
                }
                let seen = &mut self.seen[number as usize];
                if seen.total == 1 {
                    self.numbers[position] = ONCE;
                    continue;
                }
                // Mark with !i, because the last text of the first pass can be i.
                seen.meet(!(i as u32));
                let limit = if seen.owner == i as u32 { seen.second } else { seen.most };
                *matches += u32::from(seen.here <= limit);
            }
        }
        Some(())
    }

    /// Return where the n-grams of text `i` begin.
    fn starts(&self, i: usize) -> Range<usize> {
        let text = range_of(self.ends, i);
        text.start..(text.end + 1).saturating_sub(self.order).max(text.start)
    }
}
