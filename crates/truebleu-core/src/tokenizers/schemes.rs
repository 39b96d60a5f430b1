//! The tokenizers as data.

use super::classes::{WideClasses, intl_classes, zh_classes, zh_fixed_classes};
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
    /// The sets of ASCII characters: whitespace, isolated, marks, numbers,
    /// hyphens, and what may start something that 13a rewrites.
    pub(super) ascii: AsciiSets,
    /// What characters outside ASCII are.
    pub(super) wide: Wide,
    /// Whether the ends of a text keep a mark attached, as a number does.
    /// (13a pads the text with spaces; intl and zh do not.)
    pub(super) ends_are_numbers: bool,
    /// Whether whitespace at the start is cut off first.
    pub(super) trims_start: bool,
}

/// What characters outside ASCII are.
pub(super) enum Wide {
    /// Whitespace, or part of a word.
    Words,
    /// Whitespace, or isolated.
    Isolated,
    /// As a table says.
    Table(fn() -> &'static WideClasses),
}

const DIGITS: &[u8] = b"0123456789";

/// The symbols that 13a and zh isolate.
const SYMBOLS: &[u8] = b"{|}~[\\]^_`!\"#$%&()*+:;<=>?@/";

/// `none`: whitespace only.
pub(super) static NONE: Scheme = Scheme {
    ascii: AsciiSets::new([whitespace::ASCII, b"", b"", b"", b"", b""]),
    wide: Wide::Words,
    ends_are_numbers: false,
    trims_start: false,
};

/// `13a`: ASCII symbols, marks and hyphens; nothing else is split.
pub(super) static THIRTEEN_A: Scheme = Scheme {
    ascii: AsciiSets::new([whitespace::ASCII, SYMBOLS, b".,", DIGITS, b"-", b"&<\n"]),
    wide: Wide::Words,
    ends_are_numbers: false,
    trims_start: false,
};

/// `intl`: Unicode's punctuation as marks, its symbols isolated.
pub(super) static INTL: Scheme = Scheme {
    ascii: AsciiSets::new([
        whitespace::ASCII,
        b"$+<=>^`|~",
        b"!\"#%&'()*,-./:;?@[\\]_{}",
        DIGITS,
        b"",
        b"",
    ]),
    wide: Wide::Table(intl_classes),
    ends_are_numbers: true,
    trims_start: false,
};

/// `zh`: Chinese characters isolated, then the rules of 13a without padding.
pub(super) static ZH: Scheme = Scheme {
    ascii: AsciiSets::new([whitespace::ASCII, SYMBOLS, b".,", DIGITS, b"-", b""]),
    wide: Wide::Table(zh_classes),
    ends_are_numbers: true,
    trims_start: true,
};

/// `zh-fixed`: the same with the ranges that were meant.
pub(super) static ZH_FIXED: Scheme = Scheme {
    ascii: AsciiSets::new([whitespace::ASCII, SYMBOLS, b".,", DIGITS, b"-", b""]),
    wide: Wide::Table(zh_fixed_classes),
    ends_are_numbers: true,
    trims_start: true,
};

/// Everything in ASCII that is not whitespace.
const VISIBLE: [u8; 128 - whitespace::ASCII.len()] = {
    let mut visible = [0; 128 - whitespace::ASCII.len()];
    let (mut byte, mut count) = (0, 0);
    while byte < 128 {
        if !whitespace::is_space(byte as char) {
            visible[count] = byte;
            count += 1;
        }
        byte += 1;
    }
    visible
};

/// `char`: every character isolated.
pub(super) static CHAR: Scheme = Scheme {
    ascii: AsciiSets::new([whitespace::ASCII, &VISIBLE, b"", b"", b"", b""]),
    wide: Wide::Isolated,
    ends_are_numbers: false,
    trims_start: false,
};
