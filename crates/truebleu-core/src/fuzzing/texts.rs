//! Targets about single texts: tokens, blocks of bytes, lines.

use super::tape::Tape;
use crate::kernels::everything::{Everything, Operands};
use crate::kernels::{BLOCK, HELD, Kernel, KernelChoice, PANEL, Rows, Work};
use crate::lines::{Invalid, LineError, LineQueue, LineSplitter};
use crate::text::ascii::AsciiSets;
use crate::text::lowercase::Case;
use crate::tokenizers::{Analysis, Scratch, Tokenizer};

/// Return the result of every kernel, after checking that it equals the portable kernel's.
pub(super) fn with_every_kernel<T: PartialEq + std::fmt::Debug>(
    work: impl Fn(KernelChoice) -> T,
) -> T {
    let expected = work(KernelChoice::Portable);
    for kernel in KernelChoice::available() {
        assert_eq!(work(kernel), expected, "{}", kernel.name());
    }
    expected
}

/// Texts, read one after the other with the same room: the tokens of each with their keys, and
/// which of them are long.
struct Read<'a>(Tokenizer, Case, &'a [String]);

type Tokenized = (Vec<(Vec<u8>, u64)>, Vec<u32>);

impl Work for Read<'_> {
    type Output = Vec<Tokenized>;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Vec<Tokenized> {
        let Self(tokenizer, case, texts) = self;
        let (mut analysis, mut scratch) = (Analysis::default(), Scratch::default());
        let mut tokenized_texts = Vec::new();
        for text in texts {
            analysis.analyse(kernel, tokenizer.scheme(), case, text, &mut scratch);
            tokenized_texts.push(tokenized(&analysis, text));
        }
        tokenized_texts
    }
}

fn tokenized(analysis: &Analysis, text: &str) -> Tokenized {
    let (tokens, bytes) = (&analysis.tokens, analysis.bytes(text.as_bytes()));
    let mut end = 0;
    for i in 0..tokens.len() {
        let (from, to) = tokens.span(i);
        assert!(end <= from && from <= to, "token {i} is behind the one before it");
        end = to;
    }
    let keyed = |(i, &key): (usize, &u64)| (tokens.token(bytes, i).to_vec(), key);
    (tokens.keys().iter().enumerate().map(keyed).collect(), tokens.long().to_vec())
}

/// Check every tokenizer: kernels against the portable one, and a text that comes after another
/// against the same text alone.
pub fn tokenizers(data: &[u8]) {
    let mut tape = Tape::new(data);
    let tokenizer = Tokenizer::ALL[tape.below(Tokenizer::ALL.len())];
    let case = Case::ALL[tape.below(Case::ALL.len())];
    let texts = tape.texts(2);
    let both = with_every_kernel(|kernel| kernel.dispatch(Read(tokenizer, case, &texts)));
    let alone = KernelChoice::Portable.dispatch(Read(tokenizer, case, &texts[1..]));
    assert_eq!(both[1..], alone);
    let tokens = tokenizer.tokenize(&texts[1], case);
    let bytes = tokens.iter().map(|token| token.as_bytes().to_vec());
    assert!(bytes.eq(alone[0].0.iter().map(|(token, _)| token.clone())));
}

/// Check each operation of the kernels.
pub fn kernels(data: &[u8]) {
    let mut tape = Tape::new(data);
    let members: [Vec<u8>; 6] =
        std::array::from_fn(|_| tape.word().to_le_bytes().map(|byte| byte & 0x7F).to_vec());
    let sets = AsciiSets::new(members.each_ref().map(Vec::as_slice));
    let length = 1 + tape.below(64);
    // Few distinct numbers, so that some searches succeed.
    let different = 1 + tape.below(255) as u64;
    let searched: [u64; 4] = std::array::from_fn(|_| tape.word() % different);
    let mut eights =
        |_| -> [u64; 8] { std::array::from_fn(|_| u64::from(tape.byte()) % different) };
    let keys: Vec<[u64; 8]> = (0..length.div_ceil(8)).map(&mut eights).collect();
    let block: [u8; BLOCK] = std::array::from_fn(|_| tape.byte());
    let count = 1 + tape.below(9);
    let small = |tape: &mut Tape<'_>| tape.byte() & 0x7F;
    let mut row =
        |_| Rows([[0; 4]; PANEL].map(|four| four.map(|_: i8| small(&mut tape).cast_signed())));
    let rows: Vec<Rows> = (0..count).map(&mut row).collect();
    let mut weighting =
        |_| -> Vec<[u8; 4]> { (0..count).map(|_| [0; 4].map(|_: u8| small(&mut tape))).collect() };
    let weights: [Vec<[u8; 4]>; HELD] = std::array::from_fn(&mut weighting);
    let operands = Operands { block: &block, sets: &sets, wanted: &searched, keys: &keys, length };
    with_every_kernel(|kernel| kernel.dispatch(Everything(operands)));
    with_every_kernel(|kernel| kernel.dispatch(Multiply(&rows, &weights)));
}

