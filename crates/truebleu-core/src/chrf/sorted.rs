//! Counting by sorting, for texts so long that bit sets would be slow.
//!
//! Each position of both texts has a key: the codes of the characters from there on, as many as the
//! highest order has, with the first in the highest bits. In sorted order, equal n-grams of every
//! order stand together, so one pass counts all orders: where the n-gram of an order differs from the
//! one before, its run ends, and the smaller of its numbers of occurrences in the two texts matches.
//!
//! Only characters of both texts have codes of their own. Others, and those after a text's end, have
//! one code in the hypothesis and another in the reference: what contains them cannot match. The
//! cost depends on the lengths alone.

/// Maximum number of orders: they are counted side by side in a vector.
const ORDERS: usize = 8;

/// Code of characters of the hypothesis that the reference does not have.
const OURS: u32 = 0;
/// Code of characters of the reference that the hypothesis does not have.
const THEIRS: u32 = 1;
/// First code of characters that both have.
const SHARED: u32 = 2;

/// Maximum number of bits that a pass of the sort looks at.
const DIGIT: u32 = 11;

/// Number of values of a digit.
const DIGITS: usize = 1 << DIGIT;

/// Buffers of texts with more characters are freed after use.
const KEPT: usize = 1 << 20;

/// Buffers for one segment, reused for the next.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// Code of each character of the alphabet; 0 between segments.
    codes: Vec<u32>,
    keys: Vec<u64>,
    sorted: Vec<u64>,
}

impl Scratch {
    /// Write the matches of the orders 1 to `matches.len()` of texts in an alphabet of `size`
    /// characters. Return false, and write nothing, if the orders or the characters that both texts
    /// have are too many for keys of 64 bits.
    #[inline(always)]
    pub(super) fn count(
        &mut self,
        hypothesis: &[u32],
        reference: &[u32],
        size: usize,
        matches: &mut [i64],
    ) -> bool {
        let orders = matches.len();
        if orders == 0 || orders > ORDERS {
            return orders == 0;
        }
        let codes = self.encode(hypothesis, reference, size);
        let width = u32::BITS - (codes - 1).leading_zeros();
        let bits = width * orders as u32;
        if bits < u64::BITS {
            self.keys.clear();
            self.keys.reserve(hypothesis.len() + reference.len());
            self.add_keys(hypothesis, OURS, width, bits);
            self.add_keys(reference, THEIRS, width, bits);
            sort(&mut self.keys, &mut self.sorted, bits);
            let counts = count_runs(&self.keys, width, bits);
            matches.iter_mut().zip(counts).for_each(|(to, from)| *to = i64::from(from));
        }
        for &character in reference {
            self.codes[character as usize] = 0;
        }
        if self.keys.capacity().max(self.codes.len()) > KEPT {
            *self = Self::default();
        }
        bits < u64::BITS
    }

    /// Give codes to the characters; return how many codes there are.
    #[inline(always)]
    fn encode(&mut self, hypothesis: &[u32], reference: &[u32], size: usize) -> u32 {
        if self.codes.len() < size {
            self.codes.resize(size, 0);
        }
        for &character in reference {
            self.codes[character as usize] = THEIRS;
        }
        let mut next = SHARED;
        for &character in hypothesis {
            let code = &mut self.codes[character as usize];
            if *code == THEIRS {
                *code = next;
                next += 1;
            }
        }
        next
    }

    /// Add the keys of a text of one `side`: the codes, and the side in the lowest bit.
    #[inline(always)]
    fn add_keys(&mut self, text: &[u32], side: u32, width: u32, bits: u32) {
        let (codes, mask) = (&self.codes, (1 << bits) - 1);
        let code = |&character: &u32| u64::from(codes[character as usize]);
        let orders = (bits / width) as usize;
        let after_end = std::iter::repeat_n(u64::from(side), orders - 1);
        let mut next = text.iter().map(code).chain(after_end);
        let mut key = next.by_ref().take(orders - 1).fold(0, |key, code| key << width | code);
        self.keys.extend(next.map(|code| {
            key = (key << width | code) & mask;
            key << 1 | u64::from(side)
        }));
    }
}

/// Sort keys by all bits but the lowest, digit by digit from the right.
#[inline(always)]
fn sort(keys: &mut Vec<u64>, sorted: &mut Vec<u64>, bits: u32) {
    sorted.resize(keys.len(), 0);
    let passes = bits.div_ceil(DIGIT);
    let width = bits.div_ceil(passes);
    for pass in 0..passes {
        let digit =
            |key: u64| (key >> (1 + pass * width)) as usize & ((1 << width) - 1) & (DIGITS - 1);
        let mut places = [0_u32; DIGITS];
        for &key in &*keys {
            places[digit(key)] += 1;
        }
        let mut start = 0;
        for end in &mut places[..1 << width] {
            (*end, start) = (start, start + *end);
        }
        for &key in &*keys {
            let end = &mut places[digit(key)];
            sorted[*end as usize] = key;
            *end += 1;
        }
        std::mem::swap(keys, sorted);
    }
}

/// Return the matches of each order from sorted keys.
#[inline(always)]
fn count_runs(keys: &[u64], width: u32, bits: u32) -> [u32; ORDERS] {
    let orders = (bits / width) as usize;
    // Indexed by the number of leading bits that two keys share: the orders whose runs end.
    let mut ends = [[0; ORDERS]; 65];
    for (shared, ends) in ends.iter_mut().enumerate() {
        let equal = shared.saturating_sub((u64::BITS - bits - 1) as usize) / width as usize;
        ends[..orders].iter_mut().skip(equal).for_each(|end| *end = u32::MAX);
    }
    let (mut ours, mut theirs, mut matches) = ([0_u32; ORDERS], [0_u32; ORDERS], [0_u32; ORDERS]);
    let mut last = 0;
    for &key in keys {
        let ends = &ends[((key ^ last) & !1).leading_zeros() as usize];
        let side = (key & 1) as u32;
        for order in 0..ORDERS {
            matches[order] += ours[order].min(theirs[order]) & ends[order];
            ours[order] = (ours[order] & !ends[order]) + (1 - side);
            theirs[order] = (theirs[order] & !ends[order]) + side;
        }
        last = key;
    }
    std::array::from_fn(|order| matches[order] + ours[order].min(theirs[order]))
}
