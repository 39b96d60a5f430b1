//! Integers of any width in memory that others own: read, compared and widened where they lie.

/// The type of the numbers of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// A byte that is 0 or not: in masks only.
    Bool,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
}

impl Number {
    /// Return the integer type of so many bytes.
    pub const fn of(signed: bool, bytes: usize) -> Option<Self> {
        Some(match (signed, bytes) {
            (true, 1) => Self::I8,
            (true, 2) => Self::I16,
            (true, 4) => Self::I32,
            (true, 8) => Self::I64,
            (false, 1) => Self::U8,
            (false, 2) => Self::U16,
            (false, 4) => Self::U32,
            (false, 8) => Self::U64,
            _ => return None,
        })
    }

    /// Return the type of NumPy's short name, such as "i8" or "b1".
    pub fn of_name(name: &str) -> Option<Self> {
        let (kind, bytes) = name.split_at_checked(1)?;
        match (kind, bytes.parse().ok()?) {
            ("b", 1) => Some(Self::Bool),
            ("i", bytes) => Self::of(true, bytes),
            ("u", bytes) => Self::of(false, bytes),
            _ => None,
        }
    }

    /// Return how many bytes a number has.
    pub const fn bytes(self) -> usize {
        match self {
            Self::Bool | Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 => 4,
            Self::I64 | Self::U64 => 8,
        }
    }
}

/// An integer of at most 64 bits.
trait Integer: Copy + PartialEq + TryFrom<i128> + Into<i128> {
    /// Return the number; one of 64 bits keeps its bits.
    fn widened(self) -> i64;
}

macro_rules! integers {
    ($($integer:ty),*) => {
        $(impl Integer for $integer {
            #[inline(always)]
            fn widened(self) -> i64 {
                i64::from(self)
            }
        })*
    };
}
integers!(i8, i16, i32, i64, u8, u16, u32);

impl Integer for u64 {
    #[inline(always)]
    fn widened(self) -> i64 {
        self.cast_signed()
    }
}

/// Run an expression with `$integer` as the Rust type of a [`Number`].
macro_rules! with_type {
    ($number:expr, $integer:ident => $expression:expr) => {
        match $number {
            Number::I8 => with_type!(@ i8, $integer, $expression),
            Number::I16 => with_type!(@ i16, $integer, $expression),
            Number::I32 => with_type!(@ i32, $integer, $expression),
            Number::I64 => with_type!(@ i64, $integer, $expression),
            Number::Bool | Number::U8 => with_type!(@ u8, $integer, $expression),
            Number::U16 => with_type!(@ u16, $integer, $expression),
            Number::U32 => with_type!(@ u32, $integer, $expression),
            Number::U64 => with_type!(@ u64, $integer, $expression),
        }
    };
    (@ $type:ty, $integer:ident, $expression:expr) => {{
        type $integer = $type;
        $expression
    }};
}

/// Numbers at equal distances in memory, which need not be aligned.
#[derive(Clone, Copy)]
pub struct Run {
    start: *const u8,
    len: usize,
    /// Distance in bytes.
    stride: isize,
    number: Number,
}

impl Run {
    /// Create a run. Nothing is read.
    ///
    /// # Safety
    /// All `len` numbers must be readable for as long as the run is used. They may change
    /// meanwhile, and then any of their values may be read.
    pub const unsafe fn new(start: *const u8, len: usize, stride: isize, number: Number) -> Self {
        Self { start, len, stride, number }
    }

    /// Return how many numbers there are.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Append the numbers to `ids`.
    ///
    /// # Errors
    /// The place of the first that is above the largest id, 2^63 - 1.
    pub fn widen(&self, ids: &mut Vec<i64>) -> Result<(), usize> {
        let first = ids.len();
        with_type!(self.number, T => ids.extend(self.values::<T>().map(T::widened)));
        // Search the copy, because the array may change.
        if self.number == Number::U64
            && let Some(place) = ids[first..].iter().position(|&id| id < 0)
        {
            return Err(place);
        }
        Ok(())
    }

    /// Return the numbers as they are.
    pub fn exact(&self) -> Vec<i128> {
        with_type!(self.number, T => self.values::<T>().map(T::into).collect())
    }

    /// Return the length without the last numbers that are `pad`.
    pub fn trimmed(&self, pad: i128) -> usize {
        with_type!(self.number, T => match T::try_from(pad) {
            Ok(pad) => self.values::<T>().rposition(|value| value != pad).map_or(0, |last| last + 1),
            Err(_) => self.len,
        })
    }

    /// Return the length up to the first number that is `end`.
    pub fn ended(&self, end: i128) -> usize {
        with_type!(self.number, T => match T::try_from(end) {
            Ok(end) => self.values::<T>().position(|value| value == end).unwrap_or(self.len),
            Err(_) => self.len,
        })
    }

    /// Return the number of ones of a mask: ones, then zeros.
    ///
    /// # Errors
    /// The place of the first number that breaks this rule.
    pub fn ones(&self) -> Result<usize, usize> {
        let mut ones = 0;
        for (place, value) in self.exact().into_iter().enumerate() {
            match value {
                0 => {}
                _ if place != ones => return Err(place),
                1 => ones += 1,
                _ if self.number == Number::Bool => ones += 1,
                _ => return Err(place),
            }
        }
        Ok(ones)
    }

    /// Return the numbers, which are of type `T`.
    #[inline(always)]
    fn values<T: Integer>(self) -> impl DoubleEndedIterator<Item = T> + ExactSizeIterator {
        let contiguous = self.stride == size_of::<T>().cast_signed();
        (0..self.len).map(move |i| {
            // The constant lets the compiler read many at a time.
            let stride = if contiguous { size_of::<T>().cast_signed() } else { self.stride };
            let address = self.start.wrapping_offset(i.cast_signed() * stride);
            // SAFETY: whoever made the run promised that its numbers can be read.
            unsafe { address.cast::<T>().read_unaligned() }
        })
    }

    /// Return the first `len` numbers, as far as there are so many.
    pub const fn part(&self, len: usize) -> Self {
        Self { len: if len < self.len { len } else { self.len }, ..*self }
    }

    /// Return what tells whether two runs read the same memory in the same way.
    pub fn identity(&self) -> Identity {
        let Self { start, len, stride, number } = *self;
        Identity { address: start.addr(), len, stride, number }
    }
}

/// Where numbers are, and how they are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Identity {
    address: usize,
    len: usize,
    stride: isize,
    number: Number,
}
