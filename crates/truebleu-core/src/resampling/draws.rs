//! What is drawn for a test: which units are swapped in a trial of randomization, and how often a
//! unit is drawn in a resample of the bootstrap.
//!
//! Each number is keyed by (seed, unit, trial): the counter of [`Philox`] encodes the unit and the
//! trial, and its last word the purpose. So the numbers are the same for any number of threads, any
//! partition and any order of the work. A unit is known by its key, 64 bits: its number where one
//! machine has them all, else whatever its row is called.

use super::philox::{LANES, Philox, WORDS};

/// Trials whose bits one counter gives.
pub const TRIALS_AT_ONCE: usize = 32 * WORDS;
/// The largest number of units: indices are drawn with 32 bits.
pub const MOST_UNITS: usize = u32::MAX as usize;

/// Purpose of a number: the last word of its counter.
#[derive(Clone, Copy)]
enum Purpose {
    Swap = 1,
    Index = 2,
    Poisson = 3,
    Mark = 4,
}

/// Return the counter of a unit for some trials.
#[inline(always)]
const fn counter(block: usize, key: u64, purpose: Purpose) -> [u32; WORDS] {
    [block as u32, key as u32, (key >> 32) as u32, purpose as u32]
}

/// Return the bits of a unit in the 128 trials from `128 * block`, the first in the lowest bit:
/// whether it is swapped between the systems of a pair.
#[inline(always)]
pub fn swaps(philox: Philox, key: u64, block: usize) -> [u32; WORDS] {
    philox.words(counter(block, key, Purpose::Swap))
}

/// Return the swaps of as many units and blocks as there are lanes.
#[inline(always)]
pub fn swaps_of_lanes(philox: Philox, lanes: [(u64, usize); LANES]) -> [[u32; LANES]; WORDS] {
    philox.lanes(transposed(lanes.map(|(key, block)| counter(block, key, Purpose::Swap))))
}

/// Transpose counters: the first word of each, then the second, and so on.
#[inline(always)]
fn transposed(counters: [[u32; WORDS]; LANES]) -> [[u32; LANES]; WORDS] {
    std::array::from_fn(|word| counters.map(|counter| counter[word]))
}

/// Return a number of 64 bits that only this key has, but for chance: the sum of those of many keys
/// shows whether other data had the same keys.
#[inline(always)]
pub fn mark(key: u64) -> u64 {
    let [low, high, ..] = Philox::new(0).words(counter(0, key, Purpose::Mark));
    u64::from(high) << 32 | u64::from(low)
}

/// Call `take` with each of the `units` indices that make up a resample of the multinomial
/// bootstrap, in some order.
///
/// Draw `i` is word `i % 4` of counter `i / 4`. A word becomes an index below `units` by Lemire's
/// multiplication ("Fast Random Integer Generation in an Interval", 2019); one that would make some
/// index likelier is drawn again, from the counter of the next attempt.
#[inline(always)]
pub fn indices(philox: Philox, units: usize, resample: usize, mut take: impl FnMut(usize)) {
    let bound = u32::try_from(units).unwrap_or(u32::MAX);
    let rejected = bound.wrapping_neg() % bound;
    for start in (0..units).step_by(WORDS * LANES) {
        let first = (start / WORDS) as u32;
        let counters = [
            std::array::from_fn(|lane| first + lane as u32),
            [0; LANES],
            [resample as u32; LANES],
            [Purpose::Index as u32; LANES],
        ];
        let words = philox.wide_lanes::<LANES>(counters);
        let products = words.map(|word| word.map(|lane| u64::from(lane as u32) * u64::from(bound)));
        let all_accepted = products
            .as_flattened()
            .iter()
            .fold(true, |all, &product| all & (product as u32 >= rejected));
        if all_accepted && start + WORDS * LANES <= units {
            products.as_flattened().iter().for_each(|product| take((product >> 32) as usize));
        } else {
            for draw in start..units.min(start + WORDS * LANES) {
                let word = words[draw % WORDS][(draw - start) / WORDS] as u32;
                take(accepted(philox, bound, rejected, resample, draw, word));
            }
        }
    }
}

/// Return the index of a draw whose first word is `word`.
#[inline(never)]
fn accepted(
    philox: Philox,
    bound: u32,
    rejected: u32,
    resample: usize,
    draw: usize,
    word: u32,
) -> usize {
    let mut product = u64::from(word) * u64::from(bound);
    let mut attempt = 0;
    while (product as u32) < rejected {
        attempt += 1;
        let counter = [(draw / WORDS) as u32, attempt, resample as u32, Purpose::Index as u32];
        product = u64::from(philox.words(counter)[draw % WORDS]) * u64::from(bound);
    }
    (product >> 32) as usize
}

/// 2^32 times the probability that a Poisson number of mean 1 is at most k, rounded to nearest, for
/// k from 0; what follows rounds to 2^32.
const POISSON: [u32; 12] = [
    1_580_030_169,
    3_160_060_337,
    3_950_075_422,
    4_213_413_783,
    4_279_248_374,
    4_292_415_292,
    4_294_609_778,
    4_294_923_276,
    4_294_962_463,
    4_294_966_817,
    4_294_967_253,
    4_294_967_292,
];

/// Return the weights of a unit in the four resamples from `4 * block` of the Poisson bootstrap:
/// Poisson numbers of mean 1, by inversion.
#[inline(always)]
pub fn poisson(philox: Philox, key: u64, block: usize) -> [u8; WORDS] {
    philox.words(counter(block, key, Purpose::Poisson)).map(inverted)
}

