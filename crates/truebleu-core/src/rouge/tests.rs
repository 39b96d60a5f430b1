//! ROUGE against the definitions of rouge-score, step by step.

use std::collections::HashMap;

use super::*;
use crate::kernels::KernelChoice;
use crate::segment::Text;
use crate::testing::{Random, row};

fn rouge(variant: Variant, stem: bool) -> Rouge {
    let kernel = *KernelChoice::available().last().expect("there is one");
    Rouge {
        variants: vec![variant],
        tokenizer: Tokenizer::Rouge,
        case: Case::Lower,
        stem,
        scale: 1.0,
        kernel,
    }
}

fn counts(variant: Variant, hypothesis: &str, reference: &str) -> [i64; 3] {
    let metric = rouge(variant, false);
    let row = row(&metric, Text::Plain(hypothesis), &[Text::Plain(reference)]);
    [row[0], row[1], row[2]]
}

/// Return the table of the longest common subsequence.
fn table(reference: &[&str], hypothesis: &[&str]) -> Vec<Vec<usize>> {
    let mut table = vec![vec![0; hypothesis.len() + 1]; reference.len() + 1];
    for i in 1..=reference.len() {
        for j in 1..=hypothesis.len() {
            table[i][j] = if reference[i - 1] == hypothesis[j - 1] {
                table[i - 1][j - 1] + 1
            } else {
                table[i - 1][j].max(table[i][j - 1])
            };
        }
    }
    table
}

/// Return the hits of ROUGE-Lsum, with rouge-score's way back and its counters.
fn plain_summary(hypothesis: &str, reference: &str) -> i64 {
    let split = |text| -> Vec<Vec<&str>> {
        str::split(text, '\n').map(|line| line.split_whitespace().collect()).collect()
    };
    let (hypothesis, reference) = (split(hypothesis), split(reference));
    let mut left: HashMap<&str, i64> = HashMap::new();
    hypothesis.iter().flatten().for_each(|token| *left.entry(token).or_default() += 1);
    let mut hits = 0;
    for sentence in &reference {
        let mut union = vec![false; sentence.len()];
        for token in &hypothesis {
            let table = table(sentence, token);
            let (mut i, mut j) = (sentence.len(), token.len());
            while i > 0 && j > 0 {
                if sentence[i - 1] == token[j - 1] {
                    (i, j) = (i - 1, j - 1);
                    union[i] = true;
                } else if table[i][j - 1] > table[i - 1][j] {
                    j -= 1;
                } else {
                    i -= 1;
                }
            }
        }
        for (token, _) in sentence.iter().zip(union).filter(|&(_, actual)| actual) {
            let count = left.entry(token).or_default();
            hits += i64::from(*count > 0);
            *count -= i64::from(*count > 0);
        }
    }
    hits
}

/// Return texts of words from a small alphabet, with line breaks at the given percentage of places.
fn texts(seed: u64, longest: usize, alphabet: usize, breaks: usize) -> [String; 2] {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    [(); 2].map(|()| {
        let length = random.below(longest + 1);
        let word = |random: &mut Random| {
            let end = ["\n", " "][usize::from(random.below(100) >= breaks)];
            format!("w{}{end}", random.below(alphabet))
        };
        (0..length).map(|_| word(&mut random)).collect()
    })
}

#[test]
fn the_example_of_the_paper() {
    let reference = "police killed the gunman";
    assert_eq!(counts(Variant::Subsequence, "police kill the gunman", reference), [3, 4, 4]);
    assert_eq!(counts(Variant::Subsequence, "the gunman kill police", reference), [2, 4, 4]);
    assert_eq!(counts(Variant::Ngrams(2), "police kill the gunman", reference), [1, 3, 3]);
    // Section 3.2: w1 w2 and w1 w3 w5 of w1 w2 w3 w4 w5.
    let summary = counts(Variant::Summary, "w1 w2 w6 w7 w8\nw1 w3 w8 w9 w5", "w1 w2 w3 w4 w5");
    assert_eq!(summary, [4, 10, 5]);
}

