use super::*;
use crate::abilities::{AgainstMean, MeanCounts, ReadOnce, Recounting, Scratch};
use crate::segment::Text;
use crate::testing::row_of_texts as row;
use crate::text::lowercase::Case;

pub(crate) fn bleu(smoothing: Smoothing) -> Bleu {
    Bleu {
        tokenizer: Tokenizer::ThirteenA,
        case: Case::Mixed.into(),
        orders: 4,
        weights: None,
        reference_length: ReferenceLength::Closest,
        smoothing,
        scale: 100.0,
        rules: Rules::default(),
        average: Average::Micro,
        of_several: String::new(),
        kernel: KernelChoice::Portable,
    }
}

#[test]
fn a_row_holds_lengths_matches_and_totals() {
    let references = ["the cat sat on the red mat", "a cat sat on mats"];
    let row = row(&bleu(Smoothing::Exp), "the cat sat on the mat", &references);
    assert_eq!(row, [6, 5, 6, 4, 3, 2, 6, 5, 4, 3]);
    assert_eq!(bleu(Smoothing::Exp).score(&row, false).value, 79.527_072_876_705_08);
}

#[test]
fn identical_text_of_any_length_is_perfect() {
    for text in ["Paris", "in Paris", "in Paris again", "a much longer text, again."] {
        for smoothing in
            [Smoothing::None, Smoothing::Floor(0.1), Smoothing::AddK(1.0), Smoothing::Exp]
        {
            let bleu = bleu(smoothing);
            assert_eq!(bleu.value(&row(&bleu, text, &[text]), true), 100.0, "{text} {smoothing:?}");
        }
    }
}

#[test]
fn perfect_scores_of_many_orders_are_whole() {
    // The mean of this many logarithms of 100 is inexact.
    for orders in [6, 18, 24] {
        let metric = Bleu { orders, ..bleu(Smoothing::None) };
        let counts = (0..orders).map(|n| 30 - n as i64);
        let row: Vec<i64> = [30, 30].into_iter().chain(counts.clone()).chain(counts).collect();
        assert_eq!(metric.value(&row, false), 100.0, "{orders}");
        let rules = Rules { finish: Finish::AsIs, ..Rules::default() };
        assert_ne!(Bleu { rules, ..metric }.value(&row, false), 100.0, "{orders}");
    }
}

#[test]
fn rounding_stands_when_asked_for() {
    let rules = Rules { finish: Finish::AsIs, ..Rules::default() };
    let metric = Bleu { rules, ..bleu(Smoothing::Exp) };
    let text = "a much longer text, again.";
    assert_eq!(metric.value(&row(&metric, text, &[text]), false), 100.000_000_000_000_04);
}

#[test]
fn every_reference_length_rule() {
    let references = ["a b c", "a b c d e", "a b c d e f g h i j"];
    let rules = [
        (ReferenceLength::Closest, 3),
        (ReferenceLength::Shortest, 3),
        (ReferenceLength::Longest, 10),
        (ReferenceLength::Average, 6 * AVERAGE_UNIT),
    ];
    for (rule, expected) in rules {
        let bleu = Bleu { reference_length: rule, ..bleu(Smoothing::Exp) };
        assert_eq!(row(&bleu, "a b c d", &references)[1], expected, "{rule:?}");
    }
}

#[test]
fn what_cannot_be_counted_is_said() {
    let average = Bleu { reference_length: ReferenceLength::Average, ..bleu(Smoothing::Exp) };
    assert!(average.check_references(17).is_err());
    assert!(average.check_references(16).is_ok());
    assert!(bleu(Smoothing::Exp).check_references(17).is_ok());
    assert_eq!(bleu(Smoothing::Exp).check_references(0), Err(Error::NoReference { segment: 0 }));
}

/// NLTK's method 4 by raw totals divides by those that are 0.
#[test]
fn a_score_without_a_bound_is_in_no_mean() {
    let average = Average::Macro { effective_order: false };
    let rules = Rules { zero_precisions: ZeroPrecisionRule::Drop, ..Rules::default() };
    let mixed = Bleu { average, rules, ..bleu(Smoothing::NltkMethod4(5.0)) };
    let counts = row(&Bleu { orders: 4, ..bleu(Smoothing::Exp) }, "a b", &["a b c"]);
    let sum = mixed.summed_from(&counts, counts.len());
    assert_eq!(sum, Err(Error::Undefined { segment: 0 }));
}