/// Return the weights of as many units as there are lanes.
#[inline(always)]
pub fn poisson_of_lanes(philox: Philox, keys: [u64; LANES], block: usize) -> [[u8; LANES]; WORDS] {
    let counters = keys.map(|key| counter(block, key, Purpose::Poisson));
    philox.lanes(transposed(counters)).map(|words| words.map(inverted))
}

#[inline(always)]
fn inverted(word: u32) -> u8 {
    let mut weight = 0;
    for threshold in POISSON {
        weight += u32::from(word >= threshold);
    }
    weight as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_is_as_likely_as_any_other() {
        let units = 7;
        let mut seen = [0u32; 7];
        for resample in 0..10_000 {
            indices(Philox::new(1), units, resample, |index| seen[index] += 1);
        }
        // Chi-square with 6 degrees of freedom exceeds 22.5 once in a thousand.
        let chi: f64 = seen.iter().map(|&n| (f64::from(n) - 1e4).powi(2) / 1e4).sum();
        assert!(chi < 22.5, "{seen:?}");
    }

    #[test]
    fn a_draw_is_keyed_by_its_place() {
        // Draw i uses the same word for any number of units, in blocks or not.
        let philox = Philox::new(9);
        for units in [1, 2, 3, 63, 64, 65, 130, 1000] {
            let mut drawn = Vec::new();
            indices(philox, units, 5, |index| drawn.push(index));
            let expected = (0..units).map(|i| {
                let word = philox.words([i as u32 / 4, 0, 5, 2])[i % 4];
                ((u64::from(word) * units as u64) >> 32) as usize
            });
            let mut expected: Vec<_> = expected.collect();
            drawn.sort_unstable();
            expected.sort_unstable();
            assert_eq!(drawn, expected);
        }
    }

    #[test]
    fn a_word_that_would_favor_an_index_is_drawn_again() {
        // With 3 * 2^30 indices, a quarter of the words is rejected; with 2^27 + 1, one in 32, so
        // that most runs of 64 contain rejected words and some do not.
        for units in [3 << 30, (1 << 27) + 1] {
            let philox = Philox::new(3);
            let (bound, rejected) = (units as u64, (1 << 32) % units as u64);
            let expected = (0..960_u32).map(|draw| {
                let words = (0..).map(|attempt| philox.words([draw / 4, attempt, 0, 2]));
                let mut products = words.map(|words| u64::from(words[draw as usize % 4]) * bound);
                let taken = products.find(|product| product & 0xFFFF_FFFF >= rejected);
                (taken.expect("some word is taken") >> 32) as usize
            });
            let mut expected: Vec<usize> = expected.collect();
            let mut drawn = first_indices(philox, units, expected.len());
            expected.sort_unstable();
            drawn.sort_unstable(); // the order within each run of 64 is unspecified
            assert_eq!(drawn, expected);
        }
    }

    /// Return the first indices of a practically endless sequence.
    fn first_indices(philox: Philox, units: usize, most: usize) -> Vec<usize> {
        let drawing = std::panic::catch_unwind(move || {
            let mut drawn = Vec::new();
            indices(philox, units, 0, |index| {
                drawn.push(index);
                if drawn.len() == most {
                    std::panic::resume_unwind(Box::new(std::mem::take(&mut drawn)));
                }
            });
        });
        *drawing.expect_err("it was stopped").downcast().expect("indices")
    }

    #[test]
    fn a_word_at_the_bound_is_taken() {
        // 2^32 is 1 more than a multiple of 3, so the low half of this word's product is 1.
        let third = 0xAAAA_AAAB;
        for draw in 0..9 {
            assert_eq!(accepted(Philox::new(1), 3, 1, 5, draw, third), 2);
            // A low half of 0 is rejected, and the draw retries with its own counter.
            let again = Philox::new(1).words([draw as u32 / 4, 1, 5, 2])[draw % 4];
            let index = ((u64::from(again) * 3) >> 32) as usize;
            assert_eq!(accepted(Philox::new(1), 3, 1, 5, draw, 0), index);
        }
    }

    #[test]
    fn poisson_numbers_have_their_probabilities() {
        let mut sum = 0.0;
        let mut term = (-1f64).exp();
        for (k, &most) in POISSON.iter().enumerate() {
            sum += term;
            term /= (k + 1) as f64;
            assert!((f64::from(most) - sum * 2f64.powi(32)).abs() < 1.0, "{k}");
        }
    }

    #[test]
    fn a_counter_says_what_its_numbers_are_for() {
        let philox = Philox::new(9);
        let key = 5 << 32 | 6;
        assert_eq!(swaps(philox, key, 3), philox.words([3, 6, 5, 1]));
        assert_eq!(poisson(philox, key, 3), philox.words([3, 6, 5, 3]).map(inverted));
        let [low, high, ..] = Philox::new(0).words([0, 6, 5, 4]);
        assert_eq!(mark(key), u64::from(high) * (1 << 32) + u64::from(low));
        assert_eq!([0, POISSON[0] - 1, POISSON[0], u32::MAX].map(inverted), [0, 0, 1, 12]);
    }

    #[test]
    fn a_unit_is_swapped_in_half_of_the_trials() {
        let ones: u32 = (0..1000)
            .flat_map(|unit| swaps(Philox::new(5), unit, unit as usize % 3))
            .map(u32::count_ones)
            .sum();
        assert!((63_300..64_700).contains(&ones), "{ones} of 128,000");
    }
}
