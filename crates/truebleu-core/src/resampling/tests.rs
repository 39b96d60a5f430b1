use super::bootstrap::{Bootstrap, Resamples, leave_one_out};
use super::numpy::{Pcg64, SwapStream};
use super::plain::Kind;
use super::randomization::{self, BLOCK, Randomization, tolerant_threshold};
use super::*;
use crate::abilities::{Abilities, Estimating};
use crate::bleu::tests::bleu;
use crate::bleu::{Bleu, Smoothing};
use crate::kernels::KernelChoice;
use crate::metric::{Counter, Metric, Score};

/// The share of the first column in the sum of all: a formula that is no sum.
pub(super) struct Share;

impl Metric for Share {
    fn columns(&self) -> Vec<String> {
        vec![String::new(); 3]
    }

    fn counter(&self) -> Box<dyn Counter> {
        unreachable!("the rows are there already")
    }

    fn value(&self, row: &[i64], _: bool) -> f64 {
        row[0] as f64 / (row.iter().sum::<i64>() as f64).max(1.0)
    }
}

pub(super) const SCORER: Scorer<'static> = Scorer { metric: &Share, effective_order: false };

/// Return random rows up to `most`; every third unit is the same for all systems.
pub(super) fn statistics(units: usize, systems: usize, columns: usize, most: i64) -> Statistics {
    let mut state = most as u64 ^ 99;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (state >> 11) as i64 % (most + 1)
    };
    let mut statistics = Statistics::new(units, systems, columns);
    for unit in 0..units {
        let shared: Vec<i64> = (0..columns).map(|_| next()).collect();
        for system in 0..systems {
            let own: Vec<i64> = (0..columns).map(|_| next()).collect();
            statistics.add(unit, system, if unit % 3 == 0 { &shared } else { &own });
        }
    }
    statistics
}

fn shapes() -> impl Iterator<Item = Statistics> {
    let sizes = [(2, 2, 3, 5), (23, 2, 3, 40), (600, 3, 10, 200), (1030, 5, 7, 60)];
    // The first of these have 16-bit differences whose sums exceed 16 bits.
    let large = [(90, 2, 3, 2000), (40, 2, 3, 1 << 40), (70, 3, 4, 70_000)];
    sizes.into_iter().chain(large).map(|(n, k, c, most)| statistics(n, k, c, most))
}

/// Return differences up to `most` of the same sign, so that their sums soon exceed 16 bits.
fn slanted(units: usize, systems: usize, columns: usize, most: i64) -> Statistics {
    let mut statistics = Statistics::new(units, systems, columns);
    for unit in 0..units {
        for system in 1..systems {
            let row: Vec<i64> = (0..columns).map(|i| most - (system * i) as i64).collect();
            statistics.add(unit, system, &row);
        }
    }
    statistics
}

#[test]
fn swapped_sums_by_tables_are_the_plain_ones() {
    // Sixteen differences of 2000 fit into 16 bits, those of 3000 do not.
    let slanted = [slanted(150, 2, 3, 2000), slanted(70, 5, 10, 2000), slanted(150, 2, 3, 3000)];
    for statistics in shapes().chain(slanted) {
        let differences = tables::Differences::new(&statistics, false);
        for kernel in KernelChoice::available() {
            for block in [0, 3] {
                let sums = differences.sums(kernel, tables::Swaps::Keyed { seed: 77, block });
                for trial in [0, 1, 127, 128, 500, 1023] {
                    let plain = plain::swapped(&statistics, 77, block * tables::BLOCK + trial);
                    let actual: Vec<i64> =
                        sums.iter().skip(trial).step_by(tables::BLOCK).copied().collect();
                    assert_eq!(actual, plain);
                }
            }
        }
    }
}

