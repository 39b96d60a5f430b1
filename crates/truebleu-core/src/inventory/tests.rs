use super::{Entry, Inventory, Kind, Status, Table, Token};
use crate::error::Error;
use crate::kernels::KernelChoice;
use crate::ngrams::{Words, trie};
use crate::segment::Text;
use crate::testing::{Random, tokens};
use crate::text::lowercase::Case;
use crate::tokenizers::Tokenizer;

fn inventory(systems: &[&[&str]], references: &[&[&str]]) -> Inventory {
    let mut inventory =
        Inventory::new(Tokenizer::None, Case::Mixed.into(), KernelChoice::Portable, systems.len());
    for (system, texts) in systems.iter().enumerate() {
        for text in *texts {
            inventory.add_hypothesis(system, Text::Plain(text)).unwrap();
        }
    }
    for texts in references {
        let texts: Vec<_> = texts.iter().map(|text| Text::Plain(text)).collect();
        inventory.add_references(&texts).unwrap();
    }
    inventory
}

fn tables(inventory: &Inventory, orders: usize, kinds: &[Kind], top: usize) -> Vec<Table> {
    let mut level = inventory.level();
    let mut actual = vec![level.table(kinds, top, 10)];
    for _ in 1..orders {
        level.raise();
        actual.push(level.table(kinds, top, 10));
    }
    actual
}

fn text_of(inventory: &Inventory, tokens: &[u32]) -> String {
    let words: Vec<_> = tokens
        .iter()
        .map(|&number| match inventory.token(number) {
            Token::Word(bytes) => String::from_utf8(bytes.to_vec()).unwrap(),
            Token::Id(id) => id.to_string(),
        })
        .collect();
    words.join(" ")
}

fn called(inventory: &Inventory, table: &Table, entry: &Entry) -> String {
    text_of(inventory, &table.grams[entry.gram].tokens)
}

#[test]
fn papineni_s_example_is_clipped() {
    let inventory = inventory(&[&["the the the the the the the"]], &[&["the cat is on the mat"]]);
    let kinds = [Kind::Clipped(0), Kind::Missed(0), Kind::Unmatched(0), Kind::Matched(0)];
    let actual = tables(&inventory, 2, &kinds, 3);
    let [clipped, missed, unmatched, matched] = &actual[0].rankings[..] else { panic!() };
    let the = &actual[0].grams[clipped[0].gram];
    assert_eq!((clipped.len(), clipped[0].value, the.reference), (1, 5, 2));
    assert_eq!(text_of(&inventory, &the.tokens), "the");
    assert_eq!(clipped[0].places, [(0, 5)]);
    let missed: Vec<_> = missed.iter().map(|entry| called(&inventory, &actual[0], entry)).collect();
    assert_eq!(missed, ["cat", "is", "on"]); // 3 of 4, in text order
    assert!(unmatched.is_empty());
    assert_eq!(matched[0].value, 2);
    let [_, _, unmatched, _] = &actual[1].rankings[..] else { panic!() };
    assert_eq!(called(&inventory, &actual[1], &unmatched[0]), "the the");
    assert_eq!(unmatched[0].value, 6);
}

#[test]
fn of_two_systems_the_one_that_matches_more_is_ahead() {
    let inventory =
        inventory(&[&["a b c", "a b"], &["x b c", "a y"]], &[&["a b c"], &["a b", "b b b"]]);
    let kinds = [Kind::Ahead(0, 1), Kind::Ahead(1, 0)];
    let actual = tables(&inventory, 2, &kinds, 5);
    let ahead: Vec<_> = actual[0].rankings[0]
        .iter()
        .map(|entry| (called(&inventory, &actual[0], entry), entry.value, entry.places.clone()))
        .collect();
    assert_eq!(ahead, [("a".to_owned(), 1, vec![(0, 1)]), ("b".to_owned(), 1, vec![(1, 1)])]);
    assert!(actual[0].rankings[1].is_empty());
    assert_eq!(actual[1].sums.iter().map(|sums| sums.matches).collect::<Vec<_>>(), [3, 1]);
}

/// Return the matches of a segment, by the counting that BLEU uses.
fn matches(hypothesis: &str, references: &[String]) -> [i64; 4] {
    let (bytes, hypothesis) = tokens(hypothesis.split_whitespace());
    let references: Vec<_> =
        references.iter().map(|text| tokens(text.split_whitespace())).collect();
    let references: Vec<_> =
        references.iter().map(|(bytes, tokens)| Words { tokens, bytes }).collect();
    let mut actual = [0; 4];
    let words = Words { tokens: &hypothesis, bytes: &bytes };
    trie::count(words, &references, &mut actual);
    actual
}

