use super::everything::{Everything, Operands};
use super::*;
use crate::text::ascii::AsciiSets;

#[test]
fn every_kernel_gives_what_the_plain_one_gives() {
    let sets = AsciiSets::new([b" \t", b"{|}~\x7f", b".,", b"0123456789", b"", b"\0Az"]);
    let mut state = 1_u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for round in 0..5000 {
        let mut block = [0; BLOCK];
        for byte in &mut block {
            // Every byte, or mostly spaces, digits and marks.
            *byte = if round % 2 == 0 {
                random() as u8
            } else {
                b" .,5a\xC2\xE3\x80"[random() as usize % 8]
            };
        }
        let length = 1 + random() as usize % 64;
        let keys: Vec<[u64; 8]> =
            (0..length.div_ceil(8)).map(|_| [0; 8].map(|_: u64| random() % 4)).collect();
        let everything = |kernel: KernelChoice| {
            let (wanted, keys) = (&[1, 9, 2, 0], &keys[..]);
            kernel.dispatch(Everything(Operands {
                block: &block,
                sets: &sets,
                wanted,
                keys,
                length,
            }))
        };
        let expected = everything(KernelChoice::Portable);
        for kernel in KernelChoice::available() {
            assert_eq!(everything(kernel), expected, "{kernel:?}, round {round}");
        }
    }
}