/// Return the sums of [`plain::swapped`] over the units that `bytes` swap in a trial.
fn drawn_sums(statistics: &Statistics, bytes: &[[u8; BLOCK]], trial: usize) -> Vec<i64> {
    let columns = statistics.columns();
    let mut sums = vec![0; statistics.width() - columns];
    for unit in (0..statistics.units()).filter(|u| bytes[u / 8][trial] >> (u % 8) & 1 == 1) {
        let row = statistics.unit(unit);
        for (i, sum) in sums.iter_mut().enumerate() {
            *sum += row[columns + i] - row[i % columns];
        }
    }
    sums
}

#[test]
fn drawn_swaps_are_of_all_units_in_order() {
    // The second mixes differences of 0, of 16 bits and of more; nothing differs in the last.
    let mixed = [statistics(90, 5, 10, 40), statistics(100, 2, 3, 3000), Statistics::new(20, 2, 3)];
    for statistics in mixed {
        let differences = tables::Differences::new(&statistics, true);
        let bytes = SwapStream::new(Pcg64::new(11, 5), statistics.units()).bytes(0);
        for kernel in KernelChoice::available() {
            let sums = differences.sums(kernel, tables::Swaps::Drawn(&bytes));
            for trial in [0, 1, 127, 128, 500, 1023] {
                let actual: Vec<i64> = sums.iter().skip(trial).step_by(BLOCK).copied().collect();
                assert_eq!(actual, drawn_sums(&statistics, &bytes, trial));
            }
        }
    }
}

#[test]
fn weighted_sums_by_products_are_the_plain_ones() {
    for statistics in shapes() {
        for kind in [Kind::Multinomial, Kind::Poisson] {
            for kernel in KernelChoice::available() {
                let bootstrap = Resamples::new(&statistics, kernel, kind, 5);
                for first in [0, 32] {
                    let sums = bootstrap.sums(first, &mut Vec::new());
                    for (i, sums) in sums.chunks_exact(statistics.width()).enumerate() {
                        let weights = plain::weights(kind, &statistics, 5, first + i);
                        assert_eq!(sums, plain::weighted(&statistics, &weights));
                    }
                }
            }
        }
    }
}

#[test]
fn products_take_counts_of_any_size_and_sign() {
    let large = |unit: usize, i: usize| match (unit + i) % 5 {
        0 => i64::MAX / 64 - unit as i64,
        1 => i64::MIN / 64 + i as i64,
        _ => 40 + (unit % 3) as i64,
    };
    let mut statistics = Statistics::new(50, 3, 4);
    for (unit, system) in (0..50).flat_map(|unit| (0..3).map(move |system| (unit, system))) {
        let row: [i64; 4] = std::array::from_fn(|i| large(unit, system * i));
        statistics.add(unit, system, &row);
    }
    for kernel in KernelChoice::available() {
        let bootstrap = Resamples::new(&statistics, kernel, Kind::Multinomial, 1);
        let sums = bootstrap.sums(0, &mut Vec::new());
        for (resample, sums) in sums.chunks_exact(statistics.width()).enumerate() {
            let weights = plain::weights(Kind::Multinomial, &statistics, 1, resample);
            assert_eq!(sums, plain::weighted(&statistics, &weights));
        }
    }
}

#[test]
fn products_take_the_smallest_count() {
    let mut statistics = Statistics::new(1, 1, 1);
    statistics.add(0, 0, &[i64::MIN]);
    let digits = products::Digits::new(KernelChoice::Portable, &statistics);
    let weights = vec![1; digits.weights() * products::RESAMPLES];
    let sums = digits.sums(KernelChoice::Portable, &weights);
    assert_eq!(sums, [i64::MIN; products::RESAMPLES]);
}

#[test]
fn products_of_the_largest_weights_and_digits_fit() {
    // 32,767 has two digits of 127; -128 is the lowest digit.
    for count in [127, 16_383, 32_767, -128, -16_384] {
        let mut statistics = Statistics::new(600, 1, 1);
        (0..600).for_each(|unit| statistics.add(unit, 0, &[count]));
        for kernel in KernelChoice::available() {
            let digits = products::Digits::new(kernel, &statistics);
            let weights = vec![products::MOST_WEIGHT; digits.weights() * products::RESAMPLES];
            let sums = digits.sums(kernel, &weights);
            assert_eq!(sums, [600 * 127 * count; products::RESAMPLES]);
        }
    }
}

