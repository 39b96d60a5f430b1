//! Orders of elements by the set of those that stay, for vectors that have no instruction which
//! leaves elements out.

/// For each byte, the positions of its set bits, lowest first, then zeros.
pub(super) static POSITIONS: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut count) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][count] = bit as u8;
                count += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// For eight characters of two bytes each: which bytes stay, by which characters take the second.
pub(super) static OF_TWO: [[u8; 16]; 256] = orders(8);

/// For four characters of four bytes each: which bytes stay, by which characters take a second byte
/// (the low four bits) and which take a third one (the high four bits).
pub(super) static OF_THREE: [[u8; 16]; 256] = orders(4);

/// Return, for characters of equal width in a register, which bytes stay. Every one takes its first
/// byte; a set has one bit for each, then for each once more, of those that take another. What is
/// behind the bytes that stay becomes zero.
const fn orders(characters: usize) -> [[u8; 16]; 256] {
    let mut table = [[0x80; 16]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut character, mut end) = (0, 0);
        while character < characters {
            let (mut byte, mut taken) = (0, 1);
            while byte < taken {
                table[set][end] = (16 / characters * character + byte) as u8;
                end += 1;
                // A shift beyond the set leaves nothing.
                taken += set >> (character + characters * byte) & 1;
                byte += 1;
            }
            character += 1;
        }
        set += 1;
    }
    table
}
