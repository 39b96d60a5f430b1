use super::*;

/// Everything that a kernel can do, on one input.
struct Everything<'a> {
    block: &'a [u8; BLOCK],
    sets: &'a AsciiSets,
    wanted: &'a [u64],
    keys: &'a [[u64; 8]],
    length: usize,
}

type Answers = (Classified, u64, u64, Vec<u64>, [Vec<u32>; 2], [(Vec<u64>, u8); 2]);

/// What lanes make of three numbers: every operation, one behind the other.
#[inline(always)]
fn all_of<L: Lanes>(a: u64, b: u64, c: u64) -> (Vec<u64>, u8) {
    let x = L::splat(a).next_order().and(L::splat(b));
    let y = L::splat(c).shift_left().next_order();
    let many = y.or(x.next_order().next_order().lowest_bit()).shift_left().next_order();
    let lanes = [
        x.and(y),
        x.or(y),
        x.and_not(y),
        x.lowest_bit(),
        x.highest_bit(),
        x.is_nonzero(),
        many,
        many.next_order().next_order(),
        L::zero(),
    ];
    let mut all = Vec::new();
    for lanes in lanes {
        all.extend(lanes.to_array().as_ref());
    }
    (all, x.nonzero_mask())
}

impl Work for Everything<'_> {
    type Output = Answers;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Answers {
        let continuations = kernel.continuations(self.block);
        let any = kernel.any_of(self.block, [0xC2, b' ', 0, 0xE3]);
        let mut found = vec![7; 2 * self.wanted.len()];
        kernel.find(self.wanted, self.keys, self.length, 2, &mut found);
        let mut positions = [0; BLOCK];
        kernel.positions(any, 1000, &mut positions);
        let mut selected = [0; BLOCK];
        kernel.select(self.block, any, &mut selected);
        let count = any.count_ones() as usize;
        let lanes = [
            all_of::<K::Lanes>(found[0], any, continuations),
            all_of::<K::WideLanes>(found[0], any, continuations),
        ];
        (
            kernel.classify(self.block, self.sets),
            continuations,
            any,
            found,
            [positions[..count].to_vec(), selected[..count].to_vec()],
            lanes,
        )
    }
}

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
            kernel.dispatch(Everything { block: &block, sets: &sets, wanted, keys, length })
        };
        let expected = everything(KernelChoice::Portable);
        for kernel in KernelChoice::available() {
            assert_eq!(everything(kernel), expected, "{kernel:?}, round {round}");
        }
    }
}
