//! Lower-casing as Python's `str.lower()`: full mappings (`İ` becomes two
//! characters) and the final sigma. The tables are those of the Rust
//! standard library, whose Unicode version is [`UNICODE_VERSION`].

/// The Unicode version of the lower-casing tables, as `major.minor.update`.
#[must_use]
pub fn unicode_version() -> String {
    let (major, minor, update) = char::UNICODE_VERSION;
    format!("{major}.{minor}.{update}")
}

/// Appends the lower-cased `text` to `out`.
pub fn lowercase_into(text: &str, out: &mut String) {
    if text.is_ascii() {
        let start = out.len();
        out.push_str(text);
        out[start..].make_ascii_lowercase();
    } else if text.contains('Σ') {
        // Its lower case depends on the letters around it.
        out.push_str(&text.to_lowercase());
    } else {
        for c in text.chars() {
            if c.is_ascii() {
                out.push(c.to_ascii_lowercase());
            } else {
                out.extend(c.to_lowercase());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lower(text: &str) -> String {
        let mut out = String::new();
        lowercase_into(text, &mut out);
        out
    }

    #[test]
    fn it_is_the_standard_library_s_lower_case() {
        for text in ["", "ABC def", "ÄÖÜ ẞ", "İI", "ΑΣ ΑΣΑ Σ", "ΟΔΟΣ.", "ǅ Ⅳ 𝐀 𐐀"]
        {
            assert_eq!(lower(text), text.to_lowercase());
        }
    }
}
