"""The kinds of pictures: which there are, and what draws each."""

from __future__ import annotations

from inspect import signature

from truebleu.charts.files import check_packages, check_plot, write
from truebleu.charts.overview import intervals, overview
from truebleu.charts.scores import checkpoints, precisions
from truebleu.charts.segments import density, differences, length
from truebleu.charts.waterfall import waterfall
from truebleu.comparison import Comparison
from truebleu.errors import ConfigurationError, allowed
from truebleu.explanation.values import Explanation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike
    from typing import Any

__all__ = ["KINDS", "OF_SEGMENTS", "chart", "check_kind", "plot"]

OF_COMPARISONS: dict[str, Callable[..., Any]] = {
    "overview": overview,
    "intervals": intervals,
    "differences": differences,
    "density": density,
    "length": length,
}
"""These need what only a comparison holds."""

OF_SCORES: dict[str, Callable[..., Any]] = {
    "waterfall": waterfall,
    "precisions": precisions,
    "checkpoints": checkpoints,
}
"""These are drawn of a single score as well, or of scores by their names."""

DRAWN = {**OF_COMPARISONS, **OF_SCORES}

KINDS = tuple(DRAWN)
"""The names of all kinds."""

BY_METRICS = {
    "waterfall": ("BLEU",),
    "precisions": ("BLEU", "chrF"),
    "length": ("BLEU", "chrF", "TER"),
}
"""What else needs counts that not every metric has."""

OF_SEGMENTS = ("differences", "density", "length")
"""Those that need the texts, not only what was found."""


def chart(value: Any, kind: str | None = None, **choices: Any) -> Any:
    """The picture of a value as an Altair chart, to be changed or shown.

    Args:
        value: a comparison; a score; scores by their names.
        kind: one of `KINDS`; "overview" for a comparison when None, "precisions" for scores.
        choices: what the kind can be told: `metric` (name or place), `pair` (two names),
            `systems` (names), `steps` (numbers).

    Raises:
        ConfigurationError: there is no such kind or choice, or the value lacks what it needs.
        MissingDependency: nothing can draw.
    """
    check_packages()
    if isinstance(value, Explanation):
        value = value.score
    whole = isinstance(value, Comparison)
    kind = check_kind(kind or ("overview" if whole else "precisions"))
    if kind in OF_COMPARISONS and not whole:
        raise ConfigurationError(
            f"a picture of the kind {kind!r} is of a whole comparison, which truebleu.compare "
            f"gives; of a {type(value).__name__} there are {', '.join(OF_SCORES)}"
        )
    draw = DRAWN[kind]
    known = list(signature(draw).parameters)[1:]
    for choice in choices:
        if choice not in known:
            takes = " and ".join(known) or "nothing"
            raise ConfigurationError(f"the kind {kind!r} takes {takes}, not {choice}")
    return draw(value, **choices)


def check_kind(kind: str, metric: str | None = None) -> str:
    """The kind, if there is such a one, and it can be drawn by the metric of this name.

    Raises `ConfigurationError` with what there is.
    """
    if kind not in DRAWN:
        raise ConfigurationError(allowed("kind", kind, KINDS))
    known = BY_METRICS.get(kind)
    if metric is not None and known is not None and metric not in known:
        raise ConfigurationError(
            f"a picture of the kind {kind!r} is drawn by {' or '.join(known)}, not by {metric}"
        )
    return kind


def plot(value: Any, path: str | PathLike[str], kind: str | None = None, **choices: Any) -> None:
    """Draw the same picture into a file, as its suffix says: one of `SUFFIXES`.

    The file is there whole, or as it was before. Raises what `chart` and `check_plot` raise, and
    `InputError` when the file cannot be written.
    """
    suffix = check_plot(path)
    write(chart(value, kind, **choices), path, suffix)
