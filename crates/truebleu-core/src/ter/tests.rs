use super::alignment::Alignment;
use super::band::Band;
use super::every_way::{every_way, sets};
use super::matches::Masks;
use super::search::Table;
use super::shifts::Move;
use super::window::Window;
use super::*;
use crate::segment::Text;
use crate::testing::{Random, row};

impl Random {
    fn words(&mut self, length: usize, alphabet: usize) -> Vec<u32> {
        (0..length).map(|_| self.below(alphabet) as u32).collect()
    }

    /// Return the words with some of them moved, changed, deleted and added.
    fn edited(&mut self, words: &[u32], edits: usize, alphabet: usize) -> Vec<u32> {
        let mut words = words.to_vec();
        for _ in 0..edits {
            let word = self.below(alphabet) as u32;
            let position = self.below(words.len() + 1);
            match self.below(5) {
                0 => words.insert(position, word),
                1 if position < words.len() => words[position] = word,
                2 if position < words.len() => drop(words.remove(position)),
                _ => {
                    let (a, b) = (self.below(words.len() + 1), self.below(words.len() + 1));
                    let (first, end) = (a.min(b).min(position), a.max(b).max(position));
                    words[first..end].rotate_left(position - first);
                }
            }
        }
        words
    }
}

#[test]
fn the_fast_search_is_the_plain_one_on_short_texts() {
    let mut numbers = Random(1);
    for round in 0..500 {
        let alphabet = [2, 3, 5, 10, 40][round % 5];
        let (a, b) = (numbers.below(40), 1 + numbers.below(40));
        let reference = numbers.words(b, alphabet);
        let (apart, few) = (numbers.words(a, alphabet), numbers.below(12));
        every_way(&apart, &reference);
        let near = numbers.edited(&reference, few, alphabet);
        every_way(&near, &reference);
    }
}

#[test]
fn the_fast_search_is_the_plain_one_on_long_texts() {
    let mut numbers = Random(2);
    for round in 0..5 {
        let alphabet = [4, 50, 500][round % 3];
        let length = 1 + numbers.below(if round == 0 { 400 } else { 150 });
        let reference = numbers.words(length, alphabet);
        let few = numbers.below(length.min(30));
        let near = numbers.edited(&reference, few, alphabet);
        every_way(&near, &reference);
    }
    let reference = numbers.words(1200, 500);
    let near = numbers.edited(&reference, 8, 500);
    every_way(&near, &reference);
}

#[test]
fn the_fast_search_is_the_plain_one_where_lengths_differ_much() {
    let mut numbers = Random(3);
    for (a, b) in [(1, 30), (1, 300), (2, 250), (3, 40), (60, 1), (200, 3), (90, 45), (40, 110)] {
        for alphabet in [2, 200] {
            let (hypothesis, reference) = (numbers.words(a, alphabet), numbers.words(b, alphabet));
            every_way(&hypothesis, &reference);
        }
    }
}

#[test]
fn the_band_counts_where_texts_are_far_apart() {
    // Rotate by about once and twice the width of the band.
    let mut numbers = Random(4);
    for by in [24, 26, 49, 51] {
        let reference = numbers.words(150, 1000);
        let mut hypothesis = reference.clone();
        hypothesis[20..120].rotate_left(by);
        every_way(&hypothesis, &reference);
        hypothesis.drain(..by);
        every_way(&hypothesis, &reference);
        every_way(&reference, &hypothesis);
    }
}

