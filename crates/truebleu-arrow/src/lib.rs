//! Texts of Arrow's C data interface: three structures that hand over memory of
//! somebody else.
//!
//! Whoever reads a text has to have checked it before: that is all that is unsafe about it. The crate knows neither Python
//! nor Arrow's libraries, so that a fuzzer and a sanitizer can try it alone.

pub mod abi;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
pub mod kind;
pub mod lists;
pub mod texts;
