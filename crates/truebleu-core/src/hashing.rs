//! A quick hash for keys that are numbers already. No input text can slow its tables down on
//! purpose: which keys collide depends on two random numbers of each process.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::OnceLock;

/// The builder of [`SeededHasher`]s.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seeded {
    key: u64,
    factor: u64,
}

/// One multiplication of the key, made unknown, by an unknown factor; the two halves of the product
/// are folded.
#[derive(Debug)]
pub(crate) struct SeededHasher {
    state: u64,
    factor: u64,
}

/// This process's own numbers: the standard library gets them from the system.
static OURS: OnceLock<Seeded> = OnceLock::new();

impl Default for Seeded {
    fn default() -> Self {
        *OURS.get_or_init(|| {
            let random = RandomState::new();
            Self { key: random.hash_one(0_u64), factor: random.hash_one(1_u64) | 1 }
        })
    }
}

impl Seeded {
    /// Return the factor: odd, secret, and the same in the whole process.
    pub(crate) const fn factor(self) -> u64 {
        self.factor
    }
}

impl BuildHasher for Seeded {
    type Hasher = SeededHasher;

    #[inline(always)]
    fn build_hasher(&self) -> SeededHasher {
        SeededHasher { state: self.key, factor: self.factor }
    }
}

impl Hasher for SeededHasher {
    #[inline(always)]
    fn finish(&self) -> u64 {
        self.state
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    #[inline(always)]
    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }

    #[inline(always)]
    fn write_u64(&mut self, value: u64) {
        let product = u128::from(self.state ^ value) * u128::from(self.factor);
        self.state = (product >> 64) as u64 ^ product as u64;
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::collections::HashMap;
    use std::hash::Hash;

    use super::*;

    thread_local! {
        /// Number of comparisons of a key in a table.
        static COMPARED: Cell<u64> = const { Cell::new(0) };
    }

    #[derive(Clone, Copy, Eq)]
    struct Key(u64);

    impl PartialEq for Key {
        fn eq(&self, hash: &Self) -> bool {
            COMPARED.set(COMPARED.get() + 1);
            self.0 == hash.0
        }
    }

    impl Hash for Key {
        fn hash<H: Hasher>(&self, state: &mut H) {
            state.write_u64(self.0);
        }
    }

    /// Return how many comparisons it takes to fill a table with keys.
    fn comparisons(seeded: Seeded, keys: &[u64]) -> u64 {
        let mut table = HashMap::with_hasher(seeded);
        COMPARED.set(0);
        for &key in keys {
            table.entry(Key(key)).or_insert(());
        }
        COMPARED.get()
    }

    /// Return keys that an attacker who knows the hash would choose: the standard library's table
    /// uses its lowest bits, and compares where the seven highest agree.
    fn crafted(seeded: Seeded) -> Vec<u64> {
        const SAME: u64 = 0xFE00_0000_0000_00FF;
        (0..).filter(|key: &u64| seeded.hash_one(key) & SAME == 0).take(200).collect()
    }

    /// Numbers as a process has them. (One in some hundreds of processes has a pair under which 256
    /// keys in a row need more comparisons than keys: no test may hang on that.)
    const OTHERS: [Seeded; 2] = [
        Seeded { key: 0x2545_F491_4F6C_DD1D, factor: 0xD134_2543_DE82_EF95 },
        Seeded { key: 0x2545_F491_4F6C_DD1D, factor: 0x5851_F42D_4C95_7F2D },
    ];

    #[test]
    fn keys_that_fall_together_under_one_hash_lie_apart_under_another() {
        let guessable = Seeded { key: 0, factor: 0x9E37_79B9_7F4A_7C15 };
        let keys = crafted(guessable);
        let many = keys.len() as u64;
        assert!(comparisons(guessable, &keys) > many * many / 4, "the attack is one");
        for hash in OTHERS {
            assert!(comparisons(hash, &keys) < many);
        }
    }

    #[test]
    fn numbers_in_a_row_lie_apart() {
        let rows: [fn(u64) -> u64; 4] = [|i| i, |i| i << 32, |i| i << 32 | i, |i| i << 56];
        for row in rows {
            let keys: Vec<u64> = (0..256).map(row).collect();
            for seeded in OTHERS {
                assert!(comparisons(seeded, &keys) < 256);
            }
        }
    }

    #[test]
    fn a_process_has_numbers_of_its_own() {
        let ours = Seeded::default();
        assert_eq!(ours.hash_one(5_u64), Seeded::default().hash_one(5_u64));
        assert_ne!(ours.key, 0);
        assert_eq!(ours.factor % 2, 1);
        assert_ne!(ours.key, RandomState::new().hash_one(0_u64));
    }
}
