//! Re-segmentation by tables of every cell, for tests and fuzzers.

use super::{Cut, Reference, Rules, edits};

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

/// Cut a hypothesis where a border before a token `inside` a word has its price.
pub(crate) fn expected(
    hypothesis: &[u32],
    reference: &Reference,
    rules: Rules,
    inside: &[bool],
) -> Cut {
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
