"""Which texts may have been scored: all references or some, the sides swapped, the text mended."""

from __future__ import annotations

from itertools import combinations

from truebleu.frozen import Frozen
from truebleu.inputs import Batch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    Column = Sequence[Any]

__all__ = ["Texts", "View"]

PRICE_OF_A_SUBSET = 1.0
PRICE_OF_SWAPPING = 2.0
PRICE_OF_MENDING = 2.0

MOST_FOR_ALL_SUBSETS = 4
"""Of so many references all subsets are tried; of more, each alone and all but one."""


class View(Frozen):
    """Texts that may have been scored, in `words`; `price` says how implausible that is.

    `references` are the numbers of those that are used, from 0, or None for all.
    """

    __slots__ = ("hypotheses_mended", "mended", "price", "references", "references_mended",
                 "swapped", "words")  # fmt: skip

    words: str
    price: float
    references: tuple[int, ...] | None
    swapped: bool
    mended: str
    hypotheses_mended: bool
    references_mended: bool

    def __init__(
        self,
        words: str,
        price: float,
        references: tuple[int, ...] | None = None,
        *,
        swapped: bool = False,
        mended: str = "",
        hypotheses_mended: bool = False,
        references_mended: bool = False,
    ) -> None:
        keep = object.__setattr__
        keep(self, "words", words)
        keep(self, "price", price)
        keep(self, "references", references)
        keep(self, "swapped", swapped)
        keep(self, "mended", mended)
        keep(self, "hypotheses_mended", hypotheses_mended)
        keep(self, "references_mended", references_mended)

    @property
    def is_subset(self) -> bool:
        """Whether only the choice of references is special."""
        return self.references is not None and not self.swapped

    def __eq__(self, other: object) -> bool:
        return self.words == other.words if isinstance(other, View) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.words)


class Texts:
    """A corpus and every view of it.

    `repairs` are functions that mend a text, by what they do to it, in words.
    """

    def __init__(self, batch: Batch, repairs: dict[str, Callable[[str], str]]) -> None:
        self.batch = batch
        self._streams = _streams(batch)
        self._mended: dict[str, tuple[Column, list[Column]]] = {}
        if not batch.tokens and self._streams:
            for words, repair in repairs.items():
                self._mend(words, repair)

    @property
    def references(self) -> int:
        """How many reference streams there are; 0 where segments have differently many."""
        return len(self._streams)

    def views(self) -> Iterator[View]:
        """Yield all but the texts as they were handed over."""
        count = len(self._streams)
        subsets = list(_subsets(count)) if count > 1 else []
        for chosen in subsets:
            names = " and ".join(str(number + 1) for number in chosen)
            words = f"reference {names} alone" if len(chosen) == 1 else f"references {names}"
            yield View(words, PRICE_OF_A_SUBSET, chosen)
        for number in range(count):
            which = f"reference {number + 1}" if count > 1 else "references"
            words = f"{which} swapped with hypotheses"
            yield View(words, PRICE_OF_SWAPPING, (number,), swapped=True)
        for words, (hypotheses, streams) in self._mended.items():
            ours = list(hypotheses) != list(self.batch.hypotheses)
            theirs = streams != self._streams
            for first, second in ((True, True), (True, False), (False, True)):
                if (first and not ours) or (second and not theirs):
                    continue
                sides = [*(["hypotheses"] if first else []), *(["references"] if second else [])]
                yield View(
                    f"{' and '.join(sides)} {words}",
                    PRICE_OF_MENDING,
                    mended=words,
                    hypotheses_mended=first,
                    references_mended=second,
                )

    def seen(self, view: View | None) -> Batch:
        """The texts of a view."""
        batch = self.batch
        if view is None:
            return batch
        hypotheses: Column = batch.hypotheses
        streams: Sequence[Column] = self._streams
        if view.mended:
            mended, mended_streams = self._mended[view.mended]
            hypotheses = mended if view.hypotheses_mended else hypotheses
            streams = mended_streams if view.references_mended else streams
        if view.references is not None:
            streams = [streams[number] for number in view.references]
        if view.swapped:
            hypotheses, streams = streams[0], [hypotheses]
        return Batch(list(hypotheses), list(streams), tokens=batch.tokens)

    def _mend(self, words: str, repair: Callable[[str], str]) -> None:
        def mended(column: Column) -> Column:
            return [None if text is None else repair(text) for text in column]

        hypotheses, streams = mended(self.batch.hypotheses), [*map(mended, self._streams)]
        if hypotheses != list(self.batch.hypotheses) or streams != self._streams:
            self._mended[words] = hypotheses, streams


def _streams(batch: Batch) -> list[Column]:
    """The references by stream; none where segments have differently many."""
    if batch.by_segment:
        counts = {len(inner) for inner in batch.references}
        if len(counts) != 1:
            return []
        streams: list[Column] = [list(column) for column in zip(*batch.references, strict=True)]
    else:
        streams = [list(stream) for stream in batch.references]
    return [] if any(text is None for stream in streams for text in stream) else streams


def _subsets(count: int) -> Iterator[tuple[int, ...]]:
    sizes = range(1, count) if count <= MOST_FOR_ALL_SUBSETS else (1, count - 1)
    for size in sizes:
        yield from combinations(range(count), size)