/// Check that the window has the distance and the steps of the plain table in each cell of the
/// band, and that it keeps them when words move.
fn compare_cells(numbers: &mut Random, hypothesis: &[u32], reference: &[u32]) {
    let (bits, words) = sets(hypothesis, reference);
    let masks = Masks { bits: &bits, words, reference: reference.len() };
    let band = Band::new(hypothesis.len(), reference.len());
    let mut window = Window::default();
    let mut table = window.table(masks, band);
    let mut order: Vec<u32> = (0..hypothesis.len() as u32).collect();
    let mut shift = None;
    for round in 0..3 {
        let distance = table.fill(&order, shift);
        let moved: Vec<u32> = order.iter().map(|&word| hypothesis[word as usize]).collect();
        let plain = plain::Table::new(&moved, reference, &band);
        assert_eq!(distance, plain.cost(moved.len(), reference.len()), "{round}: {moved:?}");
        for (i, word) in (1..).zip(&moved) {
            for j in band.columns(i).filter(|&j| j > 0) {
                let expected = plain.step(i, j, *word == reference[j - 1]);
                assert_eq!(table.step(i, j), expected, "{round}: cell {i}, {j} of {moved:?}");
            }
        }
        let moves: [Move; 4] = std::array::from_fn(|_| {
            let (start, length) = (numbers.below(order.len()), 1 + numbers.below(10));
            let length = length.min(order.len() - start);
            Move::new(start, length, numbers.below(order.len() + 1), order.len())
        });
        let after = moves.map(|shift| {
            plain::Table::new(&shift.apply(&moved), reference, &band)
                .cost(moved.len(), reference.len())
        });
        assert_eq!(table.distances(&order, &moves), after, "{round}: {moves:?} of {moved:?}");
        moves[round].apply_in_place(&mut order);
        shift = Some(moves[round]);
    }
}

#[test]
fn the_window_has_each_cell_of_the_band() {
    let mut numbers = Random(7);
    for round in 0..60 {
        let alphabet = [2, 6, 40, 1000][round % 4];
        let (length, percent) = (1 + numbers.below(120), 30 + numbers.below(270));
        let reference = numbers.words(1 + length * percent / 100, alphabet);
        let apart = numbers.words(length, alphabet);
        compare_cells(&mut numbers, &apart, &reference);
        // The same words as far as possible: rotated, reversed, or edited.
        let mut near: Vec<u32> = reference.iter().cycle().take(length).copied().collect();
        match round % 3 {
            0 => near.rotate_left(numbers.below(length)),
            1 => near.reverse(),
            _ => near = numbers.edited(&reference, 6, alphabet),
        }
        if !near.is_empty() {
            compare_cells(&mut numbers, &near, &reference);
        }
    }
}

#[test]
fn the_window_has_several_numbers_where_the_band_is_wide() {
    let mut numbers = Random(8);
    for (hypothesis, reference) in [(1, 200), (2, 130), (3, 190), (4, 700), (7, 400), (9, 481)] {
        for alphabet in [3, 300] {
            let reference = numbers.words(reference, alphabet);
            let hypothesis = numbers.words(hypothesis, alphabet);
            compare_cells(&mut numbers, &hypothesis, &reference);
        }
    }
}

#[test]
fn drifting_texts_are_counted_within_the_band() {
    let mut numbers = Random(9);
    for (length, by) in [(130, 20), (150, 27), (200, 40), (260, 24)] {
        let reference = numbers.words(length, 300);
        let mut hypothesis = numbers.edited(&reference, 8, 300);
        hypothesis.drain(30..30 + by);
        let added = numbers.words(by, 300);
        hypothesis.splice(100..100, added);
        every_way(&hypothesis, &reference);
    }
}

#[test]
fn shuffled_words_end_at_the_limit_of_candidates() {
    let mut numbers = Random(5);
    let reference: Vec<u32> = (0..80).collect();
    let mut hypothesis = reference.clone();
    for i in (1..hypothesis.len()).rev() {
        hypothesis.swap(i, numbers.below(i + 1));
    }
    assert!(every_way(&hypothesis, &reference) > 40);
}

#[test]
fn what_shifts_are() {
    let cases: [(&[u32], &[u32], u32); 6] = [
        (&[1, 2, 3], &[1, 2, 3], 0),
        (&[], &[1, 2], 2),
        (&[4, 1, 2, 3], &[1, 2, 3, 4], 1),
        (&[3, 4, 1, 2], &[1, 2, 3, 4], 1),
        (&[5, 6, 7], &[1, 2, 3, 4], 4),
        // A word already in place stays, although another would match as well.
        (&[1, 2, 1], &[2, 1, 1], 1),
    ];
    for (hypothesis, reference, expected) in cases {
        assert_eq!(every_way(hypothesis, reference), expected, "{hypothesis:?}");
    }
    assert_eq!(plain::edits(&[1, 2], &[]), 2);
}

