//! Random numbers that are a function of a counter: Philox4x32-10 of Salmon, Moraes, Dror and Shaw,
//! "Parallel Random Numbers: As Easy as 1, 2, 3" (SC 2011).
//!
//! Draws share no state, so every number can be computed anywhere, in any order, from the seed and
//! its place alone. Philox passes all of TestU01's Crush; its multiplications of 32 bits are what
//! vector instructions have, and its authors publish known answers, which the tests hold it
//! against.

/// Words that one counter gives.
pub const WORDS: usize = 4;
/// Counters that are worked on at once.
pub const LANES: usize = 16;

const MULTIPLIERS: [u32; 2] = [0xD251_1F53, 0xCD9E_8D57];
const WEYL: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];
const ROUNDS: usize = 10;

/// The generator of one seed.
#[derive(Clone, Copy, Debug)]
pub struct Philox {
    key: [u32; 2],
}

impl Philox {
    /// Create the generator whose key is this seed.
    pub const fn new(seed: u64) -> Self {
        Self { key: [seed as u32, (seed >> 32) as u32] }
    }

    /// Return the four words of one counter.
    #[inline(always)]
    pub fn words(self, counter: [u32; WORDS]) -> [u32; WORDS] {
        let [a, b, c, d] = self.lanes(counter.map(|word| [word]));
        [a[0], b[0], c[0], d[0]]
    }

    /// Return the words of `N` counters at once: `counters[w][i]` is word `w` of counter `i`, and
    /// so are the answers.
    #[inline(always)]
    pub fn lanes<const N: usize>(self, counters: [[u32; N]; WORDS]) -> [[u32; N]; WORDS] {
        self.wide_lanes(counters).map(|word| word.map(|lane| lane as u32))
    }

    /// Return the words of lanes, each in the lower half of 64 bits, as vector instructions
    /// multiply such halves. The upper halves are undefined.
    #[inline(always)]
    pub(super) fn wide_lanes<const N: usize>(
        self,
        counters: [[u32; N]; WORDS],
    ) -> [[u64; N]; WORDS] {
        let [mut a, mut b, mut c, mut d] = counters.map(|word| word.map(u64::from));
        let mut key = self.key;
        for _ in 0..ROUNDS {
            for i in 0..N {
                let first = u64::from(MULTIPLIERS[0]) * u64::from(a[i] as u32);
                let second = u64::from(MULTIPLIERS[1]) * u64::from(c[i] as u32);
                a[i] = (second >> 32) ^ b[i] ^ u64::from(key[0]);
                b[i] = second;
                c[i] = (first >> 32) ^ d[i] ^ u64::from(key[1]);
                d[i] = first;
            }
            key = [key[0].wrapping_add(WEYL[0]), key[1].wrapping_add(WEYL[1])];
        }
        [a, b, c, d]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the file `kat_vectors` of the authors' Random123.
    #[test]
    fn the_known_answers() {
        let cases: [(u64, [u32; 4], [u32; 4]); 3] = [
            (0, [0; 4], [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]),
            (u64::MAX, [u32::MAX; 4], [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]),
            (
                0x299f_31d0_a409_3822,
                [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
                [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1],
            ),
        ];
        for (seed, counter, answer) in cases {
            assert_eq!(Philox::new(seed).words(counter), answer);
        }
    }

    #[test]
    fn many_at_once_are_the_same() {
        let philox = Philox::new(12345);
        let counters = [0, 1, 2, 3].map(|w| {
            std::array::from_fn::<u32, LANES, _>(|i| (i as u32 + 7).wrapping_mul(0x0123_4567 + w))
        });
        let answers = philox.lanes(counters);
        for i in 0..LANES {
            assert_eq!(answers.map(|word| word[i]), philox.words(counters.map(|word| word[i])));
        }
    }
}
