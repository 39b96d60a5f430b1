"""A comparison to look into, inside a notebook: the report in a frame that can do nothing else."""

from __future__ import annotations

from html import escape

from truebleu.errors import ConfigurationError, allowed
from truebleu.report.compared import compared_data, write_compared
from truebleu.report.elements import Html, element
from truebleu.report.page import page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike
    from typing import Any

    from truebleu.comparison import Comparison
    from truebleu.views.serving import Serving

__all__ = ["LARGEST", "THEMES", "Exploration"]

LARGEST = 2_000_000
"""Bytes of a page in a notebook: it is kept with every copy, and every save, of the notebook."""

THEMES = ("light", "dark")
LOWEST = 200  # pixels: lower frames show nothing but the bar
SPARE = 0.9  # of the room is used, for not all texts are as long as the others
FEWEST = 20  # segments whose texts are kept before a page is called too large

SANDBOX = "allow-scripts allow-downloads"
"""What the frame may do: run the page's own script, and save files. It has no address of its own,
no storage, no way to the notebook around it. What a reader copies may go to the clipboard."""


class Exploration:
    """The report of a comparison, which a notebook shows in a frame.

    Numbers are of all segments, texts of `n` segments at most, or fewer where the page would be
    too large for a notebook. `page` is the page, `kept` says of how many segments it has texts.
    """

    def __init__(
        self, comparison: Comparison, n: int, height: int, theme: str | None, **options: Any
    ) -> None:
        """Gather the page; `options` are those of `Comparison.report` but `text`.

        Raises `ConfigurationError` for a setting that is wrong, and what `report` raises.
        """
        check_whole("n", n, 1)
        check_whole("height", height, LOWEST)
        if theme is not None and theme not in THEMES:
            raise ConfigurationError(allowed("theme", theme, THEMES))
        if "text" in options:
            raise ConfigurationError("text: explore takes n, how many segments have their texts")
        self._comparison = comparison
        self._options = options
        self._height = height
        self.page, self.kept = _fitting(comparison, n, theme, options)
        self.segments = int(comparison.settings["segments"])

    def save(self, path: str | PathLike[str]) -> None:
        """Write the whole report, with all texts that fit into a file: see `Comparison.report`."""
        write_compared(path, self._comparison, **self._options)

    def serve(self) -> Serving:
        """Start `truebleu serve` with the same texts: settings to try, translations to edit.

        It runs beside this program, which alone it answers, until it is stopped or this program
        ends. Raises `ConfigurationError` for texts that files cannot hold, and `InputError` with
        what the command says where it does not start.
        """
        from truebleu.views.serving import serve

        known = ("source", "show_source", "reference_names")
        options = {name: self._options[name] for name in known if name in self._options}
        return serve(self._comparison, **options)

    def _repr_html_(self) -> str:
        frame = element(
            "iframe",
            srcdoc=Html(self.page),
            sandbox=SANDBOX,
            allow="clipboard-write",
            title="Report of the comparison",
            width="100%",
            height=self._height,
            style="border:1px solid;border-radius:4px;width:100%",
        )
        return element("div", self._warning(), frame, element("p", self._caption()))

    def __repr__(self) -> str:
        size = len(self.page.encode()) / 1e6
        return f"<Exploration: texts of {self.kept:,} of {self.segments:,} segments, {size:.1f} MB>"

    def _warning(self) -> Html | None:
        size = len(self.page.encode())
        if size <= LARGEST:
            return None
        return element(
            "p",
            f"This page has {size / 1e6:.1f} MB, which the notebook keeps with every copy: "
            'save("report.html") writes it to a file, and the output can be cleared.',
        )

    def _caption(self) -> str:
        texts = "all" if self.kept == self.segments else f"{self.kept:,} of {self.segments:,}"
        return (
            f"Numbers are of all {self.segments:,} segments, texts of {texts}. "
            'save("report.html") writes a file with all of them.'
        )


def check_whole(name: str, value: Any, least: int) -> None:
    """Raise `ConfigurationError` for what is no whole number, or below the least."""
    if type(value) is not int or value < least:
        raise ConfigurationError(f"{name}={value!r}: allowed are whole numbers from {least}")


def _fitting(
    comparison: Comparison, n: int, theme: str | None, options: dict[str, Any]
) -> tuple[str, int]:
    """The page with as many texts as fit, and how many those are.

    Where the numbers alone are too large, fewer texts would help nobody: it has all of the `n`.
    """
    segments = int(comparison.settings["segments"])
    kept = min(n, segments)
    while True:
        text = "full" if kept == segments else f"top:{kept}"
        data = compared_data(comparison, text=text, **options)
        made = _themed(b"".join(page(data)).decode(), theme)
        texts = sum(map(len, data.each_chunk())) * 4 / 3
        room = LARGEST - (len(made.encode()) - texts)
        if room >= texts or room <= 0 or kept <= FEWEST:
            return made, kept
        kept = max(FEWEST, min(kept - 1, int(SPARE * kept * room / texts)))


def _themed(made: str, theme: str | None) -> str:
    """The page in this theme; in that of the reader's system where none is said."""
    if theme is None:
        return made
    return made.replace("<html ", f'<html data-theme="{escape(theme)}" ', 1)
