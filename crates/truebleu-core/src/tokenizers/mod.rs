//! Tokenizers of the core: each is a handful of character sets (a [`Scheme`]); one algorithm
//! ([`boundaries`]) makes tokens of them.

mod analysis;
mod block;
mod boundaries;
mod classes;
mod exceptions;
mod reading;
mod rewriting;
mod runs;
mod schemes;

pub use analysis::Analysis;
pub use boundaries::Scratch;
pub use schemes::Scheme;

use crate::kernels::KernelChoice;
use crate::segment::Text;
use crate::text::lowercase::Case;

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
    /// 13a that joins a hyphen and the line break that end a text, as Hugging Face's `bleu` and
    /// torchmetrics have it.
    ThirteenAUntrimmed,
    /// intl that does not cut off whitespace at the end, as torchmetrics has it.
    IntlUntrimmed,
    /// 13a as the program mteval (v13a, v14) itself has it, in Perl.
    Mteval13a,
    /// The same of mteval-v14c, which keeps web addresses whole.
    Mteval14c,
    /// The international tokenizer of mteval (v14, v14c) itself.
    MtevalIntl,
    /// The international tokenizer of mteval-v13a itself.
    MtevalIntl13a,
    /// 13a as TensorFlow's regular expressions make it, for KerasHub.
    KerasHub,
    /// Splits bytes on ASCII's whitespace, as multi-bleu.perl.
    WhitespaceAscii,
    /// Splits on U+0020 only, as Moses' sentence-bleu.
    Space,
    /// Splits on each whitespace character that a line may break at, as MultEval does with the
    /// library Guava; tokens may be empty.
    Guava,
    /// Whitespace, and one token in an empty text, as fairseq.
    Fairseq,
    /// Words are separated by all but letters, digits and `_` of ASCII, as in Future AGI's package
    /// for TypeScript.
    Alphanumeric,
    /// Words are separated by all but letters and digits of ASCII, as in ROUGE.
    Rouge,
    /// Words are separated by all but letters, marks, digits and connectors of any script.
    Words,
}

/// Every tokenizer with its name, as users write it and signatures print it, and what it is as
/// data.
const TABLE: [(Tokenizer, &str, &Scheme); 20] = [
    (Tokenizer::None, "none", &schemes::NONE),
    (Tokenizer::ThirteenA, "13a", &schemes::THIRTEEN_A),
    (Tokenizer::Intl, "intl", &schemes::INTL),
    (Tokenizer::Zh, "zh", &schemes::ZH),
    (Tokenizer::ZhFixed, "zh-fixed", &schemes::ZH_FIXED),
    (Tokenizer::Char, "char", &schemes::CHAR),
    (Tokenizer::ThirteenAUntrimmed, "13a-untrimmed", &schemes::THIRTEEN_A_UNTRIMMED),
    (Tokenizer::IntlUntrimmed, "intl-untrimmed", &schemes::INTL_UNTRIMMED),
    (Tokenizer::Mteval13a, "mteval-13a", &schemes::MTEVAL_13A),
    (Tokenizer::Mteval14c, "mteval-14c", &schemes::MTEVAL_14C),
    (Tokenizer::MtevalIntl, "mteval-intl", &schemes::MTEVAL_INTL),
    (Tokenizer::MtevalIntl13a, "mteval-intl-13a", &schemes::MTEVAL_INTL_13A),
    (Tokenizer::KerasHub, "keras-hub", &schemes::KERAS_HUB),
    (Tokenizer::WhitespaceAscii, "whitespace-ascii", &schemes::WHITESPACE_ASCII),
    (Tokenizer::Space, "space", &schemes::SPACE),
    (Tokenizer::Guava, "guava", &schemes::GUAVA),
    (Tokenizer::Fairseq, "fairseq", &schemes::FAIRSEQ),
    (Tokenizer::Alphanumeric, "alphanumeric", &schemes::ALPHANUMERIC),
    (Tokenizer::Rouge, "rouge", &schemes::ROUGE),
    (Tokenizer::Words, "words", &schemes::WORDS),
];

impl Tokenizer {
    /// All tokenizers of the core.
    pub const ALL: [Self; TABLE.len()] = {
        let mut all = [Self::None; TABLE.len()];
        let mut i = 0;
        while i < TABLE.len() {
            assert!(TABLE[i].0 as usize == i, "the table is in the order of the variants");
            all[i] = TABLE[i].0;
            i += 1;
        }
        all
    };

    /// Return the name as users write it and signatures print it.
    pub const fn name(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// Create the tokenizer with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tokenizer| tokenizer.name() == name)
    }

    /// Return the tokenizer as data.
    #[inline(always)]
    pub const fn scheme(self) -> &'static Scheme {
        TABLE[self as usize].2
    }

    /// Return whether the tokens of a text are those of its lines: for some tokenizers of which that
    /// is true.
    pub(crate) const fn splits_lines(self) -> bool {
        matches!(self, Self::None | Self::Char | Self::Rouge | Self::Words)
    }

    /// Return the tokens of `text` as strings: for looking at, not for counting.
    pub fn tokenize(self, text: &str, case: Case) -> Vec<String> {
        let (mut analysis, mut scratch) = (Analysis::default(), Scratch::default());
        let kernel = KernelChoice::Portable;
        analysis.read_by(kernel, self, case, &Text::Plain(text), &mut scratch);
        let words = analysis.words(&Text::Plain(text));
        (0..words.tokens.len())
            .map(|i| String::from_utf8_lossy(words.token(i)).into_owned())
            .collect()
    }
}

#[cfg(test)]
mod tests;
