//! Porter's stemmer (M. F. Porter, "An algorithm for suffix stripping", 1980) as NLTK has it by
//! default, with NLTK's own exceptions and rules ("NLTK_EXTENSIONS"), including one unintended
//! quirk. Tests hold it against NLTK, word by word.

/// Words whose stems are listed.
const IRREGULAR: &[(&[u8], &[u8])] = &[
    (b"sky", b"sky"),
    (b"skies", b"sky"),
    (b"dying", b"die"),
    (b"lying", b"lie"),
    (b"tying", b"tie"),
    (b"news", b"news"),
    (b"innings", b"inning"),
    (b"inning", b"inning"),
    (b"outings", b"outing"),
    (b"outing", b"outing"),
    (b"cannings", b"canning"),
    (b"canning", b"canning"),
    (b"howe", b"howe"),
    (b"proceed", b"proceed"),
    (b"exceed", b"exceed"),
    (b"succeed", b"succeed"),
];

/// A suffix and what replaces it.
type Rule = (&'static [u8], &'static [u8]);

/// Rules by the last letter of their suffixes. The first whose suffix a word has is tried, and no
/// other.
type Rules = &'static [(u8, &'static [Rule])];

/// Replacements of suffixes after a syllable.
const STEP_2: Rules = &[
    (b'l', &[(b"ational", b"ate"), (b"tional", b"tion")]),
    (
        b'i',
        &[
            (b"enci", b"ence"),
            (b"anci", b"ance"),
            (b"bli", b"ble"),
            (b"alli", b"al"),
            (b"entli", b"ent"),
            (b"eli", b"e"),
            (b"ousli", b"ous"),
            (b"aliti", b"al"),
            (b"iviti", b"ive"),
            (b"biliti", b"ble"),
            (b"fulli", b"ful"),
        ],
    ),
    (b'r', &[(b"izer", b"ize"), (b"ator", b"ate")]),
    (b'n', &[(b"ization", b"ize"), (b"ation", b"ate")]),
    (b'm', &[(b"alism", b"al")]),
    (b's', &[(b"iveness", b"ive"), (b"fulness", b"ful"), (b"ousness", b"ous")]),
];

/// The same.
const STEP_3: Rules = &[
    (b'e', &[(b"icate", b"ic"), (b"ative", b""), (b"alize", b"al")]),
    (b'i', &[(b"iciti", b"ic")]),
    (b'l', &[(b"ical", b"ic"), (b"ful", b"")]),
    (b's', &[(b"ness", b"")]),
];

/// Suffixes that are removed after two syllables. ("ion" needs an s or a t, too.)
const STEP_4: Rules = &[
    (b'l', &[(b"al", b"")]),
    (
        b'e',
        &[
            (b"ance", b""),
            (b"ence", b""),
            (b"able", b""),
            (b"ible", b""),
            (b"ate", b""),
            (b"ive", b""),
            (b"ize", b""),
        ],
    ),
    (b'r', &[(b"er", b"")]),
    (b'c', &[(b"ic", b"")]),
    (b't', &[(b"ant", b""), (b"ement", b""), (b"ment", b""), (b"ent", b"")]),
    (b'n', &[(b"ion", b"")]),
    (b'u', &[(b"ou", b"")]),
    (b'm', &[(b"ism", b"")]),
    (b'i', &[(b"iti", b"")]),
    (b's', &[(b"ous", b"")]),
];

/// Append the stem of `word`, which is in lower case, to `out`.
pub fn stem_into(word: &str, out: &mut Vec<u8>) {
    if word.is_ascii() {
        let start = out.len();
        out.extend_from_slice(word.as_bytes());
        Word { letters: out, start }.stem();
    } else {
        let mut letters: Vec<char> = word.chars().collect();
        Word { letters: &mut letters, start: 0 }.stem();
        out.extend_from_slice(letters.into_iter().collect::<String>().as_bytes());
    }
}

/// A word that is changed where it stands: the letters from `start` on. Letters are bytes where all
/// are ASCII, else characters.
struct Word<'a, L> {
    letters: &'a mut Vec<L>,
    start: usize,
}

