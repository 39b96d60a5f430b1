"""`truebleu compare --runs`: which files are runs of one system."""

from __future__ import annotations

import os

from truebleu.cli.names import short_names
from truebleu.cli.parser import UsageError
from truebleu.io.blocks import shown
from truebleu.resampling.given import label
from truebleu.runs import Runs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

__all__ = ["Grouping", "hint"]

SYNTAX = "NAME=FILE,FILE,..."


class Grouping:
    """Systems as they were typed: `NAME=FILE,FILE,...`, or one file with its own name.

    `names` are the systems' in their order, `files` those of all runs.
    """

    def __init__(self, names: list[str], files: Sequence[Sequence[str]]) -> None:
        self.names = names
        self.counts = [len(each) for each in files]
        self.files = [file for each in files for file in each]

    @classmethod
    def typed(cls, arguments: Sequence[str], names: Sequence[str] | None) -> Grouping:
        """What the arguments behind `--runs` say; `names` are those of `--name`.

        Raises `UsageError` for what could mean something else as well.
        """
        given = [_read(argument) for argument in arguments]
        return cls(_names(given, names), [files for _, files in given])

    @classmethod
    def alone(cls, names: Sequence[str]) -> Grouping:
        """Systems of one run each."""
        return cls(list(names), [[name] for name in names])

    def systems(self, texts: Sequence[Any]) -> list[Any]:
        """What belongs to each file as what belongs to each system: `Runs` where it has several."""
        return [each[0] if len(each) == 1 else Runs(*each) for each in self.parts(texts)]

    def labels(self) -> list[str]:
        """What messages call each file: its system, and which run of it where there are several."""
        pairs = zip(self.names, self.counts, strict=True)
        return [label(name, run, count) for name, count in pairs for run in range(count)]

    def parts(self, texts: Sequence[Any]) -> Iterator[list[Any]]:
        """What belongs to each file as what belongs to the runs of each system."""
        start = 0
        for count in self.counts:
            yield list(texts[start : start + count])
            start += count


def _read(argument: str) -> tuple[str | None, list[str]]:
    """The name that was typed, if any, and the files."""
    name, equals, rest = argument.partition("=")
    if not equals:
        name, rest = "", argument
    marked = bool(equals) or "," in argument
    if marked and os.path.exists(argument):
        raise UsageError(
            f"there is a file called {shown(argument)}, and --runs reads that as {SYNTAX}: rename "
            "the file"
        )
    if equals and not name:
        raise UsageError(f"{argument!r}: there is no name before the =; --runs takes {SYNTAX}")
    files = rest.split(",")
    if not all(files):
        raise UsageError(f"{argument!r}: a file's name is missing; --runs takes {SYNTAX}")
    return name or None, files


def _names(given: Sequence[tuple[str | None, list[str]]], names: Sequence[str] | None) -> list[str]:
    typed = [name for name, _ in given if name is not None]
    if names is not None:
        if typed:
            raise UsageError(f"--name and {typed[0]}=... both name systems: use one of them")
        if len(names) != len(given):
            raise UsageError(
                f"{len(names)} names for {len(given)} systems; give --name once for each"
            )
        return list(names)
    for name, files in given:
        if name is None and len(files) > 1:
            raise UsageError(
                f"{','.join(files)!r} are several runs without a name: write NAME={','.join(files)}"
            )
    shorts = short_names([shown(files[0]) for _, files in given])
    return [name or short for (name, _), short in zip(given, shorts, strict=True)]


def hint(files: Sequence[str]) -> str | None:
    """What to say where runs were typed without `--runs`: such a file is not there, its parts are.

    None where nothing looks like runs.
    """
    for file in files:
        parts = file.partition("=")[2].split(",") if "=" in file else file.split(",")
        looks = file not in parts and not os.path.exists(file)
        if looks and all(os.path.exists(part) for part in parts):
            return f"{file}: there is no such file; if it names runs of one system, add --runs"
    return None
