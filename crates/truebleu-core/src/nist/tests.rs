use super::*;
use crate::kernels::KernelChoice;
use crate::metric::Metric;
use crate::segment::Text;
use crate::text::lowercase::Case;
use crate::tokenizers::Tokenizer;

fn rows_of(segments: &[(&str, &[&str])]) -> Vec<f64> {
    let kernel = KernelChoice::available()[0];
    let mut inventory = Inventory::new(Tokenizer::None, Case::Mixed.into(), kernel, 1);
    for (hypothesis, references) in segments {
        inventory.add_hypothesis(0, Text::Plain(hypothesis)).unwrap();
        let references: Vec<_> = references.iter().map(|text| Text::Plain(text)).collect();
        inventory.add_references(&references).unwrap();
    }
    rows(&inventory, 0, ORDERS)
}

#[test]
fn a_word_tells_as_much_as_it_is_rare() {
    // Eight words in the references: a occurs four times, d once.
    let rows = rows_of(&[("a d", &["a a b c", "a d c a"])]);
    // a: log2(8 / 4), d: log2(8); "a d": log2(4 / 1).
    assert_eq!(rows[..2], [4.0, 2.0]);
    assert_eq!(rows[ORDERS..], [2.0, 1.0, 0.0, 0.0, 0.0, 4.0]);
    assert_eq!(score(&rows).value, (4.0 / 2.0 + 2.0) * length_penalty(2.0, 4.0));
}

#[test]
fn weights_are_of_the_whole_corpus_and_matches_of_the_segment() {
    let rows = rows_of(&[("a b", &["a c"]), ("b", &["b c", "c c"])]);
    let width = 2 * ORDERS + 1;
    // Six words: a and b occur once each; b is in no reference of the first segment.
    assert_eq!(rows[0], 6_f64.log2());
    assert_eq!(rows[width], 6_f64.log2());
    assert_eq!(rows[width - 1..][..1], [2.0]);
}

#[test]
fn a_prefix_that_perl_takes_for_false_counts_as_none() {
    let rows = rows_of(&[("0 a", &["0 a b b"]), ("1 a", &["1 a b b"])]);
    let width = 2 * ORDERS + 1;
    assert_eq!(rows[1], 8_f64.log2());
    assert_eq!(rows[width + 1], 0.0);
    // Only the exact prefix "0", not longer prefixes that start with it.
    let rows = rows_of(&[("0 a b", &["0 a b"])]);
    assert_eq!(rows[2], 0.0);
}

#[test]
fn the_penalty_is_one_half_at_two_thirds() {
    assert!((length_penalty(2.0, 3.0) - 0.5).abs() < 1e-15);
    assert_eq!(length_penalty(3.0, 3.0), 1.0);
    assert_eq!(length_penalty(0.0, 3.0), 0.0);
    assert_eq!(length_penalty(3.0, 0.0), 1.0);
    assert_eq!(score(&[0.0; 11]).value, 0.0);
}

#[test]
fn whole_rows_have_the_scores_of_the_floats() {
    let rows = rows_of(&[("a b", &["a c"]), ("b b a", &["b c", "c c a"])]);
    let weighed = Weighed { orders: ORDERS };
    let width = weighed.columns().len();
    let integers = weighed.rows(&rows).unwrap();
    assert_eq!(integers.len(), 2 * width);
    for (row, floats) in integers.chunks_exact(width).zip(rows.chunks_exact(2 * ORDERS + 1)) {
        assert_eq!(weighed.floats(row), floats);
        assert_eq!(weighed.value(row, false), score(floats).value);
    }
    let both: Vec<i64> = (0..width).map(|at| integers[at] + integers[width + at]).collect();
    let sums: Vec<f64> =
        (0..2 * ORDERS + 1).map(|at| rows[at] + rows[2 * ORDERS + 1 + at]).collect();
    assert!((weighed.value(&both, false) - score(&sums).value).abs() < 1e-12);
    let details = weighed.score(&both, false).details;
    assert_eq!((details.len(), details[1 + ORDERS]), (2 + ORDERS, 2.0 + 2.5));
    assert_eq!(weighed.rows(&[1e10; 2 * ORDERS + 1]), None);
}

#[test]
fn the_sum_of_rows_is_that_of_whole_numbers() {
    let weighed = Weighed { orders: ORDERS };
    let width = 2 * ORDERS + 1;
    // Floats, added one after the other, give 0.30000000000000004 and 0.6000000000000001.
    let rows: Vec<f64> = [0.1, 0.2, 0.3].iter().flat_map(|&value| vec![value; width]).collect();
    let turned: Vec<f64> = [0.3, 0.2, 0.1].iter().flat_map(|&value| vec![value; width]).collect();
    assert_eq!(weighed.sum(&rows)[0], 0.6);
    assert_eq!(weighed.sum(&turned), weighed.sum(&rows));
    assert_eq!(weighed.sum(&rows[..width]), rows[..width]);
    assert_eq!(weighed.sum(&[1e10; 4 * ORDERS + 2])[0], 2e10);
}
