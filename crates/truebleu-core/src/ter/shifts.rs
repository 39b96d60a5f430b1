//! Shifts: a block of words moves to another place.

use std::cmp::Reverse;

use super::alignment::Alignment;
use super::matches::Matches;

/// The longest block that moves, in words.
pub(super) const LONGEST: usize = 10;
/// Maximum distance between a block and its position in the reference.
pub(super) const REACH: usize = 50;
/// When so many shifts were looked at, in all rounds, the search ends.
pub(super) const LIMIT: usize = 1000;

/// A shift: two neighboring blocks are swapped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Move {
    /// Start of the first block.
    pub(super) first: usize,
    /// Start of the second block.
    pub(super) middle: usize,
    /// End of the second block.
    pub(super) end: usize,
}

impl Move {
    /// Move `length` words from `start` to before word `target`, of `words`. A target inside the
    /// block or just behind it moves the block to the right by as much as the target lies right of
    /// `start`.
    pub(super) fn new(start: usize, length: usize, target: usize, words: usize) -> Self {
        let behind = start + length;
        if target < start {
            Self { first: target, middle: start, end: behind }
        } else {
            let end = if target > behind { target } else { (target + length).min(words) };
            Self { first: start, middle: behind, end }
        }
    }

    /// Return whether nothing changes.
    pub(super) const fn is_none(&self) -> bool {
        self.middle == self.end
    }

    /// Return which word is at `i` after the move.
    #[inline(always)]
    pub(super) const fn source(&self, i: usize) -> usize {
        let second = self.end - self.middle;
        if i < self.first || i >= self.end {
            i
        } else if i < self.first + second {
            i - self.first + self.middle
        } else {
            i - second
        }
    }

    /// Return the words after the move.
    #[cfg(any(test, fuzzing))]
    pub(super) fn apply(&self, words: &[u32]) -> Vec<u32> {
        let mut moved = words.to_vec();
        self.apply_in_place(&mut moved);
        moved
    }

    /// Move the words.
    pub(super) fn apply_in_place(&self, words: &mut [u32]) {
        words[self.first..self.end].rotate_left(self.middle - self.first);
    }
}

/// A shift that can be tried. A larger one is preferred where two save as much: the longer block,
/// then the earlier, then the earlier target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate {
    length: u32,
    start: Reverse<u32>,
    target: Reverse<u32>,
}

impl Candidate {
    const fn new(start: usize, length: usize, target: usize) -> Self {
        let (start, target) = (Reverse(start as u32), Reverse(target as u32));
        Self { length: length as u32, start, target }
    }

    /// Return the words of the block.
    #[inline(always)]
    pub(super) const fn length(self) -> u32 {
        self.length
    }

    /// Return the move, among `words` words.
    #[inline(always)]
    pub(super) fn as_move(self, words: usize) -> Move {
        let (start, target) = (self.start.0 as usize, self.target.0 as usize);
        Move::new(start, self.length as usize, target, words)
    }
}

/// List the shifts that are tried for the words in this `order`, the preferred ones first, each
/// once. `checked` counts them as sacreBLEU does, several times where a block has several places in
/// the reference. When it reaches [`LIMIT`] the list does not matter any more, and is cut short.
#[inline(always)]
pub(super) fn list_candidates(
    matches: impl Matches,
    order: &[u32],
    alignment: &Alignment,
    checked: &mut usize,
    candidates: &mut Vec<Candidate>,
) {
    candidates.clear();
    for (start, &word) in order.iter().enumerate() {
        let wrong = alignment.next_wrong_hypothesis[start] as usize - start;
        if wrong >= LONGEST {
            continue; // no block that starts here contains a wrong word
        }
        for j in matches.among(word, start.saturating_sub(REACH)..start + REACH + 1) {
            let shortest = wrong.max(alignment.next_wrong_reference[j] as usize - j) + 1;
            if shortest > LONGEST {
                continue;
            }
            // If the block is already in place, its wrong word comes last and differs.
            let (last_i, last_j) = (start + shortest - 1, j + shortest - 1);
            let is_last_same = last_j < matches.reference()
                && order.get(last_i).is_some_and(|&word| matches.has(word, last_j));
            if !is_last_same {
                continue;
            }
            let same = 1 + order[start + 1..]
                .iter()
                .zip(j + 1..matches.reference())
                .take(LONGEST - 1)
                .take_while(|&(&word, j)| matches.has(word, j))
                .count();
            // A block must not include the word that is aligned with its target.
            let aligned = alignment.place[j] as usize;
            let longest = if aligned > start { same.min(aligned - start - 1) } else { same };
            for length in shortest..=longest {
                let mut last = usize::MAX;
                for j in j..=j + length {
                    let target = if j == 0 { 0 } else { alignment.place[j - 1] as usize };
                    if target != last {
                        last = target;
                        *checked += 1;
                        candidates.push(Candidate::new(start, length, target));
                    }
                }
            }
            if *checked >= LIMIT {
                return;
            }
        }
    }
    candidates.sort_unstable_by(|a, b| b.cmp(a));
    candidates.dedup();
}
