use super::{Against, Set, UtilityOptions, Weights, best, utilities};
use crate::chrf::tests::chrf;
use crate::kernels::KernelChoice;
use crate::metric::Metric;
use crate::pairwise::{self, Pairwise};
use crate::segment::Text;
use crate::ter::{Ter, TercomTokenizer};

const TEXTS: [&str; 5] =
    ["the cat sat", "the cat", "", "a cat sat on a mat on a mat", "the cat sat"];

fn texts() -> Vec<Text<'static>> {
    TEXTS.iter().map(|text| Text::Plain(text)).collect()
}

fn utilities_of(
    hypotheses: usize,
    weights: &Weights,
    against: Against,
    exclude_self: bool,
) -> Vec<f64> {
    let texts = texts();
    let set = Set { texts: &texts, hypotheses, weights };
    let options = UtilityOptions { effective_order: true, against, exclude_self };
    utilities(&chrf(6, 2), set, options).expect("it counts")
}

/// Return a matrix; `[i][j]`: hypothesis i against reference j.
fn matrix() -> Vec<Vec<f64>> {
    let (texts, chrf) = (texts(), chrf(6, 2));
    let pairs = Pairwise::new(&chrf, &texts, &texts).expect("it reads");
    let mut values = vec![0.0; texts.len() * texts.len()];
    let options = pairwise::PairwiseOptions { effective_order: true, threads: 1, go_on: &|| true };
    pairs.score(0, &options, &mut values).expect("it counts");
    values.chunks_exact(texts.len()).map(<[f64]>::to_vec).collect()
}

#[test]
fn an_expected_utility_is_the_mean_of_a_row() {
    let weights = [0.5, 0.0, 2.0, 1.0, 0.25];
    let parts = Weights::new(&weights, 64);
    let scores = matrix();
    let all: f64 = weights.iter().sum();
    for (i, utility) in utilities_of(5, &parts, Against::Each, false).into_iter().enumerate() {
        let sum: f64 = weights.iter().zip(&scores[i]).map(|(weight, score)| weight * score).sum();
        assert!((utility - sum / all).abs() < 1e-12, "{utility} {}", sum / all);
    }
    for (i, utility) in utilities_of(5, &parts, Against::Each, true).into_iter().enumerate() {
        let others = (0..5).filter(|&j| j != i).map(|j| weights[j] * scores[i][j]);
        let expected = others.sum::<f64>() / (all - weights[i]);
        assert!((utility - expected).abs() < 1e-12, "{utility} {expected}");
    }
}

#[test]
fn the_mean_of_equal_references_is_one_of_them() {
    let texts = [Text::Plain(TEXTS[1]), Text::Plain(TEXTS[0]), Text::Plain(TEXTS[0])];
    let weights = Weights::new(&[0.3, 0.7], 64);
    let set = Set { texts: &texts, hypotheses: 1, weights: &weights };
    let options =
        UtilityOptions { effective_order: true, against: Against::Mean, exclude_self: false };
    let mean = utilities(&chrf(6, 2), set, options).expect("it counts");
    let single = Set { weights: &Weights::uniform(1), texts: &texts[..2], ..set };
    let separate =
        utilities(&chrf(6, 2), single, UtilityOptions { against: Against::Each, ..options })
            .expect("it counts");
    assert_eq!(mean, separate);
}

#[test]
fn without_oneself_the_others_are_the_references() {
    let weights = Weights::uniform(5);
    for against in [Against::Each, Against::Mean] {
        let without = utilities_of(5, &weights, against, true);
        let mut turned = texts();
        turned.swap(0, 3);
        let set = Set { texts: &turned, hypotheses: 1, weights: &Weights::uniform(4) };
        let options = UtilityOptions { effective_order: true, against, exclude_self: false };
        assert_eq!(utilities(&chrf(6, 2), set, options).expect("it counts")[0], without[3]);
    }
}

#[test]
fn nothing_is_left_without_the_only_reference() {
    let weights = Weights::new(&[1.0, 0.0, 0.0, 0.0, 0.0], 64);
    for against in [Against::Each, Against::Mean] {
        let without = utilities_of(5, &weights, against, true);
        assert!(without[0].is_nan());
        assert!(without[1..].iter().all(|utility| utility.is_finite()));
    }
}

#[test]
fn next_to_a_heavy_reference_the_others_keep_their_proportions() {
    let logarithms = [f64::NEG_INFINITY, 0.0, -800.0, -801.0, -900.0];
    let alone: Vec<f64> = [f64::NEG_INFINITY, f64::NEG_INFINITY, 0.0, -1.0, -100.0].into();
    let weights = [0.0, 1e300, 1.0, (-1.0f64).exp(), (-100.0f64).exp()];
    let expected = Weights::of_logarithms(&alone, 1.0, 64);
    for weights in [Weights::of_logarithms(&logarithms, 1.0, 64), Weights::new(&weights, 64)] {
        for against in [Against::Each, Against::Mean] {
            let without = utilities_of(5, &weights, against, true);
            assert_eq!(without[1], utilities_of(5, &expected, against, false)[1]);
            assert!(without.iter().all(|utility| utility.is_finite()));
        }
    }
}

#[test]
fn logarithms_are_multiplied_by_a_scale() {
    let logarithms = [-1.0, -2.0, -5.0];
    let weights = logarithms.map(|x| (0.5 * (x + 1.0f64)).exp());
    assert_eq!(Weights::of_logarithms(&logarithms, 0.5, 9), Weights::new(&weights, 9));
}

#[test]
fn the_error_rate_of_a_very_long_text_is_not_cut() {
    let ids: Vec<i64> = (0..400_000).collect();
    let texts = [Text::Ids(&ids), Text::Ids(&[-1]), Text::Ids(&[-2])];
    let ter = Ter { tokenizer: TercomTokenizer::default(), kernel: KernelChoice::Portable };
    let set = Set { texts: &texts, hypotheses: 1, weights: &Weights::uniform(2) };
    let options =
        UtilityOptions { effective_order: false, against: Against::Each, exclude_self: false };
    assert_eq!(utilities(&ter, set, options), Ok(vec![4e7]));
}

#[test]
fn equal_weights_are_exact() {
    assert_eq!(Weights::new(&[0.1; 3], 9), Weights::uniform(3));
    let weights = Weights::new(&[1e300, 1e300, 2e300], 9);
    assert_eq!(weights.part(2), 2 * weights.part(0));
    assert_eq!(weights.total(), 4 * weights.part(0));
    // Long texts need smaller weights, so that no sum of counts overflows.
    let narrow = Weights::new(&[1.0, 2.0], 1 << 31);
    assert!(narrow.total() < 1 << 30);
}

#[test]
fn the_first_of_the_best_is_chosen() {
    assert_eq!(best(&[1.0, 3.0, 3.0], true), Some(1));
    assert_eq!(best(&[1.0, 3.0, 1.0], false), Some(0));
    assert_eq!(best(&[], true), None);
}

#[test]
fn all_references_together_are_those_of_a_segment() {
    let texts = texts();
    let chrf = chrf(6, 2);
    let mut row = vec![0; chrf.columns().len()];
    chrf.counter().count(texts[0], &texts[1..], &mut row).expect("it counts");
    let expected = chrf.value(&row, true);
    assert_eq!(utilities_of(1, &Weights::uniform(4), Against::All, false), [expected]);
}
