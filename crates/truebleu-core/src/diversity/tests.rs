use super::*;
use crate::bleu::{Smoothing, tests};
use crate::kernels::KernelChoice;
use crate::segment::Text;
use crate::testing::Random;
use crate::text::lowercase::Case;
use crate::tokenizers::Tokenizer;

fn bleu(reference_length: ReferenceLength, smoothing: Smoothing) -> Bleu {
    Bleu { tokenizer: Tokenizer::None, reference_length, scale: 1.0, ..tests::bleu(smoothing) }
}

fn diversity(texts: &[String], orders: usize) -> Diversity {
    let mut inventory =
        Inventory::new(Tokenizer::None, Case::Mixed.into(), KernelChoice::Portable, 1);
    for text in texts {
        inventory.add_hypothesis(0, Text::Plain(text)).unwrap();
    }
    Diversity::count(&inventory, orders, || true).unwrap()
}

/// Return texts of few words, some alike, some empty.
fn texts(random: &mut Random, count: usize, words: usize) -> Vec<String> {
    let mut text = || {
        let length = random.below(12);
        let words: Vec<_> = (0..length).map(|_| format!("w{}", random.below(words))).collect();
        words.join(" ")
    };
    (0..count).map(|_| text()).collect()
}

#[test]
fn rows_are_those_of_counting_against_all_others() {
    let mut random = Random(5);
    for (count, words) in [(2, 1), (3, 2), (9, 3), (15, 8), (40, 60)] {
        let texts = texts(&mut random, count, words);
        for rule in [
            ReferenceLength::Closest,
            ReferenceLength::ClosestFirst,
            ReferenceLength::Shortest,
            ReferenceLength::Longest,
            ReferenceLength::Average,
        ] {
            for smoothing in [Smoothing::Exp, Smoothing::Method5, Smoothing::NltkMethod5] {
                let bleu = bleu(rule, smoothing);
                let actual = diversity(&texts, bleu.orders_looked_at());
                let rows = actual.rows(&bleu);
                if bleu.check_references(count - 1).is_err() {
                    assert!(rows.is_err());
                    continue;
                }
                let (rows, values) = (rows.unwrap(), actual.scores(&bleu, true));
                let mut counter = bleu.counter();
                let mut row = vec![0; bleu.width()];
                for (i, text) in texts.iter().enumerate() {
                    let others: Vec<_> =
                        (0..count).filter(|&j| j != i).map(|j| Text::Plain(&texts[j])).collect();
                    counter.count(Text::Plain(text), &others, &mut row).unwrap();
                    assert_eq!(rows[i * row.len()..][..row.len()], row, "{rule:?} {texts:?} {i}");
                    let value = bleu.value(&row, true);
                    match &values {
                        Ok(values) => assert_eq!(values[i], value),
                        // The first undefined score.
                        Err(Error::Undefined { segment }) if i <= *segment => {
                            assert_eq!(value.is_nan(), i == *segment);
                        }
                        Err(error) => assert!(matches!(error, Error::Undefined { .. })),
                    }
                }
            }
        }
    }
}

#[test]
fn orders_are_those_of_counting_all() {
    let mut random = Random(8);
    for (count, words) in [(1, 2), (7, 2), (30, 9), (30, 200)] {
        let texts = texts(&mut random, count, words);
        for (n, order) in diversity(&texts, 6).orders.iter().enumerate() {
            let mut counts = BTreeMap::new();
            for text in &texts {
                let words: Vec<_> = text.split_whitespace().collect();
                for gram in words.windows(n + 1) {
                    *counts.entry(gram.to_vec()).or_insert(0_u32) += 1;
                }
            }
            let total: f64 = counts.values().map(|&count| f64::from(count)).sum();
            let entropy: f64 = counts
                .values()
                .map(|&count| -f64::from(count) / total * (f64::from(count) / total).ln())
                .sum();
            assert_eq!((order.total, order.distinct), (total as u64, counts.len() as u64));
            assert!((order.entropy - entropy).abs() < 1e-12, "{order:?} {entropy}");
        }
    }
}

#[test]
fn it_stops_when_it_is_told_to() {
    let mut inventory =
        Inventory::new(Tokenizer::None, Case::Mixed.into(), KernelChoice::Portable, 1);
    inventory.add_hypothesis(0, Text::Plain("a b a b")).unwrap();
    for max_order in 0..8 {
        let mut left = max_order;
        let go_on = || {
            left -= 1;
            left >= 0
        };
        assert!(Diversity::count(&inventory, 4, go_on).is_none());
    }
}
