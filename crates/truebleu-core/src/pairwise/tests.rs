use super::{BLOCK, Pairwise, PairwiseOptions, Read, WORTH_CROSSING};
use crate::abilities::FromMatches;
use crate::bleu::tests::bleu;
use crate::bleu::{
    Average, Bleu, Brevity, Finish, Mean, Missing, ReferenceLength, Rules, Scaling, Smoothing,
    Totals,
};
use crate::chrf::tests::chrf;
use crate::metric::Metric;
use crate::segment::Text;

/// Return texts that share much, little or nothing; some are very repetitive.
fn texts(count: usize) -> Vec<String> {
    let text = |i: usize| match i % 7 {
        0 => String::new(),
        1 => format!("the cat sat on mat {i}"),
        2 => "a ".repeat(i % 300),
        3 => "the the cat the the cat sat".to_owned(),
        4 => format!("Ä{} b Ä{} b Ä{}", i % 5, i % 3, i % 5),
        5 => format!("w{} w{} w{} w{} w{}", i % 4, i % 3, i % 4, i % 3, i % 2),
        _ => "x".repeat(i % 150),
    };
    (0..count).map(text).collect()
}

/// Return options with effective order.
fn options(threads: usize) -> PairwiseOptions<'static> {
    PairwiseOptions { effective_order: true, threads, go_on: &|| true }
}

/// Compare the matrix with pairs that are counted one by one.
fn check(metric: &dyn Metric, hypotheses: usize, references: usize, threads: usize) {
    let written = texts(hypotheses + references);
    let all: Vec<Text<'_>> = written.iter().map(|text| Text::Plain(text)).collect();
    let (ours, theirs) = all.split_at(hypotheses);
    let pairs = Pairwise::new(metric, ours, theirs).expect("it reads");
    assert_eq!(
        matches!(pairs.read, Read::Crossing(..)),
        hypotheses.min(references) >= WORTH_CROSSING
    );
    let mut counter = metric.counter();
    let mut row = vec![0; metric.columns().len()];
    for effective_order in [true, false] {
        let mut values = vec![0.0; (hypotheses - 1) * references];
        let options = PairwiseOptions { effective_order, ..options(threads) };
        pairs.score(1, &options, &mut values).expect("it counts");
        for (i, values) in values.chunks_exact(references).enumerate() {
            for (j, &value) in values.iter().enumerate() {
                counter.count(ours[i + 1], &theirs[j..=j], &mut row).expect("it counts");
                let expected = metric.value(&row, effective_order);
                assert_eq!(
                    value.to_bits(),
                    expected.to_bits(),
                    "{} {j}: {value} {expected}",
                    i + 1
                );
            }
        }
    }
}

#[test]
fn blocks_of_references_have_the_scores_of_pairs() {
    let rules = Rules { totals: Totals::AtLeastOne, ..Rules::default() };
    let metrics: [&dyn Metric; 6] = [
        &bleu(Smoothing::Exp),
        &bleu(Smoothing::Method5),
        &Bleu { reference_length: ReferenceLength::Average, orders: 2, ..bleu(Smoothing::None) },
        &Bleu { rules, average: Average::Macro { effective_order: true }, ..bleu(Smoothing::Exp) },
        &chrf(6, 0),
        &chrf(3, 2),
    ];
    for metric in metrics {
        check(metric, WORTH_CROSSING + 1, BLOCK + 44, 3);
    }
}

#[test]
fn tables_of_logarithms_have_the_scores_of_the_formula() {
    use Smoothing::{AddK, Exp, Floor, Laplace, Least, None as Unsmoothed, Pseudocounts};
    let other_steps = Rules {
        mean: Mean::Reciprocal,
        scaling: Scaling::Last,
        finish: Finish::AsIs,
        totals: Totals::AtLeastOne,
        brevity: Brevity::Guarded,
        ..Rules::default()
    };
    let missing = Rules { missing: Missing::One, ..Rules::default() };
    let smoothings =
        [Unsmoothed, Floor(0.1), Exp, AddK(1.0), Laplace(1.0), Pseudocounts, Least(1e-7)];
    for smoothing in smoothings {
        for rules in [Rules::default(), other_steps, missing] {
            let metric = Bleu { rules, ..bleu(smoothing) };
            assert!(
                metric.abilities().matches.is_some_and(|rows| rows.pair_scorer(true).is_some())
            );
            check(&metric, WORTH_CROSSING + 8, WORTH_CROSSING + 40, 1);
        }
    }
    // A third times a sum is rounded twice, the sum divided by 3 once.
    check(&Bleu { rules: other_steps, orders: 3, ..bleu(Exp) }, WORTH_CROSSING, 60, 1);
    check(&Bleu { orders: 3, ..bleu(Exp) }, WORTH_CROSSING, 60, 1);
    let clamped = Rules { finish: Finish::Clamp, ..Rules::default() };
    for metric in [bleu(Smoothing::Method4(5.0)), Bleu { rules: clamped, ..bleu(Exp) }] {
        assert!(metric.pair_scorer(true).is_none());
    }
}

#[test]
fn few_texts_are_compared_pair_by_pair() {
    check(&bleu(Smoothing::Exp), WORTH_CROSSING - 1, 70, 2);
    check(&chrf(6, 2), 40, 5, 1);
}

#[test]
fn counts_have_room_for_long_texts() {
    let metric = bleu(Smoothing::Exp);
    let mut written = texts(2 * WORTH_CROSSING);
    written[3] = "the cat ".repeat(20_000);
    written[WORTH_CROSSING + 4] = "cat ".repeat(33_000);
    let all: Vec<Text<'_>> = written.iter().map(|text| Text::Plain(text)).collect();
    let pairs = Pairwise::new(&metric, &all[..WORTH_CROSSING], &all[WORTH_CROSSING..]);
    let pairs = pairs.expect("it reads");
    assert!(matches!(pairs.read, Read::Crossing(..)));
    let mut values = vec![0.0; WORTH_CROSSING];
    pairs.score(3, &options(1), &mut values).expect("it counts");
    let mut row = vec![0; 10];
    metric.counter().count(all[3], &all[WORTH_CROSSING + 4..][..1], &mut row).expect("it counts");
    assert_eq!(values[4], metric.value(&row, true));
    written[0] = "cat ".repeat(1 << 16);
    let all: Vec<Text<'_>> = written.iter().map(|text| Text::Plain(text)).collect();
    let pairs = Pairwise::within(&metric, &all, all.len(), 0).expect("it reads");
    assert!(matches!(pairs.read, Read::Numbered(_)));
}

#[test]
fn nothing_more_is_done_when_told_so() {
    let metric = bleu(Smoothing::Exp);
    let written = texts(2 * BLOCK);
    let all: Vec<Text<'_>> = written.iter().map(|text| Text::Plain(text)).collect();
    for hypotheses in [BLOCK, WORTH_CROSSING - 1] {
        let pairs = Pairwise::new(&metric, &all[..hypotheses], &all[BLOCK..]).expect("it reads");
        assert_eq!(pairs.is_quick_in_pieces(), hypotheses < WORTH_CROSSING);
        let mut values = vec![-1.0; hypotheses * BLOCK];
        let stopped = PairwiseOptions { go_on: &|| false, ..options(2) };
        pairs.score(0, &stopped, &mut values).expect("it stops");
        assert!(!values.iter().any(|&value| value > 0.0));
    }
}
