"""What to call systems that nobody named; names that would be taken for each other."""

from __future__ import annotations

from truebleu.cli.parser import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["check_distinct", "first_double", "short_names"]


def short_names(paths: Sequence[str]) -> list[str]:
    """The last parts of each path, as many as it takes to tell all of them apart.

    >>> short_names(["out/a.txt", "out/b.txt"])
    ['a.txt', 'b.txt']
    >>> short_names(["out/1/sys.txt", "out/2/sys.txt"])
    ['1/sys.txt', '2/sys.txt']
    >>> short_names([])
    []
    """
    parts = [path.split("/") for path in paths]
    longest = max(map(len, parts), default=1)
    distinct = len(set(paths))
    tried = (["/".join(steps[-depth:]) for steps in parts] for depth in range(1, longest + 1))
    return next(names for names in tried if len(set(names)) == distinct)  # the last: whole paths


def first_double(names: Sequence[str]) -> str | None:
    """The first name that two systems have; None where all differ."""
    return next((name for name in names if list(names).count(name) > 1), None)


def check_distinct(names: Sequence[str]) -> None:
    """Raise `UsageError` where two systems have the same name."""
    twice = first_double(names)
    if twice is not None:
        raise UsageError(f"two systems are called {twice!r}; give each a --name of its own")
