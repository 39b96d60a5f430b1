"""Flags about confidence intervals and significance tests: the fields of `CompareOptions`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from dataclasses import fields
from typing import Any

from truebleu.cli.command import Flag
from truebleu.cli.values import number, positive_count, seed, text
from truebleu.significance.options import CompareOptions

OPTIONS = {option.name: option for option in fields(CompareOptions)}

PARSERS: dict[type, Callable[[str], Any]] = {int: positive_count, float: number, str: text}
"""How the command line reads a setting of a test, by the type of its default."""


def option(name: str, **changes: Any) -> Flag:
    """Return the flag of a setting of a test; `changes` are those of one command."""
    field = OPTIONS[name]
    choices = field.metadata["choices"]
    parts: dict[str, Any] = {
        "metavar": field.metadata["metavar"],
        "parse": seed if name == "seed" else PARSERS.get(type(field.default), text),
        "choices": (lambda: choices) if choices else None,
        "default": field.metadata["usual"],
        "help": field.metadata["help"],
        "category": "test",
    }
    return Flag(f"--{name}", **(parts | changes))


def intervals() -> list[Flag]:
    """Return the flags of a command that can give intervals of scores."""
    confidence = option(
        "confidence",
        default=None,
        help="also give a bootstrap confidence interval of each score: 0.95 is usual",
    )
    return [documents(), option("resamples"), option("bootstrap"), confidence, option("seed")]


def comparing(*, runs: bool = False) -> list[Flag]:
    """Return the flags of a command that compares systems; `runs`: which may have several runs."""
    of_runs = Flag(
        "--runs",
        category="test",
        help="systems have several runs, one file each: NAME=FILE,FILE,... for each system",
    )
    names = ["test", "trials", "resamples", "bootstrap", "power", "confidence", "seed"]
    return [
        option("baseline"),
        documents(),
        *([of_runs, option("swap")] if runs else []),
        *map(option, names),
        *([option("compatible")] if runs else []),
    ]


def documents() -> Flag:
    """Return the flag that names the document of each segment."""
    return Flag(
        "--documents",
        metavar="FILE",
        category="test",
        help="the name of each segment's document, one a line, or a test set in SGML or XML: "
        "documents are swapped and drawn whole",
    )


def settings_of(args: Namespace) -> dict[str, Any]:
    """Return the settings of a test that the command line has, those of `CompareOptions`."""
    given = {name: getattr(args, name, None) for name in OPTIONS}
    return {name: value for name, value in given.items() if value is not None}
