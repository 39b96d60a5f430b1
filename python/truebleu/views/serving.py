"""`truebleu serve` for a comparison that is at hand: its texts as files, the command beside us.

The server is a process of its own, as if the command had been typed: it stops when this one ends,
and its files go with it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import weakref
from pathlib import Path

from truebleu.errors import ConfigurationError, InputError
from truebleu.report.compared import material_of
from truebleu.report.elements import element

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from typing_extensions import Self

    from truebleu.comparison import Comparison
    from truebleu.report.material import Material

__all__ = ["Serving", "serve"]

SETTINGS = ("test", "trials", "resamples", "bootstrap", "confidence", "seed")
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
    """Start the server with the texts of a comparison; `options` are those of `Material`.

    Raises `ConfigurationError` for texts that no file of lines can hold, and `InputError` with
    what the command says where it does not start.
    """
    _, metric, material = material_of(comparison, **options)
    folder = tempfile.mkdtemp(prefix="truebleu-")
    process = None
    try:
        command = _command(comparison, material, metric, Path(folder))
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


def _command(comparison: Comparison, material: Material, metric: Any, folder: Path) -> list[str]:
    """The command that serves these texts, which are written into the folder."""
    if not sys.executable:
        raise ConfigurationError("there is no Python that could run truebleu serve")
    if material.tokens:
        raise ConfigurationError("lists of tokens cannot be served: hand over texts")
    named = [(f"system {name!r}", texts) for name, texts in
             zip(material.names, material.systems(), strict=True)]  # fmt: skip
    systems = [_file(folder / f"system-{i}", *each) for i, each in enumerate(named)]
    command = [sys.executable, "-m", "truebleu", "serve", *systems, "-q"]
    # A command line holds no half characters.
    names = [name.encode(errors="replace").decode() for name in material.names]
    command += [f"--name={name}" for name in names]
    for i, texts in enumerate(material.references):
        name = material.reference_names[i]
        command.append(f"--reference={_file(folder / f'reference-{i}', name, texts)}")
    if material.source is not None:
        command.append(f"--source={_file(folder / 'source', 'the source', material.source)}")
    if material.documents is not None:
        documents = _file(folder / "documents", "documents", material.documents)
        command.append(f"--documents={documents}")
    command.append(f"--signature={metric.signature(full=True)}")
    return command + [
        f"--{name}={comparison.settings[name]}" for name in SETTINGS if name in comparison.settings
    ]


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
