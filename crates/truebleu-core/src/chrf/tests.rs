use super::definition::{expected, triple};
use super::*;
use crate::abilities::{AgainstMean, MeanCounts};
use crate::error::Error;
use crate::kernels::{Kernel, Work};
use crate::ngrams;
use crate::segment::Text;
use crate::testing::{Random, row_of_texts as row};

pub(crate) fn chrf(char_order: usize, word_order: usize) -> Chrf {
    Chrf {
        char_order,
        word_order,
        beta_squared: 4.0,
        lowercase: false,
        whitespace: false,
        eps_smoothing: false,
        kernel: KernelChoice::Portable,
    }
}

/// Return text of a few characters, of all widths, from a simple generator.
fn text(random: &mut Random, length: usize, alphabet: &str) -> String {
    let alphabet: Vec<char> = alphabet.chars().collect();
    (0..length).map(|_| alphabet[random.below(alphabet.len())]).collect()
}

#[test]
fn every_kernel_counts_by_the_definition() {
    let mut random = Random(3);
    let alphabets =
        ["a", "ab c", "the, .cat (", "äb ß\u{a0}\u{3000}é\u{1c}c", "日本 、本日。", "A𝒜b \0ſİ"];
    let lengths = [0, 1, 2, 5, 6, 7, 30, 63, 64, 65, 129, 200, 330];
    for alphabet in alphabets {
        for (i, &length) in lengths.iter().enumerate() {
            let hypothesis = text(&mut random, length, alphabet);
            let reference = text(&mut random, lengths[(i * 5 + 3) % lengths.len()], alphabet);
            for (orders, kernel) in [(6, 2), (1, 0), (8, 1), (10, 5)]
                .into_iter()
                .zip(KernelChoice::available().into_iter().cycle())
            {
                for flags in 0..4 {
                    let (lowercase, whitespace) = (flags & 1 == 1, flags & 2 == 2);
                    let chrf = Chrf { lowercase, whitespace, kernel, ..chrf(orders.0, orders.1) };
                    let actual = row(&chrf, &hypothesis, &[&reference]);
                    assert_eq!(
                        actual,
                        expected(&chrf, &hypothesis, &reference),
                        "{chrf:?} {hypothesis:?} {reference:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_counter_is_used_again_for_any_text() {
    let mut random = Random(5);
    let all: String =
        (0..15).map(|_| text(&mut random, 300, "abc däöü 日本語中文字 .,;𝒜𝒝")).collect();
    let cjk: String = (0x4E00..0x5F00).filter_map(char::from_u32).collect();
    let texts = [all.as_str(), "ab", &cjk, "", "日本 ab, 語", &cjk[..900], "(ab) cd."];
    let chrf = chrf(6, 2);
    for kernel in KernelChoice::available() {
        let mut counter = Chrf { kernel, ..chrf.clone() }.counter();
        for (hypothesis, reference) in texts.iter().flat_map(|a| texts.iter().map(move |b| (a, b)))
        {
            let mut row = vec![0; 24];
            let references = [Text::Plain(reference)];
            counter.count(Text::Plain(hypothesis), &references, &mut row).expect("it counts");
            assert_eq!(row, expected(&chrf, hypothesis, reference));
        }
    }
}

#[test]
fn many_different_characters_take_no_memory_by_their_square() {
    assert!(counter::are_bits_quick(120, [200, 200], 5000));
    assert!(counter::are_bits_quick(120, [1, 10_000], 5000));
    assert!(!counter::are_bits_quick(120, [3000, 3000], 200));
    assert!(!counter::are_bits_quick(120, [1, 100_000], 100_000));
    let all: String = (0x3400..0x9FFF).filter_map(char::from_u32).collect();
    for hypothesis in ["a", "\u{4E00}\u{4E01}\u{4E02}", ""] {
        let actual = row(&chrf(6, 0), hypothesis, &[&all]);
        assert_eq!(actual, expected(&chrf(6, 0), hypothesis, &all));
    }
}

/// The matches of character n-grams, counted by sorting and in tables.
struct ManyCharacters<'a>(&'a [u32], &'a [u32], usize, usize);

impl Work for ManyCharacters<'_> {
    type Output = [Option<Vec<i64>>; 2];

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Self::Output {
        let Self(hypothesis, reference, size, orders) = self;
        let (mut by_sorting, mut in_tables) = (vec![0; orders], vec![0; orders]);
        let mut sorted = sorted::Scratch::default();
        // Count twice with the same buffers: the first count must not affect the second.
        sorted.count(reference, hypothesis, size, &mut by_sorting);
        let is_counted = sorted.count(hypothesis, reference, size, &mut by_sorting);
        let mut buckets = ngrams::buckets::Scratch::default();
        buckets.count_numbers(kernel, hypothesis, reference, &mut in_tables);
        [is_counted.then_some(by_sorting), Some(in_tables)]
    }
}

#[test]
fn sorting_and_tables_count_as_the_definition() {
    let mut random = Random(5);
    for (ours, theirs) in [(0, 9), (9, 0), (1, 1), (3, 40), (700, 650), (2500, 3000)] {
        for size in [1, 2, 30, 126, 127, 600, 4000] {
            let [hypothesis, reference] = [ours, theirs].map(|length| -> Vec<u32> {
                // At least half of the characters are equal, so that many n-grams repeat.
                let character = |_| (random.below(size) * random.below(2)) as u32;
                (0..length).map(character).collect()
            });
            for orders in [1, 2, 6, 8, 9] {
                let expected: Vec<i64> =
                    (1..=orders).map(|n| triple(&hypothesis, &reference, n)[2]).collect();
                for kernel in KernelChoice::available() {
                    let work = ManyCharacters(&hypothesis, &reference, size, orders);
                    for matches in kernel.dispatch(work).into_iter().flatten() {
                        assert_eq!(matches, expected, "{kernel:?}, {size} characters");
                    }
                }
            }
        }
    }
}

#[test]
fn the_best_reference_counts_the_first_of_equals() {
    let chrf = chrf(6, 0);
    let single = |reference| row(&chrf, "the cat sat", &[reference]);
    assert_eq!(row(&chrf, "the cat sat", &["a dog", "the cat sits", ""]), single("the cat sits"));
    assert_eq!(row(&chrf, "xyz", &["abc", "abcdef"]), row(&chrf, "xyz", &["abc"]));
}

#[test]
fn scores_are_sacrebleus() {
    let plain = chrf(6, 0);
    let identical = row(&plain, "the cat", &["the cat"]);
    assert_eq!(plain.value(&identical, false), 100.0);
    assert_eq!(plain.value(&row(&plain, "", &[""]), false), 0.0);
    let smoothed = Chrf { eps_smoothing: true, ..chrf(6, 0) };
    assert_eq!(smoothed.value(&row(&smoothed, "a", &["a"]), false), 16.666_666_666_666_668);
}

#[test]
fn a_score_by_hand() {
    let chrf = chrf(6, 0);
    // Both texts have orders 1 to 3, with 2 matches of 3 and 4, 1 of 2 and 3, 0 of 1 and 2.
    let score = chrf.chrf_score(&row(&chrf, "abx", &["abcd"]));
    let (precision, recall) = (7.0 / 18.0, 5.0 / 18.0);
    let value = 5.0 * precision * recall / (4.0 * precision + recall);
    for (actual, expected) in
        [(score.value, value), (score.precision, precision), (score.recall, recall)]
    {
        assert!((actual - 100.0 * expected).abs() < 1e-12, "{score:?}");
    }
    let epsilon = 1e-16; // for each order without a match
    let smoothed = Chrf { eps_smoothing: true, ..chrf };
    let f_score = 5.0 * (2.0 / 3.0) * (1.0 / 2.0) / (4.0 * (2.0 / 3.0) + 1.0 / 2.0);
    let two = 5.0 * (1.0 / 2.0) * (1.0 / 3.0) / (4.0 * (1.0 / 2.0) + 1.0 / 3.0);
    let value = smoothed.value(&row(&smoothed, "abx", &["abcd"]), false);
    assert!((value - 100.0 * (f_score + two + 4.0 * epsilon) / 6.0).abs() < 1e-13);
    let nothing = ChrfScore { value: 0.0, precision: 0.0, recall: 0.0 };
    assert_eq!(chrf.chrf_score(&row(&chrf, "", &["abcd"])), nothing);
}

#[test]
fn tokens_and_missing_references_are_refused() {
    let chrf = chrf(6, 0);
    let mut row = vec![0; 18];
    let mut counter = chrf.counter();
    assert_eq!(
        counter.count(Text::Plain(""), &[], &mut row),
        Err(Error::NoReference { segment: 0 })
    );
    assert_eq!(
        counter.count(Text::Ids(&[1]), &[Text::Ids(&[1])], &mut row),
        Err(Error::NoText { segment: 0 })
    );
}

#[test]
fn the_mean_of_one_reference_is_that_reference() {
    // First the hypothesis is longer, then the reference.
    for (ours, theirs, matches) in [(3_i64, 2_i64, [2, 1, 0, 0]), (2, 4, [2, 1, 0, 0])] {
        let totals = |length: i64| [0, 1, 2, 3].map(|n| (length - n).max(0));
        let orders = totals(ours).into_iter().zip(totals(theirs)).zip(matches);
        let mut row: Vec<i64> =
            orders.flat_map(|((ours, theirs), matches)| [ours, theirs, matches]).collect();
        // As in sacreBLEU, orders that the reference lacks do not count in the hypothesis.
        row.as_chunks_mut::<3>()
            .0
            .iter_mut()
            .filter(|[_, b, _]| *b == 0)
            .for_each(|row| row[0] = 0);
        for eps_smoothing in [false, true] {
            let metric = Chrf { eps_smoothing, ..chrf(4, 0) };
            let value = metric.value(&row, false);
            assert!(value > 1.0);
            for unit in [1, 4] {
                let mean = MeanCounts {
                    unit,
                    lengths: &[ours as usize],
                    reference_lengths: &[theirs * unit],
                    reference_totals: &totals(theirs).map(|total| total * unit),
                    matches: &matches.map(|count| count * unit),
                };
                let actual = metric.value_of_mean(&mean, false);
                assert!((actual - value).abs() < 1e-12, "{actual} for {value}");
            }
        }
    }
    // An empty hypothesis scores 0 despite smoothing.
    let metric = Chrf { eps_smoothing: true, ..chrf(2, 0) };
    let mean = MeanCounts {
        unit: 1,
        lengths: &[0],
        reference_lengths: &[2],
        reference_totals: &[2, 1],
        matches: &[0, 0],
    };
    assert_eq!(metric.value_of_mean(&mean, false), 0.0);
    assert_eq!(metric.value(&[0, 2, 0, 0, 1, 0], false), 0.0);
}

#[test]
fn smoothing_counts_orders_that_a_mean_lacks() {
    let metric = Chrf { eps_smoothing: true, ..chrf(3, 0) };
    // No order matches; the reference has no trigram.
    let mean = MeanCounts {
        unit: 1,
        lengths: &[3],
        reference_lengths: &[2],
        reference_totals: &[2, 1, 0],
        matches: &[0, 0, 0],
    };
    let value = metric.value_of_mean(&mean, false);
    assert_eq!(value, metric.value(&[3, 2, 0, 2, 1, 0, 0, 0, 0], false));
    assert!((value - 100.0 * 1e-16).abs() < 1e-20);
}
