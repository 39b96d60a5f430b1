//! NumPy's default generator, PCG64, as `numpy.random.default_rng` draws booleans and indices.
//!
//! O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for Random
//! Number Generation" (2014): the form XSL RR 128/64. NumPy derives the state from the seed; it is
//! taken from there.

use super::tables::{BLOCK, GROUP, TABLES};

const MULTIPLIER: u128 = 0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645;

/// The generator.
#[derive(Clone, Debug)]
pub struct Pcg64 {
    state: u128,
    increment: u128,
    /// The high half of the last number, where only its low half was drawn.
    half: Option<u32>,
}

impl Pcg64 {
    /// Create a generator from the `state` and `inc` that NumPy gives.
    pub const fn new(state: u128, increment: u128) -> Self {
        Self { state, increment, half: None }
    }

    fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(self.increment);
        let folded = (self.state >> 64) as u64 ^ self.state as u64;
        folded.rotate_right((self.state >> 122) as u32)
    }

    /// Return the next 32 bits: the low half of a number, then its high half.
    fn next_u32(&mut self) -> u32 {
        self.half.take().unwrap_or_else(|| {
            let number = self.next_u64();
            self.half = Some((number >> 32) as u32);
            number as u32
        })
    }

    /// Skip `count` 32-bit numbers.
    pub fn skip(&mut self, count: u64) {
        let count = match self.half {
            Some(_) if count > 0 => {
                self.half = None;
                count - 1
            }
            _ => count,
        };
        self.jump(count / 2);
        if count % 2 == 1 {
            self.next_u32();
        }
    }

    /// Take `count` steps at once, by repeated squaring (Brown, "Random Number Generation with
    /// Arbitrary Strides", 1994).
    fn jump(&mut self, count: u64) {
        let (mut factor, mut term) = (MULTIPLIER, self.increment);
        let mut left = count;
        while left > 0 {
            if left % 2 == 1 {
                self.state = self.state.wrapping_mul(factor).wrapping_add(term);
            }
            term = term.wrapping_mul(factor.wrapping_add(1));
            factor = factor.wrapping_mul(factor);
            left /= 2;
        }
    }

    /// Draw `bound` indices below `bound` with replacement, as `choice(bound, bound)` does: Lemire,
    /// "Fast Random Integer Generation in an Interval" (2019), on 32 bits.
    pub fn indices(&mut self, bound: u32, mut take: impl FnMut(usize)) {
        if bound == 1 {
            return take(0); // consumes no random number
        }
        let rejected = bound.wrapping_neg() % bound;
        (0..bound).for_each(|_| take(self.index(bound, rejected)));
    }

    /// Draw an index; the low half of its product is not below `rejected`, which is 2^32 modulo the
    /// bound.
    #[inline(always)]
    fn index(&mut self, bound: u32, rejected: u32) -> usize {
        loop {
            let product = u64::from(self.next_u32()) * u64::from(bound);
            if product as u32 >= rejected {
                return (product >> 32) as usize;
            }
        }
    }
}

/// The swaps that `integers(2, size=(trials, units), dtype=bool)` draws: 32 from each 32 bits, the
/// lowest first, trial after trial without a gap.
#[derive(Clone, Debug)]
pub struct SwapStream {
    generator: Pcg64,
    units: usize,
}

impl SwapStream {
    /// Create the stream of a generator that has drawn nothing yet.
    pub const fn new(generator: Pcg64, units: usize) -> Self {
        Self { generator, units }
    }

    /// Return the generator after `trials` trials. What is left of the last 32 bits is lost.
    pub fn after(&self, trials: usize) -> Pcg64 {
        let mut generator = self.generator.clone();
        generator.skip((trials as u64 * self.units as u64).div_ceil(32));
        generator
    }

