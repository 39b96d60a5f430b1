//! Turning the bytes of a file into lines of text.
//!
//! A file arrives as blocks of bytes, cut anywhere: in the middle of a line, of a character, of
//! `\r\n`. A [`LineSplitter`] turns them into [`Chunk`]s: runs of whole lines, known to be UTF-8. A
//! [`LineQueue`] holds the chunks of which lines are still wanted. Several files are read side by
//! side this way, each block once, in memory that does not grow with the number of lines.
//!
//! A line ends at `\n`; a `\r` directly before it belongs to the line end. Nothing else ends a
//! line. The characters that *some* tools take for line ends (a lone `\r`, U+2028, ...) are noted
//! where they first occur, because they are the usual reason why two files that look parallel are
//! not.
//!
//! Chunks are shared and never change, so a file can be read on while its lines are being counted.

mod queue;
mod survey;
#[cfg(test)]
mod tests;

use std::fmt;

use memchr::{memchr, memchr_iter, memrchr};

pub use queue::{Chunk, Front, LineQueue};
use survey::Surveyor;
pub use survey::{OddSeparator, Survey, Tally};

/// How many bytes are looked at before the first line is given out: enough to tell UTF-16 from
/// UTF-8.
const OPENING: usize = 1024;

/// How much a very long line's buffer grows at a time. Doubling it, as `Vec` does, would hold twice
/// the longest line; moving to a larger place costs little at this size, as pages are moved, not
/// bytes.
const LONG_LINE_STEP: usize = 16 << 20;

/// The byte order mark in UTF-8.
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// Treatment of bytes that are not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invalid {
    /// It is an error that says where the first such byte is.
    Error,
    /// U+FFFD takes their place (one for each longest ill-formed part, as Unicode recommends).
    Replace,
}

/// Why the bytes of a file are not lines of UTF-8. All numbers count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineError {
    /// A byte that cannot stand where it stands.
    Utf8 {
        /// The line that holds it.
        line: u64,
        /// Its place in that line.
        byte_of_line: u64,
        /// Its place in the file (after decompression, a byte order mark included).
        byte_of_file: u64,
        /// The byte itself.
        value: u8,
    },
    /// The text is encoded as UTF-16 or UTF-32: the name of the encoding.
    Wide(&'static str),
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Utf8 { line, byte_of_line, byte_of_file, value } => write!(
                f,
                "line {line}, byte {byte_of_line} of the line (byte {byte_of_file} of the file): \
                 0x{value:02X} is not valid UTF-8"
            ),
            Self::Wide(encoding) => {
                write!(
                    f,
                    "the text is {encoding}, not UTF-8. Convert it: iconv -f {encoding} -t UTF-8"
                )
            }
        }
    }
}

impl std::error::Error for LineError {}

/// The splitter of blocks of bytes into chunks of complete lines.
#[derive(Debug)]
pub struct LineSplitter {
    invalid: Invalid,
    /// Whether the opening of the file has been looked at.
    opened: bool,
    /// The bytes after the last line end.
    rest: Vec<u8>,
    /// Number of bytes of the file before `rest`.
    offset: u64,
    surveyor: Surveyor,
}

impl LineSplitter {
    /// Create a splitter at the start of a file.
    pub fn new(invalid: Invalid) -> Self {
        Self { invalid, opened: false, rest: Vec::new(), offset: 0, surveyor: Surveyor::new() }
    }

    /// Return the survey of the text so far.
    pub fn survey(&self) -> &Survey {
        &self.surveyor.survey
    }

    /// Take the next bytes of the file; return the lines that are whole with them.
    ///
    /// # Errors
    /// When they are not UTF-8 (unless they are to be replaced), or the file is not UTF-8 at all.
    /// After an error, the output of a splitter is undefined.
    pub fn push(&mut self, block: &[u8]) -> Result<Option<Chunk>, LineError> {
        if !self.opened {
            self.rest.extend_from_slice(block);
            if self.rest.len() < OPENING {
                return Ok(None);
            }
            return self.open();
        }
        match memrchr(b'\n', block) {
            None => {
                self.keep(block);
                Ok(None)
            }
            Some(last) => {
                let (whole, rest) = block.split_at(last + 1);
                let chunk = self.join(whole);
                self.keep(rest);
                chunk.map(Some)
            }
        }
    }

