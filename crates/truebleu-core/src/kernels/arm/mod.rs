//! The kernel for ARM processors of 64 bits: NEON.
//!
//! They all have NEON. A value of [`Neon`] is only made where it was found all the same, so that
//! its methods may use it, as those for x86-64 do with theirs.

mod blocks;
mod lanes;
mod products;
mod slots;
mod utf8;

use std::arch::is_aarch64_feature_detected;

use super::{KernelChoice, StepColumn};

/// Return the kernel of this file, where the processor can run it. The vectors are read as the
/// bytes of little-endian numbers.
pub(super) fn available() -> Option<KernelChoice> {
    let runs = cfg!(target_endian = "little") && is_aarch64_feature_detected!("neon");
    runs.then_some(KernelChoice::Neon(Neon(())))
}

/// 128-bit vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neon(());

/// Additions with carry, which vectors do not have, are the fastest.
impl StepColumn for Neon {}
