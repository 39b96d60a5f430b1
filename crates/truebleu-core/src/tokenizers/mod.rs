//! Tokenizers of the core: each is a handful of character sets (a
//! [`Scheme`]); one algorithm ([`boundaries`]) makes tokens of them.

mod boundaries;
mod classes;
mod rewriting;
mod schemes;

use std::borrow::Cow;

pub use boundaries::Scratch;
pub use schemes::Scheme;

use crate::kernels::{Kernel, KernelChoice, Work};
use crate::text::lowercase::Case;
use crate::tokens::Tokens;

/// A tokenizer's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tokenizer {
    /// Splits on whitespace.
    None,
    /// The tokenizer of mteval-v13a, as sacreBLEU 2.6 has it.
    ThirteenA,
    /// The international tokenizer of mteval-v14, as sacreBLEU 2.6 has it.
    Intl,
    /// sacreBLEU's tokenizer for Chinese, its wrong range included.
    Zh,
    /// The tokenizer for Chinese with the ranges that were meant.
    ZhFixed,
    /// Every character is a token.
    Char,
}

impl Tokenizer {
    /// All tokenizers of the core.
    pub const ALL: [Self; 6] =
        [Self::None, Self::ThirteenA, Self::Intl, Self::Zh, Self::ZhFixed, Self::Char];

    /// The name as users write it and signatures print it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::ThirteenA => "13a",
            Self::Intl => "intl",
            Self::Zh => "zh",
            Self::ZhFixed => "zh-fixed",
            Self::Char => "char",
        }
    }

    /// The tokenizer with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tokenizer| tokenizer.name() == name)
    }

    /// The tokenizer as data.
    #[must_use]
    pub const fn scheme(self) -> &'static Scheme {
        match self {
            Self::None => &schemes::NONE,
            Self::ThirteenA => &schemes::THIRTEEN_A,
            Self::Intl => &schemes::INTL,
            Self::Zh => &schemes::ZH,
            Self::ZhFixed => &schemes::ZH_FIXED,
            Self::Char => &schemes::CHAR,
        }
    }

    /// The tokens of `text` as strings: for looking at, not for counting.
    #[must_use]
    pub fn tokenize(self, text: &str, case: Case) -> Vec<String> {
        struct Tokenize<'a>(Tokenizer, &'a str, Case, &'a mut Analysis);
        impl Work for Tokenize<'_> {
            type Output = ();

            #[inline(always)]
            fn run<K: Kernel>(self, kernel: K) {
                self.3.analyse(kernel, self.0.scheme(), self.2, self.1, &mut Scratch::default());
            }
        }
        let mut analysis = Analysis::default();
        KernelChoice::Portable.dispatch(Tokenize(self, text, case, &mut analysis));
        let bytes = analysis.bytes(text.as_bytes());
        (0..analysis.tokens.len())
            .map(|i| String::from_utf8_lossy(analysis.tokens.token(bytes, i)).into_owned())
            .collect()
    }
}

/// A text's tokens, and the text that they are spans of where that is not
/// the text itself.
#[derive(Debug, Default)]
pub struct Analysis {
    /// The tokens.
    pub tokens: Tokens,
    /// The lower-cased or rewritten text, when `is_rewritten`.
    rewritten: String,
    is_rewritten: bool,
}

impl Analysis {
    /// Tokenizes `original`.
    #[inline(always)]
    pub fn analyse<K: Kernel>(
        &mut self,
        kernel: K,
        scheme: &'static Scheme,
        case: Case,
        original: &str,
        scratch: &mut Scratch,
    ) {
        self.is_rewritten = matches!(case, Case::Lower | Case::LowerAscii);
        let tokens = &mut self.tokens;
        let text = if self.is_rewritten {
            self.rewritten.clear();
            case.apply(original, &mut self.rewritten);
            &self.rewritten
        } else {
            original
        };
        if !boundaries::tokenize(kernel, scheme, text, true, scratch, tokens) {
            if let Cow::Owned(rewritten) = rewriting::rewrite(text) {
                self.rewritten = rewritten;
                self.is_rewritten = true;
            }
            let text = if self.is_rewritten { &self.rewritten } else { original };
            boundaries::tokenize(kernel, scheme, text, false, scratch, tokens);
        }
        if case == Case::LowerAfter {
            self.lowercase_tokens(kernel, case, original);
        }
    }

    /// Lower-cases the tokens one by one, which is lower-casing them joined by
    /// spaces: a sigma is the only letter that looks around, and a space ends
    /// its word.
    fn lowercase_tokens<K: Kernel>(&mut self, kernel: K, case: Case, original: &str) {
        let text = if self.is_rewritten { &self.rewritten } else { original };
        let count = self.tokens.len();
        let mut lowered = String::with_capacity(text.len());
        let (starts, ends) = self.tokens.spans_mut();
        for (start, end) in starts.iter_mut().zip(ends).take(count) {
            let token = &text[*start as usize..*end as usize];
            *start = lowered.len() as u32;
            case.apply(token, &mut lowered);
            *end = lowered.len() as u32;
        }
        self.tokens.finish(kernel, lowered.as_bytes(), count);
        self.rewritten = lowered;
        self.is_rewritten = true;
    }

    /// Takes ready tokens instead of a text.
    pub fn set_words(&mut self, bytes: &[u8], ends: &[u32]) {
        self.is_rewritten = false;
        self.tokens.set_words(bytes, ends);
    }

    /// Takes numbers as tokens.
    pub fn set_ids(&mut self, ids: &[i64]) {
        self.is_rewritten = false;
        self.tokens.set_ids(ids);
    }

    /// The bytes that the tokens are spans of; `text` is what was analysed.
    #[inline(always)]
    #[must_use]
    pub fn bytes<'a>(&'a self, text: &'a [u8]) -> &'a [u8] {
        if self.is_rewritten { self.rewritten.as_bytes() } else { text }
    }
}

#[cfg(test)]
mod tests;
