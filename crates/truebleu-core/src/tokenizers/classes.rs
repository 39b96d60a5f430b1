//! Classes of non-ASCII characters for tokenizers, as a table.

use std::sync::OnceLock;

use crate::text::in_ranges;
use crate::text::tables::{NUMBER, PUNCTUATION, SYMBOL, WORD, ZH, ZH_FIXED};
use crate::text::whitespace::is_space;

/// Class of a character for a tokenizer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Part of a word.
    Word,
    /// A separator of tokens.
    Space,
    /// A token of its own.
    Isolated,
    /// Punctuation: a token of its own, unless numbers hold it.
    Mark,
    /// A number.
    Number,
}

/// A class for each character: one look-up in the basic plane, where nearly all text is, a search
/// beyond it.
pub(super) struct WideClasses {
    basic: Box<[Class]>,
    beyond: fn(u32) -> Class,
}

impl WideClasses {
    fn new(class_of: fn(u32) -> Class) -> Self {
        Self { basic: (0..=0xFFFF).map(class_of).collect(), beyond: class_of }
    }

    /// Return the class of the character with this code point.
    #[inline(always)]
    pub(super) fn class(&self, code: u32) -> Class {
        match self.basic.get(code as usize) {
            Some(&class) => class,
            None => (self.beyond)(code),
        }
    }
}

fn is_space_code(code: u32) -> bool {
    char::from_u32(code).is_some_and(is_space)
}

/// Return the classes of `intl`.
pub(super) fn intl_classes() -> &'static WideClasses {
    static CLASSES: OnceLock<WideClasses> = OnceLock::new();
    CLASSES.get_or_init(|| {
        WideClasses::new(|code| {
            if is_space_code(code) {
                Class::Space
            } else if in_ranges(PUNCTUATION, code) {
                Class::Mark
            } else if in_ranges(NUMBER, code) {
                Class::Number
            } else if in_ranges(SYMBOL, code) {
                Class::Isolated
            } else {
                Class::Word
            }
        })
    })
}

/// Return the classes of `guava`: the whitespace that a line may break at.
pub(super) fn breaking_space_classes() -> &'static WideClasses {
    static CLASSES: OnceLock<WideClasses> = OnceLock::new();
    CLASSES.get_or_init(|| {
        WideClasses::new(|code| match code {
            0xA0 | 0x2007 | 0x202F => Class::Word,
            _ if is_space_code(code) => Class::Space,
            _ => Class::Word,
        })
    })
}

/// Return the classes of `words`.
pub(super) fn word_classes() -> &'static WideClasses {
    static CLASSES: OnceLock<WideClasses> = OnceLock::new();
    CLASSES.get_or_init(|| {
        WideClasses::new(|code| if in_ranges(WORD, code) { Class::Word } else { Class::Space })
    })
}

fn isolated_in(ranges: &[(u32, u32)], code: u32) -> Class {
    if is_space_code(code) {
        Class::Space
    } else if in_ranges(ranges, code) {
        Class::Isolated
    } else {
        Class::Word
    }
}

/// Return the classes of `zh`.
pub(super) fn zh_classes() -> &'static WideClasses {
    static CLASSES: OnceLock<WideClasses> = OnceLock::new();
    CLASSES.get_or_init(|| WideClasses::new(|code| isolated_in(ZH, code)))
}

/// Return the classes of `zh-fixed`.
pub(super) fn zh_fixed_classes() -> &'static WideClasses {
    static CLASSES: OnceLock<WideClasses> = OnceLock::new();
    CLASSES.get_or_init(|| WideClasses::new(|code| isolated_in(ZH_FIXED, code)))
}