#[test]
fn one_count_serves_every_metric_of_the_same_tokens() {
    let pairs = [("a b", "a b"), ("x", "y"), ("", "a"), ("a b c d e f", "a b c e f")];
    let wide = Bleu { orders: 7, ..bleu(Smoothing::Exp) };
    let rows: Vec<i64> = pairs.iter().flat_map(|(h, r)| row(&wide, h, &[r])).collect();
    let at_least_one = Rules { totals: Totals::AtLeastOne, ..Rules::default() };
    let average = Average::Macro { effective_order: true };
    for metric in [
        bleu(Smoothing::Method5),
        bleu(Smoothing::NltkMethod7(5.0)),
        Bleu { orders: 6, rules: at_least_one, ..bleu(Smoothing::Least(f64::MIN_POSITIVE)) },
        Bleu { average, ..bleu(Smoothing::Floor(0.1)) },
    ] {
        let mut expected = vec![0; metric.columns().len()];
        let mut single_sums = Vec::new();
        for (hypothesis, reference) in pairs {
            let row = row(&metric, hypothesis, &[reference]);
            single_sums.extend_from_slice(&row);
            let adding = row.len() - metric.last_columns();
            crate::corpus::add(&mut expected[..adding], &row[..adding]);
            expected[adding..].copy_from_slice(&row[adding..]);
        }
        let sum = metric.summed_from(&rows, wide.columns().len());
        assert_eq!(sum.expect("all have scores"), Some(expected));
        let sum = metric.rows_from(&rows, wide.columns().len());
        assert_eq!(sum.expect("all have scores"), Some(single_sums));
    }
    let wider = Bleu { orders: 8, ..bleu(Smoothing::Exp) };
    assert_eq!(wider.summed_from(&rows, wide.columns().len()).expect("no errors"), None);
}

/// Return the precisions of a row, as shares of 1.
fn precisions(smoothing: Smoothing, row: &[i64]) -> Vec<f64> {
    Bleu { scale: 1.0, ..bleu(smoothing) }.bleu_score(row, false).precisions
}

fn assert_close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() <= 1e-15 * expected.max(1.0), "{found} for {expected}");
    }
}

/// Values by hand, as Chen and Cherry define them.
#[test]
fn methods_4_to_7_of_the_paper() {
    let tie = [6, 5, 6, 4, 3, 2, 6, 5, 4, 3];
    let tie_of_5 = [6, 5, 6, 4, 3, 2, 1, 6, 5, 4, 3, 2];
    let sparse = [5, 5, 3, 1, 0, 0, 5, 4, 3, 2];
    let sparse_of_5 = [5, 5, 3, 1, 0, 0, 0, 5, 4, 3, 2, 1];
    let one_word = [1, 1, 1, 0, 0, 0, 1, 0, 0, 0];

    let once = 5f64.ln() / 5.0;
    let by_length = precisions(Smoothing::Method4(5.0), &sparse);
    assert_close(&by_length, &[3.0 / 5.0, 1.0 / 4.0, once / 3.0, once * once / 2.0]);
    let untouched = precisions(Smoothing::Method4(5.0), &tie);
    assert_close(&untouched, &[1.0, 4.0 / 5.0, 3.0 / 4.0, 2.0 / 3.0]);
    assert_close(&precisions(Smoothing::Method4(5.0), &one_word), &[1.0, 0.0, 0.0, 0.0]);

    let means = [17.0 / 3.0 / 6.0, 38.0 / 9.0 / 5.0, 83.0 / 27.0 / 4.0, 164.0 / 81.0 / 3.0];
    assert_close(&precisions(Smoothing::Method5, &tie_of_5), &means);

    let third = (3.0 + 5.0 * 0.8 * 0.8) / (4.0 + 5.0);
    let fourth = (2.0 + 5.0 * third * third / 0.8) / (3.0 + 5.0);
    assert_close(&precisions(Smoothing::Method6(5.0), &tie), &[1.0, 0.8, third, fourth]);
    let nothing_to_expect = [5, 5, 0, 1, 1, 1, 5, 4, 3, 2];
    let third = 1.0 / (3.0 + 5.0);
    let fourth = (1.0 + 5.0 * third * third / 0.25) / (2.0 + 5.0);
    let smoothed = precisions(Smoothing::Method6(5.0), &nothing_to_expect);
    assert_close(&smoothed, &[0.0, 0.25, third, fourth]);
    let two_words = [2, 2, 2, 1, 0, 0, 2, 1, 0, 0]; // no trigrams
    assert_close(&precisions(Smoothing::Method6(5.0), &two_words), &[1.0, 1.0, 0.0, 0.0]);

    let (third, fourth) = (once, once * once);
    let first = (4.0 + 3.0 + 1.0) / 3.0;
    let second = (first + 1.0 + third) / 3.0;
    let between = (second + third + fourth) / 3.0;
    let last = (between + fourth) / 3.0;
    let both = precisions(Smoothing::Method7(5.0), &sparse_of_5);
    assert_close(&both, &[first / 5.0, second / 4.0, between / 3.0, last / 2.0]);
    // Two tokens: there is no trigram to smooth.
    let short = [2, 2, 2, 1, 0, 0, 0, 2, 1, 0, 0, 0];
    assert_close(&precisions(Smoothing::Method7(5.0), &short), &[1.0, 1.0, 0.0, 0.0]);
}

