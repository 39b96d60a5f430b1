//! The kernels for x86-64: AVX2 and AVX-512.
//!
//! A value of [`Avx2`] or [`Avx512`] is only made where the processor was found to have the
//! instructions. That is why their methods may use them. What is written with intrinsics is a
//! function that enables the features itself, closures included; the methods of the kernels only
//! call it.

/// Run the same code with as many eights of keys as there are, up to eight: a loop for each number,
/// of which the registers hold all keys.
macro_rules! by_eights {
    ($keys:expr, |$some:ident| $work:expr) => {
        by_eights!($keys, $some, $work, 1 2 3 4 5 6 7 8)
    };
    ($keys:expr, $some:ident, $work:expr, $($count:literal)*) => {
        match $keys.len() {
            $($count => if let Some(&$some) = $keys.first_chunk::<$count>() { $work },)*
            _ => debug_assert!($keys.is_empty(), "there are 64 keys at most"),
        }
    };
}

mod blocks_avx2;
mod blocks_avx512;
mod columns;
mod lanes;
mod products;
mod slots;
mod utf8;

use super::{KernelChoice, Work};

fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
}

/// Return the kernels of this file that the processor can run, slowest first.
pub(super) fn available() -> impl Iterator<Item = KernelChoice> {
    let avx2 = has_avx2().then_some(Avx2(()));
    let avx512 = avx2.filter(|_| has_avx512()).map(Avx512);
    avx2.map(KernelChoice::Avx2).into_iter().chain(avx512.map(KernelChoice::Avx512))
}

/// 256-bit vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx2(());

/// 512-bit vectors, in addition to the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx512(Avx2);

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx2<W: Work>(kernel: Avx2, work: W) -> W::Output {
    work.run(kernel)
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl")]
fn with_avx512<W: Work>(kernel: Avx512, work: W) -> W::Output {
    work.run(kernel)
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn apart_with_avx2<W: Work>(kernel: Avx2, work: W) -> W::Output {
    work.run(kernel)
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl")]
#[inline(never)]
fn apart_with_avx512<W: Work>(kernel: Avx512, work: W) -> W::Output {
    work.run(kernel)
}

impl Avx2 {
    /// Do `work`, compiled for the instructions.
    pub(super) fn run<W: Work>(self, work: W) -> W::Output {
        // SAFETY: `self` proves that the processor has what is enabled.
        unsafe { with_avx2(self, work) }
    }
}

impl Avx512 {
    /// Do `work`, compiled for the instructions.
    pub(super) fn run<W: Work>(self, work: W) -> W::Output {
        // SAFETY: `self` proves that the processor has what is enabled.
        unsafe { with_avx512(self, work) }
    }
}

/// High half of a byte -> its bit in the tables of `AsciiSets::by_nibble`; zero for bytes outside
/// ASCII, which makes them members of no set.
const HIGH_BIT: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];
