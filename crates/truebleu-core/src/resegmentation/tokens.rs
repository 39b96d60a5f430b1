//! Tokens of texts, with their places: what is cut is the text itself.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::text::lowercase::Case;
use crate::text::tables::{NUMBER, PUNCTUATION, SYMBOL, UNSPACED, WORD};
use crate::text::{in_ranges, whitespace};

/// How a text is divided into tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Runs of letters, marks and digits; every other character but whitespace alone, and each
    /// character of a script without spaces.
    Words,
    /// What stands between ASCII's whitespace, as in mweralign.
    Spaces,
    /// Characters above U+00FF alone, and what stands between them in a line, spaces among it, as in
    /// mweralign's `cj`.
    Characters,
}

impl Scheme {
    /// Create the scheme with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "words" => Some(Self::Words),
            "spaces" => Some(Self::Spaces),
            "cj" => Some(Self::Characters),
            _ => None,
        }
    }
}

/// Part of a character in [`Scheme::Words`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Space,
    Word,
    Alone,
    /// Alone, and of a script without spaces.
    Unspaced,
}

impl Class {
    const ALL: [Self; 4] = [Self::Space, Self::Word, Self::Alone, Self::Unspaced];

    fn define(character: char) -> Self {
        let code = u32::from(character);
        if whitespace::is_space(character) {
            Self::Space
        } else if in_ranges(UNSPACED, code) {
            Self::Unspaced
        } else if in_ranges(NUMBER, code)
            || (in_ranges(WORD, code) && !in_ranges(PUNCTUATION, code) && !in_ranges(SYMBOL, code))
        {
            Self::Word
        } else {
            Self::Alone
        }
    }

    /// Look the class of a character up.
    fn of(character: char) -> Self {
        /// Of the characters up to U+FFFF, four in a byte.
        static CLASSES: OnceLock<Vec<u8>> = OnceLock::new();
        let classes = CLASSES.get_or_init(|| {
            let mut classes = vec![0; 1 << 14];
            for character in '\0'..='\u{FFFF}' {
                let code = character as usize;
                classes[code / 4] |= (Self::define(character) as u8) << (code % 4 * 2);
            }
            classes
        });
        let code = character as usize;
        match classes.get(code / 4) {
            Some(four) => Self::ALL[usize::from(four >> (code % 4 * 2) & 3)],
            None => Self::define(character),
        }
    }
}

/// Return whether texts in the script of this character have no spaces between words.
pub fn is_unspaced(character: char) -> bool {
    Class::of(character) == Class::Unspaced
}

/// Return lines as one text: with one space between them, unless there is whitespace, but none between
/// two characters of scripts without spaces. Lines of whitespace alone are left out.
pub fn join<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for line in lines {
        if line.chars().all(whitespace::is_space) {
            continue;
        }
        if let (Some(last), Some(first)) = (text.chars().next_back(), line.chars().next()) {
            let unspaced = is_unspaced(last) && is_unspaced(first);
            if !unspaced && !whitespace::is_space(last) && !whitespace::is_space(first) {
                text.push(' ');
            }
        }
        text.push_str(line);
    }
    text
}

/// The numbers of tokens: equal tokens have the same.
#[derive(Debug)]
pub struct Vocabulary {
    case: Case,
    numbers: HashMap<Box<str>, u32>,
    lowercased: String,
}

impl Vocabulary {
    /// Create a vocabulary that compares tokens in this case.
    pub fn new(case: Case) -> Self {
        Self { case, numbers: HashMap::new(), lowercased: String::new() }
    }

    /// Return the number of different tokens.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Return whether there is no token.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Return the number of a token.
    pub fn number(&mut self, token: &str) -> u32 {
        self.lowercased.clear();
        self.case.apply(token, true, &mut self.lowercased);
        if let Some(&number) = self.numbers.get(self.lowercased.as_str()) {
            return number;
        }
        let number = self.numbers.len() as u32;
        self.numbers.insert(self.lowercased.as_str().into(), number);
        number
    }
}

/// Call `each` with the bytes of each token of a text, from where to where.
pub fn each_token(scheme: Scheme, text: &str, mut each: impl FnMut(usize, usize)) {
    let mut word = None;
    for (at, character) in text.char_indices() {
        let class = match scheme {
            Scheme::Words => Class::of(character),
            _ if matches!(character, '\t'..='\r') => Class::Space,
            Scheme::Spaces if character == ' ' => Class::Space,
            Scheme::Characters if character > '\u{FF}' => Class::Alone,
            _ => Class::Word,
        };
        if class == Class::Word {
            word.get_or_insert(at);
            continue;
        }
        if let Some(start) = word.take() {
            each(start, at);
        }
        if class != Class::Space {
            each(at, at + character.len_utf8());
        }
    }
    if let Some(start) = word {
        each(start, text.len());
    }
}

