//! A part of a comparison as bytes, for sending it to the merging process.
//!
//! Each integer takes as many groups of seven bits as it needs, the lowest first, its sign in the
//! lowest bit: most sums are far below 2^63.

use super::shard::{Keys, Shard};

impl Shard {
    /// Return the part as bytes, which `take_bytes` of a part of the same comparison reads. What
    /// waits has to be settled before.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let Keys { least, most, marks } = self.keys;
        for number in [self.units as i64, least, most, marks as i64] {
            write(&mut bytes, number);
        }
        for &count in &self.differing {
            write(&mut bytes, count as i64);
        }
        for few in &self.few {
            write(&mut bytes, few.len() as i64);
            few.iter().for_each(|&number| write(&mut bytes, number));
        }
        for &number in self.totals.all().iter().chain(self.sums()) {
            write(&mut bytes, number);
        }
        bytes
    }

    /// Merge what another part gave as bytes; false for what is no such part, or one of another
    /// comparison: then nothing is taken.
    pub fn take_bytes(&mut self, bytes: &[u8]) -> bool {
        match self.read(bytes) {
            Some(part) => {
                self.merge(&part);
                true
            }
            None => false,
        }
    }

    fn read(&self, bytes: &[u8]) -> Option<Self> {
        let mut part = Self::new(self.draws, self.totals.systems(), self.totals.columns());
        let mut unread = bytes;
        let [units, least, most, marks] =
            [read(&mut unread)?, read(&mut unread)?, read(&mut unread)?, read(&mut unread)?];
        part.units = units.try_into().ok()?;
        part.keys = Keys { least, most, marks: marks as u64 };
        for count in &mut part.differing {
            *count = read(&mut unread)?.try_into().ok()?;
        }
        for few in &mut part.few {
            let length: usize = read(&mut unread)?.try_into().ok()?;
            if !length.is_multiple_of(2 * self.totals.columns()) || length > unread.len() {
                return None;
            }
            *few = (0..length).map(|_| read(&mut unread)).collect::<Option<_>>()?;
        }
        let totals: Vec<i64> =
            part.totals.all().iter().map(|_| read(&mut unread)).collect::<Option<_>>()?;
        part.totals.add(&totals);
        for number in part.sums_mut() {
            *number = read(&mut unread)?;
        }
        unread.is_empty().then_some(part)
    }

    /// Return all sums other than the totals.
    fn sums(&self) -> impl Iterator<Item = &i64> {
        let groups = self.groups.sums.iter().chain(&self.groups.sizes);
        self.resampled.iter().chain(&self.drawn).chain(&self.swapped).chain(groups)
    }

    fn sums_mut(&mut self) -> impl Iterator<Item = &mut i64> {
        let groups = self.groups.sums.iter_mut().chain(&mut self.groups.sizes);
        let drawn = self.drawn.iter_mut();
        self.resampled.iter_mut().chain(drawn).chain(&mut self.swapped).chain(groups)
    }
}

fn write(bytes: &mut Vec<u8>, number: i64) {
    let mut left = (number << 1 ^ number >> 63) as u64;
    while left >= 0x80 {
        bytes.push(left as u8 | 0x80);
        left >>= 7;
    }
    bytes.push(left as u8);
}

/// Return the next integer; none where the bytes end before it does, or it has more than 64 bits.
fn read(bytes: &mut &[u8]) -> Option<i64> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let bits = u64::from(byte & 0x7F);
        if bits << shift >> shift != bits {
            return None;
        }
        number |= bits << shift;
        if byte < 0x80 {
            return Some((number >> 1) as i64 ^ -((number & 1) as i64));
        }
    }
    None
}
