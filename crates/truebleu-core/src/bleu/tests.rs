use super::*;
use crate::metric::Text;
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

fn row(bleu: &Bleu, hypothesis: &str, references: &[&str]) -> Vec<i64> {
    let references: Vec<Text<'_>> = references.iter().map(|text| Text::Plain(text)).collect();
    let mut row = vec![0; bleu.columns().len()];
    bleu.counter().count(Text::Plain(hypothesis), &references, &mut row).expect("it counts");
    row
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

#[test]
fn one_count_serves_every_metric_of_the_same_tokens() {
    let pairs = [("a b c d e f", "a b c e f"), ("x", "y"), ("a b", "a b"), ("", "a")];
    let wide = Bleu { orders: 7, ..bleu(Smoothing::Exp) };
    let rows: Vec<i64> = pairs.iter().flat_map(|(h, r)| row(&wide, h, &[r])).collect();
    let at_least_one = Rules { totals: Totals::AtLeastOne, ..Rules::default() };
    let average = Average::Macro { effective_order: true };
    for metric in [
        bleu(Smoothing::Method5),
        bleu(Smoothing::NltkMethod7(5.0)),
        Bleu { orders: 6, rules: at_least_one, ..bleu(Smoothing::Least) },
        Bleu { average, ..bleu(Smoothing::Floor(0.1)) },
    ] {
        let mut expected = vec![0; metric.columns().len()];
        for (hypothesis, reference) in pairs {
            let row = row(&metric, hypothesis, &[reference]);
            let adding = row.len() - metric.last_columns();
            crate::corpus::add(&mut expected[..adding], &row[..adding]);
            expected[adding..].copy_from_slice(&row[adding..]);
        }
        let found = metric.summed_from(&rows, wide.columns().len());
        assert_eq!(found.expect("all have scores"), Some(expected));
    }
    let wider = Bleu { orders: 8, ..bleu(Smoothing::Exp) };
    assert_eq!(wider.summed_from(&rows, wide.columns().len()).expect("no errors"), None);
}
