use super::every_way::{Count, every_way};
use super::{MANY_BYTES, Words, compared, plain, trie};
use crate::kernels::{Kernel, KernelChoice, Work};
use crate::testing::{Random, tokens};
use crate::tokens::Tokens;

#[test]
fn every_way_of_counting_gives_the_same() {
    let (mut random, mut seen) = (Random(7), trie::Seen::default());
    let mut text = |length, alphabet| tokens(random.text(length, alphabet).split_whitespace());
    for lengths in
        [(0, 0), (0, 5), (5, 0), (1, 1), (19, 21), (64, 63), (65, 64), (130, 129), (300, 257)]
    {
        for alphabet in [1, 2, 5, 40] {
            let hypothesis = text(lengths.0, alphabet);
            let references: Vec<_> = (0..3).map(|k| text(lengths.1 + k, alphabet)).collect();
            let hypothesis = Words { tokens: &hypothesis.1, bytes: &hypothesis.0 };
            let references: Vec<_> =
                references.iter().map(|(bytes, tokens)| Words { tokens, bytes }).collect();
            for used in 1..=3 {
                for orders in [1, 2, 4, 5, 7] {
                    every_way(hypothesis, &references[..used], orders, &mut seen);
                }
            }
        }
    }
}

#[test]
fn numbers_and_long_segments_are_counted_the_same() {
    let mut random = Random(11);
    let mut seen = trie::Seen::default();
    // Lengths at which a table doubles, and at which pairs of slots need 64 bits.
    for (ours, theirs, alphabet) in
        [(700, 1025, 3), (1024, 1024, 5000), (513, 8192, 40), (8193, 8300, 9), (300, 70_000, 4000)]
    {
        let mut text = |length: usize| -> Tokens {
            // Include ids that equal the mark of an empty slot, and ids that are far apart.
            let special = [-1, i64::MIN, i64::MAX, 0, 1 << 32, (1 << 32) + 1];
            let ids: Vec<i64> = (0..length)
                .map(|_| {
                    let id = random.below(alphabet);
                    special.get(id).copied().unwrap_or(id as i64)
                })
                .collect();
            let mut tokens = Tokens::default();
            tokens.set_ids(&ids);
            tokens
        };
        let (hypothesis, references) = (text(ours), [text(theirs), text(ours), text(7)]);
        let hypothesis = Words { tokens: &hypothesis, bytes: &[] };
        let references = references.each_ref().map(|tokens| Words { tokens, bytes: &[] });
        for used in [1, 3] {
            if ours * theirs < 1 << 22 {
                every_way(hypothesis, &references[..used], 4, &mut seen);
            } else {
                let mut expected = [0; 4];
                trie::count(hypothesis, &references[..used], &mut expected);
                for kernel in KernelChoice::available() {
                    let matches = kernel.dispatch(Count(hypothesis, &references[..used], 4));
                    assert_eq!(matches, expected, "{kernel:?}, {ours} and {theirs} tokens");
                }
            }
        }
    }
}

#[test]
fn ids_of_a_vocabulary_are_counted_the_same() {
    let (mut random, mut seen) = (Random(13), trie::Seen::default());
    let pairs = [(64, 39), (0, 40), (1, 64), (200, 65), (70, 129), (513, 512), (30, 513)];
    // References that a vocabulary numbers, and those that are too long for it.
    let long = [(600, 1025), (40, 1 << 14), (40, (1 << 14) + 1)];
    for (ours, theirs) in pairs.into_iter().chain(long) {
        // The last id is the largest that has a place in the table, or has none any more.
        for (alphabet, last) in [(1, 7), (2, (1 << 18) - 1), (40, 1 << 18), (5000, -1), (300, 9)] {
            let mut text = |length: usize| -> Tokens {
                let ids: Vec<i64> = (0..length)
                    .map(|_| match random.below(alphabet) as i64 {
                        1 => last,
                        id => id,
                    })
                    .collect();
                let mut tokens = Tokens::default();
                tokens.set_ids(&ids);
                tokens
            };
            let (hypothesis, references) = (text(ours), [text(theirs), text(40), text(400)]);
            let hypothesis = Words { tokens: &hypothesis, bytes: &[] };
            let references = references.each_ref().map(|tokens| Words { tokens, bytes: &[] });
            for used in 1..=3 {
                for orders in [1, 4, 5] {
                    every_way(hypothesis, &references[..used], orders, &mut seen);
                }
            }
        }
    }
}

