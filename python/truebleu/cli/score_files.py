"""Scores from elsewhere on the command line: `--scores NAME=FILE`, `--lower-is-better NAME`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping, Sequence

from truebleu.cli.command import UsageError
from truebleu.errors import InputError
from truebleu.evaluation.score_files import read_scores
from truebleu.metrics.score_column import ScoreColumn


class ScoreFiles:
    """Which files hold scores, by what these are called."""

    def __init__(self, typed: Namespace) -> None:
        """Read what was typed. Raises `UsageError` where it cannot be understood."""
        self._lower = typed.lower_is_better or []
        self._files = _files(typed.scores or [])
        for name in self._lower:
            if name not in self._files:
                raise UsageError(f"--lower-is-better {name}: there is no --scores {name}=FILE")

    @property
    def paths(self) -> list[str]:
        """The files."""
        return list(self._files.values())

    def read(
        self, systems: Sequence[str], labels: Mapping[str, str] | None = None
    ) -> list[ScoreColumn]:
        """Return the columns of these systems. Raises what `read_scores` raises.

        A table may call systems as tables of truebleu do: by `labels`.
        """
        return [
            self._column(name, path, systems, labels or {}) for name, path in self._files.items()
        ]

    def _column(
        self, name: str, path: str, systems: Sequence[str], labels: Mapping[str, str]
    ) -> ScoreColumn:
        higher = name not in self._lower
        short = [labels.get(system, system) for system in systems]
        try:
            return read_scores(path, name, systems, higher_is_better=higher)
        except InputError:
            if short == list(systems):
                raise
            try:
                column = read_scores(path, name, short, higher_is_better=higher)
            except InputError:
                column = None
            if column is None:
                raise
        values = {own: column.values(label) for own, label in zip(systems, short, strict=True)}
        return ScoreColumn(name, values, higher_is_better=higher)


def _files(given: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for each in given:
        name, equals, path = each.partition("=")
        if not equals or not name or not path:
            raise UsageError(f"--scores {each}: write NAME=FILE, such as people=ratings.tsv")
        if name in found:
            raise UsageError(f"--scores: two columns are called {name!r}")
        found[name] = path
    return found
