//! The golden cases of BLEU's sisters in `testdata/`, with every kernel that this processor has:
//! what rouge-score, Hugging Face, NLTK and mteval gave.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use truebleu_core::corpus::{Segments, add};
use truebleu_core::gleu::Gleu;
use truebleu_core::inventory::Inventory;
use truebleu_core::kernels::KernelChoice;
use truebleu_core::meteor::{Meteor, Texts};
use truebleu_core::metric::Metric;
use truebleu_core::nist;
use truebleu_core::rouge::{Package, Rouge, Variant};
use truebleu_core::segment::Text;
use truebleu_core::text::lowercase::Case;
use truebleu_core::tokenizers::Tokenizer;

#[derive(Deserialize)]
struct Input {
    hypotheses: Vec<String>,
    references: Vec<Vec<String>>,
}

#[derive(Deserialize)]
struct MeteorCase {
    hypothesis: String,
    references: Vec<String>,
    value: f64,
    without: f64,
}

/// A corpus of one segment.
impl Segments for MeteorCase {
    fn len(&self) -> usize {
        1
    }

    fn systems(&self) -> usize {
        1
    }

    fn segment<'s>(&'s self, _: usize, references: &mut Vec<Text<'s>>) -> Text<'s> {
        references.extend(plain(&self.references));
        self.hypothesis(0, 0)
    }

    fn hypothesis(&self, _: usize, _: usize) -> Text<'_> {
        Text::Plain(&self.hypothesis)
    }
}

#[derive(Deserialize)]
struct Recorded {
    synonyms: BTreeMap<String, Vec<String>>,
    cases: Vec<MeteorCase>,
}

fn read<T: DeserializeOwned>(name: &str) -> T {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/golden");
    let text = std::fs::read_to_string(folder.join(name)).expect("testdata is there");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn inputs() -> BTreeMap<String, Input> {
    read("inputs.json")
}

/// Return the recorded results of one program, by corpus.
fn recorded(file: &str, program: &str) -> BTreeMap<String, Value> {
    let mut all: BTreeMap<String, Value> = read(file);
    serde_json::from_value(all.remove(program).expect("it was recorded")).expect("by corpus")
}

fn tokenizer(name: &str) -> Tokenizer {
    Tokenizer::from_name(name).expect("the core has it")
}

fn plain(texts: &[String]) -> Vec<Text<'_>> {
    texts.iter().map(|text| Text::Plain(text)).collect()
}

/// Return the row of each segment.
fn rows(metric: &dyn Metric, input: &Input) -> Vec<Vec<i64>> {
    let mut counter = metric.counter();
    let pairs = input.hypotheses.iter().zip(&input.references);
    pairs
        .map(|(hypothesis, references)| {
            let mut row = vec![0; metric.columns().len()];
            counter
                .count(Text::Plain(hypothesis), &plain(references), &mut row)
                .expect("it counts");
            row
        })
        .collect()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(|one| one.as_f64().expect("a number")).collect()
}

#[test]
fn gleu() {
    let (inputs, kinds) =
        (inputs(), [("13a", "hf_evaluate.google_bleu"), ("none", "nltk.corpus_gleu")]);
    for (name, program) in kinds {
        let file = format!("tools/{}.json", program.split('.').next().expect("a program"));
        for kernel in KernelChoice::available() {
            let gleu = Gleu {
                tokenizer: tokenizer(name),
                case: Case::Mixed.into(),
                min_order: 1,
                max_order: 4,
                scale: 1.0,
                kernel,
            };
            for (case, value) in recorded(&file, program) {
                let rows = rows(&gleu, &inputs[&case]);
                let values: Vec<_> = rows.iter().map(|row| gleu.value(row, false)).collect();
                assert_eq!(values, numbers(&value["sentences"]), "{program} {case}");
                let mut sum = vec![0; 2];
                rows.iter().for_each(|row| add(&mut sum, row));
                let corpus = &value["corpus"];
                let corpus = corpus.get("google_bleu").unwrap_or(corpus).as_f64();
                assert_eq!(Some(gleu.value(&sum, false)), corpus, "{program} {case}");
            }
        }
    }
}