#[test]
fn no_path_of_a_safe_distance_can_leave_the_band() {
    for hypothesis in 1..130 {
        for reference in 1..130 {
            let band = Band::new(hypothesis, reference);
            let surplus = reference as i64 - hypothesis as i64;
            let safe = band.safe_distance().min(hypothesis.max(reference) as i64);
            if safe < surplus.abs() {
                continue;
            }
            let (deletions, insertions) = ((safe - surplus) / 2, (safe + surplus) / 2);
            for i in 1..=hypothesis {
                let columns = band.columns(i);
                let lowest = (i as i64 - deletions).max(0) as usize;
                let highest = (i + insertions as usize).min(reference);
                assert!(
                    columns.start <= lowest && highest < columns.end,
                    "{hypothesis} {reference}: row {i}, {columns:?}, {lowest} to {highest}"
                );
            }
        }
    }
}

#[test]
fn a_path_says_which_words_are_wrong_and_where_each_would_stand() {
    // 8 is missing, 9 is extra.
    let (hypothesis, reference) = ([1, 2, 3, 9, 4], [1, 8, 2, 3, 4]);
    let mut alignment = Alignment::default();
    let band = Band::new(5, 5);
    assert_eq!(plain::align(&hypothesis, &reference, &band, &mut alignment), 2);
    assert_eq!(alignment.place, [1, 1, 2, 3, 5]);
    assert_eq!(alignment.next_wrong_hypothesis, [3, 3, 3, 3, 5]);
    assert_eq!(alignment.next_wrong_reference, [1, 1, 5, 5, 5]);
}

fn ter(tokenizer: TercomTokenizer) -> Ter {
    Ter { tokenizer, kernel: KernelChoice::Portable }
}

#[test]
fn a_row_holds_the_fewest_edits_and_the_mean_length() {
    let ter = ter(TercomTokenizer::default());
    let references = ["A dog sat down", "the cat sat on the mat", ""].map(Text::Plain);
    let row = row(&ter, Text::Plain("The cat sat on a mat"), &references);
    assert_eq!(row, [1, 10 * AVERAGE_UNIT / 3]);
    assert_eq!(ter.value(&row, false), 100.0 * (1.0 / (10.0 / 3.0)));
}

#[test]
fn a_score_without_reference_words_is_100_or_0() {
    let ter = ter(TercomTokenizer::default());
    assert_eq!(ter.value(&row(&ter, Text::Plain("a b"), &[Text::Plain(" ")]), false), 100.0);
    assert_eq!(ter.value(&row(&ter, Text::Plain(""), &[Text::Plain("")]), false), 0.0);
    assert_eq!(ter.value(&row(&ter, Text::Plain(""), &[Text::Plain("a b")]), false), 100.0);
}

#[test]
fn ready_tokens_are_taken_as_they_are() {
    let ter = ter(TercomTokenizer { normalized: true, ..TercomTokenizer::default() });
    let words = Text::Words { bytes: b"a.A.b", ends: &[2, 4, 5] };
    let others = Text::Words { bytes: b"a.a.b", ends: &[2, 4, 5] };
    assert_eq!(row(&ter, words, &[others]), [1, 3 * AVERAGE_UNIT]);
    let (ids, others) = (Text::Ids(&[1, -2, 3]), Text::Ids(&[3, 1, -2]));
    assert_eq!(row(&ter, ids, &[others]), [1, 3 * AVERAGE_UNIT]);
}

