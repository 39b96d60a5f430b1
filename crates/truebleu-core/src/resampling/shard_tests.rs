use super::bootstrap::{Bootstrap, leave_one_out};
use super::groups::{GROUPS, grouped};
use super::plain::Kind;
use super::randomization::Randomization;
use super::shard::{Draws, Shard};
use super::statistics::Statistics;
use super::tests::{SCORER, statistics};
use crate::kernels::KernelChoice;

const DRAWS: Draws = Draws { seed: 77, trials: 1500, resamples: 37 };

/// Return the units of `statistics` in so many parts, dealt out in turn.
fn parts(statistics: &Statistics, number: usize, kernel: KernelChoice) -> Vec<Shard> {
    let empty = Shard::new(DRAWS, statistics.systems(), statistics.columns());
    let mut parts = vec![empty; number];
    for unit in 0..statistics.units() {
        parts[unit % number].add(unit as u64, statistics.unit(unit), kernel, 1 + unit % 2);
    }
    parts.iter_mut().for_each(|part| part.settle(kernel, 1));
    parts
}

fn merged(parts: &[Shard]) -> Shard {
    let mut merged = Shard::new(DRAWS, parts[0].totals().systems(), parts[0].totals().columns());
    for part in parts.iter().rev() {
        assert!(merged.take_bytes(&part.to_bytes()));
    }
    merged
}

#[test]
fn parts_give_what_the_whole_gives() {
    // The last part exceeds the number of units buffered for summation.
    for (statistics, number) in [(statistics(600, 3, 3, 40), 7), (statistics(9000, 2, 3, 12), 1)] {
        for kernel in KernelChoice::available() {
            let all_units = merged(&parts(&statistics, number, kernel));
            assert_eq!(all_units.units(), statistics.units() as u64);
            assert_eq!(all_units.totals(), statistics.totals());
            let differing: Vec<u64> =
                statistics.differing().iter().map(|&count| count as u64).collect();
            assert_eq!(all_units.differing(), differing);

            let kind = Kind::Poisson;
            let bootstrap = Bootstrap::new(SCORER, &statistics, kernel, kind, DRAWS.seed);
            assert_eq!(all_units.bootstrap(SCORER), bootstrap.values(0..DRAWS.resamples, 2));
            let without = leave_one_out(SCORER, &grouped(&statistics), 1);
            assert_eq!(all_units.leave_groups_out(SCORER, 2), without);

            let (seed, trials) = (DRAWS.seed, DRAWS.trials);
            let mut expected = Randomization::new(SCORER, &statistics, kernel, seed, trials);
            expected.run(0..expected.blocks(), 1);
            let mut counts = all_units.randomization(SCORER, kernel);
            counts.run(0..counts.blocks(), 2);
            assert_eq!(counts.counts(), expected.counts());
        }
    }
}

#[test]
fn few_differing_units_are_tested_exactly() {
    let kernel = KernelChoice::Portable;
    for differing in [0, 3, 11, 12] {
        let mut statistics = Statistics::new(40, 2, 3);
        for unit in 0..40 {
            statistics.add(unit, 0, &[3, unit as i64, 1]);
            statistics.add(unit, 1, &[3 + i64::from(unit < differing), unit as i64, 1]);
        }
        let all_units = merged(&parts(&statistics, 6, kernel));
        let mut expected =
            Randomization::new(SCORER, &statistics, kernel, DRAWS.seed, DRAWS.trials);
        expected.run(0..expected.blocks(), 1);
        let mut counts = all_units.randomization(SCORER, kernel);
        counts.run(0..counts.blocks(), 1);
        assert_eq!(counts.counts()[0].exact, differing <= 11);
        assert_eq!(counts.counts(), expected.counts());
    }
}

#[test]
fn units_are_their_own_groups_where_there_are_no_more() {
    let some = statistics(600, 2, 3, 40);
    assert_eq!(leave_one_out(SCORER, &grouped(&some), 1), leave_one_out(SCORER, &some, 1));
    let more = statistics(GROUPS as usize + 5, 2, 3, 40);
    let without = leave_one_out(SCORER, &grouped(&more), 1);
    assert_eq!(without.len(), 2 * GROUPS as usize);
    let remainder = |column: usize| {
        more.total(0)[column] - more.row(2, 0)[column] - more.row(GROUPS as usize + 2, 0)[column]
    };
    assert_eq!(without[4], SCORER.value(&[remainder(0), remainder(1), remainder(2)]));
}

