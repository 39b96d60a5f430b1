//! What other programs gave for the golden corpora: to the bit, but where they compute in single
//! precision or have logarithms of their own.
//!
//! `core_settings.json` has what Python tells the core under the convention of each program
//! (`tools/golden_core.py`).

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use truebleu_core::bleu::{Average, Bleu, ReferenceLength, Rules, Smoothing};
use truebleu_core::corpus::add;
use truebleu_core::kernels::KernelChoice;
use truebleu_core::metric::Metric;
use truebleu_core::segment::Text;
use truebleu_core::text::lowercase::Casing;
use truebleu_core::tokenizers::Tokenizer;

#[derive(Deserialize)]
struct Input {
    hypotheses: Vec<String>,
    references: Vec<Vec<String>>,
}

/// Which recorded values a program's settings stand for.
#[derive(Deserialize)]
struct Entry {
    golden: String,
    tool: String,
    corpus: Option<String>,
    sentences: Option<String>,
    #[serde(default)]
    tolerance: f64,
    #[serde(default)]
    first_reference: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    tokenizer: String,
    case: String,
    max_ngram_order: usize,
    weights: Option<Vec<f64>>,
    reference_length: String,
    smoothing: String,
    smoothing_value: f64,
    scale: f64,
    rules: BTreeMap<String, String>,
    macro_average: Option<bool>,
    effective_order: Option<bool>,
}

impl Settings {
    fn bleu(&self) -> Option<Bleu> {
        let mut rules = Rules::default();
        for (rule, choice) in &self.rules {
            rules.set(rule, choice)?;
        }
        Some(Bleu {
            tokenizer: Tokenizer::from_name(&self.tokenizer)?,
            case: Casing::from_name(&self.case)?,
            orders: self.max_ngram_order,
            weights: self.weights.clone(),
            reference_length: ReferenceLength::from_name(&self.reference_length)?,
            smoothing: Smoothing::from_name(&self.smoothing, self.smoothing_value)?,
            scale: self.scale,
            rules,
            average: self
                .macro_average
                .map_or(Average::Micro, |effective_order| Average::Macro { effective_order }),
            of_several: String::new(),
            kernel: KernelChoice::Portable,
        })
    }
}

fn read<T: DeserializeOwned>(name: &str) -> T {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/golden");
    let text = std::fs::read_to_string(folder.join(name)).expect("testdata is there");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Return the numbers that a path such as `corpus.bleu` or `sentences.*.float32` leads to; none for
/// what is no number: an error of the program.
fn numbers_at(value: &Value, path: &str) -> Vec<Option<f64>> {
    let Some((head, rest)) = path.split_once('.').or((!path.is_empty()).then_some((path, "")))
    else {
        return match value {
            Value::Array(values) => values.iter().map(Value::as_f64).collect(),
            one => vec![one.as_f64()],
        };
    };
    match (head.parse::<usize>(), value) {
        (_, Value::Array(values)) if head == "*" => {
            values.iter().flat_map(|value| numbers_at(value, rest)).collect()
        }
        (Ok(place), Value::Array(values)) => {
            values.get(place).map_or_else(Vec::new, |value| numbers_at(value, rest))
        }
        _ => value.get(head).map_or_else(Vec::new, |value| numbers_at(value, rest)),
    }
}

fn equal(found: f64, recorded: f64, tolerance: f64) -> bool {
    (found - recorded).abs() <= tolerance * recorded.abs().max(1.0)
}

/// Check one program on one corpus, and return how many numbers were compared.
fn check(entry: &Entry, bleu: &Bleu, settings: &Settings, input: &Input, value: &Value) -> usize {
    let n_references = if entry.first_reference { 1 } else { usize::MAX };
    let mut sum = vec![0; bleu.columns().len()];
    let adding = sum.len() - bleu.last_columns();
    let mut sentences = Vec::new();
    for (hypothesis, references) in input.hypotheses.iter().zip(&input.references) {
        let references: Vec<_> =
            references.iter().take(n_references).map(|text| Text::Plain(text)).collect();
        let mut row = vec![0; sum.len()];
        if bleu.counter().count(Text::Plain(hypothesis), &references, &mut row).is_err() {
            // Where the program has no score either.
            return 0;
        }
        sentences.push(bleu.value(&row, settings.effective_order.unwrap_or(true)));
        add(&mut sum[..adding], &row[..adding]);
        sum[adding..].copy_from_slice(&row[adding..]);
    }
    let corpus = [bleu.value(&sum, settings.effective_order.unwrap_or(false))];
    let mut compared = 0;
    for (found, path) in [(&corpus[..], &entry.corpus), (&sentences, &entry.sentences)] {
        let recorded = path.as_deref().map_or_else(Vec::new, |path| numbers_at(value, path));
        for (found, recorded) in found.iter().zip(recorded) {
            if let Some(recorded) = recorded {
                let context = format!("{}: {found} for {recorded}", entry.golden);
                assert!(equal(*found, recorded, entry.tolerance), "{context}");
                compared += 1;
            }
        }
    }
    compared
}

#[test]
fn conventions_have_the_values_of_their_programs() {
    let inputs: BTreeMap<String, Input> = read("inputs.json");
    let entries: Vec<Entry> = read("conventions.json");
    let all_settings: Vec<Option<Settings>> = read("core_settings.json");
    assert_eq!(entries.len(), all_settings.len());
    let mut compared = 0;
    for (entry, settings) in entries.iter().zip(&all_settings) {
        // Google's BLEU is a metric of its own.
        let Some(settings) = settings else { continue };
        let tool: Value = read(&format!("tools/{}.json", entry.tool));
        let values = tool[&entry.golden].as_object().expect("there is a value for each corpus");
        let bleu = settings.bleu().expect("the core knows these names");
        for (case, value) in values {
            compared += check(entry, &bleu, settings, &inputs[case], value);
        }
    }
    // As many as the programs gave: where one stopped with an error, nothing is compared.
    assert_eq!(compared, 2574);
}

#[test]
fn names_that_nothing_has_are_refused() {
    for rule in [
        "totals",
        "zero_score",
        "missing",
        "arithmetic",
        "zero_precisions",
        "mean",
        "brevity",
        "joining",
        "scaling",
        "finish",
        "references",
    ] {
        let mut rules = Rules::default();
        assert_eq!(rules.set(rule, "decimals-x"), None, "{rule}");
        assert_eq!(rules, Rules::default(), "{rule}");
    }
    assert_eq!(Rules::default().set("total", "raw"), None);
    assert_eq!(Smoothing::from_name("method8", 1.0), None);
    assert_eq!(ReferenceLength::from_name("nearest"), None);
}

#[test]
fn usual_choices_have_names() {
    let choices = [
        ("totals", "at-least-one", "raw"),
        ("zero_score", "never", "no-matches"),
        ("missing", "one", "zero"),
        ("arithmetic", "single", "double"),
        ("zero_precisions", "drop", "annihilate"),
        ("mean", "root", "quotient"),
        ("brevity", "guarded", "lengths"),
        ("joining", "exponent", "product"),
        ("scaling", "last", "first"),
        ("finish", "decimals-4", "whole"),
        ("references", "one", "any"),
    ];
    for (rule, other, usual) in choices {
        let mut rules = Rules::default();
        assert_eq!(rules.set(rule, other), Some(()));
        assert_ne!(rules, Rules::default(), "{rule}");
        assert_eq!(rules.set(rule, usual), Some(()));
        assert_eq!(rules, Rules::default(), "{rule}");
    }
}
