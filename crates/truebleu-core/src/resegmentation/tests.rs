//! Against tables of every cell.

use super::definition::expected;
use super::*;
use crate::testing::Random;

fn of(segments: &[Vec<Vec<u32>>]) -> Reference {
    let mut reference = Reference::default();
    for references in segments {
        for tokens in references {
            reference.add(tokens.iter().copied());
        }
        reference.end_segment();
    }
    reference
}

fn check(hypothesis: &[u32], segments: &[Vec<Vec<u32>>], vocabulary: u32, distance: usize) {
    let reference = of(segments);
    for rules in [Rules::Exact, Rules::Mweralign] {
        let expected = expected(hypothesis, &reference, rules, &[]);
        for kernel in KernelChoice::available() {
            let vocabulary = vocabulary as usize;
            let problem = Problem { hypothesis, reference: &reference, vocabulary, rules, kernel };
            let cut = problem.cut_with(distance, || true);
            assert_eq!(
                cut.as_ref(),
                Some(&expected),
                "{kernel:?} {rules:?} {distance} {hypothesis:?} {segments:?}"
            );
        }
    }
}

#[test]
fn small_texts_are_cut_as_by_the_table() {
    let mut random = Random(1);
    for round in 0..10_000 {
        let vocabulary = [1, 2, 3, 8][round % 4];
        let several = [1, 1, 2, 3][round / 4 % 4];
        let mut text = |most: usize| {
            let length = random.below(most);
            (0..length).map(|_| random.below(vocabulary) as u32).collect::<Vec<_>>()
        };
        let hypothesis = text(20);
        let segments: Vec<Vec<Vec<u32>>> = (0..round % 7)
            .map(|segment| {
                (0..1 + segment % several).map(|_| text([1, 6, 12][segment % 3])).collect()
            })
            .collect();
        if !segments.is_empty() {
            check(&hypothesis, &segments, vocabulary as u32, [1, 2, 3, 5, 512][round % 5]);
        }
    }
}

#[test]
fn strips_and_kept_rows_meet() {
    let mut random = Random(2);
    for round in 0..60 {
        let vocabulary = [2, 5, 60, 2000][round % 4];
        let columns = random.below(5 * strips::COLUMNS / 2);
        let mut reference: Vec<u32> =
            (0..columns + random.below(200)).map(|_| random.below(vocabulary) as u32).collect();
        let hypothesis: Vec<u32> =
            (0..columns)
                .map(|i| {
                    if random.below(3) == 0 {
                        random.below(vocabulary) as u32
                    } else {
                        reference[i]
                    }
                })
                .collect();
        let mut segments = Vec::new();
        while !reference.is_empty() {
            let length = random.below([3, 40, 1500][round % 3]).min(reference.len());
            let segment: Vec<u32> = reference.drain(..length).collect();
            let mut references = vec![segment.clone()];
            for _ in 0..[0, 2, 1][round / 3 % 3] {
                let change = |token: &u32| match random.below(4) {
                    0 => random.below(vocabulary) as u32,
                    _ => *token,
                };
                references.push(segment.iter().skip(1).map(change).collect());
            }
            segments.push(references);
        }
        if !segments.is_empty() {
            check(&hypothesis, &segments, vocabulary as u32, [1, 100, 300, 512, 1024][round % 5]);
        }
    }
}

#[test]
fn nothing_is_returned_when_asked_to_stop() {
    let reference = of(&[vec![vec![0, 1]]]);
    let kernel = KernelChoice::Portable;
    let (hypothesis, rules) = (&[0, 1], Rules::Exact);
    let problem = Problem { hypothesis, reference: &reference, vocabulary: 2, rules, kernel };
    assert_eq!(problem.cut(|| false), None);
}

#[test]
fn borders_inside_words_have_their_price() {
    let mut random = Random(3);
    let mut differ = 0;
    for round in 0..4_000 {
        let vocabulary = [1, 2, 4][round % 3];
        let mut text = |most: usize| {
            let length = random.below(most);
            (0..length).map(|_| random.below(vocabulary) as u32).collect::<Vec<_>>()
        };
        let hypothesis = text(if round % 100 == 0 { 150 } else { 16 });
        let segments: Vec<Vec<Vec<u32>>> =
            (0..1 + round % 7).map(|_| (0..1 + round / 7 % 2).map(|_| text(8)).collect()).collect();
        let inside: Vec<bool> = hypothesis.iter().map(|_| random.below(3) > 0).collect();
        let reference = of(&segments);
        for rules in [Rules::Exact, Rules::Mweralign] {
            let expected = expected(&hypothesis, &reference, rules, &inside);
            for kernel in KernelChoice::available() {
                let (hypothesis, reference) = (&hypothesis[..], &reference);
                let problem = Problem { hypothesis, reference, vocabulary, rules, kernel };
                let cut = problem.cut_between(&inside, || true);
                assert_eq!(cut.as_ref(), Some(&expected), "{rules:?} {hypothesis:?} {segments:?}");
                differ += usize::from(problem.cut(|| true) != cut);
            }
        }
    }
    assert!(differ > 1_000, "{differ}");
}

#[test]
fn long_texts_have_the_distance_of_the_plain_table() {
    let mut random = Random(4);
    for (columns, rows) in [(0, 3), (1, 1), (512, 40), (513, 300), (1500, 700)] {
        let mut text = |length| (0..length).map(|_| random.below(9) as u32).collect::<Vec<_>>();
        let (hypothesis, tokens) = (text(columns), text(rows));
        let reference = of(&[vec![tokens.clone()]]);
        for kernel in KernelChoice::available() {
            let (hypothesis, reference, rules) = (&hypothesis[..], &reference, Rules::Exact);
            let problem = Problem { hypothesis, reference, vocabulary: 9, rules, kernel };
            assert_eq!(grid::distance(&problem.table()), edits(hypothesis, &tokens));
        }
    }
}

#[test]
fn borders_move_to_the_next_place_that_is_free() {
    let reference = of(&vec![vec![vec![0]]; 5]);
    let (hypothesis, kernel) = (&[0; 6][..], KernelChoice::Portable);
    let rules = Rules::Exact;
    let problem = Problem { hypothesis, reference: &reference, vocabulary: 1, rules, kernel };
    let moved = |borders: [usize; 6], glued: &[usize]| {
        let mut cut = Cut { borders: borders.to_vec(), chosen: vec![0; 5], errors: vec![9; 5] };
        problem.move_borders(&mut cut, |token| glued.contains(&token));
        (cut.borders, cut.errors)
    };
    assert_eq!(moved([0, 1, 2, 2, 4, 6], &[1, 2]), (vec![0, 3, 3, 3, 4, 6], vec![2, 1, 1, 0, 9]));
    assert_eq!(moved([0, 0, 3, 5, 6, 6], &[0, 3, 4, 5]).0, [0, 0, 6, 6, 6, 6]);
    assert_eq!(moved([0, 1, 2, 3, 4, 6], &[]), (vec![0, 1, 2, 3, 4, 6], vec![9; 5]));
}
