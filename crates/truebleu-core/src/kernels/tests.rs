use super::everything::{Everything, Operands};
use super::*;
use crate::testing::Random;
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

/// The keys of the words of a text, and which of them are long.
struct Keys<'a>(&'a [u8], &'a [u32], &'a [u32]);

impl Work for Keys<'_> {
    type Output = (Vec<u64>, Vec<u32>);

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Self::Output {
        let Keys(text, starts, ends) = self;
        let count = starts.len();
        let padded_count = count.next_multiple_of(8);
        // Behind the tokens is what an earlier, longer text left.
        let padded = |spans: &[u32]| {
            let mut padded = spans.to_vec();
            padded.resize(padded_count, u32::MAX);
            padded
        };
        let (mut keys, mut long) = (vec![7; padded_count], vec![7; padded_count]);
        let (starts, ends) = (padded(starts), padded(ends));
        let long_count = kernel.keys(text, &starts, &ends, count, &mut keys, &mut long);
        keys.truncate(count);
        long.truncate(long_count);
        (keys, long)
    }
}

#[test]
fn every_kernel_builds_the_same_keys() {
    let mut random = Random(5);
    for round in 0..3000 {
        let mut text = vec![b' '; random.below(4)];
        let (mut starts, mut ends) = (Vec::new(), Vec::new());
        for _ in 0..random.below(40) {
            starts.push(text.len() as u32);
            text.extend((0..1 + random.below(12)).map(|_| b'a' + random.below(26) as u8));
            ends.push(text.len() as u32);
            text.resize(text.len() + random.below(3), b' ');
        }
        let keys = |kernel: KernelChoice| kernel.dispatch(Keys(&text, &starts, &ends));
        let expected = keys(KernelChoice::Portable);
        for kernel in KernelChoice::available() {
            assert_eq!(keys(kernel), expected, "{kernel:?}, round {round}");
        }
    }
}

/// The columns after each of many tokens, and what was carried out.
struct Steps<'a, const EIGHTS: usize>(&'a [([Eight; EIGHTS], bool)]);

impl<const EIGHTS: usize> Work for Steps<'_, EIGHTS> {
    type Output = Vec<([Eight; EIGHTS], bool)>;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Self::Output {
        let mut column = [Eight([u64::MAX; 8]); EIGHTS];
        let step = |(row, carry): &([Eight; EIGHTS], bool)| {
            let carry = kernel.step_column(&mut column, row, *carry);
            (column, carry)
        };
        self.0.iter().map(step).collect()
    }
}

fn check_steps<const EIGHTS: usize>(random: &mut Random) {
    let steps: Vec<_> = (0..2000)
        .map(|_| {
            // Words that generate a carry, propagate one, or do neither.
            let word = |random: &mut Random| match random.below(5) {
                0 => u64::MAX,
                1 => 1 << 63,
                2 => 1,
                3 => 0,
                _ => (random.below(1 << 31) as u64) << 32 | random.below(1 << 31) as u64,
            };
            let row = [(); EIGHTS].map(|()| Eight([(); 8].map(|()| word(random))));
            (row, random.below(2) == 1)
        })
        .collect();
    let expected = KernelChoice::Portable.dispatch(Steps(&steps));
    for kernel in KernelChoice::available() {
        assert_eq!(kernel.dispatch(Steps(&steps)), expected, "{kernel:?}, {EIGHTS}");
    }
}

#[test]
fn every_kernel_steps_columns_alike() {
    let mut random = Random(3);
    check_steps::<1>(&mut random);
    check_steps::<2>(&mut random);
    check_steps::<4>(&mut random);
}
