//! Arrow's columns, without its libraries: what hands over the three structures of its C data
//! interface in capsules can be read, and numbers go out in the same way.

mod capsules;
mod chunk;
mod column;
mod export;
mod reader;

pub use column::{Column, Rows};
pub use export::ArrowNumbers;
pub use reader::ArrowReader;
