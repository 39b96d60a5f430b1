"""A comparison to look into, inside a notebook: the report in a frame that can do nothing else."""

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
        segments = count(self.segments, "segment", grouped=True)
        return f"<Exploration: texts of {self.kept:,} of {segments}, {size:.1f} MB>"

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
            f"Numbers are of all {count(self.segments, 'segment', grouped=True)}, texts of "
            f"{texts}. "
            'save("report.html") writes a file with all of them.'
        )


def check_whole(name: str, value: Any, least: int) -> None:
    """Raise `ConfigurationError` for what is no whole number, or below the least."""
    if type(value) is not int or value < least:
        raise ConfigurationError(f"{name}={value!r} is out of range. Use an integer from {least}.")


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


# `truebleu serve` for a comparison that is at hand: its texts as files, the command beside us


SETTINGS = SIGNATURE_TYPES.keys() - {"swap", "compatible"}  # for which `serve` has flags
PATIENCE = 5  # seconds that a server has to end in


class Serving:
    """A server that runs: `address` opens the page, `stop()` ends it, as does leaving a `with`."""

    def __init__(self, address: str, process: subprocess.Popen[str], folder: str) -> None:
        self.address = address
        self._end = weakref.finalize(self, _end, process, folder)

    def stop(self) -> None:
        """End the server, and remove its files; nothing if that was done."""
        self._end()

    @property
    def runs(self) -> bool:
        """Whether nobody has stopped it."""
        return self._end.alive

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"<truebleu serves {self.address}>" if self.runs else "<a server that was stopped>"

    def _repr_html_(self) -> str:
        if not self.runs:
            return element("p", "The server was stopped.")
        link = element("a", self.address, href=self.address, target="_blank", rel="noreferrer")
        return element("p", "truebleu serves ", link, "; stop() ends it.")


def serve(comparison: Comparison, **options: Any) -> Serving:
    """Start the server with the texts of a comparison; `options` are for `input_of`.

    Raises `ConfigurationError` for texts that no file of lines can hold, and `InputError` with
    what the command says where it does not start.
    """
    inputs = input_of(comparison, **options)
    folder = tempfile.mkdtemp(prefix="truebleu-")
    process = None
    try:
        command = _command(inputs, Path(folder))
        errors = Path(folder, "errors")
        with errors.open("w", encoding="utf-8") as said:
            process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=said, text=True, env=_environment(folder)
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
    """Ours, with the folder for what is temporary: all that the server keeps goes with it."""
    return {**os.environ, "TMPDIR": folder, "TEMP": folder, "TMP": folder}


def _reason(errors: str) -> str:
    lines = errors.strip().splitlines() or ["it said nothing"]
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
    """The command that serves these texts, which are written into the folder."""
    if not sys.executable:
        raise ConfigurationError("there is no Python that could run truebleu serve")
    if inputs.tokens:
        raise ConfigurationError("lists of tokens cannot be served: hand over texts")
    named = [(f"system {name!r}", texts) for name, texts in
             zip(inputs.names, inputs.hypotheses, strict=True)]  # fmt: skip
    systems = [_file(folder / f"system-{i}", *each) for i, each in enumerate(named)]
    command = [sys.executable, "-m", "truebleu", "serve", *systems, "-q"]
    # A command line holds no half characters.
    names = [name.encode(errors="replace").decode() for name in inputs.names]
    command += [f"--name={name}" for name in names]
    for i, texts in enumerate(inputs.references):
        name = inputs.reference_names[i]
        command.append(f"--reference={_file(folder / f'reference-{i}', name, texts)}")
    if inputs.source is not None:
        command.append(f"--source={_file(folder / 'source', 'the source', inputs.source)}")
    if inputs.documents is not None:
        documents = _file(folder / "documents", "documents", inputs.documents)
        command.append(f"--documents={documents}")
    command.append(f"--signature={inputs.metric.signature(full=True)}")
    settings = inputs.options.signature(segments=inputs.segments)
    return command + [f"--{name}={value}" for name, value in settings.items() if name in SETTINGS]


def _file(path: Path, what: str, texts: Sequence[Any]) -> str:
    """A file with a line for each text."""
    for segment, text in enumerate(texts, 1):
        if text is None:
            raise ConfigurationError(
                f"segment {segment}: {what} is missing, which no file of lines can say: every "
                "segment needs as many references as the others to be served"
            )
        if "\n" in text or "\r" in text:
            raise ConfigurationError(
                f"segment {segment}: {what} holds the end of a line, so that a file would have "
                "more lines than segments: replace it to serve the texts"
            )
    try:
        path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8", newline="\n")
    except UnicodeEncodeError:
        raise InputError(f"{what} holds half characters (surrogates), which no file can") from None
    return str(path)
