//! Bytes that are read once; past their end are zeros.

/// The bytes that are left.
pub(super) struct Tape<'a>(&'a [u8]);

impl<'a> Tape<'a> {
    pub(super) const fn new(data: &'a [u8]) -> Self {
        Self(data)
    }

    pub(super) fn byte(&mut self) -> u8 {
        let Some((&byte, take_all)) = self.0.split_first() else { return 0 };
        self.0 = take_all;
        byte
    }

    /// Return a number below `limit`, which is at most 256.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        usize::from(self.byte()) % limit
    }

    /// Return a number of 64 bits.
    pub(super) fn word(&mut self) -> u64 {
        u64::from_le_bytes(std::array::from_fn(|_| self.byte()))
    }

    /// Return all bytes that are left.
    pub(super) fn take_all(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.0)
    }

    /// Return the rest in so many parts, separated by bytes of 0xFF.
    pub(super) fn parts(&mut self, count: usize) -> Vec<&'a [u8]> {
        let mut parts: Vec<_> = self.take_all().splitn(count, |&byte| byte == 0xFF).collect();
        parts.resize(count, &[]);
        parts
    }

    /// Return parts as texts; invalid UTF-8 is replaced.
    pub(super) fn texts(&mut self, count: usize) -> Vec<String> {
        let parts = self.parts(count).into_iter();
        parts.map(|part| String::from_utf8_lossy(part).into_owned()).collect()
    }
}
