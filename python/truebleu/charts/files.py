"""Pictures as files, drawn without a browser and without a network."""

from __future__ import annotations

import json
import os

from truebleu.errors import ConfigurationError, MissingDependency
from truebleu.io.writing import write_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["SUFFIXES", "check_packages", "check_plot", "write"]

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
        raise MissingDependency(
            "plots need the packages altair and vl-convert-python: "
            'pip install "truebleu[viz]" installs them'
        ) from error


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
