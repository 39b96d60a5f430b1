"""External scores in a command line: `--scores NAME=FILE` and `--lower-is-better NAME`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping, Sequence

from truebleu.cli.command import UsageError
from truebleu.errors import InputError
from truebleu.evaluation.score_files import read_scores
from truebleu.metrics.score_column import ScoreColumn


class ScoreFiles:
    """Files of external scores, from the options `--scores NAME=FILE`.

    The constructor raises `UsageError` if the options are invalid.
    """

    def __init__(self, args: Namespace) -> None:
        self._lower = args.lower_is_better or []
        self._files = _files(args.scores or [])
        for name in self._lower:
            if name not in self._files:
                raise UsageError(f"--lower-is-better {name} requires --scores {name}=FILE.")

    @property
    def paths(self) -> list[str]:
        """Paths of all files of external scores."""
        return list(self._files.values())

    def read(
        self, systems: Sequence[str], labels: Mapping[str, str] | None = None
    ) -> list[ScoreColumn]:
        """Return the external scores of the systems, with one score column per file.

        `systems` are the names of the systems. `labels` are their short names, by name. A file may
        contain short names instead of names. Raise the exceptions of `read_scores`.
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


def _files(raw_files: Sequence[str]) -> dict[str, str]:
    path_by_name: dict[str, str] = {}
    for raw in raw_files:
        name, equals, path = raw.partition("=")
        if not equals or not name or not path:
            raise UsageError(f"--scores {raw}: missing name. Use NAME=FILE: human=ratings.tsv")
        if name in path_by_name:
            raise UsageError(f"--scores {raw}: {name!r} is repeated. Use different names.")
        path_by_name[name] = path
    return path_by_name
