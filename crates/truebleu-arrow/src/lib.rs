//! Texts and lists of integers of Arrow's C data interface: three structures that share the memory of their producer.
//!
//! A text must be checked before it is read: nothing else about it is unsafe. The crate depends
//! neither on Python nor on Arrow's libraries, so that a fuzzer and a sanitizer can test it alone.

pub mod abi;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
pub mod integers;
pub mod kind;
pub mod lists;
pub mod texts;