#[test]
fn weights_of_orders_that_are_there_make_one() {
    let weights = Some(vec![0.5, 0.25, 0.25]);
    let metric = Bleu { orders: 3, weights, ..bleu(Smoothing::None) };
    // Two tokens have no trigrams.
    let row = [2, 2, 2, 1, 0, 2, 2, 0];
    assert_eq!(metric.value(&row, false), 0.0);
    let expected = 100.0 * 0.5f64.powf(0.25 / 0.75);
    for mean in [Mean::Quotient, Mean::Reciprocal] {
        let metric = Bleu { rules: Rules { mean, ..Rules::default() }, ..metric.clone() };
        assert!((metric.value(&row, true) - expected).abs() < 1e-12);
    }

    // An order of weight 0 does not count, whatever its precision.
    let first = Bleu { orders: 2, weights: Some(vec![1.0, 0.0]), ..bleu(Smoothing::None) };
    assert!((first.value(&[4, 4, 1, 0, 4, 3], false) - 25.0).abs() < 1e-12);
}

#[test]
fn weights_of_orders_that_are_left_out_grow_or_are_lost() {
    let row = [4, 4, 2, 0, 1, 4, 3, 2]; // precisions 1/2, 0, 1/2
    let value = |zero_precisions| {
        let rules = Rules { zero_precisions, ..Rules::default() };
        let weights = Some(vec![0.5, 0.25, 0.25]);
        Bleu { orders: 3, weights, rules, ..bleu(Smoothing::None) }.value(&row, false)
    };
    assert!((value(ZeroPrecisionRule::Renormalise) - 50.0).abs() < 1e-12);
    assert_eq!(value(ZeroPrecisionRule::Annihilate), 0.0);
    let lost =
        Rules { mean: Mean::Terms, zero_precisions: ZeroPrecisionRule::Drop, ..Rules::default() };
    let metric = Bleu { orders: 2, rules: lost, ..bleu(Smoothing::None) };
    assert!((metric.value(&[4, 4, 4, 0, 4, 3], false) - 100f64.sqrt()).abs() < 1e-12);
    // If all weights are used, the mean is not divided by their sum, which is slightly below 1.
    let weights = vec![0.1; 10];
    let metric = Bleu { orders: 10, weights: Some(weights), ..bleu(Smoothing::AddK(1.0)) };
    let row = [vec![25, 25], (0..10).map(|n| 20 - n).collect(), (0..10).map(|n| 25 - n).collect()];
    let score = metric.bleu_score(&row.concat(), false);
    let sum: f64 = score.precisions.iter().map(|precision| 0.1 * precision.ln()).sum();
    assert_eq!(score.value, sum.exp());
}

