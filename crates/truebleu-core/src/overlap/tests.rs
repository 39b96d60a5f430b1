use super::*;
use crate::text::lowercase::Case;
use crate::tokenizers::Tokenizer;

const ALL: u64 = u64::MAX;

fn held(order: usize, rule: Rule, texts: &[&str]) -> Overlap {
    let mut overlap = Overlap::new(order, rule, KernelChoice::Portable);
    for text in texts {
        overlap.add(Text::Plain(text)).unwrap();
    }
    overlap
}

fn characters(text: &str, range: &Option<Range<u32>>) -> String {
    let range = range.clone().unwrap();
    text.chars().skip(range.start as usize).take(range.len()).collect()
}

#[test]
fn bare_words_have_no_case_and_no_marks() {
    let text = "The «cat» sat — on a MAT!";
    let document = "Once upon a time the cat, sat on a mat.";
    let mut overlap = held(4, Rule::Bare, &[text]);
    overlap.pass(Text::Plain("nothing of it")).unwrap();
    overlap.pass(Text::Plain(document)).unwrap();
    let shared = overlap.passed_over(0, ALL);
    assert_eq!((shared.tokens, shared.ngrams), (6, 3));
    assert_eq!((shared.shared_tokens, shared.shared_ngrams), (6, 3));
    let [found] = &shared.matches[..] else { panic!("{shared:?}") };
    assert_eq!((found.document, found.documents), (1, 1));
    assert_eq!((found.tokens.clone(), found.document_tokens.clone()), (0..6, 4..10));
    assert_eq!(characters(text, &found.characters), "The «cat» sat — on a MAT");
    assert_eq!(characters(document, &found.document_characters), "the cat, sat on a mat");
}

#[test]
fn tokens_are_found_in_their_text() {
    let rule = Rule::Tokens(Tokenizer::ThirteenA, Case::Lower);
    let text = "Αυτός ΌΧΙ, ΟΔΟΣ İstanbul: it's 3,000.";
    let mut overlap = held(3, rule, &[text]);
    overlap.pass(Text::Plain("x αυτός όχι , οδος i̇stanbul : it's 3,000 . y")).unwrap();
    let shared = overlap.passed_over(0, ALL);
    assert_eq!(characters(text, &shared.matches[0].characters), text);
    // What becomes two characters may be two tokens.
    let mut overlap = held(4, Rule::Tokens(Tokenizer::Char, Case::Lower), &["xİay"]);
    overlap.pass(Text::Plain("i̇Az i̇aY")).unwrap();
    let shared = overlap.passed_over(0, ALL);
    assert_eq!(shared.matches[0].characters, Some(1..4));
    // An entity is rewritten: then nobody knows which characters a token has.
    let mut overlap = held(3, rule, &["you &amp; me and"]);
    overlap.pass(Text::Plain("You & Me and him")).unwrap();
    let shared = overlap.passed_over(0, ALL);
    assert_eq!((shared.shared_tokens, &shared.matches[0].characters), (4, &None));
    assert_eq!(shared.matches[0].document_characters, Some(0..12));
}

#[test]
fn of_several_documents_the_longest_run_is_told() {
    let mut overlap = held(2, Rule::Bare, &["a b c d e f"]);
    for document in ["b c", "x a b c d y", "c d e f c d", "a b c d e"] {
        overlap.pass(Text::Plain(document)).unwrap();
    }
    let shared = overlap.passed_over(0, ALL);
    let told: Vec<_> = shared
        .matches
        .iter()
        .map(|found| (found.tokens.clone(), found.document, found.documents))
        .collect();
    assert_eq!(told, [(0..5, 3, 2), (4..6, 2, 1)]);
    assert_eq!((shared.shared_tokens, shared.shared_ngrams), (6, 5));
    // "b c" is in three documents, "c d" in three: they do not count.
    let shared = overlap.passed_over(0, 2);
    assert_eq!(shared.shared_ngrams, 3);
}

