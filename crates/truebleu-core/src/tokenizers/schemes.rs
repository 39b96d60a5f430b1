//! The tokenizers as data.

use super::classes::{
    WideClasses, breaking_space_classes, intl_classes, word_classes, zh_classes, zh_fixed_classes,
};
use crate::text::ascii::AsciiSets;
use crate::text::whitespace;

/// A tokenizer: what each character is, and how the ends of a text count.
///
/// Tokens are what whitespace leaves. Beyond that,
/// - an *isolated* character is a token of its own;
/// - a *mark* is one too, unless it stands between two numbers (the rule for
///   runs of marks is in `boundaries`);
/// - a *hyphen* is one when a number stands before it.
pub struct Scheme {
    /// The sets of ASCII characters: whitespace, isolated, marks, numbers, hyphens, and what may
    /// start something that is rewritten.
    pub(super) ascii: AsciiSets,
    /// Classes of non-ASCII characters.
    pub(super) wide: Wide,
    /// Whether the ends of a text keep a mark attached, as a number does. (13a pads the text with
    /// spaces; intl and zh do not.)
    pub(super) ends_are_numbers: bool,
    /// Whitespace that is cut off first, where the ends matter.
    pub(super) trims: Trims,
    /// Replacements before tokenization, in order.
    pub(super) replacements: &'static [(&'static str, &'static str)],
    /// Whether lowercasing comes after the replacements, not before: then `&QUOT;` is no entity.
    pub(super) lowers_late: bool,
    /// Whether a capital sigma at the end of a word becomes a final one, as in Python and not in
    /// Perl.
    pub(super) final_sigma: bool,
    /// Exceptions that sets of characters cannot express.
    pub(super) exception: Exception,
}

/// Classes of non-ASCII characters.
pub(super) enum Wide {
    /// Whitespace, or part of a word.
    Words,
    /// Part of a word, whitespace too.
    Opaque,
    /// Whitespace, whatever they are.
    Space,
    /// Whitespace, or isolated.
    Isolated,
    /// By a table.
    Table(fn() -> &'static WideClasses),
}

/// Sides from which whitespace (as in Python) is stripped first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Trims {
    /// Nowhere.
    Nothing,
    /// At the end.
    End,
    /// At the end, but only before a replacement is looked for.
    EndBeforeReplacing,
    /// At both ends.
    Both,
}

/// Tokens that characters alone do not make.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Exception {
    /// There are none.
    None,
    /// Each whitespace character separates two tokens, which may be empty; a text without any is
    /// one token, even an empty one (Guava's splitter).
    EmptyAnywhere,
    /// A text without tokens is one empty token (fairseq's end of sentence).
    EmptyText,
    /// Before a control character that is whitespace and starts the text, but for spaces, there is
    /// an empty token (Perl's `split /\s+/` of a text that has lost only `\p{Z}` at its start).
    EmptyFirst,
    /// Words that start with `http://` or `https://` stay as they are; of other words each is
    /// rewritten by itself, and a first one of which nothing is left is an empty token.
    Addresses,
}

const DIGITS: &[u8] = b"0123456789";

/// The symbols that 13a and zh isolate.
const SYMBOLS: &[u8] = b"{|}~[\\]^_`!\"#$%&()*+:;<=>?@/";

/// Unicode's punctuation and symbols in ASCII.
const PUNCTUATION: &[u8] = b"!\"#%&'()*,-./:;?@[\\]_{}";
const MATH_AND_MONEY: &[u8] = b"$+<=>^`|~";