#[test]
fn very_long_segments_are_counted_too() {
    let mut numbers = Random(6);
    let ids: Vec<i64> = numbers.words(4500, 1000).into_iter().map(i64::from).collect();
    let mut moved = ids.clone();
    moved[100..110].rotate_left(3);
    moved.remove(700);
    let ter = ter(TercomTokenizer::default());
    assert_eq!(row(&ter, Text::Ids(&moved), &[Text::Ids(&ids)]), [2, 4500 * AVERAGE_UNIT]);
}

#[test]
fn very_long_segments_tell_long_words_apart() {
    let words: Vec<String> =
        (0..4500).map(|i| format!("Donaudampfschifffahrt{}", i % 900)).collect();
    let joined = |words: &[String]| words.join(" ");
    let mut moved = words.clone();
    moved[40..50].rotate_left(4);
    moved[600] = "Donaudampfschifffahrt0".to_owned();
    let (moved, words) = (joined(&moved), joined(&words));
    let ter = ter(TercomTokenizer::default());
    let row = row(&ter, Text::Plain(&moved), &[Text::Plain(&words)]);
    assert_eq!(row, [2, 4500 * AVERAGE_UNIT]);
}

#[test]
fn any_number_of_references_has_a_mean_length() {
    let ter = ter(TercomTokenizer::default());
    let mut references = vec![Text::Plain("a b"); 17];
    assert_eq!(row(&ter, Text::Plain("a b"), &references), [0, 2 * AVERAGE_UNIT]);
    references[0] = Text::Plain("a b c d e f g h i j");
    // 42 / 17 tokens in units of 1 / 720720: 1780602.35.
    assert_eq!(row(&ter, Text::Plain("a b"), &references), [0, 1_780_602]);
    references.truncate(16);
    references[0] = Text::Plain("a b c");
    assert_eq!(row(&ter, Text::Plain("a b"), &references), [0, 33 * AVERAGE_UNIT / 16]);
}

#[test]
fn references_are_tokenized_twice() {
    let ter = ter(TercomTokenizer { normalized: true, ..TercomTokenizer::default() });
    let dogs = Text::Plain("The dog's.");
    assert_eq!(row(&ter, dogs, &[dogs]), [2, 4 * AVERAGE_UNIT]);
    let as_in_tercom = Text::Plain("the dog 's .");
    assert_eq!(row(&ter, as_in_tercom, &[dogs]), [0, 4 * AVERAGE_UNIT]);
}

#[test]
fn each_rule_of_the_tokenizer() {
    let plain = TercomTokenizer::default();
    let normalized = TercomTokenizer { normalized: true, ..plain };
    let asian = TercomTokenizer { asian_support: true, ..normalized };
    let bare = TercomTokenizer { no_punct: true, ..plain };
    let bare_asian = TercomTokenizer { asian_support: true, ..bare };
    let cases: [(TercomTokenizer, &str, &[&str]); 15] = [
        (plain, " The CAT, sat.\u{1c}Ok ", &["the", "cat,", "sat.", "ok"]),
        (TercomTokenizer { case_sensitive: true, ..plain }, "The CAT", &["The", "CAT"]),
        (normalized, "", &[]),
        (normalized, "a\n-b\nc", &["ab", "c"]),
        (normalized, "&QUOT;x&amp;lt;y", &["\"", "x", "<", "y"]),
        (normalized, "it's John's, 's", &["it", "'s", "john's", ",", "'s"]),
        (normalized, "3.5, 1,000. a.b", &["3.5", ",", "1,000", ".", "a", ".", "b"]),
        (normalized, "1-2 a-b", &["1", "-", "2", "a-b"]),
        (normalized, "中文。", &["中文。"]),
        (asian, "中文。ab", &["中", "文", "。", "ab"]),
        (asian, "かな", &["かな"]),
        (bare, "a, 3.5 (b)!", &["a", "35", "b"]),
        (bare, "中。文", &["中。文"]),
        (bare_asian, "中。文！", &["中文"]),
        (TercomTokenizer { no_punct: true, ..asian }, "中。文.", &["中", "文"]),
    ];
    for (tokenizer, text, expected) in cases {
        assert_eq!(tokenizer.tokenize(text), expected, "{text:?} {tokenizer:?}");
    }
}
