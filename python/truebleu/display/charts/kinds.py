"""Kinds of charts, and functions that draw a chart with Altair or write it to a file."""

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
from truebleu.io.blocks import path_of
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
"""Drawing functions by kind of chart, for kinds that require a comparison."""
OF_SCORES: dict[str, Callable[..., Any]] = {
    "waterfall": waterfall,
    "precisions": precisions,
    "checkpoints": checkpoints,
}
"""Drawing functions by kind of chart, for kinds that accept a comparison, a score, or scores by
name."""
DRAWN = {**OF_COMPARISONS, **OF_SCORES}
KINDS = tuple(DRAWN)
"""Names of all kinds of charts."""
BY_METRICS = {
    "waterfall": ("BLEU",),
    "precisions": ("BLEU", "chrF"),
    "length": ("BLEU", "chrF", "TER"),
}
"""Supported metrics by kind of chart. Kinds that are not listed support every metric."""
OF_SEGMENTS = ("differences", "density", "length")
"""Kinds of charts that require a comparison with the texts of its segments."""


def chart(value: Any, kind: str | None = None, **options: Any) -> Any:
    """Return an Altair chart of a value.

    Args:
        value: a comparison, a score, an explanation, or a mapping of names to scores.
        kind: the kind of chart, one of `KINDS`. None: "overview" for a comparison, "precisions" for
            scores.
        options: the options of this kind of chart: `metric` (name or index), `pair` (two system
            names), `systems` (system names), or `steps` (x-axis: the
            training step of each score).

    Raises:
        ConfigurationError: the kind or an option is unknown, or the kind does not support the
            value.
        MissingDependency: altair or vl-convert-python is not installed.
    """
    check_packages()
    if isinstance(value, Explanation):
        value = value.score
    is_comparison = isinstance(value, Comparison)
    kind = check_kind(kind or ("overview" if is_comparison else "precisions"))
    if kind in OF_COMPARISONS and not is_comparison:
        raise ConfigurationError(
            f"chart {kind!r} requires a comparison from truebleu.compare(), got "
            f"{type(value).__name__}. Use one of {', '.join(OF_SCORES)}."
        )
    draw = DRAWN[kind]
    names = list(signature(draw).parameters)[1:]
    for option in options:
        if option not in names:
            message = f"chart {kind!r} has no option {option}."
            raise ConfigurationError(
                f"{message} Choose from: {', '.join(names)}." if names else message
            )
    return draw(value, **options)


def check_kind(kind: str, metric: str | None = None) -> str:
    """Return the name of a kind of chart unchanged, if it is valid.

    Raise `ConfigurationError` if `kind` is unknown, or if it does not support the metric named
    `metric`.
    """
    if kind not in DRAWN:
        raise ConfigurationError(allowed("kind", kind, KINDS))
    metrics = BY_METRICS.get(kind)
    if metric is not None and metrics is not None and metric not in metrics:
        raise ConfigurationError(f"chart {kind!r} requires {' or '.join(metrics)}, got {metric}.")
    return kind


def plot(value: Any, path: str | PathLike[str], kind: str | None = None, **options: Any) -> None:
    """Write a chart to a file.

    The suffix of the file name, one of `SUFFIXES`, determines the format. An existing file is
    replaced only on success. For `value`, `kind` and `options`, see `chart`.

    Raises:
        ConfigurationError: the suffix, the kind or an option is invalid (see `chart`).
        MissingDependency: altair or vl-convert-python is not installed.
        InputError: the file cannot be written.
    """
    suffix = check_plot(path)
    write(chart(value, kind, **options), path, suffix)


# Charts as files, drawn without a browser or network access


SUFFIXES = ("svg", "png", "pdf", "html")
PIXELS = 2  # PNG pixels per CSS pixel, for print


# This is the default of `javascript_bundle`, whose type annotation requires the argument.
GLOBALS = "window.vegaEmbed = vegaEmbed;"


# Forbid the page to load anything. Vega compiles its expressions, which requires 'unsafe-eval'.
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; "
    "style-src 'unsafe-inline'; img-src data: blob:"
)


def check_plot(path: str | os.PathLike[str]) -> str:
    """Return the chart format for a file name: its suffix without the dot, one of `SUFFIXES`.

    Raise `InputError` if `path` is not a path, `ConfigurationError` for another suffix, and
    `MissingDependency` if altair or vl-convert-python is not installed.
    """
    name = path_of(path)
    suffix = os.path.splitext(name)[1].removeprefix(".").lower()  # noqa: PTH122
    if suffix not in SUFFIXES:
        problem = f"unsupported suffix {suffix!r}" if suffix else "no suffix"
        raise ConfigurationError(
            f"{name!r} has {problem}. Choose from: {', '.join('.' + name for name in SUFFIXES)}."
        )
    check_packages()
    return suffix


def check_packages() -> None:
    """Raise `MissingDependency` if altair or vl-convert-python is not installed."""
    try:
        import altair as alt  # noqa: F401
        import vl_convert  # noqa: F401
    except ImportError as error:
        raise missing_package("charts", "viz", plural=True) from error


def write(drawn: Any, path: str | os.PathLike[str], suffix: str) -> None:
    """Write an Altair chart to a file in the format `suffix`, one of `SUFFIXES`.

    An existing file is replaced only on success.
    """
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
    write_whole(path_of(path), [content])


def _page(spec: dict[str, Any]) -> str:
    import vl_convert

    # The name of a system may contain `</script>`, which would end the script.
    data = json.dumps(spec).replace("<", "\\u003c")
    drawing = f"vegaEmbed('#plot', {data}, {{mode: 'vega-lite', renderer: 'svg', actions: false}});"
    script = vl_convert.javascript_bundle(GLOBALS).replace("</script", "<\\/script")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        "<title>Chart of scores</title>\n"
        f'<script type="module">\n{script}\n{drawing}\n</script>\n'
        '</head>\n<body>\n<div id="plot"></div>\n</body>\n</html>\n'
    )
