"""Show the report of a comparison in a notebook, or serve its texts on a local server.

The report is in a sandboxed frame, so it cannot change the notebook.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import weakref
from collections.abc import Sequence
from html import escape
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebleu.display.html import Html, element
from truebleu.errors import ConfigurationError, InputError, allowed
from truebleu.report.input import ReportInput
from truebleu.report.page import page
from truebleu.report.report import compared_data, input_of, write_compared
from truebleu.significance.options import SIGNATURE_TYPES
from truebleu.significance.results import Comparison
from truebleu.wording import count

if TYPE_CHECKING:
    from typing_extensions import Self


LARGEST = 2_000_000
"""Maximum size of a page in a notebook, in bytes. Each saved copy of the notebook contains the
page."""
THEMES = ("light", "dark")
LOWEST = 200  # pixels: lower frames show only the bar
SPARE = 0.9  # share of the remaining bytes to use, because lengths of texts vary
MIN_SEGMENTS = 20  # segments with texts below which a page is not reduced further
SANDBOX = "allow-scripts allow-downloads"
"""Permissions of the frame: it may run its script and start downloads. It has no origin, no storage
and no access to the notebook. Another attribute of the frame lets it write to the clipboard."""


class Exploration:
    """The report of a comparison, displayed in a notebook.

    Its numbers cover all segments. It has the texts of at most `n` segments. It has fewer texts,
    but at least 20, if the page would otherwise be larger than 2 MB.

    Attributes:
        page: the HTML page.
        n_texts: the number of segments with texts.
        segments: the number of all segments.
    """

    def __init__(
        self, comparison: Comparison, n: int, height: int, theme: str | None, **options: Any
    ) -> None:
        """Build the page.

        Args:
            comparison: the comparison to show.
            n: maximum number of segments with texts.
            height: height of the frame in pixels, at least 200.
            theme: "light" or "dark"; None uses the theme of the reader's browser.
            **options: keyword arguments of `Comparison.report`, except `text`.

        Raises:
            ConfigurationError: A setting is invalid, or reports do not support the metric.
        """
        check_integer("n", n, 1)
        check_integer("height", height, LOWEST)
        if theme is not None and theme not in THEMES:
            raise ConfigurationError(allowed("theme", theme, THEMES))
        if "text" in options:
            raise ConfigurationError(
                "text is not supported in explore. Use n, the number of segments with texts."
            )
        self._comparison = comparison
        self._options = options
        self._height = height
        self.page, self.n_texts = _fit(comparison, n, theme, options)
        self.segments = int(comparison.settings["segments"])

    def save(self, path: str | PathLike[str]) -> None:
        """Write the report with all texts to an HTML file.

        `path` and the errors are those of `Comparison.report`.
        """
        write_compared(path, self._comparison, **self._options)

    def serve(self) -> Serving:
        """Start `truebleu serve` with the texts of the comparison.

        On the server's page, users can compare settings and edit translations. The server runs
        until it is stopped or this Python process ends.

        Raises:
            ConfigurationError: The texts cannot be written to files.
            InputError: The server did not start.
        """
        names = ("source", "show_source", "reference_names")
        options = {name: self._options[name] for name in names if name in self._options}
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
        segments = count(self.segments, "segment", grouped=True)
        return f"<Exploration: texts of {self.n_texts:,} of {segments}, {size:.1f} MB>"

    def _warning(self) -> Html | None:
        size = len(self.page.encode())
        if size <= LARGEST:
            return None
        return element(
            "p",
            f"This page adds {size / 1e6:.1f} MB to the notebook. "
            'Use save("report.html") to write a file instead, and clear this output.',
        )

    def _caption(self) -> str:
        texts = "all" if self.n_texts == self.segments else f"{self.n_texts:,} of {self.segments:,}"
        return (
            f"Numbers cover all {count(self.segments, 'segment', grouped=True)}, texts cover "
            f"{texts}. "
            'save("report.html") writes a file with all texts.'
        )


def check_integer(name: str, value: Any, least: int) -> None:
    """Raise `ConfigurationError` unless `value` is an integer of at least `least`.

    `name` is the name of the argument in the error message.
    """
    if type(value) is not int or value < least:
        raise ConfigurationError(f"{name}={value!r} is out of range. Use an integer from {least}.")


def _fit(
    comparison: Comparison, n: int, theme: str | None, options: dict[str, Any]
) -> tuple[str, int]:
    """Return the HTML page and the number of segments whose texts it includes.

    The page includes the texts of at most `n` segments. If the page would be larger than `LARGEST`
    bytes, it includes fewer texts, but those of at least `MIN_SEGMENTS` segments. If the page would
    be too large even without texts, no texts are left out.
    """
    segments = int(comparison.settings["segments"])
    n_texts = min(n, segments)
    while True:
        text = "full" if n_texts == segments else f"top:{n_texts}"
        data = compared_data(comparison, text=text, **options)
        html = _set_theme(b"".join(page(data)).decode(), theme)
        texts = sum(map(len, data.each_chunk())) * 4 / 3
        available = LARGEST - (len(html.encode()) - texts)
        if available >= texts or available <= 0 or n_texts <= MIN_SEGMENTS:
            return html, n_texts
        n_texts = max(MIN_SEGMENTS, min(n_texts - 1, int(SPARE * n_texts * available / texts)))


def _set_theme(html: str, theme: str | None) -> str:
    if theme is None:
        return html
    return html.replace("<html ", f'<html data-theme="{escape(theme)}" ', 1)


# `truebleu serve` with the texts of a comparison, which are written to files


SETTINGS = SIGNATURE_TYPES.keys() - {"swap", "compatible"}  # with a flag of `serve`
PATIENCE = 5  # seconds to wait for the server to end


class Serving:
    """A running local server. `stop()` or the end of a `with` block stops it.

    `address` is the URL of the server's page.
    """

    def __init__(self, address: str, process: subprocess.Popen[str], folder: str) -> None:
        self.address = address
        self._end = weakref.finalize(self, _end, process, folder)

    def stop(self) -> None:
        """Stop the server and delete its files. Further calls do nothing."""
        self._end()

    @property
    def runs(self) -> bool:
        """True until `stop()` or the end of a `with` block stops the server."""
        return self._end.alive

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"<truebleu serves {self.address}>" if self.runs else "<truebleu serve, stopped>"

    def _repr_html_(self) -> str:
        if not self.runs:
            return element("p", "The server was stopped.")
        link = element("a", self.address, href=self.address, target="_blank", rel="noreferrer")
        return element("p", "truebleu serves ", link, "; stop() ends it.")


def serve(comparison: Comparison, **options: Any) -> Serving:
    """Start `truebleu serve` with the texts of a comparison.

    `options` are keyword arguments of `truebleu.report.report.input_of`.

    Raises:
        ConfigurationError: The texts cannot be written to files.
        InputError: The server did not start.
    """
    inputs = input_of(comparison, **options)
    folder = tempfile.mkdtemp(prefix="truebleu-")
    process = None
    try:
        command = _command(inputs, Path(folder))
        errors = Path(folder, "errors")
        with errors.open("w", encoding="utf-8") as error_file:
            process = subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=error_file,
                text=True,
                env=_environment(folder),
            )
        address = process.stdout.readline().strip() if process.stdout is not None else ""
        if not address:
            process.wait()
            raise InputError(_reason(errors.read_text(encoding="utf-8")))
    except BaseException:
        _end(process, folder)
        raise
    return Serving(address, process, folder)


def _environment(folder: str) -> dict[str, str]:
    """Return environment variables with `folder` as the folder for temporary files.

    They are for the server, whose temporary files are then deleted together with `folder`.
    """
    return {**os.environ, "TMPDIR": folder, "TEMP": folder, "TMP": folder}


def _reason(errors: str) -> str:
    lines = errors.strip().splitlines() or ["no error message"]
    return f"truebleu serve did not start: {lines[-1].removeprefix('truebleu: ')}"


def _end(process: subprocess.Popen[str] | None, folder: str) -> None:
    if process is not None:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()
    shutil.rmtree(folder, ignore_errors=True)


def _command(inputs: ReportInput, folder: Path) -> list[str]:
    """Write the texts to files in `folder`. Return the command that serves them."""
    if not sys.executable:
        raise ConfigurationError(
            "no Python executable to run truebleu serve (sys.executable is empty)"
        )
    if inputs.tokens:
        raise ConfigurationError("lists of tokens cannot be served. Pass texts.")
    named = [(f"system {name!r}", texts) for name, texts in
             zip(inputs.names, inputs.hypotheses, strict=True)]  # fmt: skip
    systems = [_write_lines(folder / f"system-{i}", *item) for i, item in enumerate(named)]
    command = [sys.executable, "-m", "truebleu", "serve", *systems, "-q"]
    # A command line cannot contain lone surrogates.
    names = [name.encode(errors="replace").decode() for name in inputs.names]
    command += [f"--name={name}" for name in names]
    for i, texts in enumerate(inputs.references):
        name = inputs.reference_names[i]
        command.append(f"--reference={_write_lines(folder / f'reference-{i}', name, texts)}")
    if inputs.source is not None:
        command.append(f"--source={_write_lines(folder / 'source', 'the source', inputs.source)}")
    if inputs.documents is not None:
        documents = _write_lines(folder / "documents", "documents", inputs.documents)
        command.append(f"--documents={documents}")
    command.append(f"--signature={inputs.metric.signature(full=True)}")
    settings = inputs.options.signature(segments=inputs.segments)
    return command + [f"--{name}={value}" for name, value in settings.items() if name in SETTINGS]


def _write_lines(path: Path, name: str, texts: Sequence[Any]) -> str:
    for segment, text in enumerate(texts, 1):
        if text is None:
            raise ConfigurationError(
                f"segment {segment}: {name} is missing. The server requires the same number of "
                "references for all segments."
            )
        if "\n" in text or "\r" in text:
            raise ConfigurationError(
                f"segment {segment}: {name} contains a line break. Replace it to serve the texts."
            )
    try:
        path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8", newline="\n")
    except UnicodeEncodeError:
        raise InputError(
            f"{name} contains lone surrogates, which cannot be written to a file"
        ) from None
    return str(path)
