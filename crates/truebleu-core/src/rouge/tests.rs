//! ROUGE against the definitions of rouge-score, step by step.

use super::*;
use crate::kernels::KernelChoice;
use crate::segment::Text;
use crate::testing::{Random, row};

fn rouge(variant: Variant, stem: bool) -> Rouge {
    let kernel = *KernelChoice::available().last().expect("there is one");
    Rouge {
        package: Package::RougeScore,
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

fn sentences(text: &str) -> Vec<Vec<&str>> {
    text.split('\n').map(|line| line.split_whitespace().collect()).collect()
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
        let [a, b] = [&hypothesis, &reference].map(|text| sentences(text).concat());
        let actual = counts(Variant::Subsequence, &hypothesis, &reference);
        assert_eq!(actual, [definition::length(&a, &b), a.len() as i64, b.len() as i64]);
    }
}

#[test]
fn unions_are_those_of_the_way_back() {
    for seed in 0..600 {
        let [hypothesis, reference] = texts(seed, 150, 1 + seed as usize % 30, seed as usize % 50);
        let actual = counts(Variant::Summary, &hypothesis, &reference);
        assert_eq!(
            actual[0],
            definition::hits(&sentences(&hypothesis), &sentences(&reference)),
            "seed {seed}"
        );
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
        assert_eq!(actual[0], definition::hits(&sentences(&hypothesis), &sentences(&reference)));
    }
}

/// Return numbered tokens, each fourth longer than a key.
fn numbered(numbers: impl Iterator<Item = usize>) -> Vec<Vec<u8>> {
    let word = |number: usize| match number % 4 {
        0 => format!("internation{number}alisation"),
        _ => number.to_string(),
    };
    numbers.map(|number| word(number).into_bytes()).collect()
}

#[test]
fn every_way_is_that_of_the_definition() {
    let lengths = [0, 1, 2, 63, 64, 65, 127, 128, 129, 511, 512, 513, 575, 640, 1025];
    let mut random = Random(5);
    for (i, &ours) in lengths.iter().enumerate() {
        let theirs = lengths[(7 * i + 3) % lengths.len()];
        for (ours, theirs) in [(ours, ours), (ours, theirs)] {
            // Alphabets from all tokens equal to almost all distinct.
            let alphabet = [1, 2, 5, 40, ours + 1][i % 5];
            let mut text = |length: usize| numbered((0..length).map(|_| random.below(alphabet)));
            let (one, other) = (text(ours), text(theirs));
            let distinct = numbered(0..ours);
            let reversed: Vec<_> = distinct.iter().rev().take(theirs).cloned().collect();
            for (hypothesis, reference) in [(&one, &other), (&distinct, &reversed), (&one, &one)] {
                let parts = |text: &[Vec<u8>], size: usize| {
                    text.chunks(size).map(<[_]>::to_vec).collect::<Vec<_>>()
                };
                definition::check(&parts(hypothesis, 2000), &parts(reference, 2000));
                definition::check(&parts(hypothesis, 31), &parts(reference, 64));
            }
        }
    }
}

#[test]
fn variants_that_are_counted_together_have_their_rows() {
    let variants = [1, 4, 7, 2].map(Variant::Ngrams);
    let variants = [&variants[..], &[Variant::Summary, Variant::Subsequence]].concat();
    for seed in 0..200 {
        let tokenizer = Tokenizer::ALL[seed as usize % Tokenizer::ALL.len()];
        let longest = if seed % 20 == 0 { 1500 } else { 90 };
        let texts: Vec<_> = (0..3)
            .flat_map(|i| texts(3 * seed + i, longest, 30, seed as usize % 20))
            .map(|text| {
                text.replace("w1", "walking, ").replace("w2", "\u{3a3}x").replace('3', "-\n")
            })
            .collect();
        let references: Vec<_> = texts[1..].iter().map(|text| Text::Plain(text)).collect();
        let metric = |variants: &[Variant]| Rouge {
            package: Package::RougeScore,
            variants: variants.to_vec(),
            tokenizer,
            case: Case::ALL[seed as usize / 20 % Case::ALL.len()],
            stem: seed % 3 == 0,
            scale: 1.0,
            kernel: KernelChoice::Portable,
        };
        let together = row(&metric(&variants), Text::Plain(&texts[0]), &references);
        let alone = variants
            .iter()
            .flat_map(|&variant| row(&metric(&[variant]), Text::Plain(&texts[0]), &references));
        assert_eq!(together, alone.collect::<Vec<_>>(), "seed {seed}");
        let score = metric(&variants).score(&together, false);
        let rates = rates_of_variants(Package::RougeScore, &together).flatten();
        assert!(rates.eq([score.value].into_iter().chain(score.details)));
    }
}

#[test]
fn ready_tokens_are_those_of_each_variant() {
    let tokens = ["a", "b", "\n", "internationalisation", "\n", "a"];
    let bytes = tokens.concat();
    let ends: Vec<u32> = (1..=tokens.len()).map(|i| tokens[..i].concat().len() as u32).collect();
    let text = Text::Words { bytes: bytes.as_bytes(), ends: &ends };
    let variants = vec![Variant::Ngrams(1), Variant::Summary, Variant::Subsequence];
    let metric = Rouge { variants, ..rouge(Variant::Summary, false) };
    let row = row(&metric, text, &[text]);
    let counts = row.chunks_exact(COLUMNS).map(|row| row[..3].to_vec());
    assert_eq!(counts.collect::<Vec<_>>(), [[6; 3], [4; 3], [6; 3]]);
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

/// Return the counts under the rules of the package rouge.
fn pltrdy(repeats: bool, variant: Variant, hypothesis: &str, reference: &str) -> [i64; 3] {
    let metric = Rouge {
        package: Package::Pltrdy { repeats },
        tokenizer: Tokenizer::None,
        case: Case::Mixed,
        ..rouge(variant, false)
    };
    let row = row(&metric, Text::Plain(hypothesis), &[Text::Plain(reference)]);
    [row[0], row[1], row[2]]
}

#[test]
fn the_package_rouge_counts_distinct_ngrams_of_sentences() {
    let [hypothesis, reference] = ["the cat. the cat sat", "the cat sat. the mat"];
    for (repeats, variant, expected) in [
        (false, Variant::Ngrams(1), [3, 3, 4]),
        (true, Variant::Ngrams(1), [4, 5, 5]),
        // N-grams go over the ends of sentences, in "cat the".
        (false, Variant::Ngrams(2), [2, 3, 4]),
        (true, Variant::Ngrams(2), [2, 4, 4]),
        (false, Variant::Subsequence, [3, 3, 4]),
        // Of each pair of sentences: the cat, the cat sat, the, the.
        (true, Variant::Subsequence, [7, 5, 5]),
    ] {
        assert_eq!(pltrdy(repeats, variant, hypothesis, reference), expected, "{variant:?}");
    }
    // After the last full stop, a space is one empty word.
    assert_eq!(pltrdy(false, Variant::Ngrams(1), "3.5 m. ", "3 5"), [2, 4, 2]);
    assert_eq!(pltrdy(false, Variant::Ngrams(1), "...", "a"), [0, 0, 1]);
}

#[test]
fn ready_tokens_are_words_of_the_package_rouge() {
    let metric =
        Rouge { package: Package::Pltrdy { repeats: false }, ..rouge(Variant::Subsequence, false) };
    let text = Text::Words { bytes: b"ab\ncd", ends: &[1, 2, 3, 4, 5] };
    assert_eq!(row(&metric, text, &[text])[..3], [4, 4, 4]);
    assert_eq!(row(&metric, Text::Ids(&[7, 8, 7]), &[Text::Ids(&[8, 7])])[..3], [2, 2, 2]);
}