#[test]
fn weights_of_terms_are_divided_by_the_sum_of_those_left() {
    let value = |weights: [f64; 3], row: &[i64]| {
        let rules = Rules { mean: Mean::Terms, scaling: Scaling::Last, ..Rules::default() };
        let weights = Some(weights.to_vec());
        Bleu { orders: 3, weights, rules, ..bleu(Smoothing::None) }.value(row, true)
    };
    // Two tokens have no trigrams; the precisions are 1 and 1/2.
    let short = [2, 2, 2, 1, 0, 2, 2, 0];
    assert_close(&[value([0.5, 0.25, 0.25], &short)], &[100.0 * 0.5f64.powf(0.25 / 0.75)]);
    assert!(!value([0.0, 0.0, 1.0], &short).is_nan());
    // Weights of all orders are used as they are; the precisions are 1/2, 1/3 and 1/4.
    let long = [6, 6, 3, 2, 1, 6, 6, 4];
    let product = 0.5f64.powf(0.4) * (1.0f64 / 3.0).powf(0.2) * 0.25f64.powf(0.2);
    assert_close(&[value([0.4, 0.2, 0.2], &long)], &[100.0 * product]);
}

#[test]
fn results_in_single_precision_are_rounded() {
    let value = |arithmetic| {
        let rules = Rules { arithmetic, ..Rules::default() };
        Bleu { rules, ..bleu(Smoothing::None) }.value(&[7, 7, 6, 4, 2, 1, 7, 6, 5, 4], false)
    };
    let is_rounded = |value: f64| value == f64::from(value as f32);
    assert!(!is_rounded(value(Arithmetic::Double)));
    assert!(is_rounded(value(Arithmetic::SingleQuotients)));
    assert!(is_rounded(value(Arithmetic::Single)));
}

#[test]
fn only_a_perfect_score_is_whole() {
    let metric = Bleu { orders: 1, ..bleu(Smoothing::None) };
    let value = |hypothesis, reference, matches| {
        metric.value(&[hypothesis, reference, matches, hypothesis], false)
    };
    // A deficit below 1e-12 must still lower the score.
    let many = 1 << 40;
    assert_eq!(value(many, many, many), 100.0);
    assert!((99.999..100.0).contains(&value(many, many, many - 1)));
    assert!((99.999..100.0).contains(&value(many, many + 1, many)));
}

#[test]
fn precisions_of_all_matches_are_perfect_but_for_four_roundings() {
    // 100 times 11.04, divided by 11.04, is rounded to more than 100.
    let metric = Bleu { orders: 2, ..bleu(Smoothing::AddK(0.04)) };
    let score = metric.bleu_score(&[12, 12, 12, 11, 12, 11], false);
    assert!(score.precisions[1] > 100.0);
    assert_eq!(score.value, 100.0);
    // Of 2^20 tokens, 1e-9 more in the total are four roundings, 1 - 2^-50; of half as many, more.
    let metric = Bleu { orders: 1, scale: 1.0, ..bleu(Smoothing::Pseudocounts) };
    assert_eq!(metric.value(&[1 << 20; 4], false), 1.0);
    assert!(metric.value(&[1 << 19; 4], false) < 1.0);
}

#[test]
fn roundings_do_not_lift_a_score_above_a_perfect_one() {
    // This penalty is a rounding below 1, and exp(ln(100)) is three roundings above 100.
    let rules = Rules { brevity: Brevity::Guarded, ..Rules::default() };
    let many = 10_000_000;
    let metric = Bleu { orders: 1, rules, ..bleu(Smoothing::None) };
    let score = metric.bleu_score(&[many; 4], false);
    assert!(score.brevity_penalty < 1.0);
    assert_eq!(score.value, 100.0);
    let four_roundings_above = Smoothing::Least(1.0 + 4.0 * f64::EPSILON);
    let metric = Bleu { orders: 2, rules, scale: 1.0, ..bleu(four_roundings_above) };
    assert_eq!(metric.value(&[many, many, many, 0, many, many - 1], false), 1.0);
}

#[test]
fn columns_have_their_names() {
    let names = |metric: &Bleu| metric.columns().join(" ");
    let two = Bleu { orders: 2, ..bleu(Smoothing::Exp) };
    let usual = "hypothesis_length reference_length matches_1 matches_2 totals_1 totals_2";
    assert_eq!(names(&two), usual);
    let average = Average::Macro { effective_order: false };
    let of_means = Bleu { average, ..two.clone() };
    assert_eq!(names(&of_means), format!("{usual} segments score score_rest"));
    let ahead = Bleu { smoothing: Smoothing::Method5, ..two.clone() };
    assert!(names(&ahead).ends_with("matches_3 totals_1 totals_2 totals_3"));
    let last = Bleu { smoothing: Smoothing::NltkMethod5, ..two };
    let behind = "last_hypothesis_length last_matches_5 last_totals_5";
    assert_eq!(names(&last), format!("{usual} {behind}"));
    assert_eq!(last.last_columns(), 3);
    for metric in [of_means, ahead, last] {
        assert_eq!(metric.columns().len(), metric.width());
    }
}

