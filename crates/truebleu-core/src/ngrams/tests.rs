use super::{Scratch, Words, count, plain, trie};
use crate::kernels::{Kernel, KernelChoice, Work};
use crate::tokens::Tokens;

/// Tokens of a small alphabet, some of them long, from a simple generator.
fn text(seed: &mut u64, length: usize, alphabet: u64) -> (Vec<u8>, Tokens) {
    let (mut bytes, mut ends) = (Vec::new(), Vec::new());
    for _ in 0..length {
        *seed =
            seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let letter = (*seed >> 33) % alphabet;
        let word = if letter.is_multiple_of(3) {
            format!("a-long-token-{letter}")
        } else {
            letter.to_string()
        };
        bytes.extend(word.as_bytes());
        ends.push(bytes.len() as u32);
    }
    let mut tokens = Tokens::default();
    tokens.set_words(&bytes, &ends);
    (bytes, tokens)
}

struct Count<'a>(Words<'a>, &'a [Words<'a>], usize);

impl Work for Count<'_> {
    type Output = Vec<i64>;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Vec<i64> {
        let mut matches = vec![0; self.2];
        count(kernel, self.0, self.1, &mut Scratch::default(), &mut matches);
        matches
    }
}

#[test]
fn every_way_of_counting_gives_the_same() {
    let mut seed = 7;
    for lengths in
        [(0, 0), (0, 5), (5, 0), (1, 1), (19, 21), (64, 63), (65, 64), (130, 129), (300, 257)]
    {
        for alphabet in [1, 2, 5, 40] {
            let hypothesis = text(&mut seed, lengths.0, alphabet);
            let references: Vec<_> =
                (0..3).map(|k| text(&mut seed, lengths.1 + k, alphabet)).collect();
            let hypothesis = Words { tokens: &hypothesis.1, bytes: &hypothesis.0 };
            let references: Vec<_> =
                references.iter().map(|(bytes, tokens)| Words { tokens, bytes }).collect();
            for used in 1..=3 {
                for orders in [1, 2, 4, 5, 7] {
                    let mut expected = vec![0; orders];
                    let references = &references[..used];
                    trie::Scratch::default().count(hypothesis, references, &mut expected);
                    for kernel in KernelChoice::available() {
                        let matches = kernel.dispatch(Count(hypothesis, references, orders));
                        assert_eq!(matches, expected, "{lengths:?} {used} {orders} {kernel:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_plain_form_is_the_definition() {
    let words = |text: &str| {
        let (mut bytes, mut ends) = (Vec::new(), Vec::new());
        for word in text.split(' ') {
            bytes.extend(word.as_bytes());
            ends.push(bytes.len() as u32);
        }
        let mut tokens = Tokens::default();
        tokens.set_words(&bytes, &ends);
        (bytes, tokens)
    };
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
