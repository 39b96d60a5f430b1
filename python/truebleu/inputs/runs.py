"""Several runs of one system, such as its outputs for different random seeds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from truebleu.errors import InputError


@dataclass(frozen=True, slots=True, init=False, repr=False, eq=False)
class Runs:
    """Hypotheses of several runs of one system, for `truebleu.compare`.

    Each run is one collection of hypotheses, as for `BLEU.corpus_score`. All runs must have the
    same segments in the same order.

    >>> runs = Runs(["a b c", "d e"], ["a b", "d e f"])
    >>> len(runs)
    2
    >>> runs
    <Runs: 2 of one system>

    Raises:
        InputError: there are no runs, or a run is a str instead of a collection of texts.
    """

    runs: tuple[Any, ...]

    def __init__(self, *runs: Any) -> None:
        if not runs:
            raise InputError(
                "Runs() needs at least 1 run, got 0. Use Runs(hypotheses, more_hypotheses)."
            )
        for number, run in enumerate(runs, 1):
            if isinstance(run, str):
                raise InputError(
                    f"run {number} is a str. Pass a list of hypotheses for each run, such as "
                    'Runs(["a b", "c"], ["a", "c d"]).'
                )
            if isinstance(run, Runs):
                raise InputError(f"run {number} is a Runs object. Pass its hypotheses.")
        object.__setattr__(self, "runs", runs)

    def __len__(self) -> int:
        return len(self.runs)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.runs)

    def __repr__(self) -> str:
        return f"<Runs: {len(self)} of one system>"