#[test]
fn sums_and_marks_are_what_bleu_counts() {
    let mut random = Random(11);
    for alphabet in [1, 2, 5, 40] {
        let mut inventory =
            Inventory::new(Tokenizer::None, Case::Mixed.into(), KernelChoice::Portable, 1);
        let (mut matched, mut totals) = ([0; 4], [0; 4]);
        for segment in 0..40 {
            let hypothesis = random.text(segment % 23, alphabet);
            let references: Vec<_> =
                (0..1 + segment % 3).map(|k| random.text((segment + k) % 19, alphabet)).collect();
            let segment_matches = matches(&hypothesis, &references);
            let texts: Vec<_> = references.iter().map(|text| Text::Plain(text)).collect();
            inventory.add_hypothesis(0, Text::Plain(&hypothesis)).unwrap();
            inventory.add_references(&texts).unwrap();
            for (i, marks) in inventory.marks(0, segment, 4).iter().enumerate() {
                let of_order = marks.iter().filter(|mark| mark.status == Status::Matched).count();
                assert_eq!(of_order as i64, segment_matches[i]);
                assert_eq!(marks.len(), (segment % 23).saturating_sub(i));
                matched[i] += segment_matches[i];
                totals[i] += marks.len() as i64;
            }
        }
        let kinds = [Kind::Matched(0), Kind::Missed(0), Kind::Clipped(0), Kind::Unmatched(0)];
        for table in tables(&inventory, 4, &kinds, usize::MAX) {
            let sums = table.sums[0];
            assert_eq!(sums.matches as i64, matched[table.order - 1]);
            assert_eq!(sums.hypothesis as i64, totals[table.order - 1]);
            let by_kind: Vec<i64> = table
                .rankings
                .iter()
                .map(|ranking| ranking.iter().map(|entry| entry.value).sum())
                .collect();
            assert_eq!(by_kind[0] + by_kind[2] + by_kind[3], sums.hypothesis as i64);
            assert_eq!(by_kind[0] + by_kind[1], table.reference as i64);
            assert_eq!(by_kind[2], sums.clipped as i64);
        }
    }
}

#[test]
fn a_short_ranking_is_the_beginning_of_the_whole() {
    let mut random = Random(5);
    for alphabet in [2, 7, 60] {
        let mut inventory =
            Inventory::new(Tokenizer::None, Case::Mixed.into(), KernelChoice::Portable, 2);
        for segment in 0..30 {
            let reference = random.text(3 + segment % 17, alphabet);
            for system in 0..2 {
                let text = random.text(segment % 19, alphabet);
                inventory.add_hypothesis(system, Text::Plain(&text)).unwrap();
            }
            inventory.add_references(&[Text::Plain(&reference)]).unwrap();
        }
        let kinds = [Kind::Ahead(0, 1), Kind::Ahead(1, 0), Kind::Missed(1), Kind::Unmatched(0)];
        let all_tables = tables(&inventory, 3, &kinds, usize::MAX);
        for top in [0, 1, 3, 10] {
            for (all_tables, short) in all_tables.iter().zip(tables(&inventory, 3, &kinds, top)) {
                for (all, first) in all_tables.rankings.iter().zip(&short.rankings) {
                    assert!(all.is_sorted_by_key(|entry| -entry.value));
                    assert_eq!(first.len(), all.len().min(top));
                    for (one, other) in all.iter().zip(first) {
                        assert_eq!(all_tables.grams[one.gram], short.grams[other.gram]);
                        assert_eq!((one.value, one.segments), (other.value, other.segments));
                        assert_eq!(one.places, other.places);
                    }
                }
            }
        }
    }
}

#[test]
fn a_match_goes_to_the_first_and_names_its_references() {
    let inventory = inventory(&[&["a b a b a"]], &[&["a b", "b a b a"]]);
    let marks = inventory.marks(0, 0, 2);
    let statuses: Vec<_> = marks[0].iter().map(|mark| mark.status).collect();
    use Status::{Clipped, Matched};
    assert_eq!(statuses, [Matched, Matched, Matched, Matched, Clipped]);
    let references: Vec<_> = marks[0].iter().map(|mark| mark.references.clone()).collect();
    assert_eq!(references, [vec![0, 1], vec![0, 1], vec![1], vec![1], vec![0, 1]]);
    assert_eq!(marks[1].iter().filter(|mark| mark.status == Matched).count(), 3);
}

#[test]
fn the_rarest_token_of_a_segment_is_counted_in_all_references() {
    let references: [&[&str]; 4] = [&["a a b"], &["a b", "a c a"], &[""], &["b b"]];
    let inventory = inventory(&[&["c c c", "", "", ""]], &references);
    assert_eq!(inventory.rarest(), [4, 1, 0, 4]);
}

#[test]
fn words_do_not_meet_ids() {
    let mut inventory =
        Inventory::new(Tokenizer::None, Case::Mixed.into(), KernelChoice::Portable, 1);
    inventory.add_hypothesis(0, Text::Ids(&[3, -4, 3])).unwrap();
    inventory.add_references(&[Text::Ids(&[3])]).unwrap();
    assert_eq!(inventory.hypothesis(0, 0).collect::<Vec<_>>(), [3, -4, 3].map(Token::Id));
    let error = inventory.add_hypothesis(0, Text::Plain("three")).unwrap_err();
    assert_eq!(error, Error::MixedKinds { segment: 1 });
    let error = inventory.add_references(&[]).unwrap_err();
    assert_eq!(error, Error::NoReference { segment: 1 });
}

#[test]
fn a_corpus_without_tokens_has_no_ngrams() {
    let inventory = inventory(&[&["", ""]], &[&[""], &["a"]]);
    let actual = tables(&inventory, 4, &[Kind::Missed(0)], 5);
    assert_eq!(actual[0].rankings[0].len(), 1);
    assert!(actual[1..].iter().all(|table| table.distinct == 0 && table.rankings[0].is_empty()));
}
