//! The n-grams that each of many hypotheses shares with each of many references, counted for a
//! block of references at once.
//!
//! For every n-gram that some reference of a block has there is a set of the references that have
//! it, as bits, and another one of those that have it a second time, and so on. A hypothesis' first
//! occurrence of the n-gram matches in the references of the first set, its second occurrence in
//! those of the second: adding the sets counts `min(count, reference count)` for all of them. Sums
//! are kept as bits, too: the lowest bits of all counts, the next ones, and so on, to which a set
//! is added with carry. So it costs the same whether texts share much or little, and no n-gram is
//! looked up more than once for each block.

use crate::inventory::{Grams, Sequences};

/// References in a block.
pub(super) const BLOCK: usize = 256;
/// The words of a set of them.
const WORDS: usize = BLOCK / 64;
/// The bits of a count.
const BITS: usize = 16;
/// No set.
const NONE: u32 = u32::MAX;

/// References of a block, as bits.
type Members = [u64; WORDS];

/// All n-grams of many texts, as numbers.
pub(super) struct Crossing {
    /// Sequences whose n-grams are counted, each with its orders.
    counters: Vec<(Sequences, Vec<Grams>)>,
}

impl Crossing {
    /// Number all n-grams; return none where a text is too long for the counts.
    pub(super) fn new(sequences: Vec<Sequences>) -> Option<Self> {
        let too_long = |sequences: &Sequences| {
            (0..sequences.texts()).any(|text| sequences.length(text) >= 1 << BITS)
        };
        if sequences.iter().any(too_long) {
            return None;
        }
        let counters = sequences.into_iter().map(|sequences| {
            let mut orders: Vec<Grams> = Vec::with_capacity(sequences.orders());
            for n in 0..sequences.orders() {
                let next =
                    if n == 0 { sequences.grams() } else { sequences.raised(&orders[n - 1]) };
                orders.push(next);
            }
            (sequences, orders)
        });
        Some(Self { counters: counters.collect() })
    }

    /// Return the number of orders of all counters.
    pub(super) fn orders(&self) -> usize {
        self.counters.iter().map(|(_, orders)| orders.len()).sum()
    }

    /// Write the lengths of two texts in each counter.
    pub(super) fn lengths(&self, hypothesis: usize, reference: usize, lengths: &mut [[usize; 2]]) {
        for (lengths, (sequences, _)) in lengths.iter_mut().zip(&self.counters) {
            *lengths = [sequences.length(hypothesis), sequences.length(reference)];
        }
    }

    /// Return the length of a text in the first counter.
    pub(super) fn length(&self, text: usize) -> usize {
        self.counters[0].0.length(text)
    }

    /// Return the number of counters.
    pub(super) fn counters(&self) -> usize {
        self.counters.len()
    }

    /// Return a block of no references yet.
    pub(super) fn no_block(&self) -> Block<'_> {
        let orders = (0..self.orders()).map(|_| Postings::default());
        Block { crossing: self, orders: orders.collect(), last_seen: Vec::new() }
    }
}

/// The references of a block.
pub(super) struct Block<'a> {
    crossing: &'a Crossing,
    /// For each order of each counter.
    orders: Vec<Postings>,
    /// Last occurrence of each n-gram of the current order.
    last_seen: Vec<LastSeen>,
}

impl Block<'_> {
    /// Read the texts from `first` on, at most [`BLOCK`] of them, in the place of those before.
    pub(super) fn read(&mut self, first: usize, count: usize) {
        let counters = &self.crossing.counters;
        let grams = counters
            .iter()
            .flat_map(|(sequences, orders)| orders.iter().map(move |grams| (sequences, grams)));
        for (postings, (sequences, grams)) in self.orders.iter_mut().zip(grams) {
            postings.read(sequences, grams, first, count, &mut self.last_seen);
        }
    }

    /// Write the matches of a text with each reference: those of the first order with all of them,
    /// then those of the next.
    pub(super) fn count(&self, text: usize, scratch: &mut Scratch) {
        let Scratch { last_seen, matches } = scratch;
        let counters = &self.crossing.counters;
        let orders = counters.iter().flat_map(|(sequences, orders)| {
            orders.iter().map(move |grams| sequences.grams_of(grams, text))
        });
        let (matches, _) = matches.as_chunks_mut::<BLOCK>();
        for ((grams, postings), matches) in orders.zip(&self.orders).zip(matches) {
            let mut sums = Sums::default();
            for &gram in grams {
                let last = &mut last_seen[gram as usize];
                // Of this text's occurrences the first one finds no set that is its own.
                let set = if last.text == 0 { last.set } else { postings.first[gram as usize] };
                if set == NONE {
                    continue;
                }
                sums.add(&postings.members[set as usize]);
                *last = LastSeen { text: 0, set: postings.next[set as usize] };
            }
            for &gram in grams {
                last_seen[gram as usize].text = NONE;
            }
            sums.write(matches);
        }
    }
}

