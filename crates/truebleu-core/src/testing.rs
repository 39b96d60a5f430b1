//! Helpers for the tests of several modules.

use crate::metric::Metric;
use crate::segment::Text;
use crate::tokens::Tokens;

/// Numbers that look random, the same in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Return a number from 0 on.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        const FACTOR: u64 = 6_364_136_223_846_793_005;
        self.0 = self.0.wrapping_mul(FACTOR).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    /// Return words of a small alphabet, some longer than eight bytes.
    pub(crate) fn text(&mut self, length: usize, alphabet: usize) -> String {
        let words = (0..length).map(|_| match self.below(alphabet) {
            letter if letter.is_multiple_of(3) => format!("a-long-token-{letter}"),
            letter => letter.to_string(),
        });
        words.collect::<Vec<_>>().join(" ")
    }
}

/// Return the words of a text.
pub(crate) fn tokens<'a>(words: impl IntoIterator<Item = &'a str>) -> (Vec<u8>, Tokens) {
    let (mut bytes, mut ends) = (Vec::new(), Vec::new());
    for word in words {
        bytes.extend(word.as_bytes());
        ends.push(bytes.len() as u32);
    }
    let mut tokens = Tokens::default();
    tokens.set_words(&bytes, &ends);
    (bytes, tokens)
}

/// Return the row of a segment.
pub(crate) fn row(metric: &dyn Metric, hypothesis: Text<'_>, references: &[Text<'_>]) -> Vec<i64> {
    let mut row = vec![0; metric.columns().len()];
    metric.counter().count(hypothesis, references, &mut row).expect("it counts");
    row
}

/// Return the row of a segment of plain texts.
pub(crate) fn row_of_texts(metric: &dyn Metric, hypothesis: &str, references: &[&str]) -> Vec<i64> {
    let references: Vec<_> = references.iter().map(|text| Text::Plain(text)).collect();
    row(metric, Text::Plain(hypothesis), &references)
}
