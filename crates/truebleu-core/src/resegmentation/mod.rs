//! Re-segmentation: a stream of tokens is cut into the segments of a reference, so that the sum of
//! the segments' edit distances is the least (Matusov et al., IWSLT 2005).
//!
//! With one reference the table of distances is that of the joined texts: borders of segments cost
//! nothing. It is computed as the differences of neighbors, 64 columns in a number (Myers, JACM
//! 1999; Hyyrö 2003), in [`strips`] of columns; of several references of a segment the least
//! continues ([`choice`]). Some of its cells are kept ([`grid`]), and the path back computes again
//! what it meets ([`path`]).

mod choice;
#[cfg(any(test, fuzzing))]
pub(crate) mod definition;
mod forbidden;
mod grid;
mod path;
mod strips;
pub mod tokens;

use std::ops::Range;

use crate::kernels::KernelChoice;

/// A reference with its segments as numbers of tokens; each segment has one or more references.
#[derive(Clone, Debug, Default)]
pub struct Reference {
    tokens: Vec<u32>,
    /// Ends of the references in `tokens`.
    ends: Vec<usize>,
    /// Ends of the segments in `ends`.
    segments: Vec<usize>,
}

impl Reference {
    /// Add a reference of the current segment.
    pub fn add(&mut self, tokens: impl IntoIterator<Item = u32>) {
        self.tokens.extend(tokens);
        self.ends.push(self.tokens.len());
    }

    /// End the current segment, which has a reference.
    pub fn end_segment(&mut self) {
        self.segments.push(self.ends.len());
    }

    /// Return the number of segments.
    pub fn len(&self) -> usize {
        self.segments.len()
    }

    /// Return whether there is no segment.
    pub fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// Return the tokens of a reference of a segment.
    pub fn tokens(&self, segment: usize, reference: usize) -> &[u32] {
        &self.tokens[self.rows(self.references(segment).start + reference)]
    }

    /// Return the references of a segment, counted over all segments.
    fn references(&self, segment: usize) -> Range<usize> {
        before(&self.segments, segment)..self.segments[segment]
    }

    /// Return the tokens of a reference, counted over all segments, as rows of the table.
    fn rows(&self, reference: usize) -> Range<usize> {
        before(&self.ends, reference)..self.ends[reference]
    }

    /// Return the rows of all references of a segment.
    fn all_rows(&self, segment: usize) -> Range<usize> {
        let references = self.references(segment);
        before(&self.ends, references.start)..before(&self.ends, references.end)
    }

    /// Return the shortest reference of a segment, the first of equal ones.
    fn shortest(&self, segment: usize) -> usize {
        let length = |&reference: &usize| self.rows(reference).len();
        self.references(segment).min_by_key(length).unwrap_or_default()
    }
}

/// Return the end before the one at `index`: where what it ends begins.
fn before(ends: &[usize], index: usize) -> usize {
    index.checked_sub(1).map_or(0, |previous| ends[previous])
}

/// A segmentation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// Where each segment begins in the hypothesis, and at last its length.
    pub borders: Vec<usize>,
    /// The reference of each segment that it was cut by, counted from 0.
    pub chosen: Vec<usize>,
    /// The edit distance of each segment to that reference.
    pub errors: Vec<usize>,
}

/// Rules of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rules {
    /// Those of the definition.
    #[default]
    Exact,
    /// Those of mweralign, in whose first column the end of a segment counts as a deletion: the
    /// first token of the hypothesis matches in the first segment only, or in the second, if the
    /// first is empty.
    Mweralign,
}

/// What is cut, and by what.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// The numbers of the hypothesis's tokens.
    pub hypothesis: &'a [u32],
    /// The reference with its segments.
    pub reference: &'a Reference,
    /// Above all numbers of tokens.
    pub vocabulary: usize,
    /// The rules of the table.
    pub rules: Rules,
    /// The kernel to compute with.
    pub kernel: KernelChoice,
}

