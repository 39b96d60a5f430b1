//! What 13a changes in a text before it looks for tokens.

use std::borrow::Cow;

use crate::text::whitespace::trim_end;

/// The entities that 13a decodes, in its order: `&amp;lt;` becomes `<`, but
/// `&amp;quot;` only `&quot;`.
const ENTITIES: [(&str, &str); 4] =
    [("&quot;", "\""), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")];

/// Deletes `<skipped>`, joins words that a hyphen and a line break part, and
/// decodes entities. (A line break that stays is whitespace like any other.)
pub(super) fn rewrite(text: &str) -> Cow<'_, str> {
    // sacreBLEU strips the right end first: a last "-\n" keeps its hyphen.
    let text = trim_end(text);
    let mut rewritten = Cow::Borrowed(text);
    for (from, to) in [("<skipped>", ""), ("-\n", "")].into_iter().chain(ENTITIES) {
        if rewritten.contains(from) {
            rewritten = Cow::Owned(rewritten.replace(from, to));
        }
    }
    rewritten
}

#[cfg(test)]
mod tests {
    use super::rewrite;

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
            assert_eq!(rewrite(text), expected);
        }
    }
}
