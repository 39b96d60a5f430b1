//! Types of Arrow columns that contain texts or lists of integers.

use crate::abi::{Schema, text};

/// Memory layout of the texts of an array.
#[derive(Clone, Debug)]
pub enum Layout {
    /// `string`: offsets of 32 bits into one buffer.
    Offsets32,
    /// `large_string`: offsets of 64 bits.
    Offsets64,
    /// `string_view`: short texts in place, long ones in any of several buffers.
    Views,
    /// A dictionary: numbers of texts. How many bytes a number has, and whether it has a sign.
    Keys(usize, bool, Box<Self>),
    /// Nulls alone.
    Nulls,
}

/// Memory layout of the lists of an array.
#[derive(Clone, Copy, Debug)]
pub enum Ranges {
    /// Offsets of 32 bits.
    Offsets32,
    /// Offsets of 64 bits.
    Offsets64,
    /// Every list has so many elements.
    Fixed(usize),
    /// Offsets and sizes of 32 bits.
    Views32,
    /// Offsets and sizes of 64 bits.
    Views64,
}

/// A type of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integer {
    /// How many bytes each has.
    pub bytes: usize,
    /// Whether it has a sign.
    pub signed: bool,
}

/// The type of a column.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A text in each row.
    Texts(Layout),
    /// A list of texts in each row.
    Lists(Ranges, Layout),
    /// A list of integers in each row.
    IntegerLists(Ranges, Integer),
    /// A table's rows: the names and types of its columns.
    Rows(Vec<(String, Self)>),
    /// Anything else, by its human-readable name.
    Other(String),
}

impl Kind {
    /// Return the kind of column that a schema describes.
    pub fn of(schema: &Schema) -> Self {
        // SAFETY: a schema that was taken over has a format, and whatever it points to.
        let format = unsafe { text(schema.format) };
        if let Some(layout) = layout_of(schema, &format) {
            return Self::Texts(layout);
        }
        if let (Some(ranges), [child]) = (ranges_of(&format), children(schema).as_slice()) {
            // SAFETY: as above.
            let integer = Integer::of(&unsafe { text(child.format) });
            return match (Self::of(child), integer) {
                (Self::Texts(layout), _) => Self::Lists(ranges, layout),
                (Self::Other(_), Some(integer)) if child.dictionary.is_null() => {
                    Self::IntegerLists(ranges, integer)
                }
                (other, _) => Self::Other(format!("list of {}", other.name())),
            };
        }
        if format == "+s" {
            // SAFETY: a name is null or a C string.
            let name = |child: &Schema| unsafe { text(child.name) }.into_owned();
            let fields = children(schema).into_iter();
            return Self::Rows(fields.map(|child| (name(child), Self::of(child))).collect());
        }
        Self::Other(known_name(&format))
    }

    /// Return its human-readable name.
    pub fn name(&self) -> String {
        match self {
            Self::Texts(layout) => layout.name(),
            Self::Lists(_, layout) => format!("list of {}", layout.name()),
            Self::IntegerLists(_, integer) => format!("list of {}", integer.name()),
            Self::Rows(_) => "struct".to_owned(),
            Self::Other(name) => name.clone(),
        }
    }
}

impl Integer {
    fn of(format: &str) -> Option<Self> {
        let (bytes, signed) = match format {
            "c" => (1, true),
            "C" => (1, false),
            "s" => (2, true),
            "S" => (2, false),
            "i" => (4, true),
            "I" => (4, false),
            "l" => (8, true),
            "L" => (8, false),
            _ => return None,
        };
        Some(Self { bytes, signed })
    }

    fn name(self) -> String {
        format!("{}int{}", if self.signed { "" } else { "u" }, 8 * self.bytes)
    }
}

impl Layout {
    fn name(&self) -> String {
        match self {
            Self::Offsets32 => "string".to_owned(),
            Self::Offsets64 => "large_string".to_owned(),
            Self::Views => "string_view".to_owned(),
            Self::Keys(_, _, values) => format!("dictionary of {}", values.name()),
            Self::Nulls => "null".to_owned(),
        }
    }
}

fn layout_of(schema: &Schema, format: &str) -> Option<Layout> {
    // SAFETY: a schema points to that of its dictionary, if it has one.
    if let Some(dictionary) = unsafe { schema.dictionary.as_ref() } {
        let Integer { bytes, signed } = Integer::of(format)?;
        // SAFETY: as above; the dictionary's schema has a format.
        let values = layout_of(dictionary, &unsafe { text(dictionary.format) })?;
        return Some(Layout::Keys(bytes, signed, Box::new(values)));
    }
    match format {
        "u" => Some(Layout::Offsets32),
        "U" => Some(Layout::Offsets64),
        "vu" => Some(Layout::Views),
        "n" => Some(Layout::Nulls),
        _ => None,
    }
}

fn ranges_of(format: &str) -> Option<Ranges> {
    match format {
        "+l" => Some(Ranges::Offsets32),
        "+L" => Some(Ranges::Offsets64),
        "+vl" => Some(Ranges::Views32),
        "+vL" => Some(Ranges::Views64),
        _ => format.strip_prefix("+w:")?.parse().ok().map(Ranges::Fixed),
    }
}

/// Return the schemas inside one.
fn children(schema: &Schema) -> Vec<&Schema> {
    let count = usize::try_from(schema.n_children).unwrap_or(0);
    // SAFETY: a schema that was taken over points to so many others, which live as long.
    (0..count).filter_map(|i| unsafe { (*schema.children.add(i)).as_ref() }).collect()
}

fn known_name(format: &str) -> String {
    let name = match format {
        "b" => "bool",
        "c" => "int8",
        "C" => "uint8",
        "s" => "int16",
        "S" => "uint16",
        "i" => "int32",
        "I" => "uint32",
        "l" => "int64",
        "L" => "uint64",
        "e" => "float16",
        "f" => "float32",
        "g" => "float64",
        "z" => "binary",
        "Z" => "large_binary",
        "vz" => "binary_view",
        "tdD" => "date32",
        "tdm" => "date64",
        "+m" => "map",
        "+r" => "run_end_encoded",
        _ => match format.split_once(':').map_or(format, |(head, _)| head) {
            "w" => "fixed_size_binary",
            "d" => "decimal",
            "+ud" | "+us" => "union",
            head if head.starts_with("ts") => "timestamp",
            head if head.starts_with("tt") => "time",
            head if head.starts_with("tD") => "duration",
            head if head.starts_with("ti") => "interval",
            _ => return format!("of the Arrow format {format:?}"),
        },
    };
    name.to_owned()
}
