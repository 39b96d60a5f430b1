//! The alignment of the words by a path through the edit-distance table.

/// A step of a path from the start of both texts to their ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A word of both.
    Match,
    /// A hypothesis word in the place of a reference word.
    Substitute,
    /// A hypothesis word that has no place in the reference.
    Delete,
    /// A reference word that the hypothesis lacks.
    Insert,
}

/// Wrong words, and the position of each reference word in the hypothesis.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Alignment {
    /// For each reference word, the number of hypothesis words up to and including the one that the
    /// path has reached there: the place behind it.
    pub(super) place: Vec<u32>,
    /// For each hypothesis word, the next one that is wrong (itself, if it is); the number of words
    /// where there is none.
    pub(super) next_wrong_hypothesis: Vec<u32>,
    /// The same for the reference.
    pub(super) next_wrong_reference: Vec<u32>,
}

impl Alignment {
    /// Clear everything; the vectors are filled by [`Alignment::go_back`].
    pub(super) fn reset(&mut self, hypothesis: usize, reference: usize) {
        let Self { place, next_wrong_hypothesis, next_wrong_reference } = self;
        place.resize(reference, 0);
        next_wrong_hypothesis.resize(hypothesis, 0);
        next_wrong_reference.resize(reference, 0);
    }

    /// Follow a path from its end: `step` returns how it came to the cell `(i, j)`, both counted
    /// from 1, and may stop the walk with `None`. Return the row in which the walk came to a
    /// border, unless it stopped.
    #[inline(always)]
    pub(super) fn go_back(
        &mut self,
        mut step: impl FnMut(usize, usize) -> Option<Step>,
    ) -> Option<usize> {
        let (mut i, mut j) = (self.next_wrong_hypothesis.len(), self.place.len());
        let (mut wrong_i, mut wrong_j) = (i as u32, j as u32);
        while i > 0 && j > 0 {
            let step = step(i, j)?;
            if step != Step::Match {
                // Record the word of each text that this edit concerns.
                wrong_i = if step == Step::Insert { wrong_i } else { i as u32 - 1 };
                wrong_j = if step == Step::Delete { wrong_j } else { j as u32 - 1 };
            }
            if step != Step::Delete {
                self.place[j - 1] = i as u32;
                self.next_wrong_reference[j - 1] = wrong_j;
            }
            if step != Step::Insert {
                self.next_wrong_hypothesis[i - 1] = wrong_i;
            }
            i -= usize::from(step != Step::Insert);
            j -= usize::from(step != Step::Delete);
        }
        // The remaining words of one text are not aligned.
        for (i, next) in self.next_wrong_hypothesis[..i].iter_mut().enumerate() {
            *next = i as u32;
        }
        for (j, next) in self.next_wrong_reference[..j].iter_mut().enumerate() {
            *next = j as u32;
        }
        self.place[..j].fill(0);
        Some(i)
    }
}
