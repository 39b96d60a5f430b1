use super::Tokenizer;
use crate::text::lowercase::Case;

fn tokens(tokenizer: Tokenizer, text: &str) -> String {
    tokenizer.tokenize(text, Case::Mixed).join(" ")
}

#[test]
fn thirteen_a_on_runs_of_marks() {
    let cases = [
        ("5.6", "5.6"),
        ("5..6", "5 . . 6"),
        ("5...6", "5 . . .6"),
        ("x.6", "x . 6"),
        ("x..6", "x . .6"),
        ("x...6", "x . . . 6"),
        ("5.", "5 ."),
        (".5", ". 5"),
        ("a, b.", "a , b ."),
        ("1-2 a-1 1--2 -5", "1 - 2 a-1 1 - -2 -5"),
        ("&quot;q&quot; &amp;lt;", "\" q \" <"),
        ("foo-\nbar <skipped>baz", "foobar baz"),
        ("end-\n", "end-"),
    ];
    for (text, expected) in cases {
        assert_eq!(tokens(Tokenizer::ThirteenA, text), expected, "{text:?}");
    }
}

#[test]
fn intl_keeps_marks_at_the_ends_and_between_numbers() {
    let cases = [
        ("3.", "3."),
        (".5", ".5"),
        ("a.", "a."),
        ("“a” – b’s", "“ a ” – b ’ s"),
        ("€5", "€ 5"),
        ("٣،٤", "٣،٤"),
    ];
    for (text, expected) in cases {
        // A mark at the end has no successor, but a letter before it splits it off.
        let expected = if text == "a." { "a ." } else { expected };
        assert_eq!(tokens(Tokenizer::Intl, text), expected, "{text:?}");
    }
}

#[test]
fn a_token_may_lie_anywhere_across_blocks() {
    for padding in 0..140 {
        let text = format!("{}w–é日本.5, x", "a ".repeat(padding));
        let expected = format!("{}w–é日本 . 5 , x", "a ".repeat(padding));
        assert_eq!(tokens(Tokenizer::ThirteenA, &text), expected);
        let spaces = format!("{}x\u{3000}y\u{a0}z", "é".repeat(padding));
        assert_eq!(Tokenizer::ThirteenA.tokenize(&spaces, Case::Mixed).len(), 3);
        let characters = Tokenizer::Char.tokenize(&text, Case::Mixed).len();
        assert_eq!(characters, text.chars().filter(|c| !c.is_whitespace()).count());
    }
}

/// Any character may stand at the end of a line, in any case.
#[test]
fn some_tokenizers_split_lines() {
    let parts = [
        "a", "1", ",", "-", "&quot;", " ", "\n", "\r", "\u{3a3}", "\u{301}", "\u{85}", "'",
        "\u{65e5}", "I\u{307}",
    ];
    let mut random = crate::testing::Random(1);
    for _ in 0..2000 {
        let text: String = (0..12).map(|_| parts[random.below(parts.len())]).collect();
        for tokenizer in Tokenizer::ALL.into_iter().filter(|tokenizer| tokenizer.splits_lines()) {
            for case in Case::ALL {
                let lines = text.split('\n').flat_map(|line| tokenizer.tokenize(line, case));
                let expected: Vec<_> = lines.collect();
                assert_eq!(tokenizer.tokenize(&text, case), expected, "{tokenizer:?} {text:?}");
            }
        }
    }
}