#[test]
fn the_same_is_found_whichever_side_is_held() {
    let mut seed = 3_u64;
    let mut draw = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    for order in [1, 2, 3, 5] {
        let mut made = |count: u64| -> Vec<String> {
            let text = |_| (0..draw(14)).map(|_| draw(4).to_string()).collect::<Vec<_>>().join(" ");
            (0..count).map(text).collect()
        };
        let (texts, corpus) = (made(12), made(9));
        let of = |texts: &[String]| {
            let mut overlap = Overlap::new(order, Rule::Bare, KernelChoice::Portable);
            texts.iter().for_each(|text| overlap.add(Text::Plain(text)).unwrap());
            overlap
        };
        let (mut ours, mut theirs) = (of(&texts), of(&corpus));
        corpus.iter().for_each(|document| ours.pass(Text::Plain(document)).unwrap());
        for (i, text) in texts.iter().enumerate() {
            let (one, other) = (ours.passed_over(i, ALL), theirs.find(Text::Plain(text), ALL));
            let other = other.unwrap();
            for shared in [&one, &other] {
                check(shared, text, &corpus, order, None);
            }
            check(&ours.among(i, ALL), text, &texts, order, Some(i));
            assert_eq!(one.shared_tokens, other.shared_tokens);
        }
    }
}

/// Holds what was found against looking everywhere.
fn check(shared: &Shared, text: &str, corpus: &[String], order: usize, own: Option<usize>) {
    let split = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let (tokens, corpus): (_, Vec<_>) = (split(text), corpus.iter().map(|d| split(d)).collect());
    let has = |document: &[String], gram: &[String]| document.windows(order).any(|w| w == gram);
    let holders = |gram: &[String]| {
        let others = corpus.iter().enumerate().filter(|&(j, _)| Some(j) != own);
        others.filter(|(_, document)| has(document, gram)).count()
    };
    let mut covered = vec![false; tokens.len()];
    let mut ngrams = 0;
    for (at, gram) in tokens.windows(order).enumerate() {
        if holders(gram) > 0 {
            covered[at..at + order].fill(true);
            ngrams += 1;
        }
    }
    assert_eq!(shared.shared_ngrams, ngrams, "{text:?} {shared:?}");
    assert_eq!(shared.shared_tokens, covered.iter().filter(|&&c| c).count());
    let mut told = vec![false; tokens.len()];
    for found in &shared.matches {
        assert_ne!(Some(found.document as usize), own);
        let document = &corpus[found.document as usize];
        let ours = &tokens[found.tokens.clone()];
        assert_eq!(ours, &document[found.document_tokens.clone()]);
        assert!(ours.len() >= order);
        told[found.tokens.clone()].fill(true);
        let fewest = ours.windows(order).map(holders).min().unwrap();
        assert_eq!(found.documents as usize, fewest);
    }
    assert_eq!(told, covered);
}

#[test]
fn words_do_not_meet_ids() {
    let mut overlap = Overlap::new(2, Rule::Bare, KernelChoice::Portable);
    overlap.add(Text::Ids(&[5, 6, 7])).unwrap();
    overlap.pass(Text::Ids(&[4, 5, 6])).unwrap();
    let shared = overlap.passed_over(0, ALL);
    assert_eq!((shared.shared_tokens, &shared.matches[0].characters), (2, &None));
    let error = overlap.pass(Text::Plain("a b")).unwrap_err();
    assert_eq!(error, Error::MixedKinds { segment: 1 });
    assert_eq!(overlap.add(Text::Plain("a")).unwrap_err(), Error::MixedKinds { segment: 1 });
}

#[test]
fn equal_hashes_are_told_apart_by_their_tokens() {
    let mut grams = Grams::default();
    let tokens = [1, 2, 3, 4, 1, 2];
    assert_eq!(grams.add(7, 0, 2, 0, &tokens), 0);
    assert_eq!(grams.add(7, 2, 2, 0, &tokens), 1);
    assert_eq!(grams.add(7, 4, 2, 1, &tokens), 0);
    assert_eq!(grams.find(7, &[3, 4], &tokens), 1);
    assert_eq!(grams.find(7, &[4, 1], &tokens), NONE);
    assert_eq!((grams.get(0).texts, grams.get(0).elsewhere), (2, 4));
}
