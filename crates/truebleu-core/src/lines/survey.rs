//! Properties of a file's lines, collected for warnings.

use memchr::{memchr, memchr_iter, memchr3, memmem};

use super::Chunk;

/// Characters that end a line for some tools (among them Python's `str.splitlines`), but not here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OddSeparator {
    /// `\r` without `\n` after it.
    CarriageReturn,
    /// U+000B.
    VerticalTab,
    /// U+000C.
    FormFeed,
    /// U+001C, U+001D or U+001E.
    InformationSeparator,
    /// U+0085.
    NextLine,
    /// U+2028.
    LineSeparator,
    /// U+2029.
    ParagraphSeparator,
}

impl OddSeparator {
    /// All of them, in the order in which [`Survey::odd_separators`] counts them.
    pub const ALL: [Self; 7] = [
        Self::CarriageReturn,
        Self::VerticalTab,
        Self::FormFeed,
        Self::InformationSeparator,
        Self::NextLine,
        Self::LineSeparator,
        Self::ParagraphSeparator,
    ];

    /// Return its human-readable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::CarriageReturn => "a carriage return (\\r) without \\n",
            Self::VerticalTab => "a vertical tab (U+000B)",
            Self::FormFeed => "a form feed (U+000C)",
            Self::InformationSeparator => "an information separator (U+001C to U+001E)",
            Self::NextLine => "a next-line character (U+0085)",
            Self::LineSeparator => "a line separator (U+2028)",
            Self::ParagraphSeparator => "a paragraph separator (U+2029)",
        }
    }
}

/// Number of lines with some property, and the first of them (from 1; 0 if there is none).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of lines.
    pub count: u64,
    /// The number of the first one.
    pub first: u64,
}

impl Tally {
    pub(super) fn add(&mut self, line: u64) {
        if self.count == 0 {
            self.first = line;
        }
        self.count += 1;
    }
}

/// Properties of the part of a file read so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// Lines given out.
    pub lines: u64,
    /// Whether a byte order mark stood at the start (it is not part of the first line).
    pub byte_order_mark: bool,
    /// Lines with nothing but spaces, or nothing at all.
    pub empty: Tally,
    /// Lines that end in a space and a full stop, as tokenized text does.
    pub tokenized: Tally,
    /// Lines in which invalid bytes were replaced.
    pub replaced: Tally,
    /// The first line (from 1; 0 = none) that holds each of [`OddSeparator::ALL`].
    pub odd_separators: [u64; 7],
}

impl Survey {
    /// Record whether a line is empty or tokenized; `number` is its own, from 1.
    pub fn note_line(&mut self, line: &str, number: u64) {
        if is_blank(line) {
            self.empty.add(number);
        } else if line.ends_with(" .") {
            self.tokenized.add(number);
        }
    }
}

/// The survey of a file, updated chunk by chunk.
#[derive(Debug)]
pub(super) struct Surveyor {
    pub(super) survey: Survey,
    next_line: memmem::Finder<'static>,
    line_separator: memmem::Finder<'static>,
    paragraph_separator: memmem::Finder<'static>,
}

impl Surveyor {
    pub(super) fn new() -> Self {
        Self {
            survey: Survey::default(),
            next_line: memmem::Finder::new("\u{85}"),
            line_separator: memmem::Finder::new("\u{2028}"),
            paragraph_separator: memmem::Finder::new("\u{2029}"),
        }
    }

    /// Update the survey with the next chunk.
    pub(super) fn look_at(&mut self, chunk: &Chunk) {
        for (line, number) in chunk.lines().zip(self.survey.lines + 1..) {
            self.survey.note_line(line, number);
        }
        self.look_for_separators(chunk);
        self.survey.lines += chunk.len() as u64;
    }

    /// Record where separators are. Most chunks hold none, and are read once to know it.
    fn look_for_separators(&mut self, chunk: &Chunk) {
        let bytes = chunk.text().as_bytes();
        if !may_hold_separators(bytes) {
            return;
        }
        let lone = |&place: &usize| bytes.get(place + 1) != Some(&b'\n');
        self.note(OddSeparator::CarriageReturn, chunk, memchr_iter(b'\r', bytes).find(lone));
        self.note(OddSeparator::VerticalTab, chunk, memchr(0x0B, bytes));
        self.note(OddSeparator::FormFeed, chunk, memchr(0x0C, bytes));
        self.note(OddSeparator::InformationSeparator, chunk, memchr3(0x1C, 0x1D, 0x1E, bytes));
        if !bytes.is_ascii() {
            self.note(OddSeparator::NextLine, chunk, self.next_line.find(bytes));
            self.note(OddSeparator::LineSeparator, chunk, self.line_separator.find(bytes));
            self.note(
                OddSeparator::ParagraphSeparator,
                chunk,
                self.paragraph_separator.find(bytes),
            );
        }
    }

    /// Record that the byte at `place` of the chunk is a separator of this kind, if it is the
    /// first.
    fn note(&mut self, kind: OddSeparator, chunk: &Chunk, place: Option<usize>) {
        let first = &mut self.survey.odd_separators[kind as usize];
        if let (0, Some(place)) = (*first, place) {
            *first = self.survey.lines + chunk.line_at(place) as u64 + 1;
        }
    }
}

/// Return whether there can be an odd separator in UTF-8 (or `\r\n`): without a branch, so that the
/// compiler makes vector instructions of it.
fn may_hold_separators(bytes: &[u8]) -> bool {
    let pairs = bytes.iter().zip(bytes.get(1..).unwrap_or_default());
    let (first, last) = (0x0B, 0x1E); // of those of one byte, and of a range that is rare in text
    let seen = pairs.fold(0, |seen, (&byte, &next)| {
        let of_one_byte = next.wrapping_sub(first) <= last - first;
        let next_line = (byte == 0xC2) & (next == 0x85);
        let of_general_punctuation = (byte == 0x80) & (next | 1 == 0xA9);
        seen | u8::from(of_one_byte) | u8::from(next_line) | u8::from(of_general_punctuation)
    });
    seen != 0 || bytes.first().is_some_and(|byte| (first..=last).contains(byte))
}

/// Return whether there is nothing to see in a line.
fn is_blank(line: &str) -> bool {
    // Most lines start with a visible ASCII character and need only this check.
    let visible = line.as_bytes().first().is_some_and(|byte| byte.is_ascii_graphic());
    !visible && line.trim().is_empty()
}
