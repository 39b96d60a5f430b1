//! The tokenizer of tercom (Snover et al. 2006), as sacreBLEU 2.6 has it.
//!
//! By default it lower-cases and splits on whitespace. [`TercomTokenizer::rewrite`]
//! does what the other settings ask for, rule by rule: their order matters.

use crate::text::lowercase::lowercase_into;
use crate::text::whitespace::{is_space, trim_end};

/// The tokenizer's settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TercomTokenizer {
    /// Whether entities are decoded and punctuation is parted from words.
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
    /// Whether the tokens of a text are more than its words in lower case (or
    /// as they are).
    #[must_use]
    pub const fn rewrites(&self) -> bool {
        self.normalized || self.no_punct
    }

    /// The text whose words, parted by whitespace, are the tokens.
    #[must_use]
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

    /// The same for a reference, to whose tokens sacreBLEU applies the
    /// tokenizer once more. That parts a few words further, such as the
    /// `dog's` of `dog's.`; without `normalized` it changes nothing.
    #[must_use]
    pub fn rewrite_reference(&self, text: &str) -> String {
        if self.normalized {
            self.rewrite(&self.tokenize(text).join(" "))
        } else {
            self.rewrite(text)
        }
    }

    /// The tokens of `text`: for looking at, not for counting.
    #[must_use]
    pub fn tokenize(&self, text: &str) -> Vec<String> {
        let words = self.rewrite(text);
        words.split(is_space).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }
}

/// The rules for Western text. The result starts and ends with a space.
fn normalize(sentence: &str) -> String {
    let mut sentence = sentence.replace("\n-", "").replace('\n', " ");
    for (entity, character) in ENTITIES {
        sentence = sentence.replace(entity, character);
    }
    let sentence = isolate(&format!(" {sentence} "), is_symbol);
    // A possessive is a token where a space follows. (It cannot be the end.)
    let sentence = sentence.replace("'s ", " 's ");
    let sentence = part_pairs(&sentence, Place::After, |a, b| !a.is_ascii_digit() && is_mark(b));
    let sentence = part_pairs(&sentence, Place::Before, |a, b| is_mark(a) && !b.is_ascii_digit());
    part_pairs(&sentence, Place::After, |a, b| a.is_ascii_digit() && b == '-')
}

const fn is_mark(c: char) -> bool {
    matches!(c, '.' | ',')
}

/// The symbols that are tokens of their own. (The space is among them.)
const fn is_symbol(c: char) -> bool {
    matches!(c, '{'..='~' | '['..='`' | ' '..='&' | '('..='+' | ':'..='@' | '/')
}

/// Puts spaces around each character that `is_alone`.
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

/// Where the second space of [`part_pairs`] goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// `ab` becomes ` a b`.
    Before,
    /// `ab` becomes `a b `.
    After,
}

/// Parts the two characters of each pair that `is_pair`, from the left. A
/// character belongs to one pair at most.
fn part_pairs(text: &str, place: Place, is_pair: impl Fn(char, char) -> bool) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    let mut characters = text.chars().peekable();
    while let Some(a) = characters.next() {
        match characters.next_if(|&b| is_pair(a, b)) {
            Some(b) if place == Place::Before => out.extend([' ', a, ' ', b]),
            Some(b) => out.extend([a, ' ', b, ' ']),
            None => out.push(a),
        }
    }
    out
}

/// What is deleted as punctuation.
const fn is_punctuation(c: char) -> bool {
    matches!(c, '.' | ',' | '?' | ':' | ';' | '!' | '"' | '(' | ')')
}

/// Chinese and Japanese punctuation, and full-width Western punctuation.
const fn is_asian_punctuation(c: char) -> bool {
    matches!(c,
        '\u{3001}' | '\u{3002}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301f}'
        | '\u{ff61}'..='\u{ff65}' | '\u{30fb}'
        | '\u{ff0e}' | '\u{ff0c}' | '\u{ff1f}' | '\u{ff1a}' | '\u{ff1b}' | '\u{ff01}'
        | '\u{ff02}' | '\u{ff08}' | '\u{ff09}')
}

/// The characters that are tokens of their own with Asian support.
///
/// One range is wrong in sacreBLEU: from U+3200 on, U+3F22 was written where
/// U+32FF was meant; what lies between is nearly all in other ranges. Its
/// rules for kana never apply: they ask for a text that starts with kana, and
/// every text starts with a space here.
const fn is_isolated_in_asian_text(c: char) -> bool {
    matches!(c,
        '\u{4e00}'..='\u{9fff}' | '\u{3400}'..='\u{4dbf}'
        | '\u{31c0}'..='\u{31ef}' | '\u{2e80}'..='\u{2eff}'
        | '\u{3300}'..='\u{33ff}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe4f}'
        | '\u{3200}'..='\u{3f22}')
        || is_asian_punctuation(c)
}
