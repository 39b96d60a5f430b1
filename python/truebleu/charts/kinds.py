"""The kinds of pictures: which there are, and what each is drawn of."""

from __future__ import annotations

from truebleu.charts.files import check_packages, check_plot, write
from truebleu.charts.overview import intervals, overview
from truebleu.comparison import Comparison
from truebleu.errors import ConfigurationError, allowed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike
    from typing import Any

__all__ = ["KINDS", "chart", "plot"]

KINDS: dict[str, Callable[..., Any]] = {"overview": overview, "intervals": intervals}
"""What draws each kind."""


def chart(value: Any, kind: str | None = None, **choices: Any) -> Any:
    """The picture of a value as an Altair chart, to be changed or shown.

    Raises `ConfigurationError` for a kind that there is not, or whose data the value lacks, and
    `MissingDependency` where nothing can draw.
    """
    check_packages()
    if not isinstance(value, Comparison):
        raise ConfigurationError(f"nothing draws a {type(value).__name__}")
    if kind is not None and kind not in KINDS:
        raise ConfigurationError(allowed("kind", kind, KINDS))
    return KINDS[kind or "overview"](value, **choices)


def plot(value: Any, path: str | PathLike[str], kind: str | None = None, **choices: Any) -> None:
    """Draw the same picture into a file, as its suffix says: one of `SUFFIXES`.

    The file is there whole, or as it was before. Raises what `chart` and `check_plot` raise, and
    `InputError` when the file cannot be written.
    """
    suffix = check_plot(path)
    write(chart(value, kind, **choices), path, suffix)
