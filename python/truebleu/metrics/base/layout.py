"""Layout of sufficient statistics: the name and unit of each column.

A metric turns each segment into a row of integers, and computes the corpus score from the sum of
all rows. A fraction is stored as an integer in a smaller unit, because sums of integers are exact.

For example, with `reference_length="average"`, BLEU counts the mean reference length in units of
1/720720 token. 720720 is the least common multiple of 1 to 16. 17 is not a divisor of 720720, so
the mean length of 17 references may not be a multiple of this unit. Such numbers of references are
rejected.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass

AVERAGE_PARTS = 720720
"""Units per token in a column of mean lengths. It is the least common multiple of 1 to 16."""

SCORE_PARTS = 1 << 30
"""Units per score point in the column of sentence scores, which are thus stored in units of 2^-30.
The remainder of each score is in a second column, in units of 2^-60.
"""


@dataclass(frozen=True, slots=True, repr=False)
class Column:
    """One column of the sufficient statistics.

    Attributes:
        name: name of the column.
        counts: what the column counts, such as "token".
        parts: number of units per counted item: 720720 if the unit is 1/720720 token.
        adds: whether sums of rows add the values of this column. If False, they keep the value of
            the last row. Only NLTK's smoothing methods 5 to 7 use such columns.
        signed: whether values may be negative.
    """

    name: str
    counts: str
    parts: int = 1
    _: KW_ONLY
    adds: bool = True
    signed: bool = False

    @property
    def unit(self) -> str:
        """Unit of the integers in the column.

        >>> Column("hypothesis_length", "token").unit
        'token'
        >>> Column("reference_length", "token", 720720).unit
        '1/720720 token'
        """
        return self.counts if self.parts == 1 else f"1/{self.parts} {self.counts}"

    def __repr__(self) -> str:
        return f"Column({self.name!r}, unit={self.unit!r})"


@dataclass(frozen=True, slots=True, repr=False)
class Layout:
    """Columns of a metric's sufficient statistics, as a sequence of `Column` objects.

    >>> layout = Layout.bleu(("hypothesis_length", "reference_length", "matches_1", "totals_1"))
    >>> layout.names
    ('hypothesis_length', 'reference_length', 'matches_1', 'totals_1')
    >>> layout.index("matches_1")
    2
    >>> layout[1].unit
    'token'
    """

    columns: tuple[Column, ...]

    @classmethod
    def bleu(cls, names: Sequence[str], reference_parts: int = 1) -> Layout:
        """Create the layout of BLEU's statistics.

        `names` are the names of the columns, as the Rust core returns them. The reference length is
        counted in units of 1/`reference_parts` token.
        """
        fixed = {
            "hypothesis_length": Column("hypothesis_length", "token"),
            "reference_length": Column("reference_length", "token", reference_parts),
            "segments": Column("segments", "segment"),
            "score": Column("score", "sentence score", SCORE_PARTS),
            "score_rest": Column("score_rest", "sentence score", SCORE_PARTS**2),
            "last_hypothesis_length": Column("last_hypothesis_length", "token", adds=False),
        }

        def column(name: str) -> Column:
            order = name.rpartition("_")[2]
            last = name.startswith("last_")
            return fixed.get(name) or Column(name, f"{order}-gram", adds=not last)

        return cls(tuple(map(column, names)))

    @classmethod
    def mean(cls, names: Sequence[str]) -> Layout:
        """Create the layout of a metric whose corpus score is the mean of the segment scores.

        `names` are the names of the three columns, as the Rust core returns them.

        >>> [column.unit for column in Layout.mean(("segments", "score", "score_rest"))]
        ['segment', '1/1073741824 score', '1/1152921504606846976 score']
        """
        segments, score, rest = names
        parts = Column(score, "score", SCORE_PARTS, signed=True)
        return cls((Column(segments, "segment"), parts, Column(rest, "score", SCORE_PARTS**2)))

    @property
    def adds(self) -> bool:
        """Whether all columns can be added; if so, the order of segments does not affect scores."""
        return all(column.adds for column in self.columns)

    def added(self, row: tuple[int, ...], next_row: tuple[int, ...]) -> tuple[int, ...]:
        """Return the sum of two rows, where the segments of `next_row` follow those of `row`.

        A column that cannot be added gets the value of `next_row`.
        """
        total = map(int.__add__, row, next_row)
        if self.adds:
            return tuple(total)
        columns = zip(self.columns, total, next_row, strict=True)
        return tuple(both if column.adds else last for column, both, last in columns)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns."""
        return tuple(column.name for column in self.columns)

    def index(self, name: str) -> int:
        """Return the index of the column with this name; raise `KeyError` for an unknown name."""
        for i, column in enumerate(self.columns):
            if column.name == name:
                return i
        raise KeyError(f"no column {name!r}; the columns are {', '.join(self.names)}")

    def __len__(self) -> int:
        return len(self.columns)

    def __iter__(self) -> Iterator[Column]:
        return iter(self.columns)

    def __getitem__(self, index: int) -> Column:
        return self.columns[index]

    def __repr__(self) -> str:
        return f"Layout({', '.join(self.names)})"