#[test]
fn where_rules_know_one_reference_the_error_names_what_takes_several() {
    let rules = Rules { one_reference: true, ..Rules::default() };
    let metric = Bleu { rules, of_several: "another".to_owned(), ..bleu(Smoothing::Exp) };
    assert_eq!(metric.check_references(1), Ok(()));
    let instead = "another".to_owned();
    let refused = Error::OneReference { segment: 0, references: 2, instead };
    assert_eq!(metric.check_references(2), Err(refused));
}

#[test]
fn references_that_were_read_once_give_the_same_rows() {
    let references = ["a b c d e f", "a b c", "d e f a b c d e"];
    let texts: Vec<Text<'_>> = references.iter().map(|text| Text::Plain(text)).collect();
    let at_least_one = Rules { totals: Totals::AtLeastOne, ..Rules::default() };
    let average = Average::Macro { effective_order: true };
    for metric in [
        bleu(Smoothing::Exp),
        Bleu { reference_length: ReferenceLength::Average, ..bleu(Smoothing::Method5) },
        Bleu { rules: at_least_one, ..bleu(Smoothing::NltkMethod5) },
        Bleu { average, reference_length: ReferenceLength::ClosestFirst, ..bleu(Smoothing::Exp) },
    ] {
        let prepared = metric.prepare(&texts);
        for hypothesis in ["a b c d e f", "a b x d e", "f", ""] {
            let mut compiled_row = vec![0; metric.columns().len()];
            let text = Text::Plain(hypothesis);
            prepared.count(&mut Scratch::default(), text, &mut compiled_row).expect("it counts");
            assert_eq!(compiled_row, row(&metric, hypothesis, &references));
        }
    }
}

/// Six tokens; of the references, 6.5 on average.
const MEAN: MeanCounts<'_> = MeanCounts {
    unit: 4,
    lengths: &[6],
    reference_lengths: &[26],
    reference_totals: &[26, 22, 18, 14],
    matches: &[18, 10, 6, 3],
};

#[test]
fn against_a_mean_of_references_counts_are_fractions() {
    let value = |metric: &Bleu, mean| metric.value_of_mean(mean, false);
    let product: f64 = (4.5 / 6.0) * (2.5 / 5.0) * (1.5 / 4.0) * (0.75 / 3.0);
    let penalty = (1.0f64 - 6.5 / 6.0).exp();
    let expected = 100.0 * product.powf(0.25) * penalty;
    assert!((value(&bleu(Smoothing::None), &MEAN) - expected).abs() < 1e-12);
    // Smoothing applies to orders without matches.
    let fewer = MeanCounts { matches: &[18, 10, 6, 0], ..MEAN };
    let expected = 100.0 * (product / (0.75 / 3.0) * (0.5 / 3.0)).powf(0.25) * penalty;
    assert!((value(&bleu(Smoothing::Exp), &fewer) - expected).abs() < 1e-12);
    // Two tokens have no trigrams, so the effective order is 2.
    let short = MeanCounts { lengths: &[2], matches: &[4, 2, 0, 0], ..MEAN };
    let value = bleu(Smoothing::None).value_of_mean(&short, true);
    let expected = 100.0 * (0.5f64 * 0.5).sqrt() * (1.0f64 - 6.5 / 2.0).exp();
    assert!((value - expected).abs() < 1e-12);
}

