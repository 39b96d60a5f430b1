"""The kinds of pictures: which there are, and what draws each."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from inspect import signature
from os import PathLike
from typing import Any

from truebleu.display.charts.overview import intervals, overview
from truebleu.display.charts.scores import checkpoints, precisions, waterfall
from truebleu.display.charts.segments import density, differences, length
from truebleu.errors import ConfigurationError, allowed
from truebleu.explanation.results import Explanation
from truebleu.io.writing import write_whole
from truebleu.significance.results import Comparison
from truebleu.wording import missing_package

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


# Pictures as files, drawn without a browser and without a network


SUFFIXES = ("svg", "png", "pdf", "html")
PIXELS = 2  # of a PNG to one of the page: sharp in print


# The bundle's own default, by hand because its types ask for it.
GLOBALS = "window.vegaEmbed = vegaEmbed;"


# Nothing may be fetched, whatever the page holds. Vega makes functions of its expressions.
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; "
    "style-src 'unsafe-inline'; img-src data: blob:"
)


def check_plot(path: str | os.PathLike[str]) -> str:
    """Give what to draw for a file name: one of `SUFFIXES`.

    Raises `ConfigurationError` for another suffix, and `MissingDependency` where nothing can draw.
    """
    suffix = os.path.splitext(os.fspath(path))[1].removeprefix(".").lower()  # noqa: PTH122
    if suffix not in SUFFIXES:
        has = f"the suffix {suffix!r}" if suffix else "no suffix"
        raise ConfigurationError(
            f"a plot cannot be written to {os.fspath(path)!r}, which has {has}; "
            f"allowed: {', '.join('.' + known for known in SUFFIXES)}"
        )
    check_packages()
    return suffix


def check_packages() -> None:
    """Raise `MissingDependency` where nothing can draw."""
    try:
        import altair as alt  # noqa: F401
        import vl_convert  # noqa: F401
    except ImportError as error:
        raise missing_package("charts", "viz", plural=True) from error


def write(drawn: Any, path: str | os.PathLike[str], suffix: str) -> None:
    """Draw an Altair chart into a file, as its suffix says; it is there whole or as it was."""
    import vl_convert

    spec = drawn.to_dict()
    if suffix == "png":
        content = vl_convert.vegalite_to_png(spec, scale=PIXELS)
    elif suffix == "pdf":
        content = vl_convert.vegalite_to_pdf(spec)
    elif suffix == "svg":
        content = vl_convert.vegalite_to_svg(spec).encode()
    else:
        content = _page(spec).encode()
    write_whole(os.fspath(path), [content])


def _page(spec: dict[str, Any]) -> str:
    import vl_convert

    # What could end the script is written as an escape: names of systems may hold anything.
    data = json.dumps(spec).replace("<", "\\u003c")
    drawing = f"vegaEmbed('#plot', {data}, {{mode: 'vega-lite', renderer: 'svg', actions: false}});"
    script = vl_convert.javascript_bundle(GLOBALS).replace("</script", "<\\/script")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        "<title>A picture of scores</title>\n"
        f'<script type="module">\n{script}\n{drawing}\n</script>\n'
        '</head>\n<body>\n<div id="plot"></div>\n</body>\n</html>\n'
    )