    /// End the file: a last line without a line end is complete now.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    pub fn finish(&mut self) -> Result<Option<Chunk>, LineError> {
        let opening = if self.opened { None } else { self.open()? };
        if self.rest.is_empty() {
            return Ok(opening);
        }
        // The opening was whole lines and a rest, and both are one chunk now.
        let last_chunk = self.join(&[])?;
        Ok(Some(match opening {
            Some(chunk) => chunk.joined(&last_chunk),
            None => last_chunk,
        }))
    }

    /// Keep bytes of a line whose end is still to come.
    fn keep(&mut self, bytes: &[u8]) {
        if self.rest.len() >= LONG_LINE_STEP && self.rest.capacity() - self.rest.len() < bytes.len()
        {
            self.rest.reserve_exact(bytes.len().max(LONG_LINE_STEP));
        }
        self.rest.extend_from_slice(bytes);
    }

    /// Look at the opening of the file, then treat it as a block.
    fn open(&mut self) -> Result<Option<Chunk>, LineError> {
        self.opened = true;
        let opening = std::mem::take(&mut self.rest);
        if let Some(encoding) = wide_encoding(&opening[..opening.len().min(OPENING)]) {
            return Err(LineError::Wide(encoding));
        }
        match opening.strip_prefix(BOM) {
            Some(text) => {
                self.surveyor.survey.byte_order_mark = true;
                self.offset = BOM.len() as u64;
                self.push(text)
            }
            None => self.push(&opening),
        }
    }

    /// Return the chunk of `rest` followed by `whole`, which ends with a line (or with the file).
    fn join(&mut self, whole: &[u8]) -> Result<Chunk, LineError> {
        let mut first = std::mem::take(&mut self.rest);
        let first_length =
            if first.is_empty() { 0 } else { memchr(b'\n', whole).map_or(0, |end| end + 1) };
        let (end_of_first, others) = whole.split_at(first_length);
        first.reserve_exact(whole.len());
        first.extend_from_slice(end_of_first);
        let length = first.len() + others.len();
        let text = self.valid(first, others)?;
        self.offset += length as u64;
        let chunk = Chunk::new(text);
        self.surveyor.look_at(&chunk);
        Ok(chunk)
    }

    /// Return the text of `first` and `others`, which are whole lines.
    fn valid(&mut self, first: Vec<u8>, others: &[u8]) -> Result<String, LineError> {
        // Nearly all bytes are in `others`: they are validated at many times std's speed, then copied.
        // The first line, which may be as long as the file, is validated where it is.
        match (String::from_utf8(first), simdutf8::basic::from_utf8(others)) {
            (Ok(mut text), Ok(others)) => {
                text.push_str(others);
                Ok(text)
            }
            (first, _) => {
                let first = first.map_or_else(|error| error.into_bytes(), String::into_bytes);
                self.repair(&[&first, others].concat())
            }
        }
    }

    /// Handle complete lines that are not UTF-8: return an error, or the text with replacements.
    fn repair(&mut self, bytes: &[u8]) -> Result<String, LineError> {
        if self.invalid == Invalid::Error {
            return Err(self.locate(bytes));
        }
        let first_line = self.surveyor.survey.lines + 1;
        for (line, number) in bytes.split(|&byte| byte == b'\n').zip(first_line..) {
            if std::str::from_utf8(line).is_err() {
                self.surveyor.survey.replaced.add(number);
            }
        }
        // No ill-formed part reaches over a "\n", so the lines stay what they are.
        Ok(String::from_utf8_lossy(bytes).into_owned())
    }

    /// Return where the first invalid byte of `bytes` is; `bytes` begins at a line.
    fn locate(&self, bytes: &[u8]) -> LineError {
        let valid = match std::str::from_utf8(bytes) {
            Ok(_) => bytes.len(),
            Err(error) => error.valid_up_to(),
        };
        let before = &bytes[..valid];
        let line_start = memrchr(b'\n', before).map_or(0, |end| end + 1);
        LineError::Utf8 {
            line: self.surveyor.survey.lines + 1 + memchr_iter(b'\n', before).count() as u64,
            byte_of_line: (valid - line_start) as u64 + 1,
            byte_of_file: self.offset + valid as u64 + 1,
            value: bytes.get(valid).copied().unwrap_or(0),
        }
    }
}

/// Return the encoding of a file that opens like this, if it is one with units of two or four
/// bytes.
///
/// UTF-16 without a byte order mark is valid UTF-8 as long as its letters are ASCII, with a NUL
/// next to each: nearly all bytes at even places, or nearly all at odd ones, are NUL then.
fn wide_encoding(opening: &[u8]) -> Option<&'static str> {
    match opening {
        [0xFF, 0xFE, 0, 0, ..] => return Some("UTF-32"),
        [0, 0, 0xFE, 0xFF, ..] => return Some("UTF-32"),
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => return Some("UTF-16"),
        _ => {}
    }
    let units = opening.len() / 2;
    let nuls =
        |first: usize| opening.iter().skip(first).step_by(2).filter(|&&byte| byte == 0).count();
    let (even, odd) = (nuls(0), nuls(1));
    let mostly = |count: usize| count >= 3 && count * 10 >= units * 7;
    match (mostly(even), mostly(odd)) {
        (false, true) if even == 0 => Some("UTF-16LE"),
        (true, false) if odd == 0 => Some("UTF-16BE"),
        _ => None,
    }
}
