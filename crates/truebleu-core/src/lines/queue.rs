//! Runs of whole lines, and the lines that wait.

use std::collections::VecDeque;
use std::sync::Arc;

use memchr::memchr_iter;

/// A run of whole lines.
#[derive(Debug)]
pub struct Chunk {
    text: String,
    /// End of each line in `text`, line end included.
    ends: Vec<usize>,
}

impl Chunk {
    /// Create the lines of `text`; the last one may lack its line end.
    pub(super) fn new(text: String) -> Self {
        // Lines of running text have about 100 bytes; a wrong estimate costs a few reallocations.
        let mut ends = Vec::with_capacity(text.len().min(1 << 20) / 96 + 1);
        ends.extend(memchr_iter(b'\n', text.as_bytes()).map(|place| place + 1));
        if ends.last().copied().unwrap_or(0) < text.len() {
            ends.push(text.len());
        }
        Self { text, ends }
    }

    /// Return this chunk followed by the lines of another one.
    pub(super) fn joined(mut self, other: &Self) -> Self {
        let length = self.text.len();
        self.text.push_str(&other.text);
        self.ends.extend(other.ends.iter().map(|end| length + end));
        self
    }

    /// Return the text, line ends included.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Return how many lines there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Return the line, counted from 0, of the byte at `place`.
    pub(super) fn line_at(&self, place: usize) -> usize {
        self.ends.partition_point(|&end| end <= place)
    }

    /// Return the lines without their line ends.
    pub(super) fn lines(&self) -> impl Iterator<Item = &str> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let line = &self.text[start..end];
            start = end;
            without_line_end(line)
        })
    }

    /// Return one line, counted from 0, without its line end.
    fn line(&self, number: usize) -> &str {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        without_line_end(&self.text[start..self.ends[number]])
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
    /// Number of consumed lines of the first chunk.
    gone: usize,
    /// Number of waiting lines.
    waiting: usize,
    /// The bytes of all chunks held.
    bytes: usize,
}

impl LineQueue {
    /// Create a queue without lines.
    pub fn new() -> Self {
        Self::default()
    }

    /// Put a chunk at the end.
    pub fn push(&mut self, chunk: Chunk) {
        self.waiting += chunk.len();
        self.bytes += chunk.text.len();
        self.chunks.push_back(Arc::new(chunk));
    }

    /// Return how many lines wait.
    pub fn waiting(&self) -> usize {
        self.waiting
    }

    /// Return how many bytes of text are held for them.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Return the first `count` waiting lines (or all, if fewer wait).
    pub fn front(&self, count: usize) -> Front<'_> {
        let (mut chunks, mut held) = (Vec::with_capacity(self.chunks.len()), 0);
        for chunk in &self.chunks {
            chunks.push((held, &**chunk));
            held += chunk.len();
        }
        Front { chunks, gone: self.gone, count: count.min(self.waiting) }
    }

    /// Clear the first `count` waiting lines (all, if fewer wait).
    pub fn drop(&mut self, count: usize) {
        let mut count = count.min(self.waiting);
        self.waiting -= count;
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

/// The first lines of a queue, without their line ends. Any of them is found at once, so that
/// several threads can begin where they like, and no list of all lines is made for them.
#[derive(Debug)]
pub struct Front<'q> {
    /// The chunks, each with how many lines the ones before it have.
    chunks: Vec<(usize, &'q Chunk)>,
    gone: usize,
    count: usize,
}

impl<'q> Front<'q> {
    /// Return how many lines there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Return whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Return line `i`, counted from 0.
    pub fn line(&self, i: usize) -> &'q str {
        let position = self.gone + i;
        let chunk = self.chunks.partition_point(|&(before, _)| before <= position) - 1;
        let (before, chunk) = self.chunks[chunk];
        chunk.line(position - before)
    }

    /// Return all of them, in order.
    pub fn lines(&self) -> impl ExactSizeIterator<Item = &'q str> {
        (0..self.count).map(|i| self.line(i))
    }
}
