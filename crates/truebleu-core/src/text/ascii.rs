//! Sets of ASCII characters as tables, so that 64 bytes are classified at once and a tokenizer is a
//! handful of sets.

/// The number of sets that are tested together.
pub const SETS: usize = 6;

/// The bit of [`AsciiSets::by_byte`] for bytes outside ASCII.
pub const WIDE: usize = 7;

/// [`SETS`] sets of ASCII characters, in the forms that kernels read. Bytes of characters
/// outside ASCII are in no set.
pub struct AsciiSets {
    /// For each byte, the lowest bit of byte `k` (lowest first) says whether it is in set `k`, and
    /// that of byte [`WIDE`] whether it is outside ASCII.
    pub by_byte: [u64; 256],
    /// For each set and each low half of a byte, bit `h` says whether the byte with high half `h`
    /// is in the set (Mula's method: two table look-ups and an AND test membership in any ASCII
    /// set).
    pub by_nibble: [[u8; 16]; SETS],
    /// For each ASCII character, bit `k` says whether it is in set `k`.
    pub by_character: [u8; 128],
    /// Whether all sets but the first are empty.
    pub only_first: bool,
}

impl AsciiSets {
    /// Create one set with these members; the others are empty.
    ///
    /// # Panics
    /// As [`AsciiSets::new`].
    pub const fn first(members: &[u8]) -> Self {
        Self::new([members, b"", b"", b"", b"", b""])
    }

    /// Create the sets with these members.
    ///
    /// # Panics
    /// When a member is not ASCII (at compile time: all uses are constants).
    pub const fn new(members: [&[u8]; SETS]) -> Self {
        let mut sets = Self {
            by_byte: [0; 256],
            by_nibble: [[0; 16]; SETS],
            by_character: [0; 128],
            only_first: true,
        };
        let mut wide = 128;
        while wide < 256 {
            sets.by_byte[wide] = 1 << (8 * WIDE);
            wide += 1;
        }
        let mut k = 0;
        while k < SETS {
            sets.only_first &= k == 0 || members[k].is_empty();
            let mut i = 0;
            while i < members[k].len() {
                let byte = members[k][i];
                assert!(byte < 128, "an ASCII set holds ASCII characters");
                sets.by_byte[byte as usize] |= 1 << (8 * k);
                sets.by_nibble[k][(byte & 15) as usize] |= 1 << (byte >> 4);
                sets.by_character[byte as usize] |= 1 << k;
                i += 1;
            }
            k += 1;
        }
        sets
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_forms_hold_the_same_sets() {
        let sets = AsciiSets::new([b"0123456789", b"", b" \t", b"\x7f{|}~", b".,", b"\0"]);
        for byte in 0..=255_u8 {
            let members = sets.by_byte[usize::from(byte)].to_le_bytes();
            assert_eq!(members[WIDE], u8::from(byte >= 128));
            for (k, member) in members.into_iter().enumerate().take(SETS) {
                let by_byte = member == 1;
                let high = if byte < 128 { 1 << (byte >> 4) } else { 0 };
                let by_nibble = sets.by_nibble[k][usize::from(byte & 15)] & high != 0;
                assert_eq!(by_byte, by_nibble, "set {k}, byte {byte}");
                let character = sets.by_character.get(usize::from(byte));
                let by_character = character.is_some_and(|members| members >> k & 1 == 1);
                assert_eq!(by_byte, by_character, "set {k}, byte {byte}");
            }
        }
    }
}