struct Multiply<'a>(&'a [Rows], &'a [Vec<[u8; 4]>; HELD]);

impl Work for Multiply<'_> {
    type Output = [[i32; PANEL]; HELD];

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Self::Output {
        kernel.multiply(self.0, self.1.each_ref().map(Vec::as_slice))
    }
}

/// Check that a file in blocks that are cut anywhere has the lines, or the error, of the whole
/// file.
pub fn lines(data: &[u8]) {
    let mut tape = Tape::new(data);
    let invalid = if tape.byte().is_multiple_of(2) { Invalid::Error } else { Invalid::Replace };
    let cuts: [usize; 3] = std::array::from_fn(|_| 1 + tape.below(256));
    // Long files have blocks that are cut by `\n`, too.
    let bytes = tape.take_all().repeat(1 + cuts[0] / 32);
    let expected = split(&bytes, &[bytes.len().max(1)], invalid);
    assert_eq!(split(&bytes, &cuts, invalid), expected);
    match expected {
        Ok(lines) => assert_eq!(lines, lines_of(&bytes)),
        Err(LineError::Wide(_)) => {
            let mark = bytes.first().is_some_and(|byte| *byte >= 0xFE);
            assert!(mark || bytes.contains(&0), "no UTF-16 is without a mark and without a NUL");
        }
        Err(LineError::Utf8 { line, byte_of_line, byte_of_file, value }) => {
            assert_eq!(invalid, Invalid::Error);
            let valid = std::str::from_utf8(&bytes).expect_err("it is not UTF-8").valid_up_to();
            let before: Vec<_> = bytes[..valid].split(|&byte| byte == b'\n').collect();
            let mark = if line == 1 && bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
            let of_line = before[before.len() - 1].len() - mark + 1;
            assert_eq!((line, byte_of_line), (before.len() as u64, of_line as u64));
            assert_eq!((byte_of_file, value), (valid as u64 + 1, bytes[valid]));
        }
    }
}

fn split(bytes: &[u8], cuts: &[usize], invalid: Invalid) -> Result<Vec<String>, LineError> {
    let (mut splitter, mut queue) = (LineSplitter::new(invalid), LineQueue::new());
    let (mut rest, mut cuts) = (bytes, cuts.iter().cycle());
    while let (false, Some(&cut)) = (rest.is_empty(), cuts.next()) {
        let (block, behind) = rest.split_at(cut.min(rest.len()));
        if let Some(chunk) = splitter.push(block)? {
            queue.push(chunk);
        }
        rest = behind;
    }
    if let Some(chunk) = splitter.finish()? {
        queue.push(chunk);
    }
    assert_eq!(splitter.survey().lines, queue.waiting() as u64);
    Ok(queue.front(usize::MAX).lines().map(ToString::to_string).collect())
}

/// Return the lines of a file by their definition.
fn lines_of(bytes: &[u8]) -> Vec<String> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let text = String::from_utf8_lossy(bytes);
    let mut lines: Vec<&str> = text.split('\n').collect();
    let last = lines.pop().filter(|last| !last.is_empty());
    let ended = lines.into_iter().map(|line| line.strip_suffix('\r').unwrap_or(line));
    ended.chain(last).map(ToOwned::to_owned).collect()
}
