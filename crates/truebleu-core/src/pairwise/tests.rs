use super::{BLOCK, Pairwise, PairwiseOptions, Read, WORTH_CROSSING};
use crate::bleu::tests::bleu;
use crate::bleu::{Average, Bleu, ReferenceLength, Rules, Smoothing, Totals};
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
    let mut values = vec![0.0; (hypotheses - 1) * references];
    pairs.score(1, &options(threads), &mut values).expect("it counts");
    let mut counter = metric.counter();
    let mut row = vec![0; metric.columns().len()];
    for (i, values) in values.chunks_exact(references).enumerate() {
        for (j, &value) in values.iter().enumerate() {
            counter.count(ours[i + 1], &theirs[j..=j], &mut row).expect("it counts");
            assert!(value.to_bits() == metric.value(&row, true).to_bits(), "{} {j}", i + 1);
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