#[test]
fn predictions_add() {
    // The lowest bits of other columns, and the last column less the first, predict these rows
    // exactly, but not their sums.
    let lengths = statistics(50, 2, 1, 30);
    let mut statistics = Statistics::new(50, 2, 6);
    for unit in 0..50 {
        let bit = unit as i64 % 2;
        let [first, second] = [0, 1].map(|system| 40 + lengths.row(unit, system)[0]);
        let odd = first % 2;
        statistics.add(unit, 0, &[first, bit, odd, 30, bit, 5000]);
        let [third, fourth] = [30 + second % 2 - odd, second + bit - odd];
        statistics.add(unit, 1, &[second, bit, odd, third, fourth, 5000 - first]);
    }
    let sums = Resamples::new(&statistics, KernelChoice::Portable, Kind::Poisson, 3)
        .sums(0, &mut Vec::new());
    let weights = plain::weights(Kind::Poisson, &statistics, 3, 0);
    assert_eq!(sums[..12], plain::weighted(&statistics, &weights));
}

#[test]
fn units_that_no_prediction_was_chosen_by_have_their_digits() {
    let mut statistics = Statistics::new(5000, 2, 3);
    for unit in 0..5000 {
        let count = if unit == 4321 { 1 << 40 } else { (unit % 90) as i64 };
        statistics.add(unit, 0, &[count, 100 - count % 7, 3]);
        statistics.add(unit, 1, &[count + 2, 100 - count % 7, count]);
    }
    for kernel in KernelChoice::available() {
        let sums = Resamples::new(&statistics, kernel, Kind::Poisson, 3).sums(0, &mut Vec::new());
        let weights = plain::weights(Kind::Poisson, &statistics, 3, 0);
        assert_eq!(sums[..6], plain::weighted(&statistics, &weights));
    }
}

fn counts(statistics: &Statistics, trials: usize, threads: usize) -> Vec<randomization::Count> {
    let kernel = KernelChoice::Portable;
    let mut test = Randomization::new(SCORER, statistics, kernel, 12345, trials);
    test.run(0..test.blocks(), threads);
    test.counts().to_vec()
}

#[test]
fn trials_are_counted_as_the_definition_has_it() {
    let statistics = statistics(60, 3, 3, 9);
    let values = SCORER.values(statistics.totals());
    let trials = 1500;
    for (i, (a, b)) in statistics.pairs().enumerate() {
        let reached = (0..trials).filter(|&trial| {
            let sums = [vec![0; 3], plain::swapped(&statistics, 12345, trial)].concat();
            let shift = |c: usize| sums[b * 3 + c] - sums[a * 3 + c];
            let swapped_sum: Vec<_> = (0..3).map(|c| statistics.total(a)[c] + shift(c)).collect();
            let two: Vec<_> = (0..3).map(|c| statistics.total(b)[c] - shift(c)).collect();
            let difference = SCORER.value(&swapped_sum) - SCORER.value(&two);
            difference.abs() >= tolerant_threshold(values[a] - values[b])
        });
        let expected = randomization::Count {
            reached: reached.count() as u64,
            trials: trials as u64,
            exact: false,
        };
        assert_eq!(counts(&statistics, trials, 1)[i], expected);
    }
}

#[test]
fn a_pair_that_needs_no_trials_leaves_the_others_theirs() {
    let three = statistics(60, 3, 3, 9);
    let mut statistics = Statistics::new(60, 3, 3);
    let mut two = Statistics::new(60, 2, 3);
    for unit in 0..60 {
        let first = three.row(unit, 0);
        let second = if unit < 3 { three.row(unit, 1) } else { first };
        for (system, row) in [first, second, three.row(unit, 2)].into_iter().enumerate() {
            statistics.add(unit, system, row);
        }
        two.add(unit, 0, first);
        two.add(unit, 1, three.row(unit, 2));
    }
    let actual = counts(&statistics, 1500, 1);
    assert!(actual[0].exact && !actual[1].exact);
    assert_eq!(actual[1], counts(&two, 1500, 1)[0]);
}