    /// Return the swaps of a block of trials, for each eight units in order a byte for each trial,
    /// and as many groups as tables take at a time. The last unit's byte has bits of the next trial
    /// above it: no unit is there that they could swap.
    pub(super) fn bytes(&self, block: usize) -> Vec<[u8; BLOCK]> {
        /// Trials whose bytes are written together, so that the lines of the cache stay there.
        const TILE: usize = 64;
        /// Groups that a load of 64 bits has whole, wherever in a byte they start.
        const GROUPS: usize = 7;
        let mut generator = self.after(block * BLOCK);
        let words = BLOCK / 64 * self.units;
        let mut bits: Vec<u8> =
            (0..words).flat_map(|_| generator.next_u64().to_le_bytes()).collect();
        bits.resize(8 * (words + 2), 0);
        let groups = self.units.div_ceil(GROUP);
        let mut bytes = vec![[0; BLOCK]; groups.next_multiple_of(TABLES)];
        for tile in (0..BLOCK).step_by(TILE) {
            for (i, groups) in bytes[..groups].chunks_mut(GROUPS).enumerate() {
                for trial in tile..tile + TILE {
                    let start = trial * self.units + i * GROUPS * GROUP;
                    let load =
                        bits[start / 8..].first_chunk().map_or(0, |&load| u64::from_le_bytes(load));
                    let load = (load >> (start % 8)).to_le_bytes();
                    for (group, byte) in groups.iter_mut().zip(load) {
                        group[trial] = byte;
                    }
                }
            }
        }
        bytes
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Return a generator that gives the same number again and again.
    pub fn constant(number: u64) -> Pcg64 {
        // The halves of the state differ by the number, and its highest bits rotate by nothing.
        let high = u64::MAX >> 6;
        let state = u128::from(high) << 64 | u128::from(high ^ number);
        Pcg64::new(state, state.wrapping_sub(state.wrapping_mul(MULTIPLIER)))
    }

    /// `numpy.random.default_rng(12345)`.
    const SEEDED: Pcg64 = Pcg64::new(
        0x1905_E033_5AAE_9634_9199_B0D0_9775_ADD5,
        0xC9C7_353E_6E2B_1F28_7D76_1F2D_4027_FAE7,
    );

    #[test]
    fn indices_are_those_of_choice() {
        let mut drawn = Vec::new();
        SEEDED.clone().indices(7, |index| drawn.push(index));
        assert_eq!(drawn, [4, 1, 5, 2, 1, 5, 4]);
        let mut drawn = Vec::new();
        let mut generator = SEEDED;
        generator.indices(1, |index| drawn.push(index));
        assert_eq!(drawn, [0]);
        assert_eq!(generator.next_u32(), SEEDED.clone().next_u32());
    }

    #[test]
    fn a_number_that_would_favor_an_index_is_drawn_again() {
        let mut generator = SEEDED;
        let drawn: Vec<usize> = (0..8).map(|_| generator.index(3 << 30, 1 << 30)).collect();
        assert_eq!(
            drawn,
            [
                2252329269, 732300585, 2540409766, 1020350031, 657699810, 2568493921, 2178368770,
                3184041033
            ]
        );
    }

    #[test]
    fn a_number_at_the_bound_is_taken() {
        // 2^32 is 1 more than a multiple of 3, so the low half of this number's product is 1; the
        // high half of the number would draw 0.
        assert_eq!(constant(1 << 32 | 0xAAAA_AAAB).index(3, 1), 2);
    }

    #[test]
    fn swaps_are_bits_and_leave_half_a_number() {
        // 40 swaps take two 32-bit numbers; 70 take three and leave the high half of the second
        // word. The last are a whole block, of units that several loads have.
        for (trials, units) in [(5, 8), (10, 7), (3, 1), (1, 0), (BLOCK as u64, 130)] {
            let mut generator = SEEDED;
            let words: Vec<u32> =
                (0..(trials * units as u64).div_ceil(32)).map(|_| generator.next_u32()).collect();
            let swaps = SwapStream::new(SEEDED, units);
            let bytes = swaps.bytes(0);
            for bit in 0..trials as usize * units {
                let (trial, unit) = (bit / units, bit % units);
                let swapped = bytes[unit / GROUP][trial] >> (unit % GROUP) & 1;
                assert_eq!(u32::from(swapped), words[bit / 32] >> (bit % 32) & 1);
            }
            assert_eq!(swaps.after(trials as usize).next_u32(), generator.next_u32());
        }
    }

    #[test]
    fn numbers_are_skipped_as_if_drawn() {
        for (has_half, count) in (0..6).flat_map(|count| [(false, count), (true, count)]) {
            let mut drawn = SEEDED;
            if has_half {
                drawn.next_u32();
            }
            let mut skipped = drawn.clone();
            skipped.skip(count);
            for _ in 0..count {
                drawn.next_u32();
            }
            assert_eq!(skipped.next_u32(), drawn.next_u32());
        }
    }

    #[test]
    fn blocks_follow_each_other_without_a_gap() {
        let units = 37;
        let swaps = SwapStream::new(SEEDED, units);
        let second = SwapStream::new(swaps.after(BLOCK), units);
        assert_eq!(swaps.bytes(1), second.bytes(0));
    }
}
