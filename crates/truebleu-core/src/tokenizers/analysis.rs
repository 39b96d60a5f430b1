//! From a text to its tokens: lowercasing, rewriting and cutting in a tokenizer's own order.

use std::borrow::Cow;
use std::ops::Range;

use super::boundaries::{self, Scratch};
use super::rewriting;
use super::schemes::{Exception, Scheme};
use crate::kernels::Blocks;
use crate::text::lowercase::Case;
use crate::text::whitespace::is_unicode_control_space;
use crate::tokens::Tokens;

/// A text's tokens, and the text that they are spans of where that is not the text itself.
#[derive(Debug, Default)]
pub struct Analysis {
    /// The tokens.
    pub tokens: Tokens,
    /// The lowercased or rewritten text, when `is_rewritten`.
    rewritten: String,
    is_rewritten: bool,
}

impl Analysis {
    /// Tokenize `original`.
    #[inline(always)]
    pub fn analyse<K: Blocks>(
        &mut self,
        kernel: K,
        scheme: &'static Scheme,
        case: Case,
        original: &str,
        scratch: &mut Scratch,
    ) {
        self.is_rewritten = case.comes_first();
        let tokens = &mut self.tokens;
        let text = if self.is_rewritten {
            self.rewritten.clear();
            case.apply(original, scheme.final_sigma, &mut self.rewritten);
            &self.rewritten
        } else {
            original
        };
        let plain = boundaries::tokenize(kernel, scheme, text, true, &[], scratch, tokens);
        if !plain {
            let uncut = self.rewrite(scheme, case, original);
            let text = if self.is_rewritten { &self.rewritten } else { original };
            let tokens = &mut self.tokens;
            boundaries::tokenize(kernel, scheme, text, false, &uncut, scratch, tokens);
        }
        if scheme.exception != Exception::None && self.lacks_empty_token(scheme, plain, original) {
            self.add_empty_token(kernel, original);
        }
        if case == Case::LowerAfter {
            self.lowercase_tokens(kernel, scheme, original);
        }
    }

    /// Replace what `scheme` replaces, and return the ranges that are not split. `case` says whether
    /// the text is lowercased before or after that. (In the second case, the search may already have
    /// lowercased it, because that does not change where there is something to replace.)
    fn rewrite(&mut self, scheme: &Scheme, case: Case, original: &str) -> Vec<Range<usize>> {
        if scheme.exception == Exception::Addresses {
            self.is_rewritten = true;
            let case = if case.comes_first() { case } else { Case::Mixed };
            return rewriting::rewrite_words(scheme, case, original, &mut self.rewritten);
        }
        if scheme.lowers_late && self.is_rewritten && case != Case::LowerFirst {
            let replaced = rewriting::rewrite(scheme, original);
            self.rewritten.clear();
            case.apply(&replaced, scheme.final_sigma, &mut self.rewritten);
        } else {
            let text = if self.is_rewritten { &self.rewritten } else { original };
            if let Cow::Owned(replaced) = rewriting::rewrite(scheme, text) {
                self.rewritten = replaced;
                self.is_rewritten = true;
            }
        }
        Vec::new()
    }

    /// Return whether an empty token belongs before the others; `plain` when nothing was rewritten.
    fn lacks_empty_token(&self, scheme: &Scheme, plain: bool, original: &str) -> bool {
        let text = if self.is_rewritten { &self.rewritten } else { original };
        match scheme.exception {
            Exception::None | Exception::EmptyAnywhere => false,
            Exception::EmptyText => self.tokens.is_empty(),
            Exception::EmptyFirst => {
                let spaces = |c: char| c.is_whitespace() && !is_unicode_control_space(c);
                let first = text.trim_start_matches(spaces).chars().next();
                first.is_some_and(is_unicode_control_space) && !self.tokens.is_empty()
            }
            Exception::Addresses => !plain && text.starts_with(' ') && !self.tokens.is_empty(),
        }
    }

    fn add_empty_token<K: Blocks>(&mut self, kernel: K, original: &str) {
        let text = if self.is_rewritten { &self.rewritten } else { original };
        let count = self.tokens.len();
        self.tokens.places(count, count);
        let (starts, ends) = self.tokens.spans_mut();
        for places in [starts, ends] {
            places.copy_within(..count, 1);
            places[0] = 0;
        }
        self.tokens.finish(kernel, text.as_bytes(), count + 1);
    }

    /// Lowercase the tokens one by one, which is lowercasing them joined by spaces: a sigma is the
    /// only letter that looks around, and a space ends its word.
    fn lowercase_tokens<K: Blocks>(&mut self, kernel: K, scheme: &Scheme, original: &str) {
        let text = if self.is_rewritten { &self.rewritten } else { original };
        let count = self.tokens.len();
        let mut lowered = String::with_capacity(text.len());
        let (starts, ends) = self.tokens.spans_mut();
        for (start, end) in starts.iter_mut().zip(ends).take(count) {
            let token = &text[*start as usize..*end as usize];
            *start = lowered.len() as u32;
            Case::LowerAfter.apply(token, scheme.final_sigma, &mut lowered);
            *end = lowered.len() as u32;
        }
        self.tokens.finish(kernel, lowered.as_bytes(), count);
        self.rewritten = lowered;
        self.is_rewritten = true;
    }

    /// Take ready tokens instead of a text.
    pub fn set_words(&mut self, bytes: &[u8], ends: &[u32]) {
        self.is_rewritten = false;
        self.tokens.set_words(bytes, ends);
    }

    /// Take numbers as tokens.
    pub fn set_ids(&mut self, ids: &[i64]) {
        self.is_rewritten = false;
        self.tokens.set_ids(ids);
    }

    /// Return the bytes that the tokens are spans of; `text` is what was analyzed.
    #[inline(always)]
    pub fn bytes<'a>(&'a self, text: &'a [u8]) -> &'a [u8] {
        if self.is_rewritten { self.rewritten.as_bytes() } else { text }
    }
}
