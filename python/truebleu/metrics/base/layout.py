"""The layout of a row of statistics: which integer stands in which column, in which unit.

A metric turns a segment into a short row of integers. Rows add; a score is a formula of their
sum. What is a fraction by nature is kept as an integer in a smaller unit, so that sums are exact
whatever their order. BLEU's reference length under the `average` rule is one: its column counts
parts of 1/720720 token, 720720 being the smallest number that 1 to 16 all divide. (A segment
whose number of references does not divide 720720 - 17 references, say - has a mean that this
unit cannot hold, and is refused.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass

AVERAGE_PARTS = 720720
"""How many parts a token has in a column of mean lengths: the least common multiple of 1..16."""

SCORE_PARTS = 1 << 30
"""How many parts a sentence score has in a column of their sum; the rest has as many once more."""


@dataclass(frozen=True, slots=True, repr=False)
class Column:
    """One column: its `name`, what it counts (`counts`), and how many `parts` make one of it.

    `adds` is False where a sum of rows has the last row's number instead: what NLTK's methods 5
    to 7 look at is of this kind. `signed` is True where a number may be below 0.
    """

    name: str
    counts: str
    parts: int = 1
    _: KW_ONLY
    adds: bool = True
    signed: bool = False

    @property
    def unit(self) -> str:
        """The unit in words.

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
    """The columns of a row, in order. Behaves as a sequence of `Column`.

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
        """BLEU's columns, as the core names them."""
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
        """The columns of a mean of numbers, one for each segment, as the core names them.

        >>> [column.unit for column in Layout.mean(("segments", "score", "score_rest"))]
        ['segment', '1/1073741824 score', '1/1152921504606846976 score']
        """
        segments, score, rest = names
        parts = Column(score, "score", SCORE_PARTS, signed=True)
        return cls((Column(segments, "segment"), parts, Column(rest, "score", SCORE_PARTS**2)))

    @property
    def adds(self) -> bool:
        """Whether all columns add, so that the order of the rows does not matter."""
        return all(column.adds for column in self.columns)

    def added(self, row: tuple[int, ...], next_row: tuple[int, ...]) -> tuple[int, ...]:
        """The sum of two rows, the second of which is of later segments."""
        total = map(int.__add__, row, next_row)
        if self.adds:
            return tuple(total)
        columns = zip(self.columns, total, next_row, strict=True)
        return tuple(both if column.adds else last for column, both, last in columns)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)

    def index(self, name: str) -> int:
        """Where the column stands, counted from 0. Raises `KeyError` for an unknown name."""
        for place, column in enumerate(self.columns):
            if column.name == name:
                return place
        raise KeyError(f"no column {name!r}; the columns are {', '.join(self.names)}")

    def __len__(self) -> int:
        return len(self.columns)

    def __iter__(self) -> Iterator[Column]:
        return iter(self.columns)

    def __getitem__(self, place: int) -> Column:
        return self.columns[place]

    def __repr__(self) -> str:
        return f"Layout({', '.join(self.names)})"