/// The sets of an order.
#[derive(Default)]
struct Postings {
    /// For each n-gram, the set of the references that have it.
    first: Vec<u32>,
    members: Vec<Members>,
    /// For each set, the one of the references that have it once more.
    next: Vec<u32>,
}

impl Postings {
    fn read(
        &mut self,
        sequences: &Sequences,
        grams: &Grams,
        first: usize,
        count: usize,
        last_seen: &mut Vec<LastSeen>,
    ) {
        refill(&mut self.first, NONE, grams.distinct());
        refill(last_seen, LastSeen { text: NONE, set: NONE }, grams.distinct());
        self.members.clear();
        self.next.clear();
        for reference in 0..count {
            for &gram in sequences.grams_of(grams, first + reference) {
                let last = &mut last_seen[gram as usize];
                let again = last.text == reference as u32;
                let next_set =
                    if again { self.next[last.set as usize] } else { self.first[gram as usize] };
                let set = if next_set == NONE {
                    self.add(gram, again.then_some(last.set))
                } else {
                    next_set
                };
                self.members[set as usize][reference / 64] |= 1 << (reference % 64);
                *last = LastSeen { text: reference as u32, set };
            }
        }
    }

    /// Add a set, behind another one or as an n-gram's first.
    fn add(&mut self, gram: u32, behind: Option<u32>) -> u32 {
        let set = self.members.len() as u32;
        self.members.push([0; WORDS]);
        self.next.push(NONE);
        match behind {
            Some(before) => self.next[before as usize] = set,
            None => self.first[gram as usize] = set,
        }
        set
    }
}

/// Fill a vector with `count` copies of a value, without a new allocation.
fn refill<T: Clone>(room: &mut Vec<T>, with: T, count: usize) {
    room.clear();
    room.resize(count, with);
}

/// Last occurrence of an n-gram.
#[derive(Clone, Copy, Debug)]
struct LastSeen {
    text: u32,
    set: u32,
}

/// Buffers for counting one hypothesis, reused for the next.
#[derive(Debug)]
pub(super) struct Scratch {
    /// For each n-gram, the set of its next occurrence: one vector for all orders.
    last_seen: Vec<LastSeen>,
    /// The matches: [`BLOCK`] for each order.
    pub(super) matches: Vec<u16>,
}

impl Scratch {
    pub(super) fn new(crossing: &Crossing) -> Self {
        let orders = crossing.counters.iter().flat_map(|(_, orders)| orders);
        let distinct = orders.map(Grams::distinct).max().unwrap_or(0);
        let last_seen = vec![LastSeen { text: NONE, set: NONE }; distinct];
        Self { last_seen, matches: vec![0; crossing.orders() * BLOCK] }
    }
}

/// Counts of all references of a block, bit by bit.
#[derive(Default)]
struct Sums {
    bits: [Members; BITS],
    /// Number of bits in use.
    used: usize,
}

impl Sums {
    #[inline(always)]
    fn add(&mut self, members: &Members) {
        let mut carry = *members;
        for (place, bits) in self.bits.iter_mut().enumerate() {
            let mut carried = 0;
            for (word, carry) in bits.iter_mut().zip(&mut carry) {
                let both = *word & *carry;
                *word ^= *carry;
                *carry = both;
                carried |= both;
            }
            if carried == 0 {
                self.used = self.used.max(place + 1);
                return;
            }
        }
    }

    /// Write the counts: four at a time, for every four bits.
    #[inline(always)]
    fn write(&self, counts: &mut [u16; BLOCK]) {
        let mut wide = [0_u64; BLOCK / 4];
        for (place, bits) in self.bits[..self.used].iter().enumerate() {
            for (word, wide) in bits.iter().zip(wide.as_chunks_mut::<16>().0) {
                for (four, wide) in wide.iter_mut().enumerate() {
                    *wide += SPREAD[(word >> (4 * four) & 15) as usize] << place;
                }
            }
        }
        for (four, wide) in counts.as_chunks_mut::<4>().0.iter_mut().zip(wide) {
            *four = std::array::from_fn(|i| (wide >> (16 * i)) as u16);
        }
    }
}

/// Four bits, each in a quarter of a word.
static SPREAD: [u64; 16] = {
    let mut spread = [0; 16];
    let mut four = 0;
    while four < 16 {
        let mut bit = 0;
        while bit < 4 {
            spread[four] |= ((four as u64 >> bit) & 1) << (16 * bit);
            bit += 1;
        }
        four += 1;
    }
    spread
};
