//! Texts of Arrow's C data interface: three structures that hand over memory of
//! somebody else.
//!
//! Nothing is given out that was not checked. The crate knows neither Python
//! nor Arrow's libraries, so that a fuzzer and a sanitizer can try it alone.

pub mod abi;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
pub mod kind;
pub mod lists;
pub mod texts;
