//! N-grams by number, found by a hash and told apart by their tokens.

use std::collections::HashMap;

use crate::mixing::Mixed;

/// In place of a number: there is no n-gram.
pub(super) const NONE: u32 = u32::MAX;

/// An n-gram of the texts that are held.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gram {
    /// Where it first begins among all tokens.
    pub(super) place: u32,
    /// Where it first begins in another text than the first; [`NONE`].
    pub(super) elsewhere: u32,
    /// In how many texts it is, and in which last.
    pub(super) texts: u32,
    last: u32,
    /// Another n-gram with the same hash; [`NONE`].
    next: u32,
}

/// All n-grams of the texts that are held.
#[derive(Debug, Default)]
pub(super) struct Grams {
    by_hash: HashMap<u64, u32, Mixed>,
    all: Vec<Gram>,
}

impl Grams {
    pub(super) fn get(&self, gram: u32) -> &Gram {
        &self.all[gram as usize]
    }

    /// The number of an n-gram with this hash; [`NONE`]. `tokens` are those
    /// of all texts that are held.
    pub(super) fn find(&self, hash: u64, gram: &[u32], tokens: &[u32]) -> u32 {
        let mut found = self.by_hash.get(&hash).copied().unwrap_or(NONE);
        while found != NONE && !self.is_at(found, gram, tokens) {
            found = self.all[found as usize].next;
        }
        found
    }

    /// Notes the n-gram that begins at `place` of text `text`; gives its number.
    pub(super) fn add(
        &mut self,
        hash: u64,
        place: usize,
        order: usize,
        text: u32,
        tokens: &[u32],
    ) -> u32 {
        let known = self.find(hash, &tokens[place..place + order], tokens);
        if known == NONE {
            let fresh = self.all.len() as u32;
            let next = self.by_hash.insert(hash, fresh).unwrap_or(NONE);
            let place = place as u32;
            self.all.push(Gram { place, elsewhere: NONE, texts: 1, last: text, next });
            return fresh;
        }
        let gram = &mut self.all[known as usize];
        if gram.last != text {
            gram.last = text;
            gram.texts += 1;
            if gram.elsewhere == NONE {
                gram.elsewhere = place as u32;
            }
        }
        known
    }

    fn is_at(&self, known: u32, gram: &[u32], tokens: &[u32]) -> bool {
        let place = self.all[known as usize].place as usize;
        tokens[place..place + gram.len()] == *gram
    }
}

/// The hashes of all n-grams of a text, one after the other: the sum of the
/// tokens' own hashes times powers of an odd number, modulo 2^64.
#[derive(Debug)]
pub(super) struct Rolling {
    order: usize,
    /// Another number in each process, so that nobody knows n-grams with the same hash.
    secret: u64,
    /// The power that the token has which falls out.
    last_power: u64,
}

const BASE: u64 = 0x9E37_79B9_7F4A_7C15;

impl Rolling {
    pub(super) fn new(order: usize) -> Self {
        let last_power = (1..order).fold(1_u64, |power, _| power.wrapping_mul(BASE));
        Self { order, secret: Mixed::default().secret(), last_power }
    }

    /// Calls with where each n-gram begins and its hash; those with a token
    /// `without` are left out.
    pub(super) fn each(&self, tokens: &[u32], without: u32, mut call: impl FnMut(usize, u64)) {
        let (mut hash, mut known) = (0_u64, 0);
        for (i, &token) in tokens.iter().enumerate() {
            if token == without {
                (hash, known) = (0, 0);
                continue;
            }
            if known == self.order {
                let gone = self.mixed(tokens[i - self.order]).wrapping_mul(self.last_power);
                hash = hash.wrapping_sub(gone);
            } else {
                known += 1;
            }
            hash = hash.wrapping_mul(BASE).wrapping_add(self.mixed(token));
            if known == self.order {
                call(i + 1 - self.order, hash);
            }
        }
    }

    /// A token's own hash (the last steps of MurmurHash3).
    #[inline(always)]
    fn mixed(&self, token: u32) -> u64 {
        let mut hash = (u64::from(token) ^ self.secret).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
        hash ^= hash >> 33;
        hash = hash.wrapping_mul(0xC4CE_B9FE_1A85_EC53);
        hash ^ hash >> 33
    }
}
