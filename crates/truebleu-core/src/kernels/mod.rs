//! The few operations that vector instructions make faster, and the choice between their
//! implementations at run time.
//!
//! [`Blocks`] reads texts, 64 bytes at a time, [`EncodeUtf8`] writes them, [`MultiplyRows`] sums
//! rows with weights, [`FindSlot`] searches tables, [`StepColumn`] adds numbers of many words, and
//! [`Lanes`] count several orders together. [`Portable`] defines each operation. `Avx2` and `Avx512`
//! implement it on x86-64 processors with these instructions, `Neon` on ARM; tests compare them with
//! `Portable`, operation by operation and on whole segments. The algorithms (`tokenizers`, `ngrams`)
//! are written once, generic over the kernel, and compiled for each [`Kernel`].

#[cfg(target_arch = "aarch64")]
mod arm;
mod blocks;
mod columns;
#[cfg(any(test, fuzzing))]
pub(crate) mod everything;
mod keys;
mod lanes;
mod products;
mod slots;
#[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
mod tables;
mod utf8;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use blocks::{BLOCK, Blocks, Classified};
pub(crate) use columns::step_words;
pub use columns::{Eight, StepColumn};
pub(crate) use keys::{is_long, key, long_key, short_token};
pub use lanes::Lanes;
pub use products::{HELD, MultiplyRows, PANEL, Rows};
pub use slots::{EMPTY, FindSlot, SLOTS};
pub use utf8::{CHARACTERS, ENCODED, EncodeUtf8};

use crate::error::Error;

/// All operations with vector instructions. Only a processor that can run an implementation has a
/// value of it.
pub trait Kernel: Blocks + EncodeUtf8 + FindSlot + MultiplyRows + StepColumn {
    /// Comparing each pair of tokens for bit sets is faster than numbering the tokens up to this number
    /// of pairs for each token of the two texts (measured).
    const PAIRS_PER_TOKEN: usize;

    /// Bit sets count the n-grams of characters faster than sorting up to this number of pairs of
    /// characters for each character of the two texts (measured).
    const PAIRS_PER_CHARACTER: usize;

    /// TER's sets of bits are faster than its lists of places up to this number of pairs of words
    /// (measured).
    const PAIRS_OF_WORDS: usize;

    /// N-grams of eight tokens are counted faster together than token by token (measured).
    const EIGHT_TOKENS: bool;

    /// Numbers that are one row apart are computed faster together than one after the other, where
    /// each waits for its neighbor (measured).
    const STAGGERED: bool;

    /// Four numbers that are counted with together, one for each order.
    type Lanes: Lanes;

    /// Eight of them, for longer n-grams and for eight tokens.
    type WideLanes: Lanes<Array = [u64; 8]>;

    /// Return four zeros.
    fn lanes(self) -> Self::Lanes;

    /// Return eight zeros.
    fn wide_lanes(self) -> Self::WideLanes;

    /// Do large work that few segments need, in a function of its own that is compiled for the
    /// kernel.
    fn run_apart<W: Work>(self, work: W) -> W::Output;
}

/// The kernel without vector instructions.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Kernel for Portable {
    const PAIRS_PER_TOKEN: usize = 100;
    const PAIRS_PER_CHARACTER: usize = 120;
    const PAIRS_OF_WORDS: usize = 1_500_000;
    const EIGHT_TOKENS: bool = false;
    const STAGGERED: bool = false;
    type Lanes = [u64; 4];
    type WideLanes = [u64; 8];

    #[inline(always)]
    fn lanes(self) -> [u64; 4] {
        [0; 4]
    }

    #[inline(always)]
    fn wide_lanes(self) -> [u64; 8] {
        [0; 8]
    }

    #[inline(never)]
    fn run_apart<W: Work>(self, work: W) -> W::Output {
        work.run(self)
    }
}

/// Work that is written once for every kernel.
pub trait Work {
    /// Result of the work.
    type Output;

    /// Do the work. Mark implementations `#[inline(always)]`, and all they call in their hot loops:
    /// only then is the code compiled for the kernel.
    fn run<K: Kernel>(self, kernel: K) -> Self::Output;
}

/// A kernel that this processor can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KernelChoice {
    /// Plain Rust; runs everywhere and defines the result.
    Portable,
    /// 256-bit vectors (x86-64-v3).
    #[cfg(target_arch = "x86_64")]
    Avx2(x86::Avx2),
    /// 512-bit vectors (x86-64-v4).
    #[cfg(target_arch = "x86_64")]
    Avx512(x86::Avx512),
    /// 128-bit vectors, which every ARM processor of 64 bits has.
    #[cfg(target_arch = "aarch64")]
    Neon(arm::Neon),
}

impl KernelChoice {
    /// Return the kernels that this processor can run, slowest first.
    pub fn available() -> Vec<Self> {
        #[allow(unused_mut, reason = "there are others on some processors only")]
        let mut kernels = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        kernels.extend(x86::available());
        #[cfg(target_arch = "aarch64")]
        kernels.extend(arm::available());
        kernels
    }

    /// Return the name as users write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => "avx512",
            #[cfg(target_arch = "aarch64")]
            Self::Neon(_) => "neon",
        }
    }

    /// Create the kernel that the environment variable `TRUEBLEU_KERNEL` names, else the fastest
    /// that this processor can run.
    ///
    /// # Errors
    /// When the variable names no kernel, or one that cannot run here.
    pub fn from_environment() -> Result<Self, Error> {
        let available = Self::available();
        match std::env::var("TRUEBLEU_KERNEL") {
            Err(_) => Ok(available[available.len() - 1]),
            Ok(wanted) => {
                available.iter().copied().find(|kernel| kernel.name() == wanted).ok_or_else(|| {
                    Error::UnknownKernel {
                        wanted,
                        available: available.iter().map(|kernel| kernel.name()).collect(),
                    }
                })
            }
        }
    }

    /// Do `work` with this kernel.
    #[inline]
    pub fn dispatch<W: Work>(self, work: W) -> W::Output {
        match self {
            Self::Portable => work.run(Portable),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(avx2) => avx2.run(work),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(avx512) => avx512.run(work),
            #[cfg(target_arch = "aarch64")]
            Self::Neon(neon) => work.run(neon),
        }
    }
}

#[cfg(test)]
mod tests;
