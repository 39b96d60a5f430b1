"""The layout of a row of statistics: which integer stands in which column, in which unit.

A metric turns a segment into a short row of integers. Rows add; a score is a formula of their
sum. What is a fraction by nature is kept as an integer in a smaller unit, so that sums are exact
whatever their order. BLEU's reference length under the `average` rule is one: its column counts
parts of 1/720720 token, 720720 being the smallest number that 1 to 16 all divide. (A segment
whose number of references does not divide 720720 - 17 references, say - has a mean that this
unit cannot hold, and is refused.)
"""

from __future__ import annotations

from truebleu.frozen import Frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["AVERAGE_PARTS", "SCORE_PARTS", "Column", "Layout"]

AVERAGE_PARTS = 720720
"""How many parts a token has in a column of mean lengths: the least common multiple of 1..16."""

SCORE_PARTS = 1 << 30
"""How many parts a sentence score has in a column of their sum; the rest has as many once more."""


class Column(Frozen):
    """One column: its `name`, what it counts (`counts`), and how many `parts` make one of it.

    `adds` is False where a sum of rows has the last row's number instead: what NLTK's methods 5
    to 7 look at is of this kind. `signed` is True where a number may be below 0.
    """

    __slots__ = ("adds", "counts", "name", "parts", "signed")

    name: str
    counts: str
    parts: int
    adds: bool
    signed: bool

    def __init__(
        self, name: str, counts: str, parts: int = 1, *, adds: bool = True, signed: bool = False
    ) -> None:
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "counts", counts)
        object.__setattr__(self, "parts", parts)
        object.__setattr__(self, "adds", adds)
        object.__setattr__(self, "signed", signed)

    @property
    def unit(self) -> str:
        """The unit in words.

        >>> Column("hypothesis_length", "token").unit
        'token'
        >>> Column("reference_length", "token", 720720).unit
        '1/720720 token'
        """
        return self.counts if self.parts == 1 else f"1/{self.parts} {self.counts}"

    def _key(self) -> tuple[str, str, int, bool, bool]:
        return self.name, self.counts, self.parts, self.adds, self.signed

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Column) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[object, tuple[str, str, int, bool, bool]]:
        return _column, self._key()

    def __repr__(self) -> str:
        return f"Column({self.name!r}, unit={self.unit!r})"


class Layout(Frozen):
    """The columns of a row, in order. Behaves as a sequence of `Column`.

    >>> layout = Layout.bleu(("hypothesis_length", "reference_length", "matches_1", "totals_1"))
    >>> layout.names
    ('hypothesis_length', 'reference_length', 'matches_1', 'totals_1')
    >>> layout.index("matches_1")
    2
    >>> layout[1].unit
    'token'
    """

    __slots__ = ("_columns",)

    _columns: tuple[Column, ...]

    def __init__(self, columns: Sequence[Column]) -> None:
        object.__setattr__(self, "_columns", tuple(columns))

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

        return cls([column(name) for name in names])

    @classmethod
    def mean(cls, names: Sequence[str]) -> Layout:
        """The columns of a mean of numbers, one for each segment, as the core names them.

        >>> [column.unit for column in Layout.mean(("segments", "score", "score_rest"))]
        ['segment', '1/1073741824 score', '1/1152921504606846976 score']
        """
        segments, score, rest = names
        parts = Column(score, "score", SCORE_PARTS, signed=True)
        return cls([Column(segments, "segment"), parts, Column(rest, "score", SCORE_PARTS**2)])

    @property
    def adds(self) -> bool:
        """Whether all columns add, so that the order of the rows does not matter."""
        return all(column.adds for column in self._columns)

    def added(self, row: tuple[int, ...], next_row: tuple[int, ...]) -> tuple[int, ...]:
        """The sum of two rows, the second of which is of later segments."""
        total = map(int.__add__, row, next_row)
        if self.adds:
            return tuple(total)
        columns = zip(self._columns, total, next_row, strict=True)
        return tuple(both if column.adds else last for column, both, last in columns)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self._columns)

    def index(self, name: str) -> int:
        """Where the column stands, counted from 0. Raises `KeyError` for an unknown name."""
        for place, column in enumerate(self._columns):
            if column.name == name:
                return place
        raise KeyError(f"no column {name!r}; the columns are {', '.join(self.names)}")

    def __len__(self) -> int:
        return len(self._columns)

    def __iter__(self) -> Iterator[Column]:
        return iter(self._columns)

    def __getitem__(self, place: int) -> Column:
        return self._columns[place]

    def __eq__(self, other: object) -> bool:
        return self._columns == other._columns if isinstance(other, Layout) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._columns)

    def __reduce__(self) -> tuple[type[Layout], tuple[tuple[Column, ...]]]:
        return Layout, (self._columns,)

    def __repr__(self) -> str:
        return f"Layout({', '.join(self.names)})"


def _column(name: str, counts: str, parts: int, adds: bool, signed: bool) -> Column:
    """Make a column of its parts: what a pickle calls."""
    return Column(name, counts, parts, adds=adds, signed=signed)