#[test]
fn rouge() {
    let inputs = inputs();
    let variants = [
        ("rouge1", Variant::Ngrams(1)),
        ("rouge2", Variant::Ngrams(2)),
        ("rougeL", Variant::Subsequence),
        ("rougeLsum", Variant::Summary),
    ];
    for (stem, name) in [(false, "False"), (true, "True")] {
        let recorded =
            recorded("tools/rouge_score.json", &format!("rouge_score(use_stemmer={name})"));
        for (kind, variant) in variants {
            for kernel in KernelChoice::available() {
                let (tokenizer, case) = (tokenizer("rouge"), Case::Lower);
                let package = Package::default();
                let rouge = Rouge {
                    package,
                    variants: vec![variant],
                    tokenizer,
                    case,
                    stem,
                    scale: 1.0,
                    kernel,
                };
                for (case, value) in &recorded {
                    let sentences = value["sentences"].as_array().expect("a list");
                    for (row, sentence) in rows(&rouge, &inputs[case]).iter().zip(sentences) {
                        let score = rouge.score(row, false);
                        let actual = [&score.details[..], &[score.value]].concat();
                        assert_eq!(actual, numbers(&sentence[kind]), "{kind} {stem} {case}");
                    }
                }
            }
        }
    }
}

#[test]
fn nist_of_mteval() {
    let inputs = inputs();
    let mut checked = 0;
    for (version, name) in [("v13a", "mteval-13a"), ("v14", "mteval-13a"), ("v14c", "mteval-14c")] {
        let program = format!("mteval-{version}.pl(-c)[xml]");
        for (case, value) in recorded(&format!("tools/mteval-{version}.json"), &program) {
            let Some(expected) = value["corpus"].get("NIST").and_then(Value::as_f64) else {
                continue;
            };
            for kernel in KernelChoice::available() {
                let mut corpus = Inventory::new(tokenizer(name), Case::Mixed.into(), kernel, 1);
                for (hypothesis, references) in
                    inputs[&case].hypotheses.iter().zip(&inputs[&case].references)
                {
                    corpus.add_hypothesis(0, Text::Plain(hypothesis)).expect("it counts");
                    corpus.add_references(&plain(references)).expect("it counts");
                }
                let rows = nist::rows(&corpus, 0, nist::ORDERS);
                let width = nist::columns(nist::ORDERS).len();
                let scores: Vec<_> = rows.chunks(width).map(|row| nist::score(row).value).collect();
                let mut sum = vec![0.0; width];
                for row in rows.chunks(width) {
                    sum.iter_mut().zip(row).for_each(|(total, part)| *total += part);
                }
                let all_scores = [&scores[..], &[nist::score(&sum).value]].concat();
                let all_expected =
                    [&numbers(&value["corpus"]["NIST_seg"])[..], &[expected]].concat();
                // Perl adds in the order of its hashes.
                let near = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-12 * b.abs().max(1.0);
                assert!(
                    all_scores.len() == all_expected.len()
                        && all_scores.iter().zip(&all_expected).all(near),
                    "{case}"
                );
                checked += 1;
            }
        }
    }
    assert!(checked >= 3 * 15, "{checked}");
}

#[test]
fn meteor() {
    let recorded: Recorded = read("meteor.json");
    let meteor = Meteor { alpha: 0.9, beta: 3.0, gamma: 0.5 };
    for kernel in KernelChoice::available() {
        let mut texts = Texts::new(tokenizer("none"), Case::Lower.into(), kernel, true);
        for case in &recorded.cases {
            texts.add(case).expect("it counts");
        }
        for with in [true, false] {
            let synonyms = |stem: &[u8], tell: &mut dyn FnMut(&[u8])| {
                let recorded_synonyms =
                    std::str::from_utf8(stem).map(|stem| recorded.synonyms.get(stem));
                recorded_synonyms.map(|recorded_synonyms| {
                    recorded_synonyms
                        .filter(|_| with)
                        .into_iter()
                        .flatten()
                        .for_each(|s| tell(s.as_bytes()));
                })
            };
            let words = texts.vocabulary(synonyms).expect("stems are text");
            let expected =
                recorded.cases.iter().map(|one| if with { one.value } else { one.without });
            let recorded_synonyms = texts.scores(meteor, &words);
            for (place, (recorded_synonyms, expected)) in
                recorded_synonyms.iter().zip(expected).enumerate()
            {
                let near = (recorded_synonyms - expected).abs() <= f64::EPSILON;
                assert!(near, "case {place}: {recorded_synonyms} and not {expected}");
            }
        }
    }
}
