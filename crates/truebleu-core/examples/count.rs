//! Count a corpus several times: the program that `make instructions` runs under valgrind. Nearly
//! all of its work is counting.
//!
//!     count METRIC HYPOTHESES REFERENCES TIMES
//!
//! METRIC is bleu, bleu-none or chrf. The kernel is the one that `TRUEBLEU_KERNEL` names. Prints
//! the score.

use std::error::Error;

use truebleu_core::bleu::{Average, Bleu, ReferenceLength, Rules, Smoothing};
use truebleu_core::chrf::Chrf;
use truebleu_core::corpus::add;
use truebleu_core::kernels::KernelChoice;
use truebleu_core::metric::Metric;
use truebleu_core::segment::Text;
use truebleu_core::text::lowercase::Case;
use truebleu_core::tokenizers::Tokenizer;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [metric, hypotheses, references, times] = arguments.as_slice() else {
        return Err("usage: count METRIC HYPOTHESES REFERENCES TIMES".into());
    };
    let (hypotheses, references) =
        (std::fs::read_to_string(hypotheses)?, std::fs::read_to_string(references)?);
    let kernel = KernelChoice::from_environment().map_err(|error| format!("{error:?}"))?;
    let metric: Box<dyn Metric> = match metric.as_str() {
        "bleu" => Box::new(bleu("13a", kernel)?),
        "bleu-none" => Box::new(bleu("none", kernel)?),
        "chrf" => Box::new(chrf(kernel)),
        _ => return Err("the metric is bleu, bleu-none or chrf".into()),
    };
    let pairs: Vec<_> = hypotheses.split('\n').zip(references.split('\n')).collect();
    let mut sum = Vec::new();
    for _ in 0..times.parse::<usize>()? {
        sum = count(&*metric, &pairs)?;
    }
    println!("{}", metric.value(&sum, false));
    Ok(())
}

/// Return BLEU with sacreBLEU's defaults.
fn bleu(tokenizer: &str, kernel: KernelChoice) -> Result<Bleu, Box<dyn Error>> {
    Ok(Bleu {
        tokenizer: Tokenizer::from_name(tokenizer).ok_or("there is no such tokenizer")?,
        case: Case::Mixed.into(),
        orders: 4,
        weights: None,
        reference_length: ReferenceLength::Closest,
        smoothing: Smoothing::Exp,
        scale: 100.0,
        rules: Rules::default(),
        average: Average::Micro,
        of_several: String::new(),
        kernel,
    })
}

/// Return chrF with sacreBLEU's defaults.
fn chrf(kernel: KernelChoice) -> Chrf {
    Chrf {
        char_order: 6,
        word_order: 0,
        beta_squared: 4.0,
        lowercase: false,
        whitespace: false,
        eps_smoothing: false,
        kernel,
    }
}

/// Return the sum of the rows of all pairs of lines.
fn count(metric: &dyn Metric, pairs: &[(&str, &str)]) -> Result<Vec<i64>, Box<dyn Error>> {
    let mut counter = metric.counter();
    let mut row = vec![0; metric.columns().len()];
    let mut sum = row.clone();
    for &(hypothesis, reference) in pairs {
        counter
            .count(Text::Plain(hypothesis), &[Text::Plain(reference)], &mut row)
            .map_err(|error| format!("{error:?}"))?;
        add(&mut sum, &row);
    }
    Ok(sum)
}
