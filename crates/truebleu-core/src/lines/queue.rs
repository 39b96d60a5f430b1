//! Runs of whole lines, and the lines that wait.

use std::collections::VecDeque;
use std::sync::Arc;

use memchr::memchr_iter;

/// A run of whole lines.
#[derive(Debug)]
pub struct Chunk {
    text: String,
    /// Where each line ends in `text`, its line end included.
    ends: Vec<usize>,
}

impl Chunk {
    /// The lines of `text`; the last one may lack its line end.
    pub(super) fn new(text: String) -> Self {
        // Lines of running text have some hundred bytes; a wrong guess costs a few moves.
        let mut ends = Vec::with_capacity(text.len().min(1 << 20) / 96 + 1);
        ends.extend(memchr_iter(b'\n', text.as_bytes()).map(|place| place + 1));
        if ends.last().copied().unwrap_or(0) < text.len() {
            ends.push(text.len());
        }
        Self { text, ends }
    }

    /// This chunk and the lines of another one after it.
    pub(super) fn joined(mut self, other: &Self) -> Self {
        let length = self.text.len();
        self.text.push_str(&other.text);
        self.ends.extend(other.ends.iter().map(|end| length + end));
        self
    }

    /// The text, line ends included.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// How many lines there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Which line, counted from 0, the byte at `place` belongs to.
    pub(super) fn line_at(&self, place: usize) -> usize {
        self.ends.partition_point(|&end| end <= place)
    }

    /// The lines without their line ends, from line `first` (counted from 0) on.
    pub(super) fn lines_from(&self, first: usize) -> impl Iterator<Item = &str> {
        let mut start = if first == 0 { 0 } else { self.ends[first - 1] };
        self.ends[first..].iter().map(move |&end| {
            let line = &self.text[start..end];
            start = end;
            without_line_end(line)
        })
    }
}

fn without_line_end(line: &str) -> &str {
    match line.strip_suffix('\n') {
        Some(line) => line.strip_suffix('\r').unwrap_or(line),
        None => line,
    }
}

/// Lines that wait, in order. A clone shares the text.
#[derive(Clone, Debug, Default)]
pub struct LineQueue {
    chunks: VecDeque<Arc<Chunk>>,
    /// How many lines of the first chunk are gone.
    gone: usize,
    /// How many lines wait.
    ready: usize,
    /// The bytes of all chunks held.
    bytes: usize,
}

impl LineQueue {
    /// A queue without lines.
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts a chunk at the end.
    pub fn push(&mut self, chunk: Chunk) {
        self.ready += chunk.len();
        self.bytes += chunk.text.len();
        self.chunks.push_back(Arc::new(chunk));
    }

    /// How many lines wait.
    pub fn ready(&self) -> usize {
        self.ready
    }

    /// How many bytes of text are held for them.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The first `count` waiting lines (or all, if fewer wait), without their line ends.
    pub fn lines(&self, count: usize) -> Vec<&str> {
        let mut lines = Vec::with_capacity(count.min(self.ready));
        let mut skip = self.gone;
        for chunk in &self.chunks {
            lines.extend(chunk.lines_from(skip).take(count - lines.len()));
            if lines.len() == count {
                break;
            }
            skip = 0;
        }
        lines
    }

    /// Forgets the first `count` waiting lines (all, if fewer wait).
    pub fn drop(&mut self, count: usize) {
        let mut count = count.min(self.ready);
        self.ready -= count;
        while let Some(chunk) = self.chunks.front() {
            let left = chunk.len() - self.gone;
            if count < left {
                self.gone += count;
                return;
            }
            count -= left;
            self.gone = 0;
            self.bytes -= chunk.text.len();
            self.chunks.pop_front();
        }
    }
}
