//! Lowercasing as Python's `str.lower()`: full mappings (`İ` becomes two characters) and the final
//! sigma; or of ASCII's letters alone. The tables are those of the Rust standard library, of
//! [`unicode_version`].

/// Treatment of upper case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Case {
    /// It stays.
    Mixed,
    /// The text is lowercased, then tokenized.
    Lower,
    /// The same, but of A to Z only.
    LowerAscii,
    /// As `Lower`, even with a tokenizer that otherwise lowercases after it decodes entities.
    LowerFirst,
    /// The text is tokenized, then the tokens are lowercased.
    LowerAfter,
}

impl Case {
    /// All cases.
    pub const ALL: [Self; 5] =
        [Self::Mixed, Self::Lower, Self::LowerAscii, Self::LowerFirst, Self::LowerAfter];

    /// Return the name as signatures print it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mixed => "mixed",
            Self::Lower => "lc",
            Self::LowerAscii => "lc-ascii",
            Self::LowerFirst => "lc-first",
            Self::LowerAfter => "lc-after",
        }
    }

    /// Create the case with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|case| case.name() == name)
    }

    /// Return whether a text is lowercased before it is tokenized.
    #[inline(always)]
    pub const fn comes_first(self) -> bool {
        matches!(self, Self::Lower | Self::LowerAscii | Self::LowerFirst)
    }

    /// Append `text` to `out`; every case but `Mixed` lowercases the whole text.
    /// Without `final_sigma`, each character is lowercased by itself.
    pub fn apply(self, text: &str, final_sigma: bool, out: &mut String) {
        match self {
            Self::Mixed => out.push_str(text),
            Self::LowerAscii => lowercase_ascii_into(text, out),
            _ if final_sigma => lowercase_into(text, out),
            _ => lowercase_characters_into(text, out),
        }
    }
}

/// Treatment of upper case on either side: the same on both, except in a program that lowercases
/// hypotheses before it tokenizes them, and references after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Casing {
    /// In hypotheses.
    pub hypothesis: Case,
    /// In references.
    pub reference: Case,
}

impl From<Case> for Casing {
    fn from(case: Case) -> Self {
        Self { hypothesis: case, reference: case }
    }
}

impl Casing {
    const REFERENCES_AFTER: Self =
        Self { hypothesis: Case::LowerFirst, reference: Case::LowerAfter };

    /// Create the casing that signatures print with this name: that of a case, or
    /// `lc-references-after`.
    pub fn from_name(name: &str) -> Option<Self> {
        if name == "lc-references-after" {
            return Some(Self::REFERENCES_AFTER);
        }
        Case::from_name(name).map(Self::from)
    }

    /// Return the case of both sides, where it is the same.
    pub fn of_both(self) -> Option<Case> {
        (self.hypothesis == self.reference).then_some(self.hypothesis)
    }
}

/// Return the Unicode version of the lowercasing tables, as `major.minor.update`.
pub fn unicode_version() -> String {
    let (major, minor, update) = char::UNICODE_VERSION;
    format!("{major}.{minor}.{update}")
}

/// Append the lowercased `text` to `out`.
pub fn lowercase_into(text: &str, out: &mut String) {
    if !text.is_ascii() && text.contains('Σ') {
        // Its lowercase form depends on the surrounding letters.
        out.push_str(&text.to_lowercase());
    } else {
        lowercase_characters_into(text, out);
    }
}

/// Append the lower case of each character of `text` to `out`.
fn lowercase_characters_into(text: &str, out: &mut String) {
    if text.is_ascii() {
        lowercase_ascii_into(text, out);
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

/// Append `text` to `out` with A to Z lowercased, and nothing else.
fn lowercase_ascii_into(text: &str, out: &mut String) {
    let start = out.len();
    out.push_str(text);
    out[start..].make_ascii_lowercase();
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
    fn ascii_alone_leaves_other_letters() {
        let mut out = String::from("A");
        Case::LowerAscii.apply("AZ[@ ÄİΣ \u{212a}", true, &mut out);
        assert_eq!(out, "Aaz[@ ÄİΣ \u{212a}");
    }

    #[test]
    fn a_sigma_looks_around_where_it_may() {
        for (final_sigma, expected) in [(true, "ΑΣ ας"), (false, "ΑΣ ασ")] {
            let mut out = String::from("ΑΣ ");
            Case::Lower.apply("ΑΣ", final_sigma, &mut out);
            assert_eq!(out, expected);
        }
    }

    #[test]
    fn a_name_gives_its_case_back() {
        for case in Case::ALL {
            assert_eq!(Case::from_name(case.name()), Some(case));
        }
        assert_eq!(Case::from_name("upper"), None);
    }

    #[test]
    fn it_is_the_standard_library_s_lower_case() {
        for text in ["", "ABC def", "ÄÖÜ ẞ", "İI", "ΑΣ ΑΣΑ Σ", "ΟΔΟΣ.", "ǅ Ⅳ 𝐀 𐐀"]
        {
            assert_eq!(lower(text), text.to_lowercase());
        }
    }
}
