//! Replacements in a text before tokenization.

use std::borrow::Cow;
use std::ops::Range;

use super::schemes::{Scheme, Trims};
use crate::text::lowercase::Case;
use crate::text::whitespace::trim_end;

/// Do the replacements of `scheme`, each once, in order.
pub(super) fn rewrite<'t>(scheme: &Scheme, text: &'t str) -> Cow<'t, str> {
    let text = match scheme.trims {
        Trims::EndBeforeReplacing => trim_end(text),
        _ => text,
    };
    let mut rewritten = Cow::Borrowed(text);
    for (from, to) in scheme.replacements {
        if rewritten.contains(from) {
            rewritten = Cow::Owned(rewritten.replace(from, to));
        }
    }
    rewritten
}

/// Rewrite and lowercase word by word, but for web addresses, into `rewritten`, where a space
/// follows each word but the last; return where the addresses are in it. (A first word of which
/// nothing is left leaves a space at the start.)
pub(super) fn rewrite_words(
    scheme: &Scheme,
    case: Case,
    text: &str,
    rewritten: &mut String,
) -> Vec<Range<usize>> {
    rewritten.clear();
    let mut addresses = Vec::new();
    // Perl and Rust agree on whitespace.
    for (i, word) in text.split_whitespace().enumerate() {
        if i > 0 {
            rewritten.push(' ');
        }
        let start = rewritten.len();
        if word.starts_with("http://") || word.starts_with("https://") {
            rewritten.push_str(word);
            addresses.push(start..rewritten.len());
        } else {
            case.apply(&rewrite(scheme, word), scheme.final_sigma, rewritten);
        }
    }
    addresses
}

#[cfg(test)]
mod tests {
    use super::{rewrite, rewrite_words};
    use crate::text::lowercase::Case;
    use crate::tokenizers::schemes;

    #[test]
    fn each_rule_once_in_order() {
        let cases = [
            ("plain & simple", "plain & simple"),
            ("&amp;lt; &amp;quot; &apos;", "< &quot; &apos;"),
            ("&quot;&gt;", "\">"),
            ("well-\nknown fact\nhere", "wellknown fact\nhere"),
            ("end-\n", "end-"),
            ("a-<skipped>\nb", "ab"),
        ];
        for (text, expected) in cases {
            assert_eq!(rewrite(&schemes::THIRTEEN_A, text), expected);
        }
        assert_eq!(rewrite(&schemes::THIRTEEN_A_UNTRIMMED, "end-\n"), "end");
        assert_eq!(rewrite(&schemes::MTEVAL_INTL, "a-\u{2028}b &apos;"), "a-\u{2028}b '");
        assert_eq!(rewrite(&schemes::MTEVAL_INTL_13A, "a-\u{2028}b &apos;"), "ab '");
    }

    #[test]
    fn addresses_stay_as_they_are() {
        let text = "\t<skipped> A&amp;B\nhttp://X&amp;Y, https:/Z";
        let mut rewritten = String::from("old");
        let rewritten_words =
            rewrite_words(&schemes::MTEVAL_14C, Case::LowerAscii, text, &mut rewritten);
        assert_eq!(rewritten, " a&b http://X&amp;Y, https:/z");
        let [address] = rewritten_words.as_slice() else {
            panic!("one address: {rewritten_words:?}")
        };
        assert_eq!(&rewritten[address.clone()], "http://X&amp;Y,");
    }
}