/// BLEU, with and without its estimates.
struct Estimated(Bleu, bool);

impl Metric for Estimated {
    fn columns(&self) -> Vec<String> {
        self.0.columns()
    }

    fn counter(&self) -> Box<dyn Counter> {
        self.0.counter()
    }

    fn score(&self, row: &[i64], effective_order: bool) -> Score {
        self.0.score(row, effective_order)
    }

    fn value(&self, row: &[i64], effective_order: bool) -> f64 {
        self.0.value(row, effective_order)
    }

    fn abilities(&self) -> Abilities<'_> {
        Abilities { estimates: Some(self), ..Abilities::default() }
    }
}

impl Estimating for Estimated {
    fn estimate(&self, kernel: KernelChoice, columns: &[f64], values: &mut [f64]) -> f64 {
        let error = self.0.estimate(kernel, columns, values);
        // Return wrong estimates, which must be detected.
        if !self.1 {
            values.iter_mut().for_each(|value| *value /= 2.0);
        }
        error
    }
}

/// Return rows of BLEU up to about that many words; with few, many trials tie.
fn bleu_statistics(units: usize, systems: usize, words: i64) -> Statistics {
    let drawn = statistics(units, systems, 10, words - 1);
    let mut statistics = Statistics::new(units, systems, 10);
    for unit in 0..units {
        for system in 0..systems {
            let row = drawn.row(unit, system);
            let length = 4 + row[0];
            let mut counts = vec![length, 4 + drawn.row(unit, 0)[1]];
            counts.extend((0..4).map(|n| row[2 + n].min(length - n as i64)));
            counts.extend((0..4).map(|n| length - n));
            statistics.add(unit, system, &counts);
        }
    }
    statistics
}

#[test]
fn estimates_decide_as_the_scores_do() {
    for (units, words) in [(20, 2), (40, 3), (300, 30)] {
        let statistics = bleu_statistics(units, 4, words);
        for kernel in KernelChoice::available() {
            let actual = [true, false].map(|right| {
                let bleu = Bleu { kernel, ..bleu(Smoothing::Exp) };
                let metric = Estimated(bleu, right);
                let scorer = Scorer { metric: &metric, effective_order: false };
                let mut test = Randomization::new(scorer, &statistics, kernel, 5, 2500);
                assert_eq!(test.error.is_some(), right);
                test.run(0..test.blocks(), 1);
                assert!(test.counts().iter().any(|count| !count.exact));
                test.counts().to_vec()
            });
            assert_eq!(actual[0], actual[1]);
        }
    }
}

/// The first column; with estimates, the same number, that claims an error of up to 1.
struct First(bool);

impl Metric for First {
    fn columns(&self) -> Vec<String> {
        vec![String::new(); 3]
    }

    fn counter(&self) -> Box<dyn Counter> {
        unreachable!("the rows are there already")
    }

    fn value(&self, row: &[i64], _: bool) -> f64 {
        row[0] as f64
    }

    fn abilities(&self) -> Abilities<'_> {
        Abilities { estimates: self.0.then_some(self as &dyn Estimating), ..Abilities::default() }
    }
}

impl Estimating for First {
    fn estimate(&self, _: KernelChoice, columns: &[f64], values: &mut [f64]) -> f64 {
        values.copy_from_slice(&columns[..values.len()]);
        1.0
    }
}

#[test]
fn a_trial_that_ties_is_counted_once() {
    // The second system has the rows of the first in reverse, so the observed difference is 0, and
    // every trial reaches it. Many trials differ by 0, and many by 2, the margin of the estimates.
    let rows = statistics(60, 1, 3, 3);
    let mut statistics = Statistics::new(60, 2, 3);
    for unit in 0..60 {
        statistics.add(unit, 0, rows.unit(unit));
        statistics.add(unit, 1, rows.unit(59 - unit));
    }
    for estimated in [false, true] {
        let scorer = Scorer { metric: &First(estimated), effective_order: false };
        let mut test = Randomization::new(scorer, &statistics, KernelChoice::Portable, 5, 1500);
        assert_eq!(test.error.is_some(), estimated);
        test.run(0..test.blocks(), 1);
        let expected = randomization::Count { reached: 1500, trials: 1500, exact: false };
        assert_eq!(test.counts(), [expected]);
    }
}

