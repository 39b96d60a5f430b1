"""Scores from elsewhere on the command line: `--scores NAME=FILE`, `--lower-is-better NAME`."""

from __future__ import annotations

from truebleu.cli.parser import UsageError
from truebleu.io.numbers import read_scores

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from truebleu.metrics.score_column import ScoreColumn

__all__ = ["ScoreFiles"]


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

    def read(self, systems: Sequence[str]) -> list[ScoreColumn]:
        """The columns of these systems. Raises what `read_scores` raises."""
        return [
            read_scores(path, name, systems, higher_is_better=name not in self._lower)
            for name, path in self._files.items()
        ]


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
