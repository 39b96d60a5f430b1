//! Keys of tokens: the bytes of short ones, a hash of long ones (see `tokens`).

/// The last byte of a long token's key. UTF-8 has no byte 0xFE or 0xFF, so neither the bytes nor
/// the padding of a short token look like it.
const LONG: u64 = 0xFE << 56;

/// Mark after the bytes of a token of 0 to 8 bytes in its key.
const PADDING: [u64; 9] = {
    let mut padding = [0; 9];
    let mut length = 0;
    while length < 8 {
        padding[length] = u64::MAX << (8 * length);
        length += 1;
    }
    padding
};

/// Compute [`Blocks::keys`](super::Blocks::keys).
///
/// Never inlined: inlined into the tokenizer, the loop would have no free register.
#[inline(never)]
pub(super) fn keys(
    text: &[u8],
    starts: &[u32],
    ends: &[u32],
    count: usize,
    keys: &mut [u64],
    long: &mut [u32],
) -> usize {
    // Slices of equal length let the compiler drop bounds checks in the loops.
    let (starts, ends) = (&starts[..count], &ends[..count]);
    let (keys, long) = (&mut keys[..count], &mut long[..count]);
    let (mut i, mut long_count) = (0, 0);
    // Eight bytes can be read from every token but the last ones.
    while i < count
        && let Some(bytes) = text.get(starts[i] as usize..starts[i] as usize + 8)
        && let Some(bytes) = bytes.first_chunk()
    {
        let length = ends[i] - starts[i];
        keys[i] = u64::from_le_bytes(*bytes) | PADDING[length.min(8) as usize];
        // Whether a token is long is unpredictable: write all, keep some.
        long[long_count] = i as u32;
        long_count += usize::from(length > 8);
        i += 1;
    }
    // Fewer than eight bytes are left: none of these tokens is long.
    for i in i..count {
        let length = (ends[i] - starts[i]) as usize;
        keys[i] = last_bytes(text, starts[i] as usize) | PADDING[length.min(8)];
    }
    long_count
}

/// Return eight bytes of `text` from `start`, with zeros after its end. (A short token's key is
/// padded from its own end on, whatever stands there.)
#[inline(always)]
fn eight_bytes(text: &[u8], start: usize) -> u64 {
    match text[start..].first_chunk() {
        Some(bytes) => u64::from_le_bytes(*bytes),
        None => last_bytes(text, start),
    }
}

/// Return the last bytes, where fewer than eight are left.
#[inline(always)]
fn last_bytes(text: &[u8], start: usize) -> u64 {
    match text.last_chunk() {
        // The last eight bytes, less those before `start`.
        Some(bytes) => {
            let before = 8 - (text.len() - start);
            u64::from_le_bytes(*bytes).checked_shr(8 * before as u32).unwrap_or(0)
        }
        None => text[start..].iter().rev().fold(0, |bytes, &byte| bytes << 8 | u64::from(byte)),
    }
}

/// Return the key of a token of more than eight bytes.
#[inline(always)]
pub(crate) fn long_key(token: &[u8], first: u64) -> u64 {
    let mut hash = first ^ (token.len() as u64) << 48;
    let mut start = 8;
    while start + 8 < token.len() {
        hash = mix(hash ^ eight_bytes(token, start));
        start += 8;
    }
    let last = eight_bytes(token, token.len() - 8);
    (mix(hash ^ last.rotate_left(23)) >> 8) | LONG
}

/// Return the key of a token.
pub(crate) fn key(token: &[u8]) -> u64 {
    let first = eight_bytes(token, 0);
    if token.len() > 8 { long_key(token, first) } else { first | PADDING[token.len()] }
}

/// Return whether a key is that of a token of more than eight bytes.
#[inline(always)]
pub(crate) const fn is_long(key: u64) -> bool {
    key >> 56 == LONG >> 56
}

/// Return the bytes of the token of up to eight bytes with this key, and how many they are.
pub(crate) fn short_token(key: u64) -> ([u8; 8], usize) {
    let bytes = key.to_le_bytes();
    // UTF-8 has no byte 0xFF.
    (bytes, bytes.iter().position(|&byte| byte == u8::MAX).unwrap_or(8))
}

#[inline(always)]
const fn mix(value: u64) -> u64 {
    let product = (value as u128).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
    (product >> 64) as u64 ^ product as u64
}
