//! The golden cases in `testdata/`, taken from running sacreBLEU: counts and scores to the bit,
//! with every kernel that this processor has.

use std::path::PathBuf;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use truebleu_core::bleu::{Average, Bleu, ReferenceLength, Rules, Smoothing};
use truebleu_core::corpus::add;
use truebleu_core::kernels::KernelChoice;
use truebleu_core::metric::Metric;
use truebleu_core::segment::Text;
use truebleu_core::text::lowercase;
use truebleu_core::tokenizers::Tokenizer;

use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Input {
    hypotheses: Vec<String>,
    references: Vec<Vec<String>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Settings {
    tokenizer: Option<String>,
    lowercase: bool,
    smoothing: Option<String>,
    smoothing_value: Option<f64>,
    max_ngram_order: Option<usize>,
    weights: Option<Vec<f64>>,
    effective_order: bool,
    scale: Option<f64>,
}

#[derive(Deserialize)]
struct Case {
    case: String,
    settings: Settings,
    matches: Vec<i64>,
    totals: Vec<i64>,
    precisions: Vec<f64>,
    brevity_penalty: f64,
    hypothesis_length: i64,
    effective_reference_length: i64,
    value: f64,
    sentence_scores: Vec<f64>,
}

#[derive(Deserialize)]
struct Recorded {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Trap {
    text: String,
    tokens: BTreeMap<String, Vec<String>>,
    lowered_after: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
struct Example {
    name: String,
    hypothesis: String,
    references: Vec<String>,
    settings: Settings,
    value: f64,
    matches: Option<Vec<i64>>,
    totals: Option<Vec<i64>>,
}

fn read<T: DeserializeOwned>(name: &str) -> T {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let text = std::fs::read_to_string(folder.join(name)).expect("testdata is there");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

impl Settings {
    /// Return the metric, or nothing when the tokenizer is not in the core.
    fn bleu(&self, kernel: KernelChoice) -> Option<Bleu> {
        Some(Bleu {
            tokenizer: Tokenizer::from_name(self.tokenizer.as_deref().unwrap_or("13a"))?,
            case: if self.lowercase { lowercase::Case::Lower } else { lowercase::Case::Mixed }
                .into(),
            orders: self.weights.as_ref().map_or(self.max_ngram_order.unwrap_or(4), Vec::len),
            weights: self.weights.clone(),
            reference_length: ReferenceLength::Closest,
            smoothing: self.smoothing(),
            scale: self.scale.unwrap_or(100.0),
            rules: Rules::default(),
            average: Average::Micro,
            of_several: String::new(),
            kernel,
        })
    }

    fn smoothing(&self) -> Smoothing {
        let name = self.smoothing.as_deref().unwrap_or("exp");
        Smoothing::from_name(name, self.smoothing_value.unwrap_or_default())
            .unwrap_or_else(|| panic!("the core has no smoothing {name}"))
    }
}

fn row(bleu: &Bleu, hypothesis: &str, references: &[String]) -> Vec<i64> {
    let references: Vec<_> = references.iter().map(|text| Text::Plain(text)).collect();
    let mut row = vec![0; bleu.columns().len()];
    bleu.counter().count(Text::Plain(hypothesis), &references, &mut row).expect("it counts");
    row
}

/// Return truebleu's value for a recorded score: a perfect one is exactly 100.
fn ours(recorded: f64) -> f64 {
    recorded.min(100.0)
}

fn check(case: &Case, input: &Input, bleu: &Bleu) {
    let context = format!("{} {:?} {}", case.case, case.settings, bleu.kernel.name());
    let effective_order = case.settings.effective_order;
    let pairs = input.hypotheses.iter().zip(&input.references);
    let rows: Vec<_> = pairs.map(|(hypothesis, refs)| row(bleu, hypothesis, refs)).collect();
    let sentences: Vec<_> = rows.iter().map(|row| bleu.value(row, effective_order)).collect();
    let expected: Vec<_> = case.sentence_scores.iter().copied().map(ours).collect();
    assert_eq!(sentences, expected, "{context}");

    let mut sum = vec![0; bleu.columns().len()];
    rows.iter().for_each(|row| add(&mut sum, row));
    let lengths = [case.hypothesis_length, case.effective_reference_length];
    assert_eq!(sum, [&lengths[..], &case.matches, &case.totals].concat(), "{context}");
    let score = bleu.bleu_score(&sum, effective_order);
    assert_eq!(score.value, ours(case.value), "{context}");
    assert_eq!(score.precisions, case.precisions, "{context}");
    assert_eq!(score.brevity_penalty, case.brevity_penalty, "{context}");
}

#[test]
fn golden_cases() {
    let inputs: BTreeMap<String, Input> = read("golden/inputs.json");
    let recorded: Recorded = read("golden/sacrebleu.json");
    let mut checked = 0;
    for case in &recorded.cases {
        for kernel in KernelChoice::available() {
            if let Some(bleu) = case.settings.bleu(kernel) {
                check(case, &inputs[&case.case], &bleu);
                checked += 1;
            }
        }
    }
    // 19 corpora under 19 settings, 2 of which have tokenizers outside the core.
    assert_eq!(checked, 19 * 17 * KernelChoice::available().len());
}

#[test]
fn trap_strings() {
    let traps: Vec<Trap> = read("golden/tokens.json");
    // Those of all tools, and those of KerasHub alone.
    assert_eq!(traps.len(), 32 + 4);
    for Trap { text, tokens, lowered_after } in &traps {
        for (recorded, case) in
            [(tokens, lowercase::Case::Mixed), (lowered_after, lowercase::Case::LowerAfter)]
        {
            for (name, tokens) in recorded {
                if let Some(tokenizer) = Tokenizer::from_name(name) {
                    assert_eq!(&tokenizer.tokenize(text, case), tokens, "{name} {text:?}");
                }
            }
        }
    }
}

#[test]
fn worked_examples() {
    let examples: Vec<Example> = read("worked_examples.json");
    for example in &examples {
        for kernel in KernelChoice::available() {
            let bleu = example.settings.bleu(kernel).expect("the tokenizer is in the core");
            let row = row(&bleu, &example.hypothesis, &example.references);
            let value = bleu.value(&row, false);
            assert!((value - example.value).abs() < 1e-15, "{}: {value}", example.name);
            let (matches, totals) = row[2..].split_at(bleu.orders);
            assert_eq!(matches, example.matches.as_deref().unwrap_or(matches), "{}", example.name);
            assert_eq!(totals, example.totals.as_deref().unwrap_or(totals), "{}", example.name);
        }
    }
}