/// mteval's entities, in its order: `&amp;lt;` becomes `<`, but `&amp;quot;` only `&quot;`. Before
/// them go a tag and, in most programs, the hyphen and the line break that part a word. (A line
/// break that stays is whitespace.)
const REPLACEMENTS: &[(&str, &str)] = &[
    ("<skipped>", ""),
    ("-\n", ""),
    ("&quot;", "\""),
    ("&amp;", "&"),
    ("&lt;", "<"),
    ("&gt;", ">"),
];
/// The same in single words, which hold no line break.
const REPLACEMENTS_IN_WORDS: &[(&str, &str)] =
    &[("<skipped>", ""), ("&quot;", "\""), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")];
const INTERNATIONAL_REPLACEMENTS: &[(&str, &str)] = &[
    ("<skipped>", ""),
    ("&quot;", "\""),
    ("&amp;", "&"),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&apos;", "'"),
];
const INTERNATIONAL_REPLACEMENTS_OF_13A: &[(&str, &str)] = &[
    ("<skipped>", ""),
    ("-\u{2028}", ""),
    ("&quot;", "\""),
    ("&amp;", "&"),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&apos;", "'"),
];

/// `none`: whitespace only.
pub(super) static NONE: Scheme = PLAIN;

/// Common base of most schemes; the scheme `none`.
const PLAIN: Scheme = Scheme {
    ascii: AsciiSets::first(whitespace::ASCII),
    wide: Wide::Words,
    ends_are_numbers: false,
    trims: Trims::Nothing,
    replacements: &[],
    lowers_late: false,
    final_sigma: true,
    exception: Exception::None,
};

/// `13a`: ASCII symbols, marks and hyphens; nothing else is split.
pub(super) static THIRTEEN_A: Scheme = Scheme {
    ascii: AsciiSets::new([whitespace::ASCII, SYMBOLS, b".,", DIGITS, b"-", b"&<\n"]),
    // sacreBLEU strips the right end first: a last "-\n" keeps its hyphen.
    trims: Trims::EndBeforeReplacing,
    replacements: REPLACEMENTS,
    ..PLAIN
};

/// `13a-untrimmed`: the same without that.
pub(super) static THIRTEEN_A_UNTRIMMED: Scheme = Scheme {
    ascii: AsciiSets::new([whitespace::ASCII, SYMBOLS, b".,", DIGITS, b"-", b"&<\n"]),
    replacements: REPLACEMENTS,
    ..PLAIN
};

/// `mteval-13a`: Perl's whitespace in place of Python's.
pub(super) static MTEVAL_13A: Scheme = Scheme {
    ascii: AsciiSets::new([whitespace::UNICODE_ASCII, SYMBOLS, b".,", DIGITS, b"-", b"&<\n"]),
    replacements: REPLACEMENTS,
    lowers_late: true,
    final_sigma: false,
    ..PLAIN
};

/// `mteval-14c`: word by word, but for web addresses.
pub(super) static MTEVAL_14C: Scheme = Scheme {
    ascii: AsciiSets::new([whitespace::UNICODE_ASCII, SYMBOLS, b".,", DIGITS, b"-", b"&<:"]),
    replacements: REPLACEMENTS_IN_WORDS,
    lowers_late: true,
    final_sigma: false,
    exception: Exception::Addresses,
    ..PLAIN
};

/// `keras-hub`: C's whitespace, and no padding.
pub(super) static KERAS_HUB: Scheme = Scheme {
    ascii: AsciiSets::new([whitespace::UNICODE_ASCII, SYMBOLS, b".,", DIGITS, b"-", b"&<\n"]),
    wide: Wide::Opaque,
    ends_are_numbers: true,
    replacements: REPLACEMENTS,
    ..PLAIN
};

/// `intl`: Unicode's punctuation as marks, its symbols isolated.
pub(super) static INTL: Scheme = Scheme {
    ascii: AsciiSets::new([whitespace::ASCII, MATH_AND_MONEY, PUNCTUATION, DIGITS, b"", b""]),
    wide: Wide::Table(intl_classes),
    ends_are_numbers: true,
    trims: Trims::End,
    ..PLAIN
};

/// `intl-untrimmed`: the same, but a mark before whitespace at the end is cut off.
pub(super) static INTL_UNTRIMMED: Scheme = Scheme {
    ascii: AsciiSets::new([whitespace::ASCII, MATH_AND_MONEY, PUNCTUATION, DIGITS, b"", b""]),
    wide: Wide::Table(intl_classes),
    ends_are_numbers: true,
    ..PLAIN
};

/// `mteval-intl`: the same with entities, and whitespace at the end as it is.
pub(super) static MTEVAL_INTL: Scheme = Scheme {
    ascii: AsciiSets::new([
        whitespace::UNICODE_ASCII,
        MATH_AND_MONEY,
        PUNCTUATION,
        DIGITS,
        b"",
        b"&<",
    ]),
    wide: Wide::Table(intl_classes),
    ends_are_numbers: true,
    replacements: INTERNATIONAL_REPLACEMENTS,
    lowers_late: true,
    final_sigma: false,
    exception: Exception::EmptyFirst,
    ..PLAIN
};

/// `mteval-intl-13a`: of v13a, which joins words separated by a hyphen and a line separator.
pub(super) static MTEVAL_INTL_13A: Scheme = Scheme {
    ascii: AsciiSets::new([
        whitespace::UNICODE_ASCII,
        MATH_AND_MONEY,
        PUNCTUATION,
        DIGITS,
        b"",
        b"&<-",
    ]),
    wide: Wide::Table(intl_classes),
    ends_are_numbers: true,
    replacements: INTERNATIONAL_REPLACEMENTS_OF_13A,
    lowers_late: true,
    final_sigma: false,
    exception: Exception::EmptyFirst,
    ..PLAIN
};

/// `zh`: Chinese characters isolated, then the rules of 13a without padding.
pub(super) static ZH: Scheme = Scheme {
    ascii: AsciiSets::new([whitespace::ASCII, SYMBOLS, b".,", DIGITS, b"-", b""]),
    wide: Wide::Table(zh_classes),
    ends_are_numbers: true,
    trims: Trims::Both,
    ..PLAIN
};

/// `zh-fixed`: the same with the ranges that were meant.
pub(super) static ZH_FIXED: Scheme = Scheme {
    ascii: AsciiSets::new([whitespace::ASCII, SYMBOLS, b".,", DIGITS, b"-", b""]),
    wide: Wide::Table(zh_fixed_classes),
    ends_are_numbers: true,
    trims: Trims::Both,
    ..PLAIN
};

/// `char`: every character isolated.
pub(super) static CHAR: Scheme = Scheme {
    ascii: AsciiSets::new([
        whitespace::ASCII,
        &all_but::<{ 128 - whitespace::ASCII.len() }>(whitespace::ASCII),
        b"",
        b"",
        b"",
        b"",
    ]),
    wide: Wide::Isolated,
    ..PLAIN
};

/// `whitespace-ascii`: what C and Perl see in bytes.
pub(super) static WHITESPACE_ASCII: Scheme =
    Scheme { ascii: AsciiSets::first(whitespace::UNICODE_ASCII), wide: Wide::Opaque, ..PLAIN };

/// `space`: U+0020 only.
pub(super) static SPACE: Scheme =
    Scheme { ascii: AsciiSets::first(b" "), wide: Wide::Opaque, ..PLAIN };

/// `guava`: at each whitespace character that a line may break at.
pub(super) static GUAVA: Scheme = Scheme {
    ascii: AsciiSets::first(whitespace::UNICODE_ASCII),
    wide: Wide::Table(breaking_space_classes),
    exception: Exception::EmptyAnywhere,
    ..PLAIN
};

/// `fairseq`: whitespace, and something in an empty text.
pub(super) static FAIRSEQ: Scheme = Scheme { exception: Exception::EmptyText, ..PLAIN };

/// Characters that `\w` of JavaScript matches.
const WORD_CHARACTERS: &[u8; 63] =
    b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

/// `alphanumeric`: all else is as good as whitespace.
pub(super) static ALPHANUMERIC: Scheme = Scheme {
    ascii: AsciiSets::first(&all_but::<{ 128 - WORD_CHARACTERS.len() }>(WORD_CHARACTERS)),
    wide: Wide::Space,
    ..PLAIN
};

/// Letters and digits.
const LETTERS_AND_DIGITS: &[u8; 62] =
    b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// `rouge`: the same without the underscore.
pub(super) static ROUGE: Scheme = Scheme {
    ascii: AsciiSets::first(&all_but::<{ 128 - LETTERS_AND_DIGITS.len() }>(LETTERS_AND_DIGITS)),
    wide: Wide::Space,
    ..PLAIN
};

/// `words`: Unicode's word characters.
pub(super) static WORDS: Scheme = Scheme {
    ascii: AsciiSets::first(&all_but::<{ 128 - WORD_CHARACTERS.len() }>(WORD_CHARACTERS)),
    wide: Wide::Table(word_classes),
    ..PLAIN
};

/// Return ASCII without `these`.
const fn all_but<const LEFT: usize>(these: &[u8]) -> [u8; LEFT] {
    let mut left = [0; LEFT];
    let (mut byte, mut count) = (0, 0);
    while byte < 128 {
        let mut i = 0;
        while i < these.len() && these[i] != byte {
            i += 1;
        }
        if i == these.len() {
            left[count] = byte;
            count += 1;
        }
        byte += 1;
    }
    left
}
