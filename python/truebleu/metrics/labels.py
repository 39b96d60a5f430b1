"""What metrics are called in tables, and in what is typed."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from typing import Any

    from truebleu.metrics.base import Metric

__all__ = ["keys", "labels"]


def labels(metrics: Sequence[Metric[Any]]) -> list[str]:
    """What metrics are called in tables: as their scores are; of equal ones the second has a 2."""
    found: list[str] = []
    for metric in metrics:
        zeros = (0,) * len(metric.layout)
        name = metric.scored(metric.signature(), zeros).metric
        same = sum(other == name or other.startswith(f"{name} (") for other in found)
        found.append(f"{name} ({same + 1})" if same else name)
    return found


def keys(names: Sequence[str], taken: Collection[str] = ()) -> list[str]:
    """Names as words of small letters and digits of ASCII, each once and none of `taken`.

    >>> keys(["chrF2", "ROUGE-L", "rougeL", "人"])
    ['chrf2', 'rougel', 'rougel2', 'metric']
    """
    found: list[str] = []
    for name in names:
        word = "".join(c for c in name.lower() if c.isascii() and c.isalnum())
        word = word if word[:1].isalpha() else f"metric{word}"
        key, number = word, 2
        while key in found or key in taken:
            key, number = f"{word}{number}", number + 1
        found.append(key)
    return found