impl Problem<'_> {
    /// Cut the hypothesis. Where several segmentations cost the least, the path back from the end
    /// prefers a deletion, then an insertion, then a match or a substitution; and the first of equal
    /// references.
    ///
    /// `go_on` is asked now and then; nothing is returned when it says no.
    pub fn cut(&self, go_on: impl FnMut() -> bool) -> Option<Cut> {
        let distance = grid::distance_for(self.hypothesis.len(), self.reference.tokens.len());
        self.cut_with(distance, go_on)
    }

    /// Cut the hypothesis; rows are kept at this distance.
    pub(crate) fn cut_with(&self, distance: usize, mut go_on: impl FnMut() -> bool) -> Option<Cut> {
        let table = self.table();
        let mut cut = path::cut(&table, distance, &mut go_on)?;
        if table.empty_in_front.is_some() {
            // The path through the first column is not the shortest.
            let first = cut.borders.partition_point(|&border| border == 0) - 1;
            cut.errors[first] = table.edits(&cut, first);
        }
        Some(cut)
    }

    /// Cut the hypothesis, where a segment after the first should not begin with a token that is
    /// `inside` a word: such a border has a price.
    pub fn cut_between(&self, inside: &[bool], mut go_on: impl FnMut() -> bool) -> Option<Cut> {
        let cut = self.cut(&mut go_on)?;
        let (first, last) = (1, cut.borders.len() - 1);
        let is_free =
            |&border: &usize| border == 0 || !inside.get(border).copied().unwrap_or(false);
        if last <= first || cut.borders[first..last].iter().all(is_free) {
            return Some(cut);
        }
        forbidden::cut(&self.table(), inside, &mut go_on)
    }

    /// Move each border before a token that is `glued` to the one before it to the next that is not,
    /// or to the end.
    pub fn move_borders(&self, cut: &mut Cut, glued: impl Fn(usize) -> bool) {
        let segments = self.reference.len();
        let mut moved = vec![false; segments];
        // The following border: its old and its new position.
        let mut next = (self.hypothesis.len(), self.hypothesis.len());
        for segment in (1..segments).rev() {
            let border = cut.borders[segment];
            let mut to = border;
            while to > 0 && to < next.0 && glued(to) {
                to += 1;
            }
            next = (border, if to == next.0 { next.1 } else { to });
            if next.1 != border {
                cut.borders[segment] = next.1;
                (moved[segment - 1], moved[segment]) = (true, true);
            }
        }
        let table = self.table();
        for segment in (0..segments).filter(|&segment| moved[segment]) {
            cut.errors[segment] = table.edits(cut, segment);
        }
    }

    fn table(&self) -> Table<'_> {
        let faulty = self.rules == Rules::Mweralign && !self.hypothesis.is_empty();
        Table {
            kernel: self.kernel,
            hypothesis: self.hypothesis,
            reference: self.reference,
            vocabulary: self.vocabulary,
            rules: self.rules,
            empty_in_front: faulty.then(|| empty_in_front(self.reference)),
        }
    }
}

/// Return the number of segments without tokens before the first with some.
fn empty_in_front(reference: &Reference) -> usize {
    (0..reference.len()).take_while(|&segment| reference.all_rows(segment).is_empty()).count()
}

/// What a table is of.
struct Table<'a> {
    kernel: KernelChoice,
    hypothesis: &'a [u32],
    reference: &'a Reference,
    vocabulary: usize,
    rules: Rules,
    /// With mweralign's fault: how many segments in front are empty.
    empty_in_front: Option<usize>,
}

impl Table<'_> {
    /// Return the rows in which the first token of the hypothesis can match.
    fn first_matches(&self) -> Range<usize> {
        match self.empty_in_front {
            None => 0..self.reference.tokens.len(),
            Some(empty @ (0 | 1)) if empty < self.reference.len() => self.reference.all_rows(empty),
            Some(_) => 0..0,
        }
    }

    /// Return the edit distance of a segment to its chosen reference.
    fn edits(&self, cut: &Cut, segment: usize) -> usize {
        let hypothesis = &self.hypothesis[cut.borders[segment]..cut.borders[segment + 1]];
        let reference = self.reference.tokens(segment, cut.chosen[segment]);
        if hypothesis.len() * reference.len() <= SHORT {
            return edits(hypothesis, reference);
        }
        let mut of = Reference::default();
        of.add(reference.iter().copied());
        of.end_segment();
        let (rules, empty_in_front) = (Rules::Exact, None);
        grid::distance(&Table { hypothesis, reference: &of, rules, empty_in_front, ..*self })
    }
}

/// Cells of a table that is computed one by one.
const SHORT: usize = 1 << 14;

/// Return the edit distance of two short sequences.
fn edits(hypothesis: &[u32], reference: &[u32]) -> usize {
    let mut row: Vec<usize> = (0..=hypothesis.len()).collect();
    for (i, token) in reference.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, other) in hypothesis.iter().enumerate() {
            let by_edge = row[j].min(row[j + 1]) + 1;
            diagonal += usize::from(token != other);
            diagonal = std::mem::replace(&mut row[j + 1], by_edge.min(diagonal));
        }
    }
    row[hypothesis.len()]
}

#[cfg(test)]
mod tests;