#[test]
fn orders_of_the_longest_hypothesis_alone_are_smoothed() {
    let rules = Rules {
        totals: Totals::AtLeastOne,
        effective: EffectiveOrders::Longest,
        ..Rules::default()
    };
    let metric = Bleu { rules, ..bleu(Smoothing::Floor(0.5)) };
    let sum = |hypotheses: &[&str]| {
        let rows = hypotheses.iter().map(|text| row(&metric, text, &["a b c d e"]));
        rows.reduce(|a, b| a.iter().zip(b).map(|(a, b)| a + b).collect()).expect("some")
    };
    let precisions = |hypotheses, effective_order| {
        metric.bleu_score(&sum(hypotheses), effective_order).precisions
    };
    assert_close(&precisions(&["a", "x"], true), &[50.0, 0.0, 0.0, 0.0]);
    assert_close(&precisions(&["a", "x b"], true), &[200.0 / 3.0, 25.0, 0.0, 0.0]);
    assert_close(&precisions(&["a b c d", "x"], true), &[80.0, 75.0, 200.0 / 3.0, 50.0]);
    assert_close(&precisions(&["a", "x"], false), &[50.0, 25.0, 25.0, 25.0]);
    let penalty = (1.0f64 - 10.0 / 2.0).exp();
    assert_close(&[metric.value(&sum(&["a", "b"]), true)], &[100.0 * penalty]);
}

#[test]
fn what_is_of_whole_counts_has_no_value_against_a_mean() {
    let average = Average::Macro { effective_order: false };
    let of_sentences = Bleu { average, ..bleu(Smoothing::Exp) };
    assert!(of_sentences.abilities().mean.is_none());
    assert!(bleu(Smoothing::Exp).abilities().mean.is_some());
    for smoothing in
        [Smoothing::NltkMethod4(5.0), Smoothing::NltkMethod5, Smoothing::NltkMethod6(5.0)]
    {
        assert!(bleu(smoothing).abilities().mean.is_none(), "{smoothing:?}");
    }
}

#[test]
fn sequences_have_the_orders_that_are_counted() {
    let texts = [Text::Plain("a b c"), Text::Plain("a")];
    let of = |smoothing| bleu(smoothing).abilities().matches?.sequences(&texts);
    let parsed = of(Smoothing::Method5).expect("it is of tokens");
    assert_eq!((parsed.len(), parsed[0].orders(), parsed[0].texts()), (1, 5, 2));
    assert_eq!((parsed[0].length(0), parsed[0].length(1)), (3, 1));
    assert!(of(Smoothing::NltkMethod5).is_none());
    // The row computed from lengths and matches equals the row of the texts.
    let metric = Bleu { orders: 2, ..bleu(Smoothing::Exp) };
    let mut row = [0; 6];
    metric.row_of_matches(&[[3, 1]], &[1, 0], &mut row).expect("it counts");
    assert_eq!(row, [3, 1, 1, 0, 3, 2]);
}

#[test]
fn precisions_are_in_the_unit_of_the_score() {
    let last = Rules { scaling: Scaling::Last, finish: Finish::AsIs, ..Rules::default() };
    let row = [4, 4, 2, 1, 4, 3];
    for rules in [Rules::default(), last] {
        let metric = Bleu { orders: 2, rules, ..bleu(Smoothing::None) };
        let score = metric.bleu_score(&row, false);
        assert_close(&score.precisions, &[50.0, 100.0 / 3.0]);
        assert!((score.value - 100.0 * (1.0f64 / 6.0).sqrt()).abs() < 1e-12);
    }
}

#[test]
fn precisions_that_rest_on_others_are_in_the_unit_of_the_score() {
    let row = [6, 5, 6, 4, 3, 2, 6, 5, 4, 3];
    for smoothing in [Smoothing::Method6(5.0), Smoothing::Method4(5.0)] {
        let actual = bleu(smoothing).bleu_score(&row, false).precisions;
        let shares = precisions(smoothing, &row);
        let expected: Vec<f64> = shares.iter().map(|share| 100.0 * share).collect();
        assert_close(&actual, &expected);
    }
}

#[test]
fn a_scale_only_multiplies() {
    let laplace = Rules { finish: Finish::Clamp, ..Rules::default() };
    let row = [6, 5, 6, 4, 3, 2, 6, 5, 4, 3, 6, 1, 2];
    let smoothings = [
        (Smoothing::NltkMethod4(5.0), Rules::default()),
        (Smoothing::NltkMethod5, Rules::default()),
        (Smoothing::NltkMethod6(5.0), Rules::default()),
        (Smoothing::NltkMethod7(5.0), Rules::default()),
        (Smoothing::Laplace(1.0), laplace),
    ];
    for (smoothing, rules) in smoothings {
        let of = |scale| {
            let metric = Bleu { scale, rules, ..bleu(smoothing) };
            let score = metric.bleu_score(&row[..metric.columns().len()], false);
            [score.value, score.precisions[1]]
        };
        let hundredfold = of(1.0).map(|value| 100.0 * value);
        assert_close(&of(100.0), &hundredfold);
    }
}

