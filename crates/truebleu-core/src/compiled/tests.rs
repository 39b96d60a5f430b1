use super::{Compiled, rows};
use crate::bleu::{Average, Bleu, Smoothing, tests};
use crate::chrf::tests::chrf;
use crate::error::Error;
use crate::gleu::Gleu;
use crate::kernels::KernelChoice;
use crate::metric::Metric;
use crate::segment::Text;
use crate::testing::row;
use crate::text::lowercase::{Case, Casing};
use crate::tokenizers::Tokenizer;

fn bleu(smoothing: Smoothing, average: Average) -> Bleu {
    Bleu { case: Case::LowerFirst.into(), average, ..tests::bleu(smoothing) }
}

fn metrics() -> Vec<Box<dyn Metric>> {
    let (tokenizer, kernel) = (Tokenizer::ThirteenA, KernelChoice::Portable);
    let case = Casing::from(Case::Mixed);
    let mean = Average::Macro { effective_order: true };
    vec![
        Box::new(bleu(Smoothing::Exp, Average::Micro)),
        Box::new(bleu(Smoothing::Method5, Average::Micro)),
        Box::new(bleu(Smoothing::Exp, mean)),
        Box::new(Gleu { tokenizer, case, min_order: 2, max_order: 4, scale: 1.0, kernel }),
        Box::new(chrf(6, 2)),
    ]
}

const PROMPTS: [&[&str]; 3] = [
    &["The cat sat on the mat.", "A cat was sitting on the large mat, the cat's mat."],
    &["Donaudampfschifffahrt ist ein langes Wort."],
    &["", "is it empty? is it? is it?"],
];

const ANSWERS: [&str; 6] = [
    "",
    "the the the cat sat on the mat mat",
    "Donaudampfschifffahrt Donaudampfschifffahrt ist ein Wort",
    "is it is it is it is it?",
    "nothing of it",
    "The cat sat on the mat.",
];

#[test]
fn rows_are_those_of_counting_anew() {
    for metric in metrics() {
        let references = PROMPTS.map(|texts| texts.iter().map(|text| Text::Plain(text)).collect());
        let references: [Vec<_>; 3] = references;
        let compiled =
            references.each_ref().map(|texts| Compiled::new(&*metric, texts).expect("it reads"));
        let places = (0..3).flat_map(|i| ANSWERS.map(|answer| (i, Text::Plain(answer))));
        let (mut expected, mut pairs) = (Vec::new(), Vec::new());
        for (i, answer) in places {
            expected.extend(row(&*metric, answer, &references[i]));
            pairs.push((answer, &compiled[i]));
        }
        for threads in [1, 3] {
            let mut actual = vec![-1; expected.len()];
            rows(&*metric, &pairs, threads, &mut actual).expect("it counts");
            assert_eq!(actual, expected, "{:?}", metric.columns());
        }
    }
}

#[test]
fn tokens_and_numbers_are_compiled_too() {
    let metric = bleu(Smoothing::Exp, Average::Micro);
    let words = Text::Words { bytes: b"alongertoken...b", ends: &[15, 16] };
    let ids = Text::Ids(&[1, -7, 1]);
    for text in [words, ids] {
        let compiled = Compiled::new(&metric, &[text]).expect("it reads");
        let mut actual = vec![0; metric.columns().len()];
        rows(&metric, &[(text, &compiled)], 1, &mut actual).expect("it counts");
        assert_eq!(actual, row(&metric, text, &[text]));
        assert_eq!(actual[2], actual[0]);
    }
}

#[test]
fn longer_references_take_more_memory() {
    let long = "the cat sat on a mat and on another mat, ".repeat(20);
    for metric in metrics() {
        let [less, more] = ["the cat", &long]
            .map(|text| Compiled::new(&*metric, &[Text::Plain(text)]).expect("it reads").bytes());
        assert!(less + 200 < more && more < 100 * long.len(), "{less} and {more}");
    }
}

#[test]
fn what_cannot_be_counted_is_told_with_its_place() {
    let metric = bleu(Smoothing::Exp, Average::Micro);
    let none = Compiled::new(&metric, &[]).err();
    assert_eq!(none, Some(Error::NoReference { segment: 0 }));
    let mixed = Compiled::new(&metric, &[Text::Plain("a"), Text::Ids(&[1])]).err();
    assert_eq!(mixed, Some(Error::MixedKinds { segment: 0 }));
    let compiled = Compiled::new(&metric, &[Text::Plain("a")]).expect("it reads");
    let pairs = vec![(Text::Plain("a"), &compiled); 20];
    let mut wrong = pairs.clone();
    wrong.push((Text::Ids(&[1]), &compiled));
    let mut actual = vec![0; wrong.len() * metric.columns().len()];
    let error = rows(&metric, &wrong, 1, &mut actual);
    assert_eq!(error, Err(Error::MixedKinds { segment: 20 }));
}