/// The tokens of a hypothesis.
#[derive(Debug, Default)]
pub struct Tokens {
    /// Their numbers.
    pub numbers: Vec<u32>,
    /// Their first bytes, and those behind them.
    places: Vec<(u32, u32)>,
}

impl Tokens {
    /// Create the tokens of a text, of less than 2^32 bytes.
    pub fn new(scheme: Scheme, text: &str, vocabulary: &mut Vocabulary) -> Self {
        let mut tokens = Self::default();
        each_token(scheme, text, |start, end| {
            tokens.numbers.push(vocabulary.number(&text[start..end]));
            tokens.places.push((start as u32, end as u32));
        });
        tokens
    }

    /// Return whether no segment should begin at a token: it touches the one before, and both belong
    /// to scripts with spaces.
    pub fn is_glued(&self, text: &str, token: usize) -> bool {
        let Some(previous) = token.checked_sub(1) else { return false };
        let [(_, end), (start, _)] = [self.places[previous], self.places[token]];
        let (before, behind) = text.split_at(start as usize);
        end == start
            && !before.chars().next_back().is_some_and(is_unspaced)
            && !behind.chars().next().is_some_and(is_unspaced)
    }

    /// Return the characters of each segment in the text, from its first to its last token; those of
    /// a segment without tokens are none, behind the last one before it.
    pub fn spans(&self, text: &str, borders: &[usize]) -> Vec<(usize, usize)> {
        let (mut byte, mut character) = (0, 0);
        let mut character_at = |place: usize| {
            character += text.as_bytes()[byte..place].iter().filter(|&&b| b & 0xC0 != 0x80).count();
            byte = place;
            character
        };
        let mut last = 0;
        let spans = borders.windows(2).map(|border| {
            if border[0] == border[1] {
                return (last, last);
            }
            let start = character_at(self.places[border[0]].0 as usize);
            last = character_at(self.places[border[1] - 1].1 as usize);
            (start, last)
        });
        spans.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(scheme: Scheme, text: &str) -> Vec<&str> {
        let mut tokens = Vec::new();
        each_token(scheme, text, |start, end| tokens.push(&text[start..end]));
        tokens
    }

    #[test]
    fn words_are_apart_from_punctuation_and_characters_without_spaces_from_each_other() {
        let text = "\u{1c}Don't_x, 3½ naïve\u{a0}e\u{301}! 漢字カーtext ไทย 한국어🙂Ⓐ\u{3000}";
        let expected = [
            "Don",
            "'",
            "t",
            "_",
            "x",
            ",",
            "3½",
            "naïve",
            "e\u{301}",
            "!",
            "漢",
            "字",
            "カ",
            "ー",
            "text",
            "ไ",
            "ท",
            "ย",
            "한국어",
            "🙂",
            "Ⓐ",
        ];
        assert_eq!(tokens(Scheme::Words, text), expected);
        assert_eq!(
            tokens(Scheme::Spaces, "a\u{a0}b,\tc\u{1c}\u{b}d"),
            ["a\u{a0}b,", "c\u{1c}", "d"]
        );
        assert_eq!(tokens(Scheme::Characters, "aé漢—b c\nd"), ["aé", "漢", "—", "b c", "d"]);
    }

    #[test]
    fn every_class_is_looked_up() {
        for character in '\0'..=char::MAX {
            assert_eq!(Class::of(character), Class::define(character), "{character:?}");
        }
    }

    #[test]
    fn lines_are_joined_by_a_space_but_within_scripts_without() {
        assert_eq!(join(["a ", "", " \t", "b", "\tc", "d"]), "a b\tc d");
        assert_eq!(join(["漢", "字", "a", "字", "한", "국"]), "漢字 a 字 한 국");
        assert_eq!(join(["", ""]), "");
    }

    #[test]
    fn tokens_are_equal_in_lower_case() {
        let mut vocabulary = Vocabulary::new(Case::Lower);
        assert!(vocabulary.is_empty());
        let words = ["ÄΣ", "äς", "äσ", "a", "A"].map(|word| vocabulary.number(word));
        assert_eq!((words, vocabulary.len()), ([0, 0, 1, 2, 2], 3));
        let mut vocabulary = Vocabulary::new(Case::LowerAscii);
        assert_eq!(["Ä", "ä", "a", "A"].map(|word| vocabulary.number(word)), [0, 1, 2, 2]);
    }

    #[test]
    fn segments_are_found_again_in_the_text() {
        let text = "é, b.“c” 漢字x";
        let tokens = Tokens::new(Scheme::Words, text, &mut Vocabulary::new(Case::Mixed));
        let glued = (0..tokens.numbers.len()).filter(|&token| tokens.is_glued(text, token));
        // é , b . “ c ” 漢 字 x
        assert!(glued.eq([1, 3, 4, 5, 6]));
        let spans = tokens.spans(text, &[0, 0, 2, 2, 7, 10]);
        assert_eq!(spans, [(0, 0), (0, 2), (2, 2), (3, 8), (9, 12)]);
    }
}
