"""What to call systems that nobody named."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["short_names"]


def short_names(paths: Sequence[str]) -> list[str]:
    """The last parts of each path, as many as it takes to tell all of them apart.

    >>> short_names(["out/a.txt", "out/b.txt"])
    ['a.txt', 'b.txt']
    >>> short_names(["out/1/sys.txt", "out/2/sys.txt"])
    ['1/sys.txt', '2/sys.txt']
    """
    parts = [path.split("/") for path in paths]
    longest = max(len(steps) for steps in parts)
    distinct = len(set(paths))
    for depth in range(1, longest + 1):
        names = ["/".join(steps[-depth:]) for steps in parts]
        if len(set(names)) == distinct:
            return names
    return list(paths)
