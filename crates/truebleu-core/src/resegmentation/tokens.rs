//! Tokens of texts.
