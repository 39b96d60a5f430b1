//! The tokenizer of tercom (Snover et al. 2006), as sacreBLEU 2.6 has it.
//!
//! By default it lowercases and splits on whitespace. [`TercomTokenizer::rewrite`] does what the
//! other settings ask for, rule by rule: their order matters.

use std::borrow::Cow;

use crate::text::lowercase::lowercase_into;
use crate::text::whitespace::{is_space, trim_end};

/// The tokenizer's settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TercomTokenizer {
    /// Whether entities are decoded and punctuation is separated from words.
    pub normalized: bool,
    /// Whether punctuation is deleted.
    pub no_punct: bool,
    /// Whether the two settings above look at Chinese and Japanese, too.
    pub asian_support: bool,
    /// Whether text keeps its case.
    pub case_sensitive: bool,
}

/// Entities, in the order in which they are decoded.
const ENTITIES: [(&str, &str); 4] =
    [("&quot;", "\""), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")];

impl TercomTokenizer {
    /// Return whether the tokens of a text are more than its words in lower case (or as they are).
    pub const fn rewrites(&self) -> bool {
        self.normalized || self.no_punct
    }

    /// Return the text whose words, separated by whitespace, are the tokens.
    pub fn rewrite(&self, text: &str) -> String {
        let mut sentence = String::with_capacity(text.len() + 16);
        if self.case_sensitive {
            sentence.push_str(trim_end(text));
        } else {
            lowercase_into(trim_end(text), &mut sentence);
        }
        if sentence.is_empty() {
            return sentence;
        }
        if self.normalized {
            sentence = normalize(&sentence);
            if self.asian_support {
                sentence = isolate(&sentence, is_isolated_in_asian_text);
            }
        }
        if self.no_punct {
            sentence.retain(|c| !is_punctuation(c));
            if self.asian_support {
                sentence.retain(|c| !is_asian_punctuation(c));
            }
        }
        sentence
    }

    /// Rewrite a reference, to whose tokens sacreBLEU applies the tokenizer once more. That splits
    /// a few words further, such as the `dog's` of `dog's.`; without `normalized` it changes
    /// nothing.
    pub fn rewrite_reference(&self, text: &str) -> String {
        if self.normalized {
            self.rewrite(&joined(&self.rewrite(text)))
        } else {
            self.rewrite(text)
        }
    }

    /// Return the tokens of `text`: for looking at, not for counting.
    pub fn tokenize(&self, text: &str) -> Vec<String> {
        let words = self.rewrite(text);
        words.split(is_space).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }
}

/// Return the rules for Western text.
///
/// They look at ASCII only, so they work on bytes: what is in the way of a rule, or is used up by
/// it, is the same if a character counts as its bytes.
fn normalize(sentence: &str) -> String {
    let mut sentence = Cow::Borrowed(sentence);
    for (from, to) in [("\n-", ""), ("\n", " ")].into_iter().chain(ENTITIES) {
        if sentence.contains(from) {
            sentence = Cow::Owned(sentence.replace(from, to));
        }
    }
    let sentence = isolate_symbols(&sentence);
    // A possessive is split only before a space, so never at the end.
    let sentence = set_apart(&sentence, b"'", |_, after| after.starts_with(b"s "), Around::Before);
    let not_digit = |byte: &u8| !byte.is_ascii_digit();
    let sentence = set_apart(
        &sentence,
        b".,",
        |before, _| before.last().is_some_and(not_digit),
        Around::Both { behind: 0 },
    );
    let sentence = set_apart(
        &sentence,
        b".,",
        |_, after| after.first().is_some_and(not_digit),
        Around::Both { behind: 1 },
    );
    let sentence = set_apart(
        &sentence,
        b"-",
        |before, _| before.last().is_some_and(u8::is_ascii_digit),
        Around::Both { behind: 0 },
    );
    String::from_utf8(sentence).expect("only spaces came in, around ASCII")
}

/// Put spaces around the text and around each symbol.
fn isolate_symbols(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() * 2 + 2);
    out.push(b' ');
    for &byte in text.as_bytes() {
        if is_symbol(byte) {
            out.extend([b' ', byte, b' ']);
        } else {
            out.push(byte);
        }
    }
    out.push(b' ');
    out
}

/// Return the symbols that are tokens of their own.
const fn is_symbol(byte: u8) -> bool {
    matches!(byte, b'{'..=b'~' | b'['..=b'`' | b'!'..=b'&' | b'('..=b'+' | b':'..=b'@' | b'/')
}

/// Positions of inserted spaces.
#[derive(Clone, Copy)]
enum Around {
    /// Before the mark.
    Before,
    /// Before and behind the mark. So many bytes `behind` it are used up with it: no mark among
    /// them is set apart.
    Both { behind: usize },
}

/// Separate `marks` where `is_apart` holds for the bytes before and behind one. Bytes that an
/// earlier mark has used up are not among those before.
fn set_apart(
    text: &[u8],
    marks: &[u8],
    is_apart: impl Fn(&[u8], &[u8]) -> bool,
    around: Around,
) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + text.len() / 4);
    let (mut copied, mut used) = (0, 0);
    for (at, byte) in text.iter().enumerate() {
        if !marks.contains(byte) || at < used || !is_apart(&text[used..at], &text[at + 1..]) {
            continue;
        }
        out.extend_from_slice(&text[copied..at]);
        out.extend([b' ', *byte]);
        copied = at + 1;
        used = copied;
        if let Around::Both { behind } = around {
            out.push(b' ');
            used += behind;
        }
    }
    out.extend_from_slice(&text[copied..]);
    out
}

/// Put spaces around each character that `is_alone`.
fn isolate(text: &str, is_alone: impl Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    for c in text.chars() {
        if is_alone(c) {
            out.extend([' ', c, ' ']);
        } else {
            out.push(c);
        }
    }
    out
}

/// Return `text` with one space between its words.
fn joined(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split(is_space).filter(|word| !word.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// Return whether a character is deleted as punctuation.
const fn is_punctuation(c: char) -> bool {
    matches!(c, '.' | ',' | '?' | ':' | ';' | '!' | '"' | '(' | ')')
}

/// Return whether a character is Chinese, Japanese or full-width Western punctuation.
const fn is_asian_punctuation(c: char) -> bool {
    matches!(c,
        '\u{3001}' | '\u{3002}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301f}'
        | '\u{ff61}'..='\u{ff65}' | '\u{30fb}'
        | '\u{ff0e}' | '\u{ff0c}' | '\u{ff1f}' | '\u{ff1a}' | '\u{ff1b}' | '\u{ff01}'
        | '\u{ff02}' | '\u{ff08}' | '\u{ff09}')
}

/// Return the characters that are tokens of their own with Asian support.
///
/// One range is wrong in sacreBLEU: from U+3200 on, U+3F22 was written where U+32FF was meant; what
/// lies between is nearly all in other ranges. Its rules for kana never apply: they ask for a text
/// that starts with kana, and every text starts with a space here.
const fn is_isolated_in_asian_text(c: char) -> bool {
    matches!(c,
        '\u{4e00}'..='\u{9fff}' | '\u{3400}'..='\u{4dbf}'
        | '\u{31c0}'..='\u{31ef}' | '\u{2e80}'..='\u{2eff}'
        | '\u{3300}'..='\u{33ff}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe4f}'
        | '\u{3200}'..='\u{3f22}')
        || is_asian_punctuation(c)
}