impl<L: Copy + PartialEq + From<u8>> Word<'_, L> {
    fn stem(mut self) {
        if let Some((_, stem)) = IRREGULAR.iter().find(|(word, _)| is(self.all(), word)) {
            let length = self.all().len();
            self.replace(length, stem);
        } else if self.all().len() > 2 {
            self.plurals();
            self.participles();
            self.final_y();
            self.step_2();
            self.first_fitting(STEP_3, 0);
            self.step_4();
            self.final_e();
            if self.ends(b"ll") && measure(self.without(1)) > 1 {
                self.replace(1, b"");
            }
        }
    }

    /// Apply step 1a.
    fn plurals(&mut self) {
        if self.ends(b"ies") {
            self.replace(3, if self.all().len() == 4 { b"ie" } else { b"i" });
        } else if self.ends(b"sses") {
            self.replace(2, b"");
        } else if self.ends(b"s") && !self.ends(b"ss") {
            self.replace(1, b"");
        }
    }

    /// Apply step 1b.
    fn participles(&mut self) {
        if self.ends(b"ied") {
            self.replace(3, if self.all().len() == 4 { b"ie" } else { b"i" });
        } else if self.ends(b"eed") {
            if measure(self.without(3)) > 0 {
                self.replace(1, b"");
            }
        } else {
            let suffix = [&b"ed"[..], b"ing"].into_iter().find(|suffix| self.ends(suffix));
            if let Some(suffix) = suffix
                && kinds(self.without(suffix.len())).any(|consonant| !consonant)
            {
                self.replace(suffix.len(), b"");
                self.after_participles();
            }
        }
    }

    /// Apply the second half of step 1b, where a suffix was removed.
    fn after_participles(&mut self) {
        if self.ends(b"at") || self.ends(b"bl") || self.ends(b"iz") {
            self.replace(0, b"e");
        } else if ends_double_consonant(self.all()) {
            if ![b"l", b"s", b"z"].iter().any(|last| self.ends(*last)) {
                self.replace(1, b"");
            }
        } else if self.ends(b"*d") {
            // NLTK's name of the rule above; NLTK also searches the word for it.
            self.replace(2, b"d");
        } else if measure(self.all()) == 1 && ends_cvc(self.all()) {
            self.replace(0, b"e");
        }
    }

    /// Apply step 1c.
    fn final_y(&mut self) {
        if self.ends(b"y") {
            let stem = self.without(1);
            if stem.len() > 1 && is_consonant(stem, stem.len() - 1) {
                self.replace(1, b"i");
            }
        }
    }

    fn step_2(&mut self) {
        // Unlike in the paper, the result goes through this step again.
        while self.ends(b"alli") && measure(self.without(4)) > 0 {
            self.replace(4, b"al");
        }
        if self.ends(b"logi") {
            // The l counts as part of the stem here.
            if measure(self.without(3)) > 0 {
                self.replace(1, b"");
            }
        } else {
            self.first_fitting(STEP_2, 0);
        }
    }

    fn step_4(&mut self) {
        if !self.ends(b"ion") || self.ends(b"sion") || self.ends(b"tion") {
            self.first_fitting(STEP_4, 1);
        }
    }

    /// Apply step 5a.
    fn final_e(&mut self) {
        if self.ends(b"e") {
            let stem = self.without(1);
            let measure = measure(stem);
            if measure > 1 || measure == 1 && !ends_cvc(stem) {
                self.replace(1, b"");
            }
        }
    }

    /// Apply the first rule whose suffix the word has, if what is before it measures more than
    /// `least`.
    fn first_fitting(&mut self, rules: Rules, least: usize) {
        let Some(&last) = self.all().last() else { return };
        let rules = rules.iter().find(|(letter, _)| last == L::from(*letter));
        let mut rules = rules.map_or(&[][..], |(_, rules)| rules).iter();
        if let Some((suffix, replacement)) = rules.find(|(suffix, _)| self.ends(suffix))
            && measure(self.without(suffix.len())) > least
        {
            self.replace(suffix.len(), replacement);
        }
    }

    fn all(&self) -> &[L] {
        &self.letters[self.start..]
    }

    /// Return the word without its last letters.
    fn without(&self, last: usize) -> &[L] {
        &self.letters[self.start..self.letters.len() - last]
    }

    #[inline(always)]
    fn ends(&self, suffix: &[u8]) -> bool {
        let all = self.all();
        // Compare from the end, where most suffixes differ.
        suffix.len() <= all.len()
            && all.iter().rev().zip(suffix.iter().rev()).all(|(a, &b)| *a == L::from(b))
    }

    fn replace(&mut self, last: usize, replacement: &[u8]) {
        self.letters.truncate(self.letters.len() - last);
        self.letters.extend(replacement.iter().map(|&letter| L::from(letter)));
    }
}

