//! Against tables of every cell.

use super::*;
use crate::testing::Random;

/// All rows of a reference from the row before them; `first`: the first column's cost there, where
/// it is not the cost above and one more.
fn table(
    hypothesis: &[u32],
    reference: &[u32],
    start: &[i64],
    first: Option<i64>,
) -> Vec<Vec<i64>> {
    let mut rows = vec![start.to_vec()];
    for (i, token) in reference.iter().enumerate() {
        let above = &rows[i];
        let mut row = vec![first.map_or(above[0] + 1, |first| first + i as i64 + 1)];
        for (j, other) in hypothesis.iter().enumerate() {
            let diagonal = above[j] + i64::from(token != other);
            row.push(diagonal.min(above[j + 1] + 1).min(row[j] + 1));
        }
        rows.push(row);
    }
    rows
}

fn expected(hypothesis: &[u32], reference: &Reference, rules: Rules, inside: &[bool]) -> Cut {
    let columns = hypothesis.len();
    let mut row: Vec<i64> = (0..=columns as i64).collect();
    let mut first = 0;
    let mut tables = Vec::new();
    for segment in 0..reference.len() {
        if segment > 0 {
            for (cost, &inside) in row.iter_mut().zip(inside).skip(1) {
                *cost += 100_000 * i64::from(inside);
            }
        }
        let references = reference.references(segment);
        let of: Vec<_> = references
            .clone()
            .map(|number| {
                let tokens = &reference.tokens[reference.rows(number)];
                table(hypothesis, tokens, &row, (rules == Rules::Mweralign).then_some(first))
            })
            .collect();
        let lowest = |j: usize| of.iter().map(|rows| rows[rows.len() - 1][j]).min();
        row = (0..=columns).map(|j| lowest(j).expect("there is a reference")).collect();
        if rules == Rules::Mweralign {
            let longest = references.map(|number| reference.rows(number).len()).max();
            first += 1 + longest.unwrap_or(0) as i64;
            row[0] = first;
        }
        tables.push(of);
    }
    let mut cut = Cut {
        borders: vec![columns; reference.len() + 1],
        chosen: vec![0; reference.len()],
        errors: vec![0; reference.len()],
    };
    for segment in (0..reference.len()).rev() {
        let mut j = cut.borders[segment + 1];
        let ends = tables[segment].iter().map(|rows| rows[rows.len() - 1][j]).enumerate();
        let (which, _) = ends.min_by_key(|&(_, cost)| cost).expect("there is a reference");
        let rows = &tables[segment][which];
        let mut i = rows.len() - 1;
        while i > 0 && j > 0 {
            if rows[i][j] == rows[i - 1][j] + 1 {
                i -= 1;
            } else if rows[i][j] == rows[i][j - 1] + 1 {
                j -= 1;
            } else {
                (i, j) = (i - 1, j - 1);
            }
        }
        cut.borders[segment] = if segment == 0 { 0 } else { j };
        cut.chosen[segment] = which;
        let tokens = &hypothesis[cut.borders[segment]..cut.borders[segment + 1]];
        cut.errors[segment] = edits(tokens, reference.tokens(segment, which));
    }
    cut
}

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
            let kernel = KernelChoice::Portable;
            let problem = Problem {
                hypothesis: &hypothesis,
                reference: &reference,
                vocabulary,
                rules,
                kernel,
            };
            let expected = expected(&hypothesis, &reference, rules, &inside);
            let cut = problem.cut_between(&inside, || true);
            assert_eq!(cut.as_ref(), Some(&expected), "{rules:?} {hypothesis:?} {segments:?}");
            differ += usize::from(problem.cut(|| true) != cut);
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