#[test]
fn subsequences_are_those_of_the_table() {
    for seed in 0..400 {
        let [hypothesis, reference] = texts(seed, 200, 1 + seed as usize % 40, 0);
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let (a, b) = (words(&reference), words(&hypothesis));
        let [a, b] = [&a, &b].map(|words| words.iter().map(String::as_str).collect::<Vec<_>>());
        let actual = counts(Variant::Subsequence, &hypothesis, &reference);
        assert_eq!(actual, [table(&a, &b)[a.len()][b.len()], b.len(), a.len()].map(|n| n as i64));
    }
}

#[test]
fn unions_are_those_of_the_way_back() {
    for seed in 0..600 {
        let [hypothesis, reference] = texts(seed, 150, 1 + seed as usize % 30, seed as usize % 50);
        let actual = counts(Variant::Summary, &hypothesis, &reference);
        assert_eq!(actual[0], plain_summary(&hypothesis, &reference), "seed {seed}");
        let words = |text: &str| text.split_whitespace().count() as i64;
        assert_eq!(actual[1..], [words(&hypothesis), words(&reference)]);
    }
}

/// Beyond some thousand tokens there is no table of matches, and columns are made again.
#[test]
fn long_texts_are_counted_alike() {
    for (seed, breaks) in [(1, 0), (3, 20)] {
        let [one, other] = texts(seed, 1, 1, 0).map(|_| texts(seed + 7, 60, 50, breaks).concat());
        let (hypothesis, reference) = (one.repeat(80), other.repeat(70) + &one);
        let actual = counts(Variant::Summary, &hypothesis, &reference);
        assert!(actual[1] * actual[2] > 1 << 22, "{actual:?}");
        assert_eq!(actual[0], plain_summary(&hypothesis, &reference));
    }
}

#[test]
fn stems_are_of_words_of_four_characters_or_more() {
    let metric = rouge(Variant::Ngrams(1), true);
    let actual = |a, b| row(&metric, Text::Plain(a), &[Text::Plain(b)])[..3].to_vec();
    assert_eq!(actual("he flies planes", "flying plane fly he"), [3, 3, 4]);
    assert_eq!(actual("ties die", "tie dies"), [2, 2, 2]);
    assert_eq!(actual("was", "wa"), [0, 1, 1]);
}

#[test]
fn a_token_ends_a_sentence_among_tokens() {
    let metric = rouge(Variant::Summary, false);
    let words = |tokens: &[&str]| -> (Vec<u8>, Vec<u32>) {
        let mut bytes = Vec::new();
        let ends = tokens.iter().map(|token| {
            bytes.extend_from_slice(token.as_bytes());
            bytes.len() as u32
        });
        let ends = ends.collect();
        (bytes, ends)
    };
    let (bytes, ends) = words(&["w1", "w2", "w6", "\n", "\n", "w1", "w3", "w5", "\n"]);
    let (other, other_ends) = words(&["w1", "w2", "w3", "w4", "w5"]);
    let actual = row(
        &metric,
        Text::Words { bytes: &bytes, ends: &ends },
        &[Text::Words { bytes: &other, ends: &other_ends }],
    );
    assert_eq!(actual[..3], [4, 6, 5]);
    let ids: Vec<i64> = (0..64).collect();
    assert_eq!(row(&metric, Text::Ids(&ids), &[Text::Ids(&ids)])[..3], [64, 64, 64]);
}

#[test]
fn the_first_reference_of_the_highest_f_counts() {
    let metric = rouge(Variant::Ngrams(1), false);
    let references = ["x y", "a b c d", "a b c", "c b a"].map(Text::Plain);
    let actual = row(&metric, Text::Plain("a b"), &references);
    assert_eq!(actual[..4], [2, 2, 3, 1]);
    assert_eq!(metric.value(&actual, false), 0.8);
}

#[test]
fn the_score_of_many_is_the_mean() {
    let metric = rouge(Variant::Subsequence, false);
    let pairs = [("a b c", "a c"), ("", "a"), ("x y z", "x y z"), ("p q", "q r s t u")];
    let (mut sum, mut values) = (vec![0; metric.columns().len()], Vec::new());
    for (hypothesis, reference) in pairs {
        let row = row(&metric, Text::Plain(hypothesis), &[Text::Plain(reference)]);
        values.push(metric.value(&row, false));
        crate::corpus::add(&mut sum, &row);
    }
    let mean = values.iter().sum::<f64>() / 4.0;
    assert!((metric.value(&sum, false) - mean).abs() < 1e-15);
    assert_eq!(sum[..4], [6, 8, 11, 4]);
}