#[test]
fn one_segment_has_the_mean_of_one() {
    let average = Average::Macro { effective_order: true };
    let metric = Bleu { average, ..bleu(Smoothing::Exp) };
    let row = row(&metric, "dog", &["dog"]);
    assert_eq!(metric.value(&row, false), 100.0);
    assert_eq!(metric.score(&row, false).value, 100.0);
    let without = Bleu { average: Average::Macro { effective_order: false }, ..metric };
    assert_eq!(without.value(&row, true), 0.0);
}

#[test]
fn any_number_of_orders_has_a_value() {
    for orders in [1, 8, 9, 20] {
        let metric = Bleu { orders, ..bleu(Smoothing::AddK(1.0)) };
        let mut row = vec![25, 30];
        row.extend((0..orders).map(|n| 20 - n as i64));
        row.extend((0..orders).map(|n| 25 - n as i64));
        let score = metric.bleu_score(&row, false);
        assert_eq!(metric.value(&row, false), score.value);
        assert_eq!(score.precisions.len(), orders);
        let logarithms = score.precisions.iter().map(|precision| precision.ln());
        let mean = logarithms.sum::<f64>() / orders as f64;
        assert!((score.value - mean.exp() * (1.0f64 - 30.0 / 25.0).exp()).abs() < 1e-12);
    }
}

#[test]
fn details_are_the_precisions_and_the_penalty() {
    let metric = Bleu { orders: 2, ..bleu(Smoothing::None) };
    let details = metric.score(&[4, 5, 2, 1, 4, 3], false).details;
    assert_close(&details, &[50.0, 100.0 / 3.0, (-0.25f64).exp()]);
}

#[test]
fn every_brevity_penalty() {
    use super::formula::Lengths;
    use Brevity::{Guarded, Inverted, Lengths as Plain, Ratio};
    let e = |power: f64| power.exp();
    for (brevity, hypothesis, reference, expected) in [
        (Plain, 4.0, 5.0, e(-0.25)),
        (Plain, 5.0, 4.0, 1.0),
        (Plain, 0.0, 3.0, 0.0),
        (Plain, 0.0, 0.0, 1.0),
        (Ratio, 4.0, 5.0, e(-0.25)),
        (Ratio, 5.0, 4.0, 1.0),
        (Ratio, 0.0, 3.0, 0.0),
        (Ratio, 0.0, 0.0, 1.0),
        (Guarded, 4.0, 5.0, e(-0.25)),
        (Guarded, 5.0, 4.0, 1.0),
        (Inverted, 2.0, 4.0, e(0.5)),
        (Inverted, 4.0, 2.0, 1.0),
        (Inverted, 0.0, 4.0, e(1.0)),
        (Inverted, 0.0, 0.0, 1.0),
    ] {
        let penalty = Lengths { hypothesis, reference }.penalty(brevity, Arithmetic::Double);
        let context = format!("{brevity:?} {hypothesis} {reference}: {penalty} {expected}");
        assert!((penalty - expected).abs() < 1e-9, "{context}");
    }
}

#[test]
fn zero_scores_are_not_smoothed() {
    let row = |hypothesis, reference| [hypothesis, reference, 0, 0, hypothesis, 0];
    let rules = Rules { zero_score: ZeroScoreRule::EmptySide, ..Rules::default() };
    let metric = Bleu { orders: 2, rules, ..bleu(Smoothing::Laplace(1.0)) };
    for (hypothesis, reference) in [(0, 3), (1, 0), (0, 0)] {
        let score = metric.bleu_score(&row(hypothesis, reference), false);
        assert_eq!((score.value, score.precisions), (0.0, vec![0.0, 0.0]));
    }
    assert_eq!(metric.bleu_score(&row(1, 1), false).precisions, [50.0, 100.0]);
}