/// Few n-grams occur twice, as in sentences, so that vectors count eight tokens together.
#[test]
fn sentences_are_counted_the_same() {
    let (mut random, mut seen) = (Random(17), trie::Seen::default());
    for round in 0..2000 {
        let alphabet = [8, 30, 1000][round % 3];
        let reference: Vec<i64> =
            (0..1 + random.below(66)).map(|_| random.below(alphabet) as i64).collect();
        // The reference with some tokens replaced, from any token on, and twice at times.
        let hypothesis: Vec<i64> = reference
            .iter()
            .cycle()
            .skip(random.below(20))
            .take(random.below(130))
            .map(|&id| if random.below(6) == 0 { random.below(alphabet) as i64 } else { id })
            .collect();
        let [ours, theirs] = [&hypothesis, &reference].map(|ids| {
            let mut tokens = Tokens::default();
            tokens.set_ids(ids);
            tokens
        });
        let (hypothesis, reference) =
            (Words { tokens: &ours, bytes: &[] }, Words { tokens: &theirs, bytes: &[] });
        every_way(hypothesis, &[reference], 1 + round % 4, &mut seen);
    }
}

/// Return `count` times the same token of `length` bytes.
fn repeated(count: usize, length: usize) -> (Vec<u8>, Tokens) {
    let word = "x".repeat(length);
    tokens(std::iter::repeat_n(word.as_str(), count))
}

#[test]
fn no_text_makes_bit_sets_compare_many_bytes() {
    // Tokens of each side, bytes of each token, and whether bit sets count them.
    for (ours, theirs, length, expected) in [
        (25, 25, 30, true),
        (2000, 2000, 8, true),
        (1, 1, 1 << 22, true),
        (1, 1000, 1 << 14, true),
        (1000, 1, 1 << 14, true),
        (1000, 1000, 50, true),
        (1000, 1000, 100, false),
        (400, 400, 10_000, false),
    ] {
        let (hypothesis, reference) = (repeated(ours, length), repeated(theirs, length));
        let hypothesis = Words { tokens: &hypothesis.1, bytes: &hypothesis.0 };
        let reference = Words { tokens: &reference.1, bytes: &reference.0 };
        let by_bits = compared(hypothesis, reference) <= MANY_BYTES;
        assert_eq!(by_bits, expected, "{ours} and {theirs} tokens of {length} bytes");
        let matches = KernelChoice::Portable.dispatch(Count(hypothesis, &[reference], 2));
        let smaller = ours.min(theirs) as i64;
        assert_eq!(matches, [smaller, smaller - 1]);
    }
}

#[test]
fn the_plain_form_is_the_definition() {
    let words = |text: &'static str| tokens(text.split(' '));
    let hypothesis = words("the the the the the the the");
    let references = [words("the cat is on the mat"), words("there is a cat on the mat")];
    let hypothesis = Words { tokens: &hypothesis.1, bytes: &hypothesis.0 };
    let mut scratch = plain::Scratch::default();
    scratch.reset(7, 5);
    for (bytes, tokens) in &references {
        let mut positions = super::Positions::default();
        struct Fill<'a>(&'a mut super::Positions, Words<'a>, Words<'a>);
        impl Work for Fill<'_> {
            type Output = bool;

            fn run<K: Kernel>(self, kernel: K) -> bool {
                self.0.fill(kernel, self.1, self.2)
            }
        }
        let reference = Words { tokens, bytes };
        assert!(KernelChoice::Portable.dispatch(Fill(&mut positions, hypothesis, reference)));
        scratch.add(&positions);
    }
    let mut matches = [0; 5];
    scratch.matches(&mut matches);
    assert_eq!(matches, [2, 0, 0, 0, 0]);
}