#[test]
fn trials_of_sacrebleu_exceed_the_observed_difference() {
    // Whole numbers, so that many trials tie; sacreBLEU does not count them.
    let statistics = statistics(60, 3, 3, 3);
    let (swaps, trials) = (SwapStream::new(Pcg64::new(11, 5), 60), 1500);
    let bytes = [swaps.bytes(0), swaps.bytes(1)];
    for estimated in [false, true] {
        let scorer = Scorer { metric: &First(estimated), effective_order: false };
        let observed = scorer.values(statistics.totals());
        let swaps = (swaps.clone(), trials);
        let kernel = KernelChoice::Portable;
        let mut test = Randomization::of_sacrebleu(scorer, &statistics, kernel, &observed, swaps);
        assert_eq!(test.error.is_some(), estimated);
        test.run(0..test.blocks(), 1);
        let [first, second, third] = test.counts() else { panic!("three pairs") };
        for (system, count) in [(1, first), (2, second)] {
            let difference = statistics.total(0)[0] - statistics.total(system)[0];
            let in_trial = |trial: usize| {
                let sums = drawn_sums(&statistics, &bytes[trial / BLOCK], trial % BLOCK);
                difference + 2 * sums[(system - 1) * 3]
            };
            let sizes: Vec<i64> = (0..trials).map(|trial| in_trial(trial).abs()).collect();
            let reached = sizes.iter().filter(|&&size| size > difference.abs()).count() as u64;
            let expected = randomization::Count { reached, trials: trials as u64, exact: false };
            assert_eq!(*count, expected);
            assert!(sizes.contains(&difference.abs()));
        }
        assert_eq!(third.reached, 0); // only pairs with the first system are tested
    }
}

#[test]
fn threads_and_parts_change_nothing() {
    let statistics = statistics(300, 4, 3, 30);
    let once = counts(&statistics, 5000, 1);
    assert_eq!(counts(&statistics, 5000, 3), once);
    let kernel = KernelChoice::Portable;
    let mut test = Randomization::new(SCORER, &statistics, kernel, 12345, 5000);
    for block in (0..test.blocks()).rev() {
        test.run(block..block + 1, 2);
    }
    assert_eq!(test.counts(), once);
    for kind in [Kind::Multinomial, Kind::Poisson] {
        let bootstrap = Bootstrap::new(SCORER, &statistics, kernel, kind, 3);
        let all = bootstrap.values(0..100, 1);
        assert_eq!(bootstrap.values(0..100, 4), all);
        let first = 2 * bootstrap::BLOCK;
        assert_eq!(bootstrap.values(first..100, 2), all[first * 4..]);
    }
    let without = leave_one_out(SCORER, &statistics, 1);
    assert_eq!(leave_one_out(SCORER, &statistics, 3), without);
    let row_without: Vec<_> =
        statistics.total(2).iter().zip(statistics.row(7, 2)).map(|(all, one)| all - one).collect();
    assert_eq!(without[7 * 4 + 2], SCORER.value(&row_without));
}

#[test]
fn each_unit_is_left_out_once() {
    let statistics = statistics(2100, 2, 3, 9);
    let mut expected = Vec::new();
    for unit in 0..2100 {
        for system in 0..2 {
            let (all, row) = (statistics.total(system), statistics.row(unit, system));
            expected.push(SCORER.value(&[all[0] - row[0], all[1] - row[1], all[2] - row[2]]));
        }
    }
    assert_eq!(leave_one_out(SCORER, &statistics, 1), expected);
}

