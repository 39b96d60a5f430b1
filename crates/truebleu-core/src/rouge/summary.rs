//! ROUGE-Lsum: for each sentence of the reference the union of its longest common subsequences with
//! all sentences of the hypothesis.
//!
//! A subsequence is not unique; rouge-score's is the one that its way back through the table finds:
//! from the end, it takes a match if there is one; else it drops a token of the hypothesis if that
//! leaves more in common than dropping one of the reference, and else drops that. Where tokens
//! differ, it drops that of the hypothesis exactly where the column's bit is 0 (see
//! [`super::subsequence`]), so the way back needs the columns and nothing else.
//!
//! All sentences of the reference are done at once: nothing is carried over the last bit of a
//! sentence.

use super::matches::Matches;
use crate::bits::places;

/// Columns of more words than these are not all kept, but made again.
const KEPT: usize = 1 << 20;

/// Buffers for one segment, reused for the next.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// The columns of a block of tokens.
    columns: Vec<u64>,
    /// The column before each block.
    before: Vec<u64>,
    /// Positions of the last tokens of the sentences of the reference.
    lasts: Vec<u64>,
    /// The positions that are in some subsequence.
    union: Vec<u64>,
    taken: Vec<u64>,
    /// Sentence of each token of the reference.
    sentence_of: Vec<u32>,
    /// The sentences that have anything in common with the hypothesis's: where each starts, and the
    /// end of what the way back has not seen.
    ways: Vec<(usize, usize)>,
}

/// Return the number of tokens of the reference that count: those in a union, each as often at most
/// as the hypothesis has it. Both lists say where sentences end.
#[inline(always)]
pub(super) fn hits(
    mut matches: impl Matches,
    hypothesis: &[u32],
    reference: &[u32],
    scratch: &mut Scratch,
) -> i64 {
    let width = matches.width();
    scratch.begin(width, reference);
    let mut start = 0;
    for &end in hypothesis {
        scratch.add_sentence(&mut matches, reference, start..end as usize);
        start = end as usize;
    }
    // Each hypothesis token uses up at most one reference token.
    let mut hits = 0;
    for token in 0..start {
        let row = matches.row(token);
        for ((&here, union), taken) in row.iter().zip(&scratch.union).zip(&mut scratch.taken) {
            let free = here & union & !*taken;
            if free != 0 {
                *taken |= free & free.wrapping_neg();
                hits += 1;
                break;
            }
        }
    }
    hits
}

impl Scratch {
    #[inline(always)]
    fn begin(&mut self, width: usize, reference: &[u32]) {
        for bits in [&mut self.union, &mut self.taken, &mut self.lasts] {
            bits.clear();
            bits.resize(width, 0);
        }
        self.sentence_of.clear();
        for (sentence, &end) in reference.iter().enumerate() {
            let last = end as usize - 1;
            self.lasts[last / 64] |= 1 << (last % 64);
            self.sentence_of.resize(end as usize, sentence as u32);
        }
    }

    /// Add the subsequences with the sentence `tokens` of the hypothesis.
    #[inline(always)]
    fn add_sentence(
        &mut self,
        matches: &mut impl Matches,
        reference: &[u32],
        tokens: std::ops::Range<usize>,
    ) {
        let width = self.lasts.len();
        // Use one block if all columns fit, otherwise blocks of about sqrt(n) tokens.
        let fits = tokens.len().saturating_mul(width) <= KEPT;
        let block = if fits { tokens.len() } else { tokens.len().isqrt() };
        self.before.clear();
        self.before.resize(width, u64::MAX);
        for first in tokens.clone().step_by(block) {
            let part = first..(first + block).min(tokens.end);
            self.fill(matches, part, self.before.len() - width);
            let last = self.columns.len() - width;
            self.before.extend_from_slice(&self.columns[last..]);
        }
        self.start_ways(reference);
        for i in (0..tokens.len().div_ceil(block)).rev() {
            let first = tokens.start + i * block;
            let part = first..(first + block).min(tokens.end);
            if part.end < tokens.end {
                self.fill(matches, part.clone(), i * width);
            }
            for token in part.rev() {
                let row = matches.row(token);
                let column = &self.columns[(token - first) * width..][..width];
                self.ways.retain_mut(|way| walk(row, column, &mut self.union, way));
            }
        }
    }

    /// Build the columns of a block of tokens; the one before them starts at `before`.
    #[inline(always)]
    fn fill(&mut self, matches: &mut impl Matches, part: std::ops::Range<usize>, before: usize) {
        let width = self.lasts.len();
        self.columns.clear();
        self.columns.reserve(part.len() * width);
        let mut column = self.before[before..before + width].to_vec();
        for token in part {
            step(matches.row(token), &self.lasts, &mut column);
            self.columns.extend_from_slice(&column);
        }
    }

    /// Start a path for each sentence of the reference that shares anything with the one whose last
    /// column is computed.
    #[inline(always)]
    fn start_ways(&mut self, reference: &[u32]) {
        self.ways.clear();
        let last = self.columns.len() - self.lasts.len();
        let mut seen = None;
        for position in places(self.columns[last..].iter().map(|column| !column)) {
            let sentence = self.sentence_of[position] as usize;
            if seen != Some(sentence) {
                seen = Some(sentence);
                let start = sentence.checked_sub(1).map_or(0, |i| reference[i] as usize);
                self.ways.push((start, reference[sentence] as usize));
            }
        }
    }
}

/// Update a column by one more token of the hypothesis as [`subsequence`](super::subsequence) does,
/// but in each sentence for itself; `lasts` has the last bit of each.
#[inline(always)]
fn step(row: &[u64], lasts: &[u64], column: &mut [u64]) {
    let mut carry = false;
    for ((word, &here), last) in column.iter_mut().zip(row).zip(lasts) {
        let shared = *word & here;
        // Without the last bits, carries stop in their positions and do not reach the next
        // sentence.
        let (sum, over) = (*word & !last).overflowing_add(shared & !last);
        let (sum, over_again) = sum.overflowing_add(u64::from(carry));
        carry = over | over_again;
        *word = sum ^ ((*word ^ shared) & last) | (*word & !here);
    }
}

/// Go back over one token of the hypothesis: from the end of what is left to the last place that
/// holds the token, or where the length grows without it. Return false at the way's end.
#[inline(always)]
fn walk(row: &[u64], column: &[u64], union: &mut [u64], way: &mut (usize, usize)) -> bool {
    let (start, end) = *way;
    let mut word = (end - 1) / 64;
    let mut below = u64::MAX >> (63 - (end - 1) % 64);
    loop {
        let stops = (row[word] | !column[word]) & below;
        if stops != 0 {
            let position = word * 64 + 63 - stops.leading_zeros() as usize;
            if position < start {
                return false;
            }
            let matched = row[word] >> (position % 64) & 1 == 1;
            union[word] |= u64::from(matched) << (position % 64);
            way.1 = if matched { position } else { position + 1 };
            return way.1 > start;
        }
        if word * 64 <= start {
            return false;
        }
        word -= 1;
        below = u64::MAX;
    }
}
