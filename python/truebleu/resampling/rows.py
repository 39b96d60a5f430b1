"""Rows as they are held, and those that are not counted block by block."""

from __future__ import annotations

from truebleu import _native
from truebleu.errors import InputError
from truebleu.metrics.nist_weighed import WeighedNIST
from truebleu.metrics.score_column import ScoreColumn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from truebleu.inputs import Batch
    from truebleu.metrics.base import Metric

__all__ = ["Rows", "of_column", "of_system", "said_of", "weighed"]


class Rows:
    """The rows of one run, in one array or several, and the fewest and most references of one.

    `tokens` says that its segments were lists of tokens.
    """

    def __init__(self, *, tokens: bool = False) -> None:
        self.tokens = tokens
        self.parts: list[_native.Array] = []
        self.fewest = 0
        self.most = 0

    def add(self, part: _native.Array, fewest: int, most: int) -> None:
        """Take the rows of the next segments."""
        if self.parts:
            fewest, most = min(self.fewest, fewest), max(self.most, most)
        self.parts.append(part)
        self.fewest, self.most = fewest, most

    def __getstate__(self) -> tuple[Any, ...]:
        """What a pickle keeps: the rows as bytes."""
        import numpy as np

        tables = [np.asarray(part, dtype=np.int64) for part in self.parts]
        parts = [(table.tobytes(), table.shape[1]) for table in tables]
        return self.tokens, parts, self.fewest, self.most

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        """Take back what `__getstate__` gave."""
        self.tokens, parts, self.fewest, self.most = state
        self.parts = [_native.Array.of_rows(data, columns) for data, columns in parts]

    def copy(self) -> Rows:
        """The same rows, for who gives them up on the way."""
        copy = Rows(tokens=self.tokens)
        copy.parts = list(self.parts)
        copy.fewest, copy.most = self.fewest, self.most
        return copy


def of_column(metric: Metric[Any], systems: Mapping[str, Sequence[Batch]]) -> list[Rows] | None:
    """The rows of numbers that were handed over for each system; None: it is no such metric."""
    if not isinstance(metric, ScoreColumn):
        return None
    found = []
    for name, runs in systems.items():
        if len(runs) > 1:
            raise InputError(
                f"system {name!r} has {len(runs)} runs, and column {metric.name!r} has numbers of "
                "one: compare the runs as systems, or leave the column out"
            )
        rows = Rows()
        rows.add(metric.rows_of(name, len(runs[0])), 1, 1)
        found.append(rows)
    return found


def weighed(metric: Metric[Any], labels: Sequence[str], runs: Sequence[Batch]) -> list[Rows] | None:
    """The rows by weights of the whole corpus; None: the metric has no such weights."""
    if not isinstance(metric, WeighedNIST):
        return None
    found = []
    for who, run in zip(labels, runs, strict=True):
        corpus, rows = metric.counter(), Rows(tokens=run.tokens)
        with said_of(who):
            corpus.add(run)
        rows.add(*corpus.rows())
        found.append(rows)
    return found


class said_of:  # noqa: N801  it is used as a function; contextlib is slow to load
    """Whatever is wrong with a text in here is wrong with this system's."""

    def __init__(self, who: str) -> None:
        self._who = who

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, InputError):
            raise of_system(error, self._who) from error.__cause__


def of_system(error: InputError, who: str) -> InputError:
    """The same error, with the system's name in front."""
    error.args = (f"system {who}: {error}",)
    return error
