//! Arrow's columns, without its libraries: read from objects that export its C data interface in
//! capsules, and numbers exported in the same way.

mod capsules;
mod chunk;
mod column;
mod export;
mod reader;

pub use column::{Column, Rows};
pub use export::ArrowNumbers;
pub use reader::ArrowReader;
