//! The few operations that vector instructions make faster, and the choice
//! between their implementations at run time.
//!
//! [`Portable`] defines what each operation means. `Avx2` and `Avx512` do the
//! same on x86-64 processors that have the instructions; tests hold them
//! against `Portable`, operation by operation and on whole segments. The
//! algorithms (`tokenizers`, `ngrams`) are written once, generic over
//! [`Kernel`], and compiled once for each.

#[cfg(any(test, fuzzing))]
pub(crate) mod everything;
mod lanes;
mod portable;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use lanes::Lanes;
pub use portable::Portable;

use crate::error::Error;
use crate::text::ascii::{AsciiSets, SETS};
use crate::tokens;

/// Bytes that are classified at once.
pub const BLOCK: usize = 64;

/// Characters that are encoded at once.
pub const CHARACTERS: usize = 16;
/// Room for what they are encoded to, and for what is written behind it.
pub const ENCODED: usize = 64;

/// What the bytes of a block are: one bit for each byte, lowest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Classified {
    /// The members of each ASCII set.
    pub sets: [u64; SETS],
    /// Bytes of characters outside ASCII.
    pub wide: u64,
}

/// The operations. A value of an implementation is the proof that the
/// processor can run it.
pub trait Kernel: Copy {
    /// Four numbers that are counted with together, one for each order.
    type Lanes: Lanes;

    /// Eight of them, for longer n-grams.
    type WideLanes: Lanes;

    /// A block that starts with `bytes`, fewer than 64, and goes on with spaces.
    #[inline(always)]
    fn fill(self, bytes: &[u8]) -> [u8; BLOCK] {
        let mut block = [b' '; BLOCK];
        block[..bytes.len()].copy_from_slice(bytes);
        block
    }

    /// Tells for each byte of `block` which `sets` it is in.
    fn classify(self, block: &[u8; BLOCK], sets: &AsciiSets) -> Classified;

    /// Bytes of `block` that are the second or a later byte of a character.
    fn continuations(self, block: &[u8; BLOCK]) -> u64;

    /// Bytes of `block` that equal any of `wanted`.
    fn any_of(self, block: &[u8; BLOCK], wanted: [u8; 4]) -> u64;

    /// For each of `wanted`, which of the first `length` keys (at most 64, in
    /// eights) equal it: bit `j` for key `j`. The answer to `wanted[i]` goes
    /// to `found[i * stride]`.
    fn find(
        self,
        wanted: &[u64],
        keys: &[[u64; 8]],
        length: usize,
        stride: usize,
        found: &mut [u64],
    );

    /// Writes the key of each token of `text` (see `tokens`) but for those of
    /// more than eight bytes, whose indices go to `long`: for them, the first
    /// eight bytes. Gives how many are long. The slices are equally long, and
    /// tokens lie in the text, one behind the other.
    #[inline(always)]
    fn keys(
        self,
        text: &[u8],
        starts: &[u32],
        ends: &[u32],
        keys: &mut [u64],
        long: &mut [u32],
    ) -> usize {
        tokens::keys(text, starts, ends, keys, long, 0, 0)
    }

    /// Writes the bytes of `block` whose bits are set in `bits`, as numbers, to
    /// the start of `out`. What is behind them in `out` may change.
    fn select(self, block: &[u8; BLOCK], bits: u64, out: &mut [u32; BLOCK]);

    /// Writes `base` plus the position of each set bit of `bits`, lowest
    /// first, to the start of `out`. What is behind them in `out` may change.
    fn positions(self, bits: u64, base: u32, out: &mut [u32; BLOCK]);

    /// Writes the UTF-8 of characters up to U+00FF to the start of `out`, and gives its length.
    /// What is behind it in `out` may change.
    fn encode_narrow(self, characters: &[u8; CHARACTERS], out: &mut [u8; ENCODED]) -> usize;

    /// The same for characters up to U+FFFF, none of which is a surrogate.
    fn encode_wide(self, characters: &[u16; CHARACTERS], out: &mut [u8; ENCODED]) -> usize;

    /// For each of some weightings, the sum of all rows times their weights.
    /// Neither counts nor weights are above 127, there are as many weights as
    /// rows, and no sum leaves 32 bits.
    #[inline(always)]
    fn multiply(self, rows: &[Rows], weights: [&[[u8; 4]]; HELD]) -> [[i32; PANEL]; HELD] {
        portable::multiply(rows, weights)
    }
}

/// Columns that are summed together in a product with weights.
pub const PANEL: usize = 16;
/// Weightings of the same rows whose sums are held in registers.
pub const HELD: usize = 8;

/// Counts of four rows side by side, for each column of a panel: what one
/// vector instruction multiplies, and one line of the cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Rows(pub [[i8; 4]; PANEL]);

/// Work that is written once for every kernel.
pub trait Work {
    /// What the work gives.
    type Output;

    /// Does the work. Mark implementations `#[inline(always)]`, and all they
    /// call in their hot loops: only then is the code compiled for the kernel.
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
}

impl KernelChoice {
    /// The kernels that this processor can run, slowest first.
    #[must_use]
    pub fn available() -> Vec<Self> {
        #[allow(unused_mut, reason = "there are others on some processors only")]
        let mut kernels = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        kernels.extend(x86::available());
        kernels
    }

    /// The name as users write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => "avx512",
        }
    }

    /// The kernel that the environment variable `TRUEBLEU_KERNEL` names, else
    /// the fastest that this processor can run.
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

    /// Does `work` with this kernel.
    #[inline]
    pub fn dispatch<W: Work>(self, work: W) -> W::Output {
        match self {
            Self::Portable => work.run(Portable),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(avx2) => avx2.run(work),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(avx512) => avx512.run(work),
        }
    }
}

#[cfg(test)]
mod tests;
