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

__all__ = ["AVERAGE_PARTS", "Column", "Layout"]

AVERAGE_PARTS = 720720
"""How many parts a token has in a column of mean lengths: the least common multiple of 1..16."""


class Column(Frozen):
    """One column: its `name`, what it counts (`counts`), and how many `parts` make one of it."""

    __slots__ = ("counts", "name", "parts")

    name: str
    counts: str
    parts: int

    def __init__(self, name: str, counts: str, parts: int = 1) -> None:
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "counts", counts)
        object.__setattr__(self, "parts", parts)

    @property
    def unit(self) -> str:
        """The unit in words.

        >>> Column("hypothesis_length", "token").unit
        'token'
        >>> Column("reference_length", "token", 720720).unit
        '1/720720 token'
        """
        return self.counts if self.parts == 1 else f"1/{self.parts} {self.counts}"

    def _key(self) -> tuple[str, str, int]:
        return self.name, self.counts, self.parts

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Column) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[type[Column], tuple[str, str, int]]:
        return Column, self._key()

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

        def column(name: str) -> Column:
            if name == "reference_length":
                return Column(name, "token", reference_parts)
            if name == "hypothesis_length":
                return Column(name, "token")
            return Column(name, f"{name.rpartition('_')[2]}-gram")

        return cls([column(name) for name in names])

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