#[test]
fn where_no_precision_counts_the_score_is_zero() {
    let value = |zero_precisions, row: &[i64]| {
        let rules = Rules { zero_score: ZeroScoreRule::Never, zero_precisions, ..Rules::default() };
        Bleu { orders: 2, rules, ..bleu(Smoothing::None) }.value(row, true)
    };
    // Without a token there is no effective order.
    assert_eq!(value(ZeroPrecisionRule::Annihilate, &[0, 3, 0, 0, 0, 0]), 0.0);
    assert_eq!(value(ZeroPrecisionRule::Renormalise, &[3, 3, 0, 0, 3, 2]), 0.0);
}

#[test]
fn a_precision_of_zero_annihilates_an_undefined_one() {
    let rules = Rules { zero_score: ZeroScoreRule::Never, ..Rules::default() };
    for weights in [None, Some(vec![0.5, 0.5])] {
        let metric = Bleu { orders: 2, weights, rules, ..bleu(Smoothing::NltkMethod4(5.0)) };
        let score = metric.bleu_score(&[1, 1, 0, 0, 1, 0], false); // 0 / 1 and 0 / 0
        assert_eq!(score.precisions[0], 0.0);
        assert!(score.precisions[1].is_nan());
        assert_eq!(score.value, 0.0);
    }
}

/// Dividing a sum by 3 rounds once, multiplying it by a third rounds twice.
#[test]
fn a_mean_divides_or_multiplies() {
    let sum: f64 = [80.0, 75.0, 200.0 / 3.0].map(f64::ln).iter().sum();
    let (quotient, product) = ((sum / 3.0).exp(), (1.0 / 3.0 * sum).exp());
    assert_ne!(quotient, product);
    for (mean, expected) in [(Mean::Quotient, quotient), (Mean::Reciprocal, product)] {
        for zero_precisions in [ZeroPrecisionRule::Annihilate, ZeroPrecisionRule::Renormalise] {
            let rules = Rules { mean, zero_precisions, ..Rules::default() };
            let metric = Bleu { orders: 3, rules, ..bleu(Smoothing::None) };
            assert_eq!(metric.value(&[5, 5, 4, 3, 2, 5, 4, 3], false), expected);
        }
    }
}

#[test]
fn what_changes_the_formula_has_no_tables() {
    let usual = || bleu(Smoothing::Exp);
    assert!(usual().has_tables());
    let average = Average::Macro { effective_order: true };
    assert!(!(Bleu { average, ..usual() }).has_tables());
    let weights = Some(vec![0.4, 0.3, 0.2, 0.1]);
    assert!(!(Bleu { weights, ..usual() }).has_tables());
    let default = Rules::default();
    for rules in [
        Rules { zero_score: ZeroScoreRule::Never, ..default },
        Rules { arithmetic: Arithmetic::Single, ..default },
        Rules { zero_precisions: ZeroPrecisionRule::Drop, ..default },
        Rules { mean: Mean::Terms, ..default },
        Rules { joining: Joining::Exponent, ..default },
        Rules { finish: Finish::Clamp, ..default },
    ] {
        assert!(!(Bleu { rules, ..usual() }).has_tables(), "{rules:?}");
    }
}

/// By hand, as NLTK defines it: the total of order 3 is that of the last segment.
#[test]
fn nltks_method_6_smooths_the_third_of_three_orders() {
    let metric = Bleu { orders: 3, scale: 1.0, ..bleu(Smoothing::NltkMethod6(5.0)) };
    let score = metric.bleu_score(&[6, 5, 6, 4, 3, 6, 5, 4, 6, 1, 2], false);
    assert_close(&score.precisions, &[1.0, 0.8, (3.0 + 5.0 * 0.8 * 0.8) / (4.0 + 5.0)]);
}

#[test]
fn nltks_method_4_leaves_zeros_of_fewer_than_two_tokens() {
    let rules =
        Rules { totals: Totals::AtLeastOne, zero_score: ZeroScoreRule::Never, ..Rules::default() };
    let metric = Bleu { orders: 2, rules, ..bleu(Smoothing::NltkMethod4(5.0)) };
    for tokens in [0, 1] {
        let score = metric.bleu_score(&[tokens, 3, 0, 0, 1, 1], false);
        assert_eq!(score.precisions, [0.0, 0.0]);
    }
}