#[test]
fn parts_of_other_comparisons_are_told_apart() {
    let shard = Shard::new(DRAWS, 2, 3);
    assert_eq!(shard.draws(), DRAWS);
    assert!(shard.fits(&Shard::new(DRAWS, 2, 3)));
    let others = [(Draws { seed: 78, ..DRAWS }, 2, 3), (DRAWS, 3, 3), (DRAWS, 2, 4)];
    for (draws, systems, columns) in others {
        assert!(!shard.fits(&Shard::new(draws, systems, columns)));
    }
}

#[test]
fn keys_are_known() {
    let kernel = KernelChoice::Portable;
    let of = |keys: &[u64]| {
        let mut shard = Shard::new(DRAWS, 2, 1);
        keys.iter().for_each(|&key| shard.add(key, &[1, 2], kernel, 1));
        shard.settle(kernel, 1);
        shard
    };
    assert!(of(&[2, 0, 1]).keys().are_numbers(3));
    for keys in [&[0, 1, 1, 3][..], &[1, 2, 3], &[0, 0], &[u64::MAX, 0, 1], &[]] {
        assert!(!of(keys).keys().are_numbers(keys.len() as u64), "{keys:?}");
    }
    assert_eq!(of(&[u64::MAX, 4]).keys().least, -1);
    // Keys beyond 32 bits must be distinguished by all 64.
    let [low, high] = [of(&[5]), of(&[5 | 1 << 32])];
    assert_ne!(low.bootstrap(SCORER), high.bootstrap(SCORER));
    assert_ne!(low.swapped, high.swapped);
}

#[test]
fn bytes_that_are_no_part_are_refused() {
    let statistics = statistics(50, 2, 3, 1 << 40);
    let kernel = KernelChoice::Portable;
    let bytes = parts(&statistics, 1, kernel)[0].to_bytes();
    let mut all_units = Shard::new(DRAWS, 2, 3);
    let untouched = all_units.clone();
    let mut longer = bytes.clone();
    longer.push(0);
    for end in [0, 1, 7, 100, bytes.len() - 1] {
        assert!(!all_units.take_bytes(&bytes[..end]));
    }
    assert!(!all_units.take_bytes(&longer));
    for endless in [0xFF, 0x80] {
        assert!(!all_units.take_bytes(&[endless; 11]));
    }
    assert!(!Shard::new(DRAWS, 3, 3).take_bytes(&bytes));
    // A number above 64 bits, which would be positive in 63, and a truncated row.
    let long = [&[0xFE][..], &[0xFF; 8], &[0x02], &bytes[1..]].concat();
    assert!(!all_units.take_bytes(&long));
    let mut truncated = Shard::new(DRAWS, 2, 3);
    truncated.few[0].push(7);
    assert!(!all_units.take_bytes(&truncated.to_bytes()));
    assert!(all_units == untouched);
    assert!(all_units.take_bytes(&bytes));
    assert_eq!(all_units, parts(&statistics, 1, kernel)[0]);
}

#[test]
fn a_resample_without_units_has_no_score() {
    let draws = Draws { seed: 77, trials: 0, resamples: 200 };
    let some = statistics(2, 2, 3, 40);
    for kernel in KernelChoice::available() {
        let bootstrap = Bootstrap::new(SCORER, &some, kernel, Kind::Poisson, draws.seed);
        let values = bootstrap.values(0..draws.resamples, 2);
        // Poisson draws select neither of two units with probability e^-2: about 27 of 200.
        let empty = draws.resamples - values.len() / 2;
        assert!((15..40).contains(&empty), "{empty}");
        let mut all_units = Shard::new(draws, 2, 3);
        for unit in 0..2 {
            let mut part = Shard::new(draws, 2, 3);
            part.add(unit as u64, some.unit(unit), kernel, 1);
            part.settle(kernel, 1);
            assert!(all_units.take_bytes(&part.to_bytes()));
        }
        assert_eq!(all_units.bootstrap(SCORER), values);
    }
    let multinomial =
        Bootstrap::new(SCORER, &some, KernelChoice::Portable, Kind::Multinomial, draws.seed);
    assert_eq!(multinomial.values(0..draws.resamples, 1).len(), 2 * draws.resamples);
}