#[test]
fn what_reaches_an_observed_difference() {
    assert_eq!([2.0, -2.0].map(tolerant_threshold), [2.0 - 200.0 * f64::EPSILON; 2]);
    assert_eq!(tolerant_threshold(0.0), 0.0);
}

#[test]
fn blocks_are_done_where_a_pair_is_sampled() {
    let kernel = KernelChoice::Portable;
    let blocks = |statistics: &Statistics, trials| {
        Randomization::new(SCORER, statistics, kernel, 1, trials).blocks()
    };
    let many = statistics(60, 2, 3, 9);
    assert_eq!([1, BLOCK, BLOCK + 1].map(|trials| blocks(&many, trials)), [1, 1, 2]);
    assert_eq!(blocks(&statistics(3, 2, 3, 9), 100), 0);
}

#[test]
fn rows_that_do_not_fit_are_refused() {
    let refused =
        |work: &dyn Fn()| std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).is_err();
    let empty = || Statistics::new(2, 2, 1);
    assert!(!refused(&|| empty().add(1, 1, &[1])));
    assert!(refused(&|| empty().add(2, 0, &[1])));
    assert!(refused(&|| empty().add(0, 2, &[1])));
    assert!(refused(&|| empty().add(0, 0, &[1, 1])));
    let keyed = |rows: usize| drop(Statistics::keyed(vec![4, 5], vec![0; rows], 2, 1));
    assert!(!refused(&|| keyed(4)) && refused(&|| keyed(3)));
    let statistics = statistics(4, 2, 3, 9);
    let bootstrap = Bootstrap::new(SCORER, &statistics, KernelChoice::Portable, Kind::Poisson, 1);
    assert!(refused(&|| drop(bootstrap.values(1..2, 1))));
}

#[test]
fn few_differing_units_are_gone_through_completely() {
    let mut statistics = statistics(9, 2, 3, 9);
    (0..9).for_each(|unit| {
        statistics.add(unit, 0, &[2, 1, 0]);
        statistics.add(unit, 1, &[2, 1, 0]);
    });
    assert_eq!(statistics.differing(), [6]);
    let values = SCORER.values(statistics.totals());
    let mut reached = 0;
    for assignment in 0u32..64 {
        let (mut one, mut two) = (statistics.total(0).to_vec(), statistics.total(1).to_vec());
        for (place, unit) in [1, 2, 4, 5, 7, 8].into_iter().enumerate() {
            for c in 0..3 {
                let shift = i64::from(assignment >> place & 1)
                    * (statistics.row(unit, 1)[c] - statistics.row(unit, 0)[c]);
                one[c] += shift;
                two[c] -= shift;
            }
        }
        let difference = SCORER.value(&one) - SCORER.value(&two);
        reached += u64::from(difference.abs() >= tolerant_threshold(values[0] - values[1]));
    }
    let count = counts(&statistics, 32, 1)[0];
    assert!(count.exact);
    assert_eq!((2 * count.reached, count.trials), (reached, 32));
    assert!(!counts(&statistics, 31, 1)[0].exact);
}

#[test]
fn a_system_and_itself_cannot_be_told_apart() {
    let mut statistics = Statistics::new(2, 2, 3);
    for system in 0..2 {
        statistics.add(0, system, &[1, 2, 3]);
    }
    let count = counts(&statistics, 100, 2)[0];
    assert_eq!(count, randomization::Count { reached: 1, trials: 1, exact: true });
}

#[test]
fn draws_of_lanes_are_those_of_each() {
    use super::philox::{LANES, Philox};
    let philox = Philox::new(31);
    let keys = std::array::from_fn::<u64, LANES, _>(|lane| (lane as u64) << (3 * lane));
    let weights = draws::poisson_of_lanes(philox, keys, 6);
    let bits = draws::swaps_of_lanes(philox, keys.map(|key| (key, 9)));
    for (lane, &key) in keys.iter().enumerate() {
        assert_eq!(weights.map(|word| word[lane]), draws::poisson(philox, key, 6));
        assert_eq!(bits.map(|word| word[lane]), draws::swaps(philox, key, 9));
    }
}