fn is<L: Copy + PartialEq + From<u8>>(word: &[L], other: &[u8]) -> bool {
    word.len() == other.len() && word.iter().zip(other).all(|(a, &b)| *a == L::from(b))
}

fn is_vowel<L: Copy + PartialEq + From<u8>>(letter: L) -> bool {
    b"aeiou".iter().any(|&vowel| letter == L::from(vowel))
}

/// Return whether each letter is a consonant. A y is one where none stands before it.
fn kinds<L: Copy + PartialEq + From<u8>>(word: &[L]) -> impl Iterator<Item = bool> {
    let y = L::from(b'y');
    word.iter().scan(false, move |before, &letter| {
        *before = !is_vowel(letter) && (letter != y || !*before);
        Some(*before)
    })
}

fn is_consonant<L: Copy + PartialEq + From<u8>>(word: &[L], at: usize) -> bool {
    // Only a run of y looks further back than its own letter.
    let y = L::from(b'y');
    let start = word[..at].iter().rposition(|&letter| letter != y).unwrap_or(0);
    kinds(&word[start..=at]).last().unwrap_or(true)
}

/// Return how often a vowel is followed by a consonant.
fn measure<L: Copy + PartialEq + From<u8>>(word: &[L]) -> usize {
    let mut before = true;
    kinds(word).filter(|&consonant| consonant & !std::mem::replace(&mut before, consonant)).count()
}

fn ends_double_consonant<L: Copy + PartialEq + From<u8>>(word: &[L]) -> bool {
    matches!(word, [.., a, b] if a == b) && is_consonant(word, word.len() - 1)
}

/// Return whether the word ends with a consonant, a vowel and a consonant, the last not w, x or y;
/// or is a vowel and a consonant.
fn ends_cvc<L: Copy + PartialEq + From<u8>>(word: &[L]) -> bool {
    let length = word.len();
    match word {
        [_, _] => !is_consonant(word, 0) && is_consonant(word, 1),
        [.., _, _, last] => {
            is_consonant(word, length - 3)
                && !is_consonant(word, length - 2)
                && is_consonant(word, length - 1)
                && !b"wxy".iter().any(|&letter| *last == L::from(letter))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stem(word: &str) -> String {
        let mut out = Vec::new();
        stem_into(word, &mut out);
        String::from_utf8(out).expect("letters stay letters")
    }

    /// Porter's own examples, and where NLTK differs from them.
    #[test]
    fn the_examples_of_the_paper() {
        let expected = [
            ("caresses", "caress"),
            ("ponies", "poni"),
            ("dies", "die"),
            ("cats", "cat"),
            ("feed", "feed"),
            ("agreed", "agre"),
            ("plastered", "plaster"),
            ("sing", "sing"),
            ("conflated", "conflat"),
            ("hopping", "hop"),
            ("falling", "fall"),
            ("filing", "file"),
            ("happy", "happi"),
            ("enjoy", "enjoy"),
            ("relational", "relat"),
            ("vietnamization", "vietnam"),
            ("radically", "radic"),
            ("geology", "geolog"),
            ("triplicate", "triplic"),
            ("adoption", "adopt"),
            ("controlling", "control"),
            ("rate", "rate"),
            ("cease", "ceas"),
            ("skies", "sky"),
            ("proceed", "proceed"),
        ];
        for (word, stemmed) in expected {
            assert_eq!(stem(word), stemmed);
        }
    }

    #[test]
    fn letters_outside_ascii_are_consonants() {
        for (word, stemmed) in [("caf\u{e9}s", "caf\u{e9}"), ("na\u{ef}vely", "na\u{ef}v")] {
            assert_eq!(stem(word), stemmed);
        }
    }

    #[test]
    fn what_stands_before_a_word_is_left_alone() {
        let mut out = b"ied".to_vec();
        stem_into("dying", &mut out);
        assert_eq!(out, b"ieddie");
    }
}
