//! The errors of the core.

use std::fmt;

/// Why a convention has no score, and the fix.
pub const UNDEFINED: &str = "NLTK's method6 needs a match of order 3. Choose another smoothing \
    or convention.";

/// An input that cannot be counted, or a setting that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A segment without any reference.
    NoReference {
        /// The segment, counted from 0.
        segment: usize,
    },
    /// A segment whose text has 2^32 - 64 bytes or more.
    SegmentTooLong {
        /// The segment, counted from 0.
        segment: usize,
        /// Its length in bytes.
        bytes: usize,
    },
    /// Where the average reference length counts, a segment has a number of references that the
    /// unit of the row cannot be divided by.
    UnevenAverage {
        /// The segment, counted from 0.
        segment: usize,
        /// Its number of references.
        references: usize,
        /// Alternative for the user, after "use up to 16 references".
        otherwise: &'static str,
    },
    /// More than one reference, where the convention accepts one.
    OneReference {
        /// The segment, counted from 0.
        segment: usize,
        /// Its number of references.
        references: usize,
        /// Choice that accepts several references.
        instead: String,
    },
    /// A segment for which the program that a convention follows has no score.
    Undefined {
        /// The segment, counted from 0.
        segment: usize,
    },
    /// A hypothesis and its references are tokens of different kinds.
    MixedKinds {
        /// The segment, counted from 0.
        segment: usize,
    },
    /// A corpus with more tokens than an inventory has numbers for: 2^32 or more.
    CorpusTooLong {
        /// The segment at which there are too many, counted from 0.
        segment: usize,
    },
    /// Tokens for a metric that counts the characters of text.
    NoText {
        /// The segment, counted from 0.
        segment: usize,
    },
    /// A text for a metric whose rows are external: the core has only their formula.
    ExternalRows {
        /// The segment, counted from 0.
        segment: usize,
    },
    /// A metric that has no score against the mean of many references.
    NoMean,
    /// `TRUEBLEU_KERNEL` names a kernel that cannot run here.
    UnknownKernel {
        /// Value of the name.
        wanted: String,
        /// Allowed values.
        available: Vec<&'static str>,
    },
}

impl Error {
    /// Return the error with its segment counted from `base` instead of 0.
    pub fn after(mut self, base: usize) -> Self {
        match &mut self {
            Self::NoReference { segment }
            | Self::SegmentTooLong { segment, .. }
            | Self::UnevenAverage { segment, .. }
            | Self::OneReference { segment, .. }
            | Self::Undefined { segment }
            | Self::MixedKinds { segment }
            | Self::CorpusTooLong { segment }
            | Self::NoText { segment }
            | Self::ExternalRows { segment } => *segment += base,
            Self::UnknownKernel { .. } | Self::NoMean => {}
        }
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoReference { segment } => write!(
                out,
                "segment {} has no reference. Pass at least one; an empty string counts as a \
                 reference of length 0, None does not.",
                segment + 1
            ),
            Self::SegmentTooLong { segment, bytes } => write!(
                out,
                "segment {} has {bytes} bytes; the limit is 4 GiB. Split the text into segments.",
                segment + 1
            ),
            Self::UnevenAverage { segment, references, otherwise } => write!(
                out,
                "segment {} has {references} references; the average reference length is stored \
                 in units of 1/720720 token, not divisible by {references}. Use up to 16 \
                 references{otherwise}.",
                segment + 1
            ),
            Self::OneReference { segment, references, instead } => write!(
                out,
                "segment {} has {references} references; this convention accepts one. Choose a \
                 reference, or {instead}.",
                segment + 1
            ),
            Self::Undefined { segment } => write!(
                out,
                "segment {} has no score under this convention. {UNDEFINED}",
                segment + 1
            ),
            Self::MixedKinds { segment } => write!(
                out,
                "segment {}: the hypothesis and its references differ in kind. Pass all as text, \
                 all as lists of str tokens, or all as lists of int tokens.",
                segment + 1
            ),
            Self::CorpusTooLong { segment } => write!(
                out,
                "segment {}: the corpus has 2^32 tokens or more, too many to list its n-grams. \
                 Use a part of the corpus.",
                segment + 1
            ),
            Self::ExternalRows { segment } => write!(
                out,
                "segment {} is text; the core has only the formula of this metric, no counter",
                segment + 1
            ),
            Self::NoText { segment } => write!(
                out,
                "segment {} is a list of tokens; this metric requires text. Pass each segment as \
                 one str.",
                segment + 1
            ),
            Self::NoMean => write!(
                out,
                "this metric has no score against the mean of many references. Use chrF, or BLEU \
                 without macro-average and without NLTK's method4 to method7."
            ),
            Self::UnknownKernel { wanted, available } => write!(
                out,
                "unknown TRUEBLEU_KERNEL={wanted} on this processor. Choose from: {}.",
                available.join(", ")
            ),
        }
    }
}

impl std::error::Error for Error {}
