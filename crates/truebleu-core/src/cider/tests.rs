use super::{Cider, Frequencies, count};
use crate::inventory::{Inventory, Token};
use crate::kernels::KernelChoice;
use crate::segment::Text;
use crate::text::lowercase::Case;
use crate::tokenizers::Tokenizer;

const D: Cider = Cider { orders: 4, sigma: 6.0, clipped: true, divisor: 4 };

fn inventory(segments: &[(&str, &[&str])]) -> Inventory {
    let kernel = KernelChoice::available()[0];
    let mut inventory = Inventory::new(Tokenizer::None, Case::Mixed.into(), kernel, 1);
    for (hypothesis, references) in segments {
        inventory.add_hypothesis(0, Text::Plain(hypothesis)).unwrap();
        let texts: Vec<_> = references.iter().map(|&text| Text::Plain(text)).collect();
        inventory.add_references(&texts).unwrap();
    }
    inventory
}

#[test]
fn words_of_the_original() {
    let corpus = inventory(&[("dog", &["dog"]), ("cat", &["bird"])]);
    assert_eq!(D.scores(&corpus, None), [2.5, 0.0]);
    let corpus = inventory(&[
        ("a dog on a couch", &["a dog on a couch", "a dog lies on the couch"]),
        ("two buses on the street", &["two red buses on a street", "buses in traffic"]),
    ]);
    assert_eq!(D.scores(&corpus, None), [6.189_989_153_135_106, 1.574_102_617_189_767_8]);
    let plain = Cider { sigma: f64::INFINITY, clipped: false, ..D };
    assert_eq!(plain.scores(&corpus, None), [6.206_632_088_667_137, 1.610_843_918_243_516]);
}

#[test]
fn one_document_has_no_information() {
    assert_eq!(D.scores(&inventory(&[("a b c d", &["a b c d"])]), None), [0.0]);
    assert!(D.scores(&inventory(&[]), None).is_empty());
    assert_eq!(D.scores(&inventory(&[("", &["", "a"]), ("a", &["b"])]), None), [0.0, 0.0]);
}

#[test]
fn frequencies_of_a_corpus_give_its_own_scores() {
    let corpus = inventory(&[
        ("a b c", &["a b d", "b a b"]),
        ("a", &["a a a"]),
        ("c d e f", &["c d e f", "d"]),
    ]);
    let counts = count(&corpus, 4);
    let text = |token: &Token<'_>| match *token {
        Token::Word(bytes) => std::str::from_utf8(bytes).unwrap().to_owned(),
        Token::Id(id) => id.to_string(),
    };
    let named: Vec<(Vec<String>, f64)> = counts
        .iter()
        .map(|(words, count)| (words.iter().map(text).collect(), f64::from(*count)))
        .collect();
    assert_eq!(named[0], (vec!["a".to_owned()], 2.0));
    let named = named.iter().map(|(words, n)| (words.iter().map(String::as_str).collect(), *n));
    let frequencies = Frequencies::new(3.0, named);
    assert_eq!(D.scores(&corpus, Some(&frequencies)), D.scores(&corpus, None));
    let alone = inventory(&[("c d e f", &["c d e f", "d"])]);
    assert_eq!(D.scores(&alone, Some(&frequencies))[0], D.scores(&corpus, None)[2]);
}
